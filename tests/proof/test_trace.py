"""A kill cannot show a missing fsync; a trace of the system calls can."""

from __future__ import annotations

import asyncio
import signal
import sys
import uuid
from typing import TYPE_CHECKING

import pytest

from tests.proof.hosts import Host, hosting, warm
from tests.proof.trace import Verdict, can_trace, judge, traced
from tests.rooms.server.conftest import client
from tests.tiers import by_tier

if TYPE_CHECKING:
    from pathlib import Path

TABLES, MOVES = 6, 5
needs_strace = pytest.mark.skipif(
    sys.platform != "linux" or not can_trace(), reason="strace is not there or not allowed"
)


async def play(host: Host, asked: list[str]) -> None:
    """Two people play a few moves, each command under an id of its own."""
    opened = host.open(bots=False, players=2)
    _, joined = host.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    table = opened["table"]
    async with client(host, table, opened["token"]) as ana, client(host, table, joined["token"]) as ben:
        for _ in range(MOVES):
            while not (ana.mine or ben.mine):
                await ana.next()
                while ben.state["v"] < ana.state["v"]:
                    await ben.next()
            mover = ana if ana.mine else ben
            name = str(uuid.uuid4())
            answer = await mover.act(mover.choice(), id_=name)
            assert answer["t"] == "ack", answer
            asked.append(name)
            for each in (ana, ben):
                while each.state["v"] < answer["v"]:
                    await each.next()


async def verdict_of(folder: Path, fault: str | None = None) -> tuple[Verdict, list[str]]:
    """What a trace of several tables played at once shows, and the ids that were acknowledged."""
    asked: list[str] = []
    data = folder / "data"
    with warm() as zygote, hosting(zygote, data, fault) as host, traced(host.pid, folder / "trace"):
        await asyncio.gather(*(play(host, asked) for _ in range(TABLES)))
        host.kill(signal.SIGTERM)
    return judge((folder / "trace").read_text(errors="replace"), "lastcard.sqlite3-wal"), asked


@needs_strace
@pytest.mark.parametrize("disk", by_tier([None, "slow disk"], default=1))
async def test_the_disk_is_told_before_the_player(tmp_path: Path, disk: str | None) -> None:
    """Every command: the log is written with its id, then synced, then acknowledged; one sync may serve several."""
    verdict, asked = await verdict_of(tmp_path, disk)
    assert verdict.unsafe == []
    assert set(verdict.synced) == set(asked)
    assert len(asked) == TABLES * MOVES
    if disk is not None:
        assert len(set(verdict.synced.values())) < len(asked), (
            "commands that came together were committed together"
        )


@needs_strace
@pytest.mark.parametrize("fault", by_tier(["never syncs", "acknowledges early"], default=1))
async def test_a_server_that_does_not_sync_first_is_caught(tmp_path: Path, fault: str) -> None:
    """Controls: a store without syncs, and one that answers before it has written."""
    verdict, asked = await verdict_of(tmp_path, fault)
    assert set(verdict.unsafe) | set(verdict.synced) == set(asked)
    assert verdict.unsafe


A, B = "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"
WAL = "/d/lastcard.sqlite3-wal"


def write(name: str) -> str:
    """A write to the log with the id in it."""
    return f'7 pwrite64(9<{WAL}>, "..{name}..", 4096, 0) = 4096'


def ack(name: str) -> str:
    """An acknowledgement on a socket."""
    return rf'5 sendto(12<socket:[1]>, "\201\33{{\"t\":\"ack\",\"id\":\"{name}\",\"v\":4}}", 60, 0, NULL, 0) = 60'


SYNC = f"7 fdatasync(9<{WAL}>) = 0"


@pytest.mark.parametrize(
    ("lines", "unsafe"),
    [
        ([write(A), SYNC, ack(A)], []),
        ([write(A), ack(A), SYNC], [A]),
        ([write(A), SYNC, write(B), ack(A), ack(B), SYNC], [B]),
        ([write(A), write(B), SYNC, ack(A), ack(B)], []),
        ([SYNC, write(A), ack(A)], [A]),
        ([write(A), SYNC.replace("= 0", "= -1 EIO (Input/output error)"), ack(A)], [A]),
        ([write(A), SYNC.replace("-wal", "-other"), ack(A)], [A]),
        ([write(A), f"7 fdatasync(9<{WAL}> <unfinished ...>", ack(A), "7 <... fdatasync resumed>) = 0"], [A]),
        ([write(A), f"7 fdatasync(9<{WAL}> <unfinished ...>", "7 <... fdatasync resumed>) = 0", ack(A)], []),
        (
            [
                write(A).replace(", 4096, 0) = 4096", " <unfinished ...>"),
                f"8 fdatasync(9<{WAL}>) = 0",
                "7 <... pwrite64 resumed>, 4096, 0) = 4096",
                ack(A),
            ],
            [A],
        ),
    ],
)
def test_the_order_of_calls_is_read_rightly(lines: list[str], unsafe: list[str]) -> None:
    """Written, synced after that, then acknowledged; calls of several threads may lie across each other."""
    assert judge("\n".join(lines), "lastcard.sqlite3-wal").unsafe == unsafe
