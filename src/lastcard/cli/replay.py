"""`lastcard replay FILE`: replays a record and prints what happened, with the score."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from lastcard.rules.errors import LastcardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from lastcard.match import Match
    from lastcard.record import Header, ReplayStep
    from lastcard.record.narration import Narrator


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "replay",
        help="replay a record and print what happened",
        description="Replays a record (docs/notation.md) by the rules and prints what happened, in plain sentences. "
        "An illegal action ends it with exit status 2, naming line and rule.",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="the record; - reads standard input")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--json", action="store_true", help="print each event as a line of JSON (docs/events.md)"
    )
    shape.add_argument("--schema", action="store_true", help="print the JSON Schema of these lines")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Replay the file; LastcardError names file and line, after everything before it was printed."""
    from lastcard.record import RecordError

    if args.schema:
        from lastcard.rules.encode import schema
        from lastcard.rules.events import Event

        print(json.dumps(schema(Event), indent=2))
        return 0
    if args.file is None:
        args.parser.error("the following arguments are required: FILE")
    try:
        _replay(args)
    except RecordError as error:
        raise LastcardError(f"{args.file}: {error}") from None
    return 0


def _replay(args: argparse.Namespace) -> None:
    from lastcard.record import read_entries, replay_entries

    with open_record(args.file) as lines:
        header, entries = read_entries(lines)
        steps = replay_entries(header, entries)
        for line in _as_json(steps) if args.json else _as_words(header, steps):
            print(line)


def open_record(name: str) -> AbstractContextManager[TextIO]:
    """Open the record for reading; `-` is standard input."""
    if name == "-":
        return open(sys.stdin.fileno(), encoding="utf-8", closefd=False)
    return Path(name).open(encoding="utf-8")


def _as_json(steps: Iterable[ReplayStep]) -> Iterator[str]:
    """Every event as a line of JSON."""
    from lastcard.rules.encode import encode

    for step in steps:
        for event in step.events:
            yield json.dumps(encode(event), separators=(",", ":"))


def _as_words(header: Header, steps: Iterable[ReplayStep]) -> Iterator[str]:
    """The events in sentences, and the score after each round."""
    from lastcard.record import DealEntry, LeaveEntry
    from lastcard.record.narration import Narrator

    narrator, number, step = Narrator(header.names), 0, None
    yield _title(header)
    for draw in header.draws:
        yield f"For the deal {', '.join(f'{narrator.who(seat)} draws {card}' for seat, card in draw)}."
    for step in steps:
        if isinstance(step.entry, DealEntry):
            number += 1
            yield f"\nRound {number}"
        if isinstance(step.entry, LeaveEntry) and not step.events:
            yield f"{narrator.who(step.entry.seat)} leaves the match."
        yield from filter(None, map(narrator.sentence, step.events))
        if step.round is not None and step.round.over and step.events:
            yield from _score(narrator, step.match)
    if step is None:
        yield "No round was played."
    elif step.round is not None and not step.round.over:
        yield f"The record ends here: the round is not over, {narrator.who(step.round.turn or 0)} is on turn."


def _title(header: Header) -> str:
    rules = header.rules
    differences = ", ".join(f"{name} {value}" for name, value in rules.differences().items())
    date = f"{header.date}: " if header.date else ""
    return f"{date}{rules.edition}, {rules.players} players{f', with {differences}' if differences else ''}."


def _score(narrator: Narrator, match: Match) -> Iterator[str]:
    """The points of the round and the standing of the match."""
    teams = match.rules.teams

    def side(number: int) -> str:
        return narrator.all_of(teams[number]) if teams else narrator.who(number)

    given = match.rounds[-1]
    if given:
        yield f"Points: {'; '.join(f'{side(who)} {points}' for who, points in given)}."
    else:
        yield "The round is not scored."
    yield f"Score: {'; '.join(f'{side(who)} {total}' for who, total in match.scores)}."
    if match.eliminated:
        yield f"Out of the match: {narrator.all_of(match.eliminated)}."
    if match.winner is not None:
        yield f"{side(match.winner)} {'win' if teams else 'wins'} the match."
