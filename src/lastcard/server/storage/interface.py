"""The log of a table's events, which is the truth about it; what a store must promise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lastcard.server.model.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REPEATED = "This command was carried out before."
"""Why an append is refused whose receipt is there already."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command that was carried out: the seat from which it came, its id, and the version that it led to.

    `occupant_since` is the version with which who gave it sat down: an id is that person's alone, also when they change seats
    or somebody else sits there later. (It is 0 in what the first version of the store wrote.)
    """

    seat: int
    command: str
    version: int
    occupant_since: int = 0


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event of a table as it is stored: its version (1, 2, …) and its JSON text."""

    version: int
    body: str


@dataclass(frozen=True, slots=True)
class SavedLog:
    """All that a log holds of one table: its events and the commands that were carried out."""

    entries: tuple[LogEntry, ...]
    receipts: tuple[Receipt, ...]


def is_text(text: str) -> bool:
    """Whether every store can keep the text as it is: PostgreSQL knows no NUL, and half of a pair of UTF-16 is no sign."""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text))


def check_texts(texts: Iterable[str]) -> None:
    """StorageError unless every store can keep the texts."""
    if not all(map(is_text, texts)):
        raise StorageError("The log could not be written: a sign of the text cannot be kept.")


class TableLog(Protocol):
    """Append-only logs, one for each table, as whoever runs a table uses them.

    `append` returns only after what it was given is safe on disk (an fsync, or a synchronous commit): what
    is acknowledged after it survives `kill -9` and loss of power. Events and receipt are kept together or
    not at all. Who gives up waiting (is cancelled) undoes nothing: the append goes on, and whatever is asked of the
    table's log afterwards comes after it.
    """

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """Add events as versions `after` + 1, …; ConflictError if the log does not end at `after`, or has the receipt."""

    async def load(self, table: str) -> SavedLog | None:
        """Everything about a table, or None if there is none of that name."""

    async def confirm(self, table: str, version: int) -> None:
        """Make sure that the table's log still ends at `version`, before anything is answered from memory; ConflictError."""


class EventLog(TableLog, Protocol):
    """The logs as the server uses them."""

    async def aged(self, before: int, after: str, most: int) -> tuple[list[str], str | None]:
        """Of the `most` tables that follow `after` by name, those whose last event was before (milliseconds since 1970).

        With it, where to go on; None at the end.
        """

    async def delete(self, table: str, before: int) -> bool:
        """Delete all there is of a table, if its last event still was before; whether it was deleted."""

    async def healthy(self) -> bool:
        """Whether the store answers."""

    async def close(self) -> None:
        """Finish what is in hand and let go of the store."""
