"""Every scenario of tests/conformance and tests/scenarios holds, each as a test of its own."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from lastcard.record.conformance import run_scenario
from lastcard.record.scenario import Scenario, read_scenarios

TESTS = Path(__file__).parents[1]
OURS, GIVEN = TESTS / "scenarios", TESTS / "conformance"
GIVEN_DIGEST = "1080bbb8403d1d95a42b8e3e97928b81a4e5673f99aaf7d75e9646e37bec1a13"
"""SHA-256 of the scenarios of tests/conformance, which were given and are not edited here; a new edition brings a new digest."""
SCENARIOS = read_scenarios([GIVEN, OURS])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_it_holds(scenario: Scenario) -> None:
    """The rules do what the scenario says."""
    assert [str(mismatch) for mismatch in run_scenario(scenario)] == []


def test_the_given_scenarios_are_as_they_were_given() -> None:
    """The files of tests/conformance have the names and bytes with which their edition was given."""
    digest = hashlib.sha256()
    for file in sorted(path for path in GIVEN.rglob("*") if path.is_file()):
        digest.update(f"{file.relative_to(GIVEN).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    assert digest.hexdigest() == GIVEN_DIGEST
