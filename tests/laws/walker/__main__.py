"""Walk as far as asked: `python -m tests.laws.walker --steps 1000000 --seed 7`; Ctrl-C prints what was found so far."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.laws.walker.laws import LawBroken
from tests.laws.walker.tally import Tally
from tests.laws.walker.walk import Checks, walk_match


def main() -> int:
    """Run the command; 1 if a law was broken, 2 if something that should be was never met."""
    options = _options()
    tally = Tally()
    if options.match is not None:
        walk_match(options.seed, options.match, tally, Checks(options.exact))
        print(tally)
        return 0
    began = time.perf_counter()
    try:
        for found in _matches(options):
            tally.add(found)
            _progress(tally, options.steps, began)
            if tally.steps >= options.steps:
                break
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    except LawBroken as broken:
        print(f"\n{broken}", file=sys.stderr)
        print(tally)
        return 1
    seconds = time.perf_counter() - began
    print(f"\n{tally}\n{seconds:.0f} s, {tally.steps / max(seconds, 0.001):.0f} steps a second")
    missing = tally.missing()
    print("never met: " + (", ".join(missing) or "nothing of what should be"))
    return 2 if missing and tally.steps >= options.steps else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.laws.walker", description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000, help="how many steps to walk (a million)")
    parser.add_argument("--seed", type=int, default=1, help="which walk")
    parser.add_argument("--match", type=int, help="only this match of the walk, to see a failure again")
    parser.add_argument(
        "--exact", type=int, default=80, help="compare whole lists of actions once in so many steps"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes to walk with")
    return parser.parse_args()


def _matches(options: argparse.Namespace) -> Iterator[Tally]:
    """What each match met, one after the other, without end."""
    if options.jobs == 1:
        number = 0
        while True:
            yield _one(options.seed, number, options.exact)
            number += 1
    with ProcessPoolExecutor(options.jobs) as pool:
        number = 0
        while True:
            batch = [
                pool.submit(_one, options.seed, number + i, options.exact) for i in range(options.jobs * 8)
            ]
            number += len(batch)
            yield from (job.result() for job in batch)


def _one(seed: int, number: int, exact: int) -> Tally:
    tally = Tally()
    walk_match(seed, number, tally, Checks(exact))
    return tally


def _progress(tally: Tally, steps: int, began: float) -> None:
    seconds = time.perf_counter() - began
    pairs = sum(n for (sort, _), n in tally.met.items() if sort == "pairs")
    text = f"\r{tally.steps:,} of {steps:,} steps, {tally.rounds:,} rounds, {pairs:,} pairs, {seconds:.0f} s "
    print(text, end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
