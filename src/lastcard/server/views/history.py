"""The history of a table, read from its log: its matches and rounds, and each as a record (docs/notation.md).

A round is shown once it is over; of one that is being played there is nothing here but its number.
"""

from __future__ import annotations

import json
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


class PlayedRound:
    """A round: its number at this table, the match before and (once it is over) after it, and what happened.

    `left_at_end` is who left when the last card was being settled, which ended it; `proof` what its deal is proved with.
    """

    def __init__(self, number: int, before: Match, names: tuple[str, ...]) -> None:
        self.number = number
        self.before = before
        self.names = names
        self.after: Match | None = None
        self.out: int | None = None
        self.left_at_end: int | None = None
        self.proof: Proof | None = None
        self._events: list[RoundEvent] = []
        self._entries: tuple[RecordEntry, ...] | None = None

    def add(self, event: RoundEvent, state: TableState) -> None:
        """What happened in it, and the table after that."""
        self._events.append(event)
        if state.round is not None and state.round.over:
            self.after, self.out, self.names = state.match, state.round.out, _names(state)

    def end_by_leaving(self, seat: int) -> None:
        """It ended because this seat left."""
        self.left_at_end = seat

    def prove(self, proof: Proof) -> None:
        """Its deal was opened."""
        self.proof = proof

    def entries(self) -> tuple[RecordEntry, ...]:
        """The entries of its record; kept once its deal is opened, when they do not change any more."""
        if self._entries is not None:
            return self._entries
        try:
            found = tuple(entries_from_events(self.before, self._events, self.proof, self.left_at_end))
        except UnexplainedEventsError as error:
            raise RefusedError("no-record", {"why": str(error)}) from error
        if self.proof is not None:
            self._entries = found
        return found


class PlayedMatch:
    """A match: its number at this table, its parts in order (rounds, and seats that left between them), its end."""

    def __init__(self, number: int, began: MatchBegan, match: Match, names: tuple[str, ...]) -> None:
        self.number = number
        self.began = began
        self.match = match
        self.names = names
        self.parts: list[PlayedRound | int] = []

    @property
    def rounds(self) -> list[PlayedRound]:
        """The rounds that are over."""
        return [part for part in self.parts if isinstance(part, PlayedRound) and part.after is not None]

    def update(self, match: Match, names: tuple[str, ...]) -> None:
        """The match and who plays it, as they are now."""
        self.match, self.names = match, names

    def leave(self, before: TableState, seat: int) -> None:
        """Somebody left: in a round, whose own event says so, or between two (V14)."""
        last = self.parts[-1] if self.parts else None
        if isinstance(last, PlayedRound) and last.after is not None and before.moved == before.version:
            last.end_by_leaving(seat)
        if before.match is not None and before.between and seat in before.match.seats:
            self.parts.append(seat)


class TableHistory:
    """All that happened at a table; `playing` is the number of the round that is being played."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self.matches: list[PlayedMatch] = []
        self.table: list[tuple[int, TableEvent]] = []
        self.playing: int | None = None

    def follow(self, before: TableState | None, event: Event, state: TableState) -> None:
        """An event, and the table before and after it."""
        if isinstance(event, TableEvent):
            if not isinstance(event, DealEvent):
                self.table.append((state.version, event))
            if before is not None:
                self._follow_table(before, event, state)
        elif self.matches and before is not None:
            self._follow_round(before, event, state)
        over = before is not None and before.match is not None and before.match.over
        if self.matches and state.match is not None and not over:
            self.matches[-1].update(state.match, _names(state))

    def _follow_table(self, before: TableState, event: TableEvent, state: TableState) -> None:
        match event:
            case MatchBegan() if state.match is not None:
                self.matches.append(PlayedMatch(len(self.matches) + 1, event, state.match, _names(state)))
            case SeatLeft(seat) if before.match is not None and self.matches:
                self.matches[-1].leave(before, seat)
            case DealVoided() if before.deal is not None and before.deal.dealt:
                self._forget_round(state)
            case _:
                self._prove_round(state)

    def _prove_round(self, state: TableState) -> None:
        """The latest round gets its proof when its deal is opened."""
        proof = proof_of_deal(state)
        for latest in self.matches[-1].rounds[-1:] if self.matches else ():
            if proof is not None and latest.number == proof.number:
                latest.prove(proof)

    def _forget_round(self, state: TableState) -> None:
        """A void round was never played, but who left during it has left the match."""
        if not self.matches or not self.matches[-1].parts:
            return
        void = self.matches[-1].parts.pop()
        self.playing = None
        if isinstance(void, PlayedRound) and state.match is not None:
            left = [seat for seat in void.before.seats if seat not in state.match.seats]
            self.matches[-1].parts.extend(left)
        if state.idle and not self.matches[-1].parts:
            self.matches.pop()

    def _follow_round(self, before: TableState, event: RoundEvent, state: TableState) -> None:
        parts = self.matches[-1].parts
        if before.round is None or before.round.over:
            if before.match is None:
                return
            parts.append(PlayedRound(state.numbered, before.match, _names(state)))
            self.playing = state.numbered
        latest = parts[-1]
        if not isinstance(latest, PlayedRound):
            return
        latest.add(event, state)
        if latest.after is not None:
            self.playing = None


class HistoryReader:
    """The history of a table, read on as its log grows: no line is read twice. For any threads, one at a time."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._history = TableHistory()
        self._state: TableState | None = None
        self._read = 0
        self._lock = Lock()

    def query(self, bodies: Sequence[str], ask: Callable[[TableHistory], _Result]) -> _Result:
        """What `ask` makes of the history in these lines of the log, all of them from the first on.

        LastcardError if one of them cannot be read.
        """
        with self._lock:
            for body in bodies[self._read :]:
                event = read_event(json.loads(body))
                before, self._state = self._state, fold(self._state, event)
                self._read += 1
                self._history.follow(before, event, self._state)
            return ask(self._history)


def read_history(bodies: Iterable[str]) -> TableHistory:
    """The history in the lines of a log; LastcardError if one of them cannot be read."""
    return HistoryReader().query(tuple(bodies), lambda history: history)


def _names(state: TableState) -> tuple[str, ...]:
    return tuple(seat.name for seat in state.seats)


# As data.


def history_data(history: TableHistory) -> Json:
    """What anybody may know: every match with its rounds that are over, and what else happened at the table."""
    return {
        "matches": [_match_data(played) for played in history.matches],
        "playing": history.playing,
        "table": [
            {"v": version, "e": event_data(event, None)}
            for version, event in history.table
            if not isinstance(event, TableOpened) and event_data(event, None)["t"] != "hidden"
        ],
    }


def _match_data(played: PlayedMatch) -> Json:
    match = played.match
    return {
        "number": played.number,
        "rules": rules_data(match.rules),
        "names": list(played.names),
        "dealer": played.began.dealer,
        "scores": [points for _, points in match.scores],
        "winner": match.winner,
        "eliminated": list(match.eliminated),
        "left": list(match.left),
        "over": match.over,
        "rounds": [_round_data(round_) for round_ in played.rounds],
    }


def _round_data(played: PlayedRound) -> Json:
    after = played.after or played.before
    return {
        "number": played.number,
        "dealer": played.before.dealer,
        "seats": list(played.before.seats),
        "out": played.out,
        "points": {str(who): gained for who, gained in after.rounds[-1]},
        "scores": [total for _, total in after.scores],
    }


# As records.


def round_record(history: TableHistory, number: int) -> str:
    """The record of one round; RefusedError `playing` before its end, `unknown` if there is no such round.

    It is a match of its own, from which those had gone who were not in the round.
    """
    found = next((r for m in history.matches for r in m.rounds if r.number == number), None)
    if found is None:
        if number == history.playing:
            raise RefusedError("round-on")
        raise RefusedError("no-such-round")
    absent = tuple(
        LeaveEntry(seat) for seat in range(found.before.rules.players) if seat not in found.before.seats
    )
    header = Header(found.before.rules, found.before.dealer, names=_printable(found.names))
    return write_record(Record(header, (*absent, *found.entries())))


def match_record(history: TableHistory, number: int) -> str:
    """The record of a match, as far as its rounds are over; RefusedError `playing` before the first one is, `unknown`."""
    found = next((m for m in history.matches if m.number == number), None)
    if found is None:
        raise RefusedError("no-such-match")
    if not found.rounds:
        raise RefusedError("first-round-on")
    header = Header(found.match.rules, found.began.dealer, found.began.draws, _printable(found.names))
    return write_record(Record(header, tuple(_entries(found))))


def _entries(played: PlayedMatch) -> Iterator[RecordEntry]:
    """The rounds that are over, and who left between them."""
    for part in played.parts:
        if isinstance(part, int):
            yield LeaveEntry(part)
        elif part.after is not None:
            yield from part.entries()


def _printable(names: tuple[str, ...]) -> dict[int, str]:
    return {seat: name for seat, name in enumerate(names) if name and name.isprintable()}
