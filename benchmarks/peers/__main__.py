"""Lastcard compared with RLCard, OpenSpiel and pgx: decisions and games per second, measured alternately in one run.

    python -m benchmarks.peers [--seconds S] [--repeats N] [--without NAME …]

Each peer has its pins in `benchmarks/peers/*.txt` and a virtual environment of its own, made once in
`benchmarks/.environments`. Each repeat measures all of them in turn for S seconds of processor time; the median counts.
docs/benchmarks.md says what is comparable and what is not.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.venvs import CannotInstall, python_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PGX_GAMES = ("leduc_holdem", "sparrow_mahjong")
OURS, RLCARD, OPEN_SPIEL, PGX = "Lastcard", "RLCard", "OpenSpiel", "pgx"
PEERS = {
    RLCARD: ("rlcard", "rlcard_uno.py"),
    OPEN_SPIEL: ("open_spiel", "open_spiel_eights.py"),
    PGX: ("pgx", "pgx_games.py"),
}
MULTIPLES = (
    ("kernel", "decisions", RLCARD, "environment", 1000),
    ("kernel", "decisions", RLCARD, "environment, run", None),
    ("kernel, two players", "decisions", RLCARD, "environment", None),
    ("kernel, two players", "decisions", RLCARD, "bare game", None),
    ("vector environment", "decisions", RLCARD, "environment", None),
    ("PettingZoo environment", "decisions", RLCARD, "environment", None),
    ("kernel", "games", OPEN_SPIEL, "C++ games", 24),
    ("kernel", "decisions", OPEN_SPIEL, "C++ games", None),
    ("kernel", "games", OPEN_SPIEL, "C++ rollouts, dealt", None),
    ("batch with observations", "decisions", PGX, "leduc_holdem", None),
    ("batch with observations", "decisions", PGX, "sparrow_mahjong", None),
)
"""Which rates are divided, and the goal for the ratio."""


class Rate(NamedTuple):
    """Rates per second of processor time."""

    decisions: float
    games: float


class Worker:
    """A program that measures on request."""

    def __init__(self, name: str, python: Path, script: str, arguments: tuple[str, ...] = ()) -> None:
        """Start it; its first line says what it can measure."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")} if name == OURS else dict(os.environ)
        self.name = name
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [str(python), str(HERE / script), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        self.measures: list[str] = json.loads(self._line())

    def measure(self, name: str, seconds: float) -> Rate:
        """Measure once."""
        assert self._process.stdin  # noqa: S101 - narrows the type
        at = self.measures.index(name)
        self._process.stdin.write(f"{at} {seconds}\n")
        self._process.stdin.flush()
        found = json.loads(self._line())
        return Rate(found["decisions"] / found["seconds"], found["games"] / found["seconds"])

    def close(self) -> None:
        """End it by closing its input."""
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout  # noqa: S101 - narrows the type
        assert self._process.stderr  # noqa: S101 - narrows the type
        line = self._process.stdout.readline()
        if not line:
            raise CannotInstall(
                (self._process.stderr.read().strip().splitlines() or ["it ended without a word"])[-1]
            )
        return line


def main() -> int:
    """Make missing environments, measure alternately, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of each measurement (2)")
    parser.add_argument("--repeats", type=int, default=5, help="how often each is measured (5)")
    parser.add_argument(
        "--without", nargs="*", default=[], metavar="NAME", help=f"peers to leave out, of {', '.join(PEERS)}"
    )
    options = parser.parse_args()
    workers, missing = start([name for name in PEERS if name not in options.without])
    rates = in_turns(workers, options.seconds, options.repeats)
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, {machine()}; load {os.getloadavg()[0]:.0f}; median of {options.repeats} times {options.seconds:g} s of processor time"
    )
    for (name, measure), rate in rates.items():
        print(f"{name:10} {measure:26} {rate.decisions:14,.0f} decisions/s {rate.games:12,.1f} games/s")
    for text in ratios(rates):
        print(text)
    for name, reason in missing.items():
        print(f"{name} was not measured: {reason}")
    return 0


def start(names: list[str]) -> tuple[list[Worker], dict[str, str]]:
    """The programs that could be started, and why the others could not."""
    workers, missing = [Worker(OURS, Path(sys.executable), "ours.py")], {}
    for name in names:
        pins, script = PEERS[name]
        try:
            workers.append(Worker(name, python_of(pins), script, PGX_GAMES if name == PGX else ()))
        except CannotInstall as error:
            missing[name] = str(error)
    return workers, missing


def in_turns(workers: list[Worker], seconds: float, repeats: int) -> dict[tuple[str, str], Rate]:
    """The median rate of everything that can be measured."""
    found: dict[tuple[str, str], list[Rate]] = {(w.name, m): [] for w in workers for m in w.measures}
    for _ in range(repeats):
        for worker in workers:
            for name in worker.measures:
                found[worker.name, name].append(worker.measure(name, seconds))
    for worker in workers:
        worker.close()
    return {
        key: Rate(median(rate.decisions for rate in rates), median(rate.games for rate in rates))
        for key, rates in found.items()
    }


def ratios(rates: dict[tuple[str, str], Rate]) -> list[str]:
    """Our rates as multiples of the peers', with the goal if there is one."""
    lines = []
    for ours, unit, peer, theirs, goal in MULTIPLES:
        if (peer, theirs) in rates:
            times = getattr(rates[OURS, ours], unit) / getattr(rates[peer, theirs], unit)
            wanted = f" (goal: {goal:,})" if goal else ""
            lines.append(f"{ours}: {times:,.1f} times the {unit} of {peer}, {theirs}{wanted}")
    return lines


def machine() -> str:
    """The name of the processor, if known."""
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
