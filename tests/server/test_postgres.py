"""The event log in PostgreSQL keeps the same promises; needs a server (LASTCARD_TEST_POSTGRES)."""

from __future__ import annotations

import asyncio
import os
import secrets
from typing import TYPE_CHECKING

import asyncpg
import pytest

from lastcard.server.errors import ConflictError, ServerError
from lastcard.server.eventlog import Receipt
from lastcard.server.postgres import open_log
from tests.server.conftest import Server, client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

ADDRESS = os.environ.get("LASTCARD_TEST_POSTGRES", "")
pytestmark = pytest.mark.skipif(not ADDRESS, reason="LASTCARD_TEST_POSTGRES names no server")


@pytest.fixture
async def database() -> AsyncIterator[str]:
    """The address of a new database that is dropped afterwards."""
    name = f"lastcard_{secrets.token_hex(6)}"
    admin = await asyncpg.connect(ADDRESS)
    await admin.execute(f"CREATE DATABASE {name}")
    yield ADDRESS.rsplit("/", 1)[0] + "/" + name
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


async def test_what_was_appended_is_there(database: str) -> None:
    """Events and receipts, also for another server, whose start runs the same migrations."""
    log = await open_log(database)
    await log.append("t", 0, ["a", "b"], Receipt(1, "id", 2))
    other = await open_log(database)
    saved = await other.load("t")
    assert saved is not None
    assert [(e.version, e.body) for e in saved.entries] == [(1, "a"), (2, "b")]
    assert saved.receipts == (Receipt(1, "id", 2),)
    assert await other.load("nobody") is None
    assert await log.healthy()
    await log.close()
    await other.close()
    assert not await log.healthy()


async def test_of_two_who_append_at_once_one_is_refused(database: str) -> None:
    """One writer wins; nothing of the other is kept."""
    log = await open_log(database)
    done = await asyncio.gather(
        *(log.append("t", 0, [str(i)], Receipt(0, str(i), 1)) for i in range(8)), return_exceptions=True
    )
    assert [type(d) for d in done if d is not None] == [ConflictError] * 7
    saved = await log.load("t")
    assert saved is not None
    assert (len(saved.entries), len(saved.receipts)) == (1, 1)
    await log.close()


async def test_a_newer_schema_is_refused(database: str) -> None:
    """With the remedy, and without the address."""
    await (await open_log(database)).close()
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE schema_steps SET taken = taken + 1")
    await connection.close()
    with pytest.raises(ServerError, match="newer Lastcard") as refused:
        await open_log(database)
    assert database not in str(refused.value)


async def test_a_database_that_is_not_there_is_refused() -> None:
    """One sentence."""
    with pytest.raises(ServerError, match="cannot be reached"):
        await open_log("postgresql://postgres@127.0.0.1:1/nothing")


async def test_a_table_is_played_and_taken_up_again(database: str, tmp_path: Path) -> None:
    """The server on PostgreSQL: play, kill, go on."""
    settings = f'database = "{database}"\nrate = 1000\n'
    server = await asyncio.to_thread(Server, tmp_path / "data", settings=settings)
    opened = await asyncio.to_thread(server.open)
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        await ana.play_on()
        before = ana.state
    await asyncio.to_thread(server.stop, 9)
    server = await asyncio.to_thread(Server, tmp_path / "data", settings=settings)
    async with client(server, opened["table"], opened["token"]) as ana:
        assert (ana.state["v"], ana.state["view"]) == (before["v"], before["view"])
    await asyncio.to_thread(server.stop)
