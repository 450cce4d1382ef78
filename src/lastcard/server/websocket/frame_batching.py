"""Several WebSocket messages in one write: what a table tells a viewer at one moment goes to the network together.

An extension of ASGI: where `scope["extensions"]` has `lastcard.texts`, a message `websocket.send` may carry `texts`, a list.
A move tells each viewer of three or four things; one by one they cost more than deciding it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

TEXTS: Final = "lastcard.texts"
"""The name of the extension."""

_FINAL_TEXT: Final = 0x81
_SHORT, _MEDIUM = 126, 0x10000


class BatchingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, with the extension."""

    async def run_asgi(self) -> None:
        """See uvicorn."""
        scope: Any = self.scope
        scope["extensions"][TEXTS] = {}
        await super().run_asgi()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - one of many kinds, here and there
        """See uvicorn."""
        texts = message.get("texts")
        if texts is None or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(framed(texts))


def framed(texts: Sequence[str]) -> bytes:
    """Each text as a frame of its own, as a server sends them (RFC 6455, 5.2: no mask)."""
    parts: list[bytes] = []
    for text in texts:
        body = text.encode()
        size = len(body)
        if size < _SHORT:
            parts.append(bytes((_FINAL_TEXT, size)))
        elif size < _MEDIUM:
            parts.append(bytes((_FINAL_TEXT, 126)) + size.to_bytes(2, "big"))
        else:
            parts.append(bytes((_FINAL_TEXT, 127)) + size.to_bytes(8, "big"))
        parts.append(body)
    return b"".join(parts)


async def send_texts(socket: WebSocket, texts: list[str]) -> None:
    """Send them in order: together where the server can, otherwise one by one."""
    if len(texts) > 1 and TEXTS in socket.scope.get("extensions", {}):
        await socket.send({"type": "websocket.send", "texts": texts})
        return
    for text in texts:
        await socket.send_text(text)
