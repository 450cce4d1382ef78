"""Servers that are broken on purpose, each by one fault in its store, so that a proof can show that it would see it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from lastcard.server import app
from lastcard.server.storage import sqlite, sqlite_batch, sqlite_file
from lastcard.server.storage.interface import Receipt, SavedLog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LAG = 0.1
"""Seconds by which a broken store is late: as long as a slow disk takes, so that few kills are needed to come in between."""


class AcknowledgesEarly(sqlite.SqliteLog):
    """Says that events are safe when it has only taken them in; they are written a moment later."""

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """Queue the events and return at once."""

        def late(database: Any) -> None:
            time.sleep(LAG)
            sqlite_batch.write(database, [sqlite_batch.Append(table, after, bodies, receipt)])

        self._jobs.put(sqlite._Job(late, asyncio.get_running_loop().create_future()))


class ForgetsReceipts(sqlite.SqliteLog):
    """Reads a table without the commands that were carried out: a repeated one is taken for a new one."""

    async def load(self, table: str) -> SavedLog | None:
        """The events alone."""
        found = await super().load(table)
        return None if found is None else replace(found, receipts=())


class TearsReceipts(sqlite.SqliteLog):
    """Commits the receipt of a command after its events and not together with them."""

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """Two transactions, a moment apart."""
        await super().append(table, after, bodies)
        if receipt is not None:
            kept = receipt

            def late(database: Any) -> None:
                time.sleep(LAG)
                sqlite_batch.insert(database.connection, "receipts", [sqlite_batch.receipt_row(table, kept)])

            await self._do(late)


def _no_sync() -> None:
    """SQLite hands its writes to the system and does not wait for the disk."""
    prepare = sqlite_file.prepare

    def careless(database: Any, path: Any) -> None:
        prepare(database, path)
        database.execute("PRAGMA synchronous=OFF")

    sqlite_file.prepare = careless


def _put(kind: type[sqlite.SqliteLog]) -> Callable[[], None]:
    def put() -> None:
        sqlite.SqliteLog = kind  # type: ignore[misc]

    return put


def _clock_jumps() -> None:
    """The machine's clock is set an hour or a day forward or back at every look."""
    chance, right, right_ns = Random(1), time.time, time.time_ns

    def wrong() -> float:
        return right() + chance.choice((-86_400, -3600, 0, 3600, 86_400))

    def wrong_ns() -> int:
        return right_ns() + chance.choice((-86_400, 0, 86_400)) * 10**9

    time.time, time.time_ns = wrong, wrong_ns


def _impatient() -> None:
    """Not broken, only quick: a connection that is dead without saying so is noticed within nine seconds, not within twenty."""
    right = app._config

    def quick(*given: Any) -> Any:
        found = right(*given)
        found.ws_ping_interval, found.ws_ping_timeout = 0.5, 8.0
        return found

    app._config = quick  # type: ignore[assignment]


def _slow_disk() -> None:
    """Not broken, only slow: while one lot is written, what comes meanwhile gathers for the next."""
    right = sqlite._carry_out

    def slowly(*given: Any) -> Any:
        time.sleep(LAG)
        return right(*given)

    sqlite._carry_out = slowly  # type: ignore[assignment]


FAULTS: dict[str, Callable[[], None]] = {
    "acknowledges early": _put(AcknowledgesEarly),
    "forgets receipts": _put(ForgetsReceipts),
    "tears receipts": _put(TearsReceipts),
    "never syncs": _no_sync,
    "the clock jumps": _clock_jumps,
    "impatient": _impatient,
    "slow disk": _slow_disk,
}
"""What can be broken, by name; the function breaks it in this process."""
