"""For all tests: `--tier` chooses what runs (tests/tiers.py), and the slowest tests are named at the end.

A skipped test fails the run, unless tests/allowed_skips.txt names it with a reason. In CI a test of whole programs that
failed has a second try, and more than a few that needed one fail the run.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests import tiers

ALLOWED_SKIPS = Path(__file__).with_name("allowed_skips.txt")

PROGRAMS = ("e2e/", "rooms/server/", "rooms/cli/", "proof/", "docs/")
"""The folders of tests that drive programs and browsers, which a machine may starve at the wrong moment. Rules have one try."""
MAX_SECOND_TRIES = 3


class SecondTries:
    """Counts the tests that passed at their second try only; many of them are a fault of their own."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test failed and will be tried again."""
        if str(report.outcome) == "rerun":  # pytest-rerunfailures adds it to pytest's own
            self.found[report.nodeid] = None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A run with many of them has failed."""
        if len(self.found) > MAX_SECOND_TRIES and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name them."""
        if self.found:
            many = len(self.found) > MAX_SECOND_TRIES
            leave = f"; at most {MAX_SECOND_TRIES} may be" if many else ""
            terminalreporter.section(f"tried a second time{leave}", red=many, yellow=not many)
            for nodeid in self.found:
                terminalreporter.line(nodeid)


class SkipGuard:
    """Collects what was skipped or expected to fail; runs in the process that reports, not in xdist's workers."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self.allowed = allowed
        self.found: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test was skipped, or failed as expected (pytest reports that as skipped, too)."""
        if report.skipped:
            self._note(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A whole module was skipped."""
        if report.skipped:
            self._note(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A run with a skip that nobody allowed has failed."""
        if self.found and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name them."""
        if self.found:
            terminalreporter.section("skipped without leave (tests/allowed_skips.txt)", red=True)
            for nodeid in self.found:
                terminalreporter.line(nodeid)

    def _note(self, nodeid: str) -> None:
        if not nodeid.startswith(self.allowed):
            self.found[nodeid] = None


def read_allowed_skips(text: str) -> tuple[str, ...]:
    """The beginnings of test ids that `text` allows; a line without a reason is an error."""
    allowed = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        beginning, _, reason = (part.strip() for part in line.partition(" # "))
        if not beginning or not reason:
            raise pytest.UsageError(
                f"{ALLOWED_SKIPS.name}:{number}: `beginning of the id # reason` is wanted"
            )
        allowed.append(beginning)
    return tuple(allowed)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--tier quick`, as run.py passes it on."""
    parser.addoption("--tier", choices=tiers.TIERS, help="run the tests of this tier and those before it")


def pytest_configure(config: pytest.Config) -> None:
    """Watch for skips, second tries and slow tests."""
    if not hasattr(config, "workerinput"):
        allowed = read_allowed_skips(ALLOWED_SKIPS.read_text(encoding="utf-8"))
        config.pluginmanager.register(SkipGuard(allowed), "lastcard-skip-guard")
        config.pluginmanager.register(SecondTries(), "lastcard-second-tries")
        began = float(os.environ.pop("LASTCARD_TEST_BEGAN", time.time()))
        config.pluginmanager.register(tiers.Report(config.getoption("tier"), began), "lastcard-tier-report")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files alone that have no test in the chosen tier."""
    chosen: str | None = config.getoption("tier")
    if collection_path.suffix == ".py" and not tiers.runs_in(
        tiers.tier_of_path(tiers.place(collection_path)), chosen
    ):
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the chosen tier, those that take long first; in CI tests of programs have a second try."""
    chosen: str | None = config.getoption("tier")
    left = [item for item in items if not tiers.runs_in(tiers.tier_of(item), chosen)]
    if left:
        config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if tiers.runs_in(tiers.tier_of(item), chosen)]
    if chosen is not None:
        items.sort(key=tiers.turn)
    if not os.environ.get("CI"):
        return
    for item in items:
        if item.path.relative_to(ALLOWED_SKIPS.parent).as_posix().startswith(PROGRAMS):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def in_full(pytestconfig: pytest.Config) -> bool:
    """Whether a test of many repetitions does all of them: in every tier but the first two."""
    return pytestconfig.getoption("tier") in {None, "all"}
