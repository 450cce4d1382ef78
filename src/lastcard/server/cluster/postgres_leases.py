"""Leases in PostgreSQL, beside the logs that they fence.

`servers` has each server's lease, `owners` each table's owner with its epoch. Whoever takes a table waits for appends
under the epoch before, and ends that epoch; whoever appends makes sure of the epoch in the same transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.server.model.errors import LostError, StorageError
from lastcard.server.storage.postgres import FAULTS, PostgresLog

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from lastcard.server.cluster.ownership import Holding
    from lastcard.server.storage.interface import Receipt, SavedLog, TableLog

_RENEW: Final = """
    INSERT INTO servers (server, until) VALUES ($1, clock_timestamp() + $2 * interval '1 second')
    ON CONFLICT (server) DO UPDATE SET until = excluded.until WHERE servers.until > clock_timestamp()
"""
_FORGET: Final = "DELETE FROM servers WHERE until < clock_timestamp() - interval '1 day'"
_RUNS: Final = "SELECT until > clock_timestamp() FROM servers WHERE server = $1 FOR UPDATE"
_FIRST: Final = """
    INSERT INTO owners (table_name, server, epoch)
    SELECT $1, $2, 1 WHERE EXISTS (SELECT 1 FROM events WHERE table_name = $1)
    ON CONFLICT DO NOTHING RETURNING epoch
"""
_NEXT: Final = "UPDATE owners SET server = $2, epoch = epoch + 1 WHERE table_name = $1 RETURNING epoch"
_GIVE_BACK: Final = "UPDATE owners SET server = '' WHERE table_name = $1 AND server = $2 AND epoch = $3"
_HOLDS: Final = "SELECT 1 FROM owners WHERE table_name = $1 AND server = $2 AND epoch = $3 FOR SHARE"


class PostgresLeases:
    """A `LeaseStore` in the database of the log."""

    def __init__(self, log: PostgresLog) -> None:
        self._log = log

    async def renew(self, server: str, seconds: float) -> bool:
        """See `LeaseStore.renew`."""
        try:
            await self._log.pool.execute(_FORGET)
            return str(await self._log.pool.execute(_RENEW, server, seconds)) == "INSERT 0 1"
        except FAULTS as error:
            raise StorageError(f"The lease could not be renewed: {error}") from error

    async def take_table(self, server: str, table: str) -> int | None:
        """See `LeaseStore.take_table`."""
        try:
            async with self._log.pool.acquire() as connection, connection.transaction():
                return await _take(connection, server, table)
        except FAULTS as error:
            raise StorageError(f"The table could not be taken: {error}") from error

    async def give_back(self, holding: Holding) -> None:
        """See `LeaseStore.give_back`."""
        try:
            await self._log.pool.execute(_GIVE_BACK, holding.table, holding.server, holding.epoch)
        except FAULTS as error:
            raise StorageError(f"The table could not be given back: {error}") from error

    async def leave(self, server: str) -> None:
        """See `LeaseStore.leave`."""
        try:
            await self._log.pool.execute("DELETE FROM servers WHERE server = $1", server)
        except FAULTS as error:
            raise StorageError(f"The lease could not be ended: {error}") from error

    def fenced(self, holding: Holding) -> TableLog:
        """See `LeaseStore.fenced`."""
        return _Fenced(self._log, holding)


async def _take(connection: asyncpg.Connection, server: str, table: str) -> int | None:
    """The owner's row is locked first, then leases: so two who take the same table, and an append, come one after the other."""
    owner = await connection.fetchval("SELECT server FROM owners WHERE table_name = $1 FOR UPDATE", table)
    if owner is not None and owner != server and await connection.fetchval(_RUNS, owner):
        return None
    if not await connection.fetchval(_RUNS, server):
        return None
    epoch: int | None = await connection.fetchval(_FIRST if owner is None else _NEXT, table, server)
    return epoch


class _Fenced:
    """The log as one owner may use it."""

    def __init__(self, log: PostgresLog, holding: Holding) -> None:
        self._log = log
        self._holding = holding

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `TableLog.append`."""
        await self._log.append(table, after, bodies, receipt, self._guard)

    async def load(self, table: str) -> SavedLog | None:
        """See `TableLog.load`."""
        return await self._log.load(table, self._guard)

    async def confirm(self, table: str, version: int) -> None:
        """See `TableLog.confirm`."""
        await self._log.confirm(table, version, self._guard)

    async def _guard(self, connection: asyncpg.Connection) -> None:
        held = self._holding
        if not await connection.fetchval(_HOLDS, held.table, held.server, held.epoch):
            raise LostError
