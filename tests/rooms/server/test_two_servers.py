"""Two servers share their tables through PostgreSQL and NATS: real processes, one of which is killed."""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from lastcard.server.app import open_sharing
from lastcard.server.cluster.bus import BusError, NobodyError
from lastcard.server.cluster.nats import NatsBus, open_bus
from lastcard.server.model.errors import ServerError
from lastcard.server.ops.config import Settings
from lastcard.server.storage.sqlite import SqliteLog
from tests.rooms.server.conftest import NATS, PATIENCE, POSTGRES, SETTINGS, Client, Server, client

pytestmark = [
    pytest.mark.tier("all"),
    pytest.mark.skipif(
        not (POSTGRES and NATS), reason="LASTCARD_TEST_POSTGRES and LASTCARD_TEST_NATS name no servers"
    ),
]


# The bus.


@pytest.fixture
async def buses() -> AsyncIterator[tuple[NatsBus, NatsBus]]:
    """Two ends of it."""
    one, other = await open_bus(NATS), await open_bus(NATS)
    yield one, other
    await one.close()
    await other.close()


async def test_messages_arrive_in_order(buses: tuple[NatsBus, NatsBus]) -> None:
    """A thousand of them, each once, handled one after the other."""
    one, other = buses
    subject = f"test.{secrets.token_hex(8)}"
    got: list[bytes] = []
    all_there = asyncio.Event()

    async def handle(message: bytes) -> None:
        await asyncio.sleep(0)
        got.append(message)
        if len(got) == 1000:
            all_there.set()

    stop = await other.listen(subject, handle)
    for number in range(1000):
        await one.publish(subject, str(number).encode())
    async with asyncio.timeout(PATIENCE):
        await all_there.wait()
    await stop()
    assert got == [str(number).encode() for number in range(1000)]


async def test_a_question_is_answered_or_nobody_is_there(buses: tuple[NatsBus, NatsBus]) -> None:
    """An absent answerer is known at once, a slow one after the time that it was given."""
    one, other = buses
    subject = f"test.{secrets.token_hex(8)}"
    with pytest.raises(NobodyError):
        await one.ask(subject, b"?", 10.0)

    heard = asyncio.Event()

    async def answer(message: bytes) -> bytes:
        if message == b"slow":
            await heard.wait()
        return message.upper()

    stop = await other.answer(subject, answer)
    asked = [one.ask(subject, word, PATIENCE) for word in (b"a", b"b")]
    assert await asyncio.gather(*asked) == [b"A", b"B"]
    with pytest.raises(BusError):
        await one.ask(subject, b"slow", 0.2)
    heard.set()
    await stop()
    with pytest.raises(NobodyError):
        await one.ask(subject, b"?", 10.0)


async def test_a_bus_that_was_closed_says_so(buses: tuple[NatsBus, NatsBus]) -> None:
    """Nothing is kept for later."""
    one, _ = buses
    await one.close()
    with pytest.raises(BusError):
        await one.publish("test", b"x")
    with pytest.raises(BusError):
        await one.ask("test", b"x", 1.0)


@pytest.mark.tier("all")
async def test_a_bus_that_cannot_be_reached_is_told_in_a_sentence() -> None:
    """Without its address, which may hold a password."""
    with pytest.raises(ServerError, match="NATS in LASTCARD_NATS cannot be reached") as told:
        await open_bus("nats://someone:secret@127.0.0.1:1")
    assert "secret" not in str(told.value)


async def test_a_bus_needs_a_database(tmp_path: Path) -> None:
    """SQLite's file is one server's."""
    log = SqliteLog(tmp_path / "log.sqlite3")
    with pytest.raises(ServerError, match="database"):
        await open_sharing(Settings(tmp_path, nats=NATS), log)
    assert await open_sharing(Settings(tmp_path), log) is None
    await log.close()


# The servers.


LONG_LEASES = """
import sys
from lastcard import cli
from lastcard.server.cluster import leases

leases.SECONDS = 12.0
sys.exit(cli.main(sys.argv[1:]))
"""
"""The command line, but for its leases: none runs out only because this machine is busy."""


class Pair:
    """Two servers that share their tables."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        self.settings = f'{SETTINGS}database = "{database}"\nnats = "{NATS}"\n'
        self.servers = [self.start(name) for name in ("a", "b")]

    def start(self, name: str) -> Server:
        """One of them."""
        return Server(self.folder / name, settings=self.settings, program=("-c", LONG_LEASES))

    def stop(self) -> None:
        """End those that are there, and look at what they said."""
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()
            assert "Traceback" not in server.errors


@pytest.fixture
async def pair(database: str, tmp_path: Path) -> AsyncIterator[Pair]:
    """Both are running."""
    found = await asyncio.to_thread(Pair, tmp_path, database)
    yield found
    await asyncio.to_thread(found.stop)


async def http(server: Server, path: str, body: object = None) -> tuple[int, Any]:
    """Ask without holding up those who listen."""
    return await asyncio.to_thread(server.http, path, body)


async def one_of(players: list[Client]) -> Client:
    """Who is waited for, once everybody is up to date."""
    while True:
        newest = max(player.state["v"] for player in players)
        for player in players:
            while player.state["v"] < newest:
                await player.until(lambda m: m["t"] in ("state", "snap"))
        mine = [player for player in players if player.mine or player.over]
        if mine and len({player.state["v"] for player in players}) == 1:
            return mine[0]
        await players[0].next()


async def test_people_at_two_servers_play_at_one_table(pair: Pair) -> None:
    """Whoever comes by the other server sits, plays, sees and asks as if the table were there."""
    a, b = pair.servers
    opened = await asyncio.to_thread(a.open, players=2, bots=False)
    async with client(a, opened["table"], opened["token"]) as ana:
        status, joined = await http(b, f"/api/tables/{opened['table']}/join", {"name": "Ben"})
        assert status == 200, joined
        async with client(b, opened["table"], joined["token"]) as ben:
            answer = await ana.ask({"t": "start"}) if ana.state["view"] is None else {"t": "ack"}
            assert answer["t"] == "ack" or answer["code"] in ("playing", "stale"), answer
            for who in (ana, ben):
                while who.state["view"] is None:
                    await who.until(lambda m: m["t"] == "state")
            for _ in range(12):
                mover = await one_of([ana, ben])
                if mover.over:
                    break
                answer = await mover.act(mover.choice())
                assert answer["t"] == "ack", answer
                while mover.state["v"] < answer["v"]:
                    await mover.until(lambda m: m["t"] == "state")
            assert {ana.state["you"], ben.state["you"]} == {0, 1}
            versions = [[m["v"] for m in who.told if m["t"] == "ev"] for who in (ana, ben)]
            assert versions[1]
            assert all(v == list(range(v[0], v[0] + len(v))) for v in versions)
        seen = [(await http(server, f"/api/tables/{opened['table']}"))[1] for server in pair.servers]
        assert (
            [s["name"] for s in seen[0]["seats"]] == [s["name"] for s in seen[1]["seats"]] == ["Ana", "Ben"]
        )


@pytest.mark.tier("all")
async def test_after_the_owner_is_killed_the_other_takes_over(pair: Pair) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and play goes on at the other server."""
    a, b = pair.servers
    opened = await asyncio.to_thread(a.open, players=3, options={"target": 10_000})
    ledger: dict[str, int] = {}
    async with (
        client(a, opened["table"], opened["token"]),
        client(b, opened["table"], opened["token"]) as ana,
    ):
        for number in range(4):
            await ana.settled()
            if ana.over:
                break
            answer = await ana.act(ana.choice(), id_=f"id{number}")
            assert answer["t"] == "ack"
            ledger[f"id{number}"] = answer["v"]
            await ana.settled(answer["v"])
        before = ana.state
    assert ledger
    await asyncio.to_thread(a.stop, signal.SIGKILL)
    while (await http(b, f"/api/tables/{opened['table']}"))[0] == 503:  # noqa: ASYNC110 - as long as the dead server's lease runs
        await asyncio.sleep(0.05)
    async with client(b, opened["table"], opened["token"], since=before["v"]) as ana:
        assert ana.state["v"] >= before["v"]
        for name, version in ledger.items():
            again = await ana.act("draw", id_=name, v=0)
            assert (again["t"], again["v"]) == ("ack", version)
        await ana.settled()
        if ana.over:
            assert (await ana.ask({"t": "next"}))["t"] == "ack"
        else:
            assert (await ana.act(ana.choice()))["t"] == "ack"


async def test_a_server_that_is_stopped_hands_its_tables_over(pair: Pair) -> None:
    """At once: its connections are closed so that their clients come back, to the other."""
    a, b = pair.servers
    opened = await asyncio.to_thread(a.open, players=3)
    async with client(a, opened["table"], opened["token"]) as ana:
        await ana.settled()
        before = ana.state["v"]
        assert await asyncio.to_thread(a.stop) == 0
    async with client(b, opened["table"], opened["token"], since=before) as ana:
        assert ana.state["v"] >= before
        await ana.settled()
        assert ana.over or (await ana.act(ana.choice()))["t"] == "ack"


async def test_a_table_is_found_by_its_code_at_either_server(pair: Pair) -> None:
    """Codes are kept with the logs."""
    a, b = pair.servers
    opened = await asyncio.to_thread(a.open, players=4, bots=False)
    async with client(a, opened["table"], opened["token"]):
        for server in (a, b):
            status, found = await http(server, f"/api/codes/{opened['code']}")
            assert (status, found["table"]) == (200, opened["table"])


async def test_a_request_too_large_is_refused_before_it_is_handed_on(pair: Pair) -> None:
    """By the server that it comes to."""
    a, b = pair.servers
    opened = await asyncio.to_thread(a.open, players=4, bots=False)
    async with client(a, opened["table"], opened["token"]):
        status, _ = await http(b, f"/api/tables/{opened['table']}/join", {"name": "B" * 70_000})
        assert status == 413
        status, found = await http(b, f"/api/tables/{opened['table']}/join", {"nonsense": 1})
        assert (status, found["error"]["code"]) == (422, "bad")
