"""A connection: reads what a client sends, a bounded rate of it; writes what the table hands over, a bounded queue of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog
from starlette.websockets import WebSocketDisconnect, WebSocketState

from lastcard.server.errors import RefusedError
from lastcard.server.limits import Bucket
from lastcard.server.protocol import VERSION, Cmd, Hello, Ping, command_id, dump, gone, nak, read_message
from lastcard.server.table import Attach, Command, Detach, Table

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from lastcard.server.lobby import Lobby
    from lastcard.server.metrics import Metrics

MOST_QUEUED: Final = 512
"""The most messages that wait for a slow reader before it is dropped."""
_HELLO_WITHIN: Final = 10.0
_PING_EVERY: Final = 20.0
_SLOW: Final = 1013
_RESTART: Final = 1012
_BYE: Final = 1000

_logger = structlog.get_logger("lastcard.sockets")


class _EndError(Exception):
    """The connection is over."""


class Connection:
    """One WebSocket; a `Viewer` of a table."""

    def __init__(self, socket: WebSocket, lobby: Lobby, rate: float) -> None:
        self._socket = socket
        self._lobby = lobby
        self._bucket = Bucket(rate, max(1.0, rate))
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue(MOST_QUEUED)
        self._ending = False
        self._stuck = asyncio.Event()
        self._table: Table | None = None

    def send(self, text: str) -> None:
        """See `Viewer.send`; a reader that is too slow is dropped, and comes back to a snapshot."""
        if self._ending:
            return
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self._close(_SLOW)

    def end(self, code: str, message: str) -> None:
        """See `Viewer.end`."""
        self.send(dump(gone(code, message)))
        self._close(_BYE)

    def drop(self) -> None:
        """See `Viewer.drop`."""
        self._close(_RESTART)

    def _close(self, code: int) -> None:
        """Close after what is queued, or at once if the queue is full."""
        if self._ending:
            return
        self._ending = True
        if self._outbox.full():
            self._stuck.set()
            while not self._outbox.empty():
                self._outbox.get_nowait()
        self._outbox.put_nowait(code)

    async def serve(self) -> None:
        """Talk until either side is gone."""
        writer = asyncio.create_task(self._write())
        pinger = asyncio.create_task(self._ping())
        reader = asyncio.create_task(self._read())
        stuck = asyncio.create_task(self._stuck.wait())
        try:
            await asyncio.wait((writer, reader, stuck), return_when=asyncio.FIRST_COMPLETED)
            if not writer.done():
                self._close(_BYE)
                await asyncio.wait((writer,), timeout=2)
        finally:
            for task in (writer, pinger, reader, stuck):
                task.cancel()
            await asyncio.gather(writer, pinger, reader, stuck, return_exceptions=True)
            if self._table is not None:
                with suppress(RefusedError):
                    await self._table.put(Detach(self))

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
            await asyncio.sleep(self._bucket.take())
            frame = await self._socket.receive()
            if frame["type"] != "websocket.receive":
                raise _EndError
            text = frame.get("text")
            if text is not None:
                return str(text)
            self._refuse("", "Messages are text frames, not binary ones.")

    def _refuse(self, text: str, why: str) -> None:
        """Say that the message is not one that can be sent now."""
        self.send(dump(nak(command_id(text), RefusedError("bad", why))))

    async def _greet(self) -> None:
        """Read messages until one is a hello; then the connection looks at its table."""
        while True:
            text = await self._next()
            try:
                message = read_message(text)
                if isinstance(message, Ping):
                    self.send('{"t":"pong"}')
                elif isinstance(message, Hello):
                    return await self._hello(message)
                else:
                    self._refuse(text, "The first message is a hello.")
            except RefusedError as error:
                self.send(dump(nak(command_id(text), error)))

    async def _hello(self, hello: Hello) -> None:
        if hello.proto != VERSION:
            self._leave("version", "This page is of another version of Lastcard. Reload it.")
        if hello.token is None and "origin" not in self._socket.headers:
            self._leave("unknown", "Without an origin a token is needed.")
        for _ in range(3):
            try:
                table = await self._lobby.find(hello.table)
                await table.put(Attach(self, hello.token, hello.since))
            except RefusedError as error:
                if error.code != "busy":
                    self._leave(error.code, str(error))
                await asyncio.sleep(0.05)
            else:
                self._table = table
                return
        self._leave("busy", "The server is busy. Try again later.")

    def _leave(self, code: str, message: str) -> None:
        self.end(code, message)
        raise _EndError

    async def _take(self, text: str) -> None:
        try:
            message = read_message(text)
            if isinstance(message, Ping):
                self.send('{"t":"pong"}')
            elif isinstance(message, Cmd) and self._table is not None:
                await self._table.put(Command(self, message))
            elif isinstance(message, Hello):
                self._refuse(text, "The hello was said already.")
        except RefusedError as error:
            self.send(dump(nak(command_id(text), error)))

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while isinstance(item := await self._outbox.get(), str):
                await self._socket.send_text(item)
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(item)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(_PING_EVERY)
            self.send('{"t":"ping"}')


class Sockets:
    """The address `/ws`."""

    def __init__(self, lobby: Lobby, rate: float, metrics: Metrics) -> None:
        self._lobby = lobby
        self._rate = rate
        self._metrics = metrics

    async def serve(self, socket: WebSocket) -> None:
        """Accept the socket and serve it."""
        await socket.accept()
        self._metrics.sockets.inc()
        try:
            await Connection(socket, self._lobby, self._rate).serve()
        finally:
            self._metrics.sockets.dec()
