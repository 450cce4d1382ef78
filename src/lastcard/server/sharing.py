"""Several servers that share their tables: each table is run by one of them and may be played at from all.

This puts bus, ownership and what goes over the bus together; a server that is alone has an in-process bus and owns
everything, by the same code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.server.cluster.bus import Bus, LocalBus
from lastcard.server.cluster.ownership import AlwaysOwner, Ownership
from lastcard.server.cluster.remote_table import RemoteTables
from lastcard.server.cluster.remote_viewers import RemoteViewers
from lastcard.server.http.forwarding import ForwardedRequests, Forwarding

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from lastcard.server.lobby import Lobby
    from lastcard.server.model.chance import Chance
    from lastcard.server.storage.interface import EventLog


class Sharing:
    """See the module; one of each server."""

    def __init__(self, ownership: Ownership, bus: Bus, chance: Chance) -> None:
        self.ownership = ownership
        self._bus = bus
        self._lines = RemoteTables(bus, chance)
        self._guests = RemoteViewers(bus)
        self._started = False

    def connect(self, lobby: Lobby, app: ASGIApp) -> ASGIApp:
        """Let the lobby's tables be reached from other servers, and theirs from here; the application that does so."""
        lobby.line_to = self._lines.line
        lobby.on_taken = self._guests.welcome
        lobby.on_let_go = self._guests.leave
        self._guests.on_http = ForwardedRequests(app)
        return Forwarding(app, lobby, self._lines)

    async def start(self) -> None:
        """Begin, if that has not been done yet; StorageError, BusError."""
        if self._started:
            return
        self._started = True
        await self.ownership.start()
        await self._lines.start()
        self._guests.start()

    async def stop(self) -> None:
        """After the tables have stopped: give everything back."""
        await self._lines.stop()
        await self._guests.stop()
        await self.ownership.stop()
        await self._bus.close()


def alone(log: EventLog, chance: Chance) -> Sharing:
    """A server that is alone with its log."""
    return Sharing(AlwaysOwner(log), LocalBus(), chance)
