"""The embedded store: the event log in one SQLite file, written by one thread in groups.

All appends that wait when the thread comes round are committed together, with one fsync; each is answered
after that commit. How the file is opened, and that its commits are durable, is `sqlite_file`'s affair.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lastcard.server.model.errors import ConflictError, StorageError
from lastcard.server.storage.interface import LogEntry, Receipt, SavedLog, check_texts
from lastcard.server.storage.migrations import OF_A_TABLE
from lastcard.server.storage.sqlite_batch import Append, Database, RepeatedError, write
from lastcard.server.storage.sqlite_file import open_database

if TYPE_CHECKING:
    from pathlib import Path

_MAX_IN_GROUP: Final = 512

_T = TypeVar("_T")


_Work = Callable[[Database], Any]


@dataclass(frozen=True, slots=True)
class _Job:
    """Something to be done in the writing thread: an append, or any other work."""

    work: Append | _Work
    answer: asyncio.Future[Any]


class SqliteLog:
    """An `EventLog` in one SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open the file at `path`; ServerError as `open_database`."""
        self._database = Database(open_database(path))
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="lastcard-log", daemon=True)
        self._thread.start()
        self._closed = False

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `EventLog.append`."""
        check_texts(bodies)  # here: in the writing thread it would spoil the appends of others
        await self._do(Append(table, after, bodies, receipt))

    async def load(self, table: str) -> SavedLog | None:
        """See `EventLog.load`."""
        return await self._do(lambda database: _load(database.connection, table))

    async def confirm(self, table: str, version: int) -> None:
        """See `EventLog.confirm`: the file is locked for this server, whose memory is what it wrote."""

    async def aged(self, before: int, after: str, most: int) -> tuple[list[str], str | None]:
        """See `EventLog.aged`."""
        return await self._do(lambda database: _aged(database.connection, before, after, most))

    async def delete(self, table: str, before: int) -> bool:
        """See `EventLog.delete`."""
        return await self._do(lambda database: _delete(database, table, before))

    async def claim_code(self, code: str, table: str) -> bool:
        """See `Codebook.claim_code`."""
        return await self._do(lambda database: _claim_code(database.connection, code, table))

    async def code_of(self, table: str) -> str | None:
        """See `Codebook.code_of`."""
        return await self._one("SELECT code FROM codes WHERE table_name = ?", table)

    async def table_with(self, code: str) -> str | None:
        """See `Codebook.table_with`."""
        return await self._one("SELECT table_name FROM codes WHERE code = ?", code)

    async def free_code(self, table: str) -> None:
        """See `Codebook.free_code`."""
        said = "DELETE FROM codes WHERE table_name = ?"
        await self._do(lambda database: database.connection.execute(said, (table,)).rowcount)

    async def healthy(self) -> bool:
        """See `EventLog.healthy`."""
        try:
            return bool(
                await self._do(lambda database: database.connection.execute("SELECT 1").fetchone()[0])
            )
        except StorageError:
            return False

    async def close(self) -> None:
        """See `EventLog.close`."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    async def _one(self, said: str, value: str) -> str | None:
        """The one text that the statement finds."""
        row = await self._do(lambda database: database.connection.execute(said, (value,)).fetchone())
        return None if row is None else str(row[0])

    async def _do(self, work: Append | Callable[[Database], _T]) -> _T:
        """The outcome of the work once it is committed; who waits may give up, the work is done all the same."""
        if self._closed:
            raise StorageError("The store is closed.")
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, answer))
        return await answer

    def _write(self) -> None:
        while (group := self._next_group()) is not None:
            outcomes = _carry_out(self._database, group)
            with suppress(RuntimeError):  # the loop is gone, and nobody waits any more
                group[0].answer.get_loop().call_soon_threadsafe(_answer, outcomes)
        self._database.connection.close()

    def _next_group(self) -> list[_Job] | None:
        """All jobs that wait, at least one; None when the store is being closed."""
        first = self._jobs.get()
        if first is None:
            return None
        group = [first]
        while len(group) < _MAX_IN_GROUP:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            group.append(job)
        return group


_Outcome = tuple[_Job, Any, Exception | None]


def _carry_out(database: Database, group: list[_Job]) -> list[_Outcome]:
    """Do the jobs in one transaction; their outcomes after the commit."""
    try:
        return _transaction(database, _runs(group))
    except RepeatedError:  # by whom shows when each is tried by itself
        return _transaction(database, [[job] for job in group])


def _runs(group: list[_Job]) -> list[list[_Job]]:
    """The jobs in their order, appends that follow each other together."""
    runs: list[list[_Job]] = []
    for job in group:
        if runs and isinstance(job.work, Append) and isinstance(runs[-1][0].work, Append):
            runs[-1].append(job)
        else:
            runs.append([job])
    return runs


def _transaction(database: Database, runs: list[list[_Job]]) -> list[_Outcome]:
    outcomes: list[_Outcome] = []
    connection = database.connection
    try:
        connection.execute("BEGIN IMMEDIATE")
        for run in runs:
            outcomes += _done(database, run)
        connection.execute("COMMIT")
    except Exception as error:
        database.ends.clear()
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, RepeatedError):
            raise
        failure = StorageError(f"The log could not be written: {error}")
        return [(job, None, failure) for run in runs for job in run]
    return outcomes


def _done(database: Database, run: list[_Job]) -> list[_Outcome]:
    """Do several appends, or one work of another kind."""
    appends = [job.work for job in run if isinstance(job.work, Append)]
    if appends:
        return [(job, None, problem) for job, problem in zip(run, write(database, appends), strict=True)]
    return [_worked(database, job) for job in run]


def _worked(database: Database, job: _Job) -> _Outcome:
    if isinstance(job.work, Append):
        raise TypeError("an append is written with those around it")
    try:
        return job, job.work(database), None
    except ConflictError as error:
        return job, None, error


def _answer(outcomes: list[_Outcome]) -> None:
    """Tell everybody who still waits, all at once: waking the loop costs as much as a small commit."""
    for job, result, problem in outcomes:
        if job.answer.done():
            continue
        if problem is None:
            job.answer.set_result(result)
        else:
            job.answer.set_exception(problem)


def _claim_code(connection: sqlite3.Connection, code: str, table: str) -> bool:
    said = "INSERT INTO codes (code, table_name) VALUES (?, ?) ON CONFLICT DO NOTHING"
    return connection.execute(said, (code, table)).rowcount == 1


def _load(connection: sqlite3.Connection, table: str) -> SavedLog | None:
    events = connection.execute(
        "SELECT version, body FROM events WHERE table_name = ? ORDER BY version", (table,)
    )
    entries = tuple(LogEntry(version, body) for version, body in events)
    if not entries:
        return None
    rows = connection.execute(
        "SELECT seat, command, version, sitting FROM receipts WHERE table_name = ?", (table,)
    )
    return SavedLog(entries, tuple(Receipt(*row) for row in rows))


def _aged(connection: sqlite3.Connection, before: int, after: str, most: int) -> tuple[list[str], str | None]:
    """From name to name by the index: the events themselves are not read."""
    found: list[str] = []
    at = after
    for _ in range(most):
        row = connection.execute("SELECT min(table_name) FROM events WHERE table_name > ?", (at,)).fetchone()
        if row[0] is None:
            return found, None
        at = str(row[0])
        if _last_at(connection, at) < before:
            found.append(at)
    return found, at


def _last_at(connection: sqlite3.Connection, table: str) -> int:
    """When the last event of a table was written."""
    row = connection.execute(
        "SELECT at FROM events WHERE table_name = ? ORDER BY version DESC LIMIT 1", (table,)
    ).fetchone()
    return int(row[0])


def _delete(database: Database, table: str, before: int) -> bool:
    if not database.end(table) or _last_at(database.connection, table) >= before:
        return False
    for name in OF_A_TABLE:
        database.connection.execute(f"DELETE FROM {name} WHERE table_name = ?", (table,))  # noqa: S608
    database.ends.pop(table, None)
    return True
