"""How cards come to be dealt: people agree to the rules in force (H9), a match starts, its rounds, another match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.match import draw_for_dealer
from lastcard.server.decisions.checks import after_events, require_host, require_no_match, stale
from lastcard.server.model.errors import EndedTableError, RefusedError
from lastcard.server.model.events import DealCalled, MatchBegan, ReadySet, SeatTaken
from lastcard.server.model.state import SeatKind

if TYPE_CHECKING:
    from lastcard.rules.cards import Card, Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.state import TableState

    Cards = tuple[Card, ...]

BOT_NAMES: Final = ("Ada", "Bao", "Caro", "Dov", "Esra", "Finn", "Gita", "Hugo", "Ines", "Juno")
"""What bots are called, by seat."""


def bot_name(state: TableState, seat: int) -> str:
    """The name of a bot that sits down there: the seat's own, or another if somebody has that."""
    taken = {
        other.name for i, other in enumerate(state.seats) if i != seat and other.kind is not SeatKind.OPEN
    }
    return next((n for n in (BOT_NAMES[seat], *BOT_NAMES) if n not in taken), BOT_NAMES[seat])


def set_ready(state: TableState, seat: int, *, ready: bool, seen: int) -> Events:
    """Agree to the rules in force, or take it back (H9); the last one to agree may start the match.

    RefusedError `stale` if the rules or the room were changed since the asker looked, `playing` during a match.
    """
    require_no_match(state)
    if ready and seen < state.terms:
        raise stale()
    if state.seats[seat].ready == ready:
        return ()
    events: Events = (ReadySet(seat, ready),)
    return events + auto_started(after_events(state, events)) if ready else events


def auto_started(state: TableState) -> Events:
    """The match, if the room is such that it starts as soon as somebody ready sits everywhere; else nothing."""
    waits = not state.room.autostart or not state.open_to_change or state.ended
    if waits or state.free or _unready(state):
        return ()
    return _called(state)


def auto_started_first(state: TableState) -> Events:
    """The first match, as `auto_started`; after one it takes somebody's word to begin another."""
    return auto_started(state) if state.match is None else ()


def start(state: TableState, seat: int, seen: int, *, fill: bool = False) -> Events:
    """The host starts the match, which counts as agreeing to the rules; nothing if it began since they looked.

    Bots take open seats where the room has bots, or with `fill`. RefusedError `host`, `ready` (H9), `open`.
    """
    require_host(state, seat)
    if seen < state.started or state.dealing:
        return ()
    require_no_match(state)
    return _begun(state, seat, seen, fill=fill)


def rematch(state: TableState, seat: int, seen: int) -> Events:
    """Another match with the rules in force, asked for by anybody; nothing if it began since they looked.

    Everybody keeps their seat, bots or newcomers have those of people who left. RefusedError as for `start`.
    """
    if seen < state.started or state.dealing:
        return ()
    if state.match is None or not state.match.over:
        raise RefusedError("match-unfinished")
    return _begun(state, seat, seen, fill=False)


def next_round(state: TableState, seen: int) -> Events:
    """Cards are called for, for the next round of the match; nothing if they were since the asker looked."""
    if state.match is None:
        raise RefusedError("match-not-begun")
    if seen < state.began or state.dealing:
        return ()
    if state.match.over:
        raise EndedTableError
    if not state.between:
        raise RefusedError("round-unfinished")
    return (DealCalled(),)


def _begun(state: TableState, seat: int, seen: int, *, fill: bool) -> Events:
    """The call for cards, if everybody but the one who starts it is ready and no seat is open."""
    if seen < state.terms:
        raise stale()
    unready = [state.seats[i].name for i in _unready(state) if i != seat]
    if unready:
        raise RefusedError("not-ready", {"names": unready})
    if state.free and not (state.room.bots or fill):
        raise RefusedError("seats-open")
    agreed: Events = () if state.seats[seat].ready else (ReadySet(seat, ready=True),)
    return agreed + _called(after_events(state, agreed))


def bots_for_free_seats(state: TableState) -> Events:
    """Bots on all seats that are free."""
    events: Events = ()
    for seat in state.free:
        events += (SeatTaken(seat, bot_name(after_events(state, events), seat)),)
    return events


def _called(state: TableState) -> Events:
    """Bots on the free seats, and cards are called for: the match begins when they are dealt (`deals`)."""
    return (*bots_for_free_seats(state), DealCalled())


def match_began(state: TableState, order: Cards, shuffle: Shuffle) -> MatchBegan:
    """Who deals first: whoever would have dealt next, or was drawn from `order`, or the last seat (S2, S5).

    The last seat, so that the person on seat 0 sits to the dealer's left and acts first where the rules allow (S4).
    """
    if state.room.draw:
        drawing = draw_for_dealer(state.rules, range(state.rules.players), order, shuffle)
        return MatchBegan(drawing.dealer, drawing.draws)
    return MatchBegan(state.rules.players - 1 if state.match is None else state.match.dealer)


def _unready(state: TableState) -> tuple[int, ...]:
    return tuple(i for i in state.seats_of(SeatKind.PERSON) if not state.seats[i].ready)
