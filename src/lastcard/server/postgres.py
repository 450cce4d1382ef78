"""The shared store: the same event log in PostgreSQL, for more than one server (`database` in the settings).

A table's log is guarded by its primary key: of two servers that append after the same version, one is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import asyncpg

from lastcard.server.errors import ConflictError, ServerError, StorageError
from lastcard.server.eventlog import Entry, Receipt, Saved
from lastcard.server.migrations import POSTGRES
from lastcard.server.store import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOCK: Final = 0x4C415354
"""The advisory lock under which one server at a time brings the schema up to date."""
_FAULTS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)


class PostgresLog:
    """An `EventLog` in PostgreSQL; make one with `open_log`."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `EventLog.append`."""
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await _append(connection, table, after, bodies, receipt)
        except asyncpg.UniqueViolationError:
            raise ConflictError("Somebody else appended to the log of this table.") from None
        except _FAULTS as error:
            raise StorageError(f"The log could not be written: {error}") from error

    async def load(self, table: str) -> Saved | None:
        """See `EventLog.load`."""
        try:
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                events = await connection.fetch(
                    "SELECT version, body FROM events WHERE table_name = $1 ORDER BY version", table
                )
                receipts = await connection.fetch(
                    "SELECT seat, command, version FROM receipts WHERE table_name = $1", table
                )
        except _FAULTS as error:
            raise StorageError(f"The log could not be read: {error}") from error
        if not events:
            return None
        return Saved(tuple(Entry(*row) for row in events), tuple(Receipt(*row) for row in receipts))

    async def healthy(self) -> bool:
        """See `EventLog.healthy`."""
        try:
            return bool(await self._pool.fetchval("SELECT 1", timeout=5) == 1)
        except _FAULTS:
            return False

    async def close(self) -> None:
        """See `EventLog.close`."""
        await self._pool.close()


async def open_log(address: str) -> PostgresLog:
    """Connect to `postgresql://…`, bring the schema up to date, and make sure that a commit is durable.

    ServerError says in one sentence what is wrong, and the remedy; it does not repeat the address, which may hold a password.
    """
    try:
        pool = await asyncpg.create_pool(
            address, min_size=1, max_size=10, server_settings={"synchronous_commit": "on", "timezone": "UTC"}
        )
    except (*_FAULTS, ValueError) as error:
        raise ServerError(
            f"the database in LASTCARD_DATABASE cannot be reached ({error}): see that it runs and that the address is right."
        ) from None
    try:
        async with pool.acquire() as connection:
            await _prepare(connection)
    except _FAULTS as error:
        await pool.close()
        raise ServerError(f"the database in LASTCARD_DATABASE cannot be used ({error}).") from error
    except ServerError:
        await pool.close()
        raise
    return PostgresLog(pool)


async def _prepare(connection: asyncpg.Connection) -> None:
    if (
        await connection.fetchval("SHOW fsync") != "on"
        or await connection.fetchval("SHOW synchronous_commit") != "on"
    ):
        raise ServerError(
            "the database in LASTCARD_DATABASE does not commit durably: set fsync and synchronous_commit to on."
        )
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_steps (taken INTEGER NOT NULL)")
        taken = await connection.fetchval("SELECT coalesce(max(taken), 0) FROM schema_steps")
        if taken > len(POSTGRES):
            raise ServerError(
                f"the database in LASTCARD_DATABASE was written by a newer Lastcard (schema {taken}, this one knows "
                f"{len(POSTGRES)}): update Lastcard, or name another database."
            )
        for step in POSTGRES[taken:]:
            for statement in step:
                await connection.execute(statement)
        await connection.execute("DELETE FROM schema_steps")
        await connection.execute("INSERT INTO schema_steps (taken) VALUES ($1)", len(POSTGRES))


async def _append(
    connection: asyncpg.Connection, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None
) -> None:
    last = await connection.fetchval(
        "SELECT coalesce(max(version), 0) FROM events WHERE table_name = $1", table
    )
    if last != after:
        raise ConflictError(f"The log of this table ends at {last}, not {after}.")
    at = now_ms()
    rows = [(table, after + i, body, at) for i, body in enumerate(bodies, 1)]
    await connection.executemany(
        "INSERT INTO events (table_name, version, body, at) VALUES ($1, $2, $3, $4)", rows
    )
    if receipt is not None:
        await connection.execute(
            "INSERT INTO receipts (table_name, seat, command, version) VALUES ($1, $2, $3, $4)",
            table,
            receipt.seat,
            receipt.command,
            receipt.version,
        )
