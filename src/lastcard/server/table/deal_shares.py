"""Whose contributions a deal still waits for, and for how long: the part of dealing that is not in the log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lastcard.server.decisions.deals import missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.server.model.state import TableState


class DealShares:
    """What one table knows of contributions to come.

    `coming` are seats whose people are not connected but will be any moment: they sat down just now, or the table was
    taken up in the middle of a deal. `overdue` is the number of a round whose deal has waited long enough.
    """

    def __init__(self, state: TableState) -> None:
        """The table was read from its log, and nobody is connected yet."""
        self.coming = set(missing(state))
        self.overdue = 0
        self._asked = 0
        self._timer: asyncio.TimerHandle | None = None

    def waits(self, state: TableState, connected: frozenset[int]) -> bool:
        """Whether the deal waits for somebody: a person who is connected, or will be any moment; for anybody if nobody is."""
        lacking = missing(state)
        if state.deal is None or self.overdue == state.deal.number:
            return False
        return bool(lacking & (connected | self.coming) if connected else lacking)

    def hold(
        self,
        state: TableState,
        connected: frozenset[int],
        seconds: float,
        overdue: Callable[[int], None],
    ) -> bool:
        """Whether contributions to the deal may still come; if so, `overdue` is called when `seconds` are over."""
        wait = seconds > 0 and self.waits(state, connected)
        if wait and connected:
            self.ask(state, seconds, overdue)
        return wait

    def ask(self, state: TableState, seconds: float, overdue: Callable[[int], None]) -> None:
        """Call `overdue` in `seconds`, if nobody asked for this round before."""
        number = state.deal.number if state.deal else 0
        if self._timer is not None and self._asked == number and not self._timer.cancelled():
            return
        self.stop()
        self._asked = number
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring, number, overdue)

    def give_up(self, number: int) -> None:
        """The deal of that round has waited for contributions long enough."""
        self.overdue = number
        self.coming.clear()

    def stop(self) -> None:
        """Call nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self, number: int, overdue: Callable[[int], None]) -> None:
        self._timer = None
        overdue(number)
