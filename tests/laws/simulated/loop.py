"""An event loop whose time is a number: when nothing is left to do it jumps to the next thing that is due.

No threads, no sockets and no waiting. What is ready at the same moment is carried out in an order that the seed
chooses, so that code which relies on a lucky order is found out.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import ContextVar
from random import Random
from typing import Any

MAX_AT_ONCE = 100_000
"""More rounds than this without time going on would be a program that never waits."""


class Stuck(AssertionError):  # noqa: N818
    """The program waits for something that can never come, or never waits at all."""


class Process:
    """A process within the simulation: its tasks end with it, as those of a killed program do."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.tasks: dict[asyncio.Task[Any], None] = {}

    def kill(self) -> None:
        """The process is gone: whatever it holds of the outside world is dead, and its tasks end where they stand."""
        self.alive = False
        for task in list(self.tasks):
            task.cancel()


PROCESS: ContextVar[Process | None] = ContextVar("PROCESS", default=None)
"""To which process the running code belongs; handed on to what it starts, as every context is."""


class _Selector:
    """Stands where a loop would wait for sockets: moves the time on instead."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        """Wait so many virtual seconds."""
        if timeout is None:
            raise Stuck("everybody waits, and nothing is due")
        self._loop.wait(timeout)
        return []

    def close(self) -> None:
        """Nothing to let go of."""


class VirtualLoop(asyncio.BaseEventLoop):
    """See the module. `chance` permutes what is ready at once; None leaves it in the order of its coming."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, chance: Random | None = None) -> None:
        super().__init__()
        self._selector = _Selector(self)
        self._clock_resolution = 1e-9
        self._now = 0.0
        self._chance = chance
        self._at_once = 0
        self.rounds = 0
        self.set_task_factory(_task)

    def time(self) -> float:
        """Seconds since the simulation began."""
        return self._now

    def wait(self, seconds: float) -> None:
        """Let time go on."""
        if seconds > 0:
            self._at_once = 0
            # to the very number that was asked for: a sum may fall a hair short of it
            self._now = max(self._now, min(self._scheduled[0].when(), self._now + seconds))

    def _run_once(self) -> None:
        self.rounds += 1
        self._at_once += 1
        if self._at_once > MAX_AT_ONCE:
            raise Stuck("something is done over and over, and time does not go on")
        if self._chance is not None and len(self._ready) > 1:
            self._chance.shuffle(self._ready)
        super()._run_once()  # type: ignore[misc] # asyncio's own, not told to the world

    def _process_events(self, event_list: list[Any]) -> None:
        """Nothing comes from outside."""

    def _write_to_self(self) -> None:
        """There is nothing to be woken from."""

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Threads have no place in a simulation."""
        raise RuntimeError(f"{func}{args} wants a thread of {executor}, and a simulated loop has none")


def _task(loop: asyncio.AbstractEventLoop, coroutine: Any, **more: Any) -> asyncio.Task[Any]:
    """A task that is known to its process."""
    task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **more)
    process = PROCESS.get()
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda done: process.tasks.pop(done, None))
        if not process.alive:
            task.cancel()
    return task
