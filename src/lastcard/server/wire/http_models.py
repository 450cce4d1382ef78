"""The types of answers over HTTP (docs/protocol.md); those that look back are in `history_models`."""

from __future__ import annotations

from typing import Any, Literal

from lastcard.server.model.phrases import Phrase
from lastcard.server.wire.table_models import Refused, ServerModel


class Opened(ServerModel):
    """The answer to `POST /api/tables`; `local` says that `invite` works on the server's machine only."""

    table: str
    token: str
    seat: int
    link: str
    code: str
    invite: str
    local: bool


class Joined(ServerModel):
    """The answer to `POST /api/tables/{table}/join`."""

    token: str
    seat: int


class ErrorData(Refused):
    """What stands against it, and the line of a record."""

    line: int | None = None


class Refusal(ServerModel):
    """The body of an answer that is no success."""

    error: ErrorData


class EditionData(ServerModel):
    """An edition, with the value of each option in it."""

    name: str
    title: str
    summary: str
    options: dict[str, Any]


class OptionData(ServerModel):
    """An option of the rules, and what it may be."""

    name: str
    rule: str
    doc: str
    type: Literal["choice", "bool", "number", "cards", "replacements"]
    values: list[str | int] | None = None
    least: int | None = None
    most: int | None = None
    optional: bool | None = None


class PhraseData(ServerModel):
    """Something that can be said without typing."""

    id: Phrase
    kind: Literal["phrase", "emote"]


class OptionsData(ServerModel):
    """The answer to `GET /api/options`."""

    editions: list[EditionData]
    options: list[OptionData]
    phrases: list[PhraseData]
