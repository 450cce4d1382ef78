"""Who may look back at a table: anybody who knows it, or, where it takes no spectators, those who have or had a seat.

They show it by the token of their seat, in the header `Authorization: Bearer …`: never in an address, which is kept in
logs. Of each person who sat there the two newest tokens count, as at the table itself, so that one which was copied dies
with the next. Who is banned may not look back.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from lastcard.server.model.events import (
    Kicked,
    RoomChanged,
    SeatLeft,
    SeatsMoved,
    SeatTaken,
    TableOpened,
    TokenRenewed,
    read_event,
)
from lastcard.server.model.tokens import proof_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastcard.server.model.events import Event

_TAGS: Final = (
    *("table-opened", "room-changed", "seat-taken", "seat-left", "seats-moved", "kicked", "token-renewed"),
)
_BEGINNINGS: Final = tuple(f'{{"t":"{tag}"' for tag in _TAGS)
"""How the lines of the log about rooms and seats begin; the others need not be read."""


class _SeatHolders:
    """The proofs of the two newest tokens of everybody who sits or sat at a table."""

    def __init__(self) -> None:
        self.spectators = True
        self._now: dict[int, tuple[str, ...]] = {}
        self._before: set[str] = set()
        self._banned: set[str] = set()

    def knows(self, proof: str) -> bool:
        """Whether it is of somebody who has or had a seat, and was not banned."""
        held = self._before.union(*self._now.values())
        return proof in held - self._banned

    def follow(self, event: Event) -> None:
        """What one event changes."""
        match event:
            case TableOpened(room=room) | RoomChanged(room=room):
                self.spectators = room.spectators
            case SeatTaken(seat, _, proof):
                self._leave(seat)
                if proof is not None:
                    self._now[seat] = (proof,)
            case SeatLeft(seat):
                self._leave(seat)
            case Kicked(seat, banned):
                self._banned |= set(self._now.get(seat, ())) if banned else set()
                self._leave(seat)
            case TokenRenewed(seat, proof):
                self._now[seat] = (proof, *self._now.get(seat, ())[:1])
            case SeatsMoved(order):
                self._now = {i: self._now[was] for i, was in enumerate(order) if was in self._now}

    def _leave(self, seat: int) -> None:
        self._before |= set(self._now.pop(seat, ()))


def may_look_back(bodies: Iterable[str], token: str | None) -> bool:
    """Whether who shows this token, or none, may see what was played at the table whose log this is."""
    sitters = _SeatHolders()
    for body in bodies:
        if body.startswith(_BEGINNINGS):
            sitters.follow(read_event(json.loads(body)))
    return sitters.spectators or (token is not None and sitters.knows(proof_of(token)))
