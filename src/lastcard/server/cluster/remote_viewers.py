"""Viewers at other servers: each looks at a table here through a channel of the bus, as a connection here would.

Another server sends what they ask for to the table's subject; what they are shown goes to the subject of their
server, numbered for each channel, so that a message which the bus lost is missed.
"""

from __future__ import annotations

import asyncio
import json
import math
from typing import TYPE_CHECKING, Final

import structlog

from lastcard.server.cluster.bus import BusError
from lastcard.server.cluster.outgoing import OutgoingQueue
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.plain import Json
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.wire.inbound import Cmd, read_message
from lastcard.server.wire.outbound import dump, nak

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lastcard.server.cluster.bus import Bus, Stop
    from lastcard.server.table.table import TableActor

SILENT: Final = 10.0
"""Seconds without a sign of life after which the viewers of another server are gone."""
_LOOK_EVERY: Final = 2.5

_logger = structlog.get_logger("lastcard.guests")


def questions(table: str) -> str:
    """The subject on which a table's owner answers."""
    return f"lastcard.ask.{table}"


def orders(table: str) -> str:
    """The subject to which commands for a table go, in their order."""
    return f"lastcard.table.{table}"


def inbox(server: str) -> str:
    """The subject to which everything goes that viewers at a server are shown."""
    return f"lastcard.server.{server}"


class RemoteViewer:
    """A viewer at another server; see `Viewer`."""

    def __init__(self, queue: OutgoingQueue, channel: str, one_way: float) -> None:
        self._queue = queue
        self._channel = channel
        self._one_way = one_way
        self.sent = 0

    @property
    def one_way(self) -> float:
        """See `Viewer.one_way`."""
        return self._one_way

    def measured(self, one_way: float) -> None:
        """What the viewer's own server measured."""
        self._one_way = one_way

    def send(self, text: str) -> None:
        """See `Viewer.send`."""
        self._write(text)

    def end(self, why: RefusedError) -> None:
        """See `Viewer.end`."""
        self._write(why.data())

    def drop(self) -> None:
        """See `Viewer.drop`."""
        self._write(None)

    def goes_to(self, subject: str) -> bool:
        """Whether what is sent to the viewer goes to this subject."""
        return self._queue.subject == subject

    def _write(self, what: object) -> None:
        self.sent += 1
        self._queue.put([self._channel, self.sent, what])


class _Visit:
    """A viewer at a table, how many of its commands have come, and when its server was last heard of."""

    def __init__(self, viewer: RemoteViewer, table: TableActor) -> None:
        self.viewer = viewer
        self.table = table
        self.heard = _now()
        self._commands = 0

    def is_alive(self) -> None:
        """The viewer's server was heard of."""
        self.heard = _now()

    def missed(self) -> None:
        """Something that was sent to the viewer was lost."""
        self.heard = -math.inf

    def is_next(self, number: int) -> bool:
        """Count a command; whether it is the one after those before, so that none was lost."""
        self._commands += 1
        return number == self._commands


class RemoteViewers:
    """All viewers at other servers who look at tables here."""

    def __init__(self, bus: Bus) -> None:
        """Call `start`."""
        self._on_http: Callable[[Json], Awaitable[Json]] | None = None
        self._bus = bus
        self._visits: dict[str, _Visit] = {}
        self._queues: dict[str, OutgoingQueue] = {}
        self._listening: dict[TableActor, list[Stop]] = {}
        self._looking: asyncio.Task[None] | None = None

    def start(self, on_http: Callable[[Json], Awaitable[Json]] | None = None) -> None:
        """Begin to see who is still there, and to be reached where that has failed.

        `on_http` answers requests that other servers hand on.
        """
        self._on_http = on_http
        self._looking = asyncio.create_task(self._look_always(), name="guests")

    async def stop(self) -> None:
        """Let go of everybody."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        for table in list(self._listening):
            await self.leave(table)
        for queue in self._queues.values():
            await queue.stop()
        self._queues.clear()

    async def welcome(self, table: TableActor) -> None:
        """Answer for the table from now on, or as soon as the bus is there."""
        stops = self._listening.setdefault(table, [])
        try:
            stops.append(await self._bus.answer(questions(table.name), lambda m: self._asked(table, m)))
            stops.append(await self._bus.listen(orders(table.name), lambda m: self._ordered(table, m)))
        except BusError as error:
            _logger.warning(
                "a table cannot be reached from other servers", table=table.name, error=str(error)
            )
            for stop in stops:
                await stop()
            stops.clear()

    async def leave(self, table: TableActor) -> None:
        """Answer for the table no more."""
        for stop in self._listening.pop(table, []):
            await stop()
        self._visits = {c: visit for c, visit in self._visits.items() if visit.table is not table}

    # What other servers say.

    async def _asked(self, table: TableActor, message: bytes) -> bytes:
        asked = json.loads(message)
        match asked["t"]:
            case "attach":
                return dump(await self._attach(table, asked)).encode()
            case "alive":
                return dump(self._alive(asked["heard"])).encode()
            case "http" if self._on_http is not None:
                return dump(await self._on_http(asked)).encode()
        return b"{}"

    async def _attach(self, table: TableActor, asked: Json) -> Json:
        queue = self._queues.get(asked["from"])
        if queue is None:
            queue = self._queues[asked["from"]] = OutgoingQueue(
                self._bus, inbox(asked["from"]), self._undelivered
            )
        viewer = RemoteViewer(queue, asked["channel"], asked["one_way"])
        self._visits[asked["channel"]] = _Visit(viewer, table)
        try:
            await table.put(Attach(viewer, asked["token"], asked["since"], asked.get("browser")))
        except RefusedError as refusal:
            del self._visits[asked["channel"]]
            return refusal.data()
        return {}

    def _alive(self, channels: list[str]) -> Json:
        """Which of the channels are known here, and how many messages went to each."""
        known = [channel for channel in channels if channel in self._visits]
        for channel in known:
            self._visits[channel].is_alive()
        return {channel: self._visits[channel].viewer.sent for channel in known}

    async def _ordered(self, table: TableActor, message: bytes) -> None:
        order: Json = json.loads(message)
        visit = self._visits.get(order["channel"])
        if visit is None or visit.table is not table:
            return
        if not visit.is_next(order["n"]):
            visit.viewer.drop()
            await self._gone(order["channel"])
        elif order["cmd"] is None:
            await self._gone(order["channel"])
        else:
            visit.viewer.measured(order["one_way"])
            await self._command(visit, order["cmd"])

    async def _command(self, visit: _Visit, text: str) -> None:
        cmd = read_message(text)
        if not isinstance(cmd, Cmd):
            raise TypeError(f"only commands are handed on, not {type(cmd).__name__}")
        try:
            await visit.table.put(Command(visit.viewer, cmd))
        except RefusedError as refusal:
            visit.viewer.send(dump(nak(cmd.id, refusal)))

    # Who is gone.

    async def _gone(self, channel: str) -> None:
        visit = self._visits.pop(channel, None)
        if visit is not None:
            try:
                await visit.table.put(Detach(visit.viewer))
            except RefusedError:
                return  # the table is being let go of, and all its viewers with it

    def _undelivered(self, subject: str, error: BusError) -> None:
        """The bus is not there: whoever looks from that server missed something, and comes back."""
        _logger.warning("viewers at another server were not reached", subject=subject, error=str(error))
        for visit in self._visits.values():
            if visit.viewer.goes_to(subject):
                visit.missed()

    async def _look_always(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            for table in [table for table, stops in self._listening.items() if not stops]:
                await self.welcome(table)
            late = _now() - SILENT
            for channel in [c for c, visit in self._visits.items() if visit.heard <= late]:
                await self._gone(channel)


def _now() -> float:
    return asyncio.get_running_loop().time()
