"""`lastcard conform PATH…`: runs conformance scenarios."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from lastcard.cli import ExitCode

if TYPE_CHECKING:
    import argparse


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "conform",
        help="run conformance scenarios",
        description="Runs conformance scenarios and prints a line for each that fails; exit status 1 if any fails.",
    )
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=Path, help="a YAML file, or a folder of them"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run all scenarios: 0 if all pass, 1 if any fails. ScenarioError, before the first runs, for a malformed file."""
    from lastcard.record.conformance import run_scenario
    from lastcard.record.scenario import read_scenarios

    scenarios = read_scenarios(args.paths)
    failed = 0
    for scenario in scenarios:
        mismatches = run_scenario(scenario)
        if mismatches:
            failed += 1
            sys.stdout.write(f"{scenario.name}: {'; '.join(map(str, mismatches))}\n")
    sys.stdout.write(f"{len(scenarios) - failed} passed, {failed} failed\n")
    return ExitCode.CHECK_FAILED if failed else ExitCode.SUCCESS
