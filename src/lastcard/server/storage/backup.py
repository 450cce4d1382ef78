"""A copy of the SQLite log, made while the server runs or not: one moment of it, whole, and checked."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from lastcard.server.model.errors import ServerError
from lastcard.server.storage.sqlite_file import APPLICATION, fault_found

if TYPE_CHECKING:
    from pathlib import Path


class BackupResult(NamedTuple):
    """What is in a copy."""

    tables: int
    events: int


def back_up(source: Path, target: Path) -> BackupResult:
    """Copy the log at `source` into the new file `target`; ServerError says in one sentence why not.

    The copy is of one moment: what was acknowledged before is in it, and a running server goes on writing. It gets its
    name only when it is complete, checked and on the disk.
    """
    if not source.is_file():
        raise ServerError(f"{source} is not there: name the data folder of the server with --data DIR.")
    if target.exists():
        raise ServerError(f"{target} is there already: name a new file, or move the old one away.")
    part = target.with_name(target.name + ".part")
    try:
        os.close(
            os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        )  # hands of running rounds are in it
        found = _copy(source, part)
        part.replace(target)
        _sync_folder(target)
    except sqlite3.Error as error:
        raise ServerError(f"{source} could not be copied to {target} ({error}).") from error
    except OSError as error:
        raise ServerError(
            f"{target} cannot be written ({error.strerror}): name a file in a folder that is there and yours."
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return found


def _copy(source: Path, part: Path) -> BackupResult:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=10.0)) as old,
        closing(sqlite3.connect(part)) as new,
    ):
        old.execute("PRAGMA query_only=ON")
        if old.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise ServerError(f"{source} is not a Lastcard database.")
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file and no other beside it
        fault = fault_found(new.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if fault is not None:
            raise ServerError(f"{source} is damaged ({fault}): keep an older copy.")
        row = new.execute("SELECT count(DISTINCT table_name), count(*) FROM events").fetchone()
        return BackupResult(*row)


def _sync_folder(target: Path) -> None:
    """Make the new name durable, where folders can be synced."""
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
