"""Several servers that share their tables: each table is run by one of them and may be played at from all.

This puts bus, ownership and what goes over the bus together; a server that is alone has an in-process bus and owns
everything, by the same code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.server.cluster.bus import Bus, LocalBus
from lastcard.server.cluster.ownership import AlwaysOwner, Ownership
from lastcard.server.cluster.remote_table import RemoteTable, RemoteTables
from lastcard.server.cluster.remote_viewers import RemoteViewers
from lastcard.server.http.forwarding import ForwardedRequests, Forwarding

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from lastcard.server.lobby import Lobby
    from lastcard.server.model.chance import Chance
    from lastcard.server.storage.interface import EventLog
    from lastcard.server.table.table import TableActor


class Sharing:
    """See the module; the `Peers` of one server."""

    def __init__(self, ownership: Ownership, bus: Bus, chance: Chance) -> None:
        self.ownership = ownership
        self._bus = bus
        self._tables = RemoteTables(bus, chance)
        self._viewers = RemoteViewers(bus)
        self._started = False

    def remote_table(self, name: str) -> RemoteTable:
        """See `Peers.remote_table`."""
        return self._tables.table(name)

    async def announce(self, table: TableActor) -> None:
        """See `Peers.announce`."""
        await self._viewers.welcome(table)

    async def withdraw(self, table: TableActor) -> None:
        """See `Peers.withdraw`."""
        await self._viewers.leave(table)

    def forwarding(self, app: ASGIApp, lobby: Lobby) -> ASGIApp:
        """The application that has requests for tables elsewhere answered by their owners."""
        return Forwarding(app, lobby, self._tables)

    async def start(self) -> None:
        """Begin, if that has not been done yet; StorageError, BusError."""
        if self._started:
            return
        self._started = True
        await self.ownership.start()
        await self._tables.start()

    def serve(self, app: ASGIApp) -> None:
        """Serve the other servers: viewers at tables here, and requests for them, which `app` answers."""
        self._viewers.start(ForwardedRequests(app))

    async def stop(self) -> None:
        """After the tables have stopped: give everything back."""
        await self._tables.stop()
        await self._viewers.stop()
        await self.ownership.stop()
        await self._bus.close()


def alone(log: EventLog, chance: Chance) -> Sharing:
    """A server that is alone with its log."""
    return Sharing(AlwaysOwner(log), LocalBus(), chance)
