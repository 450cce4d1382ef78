"""`lastcard backup`: copies the tables while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the server's tables into a file",
        description="Copies the tables of a server that uses SQLite into a new file, whether it runs or not. The copy is "
        "consistent, and checked. To restore it, put it into a data folder as lastcard.sqlite3. For PostgreSQL, see "
        "docs/hosting.md.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the new file")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the server's data folder (default: the platform's)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the copy and print what it contains. ServerError if the tables are in PostgreSQL or cannot be copied."""
    from lastcard.server.model.errors import ServerError
    from lastcard.server.ops.config import settings
    from lastcard.server.storage.backup import back_up
    from lastcard.server.storage.sqlite_file import FILE_NAME

    chosen = settings({"data": args.data})
    if chosen.database:
        raise ServerError("the tables are in PostgreSQL: copy them with pg_dump (docs/hosting.md).")
    copied = back_up(chosen.data / FILE_NAME, args.file)
    print(f"{args.file}: {copied.tables} tables, {copied.events} events, checked")
    return 0
