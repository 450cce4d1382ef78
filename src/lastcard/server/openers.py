"""How many tables one address has opened that are still in memory: so many, and not one more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_MOST_KEPT: Final = 1000
"""Addresses at which all are looked through for those whose tables are gone."""


class Openers:
    """Remembers who opened what, for as long as the table is in memory.

    A new table counts for `grace` seconds in any case: its first visitor may still be on the way.
    """

    def __init__(self, most: int, grace: float, in_memory: Callable[[str], bool]) -> None:
        """Nobody has opened anything yet; `most` for each address."""
        self._most = most
        self._grace = grace
        self._in_memory = in_memory
        self._opened: dict[str, dict[str, float]] = {}

    def may_open(self, origin: str, now: float) -> bool:
        """Whether the address may open one more."""
        return len(self._there(origin, now)) < self._most

    def opened(self, origin: str, table: str, now: float) -> None:
        """The address has opened this table."""
        if len(self._opened) >= _MOST_KEPT:
            for other in list(self._opened):
                self._there(other, now)
        self._opened.setdefault(origin, {})[table] = now

    def _there(self, origin: str, now: float) -> dict[str, float]:
        """The address's tables that count; what does not is forgotten."""
        before = self._opened.get(origin, {})
        found = {t: at for t, at in before.items() if now - at < self._grace or self._in_memory(t)}
        if found:
            self._opened[origin] = found
        else:
            self._opened.pop(origin, None)
        return found
