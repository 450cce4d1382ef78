"""The history of a table, read from its log: its matches and rounds, and each as a record (docs/notation.md).

A round is told once it is over, and not before: of one that is being played there is nothing here but its number.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from lastcard.record import Header, LeaveEntry, Record, write_record
from lastcard.record.from_events import UnexplainedEventsError, entries_from_events
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import (
    DealEvent,
    DealVoided,
    MatchBegan,
    SeatLeft,
    TableEvent,
    TableOpened,
    read_event,
)
from lastcard.server.model.state import TableState, fold
from lastcard.server.views.deal_chain import proof_of_deal
from lastcard.server.views.visible import event_data, rules_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lastcard.dealing import Proof
    from lastcard.match import Match
    from lastcard.record import RecordEntry
    from lastcard.rules.events import Event as RoundEvent
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json

_Result = TypeVar("_Result")


@dataclass(slots=True)
class PlayedRound:
    """A round: its number at this table, the match before and (once it is over) after it, and what happened.

    `gone` is who left when the last card was being settled, which ended it; `entries` are those of its record, once
    they were asked for after its deal was opened.
    """

    number: int
    before: Match
    names: tuple[str, ...]
    events: list[RoundEvent] = field(default_factory=list)
    after: Match | None = None
    out: int | None = None
    gone: int | None = None
    proof: Proof | None = None
    entries: tuple[RecordEntry, ...] | None = None


@dataclass(slots=True)
class PlayedMatch:
    """A match: its number at this table, its parts in order (rounds, and seats that left between them), its end."""

    number: int
    began: MatchBegan
    match: Match
    names: tuple[str, ...]
    parts: list[PlayedRound | int] = field(default_factory=list)

    @property
    def rounds(self) -> list[PlayedRound]:
        """The rounds that are over."""
        return [part for part in self.parts if isinstance(part, PlayedRound) and part.after is not None]


@dataclass(slots=True)
class TableHistory:
    """All that happened at a table."""

    matches: list[PlayedMatch] = field(default_factory=list)
    table: list[tuple[int, TableEvent]] = field(default_factory=list)
    playing: int | None = None


class HistoryReader:
    """The history of a table, read on as its log grows: no line is read twice. For any threads, one at a time."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._history = TableHistory()
        self._state: TableState | None = None
        self._read = 0
        self._lock = Lock()

    def tell(self, bodies: Sequence[str], tell: Callable[[TableHistory], _Result]) -> _Result:
        """What `tell` makes of the history that these lines of the log tell, all of them from the first on.

        LastcardError if one of them cannot be read.
        """
        with self._lock:
            for body in bodies[self._read :]:
                event = read_event(json.loads(body))
                before, self._state = self._state, fold(self._state, event)
                self._read += 1
                _tell(self._history, before, event, self._state)
            return tell(self._history)


def read_history(bodies: Iterable[str]) -> TableHistory:
    """The history that the lines of a log tell; LastcardError if one of them cannot be read."""
    return HistoryReader().tell(tuple(bodies), lambda history: history)


def _tell(history: TableHistory, before: TableState | None, event: Event, state: TableState) -> None:
    if isinstance(event, TableEvent):
        if not isinstance(event, DealEvent):
            history.table.append((state.version, event))
        if before is not None:
            _of_the_table(history, before, event, state)
    elif history.matches and before is not None:
        _of_a_round(history, before, event, state)
    over = before is not None and before.match is not None and before.match.over
    if history.matches and state.match is not None and not over:
        history.matches[-1].match = state.match
        history.matches[-1].names = _names(state)


def _of_the_table(history: TableHistory, before: TableState, event: TableEvent, state: TableState) -> None:
    match event:
        case MatchBegan() if state.match is not None:
            history.matches.append(PlayedMatch(len(history.matches) + 1, event, state.match, _names(state)))
        case SeatLeft(seat) if before.match is not None and history.matches:
            _leave(history.matches[-1], before, seat)
        case DealVoided() if before.deal is not None and before.deal.dealt:
            _forget_round(history, state)
        case _:
            _open_proof(history, state)


def _leave(told: PlayedMatch, before: TableState, seat: int) -> None:
    """Somebody left: in a round, which tells it itself, or between two (V14)."""
    last = told.parts[-1] if told.parts else None
    if isinstance(last, PlayedRound) and last.after is not None and before.moved == before.version:
        last.gone = seat
    if before.match is not None and before.between and seat in before.match.seats:
        told.parts.append(seat)


def _open_proof(history: TableHistory, state: TableState) -> None:
    """The latest round gets its proof when its deal is opened."""
    proof = proof_of_deal(state)
    for told in history.matches[-1].rounds[-1:] if history.matches else ():
        if proof is not None and told.number == proof.number:
            told.proof = proof


def _forget_round(history: TableHistory, state: TableState) -> None:
    """A void round was never played, but who left during it has left the match."""
    if not history.matches or not history.matches[-1].parts:
        return
    told = history.matches[-1].parts.pop()
    history.playing = None
    if isinstance(told, PlayedRound) and state.match is not None:
        left = [seat for seat in told.before.seats if seat not in state.match.seats]
        history.matches[-1].parts.extend(left)
    if state.idle and not history.matches[-1].parts:
        history.matches.pop()


def _of_a_round(history: TableHistory, before: TableState, event: RoundEvent, state: TableState) -> None:
    parts = history.matches[-1].parts
    if before.round is None or before.round.over:
        if before.match is None:
            return
        parts.append(PlayedRound(state.numbered, before.match, _names(state)))
        history.playing = state.numbered
    told = parts[-1]
    if not isinstance(told, PlayedRound):
        return
    told.events.append(event)
    if state.round is not None and state.round.over:
        told.after, told.out, told.names = state.match, state.round.out, _names(state)
        history.playing = None


def _names(state: TableState) -> tuple[str, ...]:
    return tuple(seat.name for seat in state.seats)


# As data.


def history_data(history: TableHistory) -> Json:
    """What anybody may know: every match with its rounds that are over, and what else happened at the table."""
    return {
        "matches": [_match_data(told) for told in history.matches],
        "playing": history.playing,
        "table": [
            {"v": version, "e": event_data(event, None)}
            for version, event in history.table
            if not isinstance(event, TableOpened) and event_data(event, None)["t"] != "hidden"
        ],
    }


def _match_data(told: PlayedMatch) -> Json:
    match = told.match
    return {
        "number": told.number,
        "rules": rules_data(match.rules),
        "names": list(told.names),
        "dealer": told.began.dealer,
        "scores": [points for _, points in match.scores],
        "winner": match.winner,
        "eliminated": list(match.eliminated),
        "left": list(match.left),
        "over": match.over,
        "rounds": [_round_data(round_) for round_ in told.rounds],
    }


def _round_data(told: PlayedRound) -> Json:
    after = told.after or told.before
    return {
        "number": told.number,
        "dealer": told.before.dealer,
        "seats": list(told.before.seats),
        "out": told.out,
        "points": {str(who): gained for who, gained in after.rounds[-1]},
        "scores": [total for _, total in after.scores],
    }


# As records.


def round_record(history: TableHistory, number: int) -> str:
    """The record of one round; RefusedError `playing` before its end, `unknown` if there is no such round.

    It is a match of its own, from which those had gone who were not in the round.
    """
    told = next((r for m in history.matches for r in m.rounds if r.number == number), None)
    if told is None:
        if number == history.playing:
            raise RefusedError("round-on")
        raise RefusedError("no-such-round")
    absent = tuple(
        LeaveEntry(seat) for seat in range(told.before.rules.players) if seat not in told.before.seats
    )
    header = Header(told.before.rules, told.before.dealer, names=_printable(told.names))
    return write_record(Record(header, (*absent, *_retold(told))))


def match_record(history: TableHistory, number: int) -> str:
    """The record of a match, as far as its rounds are over; RefusedError `playing` before the first one is, `unknown`."""
    told = next((m for m in history.matches if m.number == number), None)
    if told is None:
        raise RefusedError("no-such-match")
    if not told.rounds:
        raise RefusedError("first-round-on")
    header = Header(told.match.rules, told.began.dealer, told.began.draws, _printable(told.names))
    return write_record(Record(header, tuple(_entries(told))))


def _entries(told: PlayedMatch) -> Iterator[RecordEntry]:
    """The rounds that are over, and who left between them."""
    for part in told.parts:
        if isinstance(part, int):
            yield LeaveEntry(part)
        elif part.after is not None:
            yield from _retold(part)


def _retold(told: PlayedRound) -> tuple[RecordEntry, ...]:
    if told.entries is not None:
        return told.entries
    try:
        entries = tuple(entries_from_events(told.before, told.events, told.proof, told.gone))
    except UnexplainedEventsError as error:
        raise RefusedError("no-record", {"why": str(error)}) from error
    if told.proof is not None:
        told.entries = entries
    return entries


def _printable(names: tuple[str, ...]) -> dict[int, str]:
    return {seat: name for seat, name in enumerate(names) if name and name.isprintable()}
