"""What the server refuses, as values that the edge turns into an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lastcard.record.replay import UnlawfulError
from lastcard.rules.errors import LastcardError
from lastcard.rules.reasons import sentence
from lastcard.server.model.refusals import FIRST_SEAT, catalogue, english

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastcard.record import RecordError
    from lastcard.rules.errors import RulesError
    from lastcard.rules.reasons import Reason
    from lastcard.server.model.refusals import Param

_MAX_LENGTH: Final = 500
"""The longest reason that anybody is given."""


class ServerError(LastcardError):
    """The server cannot start or go on; the text says what is wrong and what to do about it."""


class StorageError(ServerError):
    """The log could not be read or written; nothing of the act in hand was kept."""


class ConflictError(StorageError):
    """Somebody else appended to the table's log: what was decided here is void."""


class LostError(StorageError):
    """The table is another server's now: nothing that is decided here counts any more."""

    def __init__(self) -> None:
        super().__init__("Another server runs this table now.")


class RefusedError(LastcardError):
    """Something that a client asked for is refused.

    `reason` says why and `params` fill its sentence in (`refusals`); `code` is the kind of reason (docs/protocol.md),
    `rule` the rulebook id that stands against it.
    """

    def __init__(
        self, reason: str, params: Mapping[str, Param] | None = None, rule: str | None = None
    ) -> None:
        said = catalogue()[reason]
        self.reason = reason
        self.params: dict[str, Param] = {
            name: brief(value) if isinstance(value, str) else value for name, value in (params or {}).items()
        }
        self.code = said.code
        self.rule = said.rule if rule is None else rule
        super().__init__(brief(english(reason, self.params)))

    def data(self) -> dict[str, Any]:
        """The refusal as it is sent to a client."""
        found = {"code": self.code, "reason": self.reason, "params": self.params, "message": str(self)}
        return found if self.rule is None else found | {"rule": self.rule}


def refusal_from(data: Mapping[str, Any]) -> RefusedError:
    """The refusal that another server sent as data."""
    return RefusedError(data["reason"], data["params"], data.get("rule"))


def against_act(reason: Reason) -> RefusedError:
    """The refusal of what the rules of the round do not allow."""
    return RefusedError(reason.code, dict(reason.params), reason.rule)


def against_rules(error: RulesError) -> RefusedError:
    """The refusal of rules that cannot be."""
    return RefusedError(error.code, {"where": error.where, **error.params}, error.rule)


def record_fault(error: RecordError) -> dict[str, Any]:
    """What is sent to a client about a record that cannot be read or played: its line as well."""
    return _of_record(error).data() | {"line": error.line}


def _of_record(error: RecordError) -> RefusedError:
    params = dict(error.params)
    if isinstance(error, UnlawfulError):
        params["why"] = sentence(error.reason, FIRST_SEAT)
    return RefusedError(error.code, params, error.rule)


def brief(message: str) -> str:
    """The message, cut off where it repeats too much of what was sent."""
    return message if len(message) <= _MAX_LENGTH else f"{message[: _MAX_LENGTH - 1]}…"


class ElsewhereError(RefusedError):
    """Another server runs the table, or its lease has not run out yet."""

    def __init__(self) -> None:
        super().__init__("moving")


class UnknownTableError(RefusedError):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("no-table")


class FullTableError(RefusedError):
    """No seat can be had: people sit there, or left them in this match."""

    def __init__(self) -> None:
        super().__init__("full")


class EndedTableError(RefusedError):
    """The match is over or everybody has left."""

    def __init__(self) -> None:
        super().__init__("ended")
