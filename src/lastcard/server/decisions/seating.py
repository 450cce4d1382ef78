"""Who sits where: joining, coming back, moving, leaving, bots on seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastcard.rules.leave import leave as leave_round
from lastcard.server.decisions.checks import after_events, require_host, require_no_match, require_person
from lastcard.server.decisions.starting import auto_started_first, bot_name
from lastcard.server.model.errors import EndedTableError, FullTableError, RefusedError
from lastcard.server.model.events import Muted, SeatLeft, SeatsMoved, SeatTaken
from lastcard.server.model.state import SeatKind
from lastcard.server.model.tokens import next_token, proof_of

if TYPE_CHECKING:
    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.state import TableState


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who wants a seat.

    `token` is the one that they will have; `seat` the seat that they want, None for any. They agree to the rules
    (H9) if they are `ready` and `terms`, the version of the rules that they were shown, is the one in force (or not
    said). `browser` is a name that their browser gave itself, `back` the token of a seat that they went away from.
    """

    name: str
    token: str = field(repr=False)
    seat: int | None = None
    ready: bool = True
    terms: int | None = None
    browser: str | None = None
    back: str | None = field(default=None, repr=False)


def join(state: TableState, who: Newcomer, *, starts: bool = True) -> tuple[int, str, Events]:
    """A person sits down: the seat, their token, what happened; if it `starts` by that, the match may.

    Whoever comes back to a seat that still waits for them, or that a bot holds for them, has it again with the
    token of before (V14). Who has a seat by one of the tokens already did not hear the answer: they get it again,
    and nothing happens. Who left while muted is muted when they come back. Nobody has two seats, and
    nobody sees two hands of a round by leaving one: who is known again has their own seat of it, or waits for the next.
    EndedTableError, FullTableError; RefusedError `banned`, `taken`, `nobody`.
    """
    if state.ended:
        raise EndedTableError
    marks = frozenset(proof_of(mark) for mark in (who.token, who.back, who.browser) if mark is not None)
    if state.banned & marks:
        raise RefusedError("banned")
    for token in filter(None, (who.back, who.token)):
        had = state.holder(proof_of(token))
        if had is not None:
            return had, token, ()
    own = None if who.back is None else left_by(state, who.back)
    if own is not None and own in _takeable(state) and who.seat in (None, own) and who.back is not None:
        seat, token = own, who.back
    else:
        seat, token = _seat_for(state, who.seat, marks), who.token
    agreed = who.ready and who.terms in (None, state.terms)
    browser = None if who.browser is None else proof_of(who.browser)
    events: Events = (SeatTaken(seat, _own_name(state, seat, who.name), proof_of(token), agreed, browser),)
    if state.wordless & marks:
        events += (Muted(seat, on=True),)
    return seat, token, events + (auto_started_first(after_events(state, events)) if starts else ())


def _own_name(state: TableState, seat: int, name: str) -> str:
    """The name, with a number where somebody else at the table has it: it identifies people in what is said and logged."""
    taken = {
        other.name.casefold()
        for at, other in enumerate(state.seats)
        if at != seat and other.kind is not SeatKind.OPEN
    }
    numbered = (name, *(f"{name} {number}" for number in range(2, len(state.seats) + 2)))
    return next(found for found in numbered if found.casefold() not in taken)


def left_by(state: TableState, token: str) -> int | None:
    """The seat that the person with this token went away from, if nobody else has had it since (V14).

    It may also be the token before the newest, which they may not have got any more.
    """
    for at, seat in enumerate(state.seats):
        known = [token] if seat.salt is None else [token, next_token(token, seat.salt)]
        if seat.kind is not SeatKind.PERSON and seat.former in [proof_of(one) for one in known]:
            return at
    return None


def _takeable(state: TableState) -> tuple[int, ...]:
    """The seats that a person can have, best first: free ones, bots in the match, those that wait for nobody."""
    playing = range(len(state.seats)) if state.idle or state.match is None else state.match.seats
    bots = sorted(
        state.seats_of(SeatKind.BOT), key=lambda i: (i not in playing, state.seats[i].former is not None)
    )
    return (*state.free, *bots)


def has_room(state: TableState) -> bool:
    """Whether anybody could join now."""
    return bool(_takeable(state)) and not state.ended


def _seat_for(state: TableState, wanted: int | None, marks: frozenset[str]) -> int:
    has = next((i for i in state.seats_of(SeatKind.PERSON) if state.seats[i].marks & marks), None)
    if has is not None:
        raise RefusedError("second-seat", {"seat": has})
    if wanted is not None and wanted >= len(state.seats):
        raise RefusedError("seat-missing", {"seat": wanted})
    found = _takeable(state)
    if not found:
        raise FullTableError
    if wanted is not None and wanted not in found:
        raise RefusedError("seat-not-free", {"seat": wanted})
    known = state.known_to(marks)
    allowed = [at for at in found if wanted in (None, at) and (not known or at in known)]
    if not allowed:
        raise RefusedError("second-hand", {"seat": min(known)})
    return allowed[0]


def leave(state: TableState, seat: int, shuffle: Shuffle) -> Events:
    """A person goes: a bot takes the seat, or, where bots are off, the cards go under the pile (V14)."""
    if state.match is None or state.match.over or seat not in state.match.seats:
        return (SeatLeft(seat),)
    if state.room.bots:
        return (SeatTaken(seat, bot_name(state, seat)),)
    if state.round is None or state.round.over or seat not in state.round.table.seats:
        return (SeatLeft(seat),)
    # the round first: where it ends before the seat has left it, the match must still hear of it
    return (*leave_round(state.round, seat, shuffle), SeatLeft(seat))


def leave_to_watch(state: TableState, seat: int, shuffle: Shuffle) -> Events:
    """A person goes and looks on: as `leave`; RefusedError `private`, or `nobody` if the table would end by it."""
    if not state.room.spectators:
        raise RefusedError("no-spectators")
    if state.seats_of(SeatKind.PERSON) == (seat,):
        raise RefusedError("nobody-stays")
    return leave(state, seat, shuffle)


def sit(state: TableState, seat: int, to: int, who: int | None = None) -> Events:
    """Move to a seat that no person has, or as the host move `who`, also to where somebody sits: they change places.

    Whoever sits there keeps being ready: seats are no rule. RefusedError `playing`, `host`, `taken`, `nobody`.
    """
    if who is not None and who != seat:
        require_host(state, seat)
    require_no_match(state)
    mover = seat if who is None else who
    require_person(state, mover)
    if to >= len(state.seats):
        raise RefusedError("seat-missing", {"seat": to})
    if to == mover:
        return ()
    if state.seats[to].kind is SeatKind.PERSON and state.host != seat:
        raise RefusedError("seat-taken", {"name": state.seats[to].name, "seat": to})
    order = list(range(len(state.seats)))
    order[mover], order[to] = order[to], order[mover]
    return (SeatsMoved(tuple(order)),)


def set_bot(state: TableState, seat: int, at: int, *, on: bool) -> Events:
    """The host puts a bot on a free seat, or takes one away. RefusedError `host`, `playing`, `taken`, `nobody`."""
    require_host(state, seat)
    require_no_match(state)
    if at >= len(state.seats):
        raise RefusedError("seat-missing", {"seat": at})
    kind = state.seats[at].kind
    if kind is SeatKind.PERSON:
        raise RefusedError("seat-taken", {"name": state.seats[at].name, "seat": at})
    if on == (kind is SeatKind.BOT):
        return ()
    if not on:
        return (SeatLeft(at),)
    events: Events = (SeatTaken(at, bot_name(state, at)),)
    return events + auto_started_first(after_events(state, events))
