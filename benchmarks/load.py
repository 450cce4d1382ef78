"""Measures how many tables a server can handle: tables of four over real sockets, one move a second each, in an open loop.

    python benchmarks/load.py [--tables N] [--seconds S] [--fixed]         measure at N tables
    python benchmarks/load.py --ramp 50:50:1000                            find the most tables with p99 < 100 ms
    python benchmarks/load.py --hours 8 --tables 200                       a soak: memory, stuck tables, minute by minute

It starts `lastcard serve` on an empty folder (SQLite with full durability; `--database postgresql://…` for PostgreSQL),
opens the tables, seats four people at each and connects all of them (`--people 1 --watchers 3`: one person, three bots and
three spectators). Moves are due by the clock (Poisson, or `--fixed`) whether the server keeps up or not, and an
acknowledgement is timed from when the move was *due*: if the server stalls, all later moves are late and show it. `own
delay` is the generator's own delay until it handles a due move; if that is no longer small, or the generator needs a whole
core, the generator is measured and not the server. Processor time and memory are available on Linux only. `--server-cpus
0,1` pins the server to processors.

Exit code 1: errors, stuck tables, or fewer moves than were due.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.loading.figures import Figures, Tally, Use
from benchmarks.loading.playing import Game
from benchmarks.loading.serving import Server, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

GOAL: Final = 0.1
"""The 99th percentile of acknowledgements must stay below this, in seconds."""
_AT_ONCE: Final = 16
_COMMITS: Final = "lastcard_commit_seconds"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each measurement takes")
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds of play before it")
    parser.add_argument("--gap", type=float, default=1.0, help="seconds between two moves at a table")
    parser.add_argument("--fixed", action="store_true", help="always the same gap, not Poisson")
    parser.add_argument("--people", type=int, default=4, choices=range(1, 5), help="the others are bots")
    parser.add_argument("--watchers", type=int, default=0, help="who looks on at each table")
    parser.add_argument(
        "--ramp", metavar="FROM:STEP:MOST", help="more and more tables, until p99 is too high"
    )
    parser.add_argument("--hours", type=float, help="soak for so long")
    parser.add_argument("--database", default="", help="postgresql://…")
    parser.add_argument("--server-cpus", default="", help="the processors of the server, such as 0,1")
    parser.add_argument(
        "--profile", default="", metavar="FILE", help="profile the server with cProfile into FILE"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Load:
    """The tables that play on one server."""

    def __init__(self, server: Server, options: argparse.Namespace) -> None:
        self.server = server
        self.games: list[Game] = []
        self._options = options
        self._chance = Random(options.seed)

    async def grow(self, tables: int) -> None:
        """Open tables until there are this many, and let them play."""
        gate = asyncio.Semaphore(_AT_ONCE)

        async def one(seed: int) -> None:
            async with gate:
                options = self._options
                name, tokens = await opened(self.server.port, options.people)
                game = Game(name, tokens, options.watchers, Random(seed), options.gap, fixed=options.fixed)
                await game.connect(self.server.port)
                game.start()
                self.games.append(game)

        await asyncio.gather(*(one(self._chance.getrandbits(32)) for _ in range(tables - len(self.games))))

    async def measure(self, seconds: float) -> Figures:
        """Play for this long and return the figures."""
        for game in self.games:
            game.tally = Tally()
        commits = await asyncio.to_thread(self.server.histogram, _COMMITS)
        before, own, began = Use.of(self.server.pid), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        after, took = Use.of(self.server.pid), time.perf_counter() - began
        safe = await asyncio.to_thread(self.server.histogram, _COMMITS)
        whole = Tally()
        for game in self.games:
            whole.add(game.tally, game.overdue)
        return Figures(
            tables=len(self.games),
            seconds=took,
            tally=whole,
            server_cpu=after.cpu - before.cpu,
            server_rss=after.rss,
            own_cpu=time.process_time() - own,
            stuck=sum(game.stuck for game in self.games),
            due=len(self.games) * took / self._options.gap,
            commits={at: count - commits[at] for at, count in safe.items()},
        )

    def stop(self) -> None:
        """Leave all tables."""
        for game in self.games:
            game.stop()


@asynccontextmanager
async def loaded(options: argparse.Namespace) -> AsyncIterator[Load]:
    """A server without players; on exit it must end without errors."""
    with tempfile.TemporaryDirectory(prefix="lastcard-load-") as folder:
        server = Server(Path(folder), options.database, options.server_cpus, options.profile)
        load = Load(server, options)
        try:
            yield load
        finally:
            load.stop()
            server.stop()


async def once(options: argparse.Namespace) -> bool:
    """Measure at this many tables; return whether all was well."""
    async with loaded(options) as load:
        await load.grow(options.tables)
        await asyncio.sleep(options.warm_up)
        found = await load.measure(options.seconds)
    print("\n".join(found.lines()))
    return found.well


async def ramp(options: argparse.Namespace) -> bool:
    """Add tables until acknowledgements take too long; return the most tables within the goal."""
    start, step, most = (int(word) for word in options.ramp.split(":"))
    borne = 0
    async with loaded(options) as load:
        for tables in range(start, most + 1, step):
            await load.grow(tables)
            await asyncio.sleep(options.warm_up)
            found = await load.measure(options.seconds)
            print(found.row(), flush=True)
            if found.p99 >= GOAL or not found.well:
                break
            borne = tables
    print(f"borne: {borne} tables with p99 under {GOAL * 1000:.0f} ms")
    return borne > 0


async def soak(options: argparse.Namespace) -> bool:
    """Play for hours; print a line per minute, and at the end how memory grew."""
    well, sizes = True, []
    async with loaded(options) as load:
        await load.grow(options.tables)
        await asyncio.sleep(options.warm_up)
        end = time.monotonic() + options.hours * 3600
        while (left := end - time.monotonic()) > 0:
            found = await load.measure(min(60.0, max(1.0, left)))
            sizes.append(found.server_rss)
            well = well and found.well
            print(
                f"{time.strftime('%H:%M:%S')} {found.row()} in memory {load.server.count('lastcard_tables')}",
                flush=True,
            )
    quarter = max(1, len(sizes) // 4)
    first, last = (sum(part) / quarter / 2**20 for part in (sizes[:quarter], sizes[-quarter:]))
    print(
        f"memory: {first:.1f} MiB in the first quarter, {last:.1f} MiB in the last ({last / first - 1:+.1%})"
    )
    return well


def main() -> int:
    """Run the command."""
    options = arguments()
    print(
        f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} before; Python {sys.version.split()[0]}"
    )
    doing = soak if options.hours else ramp if options.ramp else once
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with suppress(ImportError):
        import uvloop  # noqa: PLC0415 - where there is one

        factory = uvloop.new_event_loop
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the server is ended as well
    with asyncio.Runner(loop_factory=factory) as runner:
        return 0 if runner.run(doing(options)) else 1


if __name__ == "__main__":
    sys.exit(main())
