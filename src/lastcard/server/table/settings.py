"""How the tables of a server are run: the same for all of them, and fixed when a table is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MAX_SPECTATORS: Final = 50
"""The most who look on at a table without a seat."""


def ignore(name: str) -> None:
    """Does nothing with the name of a table."""
    del name


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table.

    `bot_delay`: seconds that bots think; `contribution_wait`: seconds that a deal waits for contributions; `max_spectators`:
    how many may look on without a seat; `build`: the page that this server has (`ops.build`). `on_ended` is called with the
    table's name when its last person has left, `on_deleted` when its log is gone.
    """

    bot_delay: float = 0.0
    contribution_wait: float = 0.0
    max_spectators: int = MAX_SPECTATORS
    build: str = ""
    on_ended: Callable[[str], None] = ignore
    on_deleted: Callable[[str], None] = ignore
