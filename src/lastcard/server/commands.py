"""Commands of the wire that are no acts in a round, each sent to the noun that decides it (acts: `timing`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.rules.errors import RulesError
from lastcard.server import deals, protocol, rooms, seating, starting
from lastcard.server.errors import RefusedError, against_rules

if TYPE_CHECKING:
    from lastcard.rules.cards import Shuffle
    from lastcard.server.state import TableState
    from lastcard.server.wishes import Events


def decide(state: TableState, seat: int, cmd: protocol.Cmd, shuffle: Shuffle) -> Events:
    """What follows from a command of the seat's person; RefusedError if it may not be."""
    wish = cmd.d
    match wish:
        case protocol.Next() if state.match is None:
            return starting.start(state, seat, cmd.v, fill=True)
        case protocol.Next():
            return starting.next_round(state, cmd.v)
        case protocol.Rematch():
            return starting.rematch(state, seat, cmd.v)
        case protocol.Leave(watch=True):
            return seating.leave_to_watch(state, seat, shuffle)
        case protocol.Leave():
            return seating.leave(state, seat, shuffle)
        case protocol.Ready(ready=ready):
            return starting.set_ready(state, seat, ready=ready, seen=cmd.v)
        case protocol.Start():
            return starting.start(state, seat, cmd.v)
        case protocol.Sit(seat=to, who=who):
            return seating.sit(state, seat, to, who)
        case protocol.SetBot(seat=at, on=on):
            return seating.set_bot(state, seat, at, on=on)
        case protocol.Contribute(number=number, value=value):
            return deals.contribute(state, seat, number, value)
        case _:
            return _of_the_host(state, seat, wish, shuffle)


def _of_the_host(state: TableState, seat: int, wish: protocol.Doing, shuffle: Shuffle) -> Events:
    match wish:
        case protocol.ChangeRoom():
            return _changed(state, seat, wish)
        case protocol.HandOver(seat=to):
            return rooms.hand_over(state, seat, to)
        case protocol.Kick(seat=who):
            return rooms.kick(state, seat, who, shuffle, banned=False)
        case protocol.Ban(seat=who):
            return rooms.kick(state, seat, who, shuffle, banned=True)
        case protocol.Mute(seat=who, on=on):
            return rooms.mute(state, seat, who, on=on)
        case _:
            raise RefusedError("unknown-act", {"act": wish.t})


def _changed(state: TableState, seat: int, wish: protocol.ChangeRoom) -> Events:
    try:
        return rooms.change_room(state, seat, rooms.rules_of(wish), rooms.room_of(wish))
    except RulesError as error:
        raise against_rules(error) from None
