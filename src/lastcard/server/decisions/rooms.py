"""The room around a table: opening it, changing its rules (H9), and what its host may do."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from lastcard.rules.ruleset import Ruleset, ruleset_from
from lastcard.server.decisions.checks import after_events, require_host, require_no_match, require_person
from lastcard.server.decisions.requests import Unasked, clean_name
from lastcard.server.decisions.seating import Newcomer, leave
from lastcard.server.decisions.starting import start
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import (
    NO_GAME,
    HostChanged,
    Kicked,
    Muted,
    Room,
    RoomChanged,
    SeatsMoved,
    SeatTaken,
    TableOpened,
)
from lastcard.server.model.state import SeatKind
from lastcard.server.model.tokens import proof_of

if TYPE_CHECKING:
    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.decisions.requests import NewTable, RoomRequest
    from lastcard.server.model.chance import Chance
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState


def rules_of(request: RoomRequest) -> Ruleset:
    """The rules that somebody asked for; RulesError."""
    data: dict[str, object] = {
        "edition": request.edition,
        "players": request.players,
        "options": request.options,
    }
    if request.teams:
        data["teams"] = request.teams
    if request.written:
        data["written"] = request.written
    return ruleset_from(data)


def room_of(request: RoomRequest) -> Room:
    """The room that somebody asked for."""
    found = Room(**{f.name: getattr(request, f.name) for f in fields(Room)})
    return found if found.clock is None else replace(found, clock=int(found.clock))


def initial_room_of(request: NewTable) -> Room:
    """The same for a new table: without a clock that nobody asked for where nobody waits (V12)."""
    room = room_of(request)
    unasked = request.at_once and isinstance(request.clock, Unasked)
    return replace(room, clock=None) if unasked else room


def open_table(rules: Ruleset, room: Room, who: Newcomer, *, now: bool, game: str = NO_GAME) -> Events:
    """A new table with a person on seat 0, who is its host; with `now` bots take the others and cards are called for."""
    browser = None if who.browser is None else proof_of(who.browser)
    opened: Events = (
        TableOpened(rules, room, game),
        SeatTaken(0, who.name, proof_of(who.token), browser=browser),
    )
    state = after_events(None, opened)
    return opened + start(state, 0, state.version, fill=True) if now else opened


def open_shared_device(request: Json, chance: Chance) -> Events:
    """A new table on one device, dealt at once. `people` are the players' names, bots have the other seats. RulesError."""
    given = ("edition", "players", "options", "teams", "written")
    rules = ruleset_from({name: request[name] for name in given if request.get(name)})
    first, *others = [clean_name(str(name)) for name in request.get("people") or [""]]
    if len(others) >= rules.players:
        raise RefusedError("too-many-people", {"people": len(others) + 1, "players": rules.players})
    room = Room(spectators=False, auto_uno=bool(request.get("auto_uno")))
    host = Newcomer(first, chance.token())
    events = open_table(rules, room, host, now=False, game=chance.bits(16).hex())
    events += tuple(SeatTaken(seat, name, proof_of(chance.token())) for seat, name in enumerate(others, 1))
    state = after_events(None, events)
    return events + start(state, 0, state.version, fill=True)


def change_room(state: TableState, seat: int, rules: Ruleset, room: Room) -> Events:
    """The host changes the rules or the room: nobody is ready any more, the host neither (H9).

    People on seats that the new table lacks move to others; a finished match is put away. Nothing if all is as
    it was. RefusedError `host`, `playing`, or `full` if more people sit there than the rules have players.
    """
    require_host(state, seat)
    require_no_match(state)
    if (rules, room) == (state.rules, state.room):
        return ()
    people = state.seats_of(SeatKind.PERSON)
    if len(people) > rules.players:
        raise RefusedError("too-many-people", {"people": len(people), "players": rules.players})
    return (*_moved_up(state, rules.players), RoomChanged(rules, room))


def _moved_up(state: TableState, players: int) -> Events:
    """People on seats from `players` up move to the first seats that no person has."""
    order = list(range(len(state.seats)))
    empty = [i for i in order[:players] if state.seats[i].kind is not SeatKind.PERSON]
    for seat in [i for i in state.seats_of(SeatKind.PERSON) if i >= players]:
        to = empty.pop(0)
        order[to], order[seat] = order[seat], order[to]
    return () if order == sorted(order) else (SeatsMoved(tuple(order)),)


def hand_over(state: TableState, seat: int, to: int) -> Events:
    """The host makes another person the host. RefusedError `host`, `nobody`."""
    require_host(state, seat)
    require_person(state, to)
    return () if to == seat else (HostChanged(to),)


def kick(state: TableState, seat: int, who: int, shuffle: Shuffle, *, banned: bool) -> Events:
    """The host sends a person away, for good if `banned`; the seat goes as if they had left (V14).

    RefusedError `host`, `nobody`, and `illegal` for oneself.
    """
    require_host(state, seat)
    require_person(state, who)
    if who == seat:
        raise RefusedError("kick-self")
    kicked: Events = (Kicked(who, banned),)
    return kicked + leave(after_events(state, kicked), who, shuffle)


def mute(state: TableState, seat: int, who: int, *, on: bool) -> Events:
    """The host mutes a person, or lets them speak again. RefusedError `host`, `nobody`."""
    require_host(state, seat)
    return () if require_person(state, who).muted == on else (Muted(who, on),)
