"""The way to a table that another server runs: for a connection it is like the table itself.

What the connection hands in goes to the table's owner over the bus; what the owner shows comes back to this server's
inbox. Every second the owner is asked whether it still knows the connections; where it does not, or is gone, or a message was
lost, the connection is closed, and its client comes back to whoever runs the table then.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from lastcard.server.cluster.bus import BusError
from lastcard.server.cluster.remote_viewers import inbox, orders, questions
from lastcard.server.model.errors import ElsewhereError, refusal_from
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from lastcard.server.cluster.bus import Bus, Stop
    from lastcard.server.model.chance import Chance
    from lastcard.server.model.plain import Json
    from lastcard.server.views.audience import Viewer

_ASK_EVERY: Final = 1.0
_WITHIN: Final = 4.0
"""Seconds in which an owner must answer; a commit may be under way there."""
_NAME_LENGTH: Final = 16

_logger = structlog.get_logger("lastcard.lines")

FromViewer: TypeAlias = Attach | Detach | Command


class RemoteTable:
    """One connection's way to a table elsewhere; `put` as of the table."""

    def __init__(self, tables: RemoteTables, table: str, channel: str) -> None:
        self.table = table
        self.channel = channel
        self.viewer: Viewer | None = None
        self.received = 0
        self._behind = False  # the owner had sent more than had come, when it was last asked
        self._tables = tables
        self._sent = 0

    async def put(self, message: FromViewer) -> None:
        """Hand in a message; RefusedError as the table says, ElsewhereError if nobody runs it just now."""
        match message:
            case Attach():
                await self._attach(message)
            case Command(viewer, cmd):
                await self._send(cmd.model_dump_json(exclude_none=True), viewer.one_way)
            case Detach():
                self._tables.forget(self)
                await self._send(None, 0.0)

    async def _attach(self, message: Attach) -> None:
        self.viewer = message.viewer
        self._tables.add(self)
        asked = {
            "t": "attach",
            "from": self._tables.server,
            "channel": self.channel,
            "token": message.token,
            "since": message.since,
            "browser": message.browser,
            "one_way": message.viewer.one_way,
        }
        try:
            answer = await self._tables.ask(self.table, asked)
        except BusError:
            if self.received:  # asked again, the owner would tell the viewer the same once more
                self.cut()
                return
            self._tables.forget(self)
            raise ElsewhereError from None
        if "reason" in answer:
            self._tables.forget(self)
            raise refusal_from(answer)

    async def _send(self, cmd: str | None, one_way: float) -> None:
        self._sent += 1
        order = {"channel": self.channel, "n": self._sent, "cmd": cmd, "one_way": one_way}
        try:
            await self._tables.bus.publish(orders(self.table), dump(order).encode())
        except BusError:
            self.cut()

    def receive(self, number: int, what: object) -> None:
        """Something came for the viewer: a text, the end with its reason, or that it shall come back."""
        self.received += 1
        if self.viewer is None or number != self.received:
            self.cut()
        elif isinstance(what, str):
            self.viewer.send(what)
        elif isinstance(what, dict):
            self._tables.forget(self)
            self.viewer.end(refusal_from(what))
        else:
            self.cut()

    def check(self, sent: int | None) -> None:
        """The owner has sent `sent` messages, None if it knows nothing of this connection: cut it if one was lost."""
        if sent is None or (self._behind and self.received < sent):
            self.cut()
        else:
            # what was sent just before the answer may still be on its way, but not a second longer
            self._behind = self.received < sent

    def cut(self) -> None:
        """Close the connection so that its client comes back."""
        self._tables.forget(self)
        if self.viewer is not None:
            self.viewer.drop()


class RemoteTables:
    """All ways of a server to tables elsewhere."""

    def __init__(self, bus: Bus, chance: Chance) -> None:
        """Call `start`."""
        self.bus = bus
        self.server = chance.word(_NAME_LENGTH)
        self._chance = chance
        self._tables: dict[str, RemoteTable] = {}
        self._stop: Stop | None = None
        self._asking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen; BusError."""
        self._stop = await self.bus.listen(inbox(self.server), self._received)
        self._asking = asyncio.create_task(self._ask_always(), name="lines")

    async def stop(self) -> None:
        """Close all connections to tables elsewhere."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        for remote in list(self._tables.values()):
            remote.cut()
        if self._stop is not None:
            with suppress(BusError):
                await self._stop()

    def table(self, table: str) -> RemoteTable:
        """A new way to the table."""
        return RemoteTable(self, table, self._chance.word(_NAME_LENGTH))

    def add(self, remote: RemoteTable) -> None:
        """The way is in use."""
        self._tables[remote.channel] = remote

    def forget(self, remote: RemoteTable) -> None:
        """The way is not in use any more."""
        self._tables.pop(remote.channel, None)

    async def ask(self, table: str, question: Json) -> Json:
        """Ask the owner of the table; NobodyError, BusError."""
        answer: Json = json.loads(await self.bus.ask(questions(table), dump(question).encode(), _WITHIN))
        return answer

    async def _received(self, message: bytes) -> None:
        for channel, number, what in json.loads(message):
            remote = self._tables.get(channel)
            if remote is not None:
                remote.receive(number, what)

    async def _ask_always(self) -> None:
        while True:
            await asyncio.sleep(_ASK_EVERY)
            tables = {remote.table for remote in self._tables.values() if remote.viewer is not None}
            await asyncio.gather(*(self._look_after(table) for table in sorted(tables)))

    async def _look_after(self, table: str) -> None:
        """Ask the owner of the table about its connections, and cut those about which something is wrong."""
        remotes = [remote for remote in self._tables.values() if remote.table == table]
        try:
            known = await self.ask(table, {"t": "alive", "heard": [remote.channel for remote in remotes]})
        except BusError as error:
            _logger.warning("the owner of a table is gone", table=table, error=str(error))
            known = {}
        for remote in remotes:
            remote.check(known.get(remote.channel))
