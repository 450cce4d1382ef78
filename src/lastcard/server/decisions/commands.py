"""Commands of the wire that are no acts in a round, each sent to the noun that decides it (acts: `timing`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.rules.errors import RulesError
from lastcard.server.decisions import deals, requests, rooms, seating, starting
from lastcard.server.model.errors import RefusedError, against_rules

if TYPE_CHECKING:
    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.decisions.requests import Request
    from lastcard.server.model.state import TableState


def decide(state: TableState, seat: int, request: Request, seen: int, shuffle: Shuffle) -> Events:
    """What follows from a request of the seat's person, who has seen that version; RefusedError if it may not be."""
    match request:
        case requests.Next() if state.match is None:
            return starting.start(state, seat, seen, fill=True)
        case requests.Next():
            return starting.next_round(state, seen)
        case requests.Rematch():
            return starting.rematch(state, seat, seen)
        case requests.Leave(watch=True):
            return seating.leave_to_watch(state, seat, shuffle)
        case requests.Leave():
            return seating.leave(state, seat, shuffle)
        case requests.Ready(ready=ready):
            return starting.set_ready(state, seat, ready=ready, seen=seen)
        case requests.Start():
            return starting.start(state, seat, seen)
        case requests.Sit(seat=to, who=who):
            return seating.sit(state, seat, to, who)
        case requests.SetBot(seat=at, on=on):
            return seating.set_bot(state, seat, at, on=on)
        case requests.Contribute(number=number, value=value):
            return deals.contribute(state, seat, number, value)
        case _:
            return _of_the_host(state, seat, request, shuffle)


def _of_the_host(state: TableState, seat: int, request: Request, shuffle: Shuffle) -> Events:
    match request:
        case requests.ChangeRoom():
            return _changed(state, seat, request)
        case requests.HandOver(seat=to):
            return rooms.hand_over(state, seat, to)
        case requests.Kick(seat=who):
            return rooms.kick(state, seat, who, shuffle, banned=False)
        case requests.Ban(seat=who):
            return rooms.kick(state, seat, who, shuffle, banned=True)
        case requests.Mute(seat=who, on=on):
            return rooms.mute(state, seat, who, on=on)
        case _:
            raise RefusedError("unknown-act", {"act": request.t})


def _changed(state: TableState, seat: int, request: requests.ChangeRoom) -> Events:
    try:
        return rooms.change_room(state, seat, rooms.rules_of(request), rooms.room_of(request))
    except RulesError as error:
        raise against_rules(error) from None
