"""Codes of rooms: six characters that can be said aloud, kept while the table lives.

A code is short, so it can be guessed: tries are limited by address, and a code that there is not, one of a full table
and one of a table that has ended are answered alike. The invitation link carries 130 bits and needs no limit.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from lastcard.server.decisions.seating import has_room
from lastcard.server.model.errors import RefusedError, StorageError, UnknownTableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lastcard.server.model.chance import Chance
    from lastcard.server.model.state import TableState
    from lastcard.server.storage.codebook import Codebook

_CODE: Final = re.compile(r"[0-9a-hjkmnp-tv-z]{6}\Z")
_ALIKE: Final = str.maketrans("oil", "011")
"""Characters that codes do not have, and those for which they are easily taken."""
_LENGTH: Final = 6
_MAX_TRIES: Final = 50


class NoSuchCodeError(RefusedError):
    """No room can be joined by this code, and it is not said why."""

    def __init__(self) -> None:
        super().__init__("no-code")


def read_code(text: str) -> str:
    """The code as it is kept: `K7 M-2qO` is `k7m2q0`; NoSuchCodeError if it cannot be one."""
    code = text.lower().replace(" ", "").replace("-", "").translate(_ALIKE)
    if not _CODE.match(code):
        raise NoSuchCodeError
    return code


class RoomCodes:
    """The codes of a server's tables."""

    def __init__(self, codebook: Codebook, chance: Chance) -> None:
        """Tables that end give their codes back (`release`)."""
        self._codebook = codebook
        self._chance = chance
        self._freeing: set[asyncio.Task[None]] = set()

    async def of(self, table: str) -> str:
        """The table's code, a new one if it has none; RefusedError `busy` in the unheard-of case that none is found."""
        for _ in range(_MAX_TRIES):
            code = await self._codebook.code_of(table)
            if code is not None:
                return code
            code = self._chance.word(_LENGTH)
            if await self._codebook.claim_code(code, table):
                return code
        raise RefusedError("no-free-code")

    async def table(self, text: str, look: Callable[[str], Awaitable[TableState]]) -> str:
        """The table that can be joined with the code; `look` gives the state of a table. NoSuchCodeError."""
        name = await self._codebook.table_with(read_code(text))
        if name is None:
            raise NoSuchCodeError
        try:
            state = await look(name)
        except UnknownTableError:
            raise NoSuchCodeError from None
        if state.ended:
            await self._codebook.free_code(name)
        if state.ended or not has_room(state):
            raise NoSuchCodeError
        return name

    async def stop(self) -> None:
        """Finish what is in hand."""
        await asyncio.gather(*self._freeing, return_exceptions=True)

    def release(self, table: str) -> None:
        """Free the code of a table that has ended."""
        task = asyncio.create_task(self._free(table), name=f"free the code of {table}")
        self._freeing.add(task)
        task.add_done_callback(self._freeing.discard)

    async def _free(self, table: str) -> None:
        """Where this fails, `table` frees the code when somebody tries it."""
        with suppress(StorageError):
            await self._codebook.free_code(table)
