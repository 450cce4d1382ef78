"""What waits to be sent over one connection: a bounded number of messages and bytes."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

MAX_QUEUED: Final = 512
"""The most messages that wait for a slow reader before it is dropped."""
MAX_QUEUED_BYTES: Final = 2**20
"""The most characters in them."""

_TOGETHER: Final = 2**16
"""Signs after which no more is sent at once."""


class Outbox:
    """A queue of texts, of pings that are written when their turn comes (None), and at last of the code to close with.

    After `close` nothing is taken any more; `abandon` closes without sending what waits.
    """

    def __init__(self) -> None:
        """Nothing waits."""
        self.abandoned = asyncio.Event()
        self._waiting: deque[str | int | None] = deque()
        self._size = 0
        self._some = asyncio.Event()
        self._closed = False

    def put(self, text: str) -> bool:
        """Take a text; False if there is no room for it."""
        if self._closed:
            return True
        if len(self._waiting) >= MAX_QUEUED or self._size + len(text) > MAX_QUEUED_BYTES:
            return False
        self._size += len(text)
        self._add(text)
        return True

    def ping(self) -> None:
        """Send a ping after what waits; with a full queue there is nothing to measure."""
        if not self._closed and len(self._waiting) < MAX_QUEUED:
            self._add(None)

    def close(self, code: int) -> None:
        """Close with this code after what waits."""
        if not self._closed:
            self._closed = True
            self._add(code)

    def abandon(self, code: int) -> None:
        """Close with this code at once."""
        if not self._closed:
            self._waiting.clear()
            self.abandoned.set()
            self.close(code)

    async def get(self) -> str | int | None:
        """The next thing to send: a text, None for a ping, or the code to close with."""
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        item = self._waiting.popleft()
        self._size -= len(item) if isinstance(item, str) else 0
        return item

    def more(self) -> list[str]:
        """The texts that wait as well, up to the next ping: they can be sent together, a bounded lot of them."""
        found: list[str] = []
        size = 0
        while self._waiting and isinstance(text := self._waiting[0], str) and size < _TOGETHER:
            found.append(text)
            size += len(text)
            self._waiting.popleft()
        self._size -= size
        return found

    def _add(self, item: str | int | None) -> None:
        self._waiting.append(item)
        self._some.set()
