"""Too much, too slow, too full: floods, slow readers, many rooms, guessed codes, a full disk, a clock that jumps."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import threading
import time
from contextlib import AsyncExitStack, closing, suppress
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from lastcard.rules.ruleset import ruleset
from tests.proof.elder import Elder
from tests.proof.hosts import Host, Zygote, hosting
from tests.proof.interference import on_stage
from tests.proof.stage import Stage
from tests.rooms.server.conftest import PATIENCE, Client, client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Json = dict[str, Any]
DEFAULTS = ""


@pytest.fixture
def strict(zygote: Zygote, tmp_path: Path) -> Iterator[Host]:
    """A server with the limits that it has if nobody sets any."""
    with hosting(zygote, tmp_path / "data", settings=DEFAULTS) as found:
        yield found


async def played(who: Client, times: int) -> None:
    """Acts of a person at a table with bots, each acknowledged."""
    for _ in range(times):
        if (await who.settled()) and who.over:
            assert (await who.ask({"t": "next"}))["t"] == "ack"
            await who.until(lambda m: m["t"] == "state" and m["view"]["table"]["phase"]["t"] != "over")
            continue
        await who.play_on()


# Too much


@pytest.mark.tier("all")
async def test_a_flood_is_read_slowly_and_nobody_else_waits_for_it(strict: Host) -> None:
    """Thousands of frames in one breath from one connection: others play on, and the server holds no more memory for it."""
    opened, other = strict.open(), strict.open()
    async with (
        client(strict, opened["table"], opened["token"]) as flood,
        client(strict, other["table"], other["token"]) as calm,
    ):
        await played(calm, 3)
        before = strict.memory()
        frame = json.dumps({"t": "cmd", "id": "f", "v": 0, "d": {"t": "chat", "text": "x" * 150}})
        sending = asyncio.create_task(throw(flood, frame, 20_000))
        await played(calm, 20)
        assert strict.memory() - before < 20 * 2**20
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        flood.socket.transport.abort()
        await played(calm, 3)


async def throw(who: Client, frame: str, count: int) -> None:
    """Send without waiting for anything."""
    for _ in range(count):
        await who.send(frame)


@pytest.mark.tier("all")
async def test_a_slow_reader_is_dropped_and_comes_back(host: Host) -> None:
    """Who does not read is sent no more than so much; the others play on, and the slow one comes back to its seat."""
    opened = host.open(players=2, bots=False, options={"target": 100_000})
    _, joined = host.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    address, table = f"ws://127.0.0.1:{host.port}/ws", opened["table"]
    async with connect(address, origin=Origin(host.url), compression=None, max_queue=1) as slow:
        hello = {"t": "hello", "proto": 1, "table": table, "token": joined["token"]}
        await slow.send(json.dumps(hello))
        snap = json.loads(await slow.recv())
        slow.transport.pause_reading()
        before = host.memory()
        async with client(host, table, opened["token"]) as ana:
            while ana.state["table"]["seats"][1]["connected"]:
                await ana.ask({"t": "mute", "seat": 1, "on": True})
                await ana.ask({"t": "mute", "seat": 1, "on": False})
            assert host.memory() - before < 20 * 2**20
            async with client(host, table, snap["token"]) as back:
                assert back.state["you"] == 1
                assert back.state["v"] >= ana.state["v"]
        slow.transport.abort()


def test_a_thousand_rooms_from_one_address_are_not_opened(strict: Host) -> None:
    """After some dozens it is told to wait; another address still opens its own."""
    began = time.monotonic()
    answers = [strict.http("/api/tables", {"bots": False}, x_forwarded_for="10.1.2.3") for _ in range(1000)]
    opened = sum(status == 201 for status, _ in answers)
    assert 20 <= opened <= 61 + (time.monotonic() - began)  # one a second is opened even then
    assert {found["error"]["code"] for status, found in answers if status != 201} == {"often"}
    assert strict.http("/api/tables", {"bots": False}, x_forwarded_for="10.1.2.4")[0] == 201


def test_codes_cannot_be_guessed(strict: Host) -> None:
    """After twenty tries in a minute the address is told to wait, also with a right code; another one finds the room."""
    code = strict.open(bots=False)["code"]
    began = time.monotonic()
    tries = [strict.http(f"/api/codes/{i:06d}", x_forwarded_for="10.1.2.3")[0] for i in range(60)]
    again = [strict.http(f"/api/codes/{code}", x_forwarded_for="10.1.2.3")[0] for _ in range(2)]
    assert tries.count(404) <= 21 + (time.monotonic() - began) / 3
    assert set(tries) == {404, 429}
    assert 429 in again  # one of them may have come when three seconds were over
    assert strict.http(f"/api/codes/{code}", x_forwarded_for="10.1.2.4")[0] == 200


async def test_so_many_sockets_of_one_address_and_no_more(strict: Host) -> None:
    """The next one is told why; when one of them closes, there is room again."""
    tables = [strict.open()["table"] for _ in range(10)]
    async with AsyncExitStack() as open_:
        sockets = []
        for number in range(200):
            sockets.append(await open_.enter_async_context(called(strict, "10.1.2.3")))
            # Else the first is closed for its silence where the last comes late.
            hello = {"t": "hello", "proto": 1, "table": tables[number % 10], "token": None}
            await sockets[-1].send(json.dumps(hello))
        async with called(strict, "10.1.2.3") as over:
            assert json.loads(await over.recv())["code"] == "often"
        assert await welcome(strict, "10.1.2.4")
        await sockets[-1].close()
        for _ in range(200):
            if await welcome(strict, "10.1.2.3"):
                return
            await asyncio.sleep(0.05)  # the server hears of it a moment later
        raise AssertionError("there is no room again")


def called(host: Host, address: str) -> connect:
    """A connection from that address; what is not read does not keep it from being closed."""
    headers, url = {"X-Forwarded-For": address}, f"ws://127.0.0.1:{host.port}/ws"
    return connect(url, origin=Origin(host.url), additional_headers=headers, max_queue=None)


async def welcome(host: Host, address: str) -> bool:
    """Whether a connection from that address is served."""
    async with called(host, address) as socket:
        with suppress(ConnectionClosed):  # it may be closed before anything is said
            await socket.send('{"t":"ping","n":"n"}')
            return bool(json.loads(await socket.recv()) == {"t": "pong", "n": "n"})
    return False


@pytest.mark.tier("all")
async def test_who_says_nothing_is_not_kept(zygote: Zygote, tmp_path: Path) -> None:
    """A connection without a hello is closed after ten seconds, whatever else is sent meanwhile."""
    with hosting(zygote, tmp_path / "data") as host:
        async with connect(f"ws://127.0.0.1:{host.port}/ws", origin=Origin(host.url)) as quiet:
            await quiet.send('{"t":"ping"}')
            async with asyncio.timeout(PATIENCE):
                async for text in quiet:
                    assert json.loads(text)["t"] in ("ping", "pong")


# What is not there any more


async def test_a_table_that_was_deleted_is_unknown(zygote: Zygote, tmp_path: Path) -> None:
    """Deleted while the server was down: no seat, no page, no way in, and no fault."""
    with hosting(zygote, tmp_path / "data") as host:
        opened, kept = host.open(), host.open()
        host.kill()
        with closing(sqlite3.connect(host.data / "lastcard.sqlite3")) as database:
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = [c[1] for c in database.execute(f"PRAGMA table_info({name})")]
                if "table_name" in columns:
                    database.execute(f"DELETE FROM {name} WHERE table_name = ?", (opened["table"],))  # noqa: S608
            database.commit()
        host.start()
        host.wait_until_up()
        async with client(host, opened["table"], opened["token"]) as ana:
            assert ana.told[-1]["code"] == "unknown"
        for path in ("", "/history", "/qr.svg", "/rounds/1/record"):
            assert host.http(f"/api/tables/{opened['table']}{path}")[0] == 404
        assert host.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})[0] == 404
        async with client(host, kept["table"], kept["token"]) as ana:
            assert ana.state["you"] == 0
        assert "Traceback" not in host.errors


# A full disk


class FullDisk:
    """The system lets the server's files grow no more; the limit is set on the running process from outside."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def __enter__(self) -> None:
        """From now on no file grows."""
        self._before = resource.prlimit(self._host.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._host.pid, resource.RLIMIT_FSIZE, (0, self._before[1]))

    def __exit__(self, *_: object) -> None:
        """There is room again."""
        resource.prlimit(self._host.pid, resource.RLIMIT_FSIZE, self._before)


async def test_on_a_full_disk_nothing_is_acknowledged_and_nothing_is_lost(
    zygote: Zygote, tmp_path: Path
) -> None:
    """Not even the log of the server itself can be written; when there is room again the same command is accepted, once."""
    with hosting(zygote, tmp_path / "data") as host:
        opened = host.open(players=2, bots=False, options={"target": 100_000})
        _, joined = host.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
        table = opened["table"]
        async with client(host, table, opened["token"]) as ana, client(host, table, joined["token"]) as ben:
            for one in (ana, ben):
                while not one.state["awaited"]:
                    await one.next()
            v = max(ana.state["v"], ben.state["v"])
            for one in (ana, ben):
                while one.state["v"] < v:
                    await one.next()
            mover = ana if ana.mine else ben
            action, v = mover.choice(), mover.state["v"]
            with FullDisk(host):
                for _ in range(3):
                    answer = await mover.act(action, id_="it", v=v)
                    assert (answer["t"], answer["code"], answer["v"]) == ("nak", "storage", v)
                assert host.http("/api/tables", {"name": "Eve"})[0] == 503
                assert host.http(f"/api/tables/{table}")[0] == 200
            answer = await mover.act(action, id_="it", v=v)
            assert (answer["t"], answer["v"] > v) == ("ack", True)
            assert (await mover.act(action, id_="it", v=0)) == answer
        host.kill()
        host.start()
        host.wait_until_up()
        async with client(host, table, mover.state["token"]) as again:
            assert again.state["v"] >= answer["v"]
            assert (await again.act(action, id_="it", v=0)) == answer


@pytest.mark.tier("all")
async def test_bots_and_clocks_go_on_after_a_full_disk(zygote: Zygote, tmp_path: Path) -> None:
    """What happens by itself, and could not be written, happens later: no table is stuck."""
    with hosting(zygote, tmp_path / "data", bot_delay=0.2) as host:
        opened = host.open(players=4, bots=True, options={"target": 100_000})
        async with client(host, opened["table"], opened["token"]) as ana:
            await played(ana, 2)
            with FullDisk(host):
                await asyncio.sleep(1.5)
            await played(ana, 6)


# Clocks


@pytest.mark.tier("all")
async def test_play_does_not_mind_the_time_of_day(zygote: Zygote, tmp_path: Path) -> None:
    """The machine's clock jumps by hours and days at every look: limits, races, tokens and deals go by another clock."""
    with hosting(zygote, tmp_path / "data", "the clock jumps") as host:
        for number in range(3):
            opened = host.open(clock=30, options={"target": 100_000})
            async with client(host, opened["table"], opened["token"]) as ana:
                await played(ana, 12)
                assert not ana.state["autopilot"], number
            assert host.http(f"/api/codes/{opened['code']}")[0] == 200
        errors = host.errors
    assert "Traceback" not in errors
    assert '"level": "error"' not in errors


@pytest.mark.parametrize("seconds", [10.0, 3600.0, 7 * 86_400.0])
def test_a_machine_that_slept_goes_on(seconds: float) -> None:
    """The server's own clock leaps, as after a laptop was closed: the table is not stuck, and nothing goes wrong."""
    stage = Stage("asleep")
    elder = Elder(stage, ruleset(players=3), Random("asleep"))

    async def sleep_in_between() -> int:
        assert await elder.play(12)
        loop: Any = asyncio.get_running_loop()
        loop._now += seconds
        before = len(stage.log.batches)
        for _ in range(40):
            elder.folded.catch_up()
            if elder.folded.now.ended:
                break
            await elder._step()
        return len(stage.log.batches) - before

    assert on_stage(stage, sleep_in_between) > 10


# At the same time, from threads: what HTTP alone can do


def test_looking_while_others_open_and_join_shows_no_half_table(host: Host) -> None:
    """A table is there whole or not at all."""
    found: list[Json] = []
    stop = threading.Event()
    opened = host.open(players=6, bots=False, autostart=False)

    def look() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            address = f"10.{number % 200}.{number // 200 % 200}.9"
            found.append(host.http(f"/api/tables/{opened['table']}", x_forwarded_for=address)[1])

    watcher = threading.Thread(target=look)
    watcher.start()
    for number in range(5):
        host.http(f"/api/tables/{opened['table']}/join", {"name": f"P{number}"})
    stop.set()
    watcher.join()
    for one in found:
        people = [seat for seat in one["seats"] if seat["kind"] == "person"]
        assert len(one["seats"]) == 6
        assert one["open"] == 6 - len(people)
        assert all(seat["name"] for seat in people)
