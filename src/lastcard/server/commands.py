"""What people ask of a table, decided: a state and a wish in, events out, or `RefusedError` and nothing changed.

Pure but for chance, which comes in as a function; who asks has been made sure of before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from lastcard.rules import actions as act
from lastcard.rules.cards import Card
from lastcard.rules.deal import begin
from lastcard.rules.decide import decide
from lastcard.rules.errors import NotationError
from lastcard.rules.leave import leave as leave_round
from lastcard.rules.reasons import IllegalAction, sentence
from lastcard.server.errors import EndedTableError, FullTableError, RefusedError
from lastcard.server.state import Event, Kind, MatchBegan, SeatLeft, SeatTaken, TableOpened, TableState, fold

if TYPE_CHECKING:
    from lastcard.rules.round import Round
    from lastcard.rules.ruleset import Ruleset

Events = tuple[Event, ...]
Shuffle = Callable[[tuple[Card, ...]], tuple[Card, ...]]

BOT_NAMES: Final = ("Ada", "Bao", "Caro", "Dov", "Esra", "Finn", "Gita", "Hugo", "Ines", "Juno")
"""What bots are called, by seat."""

UNTIMED: Final = (act.Catch, act.SayUno, act.Jump, act.Report, act.Uphold, act.Dismiss, act.Done, act.Failed)
"""Calls and votes: they answer something that just happened, so they may have seen an older version."""


def proof_of(token: str) -> str:
    """The hash by which a token is known again."""
    return hashlib.sha256(token.encode()).hexdigest()


def open_table(
    rules: Ruleset, name: str, token: str, shuffle: Shuffle, *, bots: bool, clock: int | None = None
) -> Events:
    """A new table with a person on seat 0; with bots the others are filled and the cards dealt at once.

    The last seat deals, so that the person sits to the dealer's left and acts first where the rules allow (S4).
    """
    opened = (TableOpened(rules, bots, clock), SeatTaken(0, name, proof_of(token)))
    if not bots:
        return opened
    return _started(_state(None, opened), opened, shuffle)


def join(state: TableState, name: str, token: str, shuffle: Shuffle) -> tuple[int, Events]:
    """A person takes an open seat, else a bot's, with its hand; when the last open seat is taken the cards are dealt.

    EndedTableError, FullTableError.
    """
    if state.over:
        raise EndedTableError
    free = state.seats_of(Kind.OPEN) or _bots_in_match(state)
    if not free:
        raise FullTableError
    taken: Events = (SeatTaken(free[0], name, proof_of(token)),)
    after = _state(state, taken)
    if state.match is None and not after.seats_of(Kind.OPEN):
        taken = _started(after, taken, shuffle)
    return free[0], taken


def do_action(state: TableState, seat: int, text: str, seen: int, shuffle: Shuffle) -> Events:
    """An action in the notation, by who saw version `seen`: the events of the rules."""
    try:
        action = act.parse_action(text)
    except NotationError as error:
        raise RefusedError("bad", f"{error}.") from None
    if state.round is None:
        raise RefusedError("illegal", "The cards have not been dealt yet.")
    least = state.began if isinstance(action, UNTIMED) else state.version
    if not least <= seen <= state.version:
        raise RefusedError("stale", "The table has moved on since: look again.")
    return carry_out(state.round, seat, action, shuffle)


def carry_out(round_: Round, seat: int, action: act.Action, shuffle: Shuffle) -> Events:
    """The events of an action; RefusedError `illegal` with the rule that stands against it."""
    try:
        return decide(round_, seat, action, shuffle)
    except IllegalAction as error:
        raise RefusedError("illegal", sentence(error.reason), error.reason.rule) from None


def next_round(state: TableState, seen: int, shuffle: Shuffle) -> Events:
    """Deal the next round; before the first one, bots fill the open seats."""
    _current(state, seen)
    if state.match is None:
        return _started(state, (), shuffle)
    if state.match.over:
        raise EndedTableError
    if not state.between:
        raise RefusedError("illegal", "The round is still being played.")
    return _deal(state, shuffle)


def rematch(state: TableState, seen: int, shuffle: Shuffle) -> Events:
    """A new match with the same rules; who dealt next would deal first, and bots take the seats of those who left."""
    _current(state, seen)
    if state.match is None or not state.match.over:
        raise RefusedError("illegal", "The match is not over yet.")
    filled = _filled(state, (Kind.OPEN, Kind.GONE))
    events: Events = (*filled, MatchBegan(state.match.dealer))
    return events + _deal(_state(state, events), shuffle)


def leave(state: TableState, seat: int, shuffle: Shuffle) -> Events:
    """A person goes: a bot takes the seat, or, where bots are off, the cards go under the pile (V14)."""
    if state.match is None:
        return (SeatLeft(seat),)
    if state.bots or state.match.over or seat not in state.match.seats:
        return (SeatTaken(seat, BOT_NAMES[seat]),)
    if state.round is None or state.round.over or seat not in state.round.table.seats:
        return (SeatLeft(seat),)
    # the round first: where it ends before the seat has left it, the match must still hear of it
    return (*leave_round(state.round, seat, shuffle), SeatLeft(seat))


def _bots_in_match(state: TableState) -> tuple[int, ...]:
    """The bots' seats, those still in the match first."""
    bots = state.seats_of(Kind.BOT)
    playing = state.match.seats if state.match else bots
    return tuple(sorted(bots, key=lambda seat: seat not in playing))


def _current(state: TableState, seen: int) -> None:
    if seen != state.version:
        raise RefusedError("stale", "The table has moved on since: look again.")


def _filled(state: TableState, kinds: tuple[Kind, ...]) -> Events:
    return tuple(SeatTaken(i, BOT_NAMES[i]) for i, seat in enumerate(state.seats) if seat.kind in kinds)


def _started(state: TableState, so_far: Events, shuffle: Shuffle) -> Events:
    """What has happened so far, then bots on the open seats, the match and the first deal."""
    events: Events = (*_filled(state, (Kind.OPEN,)), MatchBegan(state.rules.players - 1))
    return so_far + events + _deal(_state(state, events), shuffle)


def _deal(state: TableState, shuffle: Shuffle) -> Events:
    if state.match is None:
        raise ValueError("cards are dealt in a match")
    return begin(state.rules, state.match.dealer, shuffle(state.rules.cards), shuffle, state.match.seats)


def _state(state: TableState | None, events: Events) -> TableState:
    for event in events:
        state = fold(state, event)
    if state is None:
        raise ValueError("a table needs an event")
    return state
