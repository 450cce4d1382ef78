"""A room is never without a host: when the host's connection has been gone for a while, somebody who is there becomes host.

Who leaves is followed at once (`TableState.host`); this is about those whose connection is lost, which is in no log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.server.model.events import HostChanged
from lastcard.server.model.state import SeatKind

if TYPE_CHECKING:
    from lastcard.server.model.state import TableState

HOST_AWAY: Final = 60.0
"""Seconds without the host, after which the room goes to the person who has sat there longest of those connected."""
_NEARLY: Final = 0.002


class HostSuccession:
    """Since when the host of one table has been away."""

    def __init__(self) -> None:
        """Nobody is away."""
        self._missed: tuple[int, float] | None = None

    def look(self, state: TableState, connected: frozenset[int], now: float) -> float | None:
        """Who is there now; when somebody else becomes host if nothing changes, None if nobody does."""
        host = state.host
        if host is None or host in connected or _next(state, connected) is None:
            self._missed = None
            return None
        since = state.seats[host].since
        if self._missed is None or self._missed[0] != since:
            self._missed = (since, now)
        return self._missed[1] + HOST_AWAY

    def due(self, state: TableState, connected: frozenset[int], now: float) -> HostChanged | None:
        """Who is host now, if the host has been away for long enough."""
        at = self.look(state, connected, now)
        heir = _next(state, connected)
        return HostChanged(heir) if at is not None and heir is not None and at <= now + _NEARLY else None


def _next(state: TableState, connected: frozenset[int]) -> int | None:
    """Of the people who are there, the one who has sat there longest."""
    there = [seat for seat in state.seats_of(SeatKind.PERSON) if seat in connected and seat != state.host]
    return min(there, key=lambda seat: state.seats[seat].since, default=None)
