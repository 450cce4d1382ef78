"""Lockstep as far as asked: `python -m tests.laws.lockstep --plies 10000000 --seed 7 --state FILE`.

Ctrl-C stops it; with the same state file it goes on where it was. A mismatch is made as small as it can be and printed as a record,
which becomes a test when it is saved in tests/laws/lockstep/found.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from lastcard.record import write_record
from tests.laws.lockstep import cells
from tests.laws.lockstep.lockstep import Pair, play_out
from tests.laws.lockstep.told import retell, smallest, telling
from tests.laws.walker.rules_at_random import rules_at_random

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.laws.lockstep.cells import Cell

ROUNDS = 40
"""The rounds of a batch: what one process plays at a time, and what is lost at most by an interruption."""
MAX_PLIES = 400
TAKES_OVER = 0.02


@dataclass
class Progress:
    """How far a seed has been played: batches, rounds, plies, and what was met."""

    seed: int
    batches: int = 0
    rounds: int = 0
    plies: int = 0
    met: Counter[Cell] = field(default_factory=Counter)

    def add(self, batch: Progress) -> None:
        """Count the next batch."""
        self.batches += 1
        self.rounds += batch.rounds
        self.plies += batch.plies
        self.met.update(batch.met)

    def save(self, path: Path) -> None:
        """Write it, whole or not at all."""
        met = [[*cell, n] for cell, n in sorted(self.met.items())]
        part = path.with_suffix(".part")
        part.write_text(json.dumps(vars(self) | {"met": met}), "utf-8")
        part.replace(path)


def read(path: Path) -> Progress:
    """What `save` wrote."""
    data = json.loads(path.read_text("utf-8"))
    met = Counter({(row, phase, seats): n for row, phase, seats, n in data["met"]})
    return Progress(**data | {"met": met})


class Mismatch(Exception):  # noqa: N818 - what was found
    """The engines disagree; the text says how, and has a small record of it."""


def batch_of(seed: int, number: int) -> Progress:
    """Play the rounds of one batch; Mismatch."""
    found = Progress(seed)
    for at in range(ROUNDS * number, ROUNDS * (number + 1)):
        chance = Random(f"{seed}:{at}")
        pair = _pair(at, chance)
        try:
            found.plies += play_out(pair, MAX_PLIES)
        except Exception as error:
            raise Mismatch(report(pair, f"seed {seed}, round {at}", error)) from error
        found.rounds += 1
        found.met.update(cells.cells_of(pair))
    return found


def _pair(number: int, chance: Random) -> Pair:
    """A round by any rules, every fourth by rules that lead where others seldom come."""
    seats = 2 + number // 4 % 9
    wanted = cells.wanted_pair(cells.possible(seats), seats, chance) if number % 4 == 0 else None
    return wanted or Pair(rules_at_random(chance, number), chance, TAKES_OVER)


def report(pair: Pair, where: str, error: Exception) -> str:
    """What went wrong, as small as it can be told."""
    for taken_over in (False, True):
        small = smallest(telling(pair.record, taken_over=taken_over))
        record = small.pair()
        try:
            small.play_on(record)
        except Exception as again:  # noqa: BLE001 - this is what is looked for
            told = write_record(record.record)
            manner = "taken over before every act" if taken_over else "played throughout"
            last = str(again).strip().splitlines()[-1:]
            return f"{where}, {manner}: {type(again).__name__} {last}\n# save this in tests/laws/lockstep/found:\n{told}"
    return f"{where}: {type(error).__name__}, only as it was played:\n{error}"


def _batches(options: argparse.Namespace, first: int) -> Iterator[Progress]:
    """One batch after the other, in order, without end."""
    if options.jobs == 1:
        while True:
            yield batch_of(options.seed, first)
            first += 1
    with ProcessPoolExecutor(options.jobs) as pool:
        try:
            waiting: list[Future[Progress]] = []
            while True:
                while len(waiting) < 2 * options.jobs:
                    waiting.append(pool.submit(batch_of, options.seed, first))
                    first += 1
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.laws.lockstep", description=__doc__)
    parser.add_argument("--plies", type=int, default=10_000_000, help="how many plies (ten million)")
    parser.add_argument("--seed", type=int, default=1, help="which rounds")
    parser.add_argument("--jobs", type=int, default=1, help="processes to play with")
    parser.add_argument("--state", type=Path, help="keep in this file how far it is, and go on from there")
    parser.add_argument("--table", type=Path, help="write the table of what was met into this page")
    parser.add_argument("--retell", type=Path, help="only play the record in this file in lockstep")
    given = parser.parse_args(words)
    for name, path in (("--retell", given.retell), ("--table", given.table)):
        if path and not path.is_file():
            parser.error(f"{name}: there is no file {path}")
    if given.state and given.state.exists():
        try:
            read(given.state)
        except (OSError, ValueError, KeyError, TypeError) as error:
            parser.error(f"--state: {given.state} is nothing that this command has kept: {error}")
    return given


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; 1 after a mismatch, 2 if a cell of the table was never met, 130 after Ctrl-C."""
    options = _options(words)
    if options.retell:
        from lastcard.record import read_record

        retell(read_record(options.retell.read_text("utf-8")))
        print("in step")
        return 0
    done = Progress(options.seed)
    if options.state and options.state.exists():
        done = read(options.state)
        options.seed = done.seed
    code = 0 if done.plies >= options.plies else _play(options, done)
    print(f"seed {done.seed}: {done.plies:,} plies of {done.rounds:,} rounds in step")
    if options.table:  # which has to be whole
        for seats in cells.SEATS:
            done.met.update(cells.fill(seats, str(done.seed), 400, done.met)[0])
    empty = [cell for seats in cells.SEATS for cell in cells.possible(seats) if not done.met[cell]]
    print(cells.table(done.met) if not options.table else f"the table is in {options.table}")
    print(cells.reasons())
    if options.table:
        _write(options.table, done)
    print(
        "never met: "
        + (", ".join(map(str, sorted(empty)[:20])) or "no cell that can be")
        + "…" * (len(empty) > 20)
    )
    return code or (2 if empty and options.table else 0)


def _play(options: argparse.Namespace, done: Progress) -> int:
    began, before = time.monotonic(), done.plies
    try:
        for batch in _batches(options, done.batches):
            done.add(batch)
            if options.state:
                done.save(options.state)
            pace = (done.plies - before) / max(time.monotonic() - began, 0.001)
            said = (
                f"\r{done.plies:,} of {options.plies:,} plies, {done.rounds:,} rounds, {pace:,.0f} a second "
            )
            print(said, end="", file=sys.stderr, flush=True)
            if done.plies >= options.plies:
                break
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except Mismatch as mismatch:
        print(f"\n{mismatch}", file=sys.stderr)
        return 1
    print(file=sys.stderr)
    return 0


START, END = "<!-- written by python -m tests.laws.lockstep --table -->", "<!-- end -->"


def _write(page: Path, done: Progress) -> None:
    """Put the table into the page, between its marks."""
    text = page.read_text("utf-8")
    head, _, rest = text.partition(START)
    _, _, tail = rest.partition(END)
    said = f"{done.plies:,} plies of {done.rounds:,} rounds by rules at random (seed {done.seed}), and rounds for what they left empty:"
    page.write_text(f"{head}{START}\n{said}\n\n{cells.table(done.met)}\n{END}{tail}", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
