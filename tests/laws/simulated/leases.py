"""The book of leases of a simulation, on the same disk as the logs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from lastcard.server.cluster.ownership import Holding
from lastcard.server.model.errors import LostError, StorageError
from lastcard.server.storage.interface import Receipt, SavedLog, TableLog
from tests.laws.simulated.loop import Process
from tests.laws.simulated.store import Disk, SimulatedLog


@dataclass(slots=True)
class Leased:
    """Until when each server's lease runs, and who owns each table, in which epoch."""

    until: dict[str, float] = field(default_factory=dict)
    owners: dict[str, tuple[str, int]] = field(default_factory=dict)

    def runs(self, server: str) -> bool:
        """Whether the server has a lease."""
        return self.until.get(server, 0.0) > asyncio.get_running_loop().time()

    def holds(self, held: Holding) -> bool:
        """Whether the table is that server's, in that epoch."""
        return self.owners.get(held.table) == (held.server, held.epoch)


class SimulatedLeases:
    """A `LeaseBook` as one process uses it."""

    def __init__(self, leased: Leased, disk: Disk, process: Process) -> None:
        self._leased = leased
        self._disk = disk
        self._process = process

    async def renew(self, server: str, seconds: float) -> bool:
        """See `LeaseBook.renew`."""
        await self._written()
        if server in self._leased.until and not self._leased.runs(server):
            return False
        self._leased.until[server] = asyncio.get_running_loop().time() + seconds
        return True

    async def take_table(self, server: str, table: str) -> int | None:
        """See `LeaseBook.take_table`."""
        await self._written()
        owner, epoch = self._leased.owners.get(table, ("", 0))
        others = owner not in ("", server) and self._leased.runs(owner)
        if table not in self._disk.tables or others or not self._leased.runs(server):
            return None
        self._leased.owners[table] = server, epoch + 1
        return epoch + 1

    async def give_back(self, holding: Holding) -> None:
        """See `LeaseBook.give_back`."""
        await self._written()
        if self._leased.holds(holding):
            self._leased.owners[holding.table] = "", holding.epoch

    async def leave(self, server: str) -> None:
        """See `LeaseBook.leave`."""
        await self._written()
        self._leased.until[server] = 0.0

    def fenced(self, holding: Holding) -> TableLog:
        """See `LeaseBook.fenced`."""
        return _Fenced(self._leased, holding, self._disk, self._process)

    async def _written(self) -> None:
        await asyncio.sleep(self._disk.takes())
        if not self._process.alive:
            raise asyncio.CancelledError
        if self._disk.fails(self._disk.trouble.before):
            raise StorageError("simulated: the leases cannot be written")


class _Fenced(SimulatedLog):
    """The log as one owner may use it."""

    def __init__(self, leased: Leased, holding: Holding, disk: Disk, process: Process) -> None:
        super().__init__(disk, process)
        self._leased = leased
        self._holding = holding

    async def load(self, table: str) -> SavedLog | None:
        """See `TableLog.load`."""
        found = await super().load(table)
        self._guard()
        return found

    async def confirm(self, table: str, version: int) -> None:
        """See `TableLog.confirm`."""
        await super().confirm(table, version)
        self._guard()

    def _write(self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None) -> None:
        """The fence and the append are one."""
        self._guard()
        super()._write(table, after, bodies, receipt)

    def _guard(self) -> None:
        if not self._leased.holds(self._holding):
            raise LostError
