"""The three tiers of the tests, and which test belongs to which.

    python3 run.py test --quick    before each commit, in less than a minute
    python3 run.py test            everything that an ordinary change can break, in less than eight minutes
    python3 run.py test --all      everything, as CI runs it

A test's tier is the first that runs it; the later ones run it too. FOLDERS gives the tier of a folder or file, FIXTURES
the earliest tier of a test with such a fixture, and `@pytest.mark.tier("all")` moves a single test, module or parameter
to a later tier. Without a tier (`python3 run.py test FILE`, or plain pytest) every test that was asked for runs, in full.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
TIERS = ("quick", "default", "all")

FOLDERS = {
    "": "quick",
    "docs": "quick",
    "e2e": "default",
    "laws": "quick",
    "proof": "default",
    "rooms": "quick",
    "scenarios": "quick",
}
"""The tier of each folder; of two entries that fit the longer one counts."""

FIXTURES = {
    "server": "default",  # a server in a process of its own
    "database": "default",  # PostgreSQL
    "packages": "all",  # builds the wheel and the sdist
}

LONGEST_FIRST = ("test_project.py", "e2e", "laws", "proof", "docs", "rooms/server", "test_", "rooms/lab")
"""What starts first, so that no long test begins when the other workers are nearly done."""

SLOWEST = 10
"""How many of the slowest tests are named at the end."""


def place(path: Path) -> str:
    """The path below tests/; the whole path of what lies elsewhere."""
    return path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else path.as_posix()


def within(path: str, folder: str) -> bool:
    """Whether a path is a folder's, or the file itself."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def tier_of_path(path: str) -> str:
    """The tier of a file below tests/, by the longest entry of FOLDERS that fits."""
    return FOLDERS[max((folder for folder in FOLDERS if within(path, folder)), key=len)]


def tier_of(item: pytest.Item) -> str:
    """The first tier that runs this test."""
    named = [tier_of_path(place(item.path))]
    named += [FIXTURES[name] for name in getattr(item, "fixturenames", ()) if name in FIXTURES]
    named += [marker.args[0] for marker in item.iter_markers("tier")]
    return max(named, key=TIERS.index)


def runs_in(tier: str, chosen: str | None) -> bool:
    """Whether tests of a tier run when that one was chosen; without a choice all do."""
    return chosen is None or TIERS.index(tier) <= TIERS.index(chosen)


def turn(item: pytest.Item) -> int:
    """The place of a test's folder in the order of starting."""
    path = place(item.path)
    return next((at for at, start in enumerate(LONGEST_FIRST) if path.startswith(start)), len(LONGEST_FIRST))


def by_tier(values: Iterable[object], *, quick: int = 0, default: int = 0) -> list[Any]:
    """The values of a parametrized test: the first few in the tiers named, the others in the last tier only."""
    first = [(quick, "quick"), (default, "default")]
    return [
        pytest.param(
            value, marks=pytest.mark.tier(next((tier for count, tier in first if number < count), "all"))
        )
        for number, value in enumerate(values)
    ]


class Report:
    """Prints, at the end of a run, the tier, the time that it took and the slowest tests."""

    def __init__(self, tier: str | None, began: float) -> None:
        """`began` is when the command was given, in seconds since 1970."""
        self.tier = tier
        self.began = began
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a test's set-up, call or tear-down."""
        name = report.nodeid.partition("@")[0]  # pytest-xdist adds the group
        self.seconds[name] = self.seconds.get(name, 0) + report.duration

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The slowest first."""
        if not self.seconds:
            return
        slowest = sorted(self.seconds.items(), key=lambda found: -found[1])[:SLOWEST]
        terminalreporter.section(f"the {len(slowest)} slowest tests")
        for name, seconds in slowest:
            terminalreporter.line(f"{seconds:6.1f} s  {name}")
        minutes, seconds = divmod(round(time.time() - self.began), 60)
        terminalreporter.line(
            f"{self.tier or 'no'} tier: {len(self.seconds)} tests in {minutes} min {seconds:02} s"
        )
