"""What goes to one other server: in order, several messages together when they come faster than the bus takes them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

from lastcard.server.cluster.bus import BusError
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.server.cluster.bus import Bus

_MAX_AT_ONCE: Final = 2**18
"""The most characters in one message of the bus, unless a single entry is longer."""
_MAX_WAITING: Final = 2**24
"""The most characters that may wait; with more the other server is considered gone."""


class OutgoingQueue:
    """Entries for a subject. `undelivered` is called when some of them could not be sent."""

    def __init__(self, bus: Bus, subject: str, undelivered: Callable[[str, BusError], None]) -> None:
        """Nothing waits."""
        self.subject = subject
        self._bus = bus
        self._undelivered = undelivered
        self._waiting: deque[str] = deque()
        self._size = 0
        self._sending: asyncio.Task[None] | None = None

    def put(self, entry: object) -> None:
        """Send the entry after those before it."""
        text = dump(entry)
        if self._size + len(text) > _MAX_WAITING:
            self._give_up(BusError("too much waits for it"))
            return
        self._waiting.append(text)
        self._size += len(text)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send(), name=f"post to {self.subject}")

    async def stop(self) -> None:
        """Send no more."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    async def _send(self) -> None:
        try:
            while self._waiting:
                await self._bus.publish(self.subject, self._next().encode())
        except BusError as error:
            self._give_up(error)
        finally:
            self._sending = None

    def _next(self) -> str:
        """As many entries as go together, as one list."""
        found: list[str] = []
        size = 0
        while self._waiting and (not found or size + len(self._waiting[0]) <= _MAX_AT_ONCE):
            found.append(self._waiting.popleft())
            size += len(found[-1])
        self._size -= size
        return f"[{','.join(found)}]"

    def _give_up(self, error: BusError) -> None:
        self._waiting.clear()
        self._size = 0
        self._undelivered(self.subject, error)
