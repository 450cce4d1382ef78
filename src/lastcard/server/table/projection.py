"""What a table keeps in memory: its state, and which commands it has carried out. All of it is read from the log."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from lastcard.server.model.errors import UnknownTableError
from lastcard.server.model.events import RING, Event, read_event
from lastcard.server.model.state import TableState, fold

if TYPE_CHECKING:
    from lastcard.server.storage.interface import Receipt, SavedLog

MAX_RECEIPTS: Final = 4096
"""The most commands that a table remembers; older ones could only come from a client that slept for days."""


@dataclass(slots=True)
class Projection:
    """The state of a table, and the version to which each command led, by who gave it (`Receipt.occupant_since`) and its id."""

    state: TableState
    receipts: dict[tuple[int, str], int] = field(default_factory=dict)

    def advance(self, state: TableState) -> None:
        """The table is in this state now."""
        self.state = state

    def carried_out(self, occupant_since: int, command: str) -> int | None:
        """The version to which the person's command led, None if it has not been carried out."""
        return self.receipts.get((occupant_since, command))

    def note(self, occupant_since: int, command: str, version: int) -> None:
        """Remember a command; the oldest is forgotten when there are too many."""
        self.receipts[(occupant_since, command)] = version
        while len(self.receipts) > MAX_RECEIPTS:
            del self.receipts[next(iter(self.receipts))]


def read_log(saved: SavedLog) -> tuple[TableState, deque[tuple[int, Event]]]:
    """The table that the log describes, and its latest events; LastcardError if an event cannot be read."""
    state: TableState | None = None
    recent: deque[tuple[int, Event]] = deque(maxlen=RING)
    for entry in saved.entries:
        event = read_event(json.loads(entry.body))
        state = fold(state, event)
        recent.append((entry.version, event))
    if state is None:
        raise UnknownTableError
    return state, recent


def projection_of(state: TableState, saved: SavedLog) -> Projection:
    """What the log holds of this state and of the commands that led to it."""
    projection = Projection(state)
    for receipt in sorted(saved.receipts, key=lambda r: r.version):
        projection.note(_occupant_since(state, receipt), receipt.command, receipt.version)
    return projection


def _occupant_since(state: TableState, receipt: Receipt) -> int:
    """Who gave the command; of what the first store wrote, whoever has the seat now."""
    if receipt.occupant_since == 0 and receipt.seat < len(state.seats):
        return state.seats[receipt.seat].since
    return receipt.occupant_since
