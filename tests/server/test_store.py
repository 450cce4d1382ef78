"""The event log: what is appended is kept, in order, once."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, TypeVar

import pytest

from lastcard.server.errors import ConflictError, ServerError, StorageError
from lastcard.server.eventlog import Receipt
from lastcard.server.migrations import SQLITE
from lastcard.server.store import SqliteLog, open_database

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

T = TypeVar("T")


def with_log(path: Path, use: Callable[[SqliteLog], Awaitable[T]]) -> T:
    """Open a log, use it, close it."""

    async def main() -> T:
        log = SqliteLog(path)
        try:
            return await use(log)
        finally:
            await log.close()

    return asyncio.run(main())


def test_what_was_appended_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    """Events and receipts of a table outlive the process."""
    path = tmp_path / "log.sqlite3"

    async def write(log: SqliteLog) -> None:
        await log.append("t", 0, ["a", "b"], Receipt(1, "id", 2))
        await log.append("t", 2, ["c"])

    with_log(path, write)
    saved = with_log(path, lambda log: log.load("t"))
    assert saved is not None
    assert [(e.version, e.body) for e in saved.entries] == [(1, "a"), (2, "b"), (3, "c")]
    assert saved.receipts == (Receipt(1, "id", 2),)


def test_an_unknown_table_is_none(tmp_path: Path) -> None:
    """A table that nobody opened has no log."""
    assert with_log(tmp_path / "log.sqlite3", lambda log: log.load("nobody")) is None


def test_an_append_to_an_outdated_version_is_refused_and_spoils_no_other(tmp_path: Path) -> None:
    """Of appends that are committed together, only the one that conflicts fails."""

    async def use(log: SqliteLog) -> list[object]:
        await log.append("a", 0, ["1"])
        asked = [log.append("a", 0, ["x"]), log.append("b", 0, ["1"]), log.append("a", 1, ["2"])]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    first, second, third = with_log(tmp_path / "log.sqlite3", use)
    assert isinstance(first, ConflictError)
    assert second is None
    assert third is None


def test_many_appends_at_once_all_arrive(tmp_path: Path) -> None:
    """Two hundred tables that append at the same moment are all kept."""

    async def use(log: SqliteLog) -> list[object]:
        await asyncio.gather(*(log.append(f"t{i}", 0, ["x"]) for i in range(200)))
        return [await log.load(f"t{i}") for i in range(200)]

    assert all(saved is not None for saved in with_log(tmp_path / "log.sqlite3", use))


def test_a_receipt_that_exists_leaves_nothing_of_its_append(tmp_path: Path) -> None:
    """Events and receipt are kept together or not at all."""

    async def use(log: SqliteLog) -> int:
        await log.append("t", 0, ["a"], Receipt(0, "id", 1))
        with pytest.raises(StorageError):
            await log.append("t", 1, ["b"], Receipt(0, "id", 2))
        saved = await log.load("t")
        return len(saved.entries) if saved else 0

    assert with_log(tmp_path / "log.sqlite3", use) == 1


def test_a_commit_is_durable(tmp_path: Path) -> None:
    """The file is in WAL with synchronous=FULL."""
    database = open_database(tmp_path / "log.sqlite3")
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    """A file of a later schema is refused with the remedy, and left as it was."""
    path = tmp_path / "log.sqlite3"
    open_database(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version={len(SQLITE) + 1}")
    database.close()
    with pytest.raises(ServerError, match=r"newer Lastcard.*--data"):
        open_database(path)
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (len(SQLITE) + 1,)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Rubbish in place of the database is called damaged."""
    path = tmp_path / "log.sqlite3"
    path.write_bytes(b"rubbish" * 1000)
    with pytest.raises(ServerError, match=r"damaged.*--data"):
        open_database(path)


def test_a_database_with_a_torn_page_is_refused(tmp_path: Path) -> None:
    """A page overwritten in the middle of the file is found on start."""
    path = tmp_path / "log.sqlite3"
    with_log(path, lambda log: log.append("t", 0, ["x" * 2000] * 50))
    data = bytearray(path.read_bytes())
    data[8192:12288] = b"\xff" * 4096
    path.write_bytes(data)
    with pytest.raises(ServerError, match="damaged"):
        open_database(path)


def test_another_program_s_database_is_refused(tmp_path: Path) -> None:
    """A SQLite file that is not Lastcard's is not written to."""
    path = tmp_path / "log.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(ServerError, match="not a Lastcard database"):
        open_database(path)


def test_two_servers_cannot_share_a_file(tmp_path: Path) -> None:
    """A second opener is told that the file is in use."""
    path = tmp_path / "log.sqlite3"
    first = open_database(path)
    with pytest.raises(ServerError, match="in use"):
        open_database(path)
    first.close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """A file where the data folder should be: one sentence, with the remedy."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match=r"cannot be written.*--data"):
        open_database(tmp_path / "file" / "log.sqlite3")
