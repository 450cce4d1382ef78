"""Run schedules: `python -m tests.laws.simulated --seeds 1000 --jobs 2`; one again, step by step: `--seed S --trace`.

With `--state FILE` a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests.laws.simulated.schedule import LENGTH, Report, run


def main() -> int:
    """Run the command; 1 if a schedule failed."""
    options = _options()
    if options.seed is not None:
        report = run(options.seed, options.length, trace=options.trace)
        print(f"seed {report.seed}: {report.steps} steps, {report.seconds:.1f} s, digest {report.digest:08x}")
        return int(report.error is not None and _failed(report, options.length))
    found = _load(options.state)
    began, before = time.perf_counter(), found.seconds
    try:
        for report in _reports(options, found.done):
            found.add(report, before + time.perf_counter() - began)
            if report.error:
                _failed(report, options.length)
            _keep(found, options)
            if found.failed >= options.failures:
                break
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    print(f"\n{found}")
    return bool(found.failed)


@dataclass
class Found:
    """What the schedules came to that have been run."""

    done: int = 0
    failed: int = 0
    steps: int = 0
    seconds: float = 0.0
    met: Counter[str] = field(default_factory=Counter)

    def add(self, report: Report, seconds: float) -> None:
        """Count one more."""
        self.done += 1
        self.failed += report.error is not None
        self.steps += report.steps
        self.met += report.met
        self.seconds = seconds

    def __str__(self) -> str:
        """What was met, and the figures."""
        lines = [f"{count:8} {what}" for what, count in sorted(self.met.items())]
        figures = f"{self.done} schedules, {self.failed} failed, {self.steps} steps, {self.seconds:.0f} s"
        return "\n".join([*lines, figures])


def _load(state: Path | None) -> Found:
    if state is None or not state.exists():
        return Found()
    data = json.loads(state.read_text())
    return Found(**{**data, "met": Counter(data["met"])})


def _keep(found: Found, options: argparse.Namespace) -> None:
    if options.state:
        options.state.write_text(json.dumps(vars(found)))
    _progress(found.done, options.seeds, found.steps, found.seconds)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.laws.simulated", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many schedules to run")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first")
    parser.add_argument("--jobs", type=int, default=1, help="processes to run them with")
    parser.add_argument(
        "--length", type=int, default=LENGTH, help="events of the rules before a schedule calms down"
    )
    parser.add_argument("--seed", type=int, help="only the schedule of this seed")
    parser.add_argument("--trace", action="store_true", help="print each of its steps")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, to go on after a stop")
    parser.add_argument("--failures", type=int, default=3, help="stop after so many")
    return parser.parse_args()


def _reports(options: argparse.Namespace, done: int) -> Iterator[Report]:
    """Each schedule's report, in the order of the seeds, but for those that are done."""
    seeds = range(options.first + done, options.first + options.seeds)
    if options.jobs == 1:
        yield from (run(seed, options.length) for seed in seeds)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        yield from pool.map(run, seeds, [options.length] * len(seeds), chunksize=4)


def _failed(report: Report, length: int) -> bool:
    """Say what broke and how to have it again."""
    print("\n" + "\n".join(line[:400] for line in report.last))
    print(f"seed {report.seed} failed: {report.error}")
    print(f"again: python -m tests.laws.simulated --seed {report.seed} --length {length} --trace", flush=True)
    return True


def _progress(done: int, of: int, steps: int, seconds: float) -> None:
    print(
        f"\r{done:,} of {of:,} schedules, {steps:,} steps, {seconds:.0f} s ",
        end="",
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
