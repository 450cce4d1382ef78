"""What the server says about itself: one line for each thing, for people on a terminal, as JSON elsewhere.

Names of tables are said; names of people, tokens and cards never. So of a fault it is said where it happened and of what
kind it is, and in words only if it is a fault of disk, database or network: the words of others might quote what somebody holds.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO, cast

import structlog

from lastcard.server.model.errors import ServerError

if TYPE_CHECKING:
    from structlog.typing import EventDict, ExcInfo, Processor

_IN_WORDS: Final = (ServerError, OSError, sqlite3.Error)
"""Faults whose words name files, databases and addresses of servers, and nothing of a game."""


class UnfailingStream:
    """A stream that nobody need fear: what cannot be written, as on a full disk, is not written, and play goes on."""

    def __init__(self, stream: TextIO) -> None:
        """Write to that stream."""
        self._stream = stream

    def write(self, text: str) -> int:
        """See TextIO."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """See TextIO."""
        with suppress(OSError):
            self._stream.flush()


def set_up() -> None:
    """Send everything to standard error; uvicorn's own lines as well, warnings and worse only."""
    terminal = sys.stderr.isatty()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=_print)]
        if terminal
        else [
            structlog.processors.ExceptionRenderer(_text),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    )
    structlog.configure(
        processors=[*shared, *last],
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", UnfailingStream(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[_tidy, *last])
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def fault_text(error: BaseException) -> str:
    """Where it happened and of what kind it is, the faults that led to it first."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{fault_text(cause)}\n\nand then\n\n" if cause is not None else ""
    frames = "".join(traceback.format_tb(error.__traceback__))
    kind = type(error)
    words = f": {error}" if isinstance(error, _IN_WORDS) else ""
    parts = "".join(f"\n\none of them\n\n{fault_text(e)}" for e in _parts(error))
    return f"{before}Traceback (most recent call last):\n{frames}{kind.__module__}.{kind.__qualname__}{words}{parts}"


def _parts(error: BaseException) -> tuple[BaseException, ...]:
    return error.exceptions if isinstance(error, BaseExceptionGroup) else ()


def _text(exc_info: ExcInfo) -> str:
    return fault_text(exc_info[1])


def _print(stream: TextIO, info: ExcInfo) -> None:
    stream.write(f"{fault_text(info[1])}\n")


def _tidy(logger: object, name: str, event: EventDict) -> EventDict:
    del logger, name
    return structlog.stdlib.ProcessorFormatter.remove_processors_meta(None, "", event)
