"""Commands of the wire that are no acts in a round, each sent to the noun that decides it (acts: `timing`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.rules.errors import RulesError
from lastcard.server.decisions import deals, rooms, seating, starting
from lastcard.server.model.errors import RefusedError, against_rules
from lastcard.server.wire import inbound

if TYPE_CHECKING:
    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.state import TableState


def decide(state: TableState, seat: int, cmd: inbound.Cmd, shuffle: Shuffle) -> Events:
    """What follows from a command of the seat's person; RefusedError if it may not be."""
    wish = cmd.d
    match wish:
        case inbound.Next() if state.match is None:
            return starting.start(state, seat, cmd.v, fill=True)
        case inbound.Next():
            return starting.next_round(state, cmd.v)
        case inbound.Rematch():
            return starting.rematch(state, seat, cmd.v)
        case inbound.Leave(watch=True):
            return seating.leave_to_watch(state, seat, shuffle)
        case inbound.Leave():
            return seating.leave(state, seat, shuffle)
        case inbound.Ready(ready=ready):
            return starting.set_ready(state, seat, ready=ready, seen=cmd.v)
        case inbound.Start():
            return starting.start(state, seat, cmd.v)
        case inbound.Sit(seat=to, who=who):
            return seating.sit(state, seat, to, who)
        case inbound.SetBot(seat=at, on=on):
            return seating.set_bot(state, seat, at, on=on)
        case inbound.Contribute(number=number, value=value):
            return deals.contribute(state, seat, number, value)
        case _:
            return _of_the_host(state, seat, wish, shuffle)


def _of_the_host(state: TableState, seat: int, wish: inbound.Doing, shuffle: Shuffle) -> Events:
    match wish:
        case inbound.ChangeRoom():
            return _changed(state, seat, wish)
        case inbound.HandOver(seat=to):
            return rooms.hand_over(state, seat, to)
        case inbound.Kick(seat=who):
            return rooms.kick(state, seat, who, shuffle, banned=False)
        case inbound.Ban(seat=who):
            return rooms.kick(state, seat, who, shuffle, banned=True)
        case inbound.Mute(seat=who, on=on):
            return rooms.mute(state, seat, who, on=on)
        case _:
            raise RefusedError("unknown-act", {"act": wish.t})


def _changed(state: TableState, seat: int, wish: inbound.ChangeRoom) -> Events:
    try:
        return rooms.change_room(state, seat, rooms.rules_of(wish), rooms.room_of(wish))
    except RulesError as error:
        raise against_rules(error) from None
