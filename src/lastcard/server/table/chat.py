"""What people say to each other beside the game: prepared phrases, emotes and, where the room allows it, text.

It is sent to everybody who looks at the table and is not logged. Somebody says at most five things in ten
seconds, and nothing while muted by the host.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

from lastcard.server.model.errors import RefusedError

if TYPE_CHECKING:
    from lastcard.server.decisions.requests import Chat, Say
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState

MAX_SAID: Final = 5
"""How many things a person may say within SAID_WITHIN."""
SAID_WITHIN: Final = 10.0
"""Seconds."""


class ChatLimiter:
    """Who said how much lately at one table."""

    def __init__(self) -> None:
        """Nobody has said anything."""
        self._said: dict[str, deque[float]] = {}

    def accept(self, state: TableState, seat: int, request: Say | Chat) -> Json:
        """The message for everybody; RefusedError `muted`, `chat` or `often` if they may not say it now."""
        person = state.seats[seat]
        if person.muted:
            raise RefusedError("muted")
        if request.t == "chat" and not state.room.chat:
            raise RefusedError("no-chat")
        self._count(person.marks)
        if request.t == "chat":
            return {"t": "chat", "seat": seat, "name": person.name, "text": request.text}
        return {"t": "said", "seat": seat, "phrase": request.phrase.value}

    def _count(self, marks: frozenset[str]) -> None:
        """Whoever is known by these marks speaks: leaving and coming back makes nobody another person."""
        now = asyncio.get_running_loop().time()
        self._said = {mark: said for mark, said in self._said.items() if now - said[-1] < SAID_WITHIN}
        known = [self._said[mark] for mark in marks if mark in self._said]
        said = deque(
            sorted(time for one in {id(one): one for one in known}.values() for time in one), MAX_SAID
        )
        if len(said) == MAX_SAID and now - said[0] < SAID_WITHIN:
            raise RefusedError("talks-much")
        said.append(now)
        self._said |= dict.fromkeys(marks, said)
