"""A table of the load test: its sockets, and moves that are due by the clock whether the server keeps up or not."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Final

from benchmarks.loading.figures import Tally
from benchmarks.loading.wire import Json, Wire, connect

_AWAITED: Final = re.compile(rb'"awaited":\[(\d*)')
_DEAL: Final = re.compile(rb'"deal":\{"game":"[^"]*","number":(\d+)')
_VERSION: Final = re.compile(rb'"v":(\d+)')
_NOT_CHOSEN: Final = ("report", "catch", "jump", "uno")
STUCK: Final = 30.0
"""A table with a due move and no acknowledgement for this many seconds is stuck."""


class Seat:
    """One connection, and the last state of the table that it received."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.wire: Wire | None = None
        self.state = b""
        self._given = 0

    def contribute(self, share: str) -> None:
        """Contribute to the deal that waits for it, once."""
        if b'"dealt":false' not in self.state or self.token is None or self.wire is None:
            return
        found = _DEAL.search(self.state)
        number = int(found[1]) if found else 0
        if number > self._given:
            self._given = number
            d = {"t": "contribute", "number": number, "value": share}
            self.wire.send({"t": "cmd", "id": f"c{number}", "v": self.version, "d": d})

    @property
    def version(self) -> int:
        """The table's version as far as this seat knows."""
        found = _VERSION.search(self.state)
        return int(found[1]) if found else 0

    @property
    def awaited(self) -> int | None:
        """The first seat that the round waits for."""
        found = _AWAITED.search(self.state)
        return int(found[1]) if found and found[1] else None

    def legal(self) -> list[str]:
        """The seat's legal actions."""
        start = self.state.find(b'"legal":[')
        if start < 0:
            return []
        found: list[str] = json.loads(self.state[start + 8 : self.state.index(b"]", start) + 1])
        return found


class Game:
    """One table that plays: `start` starts its clock, which says when each move is due."""

    def __init__(
        self, name: str, tokens: list[str], watchers: int, chance: Random, gap: float, *, fixed: bool
    ) -> None:
        """`gap` is the mean time between two moves in seconds; if `fixed`, all gaps are equal."""
        self.name = name
        self.seats = [Seat(token) for token in tokens]
        self.watching = [Seat(None) for _ in range(watchers)]
        self.tally = Tally()
        self._chance = chance
        self._gap, self._fixed = gap, fixed
        self._due = self._armed = 0.0
        self._asked_at = self._led_to = 0
        self._sent: str | None = None
        self._number = 0
        self._pending = self._dealing = False
        self._by_wire: dict[Wire, Seat] = {}
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self.heard = self._loop.time()

    async def connect(self, port: int) -> None:
        """Say hello from every seat."""
        for seat in (*self.seats, *self.watching):
            seat.wire = await connect(port, self)
            self._by_wire[seat.wire] = seat
            seat.wire.send({"t": "hello", "proto": 1, "table": self.name, "token": seat.token})

    def start(self) -> None:
        """Let moves become due, the first at a random moment of the first gap."""
        self.heard = self._loop.time()
        self._armed = self.heard
        self._due = self.heard + self._chance.uniform(0, self._gap)
        self._timer = self._loop.call_at(self._due, self._ring)

    def stop(self) -> None:
        """Make no further moves and close the sockets."""
        if self._timer is not None:
            self._timer.cancel()
        for wire in self._by_wire:
            wire.close()
        self._by_wire.clear()

    @property
    def stuck(self) -> bool:
        """Whether a move has been due for long without any acknowledgement."""
        return self._pending and self._loop.time() - max(self.heard, self._due) > STUCK

    @property
    def overdue(self) -> float | None:
        """How long ago the unacknowledged move was due, if there is one."""
        return self._loop.time() - self._due if self._pending else None

    # What the clock says.

    def _ring(self) -> None:
        """A move is due."""
        self.tally.late.append(self._loop.time() - max(self._due, self._armed))
        self._pending = True
        self._try()

    def _next_due(self) -> None:
        """The next gap starts when the last move was due, however late its acknowledgement came."""
        gap = self._gap if self._fixed else self._chance.expovariate(1 / self._gap)
        self._due += gap
        self._armed = self.heard
        self._timer = self._loop.call_at(self._due, self._ring)

    def _try(self) -> None:
        """Make the due move if the state before it is known."""
        if not self._pending or self._sent is not None:
            return
        wish = self._wish()
        if wish is None:
            return
        seat, d = wish
        if seat.wire is not None:
            self._number += 1
            self._sent = f"m{self._number}"
            self._asked_at = seat.version
            seat.wire.send({"t": "cmd", "id": self._sent, "v": self._asked_at, "d": d})

    def _wish(self) -> tuple[Seat, Json] | None:
        first = self.seats[0]
        if first.version < self._led_to:
            return None
        awaited = first.awaited
        if awaited is None:
            between = b'"phase":{"t":"over"' in first.state or b'"view":null' in first.state
            if self._dealing or not between:
                return None
            self._dealing = True
            over = b'"state":"over"' in first.state
            return first, {"t": "rematch" if over else "next"}
        self._dealing = False
        if awaited >= len(self.seats):
            return None
        seat = self.seats[awaited]
        if seat.version < first.version:
            return None
        action = self._choice(seat.legal())
        return None if action is None else (seat, {"t": "act", "action": action})

    def _choice(self, legal: list[str]) -> str | None:
        """A play with UNO if possible, else a play, else anything: never an action that makes others wait."""
        wanted = [a for a in legal if not a.startswith(_NOT_CHOSEN)]
        plays = [a for a in wanted if a.startswith("play")]
        called = [a for a in plays if a.endswith("uno")]
        found = called or plays or wanted
        return self._chance.choice(found) if found else None

    # What the sockets say.

    def told(self, wire: Wire, text: bytes) -> None:
        """See Listener."""
        self.tally.messages += 1
        kind = text[6:10]
        if kind == b'ev",':
            self.tally.events += 1
        elif kind in (b"stat", b"snap"):
            seat = self._by_wire.get(wire)
            if seat is not None:
                seat.state = text
                seat.contribute(f"{self._chance.getrandbits(128):032x}")
                self._try()
        elif kind == b'ack"':
            self._acknowledged(text)
        elif kind == b"ping":
            wire.send(json.loads(text) | {"t": "pong"})
        elif kind in (b'nak"', b"gone"):
            self._refused(text)

    def _acknowledged(self, text: bytes) -> None:
        if self._sent is None or f'"{self._sent}"'.encode() not in text:
            return
        self.heard = self._loop.time()
        self._led_to = int(json.loads(text)["v"])
        self.tally.acks.append(self.heard - self._due)
        self._sent, self._pending = None, False
        self._next_due()

    def _refused(self, text: bytes) -> None:
        """If bots play too, the table may have moved on: retry on the next state."""
        message = json.loads(text)
        if message["t"] == "nak" and message["id"] != self._sent:
            return  # a share that came too late
        self.tally.errors[str(message["code"])] += 1
        self._sent, self._dealing = None, False
        if self.seats[0].version > self._asked_at:
            self._try()

    def lost(self, wire: Wire) -> None:
        """See Listener."""
        if wire in self._by_wire:
            self.tally.errors["lost connections"] += 1
