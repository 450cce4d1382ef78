"""Old tables are deleted for good, in either store; limits on what one address may open."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import asyncpg
import pytest

from lastcard.server.decisions.requests import NewTable
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.lobby import Lobby
from lastcard.server.model.chance import SYSTEM
from lastcard.server.model.errors import StorageError, UnknownTableError
from lastcard.server.ops.config import Settings
from lastcard.server.ops.metrics import Metrics
from lastcard.server.ops.quotas import TableQuota
from lastcard.server.storage import postgres, retention, sqlite, sqlite_batch
from lastcard.server.storage.interface import Receipt
from lastcard.server.storage.retention import delete_aged, keep_for
from lastcard.server.storage.sqlite_file import FILE_NAME
from lastcard.server.table.messages import Attach
from tests.rooms.server.conftest import POSTGRES, SETTINGS, Server
from tests.rooms.server.test_table import Listener
from tests.tiers import by_tier

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from lastcard.server.storage.interface import EventLog

pytestmark = pytest.mark.tier("default")

DAY = 24 * 60 * 60 * 1000


@pytest.fixture(params=by_tier(["sqlite", "postgres"], quick=1))
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[EventLog]:
    """An empty log, in each store that there is."""
    if request.param == "sqlite":
        found = sqlite.SqliteLog(tmp_path / "log")
        yield found
        await found.close()
        return
    if not POSTGRES:
        pytest.skip("LASTCARD_TEST_POSTGRES names no server")
    name = f"lastcard_{secrets.token_hex(6)}"
    admin = await asyncpg.connect(POSTGRES)
    await admin.execute(f"CREATE DATABASE {name}")
    shared = await postgres.open_log(POSTGRES.rsplit("/", 1)[0] + "/" + name)
    yield shared
    await shared.close()
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


async def written(log: EventLog, table: str, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table whose two events were written at that time."""
    for module in (sqlite_batch, postgres):
        monkeypatch.setattr(module, "now_ms", lambda: at)
    await log.append(table, 0, ["a", "b"], Receipt(0, "id", 2))


async def test_what_is_older_is_deleted_and_nothing_else(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the last event of a table; one that is in use stays, and a deleted one can be written anew."""
    monkeypatch.setattr(retention, "_AT_ONCE", 3)
    for number in range(10):
        await written(log, f"t{number}", (number + 1) * DAY, monkeypatch)
    monkeypatch.setattr(sqlite_batch, "now_ms", lambda: 30 * DAY)
    monkeypatch.setattr(postgres, "now_ms", lambda: 30 * DAY)
    await log.append("t0", 2, ["c"])

    async def unless_used(table: str, before: int) -> bool:
        return table != "t3" and await log.delete(table, before)

    assert await delete_aged(log, 7 * DAY, unless_used) == 4
    left = [f"t{i}" for i in range(10) if await log.load(f"t{i}") is not None]
    assert left == ["t0", "t3", "t6", "t7", "t8", "t9"]
    assert await delete_aged(log, 7 * DAY, unless_used) == 0
    await log.append("t1", 0, ["new"], Receipt(0, "id", 1))
    saved = await log.load("t1")
    assert saved is not None
    assert [e.body for e in saved.entries] == ["new"]


async def test_a_table_that_was_played_at_meanwhile_stays(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking and deleting an event came: the deletion looks again."""
    await written(log, "t", 1 * DAY, monkeypatch)
    assert await log.aged(2 * DAY, "", 10) == (["t"], None)
    monkeypatch.setattr(sqlite_batch, "now_ms", lambda: 3 * DAY)
    monkeypatch.setattr(postgres, "now_ms", lambda: 3 * DAY)
    await log.append("t", 2, ["c"])
    assert not await log.delete("t", 2 * DAY)
    assert not await log.delete("nobody", 2 * DAY)
    assert await log.load("t") is not None


async def test_the_keeper_works_by_days_and_outlives_a_failing_store(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It deletes at once and then again and again, counts what it deletes, and goes on after an error."""
    monkeypatch.setattr(retention, "_EVERY", 0.01)
    now = int(time.time() * 1000)
    await written(log, "old", now - 3 * DAY, monkeypatch)
    await written(log, "new", now - 1 * DAY, monkeypatch)
    failed = 0
    aged = log.aged

    async def failing(before: int, after: str, most: int) -> tuple[list[str], str | None]:
        nonlocal failed
        failed += 1
        if failed == 1:
            raise StorageError("the disk is gone")
        return await aged(before, after, most)

    monkeypatch.setattr(log, "aged", failing)
    metrics = Metrics()
    task = asyncio.create_task(keep_for(2, log, log.delete, metrics))
    while b"lastcard_tables_deleted_total 1.0" not in metrics.text():
        assert not task.done()
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert await log.load("old") is None
    assert await log.load("new") is not None


async def test_zero_days_keep_everything(log: EventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keeper has nothing to do."""
    await written(log, "old", 1, monkeypatch)
    await keep_for(0, log, log.delete, Metrics())
    assert await log.load("old") is not None


@pytest.fixture
async def lobby(log: EventLog, tmp_path: Path) -> AsyncIterator[Lobby]:
    """Tables over the log."""
    found = Lobby(log, Settings(tmp_path), Metrics(), SYSTEM)
    yield found
    await found.stop()


async def test_a_table_that_is_asked_for_while_it_is_deleted_is_unknown(
    log: EventLog, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the store takes: it was read in between, and then its first act failed."""
    name, _ = await lobby.open(NewTable(now=False, bots=False))
    gate = asyncio.Event()
    delete = log.delete

    async def slow(table: str, before: int) -> bool:
        await gate.wait()
        return await delete(table, before)

    monkeypatch.setattr(log, "delete", slow)
    deleting = asyncio.create_task(lobby.delete(name, 2**62))
    await asyncio.sleep(0)
    finding = asyncio.create_task(lobby.find(name))
    await asyncio.sleep(0.05)
    assert not finding.done()
    gate.set()
    assert await deleting
    with pytest.raises(UnknownTableError):
        await finding
    assert not lobby.in_memory(name)


async def test_a_table_in_memory_is_not_deleted(lobby: Lobby) -> None:
    """Nor one that is being read; once it has left memory it is."""
    name, _ = await lobby.open(NewTable(now=False, bots=False))
    finding = asyncio.create_task(lobby.find(name))
    await asyncio.sleep(0)
    assert not await lobby.delete(name, 2**62)
    table = await finding
    assert not await lobby.delete(name, 2**62)
    lobby.sweep(table.quiet_since + 10_000_000)
    while lobby.in_memory(name):  # noqa: ASYNC110 - it is put away by a task of the lobby
        await asyncio.sleep(0.01)
    assert await lobby.delete(name, 2**62)


async def test_a_store_that_fails_to_delete_says_so_and_the_table_is_there(
    log: EventLog, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to who waits for it; and the server stops all the same."""

    async def fails(table: str, before: int) -> bool:
        await asyncio.sleep(0.01)
        raise StorageError(f"{table} {before}")

    monkeypatch.setattr(log, "delete", fails)
    name, _ = await lobby.open(NewTable(now=False, bots=False))
    finding, deleting = lobby.find(name), lobby.delete(name, 1)
    with pytest.raises(StorageError):
        await deleting
    assert (await finding).name == name


async def test_a_table_whose_log_is_gone_tells_everybody_and_goes(log: EventLog, lobby: Lobby) -> None:
    """Somebody deleted it in the store itself: no fault, and for those who look at it there is no such table."""
    name, token = await lobby.open(NewTable(now=False, bots=False))
    table = await lobby.find(name)
    ana, eve = Listener(), Listener()
    await table.put(Attach(ana, token, None))
    await table.put(Attach(eve, None, None))
    await table.join(Newcomer("Ben", "b"))
    assert await log.delete(name, 2**62)
    with pytest.raises(UnknownTableError):
        await table.join(Newcomer("Cleo", "c"))
    assert (ana.ended, eve.ended) == ("unknown", "unknown")
    with pytest.raises(UnknownTableError):
        await lobby.find(name)
    assert b"lastcard_faults_total 0.0" in lobby._metrics.text()


def test_deleted_is_overwritten(tmp_path: Path) -> None:
    """Nothing of a deleted table is left in the file of a server that was set to delete it: no name, no token's hash."""
    server = Server(tmp_path / "data")
    opened = server.open(name="Quetzalcoatl")
    server.stop()
    file = tmp_path / "data" / FILE_NAME
    assert b"Quetzalcoatl" in file.read_bytes()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE events SET at = at - ?", (3 * DAY,))
    database.close()
    server = Server(tmp_path / "data", settings=SETTINGS + "keep_days = 2\n")
    while server.http(f"/api/tables/{opened['table']}")[0] != 404:
        time.sleep(0.05)
    server.stop()
    for kept in (tmp_path / "data").glob(FILE_NAME + "*"):
        assert b"Quetzalcoatl" not in kept.read_bytes()
    assert "old tables deleted" in server.errors


def test_one_address_may_have_so_many_tables_in_memory() -> None:
    """What has left memory counts no more, what is new counts in any case, and each address by itself."""
    there = {"a", "b", "c"}
    openers = TableQuota(2, 10.0, there.__contains__)
    openers.opened("here", "a", 0.0)
    openers.opened("here", "b", 0.0)
    assert not openers.may_open("here", 100.0)
    assert openers.may_open("there", 100.0)
    there.remove("a")
    assert openers.may_open("here", 100.0)
    openers.opened("here", "new", 100.0)
    assert not openers.may_open("here", 109.0)
    assert openers.may_open("here", 111.0)


def test_the_limit_holds_over_http(tmp_path: Path) -> None:
    """The third table of an address that may have two is refused with what to do."""
    limited = Server(
        tmp_path / "data", settings=SETTINGS.replace("tables_an_address = 100000", "tables_an_address = 2")
    )
    answers = [limited.http("/api/tables", {"name": "Ana"}) for _ in range(3)]
    assert [status for status, _ in answers] == [201, 201, 429]
    assert answers[2][1]["error"]["code"] == "often"
    assert "Come back" in answers[2][1]["error"]["message"]
    limited.stop()
