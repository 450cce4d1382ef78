"""`lastcard serve`: the server with its page and its tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line, with a flag for each setting that has one."""
    from lastcard.server.ops.config import flag_of, known_settings

    parser = subparsers.add_parser(
        "serve",
        help="start the server and print its address",
        description="Starts the server and prints its address. Settings that are not given here are taken from the environment "
        "(LASTCARD_PORT for --port, LASTCARD_DATA for --data, and so on), then from lastcard.toml in the data folder. "
        "docs/hosting.md describes them all.",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder (default: the platform's)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    for setting in known_settings():
        if setting.metadata["flag"]:
            text = f"{setting.metadata['doc']} (default: {_default(setting.default)})"
            parser.add_argument(flag_of(setting.name), metavar="X", help=text.replace("%", "%%"))
    parser.set_defaults(run=run)


def _default(value: object) -> str:
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value) or "none"


def run(args: argparse.Namespace) -> int:
    """Serve until stopped. A value that is not given (None) is looked up by the server."""
    from lastcard.server.app import run as serve

    serve(vars(args), open_browser=not args.no_browser)
    return 0
