"""Ownership by lease: a server renews its own lease, owns tables as long as that runs, and loses all of them with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import structlog

from lastcard.server.cluster.ownership import Holding, nothing_lost
from lastcard.server.model.errors import LostError, StorageError

if TYPE_CHECKING:
    from lastcard.server.model.chance import Chance
    from lastcard.server.storage.interface import Receipt, SavedLog, TableLog

SECONDS: Final = 3.0
"""How long a lease runs: so long a table stands still whose server was killed."""
_EVERY: Final = 0.75
"""How often it is renewed."""
_MARGIN: Final = 0.5
"""How long before its end by its own clock a server stops to rely on its lease; clocks need not agree, but run alike."""
_NAME_LENGTH: Final = 12
_T = TypeVar("_T")

_logger = structlog.get_logger("lastcard.leases")


class LeaseStore(Protocol):
    """Where leases stand: in the database of the log, so that an append and its fence are one transaction.

    Whether a lease has run out is decided by the store's clock.
    """

    async def renew(self, server: str, seconds: float) -> bool:
        """Let the server's lease run from now on, its first or the one it has; false if that has run out."""

    async def take_table(self, server: str, table: str) -> int | None:
        """Make the server the owner, if it has a lease and no other owner has one; the new epoch.

        None if the table is another's, or there is none of that name.
        """

    async def give_back(self, holding: Holding) -> None:
        """The table has no owner, unless it is another's already."""

    async def leave(self, server: str) -> None:
        """The server's lease ends."""

    def fenced(self, holding: Holding) -> TableLog:
        """The log as that owner may use it: LostError once the table has another epoch."""


class Leases:
    """An `Ownership` over a store of leases."""

    def __init__(self, store: LeaseStore, chance: Chance) -> None:
        """The server gets a name of its own, and another one whenever its lease has run out."""
        self._store = store
        self._chance = chance
        self._server = chance.word(_NAME_LENGTH)
        self._held: dict[str, Holding] = {}
        self._on_lost: dict[Holding, Callable[[Holding], None]] = {}
        self._sure_until = 0.0
        self._renewing: asyncio.Task[None] | None = None

    @property
    def server(self) -> str:
        """See `Ownership.server`."""
        return self._server

    async def start(self) -> None:
        """See `Ownership.start`; StorageError if the store cannot be written."""
        await self._renew()
        self._renewing = asyncio.create_task(self._renew_always(), name="leases")

    async def take(self, table: str, on_lost: Callable[[Holding], None] = nothing_lost) -> Holding | None:
        """See `Ownership.take`."""
        if not self._sure:
            return None
        server = self._server
        epoch = await self._store.take_table(server, table)
        if epoch is None or server != self._server:
            return None
        holding = self._held[table] = Holding(table, server, epoch)
        self._on_lost[holding] = on_lost
        return holding

    def log(self, holding: Holding) -> TableLog:
        """See `Ownership.log`."""
        return _Watched(
            self._store.fenced(holding), lambda: self._confirm(holding), lambda: self._lose(holding)
        )

    async def give_back(self, holding: Holding) -> None:
        """See `Ownership.give_back`; where the store cannot be written, the table is free when the lease ends."""
        if self._held.get(holding.table) == holding:
            del self._held[holding.table]
            self._on_lost.pop(holding, None)
            with suppress(StorageError):
                await self._store.give_back(holding)

    async def stop(self) -> None:
        """See `Ownership.stop`."""
        if self._renewing is not None:
            self._renewing.cancel()
            with suppress(asyncio.CancelledError):
                await self._renewing
        self._held.clear()
        self._on_lost.clear()
        self._sure_until = 0.0
        with suppress(StorageError):
            await self._store.leave(self._server)

    @property
    def _sure(self) -> bool:
        """Whether the lease certainly runs."""
        return _now() < self._sure_until

    def _confirm(self, holding: Holding) -> None:
        """LostError unless this server still holds the table, by its own clock."""
        if not self._sure or self._held.get(holding.table) != holding:
            raise LostError

    def _lose(self, holding: Holding) -> None:
        if self._held.get(holding.table) == holding:
            del self._held[holding.table]
        _logger.warning("a table was lost to another server", table=holding.table)
        self._on_lost.pop(holding, nothing_lost)(holding)

    async def _renew_always(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                async with asyncio.timeout(max(_EVERY, self._sure_until - _now())):
                    await self._renew()
            except (StorageError, TimeoutError) as error:
                _logger.warning("the lease could not be renewed", error=str(error) or "no answer in time")
            if not self._sure:
                self._lose_all()

    async def _renew(self) -> None:
        asked = _now()
        if await self._store.renew(self._server, SECONDS):
            self._sure_until = asked + SECONDS - _MARGIN
        else:
            self._lose_all()

    def _lose_all(self) -> None:
        """The lease has run out: others may have taken the tables. From now on this is another server."""
        self._sure_until = 0.0
        self._server = self._chance.word(_NAME_LENGTH)
        for holding in list(self._held.values()):
            self._lose(holding)


class _Watched:
    """A fenced log that asks before each use whether the table is still held, and tells when it turns out that it is not."""

    def __init__(self, log: TableLog, confirm: Callable[[], None], lose: Callable[[], None]) -> None:
        self._log = log
        self._confirm = confirm
        self._lose = lose

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `TableLog.append`."""
        await self._watch(lambda: self._log.append(table, after, bodies, receipt))

    async def confirm(self, table: str, version: int) -> None:
        """See `TableLog.confirm`."""
        await self._watch(lambda: self._log.confirm(table, version))

    async def load(self, table: str) -> SavedLog | None:
        """See `TableLog.load`."""
        return await self._watch(lambda: self._log.load(table))

    async def _watch(self, work: Callable[[], Awaitable[_T]]) -> _T:
        try:
            self._confirm()
            found = await work()
        except LostError:
            self._lose()
            raise
        return found


def _now() -> float:
    return asyncio.get_running_loop().time()
