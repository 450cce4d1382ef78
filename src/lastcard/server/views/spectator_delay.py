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
    happened: EventBatch
    picture: Rendering


class SpectatorDelay:
    """The scenes that spectators have not seen yet, and the picture that they see now.

    `present` is called with each scene when it is due. Before the first one is due there is nothing to see: nobody
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
        """Seconds until the next scene is due; 0 if none waits."""
        return max(0.0, self._waiting[0].due - _now()) if self._waiting else 0.0

    def add(self, happened: EventBatch, picture: Rendering, delay: float) -> None:
        """A scene that is due `delay` seconds from now, but never before an earlier one."""
        last = self._waiting[-1].due if self._waiting else 0.0
        scene = Frame(max(_now() + delay, last), happened, picture)
        if not self._waiting and delay <= 0:
            self._show(scene)
            return
        self._waiting.append(scene)
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

    def _show(self, scene: Frame) -> None:
        self.shown = scene.picture
        self._present(scene)


def _now() -> float:
    return asyncio.get_running_loop().time()
