"""What spectators see, and when: at once, or as many seconds late as the room says, always in order."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.server.views.rendering import EventBatch, Rendering


@dataclass(frozen=True, slots=True)
class Frame:
    """What happened, perhaps nothing, and where the table stood after it; spectators see it at the loop's time `due`."""

    due: float
    batch: EventBatch
    rendering: Rendering


class SpectatorDelay:
    """The frames that spectators have not seen yet, and the rendering that they see now.

    `present` is called with each frame when it is due. Before the first one is due there is nothing to see: nobody
    knows how long ago a table that was just read from its log came to where it is.
    """

    def __init__(self, present: Callable[[Frame], None]) -> None:
        """Nothing is shown yet."""
        self.shown: Rendering | None = None
        self._present = present
        self._waiting: deque[Frame] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def behind(self) -> bool:
        """Whether more has happened than is shown."""
        return bool(self._waiting)

    @property
    def left(self) -> float:
        """Seconds until the next frame is due; 0 if none waits."""
        return max(0.0, self._waiting[0].due - _now()) if self._waiting else 0.0

    def add(self, batch: EventBatch, rendering: Rendering, delay: float) -> None:
        """A frame that is due `delay` seconds from now, but never before an earlier one."""
        last = self._waiting[-1].due if self._waiting else 0.0
        frame = Frame(max(_now() + delay, last), batch, rendering)
        if not self._waiting and delay <= 0:
            self._show(frame)
            return
        self._waiting.append(frame)
        self._set()

    def stop(self) -> None:
        """Show nothing any more."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self) -> None:
        if self._timer is None and self._waiting:
            self._timer = asyncio.get_running_loop().call_at(self._waiting[0].due, self._due)

    def _due(self) -> None:
        self._timer = None
        now = _now()
        while self._waiting and self._waiting[0].due <= now:
            self._show(self._waiting.popleft())
        self._set()

    def _show(self, frame: Frame) -> None:
        self.shown = frame.rendering
        self._present(frame)


def _now() -> float:
    return asyncio.get_running_loop().time()
