"""A connection: its greeting, its pings, its limits; over a socket that the test holds, in virtual time."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from starlette.datastructures import Headers
from starlette.websockets import WebSocketState

from lastcard.server.model.chance import Chance
from lastcard.server.model.errors import RefusedError, UnknownTableError
from lastcard.server.ops.build import page_build
from lastcard.server.ops.config import Settings
from lastcard.server.ops.metrics import Metrics
from lastcard.server.ops.quotas import ConnectionQuota, origin_of
from lastcard.server.table.settings import TableSettings
from lastcard.server.websocket.connection import Connections
from lastcard.server.websocket.outbox import MAX_QUEUED, MAX_QUEUED_BYTES, Outbox
from lastcard.server.websocket.round_trip import MAX_UNANSWERED, SAMPLES, RoundTrip
from lastcard.server.wire.message_models import check
from lastcard.server.wire.protocol import MINOR
from tests.rooms.server.timed import after, in_virtual_time, now, settle
from tests.rooms.server.wired import Wired

if TYPE_CHECKING:
    from pathlib import Path

    from lastcard.server.table.table import TableActor

Json = dict[str, Any]
HELLO = {"t": "hello", "proto": 1, "table": "table", "token": "Ana"}


class Line:
    """Both ends of a WebSocket: the server's as Starlette has it, and the client's for the test.

    `lag` are the seconds that a message takes each way; while `reads` is off nothing more is taken from the server.
    """

    def __init__(self, address: str = "192.0.2.7", *, origin: bool = True, lag: float = 0.0) -> None:
        self.client = type("Address", (), {"host": address})()
        self.scope: Json = {}
        self.headers = Headers({"origin": "http://localhost"} if origin else {})
        self.application_state = WebSocketState.CONNECTED
        self.told: list[tuple[float, Json]] = []
        self.closed: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self._lag = lag
        self._in: asyncio.Queue[Json] = asyncio.Queue()
        self._said: deque[Json] = deque()
        self._under_way: deque[Json] = deque()

    async def accept(self) -> None:
        """See WebSocket."""

    async def receive(self) -> Json:
        """See WebSocket."""
        return await self._in.get()

    async def send_text(self, text: str) -> None:
        """See WebSocket."""
        await self.reads.wait()
        check(text)
        self._under_way.append(json.loads(text))
        asyncio.get_running_loop().call_later(self._lag, self._hear)

    async def close(self, code: int) -> None:
        """See WebSocket."""
        self.closed = code
        self.application_state = WebSocketState.DISCONNECTED

    def _hear(self) -> None:
        self.told.append((now(), self._under_way.popleft()))

    def _arrive(self) -> None:
        self._in.put_nowait(self._said.popleft())

    def say(self, message: object) -> None:
        """The client sends a message, or a text as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self._said.append({"type": "websocket.receive", "text": text})
        asyncio.get_running_loop().call_later(self._lag, self._arrive)

    def of(self, kind: str) -> list[Json]:
        """The messages of a kind that reached the client."""
        return [m for _, m in self.told if m["t"] == kind]


class Lobby:
    """A lobby with one table, or one that is too busy."""

    def __init__(self, table: TableActor | None) -> None:
        self.table = table

    async def reach(self, name: str) -> TableActor:
        """See Lobby."""
        if name != "table":
            raise UnknownTableError
        if self.table is None:
            raise RefusedError("busy", "Too many tables are being played at. Try again later.")
        return self.table


class Door:
    """The address of the sockets, and whoever comes through it."""

    def __init__(self, table: TableActor | None, **settings: Any) -> None:
        chosen = Settings(data=None, **settings)
        self._sockets = Connections(Lobby(table), chosen, Metrics(), Chance(Random(1)))
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, *hello: object, **line: Any) -> Line:
        """Somebody connects and says these things."""
        found = Line(**line)
        self._tasks.append(asyncio.create_task(self._sockets.serve(found)))
        for message in hello:
            found.say(message)
        await settle()
        return found

    async def stop(self) -> None:
        """Nobody is there any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


# Round trips.


def test_the_round_trip_is_the_median_of_the_latest() -> None:
    """One late answer moves nothing, and older ones are forgotten."""
    trip = RoundTrip()
    assert trip.one_way == 0
    for i, seconds in enumerate((0.1, 0.1, 9.0, 0.2, 0.2, 0.2, 0.2)):
        trip.sent(str(i), 10.0 * i)
        trip.answered(str(i), 10.0 * i + seconds)
    assert trip.measured == SAMPLES
    assert trip.one_way == pytest.approx(0.1)


def test_only_the_nonce_of_an_unanswered_ping_counts() -> None:
    """No nonce, a wrong one, the same one again, or one of too long ago: nothing is measured."""
    trip = RoundTrip()
    trip.sent("a", 0.0)
    for nonce in (None, "b", ""):
        trip.answered(nonce, 1.0)
    assert trip.measured == 0
    trip.answered("a", 0.5)
    trip.answered("a", 5.0)
    assert (trip.measured, trip.one_way) == (1, 0.25)
    for i in range(MAX_UNANSWERED + 1):
        trip.sent(str(i), 0.0)
    trip.answered("0", 1.0)
    assert trip.measured == 1


@in_virtual_time
async def test_the_server_measures_the_way_to_each_client() -> None:
    """A client answers pings with their nonces; what it says of its own accord, and without the nonce, counts for nothing."""
    wired = Wired()
    door = Door(wired.table)
    honest = await door.open(HELLO, lag=0.08)
    silent = await door.open({**HELLO, "token": "Ben"}, lag=0.2)
    answered = 0
    for _ in range(400):
        await asyncio.sleep(0.05)
        for message in honest.of("ping")[answered:]:
            honest.say({"t": "pong", "n": message["n"]})
            answered += 1
        silent.say({"t": "pong"})
        silent.say({"t": "pong", "n": "guessed"})
    ways = dict(wired.table.audience.ways())
    assert ways[0] == pytest.approx(0.08, abs=0.03)
    assert ways[1] == 0
    assert answered >= 5
    nonces = [m["n"] for m in honest.of("ping") + silent.of("ping")]
    assert len(set(nonces)) == len(nonces)
    await door.stop()
    await wired.stop()


@in_virtual_time
async def test_pings_go_out_at_once_and_then_every_few_seconds() -> None:
    """Three within three seconds of the hello, none before it."""
    wired = Wired()
    door = Door(wired.table)
    line = await door.open()
    await after(5)
    assert line.told == []
    line.say(HELLO)
    await after(3.5)
    assert len(line.of("ping")) == 3
    await after(20)
    assert len(line.of("ping")) == 7
    await door.stop()
    await wired.stop()


@in_virtual_time
async def test_a_client_s_ping_is_answered_with_its_own_nonce() -> None:
    """Also before the hello."""
    door = Door(None)
    line = await door.open({"t": "ping", "n": "mine"}, {"t": "ping"})
    assert line.of("pong") == [{"t": "pong", "n": "mine"}, {"t": "pong"}]
    await door.stop()


# The greeting.


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"proto": 2}, "version"),
        ({"proto": 0}, "version"),
        ({"proto": 2, "more": 1, "since": "then"}, "version"),
        ({"proto": "1"}, "version"),
        ({"minor": -1}, "version"),
        ({"table": "other"}, "unknown"),
        ({"token": "nobody's"}, "unknown"),
    ],
)
def test_a_hello_that_leads_nowhere_is_told_why(hello: Json, code: str) -> None:
    """Another version of the protocol, whatever else its hello holds; an unknown table; a token of no seat."""

    @in_virtual_time
    async def greet() -> None:
        wired = Wired()
        door = Door(wired.table)
        line = await door.open({**HELLO, **hello})
        await after(1)
        assert [m["code"] for m in line.of("gone")] == [code]
        assert line.closed == 1000
        await door.stop()
        await wired.stop()

    greet()


@in_virtual_time
async def test_a_newer_client_is_welcome() -> None:
    """What its hello says besides is not looked at; the server says what it has, and the page can tell its build."""
    wired = Wired(settings=TableSettings(build="index-abc"))
    door = Door(wired.table)
    line = await door.open({**HELLO, "minor": MINOR + 7, "build": "index-xyz", "colour": "red"})
    assert line.of("snap")[0]["server"] == {"proto": 1, "minor": MINOR, "build": "index-abc"}
    line.say({"t": "dance"})
    line.say({"t": "cmd", "id": "new", "v": 1, "d": {"t": "dance"}})
    await settle()
    assert [(m["id"], m["code"]) for m in line.of("nak")] == [(None, "bad"), ("new", "bad")]
    assert line.closed is None
    await door.stop()
    await wired.stop()


@in_virtual_time
async def test_who_says_no_hello_is_not_waited_for() -> None:
    """Ten seconds; refused messages do not make it longer."""
    door = Door(None)
    silent = await door.open()
    talking = await door.open({"t": "cmd", "id": "a", "v": 1, "d": {"t": "next"}}, "no JSON")
    assert [(m["id"], m["code"]) for m in talking.of("nak")] == [("a", "bad"), (None, "bad")]
    await after(9.9)
    assert (silent.closed, talking.closed) == (None, None)
    await after(0.2)
    assert (silent.closed, talking.closed) == (1000, 1000)
    await door.stop()


@in_virtual_time
async def test_a_hello_is_said_once() -> None:
    """Another one is refused and changes nothing."""
    wired = Wired()
    door = Door(wired.table)
    line = await door.open(HELLO, {**HELLO, "token": "Ben"})
    await after(0.1)
    assert [m["code"] for m in line.of("nak")] == ["bad"]
    assert set(wired.table.audience.seats.values()) == {0}
    await door.stop()
    await wired.stop()


@in_virtual_time
async def test_without_an_origin_a_token_is_needed() -> None:
    """A program plays, but does not look on without a seat."""
    wired = Wired()
    door = Door(wired.table)
    assert (await door.open({**HELLO, "token": None}, origin=False)).of("gone")[0]["code"] == "unknown"
    assert (await door.open(HELLO, origin=False)).of("snap")
    assert (await door.open({**HELLO, "token": None})).of("snap")
    await door.stop()
    await wired.stop()


# Limits.


@in_virtual_time
async def test_messages_are_read_at_their_rate() -> None:
    """A burst of a second's worth at once, then so many a second; nothing is lost."""
    door = Door(None, rate=20.0)
    line = await door.open(*({"t": "ping", "n": str(i)} for i in range(60)))
    await after(0.01)
    assert len(line.of("pong")) == 20
    await after(1)
    assert len(line.of("pong")) == 40
    await after(1)
    assert [m["n"] for m in line.of("pong")] == [str(i) for i in range(60)]
    await door.stop()


@pytest.mark.tier("default")
@in_virtual_time
async def test_a_slow_reader_is_dropped_and_the_others_see_everything() -> None:
    """Its queue has an end; its client comes back to what it missed."""
    wired = Wired()
    door = Door(wired.table)
    ben = await wired.come("Ben")
    slow = await door.open(HELLO)
    slow.reads.clear()
    for _ in range(MAX_QUEUED):
        await wired.go(await wired.come("Ana"))
    await after(3)
    assert wired.table.audience.connected == {1}
    assert slow.application_state is WebSocketState.CONNECTED  # it takes nothing, so it is not told either
    assert ben.state["v"] == wired.table.state.version
    again = await door.open({**HELLO, "since": slow.of("snap")[0]["v"]})
    assert again.of("snap")[0]["v"] == wired.table.state.version
    await door.stop()
    await wired.stop()


@in_virtual_time
async def test_an_address_opens_so_many_sockets() -> None:
    """One more is told why and closed; another address, and the place of one that closed, are free."""
    wired = Wired()
    door = Door(wired.table, sockets_an_address=2)
    first = await door.open(HELLO)
    await door.open(HELLO)
    third = await door.open(HELLO)
    assert (third.of("gone")[0]["code"], third.closed) == ("often", 1013)
    assert (await door.open(HELLO, address="198.51.100.1")).of("snap")
    first._in.put_nowait({"type": "websocket.disconnect"})
    await after(1)
    assert (await door.open(HELLO)).of("snap")
    await door.stop()
    await wired.stop()


@in_virtual_time
async def test_a_server_has_room_for_so_many_sockets() -> None:
    """From wherever they come."""
    door = Door(None, most_sockets=1)
    await door.open()
    full = await door.open(address="198.51.100.1")
    assert full.of("gone")[0]["code"] == "busy"
    await door.stop()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("testclient", "testclient", True),
        ("", "192.0.2.1", False),
    ],
)
def test_a_household_has_one_address(one: str, other: str, same: bool) -> None:
    """Of IPv6 a network of 64 bits counts as one, and IPv4 in IPv6 as itself."""
    assert (origin_of(one) == origin_of(other)) == same


def test_a_crowd_forgets_who_left() -> None:
    """So many from each origin, and nothing is kept of those who are gone."""
    crowd = ConnectionQuota(2)
    assert [crowd.enter("a"), crowd.enter("a"), crowd.enter("a"), crowd.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    crowd.leave("a")
    assert crowd.enter("a")
    for origin in ("a", "a", "b"):
        crowd.leave(origin)
    assert not crowd._count


async def test_an_outbox_has_an_end() -> None:
    """In messages and in signs; pings do not go over it, and what is full takes nothing more."""
    outbox = Outbox()
    assert all(outbox.put("x") for _ in range(MAX_QUEUED))
    assert not outbox.put("x")
    outbox.ping()
    assert [await outbox.get() for _ in range(MAX_QUEUED)] == ["x"] * MAX_QUEUED
    assert outbox.put("y" * MAX_QUEUED_BYTES)
    assert not outbox.put("x")
    assert len(str(await outbox.get())) == MAX_QUEUED_BYTES
    assert outbox.put("x")
    outbox.ping()
    outbox.close(1000)
    assert outbox.put("late")
    assert [await outbox.get() for _ in range(3)] == ["x", None, 1000]


async def test_an_abandoned_outbox_sends_nothing_more() -> None:
    """It closes at once, with its own code."""
    outbox = Outbox()
    outbox.put("x")
    outbox.abandon(1013)
    outbox.close(1000)
    assert outbox.abandoned.is_set()
    assert await outbox.get() == 1013


@pytest.mark.parametrize(
    ("page", "build"),
    [
        ('<script type="module" crossorigin src="/assets/index-D1x_-2.js"></script>', "index-D1x_-2"),
        ("<title>Lastcard</title>", ""),
        (None, ""),
    ],
)
def test_the_build_of_the_page_is_its_script_s_name(tmp_path: Path, page: str | None, build: str) -> None:
    """The name changes with what is in it; without a page there is no build."""
    if page is not None:
        (tmp_path / "index.html").write_text(page)
    assert page_build(tmp_path) == build
