"""Killing the server and starting it again."""

from __future__ import annotations

import asyncio
import random
import signal
from itertools import count
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from tests.rooms.server.conftest import Json, Server, client, nothing_left

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.tier("default")


@pytest.mark.tier("all")
async def test_after_kill_the_table_goes_on_where_it_was(tmp_path: Path) -> None:
    """`kill -9` in mid-round, again and again: same seat, nothing acknowledged is lost, nothing applied twice.

    UNO is said for everybody: no bot waits to catch somebody while the table is looked at.
    """
    server = Server(tmp_path / "data")
    opened = server.open(options={"target": 10_000}, auto_uno=True)
    ledger: list[tuple[str, int]] = []
    chance = random.Random(1)
    for number in range(5):
        async with client(server, opened["table"], opened["token"]) as ana:
            await ana.settled()
            for move in range(chance.randrange(1, 6)):
                if ana.over:
                    assert (await ana.ask({"t": "next"}))["t"] == "ack"
                    await ana.dealt()
                    continue
                id_ = f"{number}-{move}"
                answer = await ana.act(ana.choice(), id_=id_)
                assert answer["t"] == "ack"
                ledger.append((id_, answer["v"]))
                await ana.settled(answer["v"])
            before = await ana.still()
        server.stop(signal.SIGKILL)
        server = Server(tmp_path / "data")
        async with client(server, opened["table"], opened["token"]) as ana:
            assert ana.state["v"] == before["v"]
            assert ana.state["view"] == before["view"]
            assert ana.state["legal"] == before["legal"]
            for id_, v in ledger:
                again = await ana.act("draw", id_=id_, v=0)
                assert (again["t"], again["v"]) == ("ack", v)
            assert ana.state["v"] == before["v"]
    server.stop()


def test_what_a_failing_test_leaves_running_is_ended(tmp_path: Path) -> None:
    """Else its process and pipes are found by the collector in the middle of a test that has nothing to do with them."""
    with nothing_left():
        left = Server(tmp_path / "data")
    with pytest.raises(ZeroDivisionError), nothing_left():
        1 / 0  # noqa: B018 - what happened is told, and not hidden
    assert left.process.returncode == -signal.SIGKILL
    assert left.log.closed


async def test_killed_right_after_the_acknowledgement_the_move_is_there(tmp_path: Path) -> None:
    """The acknowledgement comes after the commit: kill at that very moment and the move is kept."""
    server = Server(tmp_path / "data")
    for _ in range(3):
        opened = server.open()
        async with client(server, opened["table"], opened["token"]) as ana:
            await ana.settled()
            answer = await ana.act(ana.choice(), id_="it")
            server.stop(signal.SIGKILL)
        server = Server(tmp_path / "data")
        async with client(server, opened["table"], opened["token"]) as ana:
            assert ana.state["v"] >= answer["v"]
            assert await ana.act("draw", id_="it", v=0) == answer
    server.stop()


def test_sigterm_ends_cleanly(tmp_path: Path) -> None:
    """The process ends by itself with exit code 0, and the file can be opened again."""
    server = Server(tmp_path / "data")
    server.open()
    assert server.stop(signal.SIGTERM) == 0
    server = Server(tmp_path / "data")
    assert server.http("/healthz") == (200, {"ok": True})
    assert server.stop(signal.SIGINT) == 0


async def test_sigterm_ends_with_people_at_the_table(tmp_path: Path) -> None:
    """Open connections do not hold the server up, and are closed so that clients come back."""
    server = Server(tmp_path / "data")
    opened = server.open()
    async with client(server, opened["table"], opened["token"]) as ana:
        await ana.settled()
        assert server.stop(signal.SIGTERM) == 0
        assert not any(m["t"] == "gone" for m in ana.told)


async def _until_it_stops(server: Server, opened: Json, ledger: list[tuple[str, int]]) -> int:
    """Act as fast as the server answers, until it closes; the code with which it did."""
    async with client(server, opened["table"], opened["token"]) as ana:
        try:
            await ana.settled()
            for number in count():
                wish = {"t": "next"} if ana.over else {"t": "act", "action": ana.choice()}
                answer = await ana.ask(wish, id_=f"m{number}")
                if answer["t"] == "ack":
                    ledger.append((f"m{number}", answer["v"]))
                await ana.settled(answer.get("v", 0))
        except ConnectionClosed as closed:
            assert not any(m["t"] == "gone" for m in ana.told)
            return closed.rcvd.code if closed.rcvd else 0
    raise AssertionError


async def test_sigterm_drains_what_is_in_hand(tmp_path: Path) -> None:
    """In the middle of play at many tables: all are told to come back (1012), and what was acknowledged is there, once."""
    server = Server(tmp_path / "data")
    tables = [(server.open(), list[tuple[str, int]]()) for _ in range(12)]
    playing = [asyncio.create_task(_until_it_stops(server, *table)) for table in tables]
    while sum(len(ledger) for _, ledger in tables) < 100 or not all(ledger for _, ledger in tables):  # noqa: ASYNC110 - it is in the middle that counts
        await asyncio.sleep(0.01)
    assert await asyncio.to_thread(server.stop, signal.SIGTERM) == 0
    assert await asyncio.gather(*playing) == [1012] * len(tables)
    assert "Traceback" not in server.errors
    assert '"level": "error"' not in server.errors
    server = Server(tmp_path / "data")
    for opened, ledger in tables:
        async with client(server, opened["table"], opened["token"]) as ana:
            assert ana.state["v"] >= max((v for _, v in ledger), default=0)
            for id_, v in ledger:
                assert (await ana.act("draw", id_=id_, v=0))["v"] == v
    server.stop()
