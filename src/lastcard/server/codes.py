"""Codes of rooms: six signs that can be said aloud, kept while the table lives.

A code is short, so it can be guessed: tries are limited by address, and a code that there is not, one of a full table
and one of a table that has ended are answered alike. The invitation link carries 130 bits and needs no limit.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from lastcard.server.errors import RefusedError, StorageError, UnknownTableError
from lastcard.server.eventlog import EventLog
from lastcard.server.seating import has_room

if TYPE_CHECKING:
    from lastcard.server.chance import Chance
    from lastcard.server.lobby import Lobby

_SIGN: Final = re.compile(r"[0-9a-hjkmnp-tv-z]{6}\Z")
_ALIKE: Final = str.maketrans("oil", "011")
"""Signs that codes do not have, and those for which they are easily taken."""
_LENGTH: Final = 6
_MOST_TRIES: Final = 50


class Codebook(Protocol):
    """Where codes are kept: at most one a table, at most one table a code; each function is durable when it returns."""

    async def claim_code(self, code: str, table: str) -> bool:
        """Give the table this code; false if the code is another's, or the table has one."""

    async def code_of(self, table: str) -> str | None:
        """The table's code."""

    async def table_with(self, code: str) -> str | None:
        """The table that has the code."""

    async def free_code(self, table: str) -> None:
        """The table has no code any more."""


class Store(EventLog, Codebook, Protocol):
    """A log of events that keeps codes as well."""


class NoSuchCodeError(RefusedError):
    """No room can be joined by this code, and it is not said why."""

    def __init__(self) -> None:
        super().__init__("no-code")


def read_code(text: str) -> str:
    """The code as it is kept: `K7 M-2qO` is `k7m2q0`; NoSuchCodeError if it cannot be one."""
    code = text.lower().replace(" ", "").replace("-", "").translate(_ALIKE)
    if not _SIGN.match(code):
        raise NoSuchCodeError
    return code


class ShortLivedCodebook:
    """Codes of a server that keeps nothing: for simulations and for tables that end with the process."""

    def __init__(self) -> None:
        """No table has a code."""
        self._tables: dict[str, str] = {}

    async def claim_code(self, code: str, table: str) -> bool:
        """See `Codebook.claim_code`."""
        if code in self._tables or table in self._tables.values():
            return False
        self._tables[code] = table
        return True

    async def code_of(self, table: str) -> str | None:
        """See `Codebook.code_of`."""
        return next((code for code, of in self._tables.items() if of == table), None)

    async def table_with(self, code: str) -> str | None:
        """See `Codebook.table_with`."""
        return self._tables.get(code)

    async def free_code(self, table: str) -> None:
        """See `Codebook.free_code`."""
        self._tables = {code: of for code, of in self._tables.items() if of != table}


class Codes:
    """The codes of a server's tables."""

    def __init__(self, book: Codebook, lobby: Lobby, chance: Chance) -> None:
        """Tables that end give their codes back."""
        self._book = book
        self._lobby = lobby
        self._chance = chance
        self._freeing: set[asyncio.Task[None]] = set()
        lobby.on_ended = self._release

    async def of(self, table: str) -> str:
        """The table's code, a new one if it has none; RefusedError `busy` in the unheard-of case that none is found."""
        for _ in range(_MOST_TRIES):
            code = await self._book.code_of(table)
            if code is not None:
                return code
            code = self._chance.word(_LENGTH)
            if await self._book.claim_code(code, table):
                return code
        raise RefusedError("no-free-code")

    async def table(self, text: str) -> str:
        """The table that can be joined with the code; NoSuchCodeError."""
        name = await self._book.table_with(read_code(text))
        if name is None:
            raise NoSuchCodeError
        try:
            state = await self._lobby.look(name)
        except UnknownTableError:
            raise NoSuchCodeError from None
        if state.ended:
            await self._book.free_code(name)
        if state.ended or not has_room(state):
            raise NoSuchCodeError
        return name

    async def stop(self) -> None:
        """Finish what is in hand."""
        await asyncio.gather(*self._freeing, return_exceptions=True)

    def _release(self, table: str) -> None:
        task = asyncio.create_task(self._free(table), name=f"free the code of {table}")
        self._freeing.add(task)
        task.add_done_callback(self._freeing.discard)

    async def _free(self, table: str) -> None:
        """Where this fails, `table` frees the code when somebody tries it."""
        with suppress(StorageError):
            await self._book.free_code(table)
