"""What can be counted from outside, and by whom."""

from __future__ import annotations

import asyncio
import gc
import re
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastcard.server.ops import gc_pauses
from lastcard.server.ops.metrics import Metrics, may_read
from tests.rooms.server.conftest import PATIENCE, SETTINGS, Server, client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOSTING = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which nobody else plays."""
    found = Server(tmp_path_factory.mktemp("metrics") / "data")
    yield found
    found.stop()


def counted(server: Server) -> dict[str, float]:
    """All figures by name and labels."""
    status, text = server.http("/metrics")
    assert status == 200
    return {k: float(v) for k, v in re.findall(r"^(lastcard_\S+|process_\S+) (\S+)$", text, re.MULTILINE)}


@pytest.mark.tier("default")
async def test_what_happens_at_a_table_is_counted(mine: Server) -> None:
    """Commands by outcome with their time, events, commits, tables, viewers, and what the process uses."""
    opened = mine.open(bots=False, players=2)
    _, joined = mine.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    async with (
        client(mine, opened["table"], opened["token"]) as ana,
        client(mine, opened["table"], joined["token"]) as ben,
    ):
        mover = ana if (await asyncio.wait_for(_dealt(ana, ben), PATIENCE)) == 0 else ben
        before = counted(mine)
        done = await mover.act(mover.choice())
        assert done["t"] == "ack"
        while mover.state["v"] < done["v"]:
            await mover.next()
        assert (await mover.act("discard R5"))["code"] == "illegal"  # H8: no such thing in classic
        after = counted(mine)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more('lastcard_commands_total{outcome="done"}') == 1
    assert more('lastcard_commands_total{outcome="illegal"}') == 1
    assert more('lastcard_ack_seconds_count{held="no"}') == 1
    assert more("lastcard_events_total") >= 1
    assert more("lastcard_commit_seconds_count") >= 1
    assert after["lastcard_tables"] >= 1
    assert after["lastcard_viewers"] == after["lastcard_sockets"] == 2
    assert after["lastcard_faults_total"] == after["lastcard_storage_errors_total"] == 0


async def _dealt(*players: Any) -> int:
    """Wait until somebody must act; which seat."""
    while not players[0].state["awaited"]:
        await players[0].until(lambda m: m["t"] == "state")
    seat: int = players[0].state["awaited"][0]
    while seat not in players[seat].state["awaited"]:
        await players[seat].until(lambda m: m["t"] == "state")
    return seat


def test_every_figure_is_explained(mine: Server) -> None:
    """docs/hosting.md has a line for each that the server counts, and for no other."""
    status, text = mine.http("/metrics")
    assert status == 200
    there = {
        name
        for name in re.findall(r"^# TYPE (lastcard_\w+) ", text, re.MULTILINE)
        if not name.endswith("_created")
    }
    told = set(re.findall(r"^\| `(lastcard_\w+)", HOSTING, re.MULTILINE))
    assert there == told


@pytest.mark.parametrize(
    ("who", "peer", "headers", "may"),
    [
        ("local", "127.0.0.1", {}, True),
        ("local", "::1", {}, True),
        ("local", "::ffff:127.0.0.1", {}, True),
        ("local", "192.168.1.7", {}, False),
        ("local", "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("local", "127.0.0.1", {"forwarded": "for=127.0.0.1"}, False),
        ("local", None, {}, False),
        ("local", "testclient", {}, False),
        ("network", "192.168.1.7", {}, True),
        ("network", "8.8.8.8", {}, False),
        ("network", "192.168.1.7", {"x-forwarded-for": "10.0.0.1"}, False),
        ("all", "8.8.8.8", {"x-forwarded-for": "8.8.4.4"}, True),
        ("off", "127.0.0.1", {}, False),
    ],
)
def test_who_may_read_them(who: str, peer: str | None, headers: dict[str, str], may: bool) -> None:
    """By the setting; nobody who comes through a proxy is taken for this machine."""
    assert may_read(who, peer, headers) is may


@pytest.mark.tier("default")
def test_for_others_there_is_nothing(tmp_path: Path, mine: Server) -> None:
    """A 404 as at any address without meaning."""
    assert mine.http("/metrics", X_Forwarded_For="9.9.9.9")[0] == 404
    off = Server(tmp_path / "off", settings=SETTINGS + "metrics = 'off'\n")
    assert off.http("/metrics") == off.http("/api/nothing")
    off.stop()


@pytest.mark.tier("default")
async def test_pauses_are_short_only_while_the_server_serves() -> None:
    """Python looks for rings of objects by itself no more, and the loop's delay is measured; afterwards all is as it was."""
    metrics = Metrics()
    async with gc_pauses.tuned(metrics):
        assert not gc.isenabled()
        assert gc.get_freeze_count() > 0
        await _until(lambda: b"lastcard_loop_delay_seconds_count 0.0" not in metrics.text())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def _until(holds: Callable[[], bool]) -> None:
    """Wait for what comes sooner or later."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - nothing says when it is so
            await asyncio.sleep(0.01)


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.mark.tier("default")
async def test_rings_are_freed_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not grow without end, whatever makes rings."""
    monkeypatch.setattr(gc_pauses, "_MANY", 1000)
    monkeypatch.setattr(gc_pauses, "_COUNTED_EVERY", 0.01)
    async with gc_pauses.tuned(Metrics()):
        first = weakref.ref(Ring())
        assert first() is not None
        for _ in range(2000):
            Ring()
        await _until(lambda: first() is None)


@pytest.mark.tier("default")
async def test_rings_are_freed_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when there are few."""
    monkeypatch.setattr(gc_pauses, "_LOOKED_EVERY", 0.01)
    monkeypatch.setattr(gc_pauses, "_COUNTED_EVERY", 0.01)
    async with gc_pauses.tuned(Metrics()):
        first = weakref.ref(Ring())
        await _until(lambda: first() is None)
