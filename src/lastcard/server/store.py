"""The embedded store: the event log in one SQLite file, written by one thread in groups.

All appends that wait when the thread comes round are committed together, with one fsync; each is answered
after that commit. WAL and `synchronous=FULL` are asserted when the file is opened.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lastcard.server.errors import ConflictError, ServerError, StorageError
from lastcard.server.eventlog import Entry, Receipt, Saved
from lastcard.server.migrations import SQLITE

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME: Final = "lastcard.sqlite3"
"""The name of the file in the data folder."""

_APPLICATION: Final = 0x4C415354
"""The mark by which a SQLite file is known to be Lastcard's ("LAST")."""

_FULL: Final = 2
_MOST_IN_GROUP: Final = 512
_CHECKED_UP_TO: Final = 256 * 1024 * 1024
"""Files up to this size are checked whole on start (under a second)."""

_T = TypeVar("_T")
_Work = Callable[[sqlite3.Connection], Any]


@dataclass(frozen=True, slots=True)
class _Job:
    work: _Work
    answer: Future[Any]


def now_ms() -> int:
    """Milliseconds since 1970: when an event was written, for people who read the log."""
    return time.time_ns() // 1_000_000


def open_database(path: Path) -> sqlite3.Connection:
    """Open the file, bring its schema up to date, and make sure that a commit is durable.

    ServerError says in one sentence what is wrong (not writable, in use, damaged, newer) and what to do.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        found = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    except (OSError, sqlite3.Error) as error:
        raise _unwritable(path, error) from error
    try:
        _prepare(found, path)
    except sqlite3.Error as error:
        found.close()
        raise _explain(path, error) from error
    except BaseException:
        found.close()
        raise
    return found


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    database.execute("PRAGMA locking_mode=EXCLUSIVE")
    taken = _steps_taken(database, path)
    mode = database.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    database.execute("PRAGMA synchronous=FULL")
    database.execute("PRAGMA fullfsync=ON")
    level = database.execute("PRAGMA synchronous").fetchone()[0]
    if mode != "wal" or level != _FULL:
        raise ServerError(
            f"SQLite will not write {path} durably (journal {mode}, synchronous {level}): put the data folder on a local disk with --data DIR."
        )
    if path.stat().st_size <= _CHECKED_UP_TO:
        verdict = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise _damaged(path, verdict)
    _migrate(database, taken)


def _steps_taken(database: sqlite3.Connection, path: Path) -> int:
    """The version of the schema; a file that is another's or newer is refused before anything is written to it."""
    taken = int(database.execute("PRAGMA user_version").fetchone()[0])
    mark = database.execute("PRAGMA application_id").fetchone()[0]
    tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if (tables or taken) and mark != _APPLICATION:
        raise ServerError(
            f"{path} is not a Lastcard database: move it away, or choose another folder with --data DIR."
        )
    if taken > len(SQLITE):
        raise ServerError(
            f"{path} was written by a newer Lastcard (schema {taken}, this one knows {len(SQLITE)}): "
            "update Lastcard, or choose another folder with --data DIR."
        )
    return taken


def _migrate(database: sqlite3.Connection, taken: int) -> None:
    database.execute("BEGIN IMMEDIATE")
    for step in SQLITE[taken:]:
        for statement in step:
            database.execute(statement)
    database.execute(f"PRAGMA application_id={_APPLICATION}")
    database.execute(f"PRAGMA user_version={len(SQLITE)}")
    database.execute("COMMIT")


def _explain(path: Path, error: sqlite3.Error) -> ServerError:
    text = str(error)
    if "locked" in text:
        return ServerError(
            f"{path} is in use by another Lastcard: stop that one, or choose another folder with --data DIR."
        )
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return _damaged(path, text)
    return _unwritable(path, error)


def _damaged(path: Path, detail: str) -> ServerError:
    return ServerError(
        f"{path} is damaged ({detail}): move it away or put a copy in its place, or choose another folder with --data DIR."
    )


def _unwritable(path: Path, error: Exception) -> ServerError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return ServerError(f"{path} cannot be written ({reason}): choose another folder with --data DIR.")


class SqliteLog:
    """An `EventLog` in one SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open the file at `path`; ServerError as `open_database`."""
        self._database = open_database(path)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="lastcard-log", daemon=True)
        self._thread.start()
        self._closed = False

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `EventLog.append`."""
        await self._do(lambda database: _append(database, table, after, bodies, receipt))

    async def load(self, table: str) -> Saved | None:
        """See `EventLog.load`."""
        return await self._do(lambda database: _load(database, table))

    async def healthy(self) -> bool:
        """See `EventLog.healthy`."""
        try:
            return bool(await self._do(lambda database: database.execute("SELECT 1").fetchone()[0]))
        except StorageError:
            return False

    async def close(self) -> None:
        """See `EventLog.close`."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    async def _do(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        if self._closed:
            raise StorageError("The store is closed.")
        answer: Future[_T] = Future()
        self._jobs.put(_Job(work, answer))
        # Shielded: who waits may give up, but what is on its way to the disk stays on its way.
        return await asyncio.shield(asyncio.wrap_future(answer))

    def _write(self) -> None:
        while (group := self._next_group()) is not None:
            _carry_out(self._database, group)
        self._database.close()

    def _next_group(self) -> list[_Job] | None:
        """All jobs that wait, at least one; None when the store is being closed."""
        first = self._jobs.get()
        if first is None:
            return None
        group = [first]
        while len(group) < _MOST_IN_GROUP:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            group.append(job)
        return group


def _carry_out(database: sqlite3.Connection, group: list[_Job]) -> None:
    """Do the jobs in one transaction and answer each after the commit."""
    outcomes: list[tuple[_Job, Any, Exception | None]] = []
    try:
        database.execute("BEGIN IMMEDIATE")
        for job in group:
            try:
                outcomes.append((job, job.work(database), None))
            except ConflictError as error:
                outcomes.append((job, None, error))
        database.execute("COMMIT")
    except sqlite3.Error as error:
        failure = StorageError(f"The log could not be written: {error}")
        if database.in_transaction:
            database.execute("ROLLBACK")
        outcomes = [(job, None, failure) for job in group]
    for job, result, problem in outcomes:
        if problem is None:
            job.answer.set_result(result)
        else:
            job.answer.set_exception(problem)


def _append(
    database: sqlite3.Connection, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None
) -> None:
    last = database.execute(
        "SELECT coalesce(max(version), 0) FROM events WHERE table_name = ?", (table,)
    ).fetchone()[0]
    if last != after:
        raise ConflictError(f"The log of this table ends at {last}, not {after}.")
    if receipt is not None and _has(database, table, receipt):
        raise ConflictError("This command was carried out before.")
    at = now_ms()
    rows = [(table, after + i, body, at) for i, body in enumerate(bodies, 1)]
    database.executemany("INSERT INTO events (table_name, version, body, at) VALUES (?, ?, ?, ?)", rows)
    if receipt is not None:
        database.execute(
            "INSERT INTO receipts (table_name, seat, command, version) VALUES (?, ?, ?, ?)",
            (table, receipt.seat, receipt.command, receipt.version),
        )


def _has(database: sqlite3.Connection, table: str, receipt: Receipt) -> bool:
    found = database.execute(
        "SELECT 1 FROM receipts WHERE table_name = ? AND seat = ? AND command = ?",
        (table, receipt.seat, receipt.command),
    )
    return found.fetchone() is not None


def _load(database: sqlite3.Connection, table: str) -> Saved | None:
    events = database.execute(
        "SELECT version, body FROM events WHERE table_name = ? ORDER BY version", (table,)
    )
    entries = tuple(Entry(version, body) for version, body in events)
    if not entries:
        return None
    rows = database.execute("SELECT seat, command, version FROM receipts WHERE table_name = ?", (table,))
    return Saved(entries, tuple(Receipt(*row) for row in rows))
