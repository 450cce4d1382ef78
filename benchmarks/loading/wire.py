"""A minimal WebSocket client for the load test: text frames as bytes."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from typing import Any, Final, Protocol

Json = dict[str, Any]

_SMALL: Final = 126
_TEXT: Final = 0x81
_CLOSE, _PING, _PONG = 0x88, 0x89, 0x8A
_NO_MASK: Final = b"\0\0\0\0"
"""The protocol requires a mask; this one changes nothing, and costs nothing."""


class Listener(Protocol):
    """Receives what a socket receives."""

    def told(self, wire: Wire, text: bytes) -> None:
        """A message came."""

    def lost(self, wire: Wire) -> None:
        """The connection is gone."""


class Wire(asyncio.Protocol):
    """One connection to `/ws`."""

    def __init__(self, host: str, listener: Listener) -> None:
        self._host = host
        self._listener = listener
        self._buffer = bytearray()
        self._open = False
        self._transport: Any = None
        self.received = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET /ws HTTP/1.1",
            f"Host: {self._host}",
            f"Origin: http://{self._host}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener."""
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("the server did not take the socket"))
        self._listener.lost(self)

    def send(self, message: Json) -> None:
        """Send a message."""
        body = json.dumps(message, separators=(",", ":")).encode()
        self._frame(_TEXT, body)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Split the data into frames."""
        self._buffer += data
        self.received += len(data)
        if not self._open and not self._shaken():
            return
        buffer, at, end = self._buffer, 0, len(self._buffer)
        while end - at >= 2:  # noqa: PLR2004 - the shortest frame
            head, size, start = buffer[at], buffer[at + 1], at + 2
            if size >= _SMALL:
                wide = 2 if size == _SMALL else 8
                size = int.from_bytes(buffer[start : start + wide], "big")
                start += wide
            if start + size > end:
                break
            self._take(head, bytes(buffer[start : start + size]))
            at = start + size
        del buffer[:at]

    def _shaken(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        self._open = head.startswith(b"HTTP/1.1 101")
        if self._open:
            self.ready.set_result(None)
        else:
            self.ready.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
            self._transport.close()
        return self._open

    def _take(self, head: int, body: bytes) -> None:
        if head == _TEXT:
            self._listener.told(self, body)
        elif head == _PING:
            self._frame(_PONG, body)
        elif head == _CLOSE:
            self._transport.close()

    def _frame(self, head: int, body: bytes) -> None:
        size = len(body)
        length = bytes((0x80 | size,)) if size < _SMALL else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(b"".join((bytes((head,)), length, _NO_MASK, body)))


async def connect(port: int, listener: Listener) -> Wire:
    """Return an open connection; ConnectionError if it cannot be opened."""
    loop = asyncio.get_running_loop()
    host = f"127.0.0.1:{port}"
    _, wire = await loop.create_connection(lambda: Wire(host, listener), "127.0.0.1", port)
    await wire.ready
    return wire
