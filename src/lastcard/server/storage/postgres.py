"""The shared store: the same event log in PostgreSQL, for more than one server (`database` in the settings).

A table's log is guarded by its primary key: of two servers that append after the same version, one is refused.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg

from lastcard.server.model.errors import ConflictError, ServerError, StorageError
from lastcard.server.storage.interface import REPEATED, LogEntry, Receipt, SavedLog, check_texts, is_text
from lastcard.server.storage.migrations import OF_A_TABLE, POSTGRES
from lastcard.server.storage.sqlite_file import now_ms

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

_LOCK: Final = 0x4C415354
"""The advisory lock under which one server at a time brings the schema up to date."""
_AGES: Final = """
    WITH RECURSIVE names AS (
        (SELECT table_name FROM events WHERE table_name > $1 ORDER BY table_name LIMIT 1)
        UNION ALL
        SELECT (SELECT e.table_name FROM events e WHERE e.table_name > n.table_name ORDER BY e.table_name LIMIT 1)
        FROM names n WHERE n.table_name IS NOT NULL
    )
    SELECT table_name, (
        SELECT at FROM events e WHERE e.table_name = names.table_name ORDER BY version DESC LIMIT 1
    ) FROM names WHERE table_name IS NOT NULL LIMIT $2
"""
"""Tables by name, from one to the next by the index, each with the time of its last event."""
_RUN: Final = """
    SELECT 1 FROM owners JOIN servers USING (server) WHERE table_name = $1 AND until > clock_timestamp()
"""
_LAST: Final = "SELECT coalesce(max(version), 0) FROM events WHERE table_name = $1"
FAULTS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)
"""What a database that is not well answers with."""

_T = TypeVar("_T")

Guard: TypeAlias = "Callable[[asyncpg.Connection], Awaitable[None]]"
"""Looks, within a transaction, whether it may go on; LostError."""


class PostgresLog:
    """An `EventLog` in PostgreSQL; make one with `open_log`."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._abandoned: defaultdict[str, set[asyncio.Task[Any]]] = defaultdict(set)

    @property
    def pool(self) -> asyncpg.Pool:
        """The connections, for what else is kept in the database."""
        return self._pool

    async def append(
        self,
        table: str,
        after: int,
        bodies: Sequence[str],
        receipt: Receipt | None = None,
        guard: Guard | None = None,
    ) -> None:
        """See `EventLog.append`; `guard` may refuse within the transaction."""
        check_texts(bodies)
        await self._see_through(table, lambda: self._append(table, after, bodies, receipt, guard))

    async def _append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None, guard: Guard | None
    ) -> None:
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                if guard is not None:
                    await guard(connection)
                await _insert(connection, table, after, bodies, receipt)
        except asyncpg.UniqueViolationError as error:
            raise _conflict(error) from None
        except FAULTS as error:
            raise StorageError(f"The log could not be written: {error}") from error

    async def load(self, table: str, guard: Guard | None = None) -> SavedLog | None:
        """See `EventLog.load`; `guard` may refuse within the transaction."""
        if not is_text(table):  # an address can name what the database would not even look for
            return None
        await self._settle(table)
        try:
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="repeatable_read", readonly=guard is None),
            ):
                if guard is not None:
                    await guard(connection)
                events = await connection.fetch(
                    "SELECT version, body FROM events WHERE table_name = $1 ORDER BY version", table
                )
                receipts = await connection.fetch(
                    "SELECT seat, command, version, sitting FROM receipts WHERE table_name = $1", table
                )
        except FAULTS as error:
            raise StorageError(f"The log could not be read: {error}") from error
        if not events:
            return None
        return SavedLog(tuple(LogEntry(*row) for row in events), tuple(Receipt(*row) for row in receipts))

    async def confirm(self, table: str, version: int, guard: Guard | None = None) -> None:
        """See `EventLog.confirm`; `guard` may refuse within the transaction."""
        await self._settle(table)
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                if guard is not None:
                    await guard(connection)
                last = await connection.fetchval(_LAST, table)
        except FAULTS as error:
            raise StorageError(f"The log could not be read: {error}") from error
        if last != version:
            raise ConflictError(f"The log of this table ends at {last}, not {version}.")

    async def aged(self, before: int, after: str, most: int) -> tuple[list[str], str | None]:
        """See `EventLog.aged`."""
        try:
            rows = await self._pool.fetch(_AGES, after, most)
        except FAULTS as error:
            raise StorageError(f"The log could not be read: {error}") from error
        found = [str(name) for name, at in rows if at < before]
        return found, str(rows[-1][0]) if len(rows) == most else None

    async def delete(self, table: str, before: int) -> bool:
        """See `EventLog.delete`; a table that some server runs stays.

        Writers wait, and who wants to own a table, so that nobody takes or appends to what is being deleted.
        """
        return await self._see_through(table, lambda: self._delete(table, before))

    async def _delete(self, table: str, before: int) -> bool:
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("SELECT 1 FROM owners WHERE table_name = $1 FOR UPDATE", table)
                await connection.execute("LOCK TABLE owners, events IN SHARE ROW EXCLUSIVE MODE")
                if await connection.fetchval(_RUN, table):
                    return False
                last = await connection.fetchval("SELECT max(at) FROM events WHERE table_name = $1", table)
                if last is None or last >= before:
                    return False
                for name in (*OF_A_TABLE, "owners"):
                    await connection.execute(f"DELETE FROM {name} WHERE table_name = $1", table)  # noqa: S608
        except FAULTS as error:
            raise StorageError(f"The log could not be deleted: {error}") from error
        return True

    async def claim_code(self, code: str, table: str) -> bool:
        """See `Codebook.claim_code`."""
        said = "INSERT INTO codes (code, table_name) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        try:
            return str(await self._pool.execute(said, code, table)) == "INSERT 0 1"
        except FAULTS as error:
            raise StorageError(f"The code could not be written: {error}") from error

    async def code_of(self, table: str) -> str | None:
        """See `Codebook.code_of`."""
        return await self._one("SELECT code FROM codes WHERE table_name = $1", table)

    async def table_with(self, code: str) -> str | None:
        """See `Codebook.table_with`."""
        return await self._one("SELECT table_name FROM codes WHERE code = $1", code)

    async def free_code(self, table: str) -> None:
        """See `Codebook.free_code`."""
        try:
            await self._pool.execute("DELETE FROM codes WHERE table_name = $1", table)
        except FAULTS as error:
            raise StorageError(f"The code could not be freed: {error}") from error

    async def _one(self, said: str, *values: object) -> str | None:
        try:
            found: str | None = await self._pool.fetchval(said, *values)
        except FAULTS as error:
            raise StorageError(f"The codes could not be read: {error}") from error
        return found

    async def healthy(self) -> bool:
        """See `EventLog.healthy`."""
        try:
            return bool(await self._pool.fetchval("SELECT 1", timeout=5) == 1)
        except FAULTS:
            return False

    async def close(self) -> None:
        """See `EventLog.close`."""
        for table in list(self._abandoned):
            await self._settle(table)
        await self._pool.close()

    async def _see_through(self, table: str, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Do the work to its end, also if who waits for it gives up; what is asked of the table next comes after it."""
        await self._settle(table)
        task = asyncio.create_task(work())
        try:
            return await asyncio.shield(task)
        finally:
            if not task.done():
                self._abandoned[table].add(task)
                task.add_done_callback(lambda done: self._ended(table, done))

    def _ended(self, table: str, task: asyncio.Task[Any]) -> None:
        self._abandoned[table].discard(task)
        if not self._abandoned[table]:
            del self._abandoned[table]

    async def _settle(self, table: str) -> None:
        """Wait for what is still done at the table though nobody waits for it."""
        while tasks := self._abandoned.get(table):
            await asyncio.wait(tasks)


async def open_log(address: str) -> PostgresLog:
    """Connect to `postgresql://…`, bring the schema up to date, and make sure that a commit is durable.

    ServerError says in one sentence what is wrong, and the remedy; it does not repeat the address, which may hold a password.
    """
    try:
        pool = await asyncpg.create_pool(
            address, min_size=1, max_size=10, server_settings={"synchronous_commit": "on", "timezone": "UTC"}
        )
    except (*FAULTS, ValueError) as error:
        raise ServerError(
            f"the database in LASTCARD_DATABASE cannot be reached ({error}): see that it runs and that the address is right."
        ) from None
    try:
        async with pool.acquire() as connection:
            await _prepare(connection)
    except FAULTS as error:
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


def _conflict(error: asyncpg.UniqueViolationError) -> ConflictError:
    """Which of the two that an append writes was there."""
    if error.table_name == "receipts":
        return ConflictError(REPEATED)
    return ConflictError("Somebody else appended to the log of this table.")


async def _insert(
    connection: asyncpg.Connection, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None
) -> None:
    last = await connection.fetchval(_LAST, table)
    if last != after:
        raise ConflictError(f"The log of this table ends at {last}, not {after}.")
    at = now_ms()
    rows = [(table, after + i, body, at) for i, body in enumerate(bodies, 1)]
    await connection.executemany(
        "INSERT INTO events (table_name, version, body, at) VALUES ($1, $2, $3, $4)", rows
    )
    if receipt is not None:
        await connection.execute(
            "INSERT INTO receipts (table_name, sitting, seat, command, version) VALUES ($1, $2, $3, $4, $5)",
            table,
            receipt.occupant_since,
            receipt.seat,
            receipt.command,
            receipt.version,
        )
