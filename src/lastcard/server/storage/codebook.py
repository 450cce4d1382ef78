"""Where the codes of rooms are kept: what a store must promise, and one that keeps them in memory."""

from __future__ import annotations

from typing import Protocol

from lastcard.server.storage.interface import EventLog


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
