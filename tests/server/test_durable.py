"""Killing the server and starting it again."""

from __future__ import annotations

import random
import signal
from typing import TYPE_CHECKING

from tests.server.conftest import Server, client

if TYPE_CHECKING:
    from pathlib import Path


async def test_after_kill_the_table_goes_on_where_it_was(tmp_path: Path) -> None:
    """`kill -9` in mid-round, again and again: same seat, nothing acknowledged is lost, nothing applied twice."""
    server = Server(tmp_path / "data")
    opened = server.open(options={"target": 10_000})
    ledger: list[tuple[str, int]] = []
    chance = random.Random(1)
    for number in range(5):
        async with client(server, opened["table"], opened["token"]) as ana:
            await ana.settled()
            for move in range(chance.randrange(1, 6)):
                if ana.over:
                    assert (await ana.ask({"t": "next"}))["t"] == "ack"
                    await ana.settled(ana.state["v"] + 1)
                    continue
                id_ = f"{number}-{move}"
                answer = await ana.act(ana.choice(), id_=id_)
                assert answer["t"] == "ack"
                ledger.append((id_, answer["v"]))
                await ana.settled(answer["v"])
            before = ana.state
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
