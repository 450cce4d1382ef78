"""Two servers share a table, in simulated time: what one loses, sleeps through, or dies of, the other makes good."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import structlog

from lastcard.server.cluster.leases import SECONDS
from tests.laws.simulated.bus import Medium
from tests.laws.simulated.leases import Leased
from tests.laws.simulated.loop import VirtualLoop
from tests.laws.simulated.network import Gone, Socket, Weather
from tests.laws.simulated.server import Server
from tests.laws.simulated.store import Disk

Json = dict[str, Any]
PATIENCE = 30.0
WANTED = {"name": "Ana", "players": 2, "bots": True, "options": {"target": 10_000}}


class Page:
    """A page at a table: what it was told."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.told: list[Json] = []

    async def until(self, *kinds: str) -> Json:
        """The next message of these kinds; pings are answered."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: Json = json.loads(await self.socket.receive())
                self.told.append(message)
                if message["t"] == "ping":
                    self.socket.send({"t": "pong", "n": message["n"]})
                if message["t"] in kinds:
                    return message

    async def ask(self, name: str, d: Json) -> Json:
        """Give a command; its answer."""
        v = next(m["v"] for m in reversed(self.told) if m["t"] in ("snap", "state"))
        self.socket.send({"t": "cmd", "id": name, "v": v, "d": d})
        while (answer := await self.until("ack", "nak"))["id"] != name:
            pass
        return answer

    async def closed(self) -> list[Json]:
        """Wait until it is closed; what came until then."""
        before = len(self.told)
        try:
            await self.until("never")
        except Gone:
            return self.told[before:]
        raise AssertionError("it was not closed")


class Two:
    """Two servers over one disk."""

    def __init__(self) -> None:
        self.disk = Disk(Random(1), lambda *_: None)
        self.medium = Medium(Random(2))
        self.leased = Leased()
        self.started = 0
        self.table = ""
        self.token = ""

    async def server(self) -> Server:
        """One more process."""
        self.started += 1
        found = Server(f"server {self.started}", self.disk, 1, 1000.0, (self.leased, self.medium))
        await found.start()
        return found

    async def page(self, server: Server, token: str | None = None, since: int | None = None) -> Page:
        """A page that has been greeted by that server."""
        found = Page(server.connect(Weather(0.01), Random(3), 32, "10.0.0.1"))
        hello = {"t": "hello", "proto": 1, "table": self.table, "token": token or self.token}
        found.socket.send(hello | ({} if since is None else {"since": since}))
        snap = await found.until("snap")
        self.token = self.token if token else snap["token"]
        return found

    async def open(self, server: Server) -> Page:
        """A table, owned by that server."""
        status, opened = await server.ask("/api/tables", WANTED, "10.0.0.1")
        assert status == 201, opened
        self.table, self.token = opened["table"], opened["token"]
        return await self.page(server)

    @property
    def version(self) -> int:
        """Where the log ends."""
        return len(self.disk.tables[self.table].entries)


def run(scenario: Callable[[Two], Awaitable[None]]) -> None:
    """Let it happen, in a loop of its own; what the servers say is not shown."""
    loop = VirtualLoop()
    before = structlog.get_config()
    structlog.configure(processors=[_silent])
    try:
        loop.run_until_complete(scenario(Two()))
    finally:
        structlog.configure(**before)
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(1))
        loop.close()


def _silent(logger: object, method: str, event: Any) -> Any:
    del logger, method, event
    raise structlog.DropEvent


def test_a_command_at_the_other_server_reaches_the_owner():
    """It is acknowledged there, and shown at both."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        here = await two.open(a)
        there = await two.page(b)
        answer = await there.ask("one", {"t": "ready", "ready": False})
        if answer["t"] == "nak":  # the match has begun by itself
            answer = await there.ask("two", {"t": "leave"})
        assert answer["t"] == "ack"
        assert answer["v"] <= two.version
        while (await here.until("ev"))["v"] < answer["v"]:
            pass

    run(scenario)


def test_a_lost_message_cuts_the_connection():
    """Whoever misses something is closed, and comes back to just that."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        await two.open(a)
        there = await two.page(b)
        seen = two.version
        two.medium.lost = 1.0
        await two.page(a, two.token)
        two.medium.lost = 0.0
        await there.closed()
        again = await two.page(b, since=seen)
        events = [m["v"] for m in again.told if m["t"] == "ev"]
        assert events == list(range(seen + 1, two.version + 1))
        assert events

    run(scenario)


def test_the_table_of_a_killed_server_goes_on_when_its_lease_has_run_out():
    """Whoever was there by the other server is closed at once, and greeted by it a few seconds later."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        await two.open(a)
        there = await two.page(b)
        loop = asyncio.get_running_loop()
        killed = loop.time()
        a.kill()
        await there.closed()
        assert loop.time() - killed < 2.5
        again = await two.page(b)
        assert SECONDS - 1.5 < loop.time() - killed < SECONDS + 3.5
        assert (await again.ask("one", {"t": "leave"}))["t"] == "ack"

    run(scenario)


def test_a_stopped_server_hands_its_tables_over_at_once():
    """Nobody waits for a lease."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        await two.open(a)
        began = asyncio.get_running_loop().time()
        await a.stop()
        await two.page(b)
        assert asyncio.get_running_loop().time() - began < 1.0

    run(scenario)


def test_a_server_that_slept_through_its_lease_changes_and_tells_nothing():
    """Its clients are sent away, what they asked for is not done, and the other server goes on from the log."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        stale = await two.open(a)
        for server in two.leased.until:
            if two.leased.owners[two.table][0] == server:
                two.leased.until[server] = 0.0
        fresh = await two.page(b)
        version = two.version
        stale.socket.send({"t": "cmd", "id": "lost", "v": version, "d": {"t": "leave"}})
        told = await stale.closed()
        assert not any(m["t"] == "ack" for m in told)
        assert two.version == version
        assert (await fresh.ask("one", {"t": "leave"}))["t"] == "ack"

    run(scenario)


def test_a_server_that_is_cut_off_plays_on_by_itself():
    """Its own people notice nothing; others find the table again when the bus is back."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        here = await two.open(a)
        two.medium.cut_off.add(a.process)
        assert (await here.ask("one", {"t": "say", "phrase": "hello"}))["t"] in ("ack", "nak")
        status, _ = await b.ask(f"/api/tables/{two.table}", None, "10.0.0.2")
        assert status == 503
        two.medium.cut_off.clear()
        status, found = await b.ask(f"/api/tables/{two.table}", None, "10.0.0.2")
        assert (status, found["table"]) == (200, two.table)

    run(scenario)


def test_a_table_that_nobody_can_reach_yet_is_reached_when_the_bus_is_there():
    """A server without a bus takes a table all the same, and listens for others later."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        two.medium.cut_off.add(a.process)
        await two.open(a)
        two.medium.cut_off.clear()
        await asyncio.sleep(5)
        await two.page(b)

    run(scenario)


def test_viewers_of_a_server_that_died_are_gone():
    """The owner hears nothing of it any more, and their seat is not connected."""

    async def scenario(two: Two) -> None:
        a, b = await two.server(), await two.server()
        status, opened = await a.ask("/api/tables", WANTED, "10.0.0.1")
        assert status == 201
        two.table, two.token = opened["table"], opened["token"]
        await a.ask(f"/api/tables/{two.table}", None, "10.0.0.1")
        await two.page(b)
        assert (await _connected(a, two.table)) is True
        b.kill()
        await asyncio.sleep(15)
        assert (await _connected(a, two.table)) is False

    run(scenario)


async def _connected(server: Server, table: str) -> bool:
    _, found = await server.ask(f"/api/tables/{table}", None, "10.0.0.1")
    return bool(found["seats"][0]["connected"])
