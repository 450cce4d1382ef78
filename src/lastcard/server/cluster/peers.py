"""The servers that share their tables with this one, as the lobby sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lastcard.server.cluster.ownership import AlwaysOwner
from lastcard.server.model.errors import ElsewhereError

if TYPE_CHECKING:
    from lastcard.server.cluster.ownership import Ownership
    from lastcard.server.cluster.remote_table import RemoteTable
    from lastcard.server.storage.interface import TableLog
    from lastcard.server.table.table import TableActor


class Peers(Protocol):
    """What the lobby needs of the other servers."""

    @property
    def ownership(self) -> Ownership:
        """Which tables are this server's."""

    def remote_table(self, name: str) -> RemoteTable:
        """The way to a table that another server runs; ElsewhereError if there is none."""

    async def announce(self, table: TableActor) -> None:
        """This server runs the table from now on: others can reach it."""

    async def withdraw(self, table: TableActor) -> None:
        """This server does not run the table any more."""


class NoPeers:
    """The peers of a server that is alone with its log."""

    def __init__(self, log: TableLog) -> None:
        self.ownership: Ownership = AlwaysOwner(log)

    def remote_table(self, name: str) -> RemoteTable:
        """See `Peers.remote_table`."""
        del name
        raise ElsewhereError

    async def announce(self, table: TableActor) -> None:
        """See `Peers.announce`."""

    async def withdraw(self, table: TableActor) -> None:
        """See `Peers.withdraw`."""
