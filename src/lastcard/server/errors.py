"""What the server refuses, as values that the edge turns into an answer."""

from __future__ import annotations

from lastcard.rules.errors import LastcardError


class ServerError(LastcardError):
    """The server cannot start or go on; the text says what is wrong and what to do about it."""


class StorageError(ServerError):
    """The log could not be read or written; nothing of the act in hand was kept."""


class ConflictError(StorageError):
    """Somebody else appended to the table's log: what was decided here is void."""


class RefusedError(LastcardError):
    """Something that a client asked for is refused.

    `code` is a word for programs (docs/protocol.md), `rule` the rulebook id that stands against it.
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        self.code = code
        self.rule = rule
        super().__init__(message)


class UnknownTableError(RefusedError):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("unknown", "There is no such table. Perhaps the link is incomplete.")


class FullTableError(RefusedError):
    """Every seat is taken by a person."""

    def __init__(self) -> None:
        super().__init__("full", "Every seat at this table is taken by a person.")


class EndedTableError(RefusedError):
    """The match is over or everybody has left."""

    def __init__(self) -> None:
        super().__init__("ended", "The match at this table is over.")
