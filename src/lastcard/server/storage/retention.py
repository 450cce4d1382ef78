"""How long tables are kept: those at which nothing has happened for `keep_days` days are deleted for good."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from lastcard.server.model.errors import StorageError
from lastcard.server.storage.sqlite_file import now_ms

if TYPE_CHECKING:
    from lastcard.server.ops.metrics import Metrics
    from lastcard.server.storage.interface import EventLog

_A_DAY: Final = 24 * 60 * 60 * 1000
_AT_ONCE: Final = 100
"""Tables looked at in one go: the log's thread has others to serve."""
_EVERY: Final = 3600.0

Delete: TypeAlias = Callable[[str, int], Awaitable[bool]]
"""Deletes a table unless it is in use, or something happened at it since; whether it did."""

_logger = structlog.get_logger("lastcard.keeping")


async def delete_aged(log: EventLog, before: int, delete: Delete) -> int:
    """Delete the tables whose last event was before (milliseconds since 1970), as far as they let themselves; how many."""
    deleted, at = 0, ""
    while True:
        found, further = await log.aged(before, at, _AT_ONCE)
        for table in found:
            deleted += await delete(table, before)
        if further is None:
            return deleted
        at = further
        await asyncio.sleep(0)


async def keep_for(days: float, log: EventLog, delete: Delete, metrics: Metrics) -> None:
    """Now and every hour, delete what is older; 0 days keep everything. Runs until it is cancelled."""
    while days:
        try:
            deleted = await delete_aged(log, now_ms() - int(days * _A_DAY), delete)
        except StorageError as error:
            _logger.warning("old tables could not be deleted", reason=str(error))
        else:
            metrics.deleted.inc(deleted)
            if deleted:
                _logger.info("old tables deleted", tables=deleted, days=days)
        await asyncio.sleep(_EVERY)
