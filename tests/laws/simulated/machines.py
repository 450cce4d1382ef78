"""The servers of a simulation over one disk, and what goes wrong with them, the disk and the bus."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.laws.simulated.bus import Medium
from tests.laws.simulated.leases import Leased
from tests.laws.simulated.loop import Process
from tests.laws.simulated.server import Server
from tests.laws.simulated.store import Disk, Trouble
from tests.laws.simulated.temper import Temper

Note = Callable[[str, str, object], None]


class Machines:
    """One server, or several that share their tables."""

    def __init__(self, seed: int, temper: Temper, disk: Disk, chance: Random, note: Note) -> None:
        self.disk = disk
        self.medium = Medium(Random(f"{seed}:bus"))
        self.leased = Leased()
        self.servers: dict[int, Server] = {}
        self.calm = False
        self.met: Counter[str] = Counter()
        self._seed = seed
        self._temper = temper
        self._chance = chance
        self._note = note
        self._started = 0

    async def start_all(self) -> None:
        """Start every server that there is none of."""
        for place in range(self._temper.servers):
            if place not in self.servers:
                await self.start(place)

    async def start(self, place: int) -> None:
        """A new process takes a place."""
        self._started += 1
        self._note("world", "a server starts", f"{place}: {self._started}")
        shared = (self.leased, self.medium) if self._temper.servers > 1 else None
        name = f"server {self._started}"
        server = Server(name, self.disk, self._seed, self._temper.bot_delay, shared)
        await server.start()
        self.servers[place] = server

    def one(self, chance: Random) -> Server | None:
        """A server that is there."""
        there = [server for server in self.servers.values() if server.process.alive]
        return chance.choice(there) if there else None

    async def kill_all(self) -> None:
        """Kill every server, and start them again."""
        for server in self.servers.values():
            self._note("world", "the server is killed for the last time", server.process.name)
            server.kill()
        self.servers.clear()
        await self.start_all()

    async def trouble(self) -> None:
        """Until all is calm: kill, stop, cut off, let leases lapse, break the disk."""
        chance, temper = self._chance, self._temper
        self.medium.lost = chance.choice((0.0, 0.0, 0.01))
        while not self.calm:
            await asyncio.sleep(chance.expovariate(1.0))
            for likely, wrong in (
                (temper.crashes, self._crash),
                (temper.restarts, self._restart),
                (temper.trouble, self._break_disk),
                (temper.cut_off, self._cut_off),
                (temper.lapses, self._lapse),
            ):
                if chance.random() < likely:
                    await wrong(chance)

    def calm_down(self) -> None:
        """Nothing goes wrong any more."""
        self.calm = True
        self.disk.trouble = Trouble()
        self.medium.lost = 0.0
        self.medium.cut_off.clear()

    async def _crash(self, chance: Random) -> None:
        place = chance.choice(sorted(self.servers))
        self._note("world", "a server is killed", str(place))
        self.met["crash"] += 1
        self.servers[place].kill()
        await asyncio.sleep(chance.choice((0.0, 0.5, 3.0)))
        await self.start(place)

    async def _restart(self, chance: Random) -> None:
        place = chance.choice(sorted(self.servers))
        self._note("world", "a server is stopped", str(place))
        self.met["restart"] += 1
        await self.servers[place].stop()
        await self.start(place)

    async def _break_disk(self, chance: Random) -> None:
        likely = chance.choice((0.1, 0.5, 1.0))
        kind = chance.choice(("before", "after", "reads", "slow"))
        self._note("world", "the disk fails", f"{kind} {likely}")
        self.disk.trouble = Trouble(**{kind: likely})
        await asyncio.sleep(chance.choice((0.5, 3.0, 10.0)))
        self.disk.trouble = Trouble()
        self._note("world", "the disk is well", "")

    async def _cut_off(self, chance: Random) -> None:
        """A server loses the bus for a while."""
        if self._temper.servers == 1:
            return
        process: Process = self.servers[chance.choice(sorted(self.servers))].process
        self._note("world", "a server is cut off", process.name)
        self.met["cut off"] += 1
        self.medium.cut_off.add(process)
        await asyncio.sleep(chance.choice((0.5, 3.0, 10.0)))
        self.medium.cut_off.discard(process)

    async def _lapse(self, chance: Random) -> None:
        """A lease has run out before its server knows: as if the server had slept."""
        running = [server for server in self.leased.until if self.leased.runs(server)]
        if running:
            server = chance.choice(running)
            self._note("world", "a lease runs out", server)
            self.met["lapse"] += 1
            self.leased.until[server] = 0.0
