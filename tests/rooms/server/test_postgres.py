"""What is PostgreSQL's own; what it promises as every event log does is in test_logs. Needs a server (LASTCARD_TEST_POSTGRES)."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import asyncpg
import pytest

from lastcard.server.decisions.requests import Mute, NewTable
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.lobby import Lobby
from lastcard.server.model.chance import SYSTEM
from lastcard.server.model.errors import ConflictError, ServerError, StorageError
from lastcard.server.ops.config import Settings
from lastcard.server.ops.metrics import Metrics
from lastcard.server.storage.interface import Receipt
from lastcard.server.storage.migrations import POSTGRES
from lastcard.server.storage.postgres import open_log
from lastcard.server.table.messages import Attach, Command
from lastcard.server.wire.inbound import Cmd
from tests.rooms.server.conftest import Server, client
from tests.rooms.server.test_table import Listener

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from lastcard.server.table.table import TableActor

ADDRESS = os.environ.get("LASTCARD_TEST_POSTGRES", "")
pytestmark = [
    pytest.mark.tier("all"),
    pytest.mark.skipif(not ADDRESS, reason="LASTCARD_TEST_POSTGRES names no server"),
]


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


async def test_a_database_of_the_first_version_keeps_what_it_holds(database: str) -> None:
    """Its commands are there after the missing steps; whose they were the first version did not know."""
    old = await asyncpg.connect(database)
    for statement in POSTGRES[0]:
        await old.execute(statement)
    await old.execute("INSERT INTO events VALUES ('t', 1, 'a', 5)")
    await old.execute("INSERT INTO receipts VALUES ('t', 2, 'id', 1)")
    await old.execute("CREATE TABLE schema_steps (taken INTEGER NOT NULL)")
    await old.execute("INSERT INTO schema_steps VALUES (1)")
    await old.close()
    log = await open_log(database)
    saved = await log.load("t")
    assert saved is not None
    assert saved.receipts == (Receipt(2, "id", 1, 0),)
    await log.append("t", 1, ["b"], Receipt(2, "id", 2, 3))
    await log.close()


class Between:
    """A way to the database on which a connection can break while it commits, and the database can be misquoted."""

    def __init__(self, database: str) -> None:
        """Nothing is broken yet; the database listens where its address says."""
        self.breaks: Literal["", "before", "after"] = ""
        self.misquoted = (b"", b"")
        self._committing = False
        self._there = urlsplit(database)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[str]:
        """The address of the database by this way."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        yield self._there._replace(
            netloc=f"{self._there.username}@127.0.0.1:{port}", query="sslmode=disable"
        ).geturl()
        server.close()

    async def _connected(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        database, to_database = await asyncio.open_connection(self._there.hostname, self._there.port)
        async with asyncio.TaskGroup() as both:
            both.create_task(self._asked(client, to_database, to_client))
            both.create_task(self._answered(database, to_client, to_database))

    async def _asked(
        self, client: asyncio.StreamReader, to_database: asyncio.StreamWriter, to_client: asyncio.StreamWriter
    ) -> None:
        with suppress(ConnectionError):
            while data := await client.read(65_536):
                if b"COMMIT;" in data and self.breaks == "before":
                    break
                to_database.write(data)
                self._committing = b"COMMIT;" in data
        to_database.close()
        to_client.close()

    async def _answered(
        self,
        database: asyncio.StreamReader,
        to_client: asyncio.StreamWriter,
        to_database: asyncio.StreamWriter,
    ) -> None:
        with suppress(ConnectionError):
            while data := await database.read(65_536):
                if self._committing and self.breaks == "after":
                    break
                to_client.write(data.replace(*self.misquoted) if self.misquoted[0] else data)
        to_client.close()
        to_database.close()


@pytest.fixture
async def between(database: str) -> AsyncIterator[tuple[Between, str]]:
    """A way to the new database, and its address by that way."""
    way = Between(database)
    async with way.opened() as address:
        yield way, address


def row(text: bytes) -> bytes:
    """How PostgreSQL answers with one text: a DataRow of its protocol."""
    return b"D" + (10 + len(text)).to_bytes(4, "big") + b"\0\1" + len(text).to_bytes(4, "big") + text


async def test_a_database_that_does_not_sync_is_refused(between: tuple[Between, str]) -> None:
    """With what to set, and without the address."""
    way, address = between
    way.misquoted = (row(b"on"), row(b"off"))
    with pytest.raises(
        ServerError, match="does not commit durably: set fsync and synchronous_commit to on"
    ) as refused:
        await open_log(address)
    assert address not in str(refused.value)
    way.misquoted = (b"", b"")
    await (await open_log(address)).close()


async def test_commits_wait_for_the_disk_whatever_the_database_is_set_to(database: str) -> None:
    """A database set to answer before that is told otherwise by each connection."""
    admin = await asyncpg.connect(database)
    await admin.execute(f"ALTER DATABASE {database.rsplit('/', 1)[1]} SET synchronous_commit TO off")
    await admin.close()
    log = await open_log(database)
    async with log.pool.acquire() as connection:
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
    async with log.pool.acquire() as connection:  # what was given back is as it was
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
    await log.close()


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_connection_that_is_lost_in_the_commit_leaves_all_or_nothing(
    between: tuple[Between, str], moment: Literal["before", "after"]
) -> None:
    """The caller is told that it failed; what it then reads is true, and what it appends follows that."""
    way, address = between
    log = await open_log(address)
    await log.append("t", 0, ["a"])
    way.breaks = moment
    with pytest.raises(StorageError):
        await log.append("t", 1, ["b", "c"], Receipt(0, "id", 3, 1))
    way.breaks = ""
    saved = await log.load("t")
    assert saved is not None
    kept = 3 if moment == "after" else 1
    assert (len(saved.entries), len(saved.receipts)) == (kept, kept // 3)
    if moment == "after":
        with pytest.raises(ConflictError, match="carried out before"):
            await log.append("t", kept, ["b", "c"], Receipt(0, "id", 5, 1))
    await log.append("t", kept, ["d"], Receipt(0, "another", kept + 1, 1))
    await log.confirm("t", kept + 1)
    await log.close()


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_command_whose_commit_lost_its_connection_is_carried_out_once(
    between: tuple[Between, str], tmp_path: Path, moment: Literal["before", "after"]
) -> None:
    """Its sender is told that the store failed; sent again under its id, it is acknowledged, and there is one event of it."""
    way, address = between
    log = await open_log(address)
    lobby = Lobby(log, Settings(tmp_path), Metrics(), SYSTEM)
    name, token = await lobby.open(NewTable(now=False, bots=False))
    table = await lobby.find(name)
    ana = Listener()
    await table.put(Attach(ana, token, None))
    await table.join(Newcomer("Ben", "b"))
    saying = Command(ana, Cmd(t="cmd", id="once", v=table.state.version, d=Mute(t="mute", seat=1, on=True)))
    way.breaks = moment
    assert (await answered(table, ana, saying))["code"] == "storage"
    way.breaks = ""
    assert (await answered(table, ana, saying))["t"] == "ack"
    saved = await log.load(name)
    assert saved is not None
    assert sum('"muted"' in entry.body for entry in saved.entries) == 1
    await lobby.stop()
    await log.close()


async def answered(table: TableActor, who: Listener, command: Command) -> dict[str, Any]:
    """What the command is answered."""
    before = len(who.answers())
    await table.put(command)
    while len(who.answers()) == before:  # noqa: ASYNC110 - a mailbox has no event for this
        await asyncio.sleep(0.01)
    return who.answers()[-1]


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
    opened = await asyncio.to_thread(lambda: server.open(auto_uno=True))
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        await ana.play_on()
        before = await ana.still()
    await asyncio.to_thread(server.stop, 9)
    server = await asyncio.to_thread(Server, tmp_path / "data", settings=settings)
    async with client(server, opened["table"], opened["token"]) as ana:
        assert (ana.state["v"], ana.state["view"]) == (before["v"], before["view"])
    await asyncio.to_thread(server.stop)
