"""A table's state and the log behind it: what was decided is committed first, and only then written down."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

from lastcard.rules.encode import encode
from lastcard.server.decisions import deals
from lastcard.server.model.errors import ConflictError, StorageError
from lastcard.server.model.state import fold
from lastcard.server.table.projection import Projection, projection_of, read_log
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence

    from lastcard.server.model.events import Event
    from lastcard.server.model.state import TableState
    from lastcard.server.ops.metrics import Metrics
    from lastcard.server.storage.interface import Receipt, SavedLog, TableLog


class LogWriter:
    """The state of one table and the log behind it.

    `recent` are the latest events that were read from the log. `doubtful` says that a commit failed: then nobody knows what
    the log holds (`read_again`).
    """

    def __init__(self, name: str, log: TableLog, saved: SavedLog, metrics: Metrics) -> None:
        """Begin where the log ends; LastcardError if it cannot be read."""
        self._name = name
        self._log = log
        self._metrics = metrics
        self.doubtful = False
        self.projection, self.recent = _read(saved)

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.projection.state

    async def commit(self, events: Sequence[Event], receipt: Receipt | None = None) -> None:
        """Make sure that the events can be written down, commit them, write them down. StorageError."""
        after = self.state
        for event in events:
            deals.check(after, event)
            after = fold(after, event)
        began = perf_counter()
        texts = [dump(encode(event)) for event in events]
        await self._log.append(self._name, self.state.version, texts, receipt)
        self._metrics.commit.observe(perf_counter() - began)
        self._metrics.events.inc(len(events))
        self.projection.advance(after)
        if receipt is not None:
            self.projection.note(receipt.occupant_since, receipt.command, receipt.version)

    async def confirm(self) -> None:
        """Before anything is answered from memory: a server that slept while another took the table must not speak for it."""
        await self._log.confirm(self._name, self.state.version)

    def doubt(self) -> None:
        """Something went wrong with the log: read it again before anything else is done."""
        self.doubtful = True

    async def read_again(self) -> deque[tuple[int, Event]]:
        """Read what the log holds, and give its latest events. ConflictError if it is gone."""
        saved = await self._log.load(self._name)
        if saved is None:
            raise ConflictError("The log of the table is gone.")
        self.projection, self.recent = _read(saved)
        self.doubtful = False
        return self.recent

    async def is_deleted(self) -> bool:
        """Whether there is no such table any more."""
        with suppress(StorageError):
            return await self._log.load(self._name) is None
        return False


def _read(saved: SavedLog) -> tuple[Projection, deque[tuple[int, Event]]]:
    state, recent = read_log(saved)
    return projection_of(state, saved), recent
