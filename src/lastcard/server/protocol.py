"""The messages of the wire, protocol 1: what a client may send, checked; what the server says (docs/protocol.md)."""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from lastcard.server.errors import RefusedError

VERSION: Final = 1
"""The version of the protocol."""

MOST_BYTES: Final = 4096
"""The largest frame that a client may send."""

Json: TypeAlias = dict[str, Any]
_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _clean_name(name: str) -> str:
    """A name without control and format characters, blanks put together."""
    kept = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", name))
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join(kept.split())[:24].strip() or "Player"


Name: TypeAlias = Annotated[str, Field(max_length=100), AfterValidator(_clean_name)]
Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Version: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]


class Act(_Strict):
    """Take an action, written in the notation."""

    t: Literal["act"]
    action: Annotated[str, Field(max_length=200)]


class Next(_Strict):
    """Deal the next round, or the first before all seats are taken."""

    t: Literal["next"]


class Rematch(_Strict):
    """Begin a new match at this table."""

    t: Literal["rematch"]


class Leave(_Strict):
    """Give up the seat."""

    t: Literal["leave"]


Doing: TypeAlias = Annotated[Act | Next | Rematch | Leave, Field(discriminator="t")]


class Hello(_Strict):
    """The first message: which table, and the token of a seat (none for a spectator)."""

    t: Literal["hello"]
    proto: int
    table: Annotated[str, Field(max_length=64)]
    token: Annotated[str, Field(max_length=100)] | None = None
    since: Version | None = None


class Cmd(_Strict):
    """A command: `id` is its own, `v` the version of the table that its sender had seen."""

    t: Literal["cmd"]
    id: Id
    v: Version
    d: Doing


class Ping(_Strict):
    """Is anybody there?"""

    t: Literal["ping"]


class Pong(_Strict):
    """Yes."""

    t: Literal["pong"]


FromClient: TypeAlias = Annotated[Hello | Cmd | Ping | Pong, Field(discriminator="t")]
_READ: Final[TypeAdapter[Hello | Cmd | Ping | Pong]] = TypeAdapter(FromClient)


class NewTable(_Strict):
    """What `POST /api/tables` takes; rules are checked by `lastcard.rules`."""

    name: Name = "Player"
    edition: str = "classic"
    players: int = 4
    options: dict[str, Any] = {}
    teams: list[list[int]] | None = None
    written: dict[str, Any] | None = None
    bots: bool = True
    clock: Annotated[int, Field(ge=5, le=300)] | None = None


class Joining(_Strict):
    """What `POST /api/tables/{table}/join` takes."""

    name: Name = "Player"


def read_message(text: str) -> Hello | Cmd | Ping | Pong:
    """A client's message; RefusedError `bad` says what is wrong with it."""
    try:
        return _READ.validate_json(text)
    except ValidationError as error:
        raise RefusedError("bad", _first_fault(error)) from None


def command_id(text: str) -> str | None:
    """The id of a message that could not be read, if it has a usable one, so that its sender gets an answer to it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) and 0 < len(name) <= 64 and name.isprintable() else None  # noqa: PLR2004


def _first_fault(error: ValidationError) -> str:
    """What is wrong in one sentence, without repeating what was sent."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in fault["loc"]) or "message"
    return f"{place}: {fault['msg']}."


def first_fault(error: ValidationError) -> str:
    """The same for a body that came over HTTP."""
    return _first_fault(error)


def dump(message: Json) -> str:
    """A message as one line of JSON."""
    return _ENCODER.encode(message)


def ack(command: str, version: int) -> Json:
    """The command was carried out and is committed."""
    return {"t": "ack", "id": command, "v": version}


def nak(command: str | None, error: RefusedError, version: int | None = None) -> Json:
    """The command was refused and changed nothing."""
    found: Json = {"t": "nak", "id": command, "code": error.code, "message": str(error)}
    if error.rule is not None:
        found["rule"] = error.rule
    if version is not None:
        found["v"] = version
    return found


def gone(code: str, message: str) -> Json:
    """The connection ends, and coming back the same way does not help."""
    return {"t": "gone", "code": code, "message": message}
