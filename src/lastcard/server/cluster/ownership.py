"""Which server runs a table: what ownership must promise, and the server that owns all tables because it is alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lastcard.server.storage.interface import TableLog


@dataclass(frozen=True, slots=True)
class Holding:
    """A table is a server's to run.

    `epoch` grows whenever a table gets another owner: what the log is asked to keep under an older one is refused,
    so that an owner that slept, or lost its network, changes nothing when it wakes.
    """

    table: str
    server: str = ""
    epoch: int = 0


def nothing_lost(holding: Holding) -> None:
    """Does nothing about a loss."""
    del holding


class Ownership(Protocol):
    """At most one server runs a table at a time."""

    @property
    def server(self) -> str:
        """The name under which this server is known to the others."""

    async def start(self) -> None:
        """Begin to own tables."""

    async def take(self, table: str, on_lost: Callable[[Holding], None] = nothing_lost) -> Holding | None:
        """Own the table; None while another server does, or if nobody has opened such a table. StorageError.

        `on_lost` is called when the table is lost; it may be another server's from then on.
        """

    def log(self, holding: Holding) -> TableLog:
        """The log for who holds the table; once the holding is lost it refuses everything with LostError."""

    async def give_back(self, holding: Holding) -> None:
        """Own the table no more, so that another server can have it at once."""

    async def stop(self) -> None:
        """Give everything back."""


class AlwaysOwner:
    """The ownership of a server that is alone with its log: every table is its own."""

    def __init__(self, log: TableLog) -> None:
        """`log` is nobody else's: SQLite's file is locked for its server."""
        self._log = log

    @property
    def server(self) -> str:
        """See `Ownership.server`."""
        return ""

    async def start(self) -> None:
        """See `Ownership.start`."""

    async def take(self, table: str, on_lost: Callable[[Holding], None] = nothing_lost) -> Holding | None:
        """See `Ownership.take`."""
        del on_lost
        return Holding(table)

    def log(self, holding: Holding) -> TableLog:
        """See `Ownership.log`."""
        del holding
        return self._log

    async def give_back(self, holding: Holding) -> None:
        """See `Ownership.give_back`."""

    async def stop(self) -> None:
        """See `Ownership.stop`."""
