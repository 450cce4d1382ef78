"""A connection: reads what a client sends, a bounded rate of it; writes what the table hands over, a bounded queue of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog
from starlette.websockets import WebSocketDisconnect, WebSocketState

from lastcard.server.cluster.remote_table import RemoteTable
from lastcard.server.model.errors import RefusedError
from lastcard.server.ops.quotas import ConnectionQuota, origin_of
from lastcard.server.ops.rate_limit import TokenBucket
from lastcard.server.table.messages import Attach, Command, Detach
from lastcard.server.table.table import TableActor
from lastcard.server.websocket.frame_batching import send_texts
from lastcard.server.websocket.outbox import Outbox
from lastcard.server.websocket.round_trip import RoundTrip
from lastcard.server.wire.inbound import Cmd, Hello, Ping, Pong, command_id, other_version, read_message
from lastcard.server.wire.outbound import dump, gone, nak
from lastcard.server.wire.protocol import LEAST_MINOR, VERSION

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from lastcard.server.lobby import Lobby
    from lastcard.server.model.chance import Chance
    from lastcard.server.ops.config import Settings
    from lastcard.server.ops.metrics import Metrics

_HELLO_WITHIN: Final = 10.0
_TRIES: Final = 10
"""How often a table is looked for that is changing its server; longer, together, than a lease runs."""
_FIRST_PINGS: Final = 3
"""How many pings go out a second apart after the hello, so that the first race has a median to go by."""
_PING_EVERY: Final = 5.0
_SLOW: Final = 1013
_RESTART: Final = 1012
_BYE: Final = 1000
_NONCE_LENGTH: Final = 8

_logger = structlog.get_logger("lastcard.sockets")


class _EndError(Exception):
    """The connection is over."""


class Connection:
    """One WebSocket; a `Viewer` of a table."""

    def __init__(
        self, socket: WebSocket, lobby: Lobby, rate: float, chance: Chance, metrics: Metrics
    ) -> None:
        self._socket = socket
        self._lobby = lobby
        self._chance = chance
        self._metrics = metrics
        self._bucket = TokenBucket(rate, max(1.0, rate))
        self._outbox = Outbox()
        self._trip = RoundTrip()
        self._table: TableActor | RemoteTable | None = None

    @property
    def one_way(self) -> float:
        """See `Viewer.one_way`."""
        return self._trip.one_way

    def send(self, text: str) -> None:
        """See `Viewer.send`; a reader that is too slow is dropped, and comes back to what it missed."""
        if not self._outbox.put(text):
            self._metrics.slow_readers.inc()
            self._outbox.abandon(_SLOW)

    def end(self, why: RefusedError) -> None:
        """See `Viewer.end`."""
        self.send(dump(gone(why)))
        self._outbox.close(_BYE)

    def drop(self) -> None:
        """See `Viewer.drop`."""
        self._outbox.close(_RESTART)

    async def serve(self) -> None:
        """Talk until either side is gone."""
        writer = asyncio.create_task(self._write())
        pinger = asyncio.create_task(self._ping())
        reader = asyncio.create_task(self._read())
        stuck = asyncio.create_task(self._outbox.abandoned.wait())
        try:
            await asyncio.wait((writer, reader, stuck), return_when=asyncio.FIRST_COMPLETED)
            if not writer.done():
                self._outbox.close(_BYE)
                await asyncio.wait((writer,), timeout=2)
        finally:
            for task in (writer, pinger, reader, stuck):
                task.cancel()
            for fault in await asyncio.gather(writer, pinger, reader, stuck, return_exceptions=True):
                if isinstance(fault, Exception):
                    _logger.error("connection failed", exc_info=fault)
            if self._table is not None:
                with suppress(RefusedError):
                    await self._table.put(Detach(self))

    # What comes in.

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(_HELLO_WITHIN):
                await self._greet()
            while True:
                await self._take(await self._next())
        except (_EndError, WebSocketDisconnect, TimeoutError):
            return
        except Exception:
            _logger.exception("connection failed")

    async def _next(self) -> str:
        """The next text frame, no faster than the rate: what is not read waits at its sender."""
        while True:
            if wait := self._bucket.take():
                await asyncio.sleep(wait)
            frame = await self._socket.receive()
            if frame["type"] != "websocket.receive":
                raise _EndError
            text = frame.get("text")
            if text is not None:
                return str(text)
            self._refuse("", RefusedError("binary-frame"))

    def _refuse(self, text: str, why: RefusedError) -> None:
        """Say that the message is not one that can be sent now."""
        self.send(dump(nak(command_id(text), why)))

    async def _greet(self) -> None:
        """Read messages until one is a hello; then the connection looks at its table."""
        while True:
            text = await self._next()
            if other_version(text):
                self._leave(RefusedError("version"))
            try:
                message = read_message(text)
                if isinstance(message, Hello):
                    return await self._hello(message)
                self._answer(text, message)
            except RefusedError as error:
                self._refuse(text, error)

    async def _hello(self, hello: Hello) -> None:
        if hello.proto != VERSION or hello.minor < LEAST_MINOR:
            self._leave(RefusedError("version"))
        if hello.token is None and "origin" not in self._socket.headers:
            self._leave(RefusedError("token-needed"))
        for tries in range(_TRIES):
            try:
                table = await self._lobby.reach(hello.table)
                await table.put(Attach(self, hello.token, hello.since, hello.browser))
            except RefusedError as error:
                if error.code != "busy":
                    self._leave(error)
                await asyncio.sleep(min(0.05 * 2**tries, 0.8))
            else:
                self._table = table
                return
        self._leave(RefusedError("busy"))

    def _leave(self, why: RefusedError) -> None:
        self.end(why)
        raise _EndError

    async def _take(self, text: str) -> None:
        try:
            message = read_message(text)
            if isinstance(message, Cmd) and self._table is not None:
                await self._table.put(Command(self, message))
            else:
                self._answer(text, message)
        except RefusedError as error:
            self._refuse(text, error)

    def _answer(self, text: str, message: Hello | Cmd | Ping | Pong) -> None:
        """Answer what has nothing to do with the table."""
        match message:
            case Ping(n=None):
                self.send('{"t":"pong"}')
            case Ping(n=nonce):
                self.send(dump({"t": "pong", "n": nonce}))
            case Pong(n=nonce):
                self._trip.answered(nonce, asyncio.get_running_loop().time())
            case Hello():
                self._refuse(text, RefusedError("second-hello"))
            case Cmd():
                self._refuse(text, RefusedError("hello-first"))

    # What goes out.

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not isinstance(item := await self._outbox.get(), int):
                texts = [self._new_ping()] if item is None else [item, *self._outbox.more()]
                await send_texts(self._socket, texts)
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(item)

    def _new_ping(self) -> str:
        """A ping whose time begins now, when everything before it has been handed to the network."""
        nonce = self._chance.word(_NONCE_LENGTH)
        self._trip.sent(nonce, asyncio.get_running_loop().time())
        return f'{{"t":"ping","n":"{nonce}"}}'

    async def _ping(self) -> None:
        """Measure the way: a few times at once, so that the first race has something to go by, then every few seconds."""
        sent = 0
        while True:
            await asyncio.sleep(1.0 if sent < _FIRST_PINGS else _PING_EVERY)
            if self._table is not None:
                self._outbox.ping()
                sent += 1


class Connections:
    """The address `/ws`."""

    def __init__(self, lobby: Lobby, chosen: Settings, metrics: Metrics, chance: Chance) -> None:
        self._lobby = lobby
        self._rate = chosen.rate
        self._most = chosen.most_sockets
        self._crowd = ConnectionQuota(chosen.sockets_an_address)
        self._open = 0
        self._metrics = metrics
        self._chance = chance

    async def serve(self, socket: WebSocket) -> None:
        """Accept the socket and serve it; where too many are open, say so and close it."""
        address = origin_of(socket.client.host if socket.client else "")
        await socket.accept()
        if self._open >= self._most:
            self._metrics.turned_away.inc()
            await _turn_away(socket, RefusedError("busy"))
            return
        if not self._crowd.enter(address):
            self._metrics.turned_away.inc()
            await _turn_away(socket, RefusedError("many-sockets"))
            return
        self._open += 1
        self._metrics.sockets.inc()
        try:
            await Connection(socket, self._lobby, self._rate, self._chance, self._metrics).serve()
        finally:
            self._crowd.leave(address)
            self._open -= 1
            self._metrics.sockets.dec()


async def _turn_away(socket: WebSocket, why: RefusedError) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(dump(gone(why)))
        await socket.close(_SLOW)
