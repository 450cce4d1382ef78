"""The event log of a simulation: a disk that outlives crashes, and the faults that a disk may have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from lastcard.server.model.errors import StorageError
from lastcard.server.storage.interface import Receipt, SavedLog
from tests.fakes.log import KeptLog
from tests.laws.simulated.loop import Process


@dataclass(frozen=True, slots=True)
class Trouble:
    """How likely each fault of the disk is, and how long a write takes."""

    before: float = 0.0
    """An append fails and nothing was kept."""
    after: float = 0.0
    """An append fails although it was kept: nobody knows."""
    reads: float = 0.0
    """A log cannot be read."""
    slow: float = 0.0
    """A write takes seconds."""
    write: float = 0.002
    """What a write takes otherwise."""


Written = Callable[[str, int, Sequence[str], Receipt | None], None]


class Disk:
    """What survives: the logs of all tables. `written` is told of each append at the moment it is safe."""

    def __init__(self, chance: Random, written: Written) -> None:
        self.tables: dict[str, KeptLog] = {}
        self.trouble = Trouble()
        self.chance = chance
        self.faults = 0
        self._written = written

    def write(self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None) -> None:
        """Keep events and receipt, both or neither."""
        kept = self.tables.get(table) or KeptLog()
        kept.append(after, bodies, receipt)
        self.tables[table] = kept
        self._written(table, after, bodies, receipt)

    def read(self, table: str) -> SavedLog | None:
        """All that is kept of the table."""
        kept = self.tables.get(table)
        return None if kept is None else kept.saved

    def confirm(self, table: str, version: int) -> None:
        """ConflictError unless the log ends there."""
        (self.tables.get(table) or KeptLog()).check(version)

    def fails(self, likely: float) -> bool:
        """Whether a fault that is so likely happens now."""
        failed = self.chance.random() < likely
        self.faults += failed
        return failed

    def takes(self) -> float:
        """How long the next write takes."""
        slow = self.chance.random() < self.trouble.slow
        return self.chance.uniform(1, 8) if slow else self.chance.uniform(0, 2 * self.trouble.write)


class SimulatedLog:
    """The `EventLog` of one process; what it has not written when the process is killed is lost."""

    def __init__(self, disk: Disk, process: Process) -> None:
        self._disk = disk
        self._process = process

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `EventLog.append`: on its way, then safe at one moment, then the answer is on its way."""
        disk = self._disk
        await asyncio.sleep(disk.takes())
        self._still_there()
        if disk.fails(disk.trouble.before):
            raise StorageError("simulated: the disk is full")
        self._write(table, after, bodies, receipt)
        await asyncio.sleep(disk.takes() / 4)
        if disk.fails(disk.trouble.after):
            raise StorageError("simulated: the answer of the disk was lost")

    def _write(self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None) -> None:
        self._disk.write(table, after, bodies, receipt)

    async def load(self, table: str) -> SavedLog | None:
        """See `EventLog.load`."""
        await asyncio.sleep(self._disk.takes())
        self._still_there()
        if self._disk.fails(self._disk.trouble.reads):
            raise StorageError("simulated: the disk cannot be read")
        return self._disk.read(table)

    async def aged(self, before: int, after: str, most: int) -> tuple[list[str], str | None]:
        """Nothing gets old in a simulation."""
        del before, after, most
        return [], None

    async def delete(self, table: str, before: int) -> bool:
        """So nothing is deleted."""
        del table, before
        return False

    async def confirm(self, table: str, version: int) -> None:
        """See `TableLog.confirm`."""
        await asyncio.sleep(self._disk.takes() / 4)
        self._still_there()
        self._disk.confirm(table, version)

    async def healthy(self) -> bool:
        """See `EventLog.healthy`."""
        return self._process.alive

    async def close(self) -> None:
        """Nothing to let go of."""

    def _still_there(self) -> None:
        """A killed process writes no more."""
        if not self._process.alive:
            raise asyncio.CancelledError
