"""One who follows a table: keeps every event and the latest state, and says where it differs from another who follows it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.proof.ledger import hold

Json = dict[str, Any]
OF_THE_MOMENT = ("connected",)
"""What may differ between two messages of one version: who is there."""


class Follower:
    """What one connection after another of a seat was told."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.v = 0
        self.events: dict[int, str] = {}
        self.states: dict[int, Json] = {}
        self.token: str | None = None
        self.changed = asyncio.Event()
        self.gaps = 0
        """How often a snapshot came in place of what was missed."""

    def hear(self, message: Json) -> None:
        """Take in a message; events come without a gap, but for one that a snapshot bridges."""
        self.changed.set()
        match message["t"]:
            case "ev":
                self._event(message["v"], message["e"], resumed=True)
            case "snap" | "state":
                self._state(message)
            case "gone":
                hold(message is None, "the seat is there", message)

    def _event(self, v: int, event: Json, *, resumed: bool) -> None:
        if resumed:
            hold(v == self.v + 1, "events come without a gap", self.v, v)
            self.v = v
        text = json.dumps(event)
        hold(self.events.setdefault(v, text) == text, "an event is the same when it is told again", v, text)

    def _state(self, message: Json) -> None:
        log = message.get("log")
        if log is not None:
            self.gaps += self.v > 0
            for entry in log:
                self._event(entry["v"], entry["e"], resumed=False)
            self.v = message["v"]
        hold(message["v"] >= self.v, "no state is older than the events before it", message["v"], self.v)
        hold(
            self.v == message["v"] or log is not None, "a state comes after its events", self.v, message["v"]
        )
        self.v = message["v"]
        if message["t"] == "snap":
            hold(self.seat in (None, message["you"]), "it is the same seat", self.seat, message["you"])
            self.seat = message["you"]
            self.token = message.get("token") or self.token
        self.states[self.v] = {name: lasting(message[name]) for name in ("view", "legal", "awaited", "table")}


def lasting(value: Any) -> Any:
    """A part of a state without what is true for the moment only."""
    if isinstance(value, dict):
        return {k: lasting(v) for k, v in value.items() if k not in OF_THE_MOMENT}
    return [lasting(entry) for entry in value] if isinstance(value, list) else value


def compare(back: Follower, stayed: Follower) -> int:
    """Hold one who came back against one who never left: the same events and the same state; how many were compared."""
    common = back.events.keys() & stayed.events.keys()
    for v in common:
        hold(back.events[v] == stayed.events[v], "who comes back is told what the others were", v)
    versions = back.states.keys() & stayed.states.keys()
    for v in versions:
        hold(back.states[v] == stayed.states[v], "who comes back sees what the others see", v)
    return len(common) + len(versions)
