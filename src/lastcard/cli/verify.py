"""`lastcard verify RECORD`: checks that a record's deals follow from the commitments made before them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from lastcard.cli import ExitCode
from lastcard.cli.replay import open_record
from lastcard.rules.errors import LastcardError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastcard.record.verify import Finding


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "verify",
        help="verify the deals of a record",
        description="Verifies the deals of a record (docs/deals.md): the commitment of each round, its link to the one "
        "before, the order of the cards and every later shuffle, and that all actions were legal. Prints line by line "
        "what holds and what does not.",
        epilog="exit codes: 0 everything that can be checked holds; 1 something does not, or the record has no proof",
    )
    parser.add_argument("file", metavar="RECORD", help="the record; - reads standard input")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify the file: 0 or 1. LastcardError names file and line of what cannot be read."""
    from lastcard.record import RecordError, read_record
    from lastcard.record.verify import verify

    try:
        with open_record(args.file) as lines:
            record = read_record(lines)
    except RecordError as error:
        raise LastcardError(f"{args.file}: {error}") from None
    wrong = _print_findings(verify(record))
    print()
    if wrong:
        print("The deals of this record are not shown to be right.")
        return ExitCode.CHECK_FAILED
    print(
        "Everything that can be checked holds. If the commitments are those that were shown before the cards were"
    )
    print(
        "dealt, then the cards were not changed. Whether anybody knew them cannot be shown (docs/deals.md)."
    )
    return 0


def _print_findings(findings: Iterable[Finding]) -> int:
    """Print the findings under their rounds; return how many fail."""
    number, wrong = 0, 0
    for found in findings:
        if found.number != number:
            number = found.number
            print(f"Round {number} of the record")
        print(f"  {found.verdict.value}: {found.text} (line {found.line})")
        wrong += found.verdict.fails
    return wrong
