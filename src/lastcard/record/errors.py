"""Errors in records: a code for programs and an English message with parameters in braces for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.rules.errors import LastcardError
from lastcard.rules.reasons import filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastcard.rules.errors import RulesError

RECORD_ERRORS: Final[Mapping[str, str]] = {
    # a single line
    "record-line-long": "a line has at most {most} characters, this has {number}",
    "record-ends": "the record ends too early",
    "record-number": "a number is needed, not '{given}'",
    "record-notation": "{why}",
    # the header
    "record-empty": "the file is empty; a record begins with '{first}'",
    "record-version": "this program reads version {number}, not '{given}'",
    "record-first": "a record begins with '{first}'",
    "record-twice": "{key} stands twice, first in line {number}",
    "record-header": "'{given}' does not stand in a header: {known}",
    "record-lacks": "the header does not say {key}",
    "record-dealer": "the header says either dealer or, line by line, draw (S2)",
    "record-seat": "{number} is no seat at a table of {players}: its seats are written 0 to {last}",
    "record-draw": "write {form}, not '{given}'",
    "record-json": "a written rule is JSON: {why}",
    "record-name": "a name is printable and not empty",
    "record-date": "a date such as {form} is needed, not '{given}'",
    # rounds: notation
    "record-alone": "'round' stands alone, not with '{given}'",
    "record-entry": "'{given}' does not stand here: write {form}",
    "record-hand-twice": "hand {number} is dealt twice",
    "record-hands": "after 'round' come the hands, then the pile: {form}",
    "record-unseen": "a record knows all cards: {given} does not stand in it",
    "record-proof-lacks": "the proof of the deal does not say {key}",
    "record-proof": "{key}: {why}",
    "record-proof-seat": "contribution: a seat from 0 to 9 is needed, not '{given}'",
    # rounds: play
    "record-early": "a round begins before the last one is over",
    "record-between": "no round is under way",
    "record-left": "{why}",
    "record-over": "the match is over",
    "record-seats": "hands are dealt to the seats in the match: {seats}",
    "record-hand": "hand {number} has {cards} cards, not {size}",
    "record-too-many": "{card} is dealt more often than it is in the deck of {cards}",
    "record-too-few": "{card} of the deck of {cards} is not dealt",
    "record-play": "{why}",
    "record-drawn": "each player draws a card of the deck for the deal",
    "record-equal": "the highest cards drawn for the deal are equal: they draw again",
    "record-drawers": "those who draw for the deal are not those who should: {draws}",
    "record-no-order": "{cards} cards are shuffled here, but no '{form}' follows",
    "record-order": "these are not the {cards} cards that are shuffled here",
    "record-no-shuffle": "nothing more is shuffled here",
    # requests for a part of it
    "record-round": "there is no round {number} in this record of {rounds}",
    "record-long": "a record of more than {most} acts is too long to be shown",
    "record-none": "there is no round in this record",
}


class RecordError(LastcardError):
    """A record that cannot be read or played; `line` is the line's number, `rule` the id of the rule that it breaks, if any.

    `code` and `params` are for callers that show it in other words: a key of `RECORD_ERRORS`, or a code of RulesError.
    """

    def __init__(
        self, line: int, why: str, rule: str | None, code: str, params: Mapping[str, str | int]
    ) -> None:
        self.line = line
        self.why = why
        self.rule = rule
        self.code = code
        self.params = params
        super().__init__(f"line {line}: {why}" + (f" ({rule})" if rule else ""))


def record_error(line: int, code: str, rule: str | None = None, **params: str | int) -> RecordError:
    """Return the error with this code for this line, with the message of `RECORD_ERRORS`."""
    return RecordError(line, filled(RECORD_ERRORS[code], params), rule, code, params)


def seat_error(line: int, seat: int, players: int) -> RecordError:
    """Return the error for a seat that does not exist; in a record seats count from 0."""
    return record_error(line, "record-seat", number=seat, players=players, last=players - 1)


def rules_error(line: int, error: RulesError, where: str) -> RecordError:
    """Return the error for impossible rules: the reason that the rules give, with the line."""
    return RecordError(
        line, f"{where}: {error.why}", error.rule, error.code, {"where": where, **error.params}
    )
