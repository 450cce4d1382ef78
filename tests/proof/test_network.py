"""The network is cut, slow, crumbling or silent, and the server is stopped in play: nothing is lost, nothing is done twice.

People keep a ledger of what they asked for and what was answered; at the end the file is read by code that the server has no part
in, and held against the ledgers.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.proof.audit import audit
from tests.proof.badline import BadLine, Weather
from tests.proof.hosts import FAST, Host, Zygote, hosting
from tests.proof.ledger import Counts, Player
from tests.proof.reader import read
from tests.rooms.server.conftest import client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

Json = dict[str, Any]
PATIENCE = 240.0
QUICK = FAST + "contribution_wait = 0\n"


@pytest.fixture
def own(zygote: Zygote, tmp_path: Path) -> Iterator[Host]:
    """A server that only this test plays with."""
    with hosting(zygote, tmp_path / "data", settings=QUICK) as found:
        yield found
        assert "Traceback" not in found.errors
        assert '"level": "error"' not in found.errors


def far(line: BadLine) -> Host:
    """Where a server is reached by a bad line: as much of a host as a client asks for."""
    return cast("Host", SimpleNamespace(port=line.port, url=f"http://127.0.0.1:{line.port}"))


class Party:
    """Three people at each of two tables, who play as fast as they can."""

    def __init__(self, host: Host, chance: Random) -> None:
        self.host = host
        self.chance = chance
        self.counts = Counts()
        self.players: list[Player] = []

    def sit(self, where: Host, *options: Json) -> None:
        """Everybody takes a seat, at a table for each set of options; they reach the server there."""
        for chosen in options:
            opened = self.host.open(players=3, bots=False, options={"target": 100_000} | chosen, grace_ms=500)
            joins = [
                self.host.http(f"/api/tables/{opened['table']}/join", {"name": n})[1] for n in ("B", "C")
            ]
            fresh = asyncio.Event()
            for seat, token in enumerate(found["token"] for found in (opened, *joins)):
                chance = Random(self.chance.getrandbits(32))
                self.players.append(Player(where, opened["table"], seat, token, chance, self.counts, fresh))

    async def on(self, acts: int = 1) -> None:
        """Until so many commands more were acknowledged, and at every table one that was asked for since the last loss."""
        aim = self.counts.acked + acts
        async with asyncio.timeout(PATIENCE):
            for player in self.players:
                player.fresh.clear()
            while self.counts.acked < aim or not all(player.fresh.is_set() for player in self.players):  # noqa: ASYNC110 - both are looked at together
                await asyncio.sleep(0.005)

    async def end(self) -> None:
        """End the server in play; its file is what the ledgers say."""
        await asyncio.to_thread(self.host.kill, signal.SIGTERM)
        await asyncio.gather(*(player.down.wait() for player in self.players))
        for table, log in read(self.host.data / "lastcard.sqlite3", self.host.data / "copy").items():
            audit(log, (p for p in self.players if p.table == table), self.counts)


@asynccontextmanager
async def playing(host: Host, where: Host, seed: int, *options: Json) -> AsyncIterator[Party]:
    """A party that plays until the block ends."""
    party = Party(host, Random(seed))
    party.sit(where, *(options or ({}, {})))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.live()) for player in party.players]
        await party.on()
        yield party
        for task in tasks:
            task.cancel()


async def test_cut_at_any_byte_nothing_is_lost_and_nothing_is_done_twice(own: Host) -> None:
    """In the middle of a frame, either way; everybody comes back and sends again what was not answered."""
    async with BadLine(own.port, Random(1)) as line, playing(own, far(line), 1) as party:
        for number in range(40):
            before = line.cuts
            line.cut_within()
            while line.cuts == before:  # noqa: ASYNC110 - it is cut by whatever comes next
                await asyncio.sleep(0.002)
            if number % 8 == 7:
                line.cut()
                await party.on()
        await party.on(10)
        await party.end()
    assert party.counts.repeated > 0


@pytest.mark.tier("all")
async def test_a_slow_and_crumbling_line_is_played_over(own: Host) -> None:
    """A few bytes at a time, late, and never at the same pace."""
    async with BadLine(own.port, Random(2), Weather(0.01, 60)) as line, playing(own, far(line), 2) as party:
        await party.on(40)
        line.weather = Weather(0.15)
        await party.on(15)
        await party.end()


@pytest.mark.tier("all")
async def test_who_falls_silent_is_seen_to_be_gone(zygote: Zygote, tmp_path: Path) -> None:
    """A line that is dead without a word: the others see it, the seat is kept, and its person comes back by another."""
    with hosting(zygote, tmp_path / "data", fault="impatient", settings=QUICK) as host:
        opened = host.open(players=2, bots=False)
        joined = host.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})[1]
        async with (
            BadLine(host.port, Random(3)) as line,
            client(host, opened["table"], opened["token"]) as ana,
            client(far(line), opened["table"], joined["token"]) as ben,
        ):
            await ana.until(lambda m: m["t"] == "state" and m["table"]["seats"][1]["connected"])
            token = ben.state["token"]
            line.silent()
            gone = await ana.until(lambda m: m["t"] == "state" and not m["table"]["seats"][1]["connected"])
            assert gone["table"]["seats"][1]["kind"] == "person"
            async with client(host, opened["table"], token) as back:
                assert back.state["you"] == 1
                assert back.state["control"]
            ben.socket.transport.abort()  # nobody would answer a farewell


async def test_a_server_that_is_stopped_for_a_while_goes_on(own: Host) -> None:
    """SIGSTOP in play, for moments and for seconds, as when a machine is suspended: what was sent meanwhile counts once."""
    async with playing(own, own, 4) as party:
        for seconds in (0.05, 0.3, 0.05, 1.5, 0.1):
            os.kill(own.pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(own.pid, signal.SIGCONT)
            await party.on(5)
        await party.end()


async def test_a_server_that_is_ended_in_play_and_started_again_goes_on(own: Host) -> None:
    """SIGTERM, again and again, also right after a stop: what was acknowledged is there, and everybody is at their seat."""
    async with playing(own, own, 5) as party:
        for number in range(4):
            if number % 2:
                os.kill(own.pid, signal.SIGSTOP)
                os.kill(own.pid, signal.SIGTERM)
                os.kill(own.pid, signal.SIGCONT)
            await party.end()
            own.start()
            await party.on(5)
        await party.end()
