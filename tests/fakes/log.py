"""An event log in memory, and what one table has in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from lastcard.server.model.errors import ConflictError, StorageError
from lastcard.server.storage.interface import LogEntry, Receipt, SavedLog


class KeptLog:
    """What is kept of one table; unless it is `strict`, anything may be appended."""

    def __init__(self, bodies: Sequence[str] = (), *, strict: bool = True) -> None:
        self.entries = [LogEntry(version, body) for version, body in enumerate(bodies, 1)]
        self.receipts: list[Receipt] = []
        self._strict = strict

    def append(self, after: int, bodies: Sequence[str], receipt: Receipt | None) -> None:
        """Keep events and receipt, both or neither."""
        if self._strict:
            self.check(after)
            if receipt is not None and _key(receipt) in map(_key, self.receipts):
                raise ConflictError("this command was carried out before")
        self.entries += [LogEntry(after + i, body) for i, body in enumerate(bodies, 1)]
        self.receipts += [receipt] if receipt else []

    def check(self, version: int) -> None:
        """ConflictError unless the log ends there."""
        if len(self.entries) != version:
            raise ConflictError(f"the log of this table ends at {len(self.entries)}, not {version}")

    @property
    def saved(self) -> SavedLog | None:
        """All of it; None if there is nothing."""
        return SavedLog(tuple(self.entries), tuple(self.receipts)) if self.entries else None


def _key(receipt: Receipt) -> object:
    """Who gave the command, and its id."""
    return receipt.occupant_since, receipt.seat, receipt.command


class MemoryLog:
    """An `EventLog` in memory. `fail` makes the next append fail, `before` or `after` it was kept.

    `bodies` are what it has of the table `name`, to which `entries`, `receipts` and `of` belong.
    """

    def __init__(self, bodies: Sequence[str] = (), name: str = "table", *, strict: bool = True) -> None:
        self.tables = {name: KeptLog(bodies, strict=strict)}
        self.fail: str | None = None
        self._name = name

    @property
    def entries(self) -> list[LogEntry]:
        """The events of the table."""
        return self.tables[self._name].entries

    @property
    def receipts(self) -> list[Receipt]:
        """Its receipts."""
        return self.tables[self._name].receipts

    @property
    def bodies(self) -> list[str]:
        """Its events as they are written."""
        return [entry.body for entry in self.entries]

    @property
    def saved(self) -> SavedLog:
        """All of it."""
        return SavedLog(tuple(self.entries), tuple(self.receipts))

    def of(self, *tags: str) -> list[dict[str, Any]]:
        """Its events of these kinds, in order."""
        return [event for event in map(json.loads, self.bodies) if event["t"] in tags]

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `EventLog`."""
        fail, self.fail = self.fail, None
        if fail == "before":
            raise StorageError("the disk is full")
        self.tables.setdefault(table, KeptLog()).append(after, bodies, receipt)
        if fail == "after":
            raise StorageError("the answer was lost")

    async def load(self, table: str) -> SavedLog | None:
        """See `EventLog`."""
        kept = self.tables.get(table)
        return None if kept is None else kept.saved

    async def aged(self, before: int, after: str, most: int) -> tuple[list[str], str | None]:
        """Nothing here has an age."""
        del before, after, most
        return [], None

    async def delete(self, table: str, before: int) -> bool:
        """Nothing is deleted here."""
        del table, before
        return False

    async def confirm(self, table: str, version: int) -> None:
        """Nobody else writes here."""

    async def healthy(self) -> bool:
        """See `EventLog`."""
        return True

    async def close(self) -> None:
        """Nothing to let go of."""
