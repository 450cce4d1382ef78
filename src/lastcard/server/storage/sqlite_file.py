"""The SQLite file: opened for one server, its schema brought up to date, its commits durable.

A lock beside the file keeps a second server off it; SQLite's own exclusive mode would keep readers off as well, and so
backups, and whoever wants to look at the log with a program of their own.
"""

from __future__ import annotations

import os
import sqlite3
import time
from typing import TYPE_CHECKING, Final

from lastcard.server.model.errors import ServerError
from lastcard.server.storage.filelock import FileLock
from lastcard.server.storage.migrations import SQLITE

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME: Final = "lastcard.sqlite3"
"""The name of the file in the data folder."""

APPLICATION: Final = 0x4C415354
"""The mark by which a SQLite file is known to be Lastcard's ("LAST")."""

_FULL: Final = 2
_CHECKED_UP_TO: Final = 256 * 1024 * 1024
"""Files up to this size are checked whole on start (under a second)."""


def now_ms() -> int:
    """Milliseconds since 1970: when an event was written, for people who read the log."""
    return time.time_ns() // 1_000_000


class _Locked(sqlite3.Connection):
    """A connection that keeps other servers off its file until it is closed."""

    def __init__(self, path: Path, lock: FileLock) -> None:
        super().__init__(
            path,
            isolation_level=None,
            check_same_thread=False,
            timeout=1.0,
            cached_statements=256,  # there is one for each number of rows
        )
        self._lock = lock

    def close(self) -> None:
        super().close()
        self._lock.release()


def open_database(path: Path) -> sqlite3.Connection:
    """Open the file, bring its schema up to date, and make sure that a commit is durable.

    ServerError says in one sentence what is wrong (not writable, in use, damaged, newer) and what to do.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(path.with_name(path.name + ".lock"))
    except BlockingIOError:
        raise _in_use(path) from None
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        # Hands and secrets lie in it, and SQLite gives the files beside it the same rights.
        os.close(os.open(path, os.O_CREAT, 0o600))
        found = _Locked(path, lock)
    except (OSError, sqlite3.Error) as error:
        lock.release()
        raise _unwritable(path, error) from error
    try:
        prepare(found, path)
    except sqlite3.Error as error:
        found.close()
        raise _explain(path, error) from error
    except BaseException:
        found.close()
        raise
    return found


def prepare(database: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not ours, see to durability, and take the steps of the schema that are missing."""
    taken = _steps_taken(database, path)
    mode = database.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    database.execute("PRAGMA synchronous=FULL")
    database.execute("PRAGMA fullfsync=ON")
    database.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
    level = database.execute("PRAGMA synchronous").fetchone()[0]
    if mode != "wal" or level != _FULL:
        raise ServerError(
            f"SQLite will not write {path} durably (journal {mode}, synchronous {level}): put the data folder on a local disk with --data DIR."
        )
    if path.stat().st_size <= _CHECKED_UP_TO:
        fault = fault_found(database.execute("PRAGMA quick_check(1)").fetchone()[0])
        if fault is not None:
            raise _damaged(path, fault)
    _migrate(database, taken)


def fault_found(verdict: str) -> str | None:
    """What SQLite's check found, in a line of a sentence; None if the file is whole."""
    return None if verdict == "ok" else verdict.splitlines()[-1]


def _steps_taken(database: sqlite3.Connection, path: Path) -> int:
    """The version of the schema; a file that is another's or newer is refused before anything is written to it."""
    taken = int(database.execute("PRAGMA user_version").fetchone()[0])
    mark = database.execute("PRAGMA application_id").fetchone()[0]
    tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if (tables or taken) and mark != APPLICATION:
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
    database.execute(f"PRAGMA application_id={APPLICATION}")
    database.execute(f"PRAGMA user_version={len(SQLITE)}")
    database.execute("COMMIT")


def _explain(path: Path, error: sqlite3.Error) -> ServerError:
    text = str(error)
    if "locked" in text:
        return _in_use(path)
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return _damaged(path, text)
    return _unwritable(path, error)


def _in_use(path: Path) -> ServerError:
    return ServerError(
        f"{path} is in use by another Lastcard: stop that one, or choose another folder with --data DIR."
    )


def _damaged(path: Path, detail: str) -> ServerError:
    return ServerError(
        f"{path} is damaged ({detail}): move it away or put a copy in its place, or choose another folder with --data DIR."
    )


def _unwritable(path: Path, error: Exception) -> ServerError:
    if isinstance(error, FileExistsError | NotADirectoryError):
        return ServerError(f"{path.parent} is no folder: name one with --data DIR.")
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return ServerError(f"{path} cannot be written ({reason}): choose another folder with --data DIR.")
