"""A server that can be killed: the real application, process after process, over a disk that stays."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from lastcard.server.app import create_app
from lastcard.server.cluster.leases import Leases
from lastcard.server.model.chance import Chance
from lastcard.server.ops.config import Settings
from lastcard.server.sharing import Sharing
from tests.laws.simulated.bus import Medium, SimulatedBus
from tests.laws.simulated.leases import Leased, SimulatedLeases
from tests.laws.simulated.loop import Process
from tests.laws.simulated.network import HOST, ORIGIN, Gone, Socket, Weather, ask, in_process
from tests.laws.simulated.store import Disk, SimulatedLog

Json = dict[str, Any]


class Server:
    """One process of the server; when it is over, another takes up the same disk."""

    def __init__(
        self,
        name: str,
        disk: Disk,
        seed: object,
        bot_delay: float,
        shared: tuple[Leased, Medium] | None = None,
    ) -> None:
        """`shared` are the leases and the bus by which it shares its tables with other servers."""
        self.process = Process(name)
        self.sockets: dict[Socket, None] = {}
        chosen = Settings(
            Path("nowhere"), host=HOST, origins=(ORIGIN,), bot_delay=bot_delay, tables_a_minute=100_000
        )
        log = SimulatedLog(disk, self.process)
        chance = Chance(Random(f"{seed}:{name}"))
        sharing = None
        if shared is not None:
            leases = Leases(SimulatedLeases(shared[0], disk, self.process), chance)
            sharing = Sharing(leases, SimulatedBus(shared[1], self.process), chance)
        self._app = create_app(chosen, log, chance, shared=sharing)
        self._lifespan: asyncio.Queue[str] = asyncio.Queue()
        self._up = asyncio.Event()
        self._down = asyncio.Event()

    async def start(self) -> None:
        """Start it, and wait until it takes requests."""
        self._lifespan.put_nowait("lifespan.startup")
        in_process(self.process, self._live())
        await self._up.wait()

    async def _live(self) -> None:
        async def receive() -> Json:
            return {"type": await self._lifespan.get()}

        async def send(message: Json) -> None:
            (self._up if "startup" in message["type"] else self._down).set()

        await self._app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)

    def kill(self) -> None:
        """As `kill -9` does."""
        self.process.kill()
        for socket in list(self.sockets):
            socket.die()

    async def stop(self) -> None:
        """As SIGTERM does: sockets are told, then the application ends what it has in hand."""
        for socket in list(self.sockets):
            socket.go_away()
        self._lifespan.put_nowait("lifespan.shutdown")
        await self._down.wait()
        self.kill()

    async def ask(self, path: str, body: object, address: str) -> tuple[int, Any]:
        """A request; Gone if the server dies over it."""
        if not self.process.alive:
            raise Gone
        task = in_process(self.process, ask(self._app, path, body, address))
        await asyncio.wait((task,))
        if task.cancelled() or not self.process.alive:
            raise Gone
        found: tuple[int, Any] = task.result()
        return found

    def connect(self, weather: Weather, chance: Random, window: int, address: str) -> Socket:
        """A socket to it; Gone if it is not there."""
        if not self.process.alive:
            raise Gone
        socket = Socket(self.process, weather, chance, window)
        self.sockets[socket] = None
        task = in_process(self.process, socket.serve(self._app, address))
        task.add_done_callback(lambda _: self.sockets.pop(socket, None))
        return socket
