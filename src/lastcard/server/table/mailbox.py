"""The mailbox of a table: messages in their order, and an alarm that puts one in at its time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from lastcard.server.model.errors import RefusedError
from lastcard.server.table.messages import AlarmRang

if TYPE_CHECKING:
    from lastcard.server.table.messages import Message

MAX_WAITING: Final = 256
"""The most messages that wait for a table."""
_AGAIN: Final = 0.1
"""Seconds until the alarm tries again to put its message into a full mailbox."""


class Mailbox:
    """The mailbox of one table, with its alarm; one task takes the messages out (`next`)."""

    def __init__(self) -> None:
        """It is empty, and the alarm is not set."""
        self._waiting: asyncio.Queue[Message | None] = asyncio.Queue(MAX_WAITING)
        self._alarm: asyncio.TimerHandle | None = None
        self.closed = False

    async def put(self, message: Message) -> None:
        """Hand in a message; waits while it is full. RefusedError `busy` if the table has been let go of."""
        if self.closed:
            raise RefusedError("table-away")
        await self._waiting.put(message)

    def offer(self, message: Message) -> bool:
        """Hand in a message now; False if the mailbox is full."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    async def next(self) -> Message | None:
        """The next message; None when it was closed and all before it has been taken."""
        return await self._waiting.get()

    def close(self) -> None:
        """Take no more messages."""
        self.closed = True
        self.disarm()

    async def finish(self) -> None:
        """After `close`: whoever takes the messages out comes to their end."""
        await self._waiting.put(None)

    # The alarm.

    def arm(self, at: float) -> None:
        """Put in `AlarmRang` at that time of the loop, and at no other."""
        self.disarm()
        self._alarm = asyncio.get_running_loop().call_at(at, self._ring)

    def disarm(self) -> None:
        """Put in nothing."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        if not self.offer(AlarmRang()):
            self._alarm = asyncio.get_running_loop().call_later(_AGAIN, self._ring)
