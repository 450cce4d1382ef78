"""The event log in a file of SQLite; what it promises as every event log does is in test_logs."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from typing import TYPE_CHECKING, TypeVar

import pytest

from lastcard.server.model.errors import ServerError
from lastcard.server.storage.interface import Receipt
from lastcard.server.storage.migrations import SQLITE
from lastcard.server.storage.sqlite import SqliteLog
from lastcard.server.storage.sqlite_file import open_database

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


def test_a_commit_is_durable(tmp_path: Path) -> None:
    """The file is in WAL with synchronous=FULL."""
    database = open_database(tmp_path / "log.sqlite3")
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    """Hands and secrets lie in it, whatever the folder lets others do; the files beside it have the same rights."""
    before = os.umask(0o022)
    try:
        database = open_database(tmp_path / "log.sqlite3")
        database.execute("CREATE TABLE t (x)")
        kept = [path for path in tmp_path.iterdir() if path.suffix != ".lock"]
        assert [oct(path.stat().st_mode & 0o777) for path in kept] == ["0o600"] * 3
        database.close()
    finally:
        os.umask(before)


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


def test_a_file_of_the_first_version_keeps_what_it_holds(tmp_path: Path) -> None:
    """Its tables and commands are there after the missing steps; whose command it was the first version did not know."""
    path = tmp_path / "log.sqlite3"
    with sqlite3.connect(path) as database:
        for statement in SQLITE[0]:
            database.execute(statement)
        database.execute("INSERT INTO events VALUES ('t', 1, 'a', 5)")
        database.execute("INSERT INTO receipts VALUES ('t', 2, 'id', 1)")
        database.execute("PRAGMA user_version=1")
        database.execute(f"PRAGMA application_id={0x4C415354}")
    database.close()
    saved = with_log(path, lambda log: log.load("t"))
    assert saved is not None
    assert [e.body for e in saved.entries] == ["a"]
    assert saved.receipts == (Receipt(2, "id", 1, 0),)


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
    with pytest.raises(ServerError, match=r"file is no folder: name one with --data DIR\.$"):
        open_database(tmp_path / "file" / "log.sqlite3")
    with pytest.raises(ServerError, match=r"below is no folder: name one with --data DIR\.$"):
        open_database(tmp_path / "file" / "below" / "log.sqlite3")


def test_a_page_that_is_damaged_is_told_in_one_line(tmp_path: Path) -> None:
    """What SQLite finds stands in the sentence, without the heading that it gives it."""
    path = tmp_path / "log.sqlite3"
    open_database(path).close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(ServerError, match=r"log\.sqlite3 is damaged \(.*Page 2.*\): move it away") as found:
        open_database(path)
    assert "\n" not in str(found.value)
    assert "***" not in str(found.value)


def test_a_program_of_one_s_own_can_read_while_the_server_writes(tmp_path: Path) -> None:
    """The file is not locked for readers: they see what is committed, and go on seeing it."""
    path = tmp_path / "log.sqlite3"

    async def use(log: SqliteLog) -> list[list[str]]:
        await log.append("t", 0, ["a"])
        reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        told = [[row[0] for row in reader.execute("SELECT body FROM events")]]
        await log.append("t", 1, ["b"])
        told.append([row[0] for row in reader.execute("SELECT body FROM events")])
        reader.close()
        return told

    assert with_log(path, use) == [["a"], ["a", "b"]]


def test_loads_among_appends_see_what_was_appended_before_them(tmp_path: Path) -> None:
    """The order of a group is kept, whatever is written together."""

    async def use(log: SqliteLog) -> list[int]:
        asked = [log.append("t", 0, ["1"]), log.load("t"), log.append("t", 1, ["2"]), log.load("t")]
        found = await asyncio.gather(*asked)
        return [len(saved.entries) for saved in found if saved is not None]

    assert with_log(tmp_path / "log.sqlite3", use) == [1, 2]
