"""What the server says about itself: one line for each thing, for people on a terminal, as JSON elsewhere.

Names of tables are said, tokens never.
"""

from __future__ import annotations

import logging
import sys

import structlog


def set_up() -> None:
    """Send everything to standard error; uvicorn's own lines as well, warnings and worse only."""
    terminal = sys.stderr.isatty()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    plain = structlog.dev.plain_traceback
    last: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=plain)]
        if terminal
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, *last],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[_tidy, *last])
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _tidy(logger: object, name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    del logger, name
    return structlog.stdlib.ProcessorFormatter.remove_processors_meta(None, "", event)
