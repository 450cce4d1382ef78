"""The command `lastcard`: a subcommand for each module of this package named in `COMMANDS`.

Such a module has `add(subparsers)`, which describes its arguments to argparse and sets `run=function(arguments) -> int`. It
imports anything beyond the standard library inside that function.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from lastcard.rules.errors import LastcardError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = (
    "serve",
    "play",
    "backup",
    "rules",
    "deck",
    "replay",
    "verify",
    "simulate",
    "lab",
    "conform",
)
"""The subcommands in the order of the help, each the name of its module."""


class ExitCode(IntEnum):
    """The meaning of the command's exit codes."""

    SUCCESS = 0
    CHECK_FAILED = 1
    BAD_INPUT = 2
    INTERRUPTED = 130


EPILOG: Final = """\
exit codes:
  0    success
  1    a check failed
  2    wrong usage or bad input; one line on standard error says what and where
  130  interrupted
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; bad input gives a message, never a traceback."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = parser(words).parse_args(words)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except SystemExit as leaving:  # argparse has printed its message
        return leaving.code if isinstance(leaving.code, int) else ExitCode.BAD_INPUT
    except LastcardError as fault:
        return _print_error(str(fault))
    except BrokenPipeError:
        return _closed_pipe()
    except UnicodeError as fault:
        return _print_error(f"not text in UTF-8: {fault}")
    except OSError as fault:
        return _print_error(f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault))
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    return code


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser for the command line `words`; it loads only the subcommand named there, if any."""
    top = argparse.ArgumentParser(
        prog="lastcard",
        description="UNO by every printed rule sheet: server, rules, records, simulation.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"lastcard {version()}")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True, title="commands")
    first = words[0] if words else ""
    if first != "--version":
        for name in (first,) if first in COMMANDS else COMMANDS:
            importlib.import_module(f"lastcard.cli.{name}").add(subparsers)
    return top


def version() -> str:
    """Return the installed version."""
    return importlib.metadata.version("lastcard")


def _print_error(why: str) -> int:
    print(f"lastcard: {why}", file=sys.stderr)
    return ExitCode.BAD_INPUT


def _closed_pipe() -> int:
    """The reader of our output is gone (`lastcard … | head`): stop quietly, and keep Python from complaining."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.SUCCESS
