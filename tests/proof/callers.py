"""Those who throw frames at a table, what they hear, and what they may never hear."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.proof.frames import Frame, lawful
from tests.proof.ledger import hold

Json = dict[str, Any]
PATIENCE = 120.0
AT_ONCE = 150
"""Frames from one connection before its answers are looked at."""
KNOWN = {"ack", "nak", "ev", "state", "snap", "ping", "pong", "gone", "said", "chat", "wait"}
ANSWERS_NOBODY = ("say", "chat", "control", "back")


@dataclass
class Tally:
    """What was sent, from whom, in which phase, and how it was answered."""

    frames: int = 0
    by_phase: Counter[str] = field(default_factory=Counter)
    by_sender: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    memory: list[int] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count all that another has counted; of the memory, the one of the two that grew more."""
        self.frames += other.frames
        self.tables += other.tables
        self.by_phase += other.by_phase
        self.by_sender += other.by_sender
        self.answers += other.answers
        if other.growth > self.growth or not self.memory:
            self.memory = other.memory

    @property
    def growth(self) -> float:
        """The server's memory at the end by that when the first fifth had been sent."""
        return self.memory[-1] / self.memory[0] if self.memory else 1.0

    def __str__(self) -> str:
        """A few lines of figures."""
        return (
            f"{self.frames} frames at {self.tables} tables: no crash, no fault, no unlawful change\n"
            f"by phase: {dict(self.by_phase)}\nby sender: {dict(self.by_sender)}\nanswers: {dict(self.answers)}\n"
            f"memory of the server: {self.memory[0] / 2**20:.1f} MB after a fifth, {self.memory[-1] / 2**20:.1f} MB at "
            f"the end ({100 * (self.growth - 1):+.1f} %)"
        )


class Caller:
    """A connection of some kind to a table, and what it sent lately."""

    def __init__(
        self, socket: ClientConnection, kind: str, seat: int | None, tally: Tally, done: dict[str, int]
    ) -> None:
        """`done` are the commands of the seat's person that were acknowledged, from whichever window."""
        self.socket = socket
        self.kind = kind
        self.seat = seat
        self.state: Json = {}
        self.done = done
        self.gone = False
        self._tally = tally
        self._sent: deque[Frame] = deque(maxlen=8 * AT_ONCE)
        self._syncs = 0

    async def hello(self, table: str, token: str | None) -> None:
        """Say hello and hear where the table stands."""
        await self.socket.send(json.dumps({"t": "hello", "proto": 1, "table": table, "token": token}))
        while self.state.get("t") != "snap":
            await self.hear()

    async def throw(self, frames: list[Frame]) -> None:
        """Send the frames, and hear everything that is said before a last one is answered."""
        self._sent.extend(frames)
        self._tally.frames += len(frames)
        self._tally.by_sender[self.kind] += len(frames)
        try:
            for frame in frames:
                await self.socket.send(frame)
            await self.sync()
        except ConnectionClosed as closed:
            hold(closed.rcvd is not None, "a connection is closed by the server, not broken", self.kind)
            self.gone = True

    async def sync(self) -> None:
        """Until all that was sent has been answered."""
        self._syncs += 1
        name = f"sync-{self._syncs}"
        if self.kind == "stranger":
            await self.socket.send(json.dumps({"t": "ping", "n": name}))
        else:
            doing = {"t": "act", "action": "nothing"}
            await self.socket.send(json.dumps({"t": "cmd", "id": name, "v": 0, "d": doing}))
        while True:
            message = await self.hear()
            if name in (message.get("id"), message.get("n")):
                return

    async def ask(self, d: Json) -> Json:
        """A lawful command, and its answer."""
        self._syncs += 1
        name = f"own-{self._syncs}"
        frame = json.dumps({"t": "cmd", "id": name, "v": self.state["v"], "d": d})
        self._sent.append(frame)
        await self.socket.send(frame)
        while True:
            message = await self.hear()
            if message.get("id") == name:
                return message

    async def hear(self) -> Json:
        """The next message; it is of a kind that is known, no fault, and answers what it may answer."""
        text = str(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        hold("Traceback" not in text and 'File \\"' not in text, "no traceback is sent", text[:300])
        message: Json = json.loads(text)
        kind = message["t"]
        hold(kind in KNOWN, "the server says what it may say", text[:300])
        if kind in ("state", "snap"):
            self.state = message
            self.seat = message["you"]
        elif kind == "nak":
            self._tally.answers[message["code"]] += 1
            hold(message["code"] not in ("fault", "storage"), "nothing goes wrong in the server", text[:300])
        elif kind == "ack":
            self._tally.answers["ack"] += 1
            self._acked(message)
        elif kind == "gone":
            self.gone = True
        return message

    def _acked(self, message: Json) -> None:
        """What was accepted is a lawful command, of somebody who may give commands."""
        if self.done.get(message["id"]) == message["v"]:
            return  # answered again
        near = (frame for frame in self._sent if isinstance(frame, str) and message["id"] in frame)
        found = [d for d in map(lawful, near) if d is not None and d["id"] == message["id"]]
        hold(
            found,
            "what is accepted was a command",
            message,
            [f for f in self._sent if message["id"] in str(f)],
        )
        may = self.kind == "seat" or any(d["d"]["t"] in ANSWERS_NOBODY for d in found)
        hold(
            may and self.kind in ("seat", "window"),
            "who may not act is not obeyed",
            self.kind,
            message,
            found,
        )
        self.done[message["id"]] = message["v"]
