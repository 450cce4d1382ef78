"""The bus of a simulation: late, at times losing a message, cutting a server off; and each server's end of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random

from lastcard.server.cluster.bus import Answer, BusError, Handler, NobodyError, Stop
from tests.laws.simulated.loop import Process
from tests.laws.simulated.network import in_process

SLOWEST = 0.004


@dataclass(slots=True, eq=False)
class _Listener:
    """Who listens to a subject, and what has come for it."""

    process: Process
    queue: asyncio.Queue[bytes]


@dataclass(slots=True, eq=False)
class _Answerer:
    process: Process
    answer: Answer


class Medium:
    """What lies between the servers."""

    def __init__(self, chance: Random) -> None:
        self.lost = 0.0
        """How likely a message is lost, and nobody is told."""
        self.cut_off: set[Process] = set()
        self.listeners: dict[str, list[_Listener]] = {}
        self.answerers: dict[str, list[_Answerer]] = {}
        self._chance = chance
        self._free: dict[tuple[Process, str], float] = {}

    def reaches(self, process: Process) -> bool:
        """Whether the process is there and connected."""
        return process.alive and process not in self.cut_off

    def loses(self) -> bool:
        """Whether this message is lost."""
        return self._chance.random() < self.lost

    def takes(self) -> float:
        """How long something takes."""
        return self._chance.uniform(0.0001, SLOWEST)

    def send(self, sender: Process, subject: str, message: bytes) -> None:
        """To all who listen, in the order of sending."""
        loop = asyncio.get_running_loop()
        due = max(loop.time() + self.takes(), self._free.get((sender, subject), 0.0) + 1e-6)
        self._free[sender, subject] = due
        if not self.loses():
            loop.call_at(due, self._arrive, subject, message)

    def _arrive(self, subject: str, message: bytes) -> None:
        for listener in self.listeners.get(subject, []):
            if self.reaches(listener.process):
                listener.queue.put_nowait(message)


class SimulatedBus:
    """A `Bus`: one process's end of the medium."""

    def __init__(self, medium: Medium, process: Process) -> None:
        self._medium = medium
        self._process = process

    async def publish(self, subject: str, message: bytes) -> None:
        """See `Bus.publish`."""
        self._connected()
        self._medium.send(self._process, subject, message)

    async def ask(self, subject: str, message: bytes, within: float) -> bytes:
        """See `Bus.ask`."""
        self._connected()
        medium = self._medium
        await asyncio.sleep(medium.takes())
        there = [a for a in medium.answerers.get(subject, []) if medium.reaches(a.process)]
        if not there:
            raise NobodyError(f"nobody listens to {subject}")
        task = in_process(there[0].process, there[0].answer(message))
        done, _ = await asyncio.wait((task,), timeout=within)
        await asyncio.sleep(medium.takes())
        if not done or task.cancelled() or not medium.reaches(there[0].process) or medium.loses():
            raise BusError("no answer in time")
        self._connected()
        return bytes(task.result())

    async def listen(self, subject: str, handler: Handler) -> Stop:
        """See `Bus.listen`."""
        self._connected()
        listener = _Listener(self._process, asyncio.Queue())
        self._medium.listeners.setdefault(subject, []).append(listener)
        task = in_process(self._process, _handle(listener.queue, handler))

        async def stop() -> None:
            self._medium.listeners[subject].remove(listener)
            task.cancel()

        return stop

    async def answer(self, subject: str, answer: Answer) -> Stop:
        """See `Bus.answer`."""
        self._connected()
        answerer = _Answerer(self._process, answer)
        self._medium.answerers.setdefault(subject, []).append(answerer)

        async def stop() -> None:
            self._medium.answerers[subject].remove(answerer)

        return stop

    async def close(self) -> None:
        """See `Bus.close`."""

    def _connected(self) -> None:
        if not self._medium.reaches(self._process):
            raise BusError("the bus cannot be reached")


async def _handle(queue: asyncio.Queue[bytes], handler: Handler) -> None:
    while True:
        await handler(await queue.get())
