"""A process that has the server's modules loaded and becomes a server, again and again, in a few milliseconds.

Each line on standard input orders one: `{"argv": […], "log": PATH, "fault": null}`; its process id is the answer. The
server runs in a process of its own and is the real one, down to its command line: only Python's imports have been done
before. When standard input ends, the servers that still run are killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any


def main() -> int:
    """Take orders until there are no more."""
    import lastcard.cli.serve
    import lastcard.server.app  # noqa: F401

    running: set[int] = set()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            become(json.loads(line))
        running.add(pid)
        running -= _ended(running)
        print(pid, flush=True)
    for pid in running - _ended(running):
        os.kill(pid, signal.SIGKILL)
    return 0


def _ended(running: set[int]) -> set[int]:
    found = set()
    for pid in running:
        with suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                continue
        found.add(pid)
    return found


def become(order: dict[str, Any]) -> None:
    """Be the server that was ordered, and never return."""
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, place in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, place)
    if order["fault"]:
        from tests.proof.broken import FAULTS

        FAULTS[order["fault"]]()
    from lastcard.cli import main as lastcard

    code = lastcard(order["argv"])
    sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
