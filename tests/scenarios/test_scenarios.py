"""Every scenario of tests/conformance and tests/scenarios holds, each as a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastcard.record.conformance import run_scenario
from lastcard.record.scenario import Scenario, read_scenarios

TESTS = Path(__file__).parents[1]
OURS, GIVEN = TESTS / "scenarios", TESTS / "conformance"
ORIGINAL = TESTS.parents[1] / "shared" / "conformance"
"""Where the scenarios of tests/conformance come from; not everybody has it."""
SCENARIOS = read_scenarios([GIVEN, OURS])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_it_holds(scenario: Scenario) -> None:
    """The rules do what the scenario says."""
    assert [str(mismatch) for mismatch in run_scenario(scenario)] == []


def test_the_given_scenarios_are_as_they_were_given() -> None:
    """Our copy has the same files with the same bytes, where the originals are at hand."""
    if ORIGINAL.is_dir():
        assert content(GIVEN) == content(ORIGINAL)


def content(folder: Path) -> dict[str, bytes]:
    """The bytes of each file of the folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
