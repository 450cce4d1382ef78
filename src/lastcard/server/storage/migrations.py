"""The store's schema, as numbered steps that run on start.

A step is never changed once released: a change of the schema is a new step at the end. The number of steps taken is the
database's version (`PRAGMA user_version`, or a row in PostgreSQL). All missing steps run in one transaction, so an
interrupted start leaves the database as it was. A database with more steps than are known here was written by a newer
Lastcard and is refused. (docs/decisions/server.md says why this is not Alembic.)
"""

from __future__ import annotations

from typing import Final

SQLITE: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE events (
            table_name TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0), body TEXT NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY (table_name, version)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE receipts (
            table_name TEXT NOT NULL, seat INTEGER NOT NULL, command TEXT NOT NULL, version INTEGER NOT NULL,
            PRIMARY KEY (table_name, seat, command)
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE receipts_of_people (
            table_name TEXT NOT NULL, sitting INTEGER NOT NULL, seat INTEGER NOT NULL, command TEXT NOT NULL,
            version INTEGER NOT NULL, PRIMARY KEY (table_name, sitting, seat, command)
        ) STRICT, WITHOUT ROWID""",
        """INSERT INTO receipts_of_people (table_name, sitting, seat, command, version)
            SELECT table_name, 0, seat, command, version FROM receipts""",
        "DROP TABLE receipts",
        "ALTER TABLE receipts_of_people RENAME TO receipts",
        """CREATE TABLE codes (
            code TEXT NOT NULL PRIMARY KEY, table_name TEXT NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID""",
    ),
)
"""The steps for SQLite: each a few statements."""

POSTGRES: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE events (
            table_name TEXT NOT NULL, version BIGINT NOT NULL CHECK (version > 0), body TEXT NOT NULL,
            at BIGINT NOT NULL, PRIMARY KEY (table_name, version))""",
        """CREATE TABLE receipts (
            table_name TEXT NOT NULL, seat INTEGER NOT NULL, command TEXT NOT NULL, version BIGINT NOT NULL,
            PRIMARY KEY (table_name, seat, command))""",
    ),
    (
        "ALTER TABLE receipts ADD COLUMN sitting BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE receipts DROP CONSTRAINT receipts_pkey",
        "ALTER TABLE receipts ADD PRIMARY KEY (table_name, sitting, seat, command)",
        "CREATE TABLE codes (code TEXT NOT NULL PRIMARY KEY, table_name TEXT NOT NULL UNIQUE)",
    ),
    (
        "CREATE TABLE servers (server TEXT NOT NULL PRIMARY KEY, until TIMESTAMPTZ NOT NULL)",
        """CREATE TABLE owners (
            table_name TEXT NOT NULL PRIMARY KEY, server TEXT NOT NULL, epoch BIGINT NOT NULL CHECK (epoch > 0))""",
    ),
)
"""The same steps for PostgreSQL; `servers` and `owners` are for servers that share tables (`leases`)."""

OF_A_TABLE: Final = ("events", "receipts", "codes")
"""The tables whose rows belong to one table of players, by `table_name`."""
