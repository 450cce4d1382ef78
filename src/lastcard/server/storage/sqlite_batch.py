"""What a group of appends writes to the SQLite file, in as few statements as there can be.

Each statement hands the interpreter to the server's other thread and waits to get it back, a millisecond if that one is
busy; so what a group takes must not grow with the number of its appends.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from lastcard.server.model.errors import ConflictError
from lastcard.server.storage.interface import REPEATED, Receipt
from lastcard.server.storage.sqlite_file import now_ms

_MAX_ROWS: Final = 100
"""The most rows that one statement inserts."""
_MAX_ENDS: Final = 100_000


class RepeatedError(Exception):
    """A command of the group was carried out before; nothing of the group counts."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events that are to follow version `after` of a table's log, with the receipt of the command that led to them."""

    table: str
    after: int
    bodies: Sequence[str]
    receipt: Receipt | None = None


class Database:
    """The connection of the writing thread, and where it knows logs to end.

    Nobody else writes to the file, so an end that was true after a commit stays true; after a failure all are forgotten.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Nothing is known yet."""
        self.connection = connection
        self.ends: dict[str, int] = {}

    def end(self, table: str) -> int:
        """The version of the last event of a table."""
        found = self.ends.get(table)
        if found is None:
            row = self.connection.execute(
                "SELECT coalesce(max(version), 0) FROM events WHERE table_name = ?", (table,)
            ).fetchone()
            found = int(row[0])
        return found

    def note(self, table: str, end: int) -> None:
        """A log ends there from now on."""
        if len(self.ends) >= _MAX_ENDS:
            self.ends.clear()
        self.ends[table] = end


def write(database: Database, appends: Sequence[Append]) -> list[ConflictError | None]:
    """Write them, within a transaction; for each that conflicts, and of which nothing is written, why.

    RepeatedError if a command among several was carried out before: the transaction must be given up, and each
    tried by itself.
    """
    problems: list[ConflictError | None] = []
    events: list[tuple[object, ...]] = []
    receipts: list[tuple[object, ...]] = []
    at = now_ms()
    for append in appends:
        problems.append(_against(database, append))
        if problems[-1] is None:
            table, end = append.table, append.after
            events += [(table, version, body, at) for version, body in enumerate(append.bodies, end + 1)]
            receipts += [] if append.receipt is None else [receipt_row(table, append.receipt)]
            database.note(table, end + len(append.bodies))
    try:
        insert(database.connection, "receipts", receipts)
    except sqlite3.IntegrityError:
        if len(appends) > 1:
            raise RepeatedError from None
        database.ends.pop(appends[0].table, None)
        return [ConflictError(REPEATED)]
    insert(database.connection, "events", events)
    return problems


def _against(database: Database, append: Append) -> ConflictError | None:
    last = database.end(append.table)
    if last == append.after:
        return None
    return ConflictError(f"The log of this table ends at {last}, not {append.after}.")


def receipt_row(table: str, receipt: Receipt) -> tuple[object, ...]:
    """The row of a receipt."""
    return table, receipt.occupant_since, receipt.seat, receipt.command, receipt.version


def insert(connection: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows into `events` or `receipts`."""
    for start in range(0, len(rows), _MAX_ROWS):
        part = rows[start : start + _MAX_ROWS]
        connection.execute(_statement(into, len(part)), [value for row in part for value in row])


@cache
def _statement(into: str, rows: int) -> str:
    columns = {
        "events": "table_name, version, body, at",
        "receipts": "table_name, sitting, seat, command, version",
    }
    marks = ",".join("?" * (columns[into].count(",") + 1))
    return f"INSERT INTO {into} ({columns[into]}) VALUES {','.join([f'({marks})'] * rows)}"  # noqa: S608 - names of our own
