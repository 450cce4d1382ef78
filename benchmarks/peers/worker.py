"""The measured programs: each is told by name what to measure and for how long, and answers with counts.

This file uses only the standard library, since it runs in the peers' own environments.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping

Counts = tuple[float, float]
"""Decisions and games."""


def serve(measures: Mapping[str, Callable[[], Counts]]) -> None:
    """Answer each line `WHICH SECONDS` of standard input with decisions, games and processor seconds.

    Each measurement consists of pieces of work of its own size; the first piece runs before the clock starts, to load and
    compile.
    """
    ready = set()
    names = list(measures)
    print(json.dumps(names), flush=True)
    for line in sys.stdin:
        which, seconds = line.split()
        name = names[int(which)]
        work = measures[name]
        if name not in ready:
            work()
            ready.add(name)
        decisions = games = 0.0
        began = time.process_time()
        while (used := time.process_time() - began) < float(seconds):
            more, played = work()
            decisions, games = decisions + more, games + played
        print(json.dumps({"decisions": decisions, "games": games, "seconds": used}), flush=True)
