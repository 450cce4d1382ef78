"""Players who keep a ledger of all that they ever asked for and what was answered, and ask again after a crash.

A player plays at random but lawfully, says some things twice, some too late, and some again that were answered long ago.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.proof.hosts import Host

Json = dict[str, Any]
NOT_FINAL = ("storage", "fault", "busy")
"""Refusals that say nothing about the command itself: it is to be sent again. `busy` is said by a server that stops."""
LATEST = 500
"""Of so many own commands some are sent once more: the server promises the same answer for a table's latest 4,096 (docs/protocol.md)."""
ASIDE = ("catch", "jump", "uno", "report")


class ProofBroken(AssertionError):  # noqa: N818
    """What was to be proved is not so; the text says what was found instead."""


def hold(condition: object, law: str, *found: object) -> None:
    """Raise ProofBroken unless the condition is true."""
    if not condition:
        raise ProofBroken(f"{law}: {'; '.join(map(str, found))}")


@dataclass
class Sent:
    """A command and how it was answered: the version of its ack, or the code of its last nak; `copies` are on their way."""

    id: str
    v: int
    d: Json
    acked: int | None = None
    refused: str | None = None
    copies: int = 0

    @property
    def act(self) -> str | None:
        """The action of a round that was asked for, if it is one."""
        return str(self.d["action"]) if self.d["t"] == "act" else None

    @property
    def answered(self) -> bool:
        """Whether it is known what came of it."""
        return self.acked is not None or (self.refused is not None and self.copies == 0)


@dataclass
class Counts:
    """What happened to commands, over all players."""

    sent: int = 0
    acked: int = 0
    repeated: int = 0
    in_flight: int = 0
    kept_unanswered: int = 0

    def add(self, other: Counts) -> None:
        """Count all that another has counted."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Player:
    """A person at a table, with the token of a seat; `live` until cancelled."""

    host: Host
    table: str
    seat: int
    token: str
    chance: Random
    counts: Counts
    fresh: asyncio.Event
    """Set when a command is acknowledged that was not asked for before the last crash; one for all of a table."""
    ledger: dict[str, Sent] = field(default_factory=dict)
    down: asyncio.Event = field(default_factory=asyncio.Event)
    version: int = 0
    _socket: ClientConnection | None = None
    _crashes: int = 0

    def __post_init__(self) -> None:
        """Nobody is connected yet."""
        self.down.set()

    def unanswered(self) -> Iterator[Sent]:
        """The commands of which it is not known what came of them."""
        return (sent for sent in self.ledger.values() if not sent.answered)

    async def live(self) -> None:
        """Be connected and play; come back whenever the connection ends."""
        while True:
            address = f"ws://127.0.0.1:{self.host.port}/ws"
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                origin = Origin(self.host.url)
                async with connect(address, origin=origin, compression=None, max_queue=None) as socket:
                    await self._talk(socket)
            self._lost()
            await asyncio.sleep(0.01)

    def _lost(self) -> None:
        self._socket = None
        self._crashes += 1
        for sent in self.ledger.values():
            if sent.copies:  # one of them may have been carried out after another was refused
                sent.copies, sent.refused = 0, None
        self.down.set()

    async def _talk(self, socket: ClientConnection) -> None:
        self._socket = socket
        hello = {"t": "hello", "proto": 1, "table": self.table, "token": self.token, "since": self.version}
        await socket.send(json.dumps(hello))
        while (snap := json.loads(await socket.recv()))["t"] in ("ev", "ping"):
            pass  # what was missed comes first
        hold(snap["t"] == "snap", "the seat is there after a crash", self.table, self.seat, snap)
        hold(snap["you"] == self.seat, "it is the same seat", self.seat, snap["you"])
        hold(snap["v"] >= self.version, "what was shown is kept", self.version, snap["v"])
        self.down.clear()
        for sent in list(self.unanswered()):
            await self._send(sent)
        await self._look(snap)
        async for text in socket:
            await self._hear(json.loads(text))

    async def _hear(self, message: Json) -> None:
        match message["t"]:
            case "ping":
                await self._say({"t": "pong"})
            case "ack" | "nak":
                await self._answer(message)
            case "state" | "snap":
                await self._look(message)
            case "gone":
                raise ProofBroken(f"the seat is gone: {self.table} {self.seat} {message}")

    async def _answer(self, message: Json) -> None:
        sent = self.ledger[message["id"]]
        sent.copies = max(0, sent.copies - 1)
        if message["t"] == "ack":
            hold(sent.acked in (None, message["v"]), "an id is answered the same again", sent, message)
            if sent.acked is None:
                self.counts.acked += 1
            sent.acked = message["v"]
            if sent.id.startswith(f"{self._crashes}-"):
                self.fresh.set()
            return
        if message["code"] not in NOT_FINAL:
            hold(sent.acked is None, "what was acknowledged is not refused later", sent, message)
            sent.refused = message["code"]
        elif sent.acked is None:
            await asyncio.sleep(0.05)
            await self._send(sent)

    async def _look(self, state: Json) -> None:
        """Do something about what is shown, once for each version."""
        self.token = state.get("token") or self.token
        if state["v"] <= self.version and state["t"] != "snap":
            return
        self.version = state["v"]
        wish = self._wish(state)
        if wish is None:
            return
        if self.chance.random() < 0.03:
            await self._send(self._new(wish, max(0, self.version - 3)))
        sent = self._new(wish, self.version)
        await self._send(sent)
        if self.chance.random() < 0.1:
            await self._send(sent)
        if self.chance.random() < 0.05:
            await self._send(self.chance.choice(list(self.ledger.values())[-LATEST:]))

    def _new(self, wish: Json, version: int) -> Sent:
        sent = Sent(f"{self._crashes}-{self.seat}-{len(self.ledger)}", version, wish)
        self.ledger[sent.id] = sent
        self.counts.sent += 1
        return sent

    def _wish(self, state: Json) -> Json | None:
        view, deal = state["view"], state.get("deal")
        if deal and deal["secret"] is None and self.seat not in (seat for seat, _ in deal["contributions"]):
            value = self.chance.randbytes(16).hex()
            return {"t": "contribute", "number": deal["number"], "value": value}
        if view is None:
            return None
        if view["table"]["phase"]["t"] == "over":
            eager = self.seat == 0 or self.chance.random() < 0.3
            kind = "rematch" if state["table"]["state"] == "over" else "next"
            return {"t": kind} if eager else None
        if self.seat in state["awaited"]:
            return {"t": "act", "action": self._pick(state["legal"])}
        asides = [a for a in state["legal"] if a.split()[0] in ASIDE]
        if asides and self.chance.random() < 0.1:
            return {"t": "act", "action": self.chance.choice(asides)}
        return None

    def _pick(self, legal: list[str]) -> str:
        """Mostly a play, with UNO."""
        fitting = [a for a in legal if a.split()[0] not in ASIDE] or legal
        plays = [a for a in fitting if a.startswith("play")]
        said = [a for a in plays if a.endswith("uno")]
        if plays and self.chance.random() < 0.85:
            return self.chance.choice(said or plays)
        return self.chance.choice(fitting)

    async def _send(self, sent: Sent) -> None:
        self.counts.repeated += sent.copies > 0 or sent.acked is not None
        sent.copies += 1
        await self._say({"t": "cmd", "id": sent.id, "v": sent.v, "d": sent.d})

    async def _say(self, message: Json) -> None:
        if self._socket is not None:
            await self._socket.send(json.dumps(message))
