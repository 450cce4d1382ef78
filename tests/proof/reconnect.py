"""Coming back after a lost connection: `python -m tests.proof.reconnect --count 10000 --longest 120 --state FILE`.

At each table one window of a seat never leaves, while another of the same seat is lost again and again, for nothing to
`--longest` seconds, and comes back saying what it saw last. It has the same seat, is told what it missed, and sees what
the one sees that never left. How long it took from dialling to the view is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.proof.follow import Follower, compare
from tests.proof.hosts import Host, hosting, warm
from tests.proof.ledger import hold

Json = dict[str, Any]
PATIENCE = 240.0
KEPT_EVERY = 2.0


@dataclass
class Report:
    """How often somebody came back, and how long each took."""

    took: list[float] = field(default_factory=list)
    compared: int = 0
    missed: int = 0
    again: Counter[int] = field(default_factory=Counter)
    """How often a connection was closed before the view came, by the code, and dialled anew."""
    gaps: int = 0

    def __str__(self) -> str:
        """A few lines of figures."""
        took = sorted(self.took) or [0.0]
        p50, p95 = took[len(took) // 2], took[min(len(took) - 1, int(len(took) * 0.95))]
        return (
            f"{len(self.took)} reconnections, {self.missed} events missed and told, {self.gaps} times by a snapshot: the same "
            f"seat, the same view ({self.compared} comparisons)\n"
            f"from dialling to the view p50 {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, at most {took[-1] * 1000:.0f} ms; "
            f"over a second {sum(t > 1 for t in took)}; "
            f"dialled anew {dict(self.again)}"
        )


class Window:
    """A connection of a seat, which plays if it controls the seat."""

    def __init__(self, host: Host, table: str, who: Follower, chance: Random, think: float) -> None:
        self._host = host
        self._table = table
        self._who = who
        self._chance = chance
        self._think = think
        self._names = 0
        self.greeted = asyncio.Event()
        self.socket: ClientConnection | None = None
        self._thinking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Follow the table until the connection is lost."""
        address, origin = f"ws://127.0.0.1:{self._host.port}/ws", Origin(self._host.url)
        async with connect(
            address, origin=origin, compression=None, max_queue=None, ping_interval=None
        ) as socket:
            self.socket = socket
            hello = {"t": "hello", "proto": 1, "table": self._table, "token": self._who.token}
            await socket.send(json.dumps(hello | ({"since": self._who.v} if self._who.v else {})))
            with suppress(ConnectionClosed):
                async for text in socket:
                    await self._hear(socket, json.loads(text))
        if self._thinking is not None:
            self._thinking.cancel()

    async def _hear(self, socket: ClientConnection, message: Json) -> None:
        self._who.hear(message)
        if message["t"] == "snap":
            self.greeted.set()
        if message["t"] in ("snap", "state"):
            if self._thinking is not None:
                self._thinking.cancel()
            self._thinking = asyncio.create_task(self._play(socket, message))
        elif message["t"] == "ping":
            await socket.send(json.dumps(message | {"t": "pong"}))

    async def _play(self, socket: ClientConnection, state: Json) -> None:
        view = state["view"]
        if not state["control"] or view is None:
            return
        wish: Json | None = None
        if view["table"]["phase"]["t"] == "over":
            wish = {"t": "rematch" if state["table"]["state"] == "over" else "next"}
        elif state["you"] in state["awaited"] and state["legal"]:
            wish = {"t": "act", "action": self._chance.choice(state["legal"])}
        if wish is not None:
            await asyncio.sleep(self._think * self._chance.random())
            self._names += 1
            name = f"{id(self):x}-{self._names}"
            with suppress(ConnectionClosed):
                await socket.send(json.dumps({"t": "cmd", "id": name, "v": state["v"], "d": wish}))

    def lose(self) -> None:
        """The network is gone, without a farewell."""
        if self.socket is not None:
            self.socket.transport.abort()


async def come_and_go(
    host: Host, times: int, longest: float, think: float, seed: object, report: Report, missing: int = 0
) -> None:
    """One table, at which one window of a seat never leaves and another comes and goes so many times.

    It stays away until it has missed so many events, at least.
    """
    chance = Random(f"{seed}:reconnect")
    options = {"target": 100_000, "uno_penalty": 2}
    opened = await asyncio.to_thread(lambda: host.open(players=3, bots=True, options=options))
    _, joined = await asyncio.to_thread(host.http, f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    stayed, partner, back = Follower(), Follower(), Follower()
    stayed.token, partner.token = opened["token"], joined["token"]
    table = opened["table"]
    watch = [Window(host, table, who, chance, think) for who in (stayed, partner)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(window.run()) for window in watch]
        await watch[0].greeted.wait()
        back.token = stayed.token
        for _ in range(times):
            await _once(group, Window(host, table, back, chance, think), stayed, report)
            await asyncio.sleep(longest * chance.random())
            await _until(stayed, lambda: stayed.v >= back.v + missing)
        for task in tasks:
            task.cancel()
    report.gaps += back.gaps


async def _once(group: asyncio.TaskGroup, window: Window, stayed: Follower, report: Report) -> None:
    """Come back, be held against the one who stayed, play a little, and be lost."""
    back = window._who
    v, began = back.v, time.perf_counter()
    task = group.create_task(_until_greeted(window, report))
    await asyncio.wait_for(window.greeted.wait(), PATIENCE)
    took = time.perf_counter() - began
    report.missed += back.v - v if v else 0
    await _until(stayed, lambda: bool(stayed.v >= back.v and back.states.keys() & stayed.states.keys()))
    hold(back.seat == stayed.seat, "it is the same seat", back.seat, stayed.seat)
    compared = compare(back, stayed)
    hold(compared > 0, "there is something to compare", back.v, stayed.v)
    report.compared += compared
    report.took.append(took)
    for follower in (back, stayed):
        for old in [v for v in follower.states if v < back.v - 2]:
            del follower.states[old]
        for old in [v for v in follower.events if v < back.v - 300]:
            del follower.events[old]
    await asyncio.sleep(0.02)
    window.lose()
    await task


async def _until_greeted(window: Window, report: Report) -> None:
    """Dial as long as the server closes before it has shown anything."""
    await window.run()
    while not window.greeted.is_set():
        report.again[(window.socket.close_code if window.socket else None) or 0] += 1
        await window.run()


async def _until(follower: Follower, holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            follower.changed.clear()
            await follower.changed.wait()


async def run(
    host: Host, count: int, tables: int, longest: float, think: float, seed: object, report: Report
) -> None:
    """So many reconnections more in all, at several tables at once."""
    shares = [count // tables + (number < count % tables) for number in range(tables)]
    async with asyncio.TaskGroup() as group:
        for number, times in enumerate(shares):
            group.create_task(come_and_go(host, times, longest, think, f"{seed}:{number}", report))


def load(state: Path | None) -> Report:
    """The report of a run that was stopped, or an empty one."""
    if state is None or not state.exists():
        return Report()
    data = json.loads(state.read_text())
    return Report(**data | {"again": Counter({int(code): n for code, n in data["again"].items()})})


def save(report: Report, state: Path | None) -> None:
    """Keep what was found, whole at any moment."""
    if state is not None:
        new = state.with_name(f"{state.name}.new")
        new.write_text(json.dumps(vars(report)))
        new.replace(state)


async def _kept(options: argparse.Namespace, host: Host, report: Report) -> None:
    """Do what is left of the run; every few seconds and at its end, whichever that is, what was found is kept."""
    saving = asyncio.create_task(_keep(options, report))
    try:
        done = len(report.took)
        seed = f"{options.seed}:{done}" if done else options.seed
        left = options.count - done
        await run(host, left, options.tables, options.longest, options.think, seed, report)
    finally:
        saving.cancel()
        save(report, options.state)


async def _keep(options: argparse.Namespace, report: Report) -> None:
    while True:
        await asyncio.sleep(KEPT_EVERY)
        save(report, options.state)
        if sys.stderr.isatty():
            print(f"\r{len(report.took)} of {options.count} ", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.reconnect", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how many reconnections (10,000)")
    parser.add_argument("--longest", type=float, default=120.0, help="seconds of absence at most (120)")
    parser.add_argument("--tables", type=int, default=200, help="tables at once (200)")
    parser.add_argument(
        "--think", type=float, default=6.0, help="seconds that people and bots think at most (6)"
    )
    parser.add_argument("--seed", default="1", help="which run")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, to go on after a stop")
    options = parser.parse_args()
    report, delay = load(options.state), options.think / 2
    with (
        tempfile.TemporaryDirectory() as folder,
        warm() as zygote,
        hosting(zygote, Path(folder) / "data", bot_delay=delay) as host,
    ):
        try:
            asyncio.run(_kept(options, host, report))
        except KeyboardInterrupt:
            print("\nstopped; with --state the same command goes on from there", file=sys.stderr)
            return 130
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
