"""What a table is: its seats, its match, its round, folded from the events of its log.

The log holds the table's own events (below) and the events of the rounds in one order, versions 1, 2, …;
`fold` writes each down, decides nothing, and knows no time. Of a seat's token only a hash is ever stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import TypeAlias

from lastcard.match import Match, leave, new_match, record, round_result
from lastcard.rules import events as rules_events
from lastcard.rules.evolve import evolve
from lastcard.rules.round import Round
from lastcard.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table with these rules was opened; all seats are open.

    `bots` says whether bots fill open seats and take the place of who leaves (V14); `clock` are the seconds
    that a person has for an act (V12), None for as long as they like.
    """

    rules: Ruleset
    bots: bool
    clock: int | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person (with the hash of their token) or a bot (without) sits there from now on, with the hand of the seat."""

    seat: int
    name: str
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The person of the seat went away: it is open again, or, once cards were dealt, nobody takes it (V14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match began in which this seat deals first (S2, S5)."""

    dealer: int


TableEvent: TypeAlias = TableOpened | SeatTaken | SeatLeft | MatchBegan
Event: TypeAlias = TableEvent | rules_events.Event


class Kind(Enum):
    """Who sits on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: who sits there; `proof` is the hash of a person's token."""

    kind: Kind = Kind.OPEN
    name: str = ""
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after `version` events; `began` is the version with which the latest round began."""

    rules: Ruleset
    bots: bool
    clock: int | None
    seats: tuple[Seat, ...]
    match: Match | None = None
    round: Round | None = None
    version: int = 0
    began: int = 0

    @property
    def over(self) -> bool:
        """Whether the match is over, or everybody has left."""
        return (self.match is not None and self.match.over) or not self.seats_of(Kind.PERSON)

    @property
    def between(self) -> bool:
        """Whether the match goes on and no round is being played."""
        return self.match is not None and not self.match.over and (self.round is None or self.round.over)

    def seats_of(self, kind: Kind) -> tuple[int, ...]:
        """The seats of that kind."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.kind is kind)

    def holder(self, proof: str) -> int | None:
        """The seat whose token has this hash."""
        return next((i for i, seat in enumerate(self.seats) if seat.proof == proof), None)


def fold(state: TableState | None, event: Event) -> TableState:
    """The table after the event; the first event is `TableOpened`."""
    if isinstance(event, TableOpened):
        return TableState(event.rules, event.bots, event.clock, (Seat(),) * event.rules.players, version=1)
    if state is None:
        raise ValueError(f"the log of a table begins with TableOpened, not {type(event).__name__}")
    return replace(_after(state, event), version=state.version + 1)


def fold_all(state: TableState | None, events: tuple[Event, ...]) -> TableState | None:
    """The table after all the events."""
    return reduce(fold, events, state)


def _after(state: TableState, event: Event) -> TableState:
    match event:
        case TableOpened():
            raise ValueError("a table is opened once")
        case SeatTaken(seat, name, proof):
            return _seat(state, seat, Seat(Kind.BOT if proof is None else Kind.PERSON, name, proof))
        case SeatLeft(seat):
            gone = Seat() if state.match is None else Seat(Kind.GONE, state.seats[seat].name)
            return _left(_seat(state, seat, gone), seat)
        case MatchBegan(dealer):
            return replace(state, match=new_match(state.rules, dealer), round=None)
        case _:
            return _played(state, event)


def _seat(state: TableState, at: int, seat: Seat) -> TableState:
    return replace(state, seats=(*state.seats[:at], seat, *state.seats[at + 1 :]))


def _left(state: TableState, seat: int) -> TableState:
    """Between rounds the match itself is told; in a round its own event follows (V14)."""
    if state.between and state.match is not None and seat in state.match.seats:
        return replace(state, match=leave(state.match, seat))
    return state


def _played(state: TableState, event: rules_events.Event) -> TableState:
    before = state.round
    began = isinstance(event, rules_events.RoundBegan)
    after = evolve(None if began and (before is None or before.over) else before, event)
    match = state.match
    if after.over and (before is None or not before.over) and match is not None:
        match = record(match, round_result(after))
    return replace(state, round=after, match=match, began=state.version + 1 if began else state.began)
