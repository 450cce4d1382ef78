"""`lastcard serve`: the server with its page and its tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

HIGHEST_PORT = 65535


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "serve",
        help="start the server and print its address",
        description="Starts the server and prints its address. What is not given here is taken from the environment "
        "(LASTCARD_HOST, LASTCARD_PORT, LASTCARD_DATA, LASTCARD_BOT_DELAY, LASTCARD_ORIGINS), then from lastcard.toml "
        "in the data folder.",
    )
    parser.add_argument(
        "--host", help="the address to listen on; 0.0.0.0 lets other machines in (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=port, help="the port to listen on; 0 takes a free one (default: 8420)")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the folder of the tables (default: the platform's)"
    )
    parser.add_argument(
        "--bot-delay", type=float, metavar="S", help="seconds that a bot thinks (default: 0.9)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run)


def port(word: str) -> int:
    """A port as argparse wants it: a ValueError makes it say `invalid port value`."""
    number = int(word)
    if not 0 <= number <= HIGHEST_PORT:
        raise ValueError(word)
    return number


def run(args: argparse.Namespace) -> int:
    """Serve until stopped. A value that is not given (None) is looked up by the server."""
    from lastcard.server.app import run as serve

    serve(
        host=args.host,
        port=args.port,
        data=args.data,
        bot_delay=args.bot_delay,
        open_browser=not args.no_browser,
    )
    return 0
