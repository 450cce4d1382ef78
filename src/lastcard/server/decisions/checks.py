"""What all decisions at a table share: a state and a request in, events out, or `RefusedError` and nothing changed.

The decisions are pure but for chance, which comes in as a function; the sender has been authenticated before. Each is in
the module named after its subject: `acts`, `starting`, `seating`, `rooms`, `deals`.
"""

from __future__ import annotations

from typing import TypeAlias

from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Event
from lastcard.server.model.state import Seat, SeatKind, TableState, fold

Events: TypeAlias = tuple[Event, ...]


def after_events(state: TableState | None, events: Events) -> TableState:
    """The table after the events; ValueError if there is none."""
    for event in events:
        state = fold(state, event)
    if state is None:
        raise ValueError("a table needs an event")
    return state


def require_host(state: TableState, seat: int) -> None:
    """RefusedError `host` if the seat's person is not the host."""
    if state.host != seat:
        if state.host is None:
            raise RefusedError("no-host")
        raise RefusedError("for-host", {"name": state.seats[state.host].name})


def require_no_match(state: TableState) -> None:
    """RefusedError `playing` while a match is being played."""
    if not state.open_to_change:
        raise RefusedError("match-on")


def require_person(state: TableState, seat: int) -> Seat:
    """The person of that seat; RefusedError `nobody` if none sits there."""
    if seat >= len(state.seats) or state.seats[seat].kind is not SeatKind.PERSON:
        raise RefusedError("seat-empty", {"seat": seat})
    return state.seats[seat]


def stale() -> RefusedError:
    """The sender has seen too little of what happened."""
    return RefusedError("stale")
