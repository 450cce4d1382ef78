"""The messages of the wire, protocol 1: what a client may send, checked; what the server says (docs/protocol.md)."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from lastcard.server.decisions.requests import BrowserName, Name, Request, SeatNumber, Secret, Version
from lastcard.server.model.errors import RefusedError
from lastcard.server.wire.protocol import VERSION


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Hello(_Strict):
    """The first message: which table, and the token of a seat (none for a spectator).

    `proto` and `minor` are the version of the protocol that the client was made for, `build` the build of the page;
    `since` is the last version of the table that it saw, `browser` the name by which a ban is known again. Fields that a
    newer client adds are not looked at.
    """

    model_config = ConfigDict(extra="ignore")

    t: Literal["hello"]
    proto: int
    minor: int = 0
    build: Annotated[str, Field(max_length=64)] = ""
    table: Annotated[str, Field(max_length=64)]
    token: Annotated[str, Field(max_length=100)] | None = None
    since: Version | None = None
    browser: BrowserName | None = None


class Cmd(_Strict):
    """A command: `id` is its own, `v` the version of the table that its sender had seen."""

    t: Literal["cmd"]
    id: Id
    v: Version
    d: Annotated[Request, Field(discriminator="t")]


class Ping(_Strict):
    """Is anybody there? The pong repeats `n`."""

    t: Literal["ping"]
    n: Id | None = None


class Pong(_Strict):
    """Yes. Only with the `n` of the ping does it tell the server how long the way is."""

    t: Literal["pong"]
    n: Id | None = None


FromClient: TypeAlias = Annotated[Hello | Cmd | Ping | Pong, Field(discriminator="t")]
_READ: Final[TypeAdapter[Hello | Cmd | Ping | Pong]] = TypeAdapter(FromClient)


class Joining(_Strict):
    """What `POST /api/tables/{table}/join` takes.

    `terms` is the version of the rules and the room that the person was shown: who sits down under other ones is not
    ready (H9). `token` is that of a seat from which they went away (V14). Sent again under the same `id`, the sender's
    own secret, it is answered again and takes no second seat.
    """

    id: Secret | None = None
    name: Name = "Player"
    seat: SeatNumber | None = None
    ready: bool = True
    terms: Version | None = None
    browser: BrowserName | None = None
    token: Annotated[str, Field(max_length=100)] | None = None


def read_message(text: str) -> Hello | Cmd | Ping | Pong:
    """A client's message; RefusedError `bad` says what is wrong with it."""
    strict_json(text)
    try:
        return _READ.validate_json(text)
    except ValidationError as error:
        raise first_fault(error) from None


def strict_json(text: str | bytes) -> None:
    """RefusedError `bad` for NaN and Infinity, which are no JSON; Pydantic reads them, and drops those of a key said twice."""
    names: tuple[Any, ...] = ("NaN", "Infinity") if isinstance(text, str) else (b"NaN", b"Infinity")
    if not any(name in text for name in names):
        return
    try:
        from_json(text, allow_inf_nan=False)
    except ValueError:
        raise RefusedError("unfit", {"place": "message", "why": "Invalid JSON"}) from None


def other_version(text: str) -> bool:
    """Whether the text is a hello of a version of the protocol that is not understood, whatever else it holds."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("t") == "hello" and found.get("proto") != VERSION


def command_id(text: str) -> str | None:
    """The id of a message that could not be read, if it has a usable one, so that its sender gets an answer to it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) and 0 < len(name) <= 64 and name.isprintable() else None  # noqa: PLR2004


def first_fault(error: ValidationError) -> RefusedError:
    """What is wrong, without repeating what was sent."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in fault["loc"]) or "message"
    # of dataclasses Pydantic says it in the words of a function
    unknown = fault["type"] == "unexpected_keyword_argument"
    return RefusedError(
        "unfit", {"place": place, "why": "Extra inputs are not permitted" if unknown else fault["msg"]}
    )
