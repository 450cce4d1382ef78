"""An independent reader of the server's SQLite file: shares no code with the server, knows the file format and the log's words.

It copies the file while no server runs, and says whether the log holds together and what each command came to.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Log:
    """A table as it is on disk: its events in order, and (seat, command id) → version for commands carried out."""

    events: tuple[dict[str, Any], ...]
    receipts: dict[tuple[int, str], int]


def read(database: Path, copies: Path) -> dict[str, Log]:
    """All tables of a database that no server has open; read from a copy, so that nothing is changed by looking."""
    copies.mkdir(exist_ok=True)
    copy = copies / database.name
    for end in ("", "-wal", "-shm"):
        source = database.with_name(database.name + end)
        target = copy.with_name(copy.name + end)
        target.unlink(missing_ok=True)
        if source.exists():
            shutil.copyfile(source, target)
    with closing(sqlite3.connect(copy)) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        events = found.execute(
            "SELECT table_name, version, body FROM events ORDER BY table_name, version"
        ).fetchall()
        receipts = found.execute("SELECT table_name, seat, command, version FROM receipts").fetchall()
    bodies: dict[str, list[dict[str, Any]]] = {}
    for table, version, body in events:
        of_table = bodies.setdefault(table, [])
        assert version == len(of_table) + 1, f"{table}: version {version} follows {len(of_table)}"
        of_table.append(json.loads(body))
    done: dict[str, dict[tuple[int, str], int]] = {table: {} for table in bodies}
    for table, seat, command, version in receipts:
        assert 0 < version <= len(bodies[table]), f"{table}: {command} led to {version}, which is not there"
        done[table][seat, command] = version
    return {table: Log(tuple(found), done[table]) for table, found in bodies.items()}
