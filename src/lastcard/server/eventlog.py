"""The log of a table's events, which is the truth about it; what a store must promise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command that was carried out: who gave it, its id, and the version that it led to."""

    seat: int
    command: str
    version: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a table as it is stored: its version (1, 2, …) and its JSON text."""

    version: int
    body: str


@dataclass(frozen=True, slots=True)
class Saved:
    """All that a log holds of one table: its events and the commands that were carried out."""

    entries: tuple[Entry, ...]
    receipts: tuple[Receipt, ...]


class EventLog(Protocol):
    """Append-only logs, one for each table.

    `append` returns only after what it was given is safe on disk (an fsync, or a synchronous commit): what
    is acknowledged after it survives `kill -9` and loss of power. Events and receipt are kept together or
    not at all.
    """

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """Add events as versions `after` + 1, …; ConflictError if the log does not end at `after`."""

    async def load(self, table: str) -> Saved | None:
        """Everything about a table, or None if there is none of that name."""

    async def healthy(self) -> bool:
        """Whether the store answers."""

    async def close(self) -> None:
        """Finish what is in hand and let go of the store."""
