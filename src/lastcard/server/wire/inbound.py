"""The messages of the wire, protocol 1: what a client may send, checked; what the server says (docs/protocol.md)."""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from lastcard.server.model.errors import RefusedError
from lastcard.server.model.phrases import Phrase
from lastcard.server.wire.protocol import VERSION


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _clean(text: str) -> str:
    """The text without control and format characters, blanks put together."""
    kept = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text))
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join(kept.split())


def _clean_name(name: str) -> str:
    return _clean(name)[:24].strip() or "Player"


def _clean_chat(text: str) -> str:
    found = _clean(text)
    if not found:
        raise ValueError("there is nothing to say")
    return found


Name: TypeAlias = Annotated[str, Field(max_length=100), AfterValidator(_clean_name)]
ChatText: TypeAlias = Annotated[str, Field(max_length=200), AfterValidator(_clean_chat)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=9)]
Secret: TypeAlias = Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
BrowserName: TypeAlias = Secret
Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Version: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]

USUAL_CLOCK: Final = 30
"""Seconds for an act where nobody says otherwise (V12)."""


class RoomRequest(_Strict):
    """Rules and room as somebody wants them; the rules are checked by `lastcard.rules`."""

    edition: str = "classic"
    players: int = 4
    options: dict[str, Any] = {}
    teams: list[list[int]] | None = None
    written: dict[str, Any] | None = None
    bots: bool = True
    clock: Annotated[int, Field(ge=5, le=300)] | None = USUAL_CLOCK
    autostart: bool = True
    draw: bool = False
    spectators: bool = True
    spectator_delay: Annotated[int, Field(ge=0, le=300)] = 0
    grace_ms: Annotated[int, Field(ge=500, le=3000)] = 1000
    auto_uno: bool = False
    chat: bool = False


class Act(_Strict):
    """Take an action, written in the notation; `key` shows that a catch or jump answers what `grace` or `jumps` told."""

    t: Literal["act"]
    action: Annotated[str, Field(max_length=200)]
    key: Annotated[str, Field(max_length=32)] | None = None


class Next(_Strict):
    """Deal the next round, or the first before all seats are taken."""

    t: Literal["next"]


class Rematch(_Strict):
    """Begin a new match at this table."""

    t: Literal["rematch"]


class Leave(_Strict):
    """Give up the seat; with `watch` only if one can look on from then."""

    t: Literal["leave"]
    watch: bool = False


class Ready(_Strict):
    """Agree to the rules in force, or take it back (H9); `v` must not be older than they are."""

    t: Literal["ready"]
    ready: bool


class Start(_Strict):
    """Start the match; for the host."""

    t: Literal["start"]


class ChangeRoom(RoomRequest):
    """Change the rules and the room, all of them named anew; for the host, while no match is played (H9)."""

    t: Literal["room"]


class Sit(_Strict):
    """Move to another seat that no person has; the host may move `who`, and two people change places."""

    t: Literal["sit"]
    seat: SeatNumber
    who: SeatNumber | None = None


class Kick(_Strict):
    """Send a person away; for the host."""

    t: Literal["kick"]
    seat: SeatNumber


class Ban(_Strict):
    """Send a person away for good; for the host."""

    t: Literal["ban"]
    seat: SeatNumber


class HandOver(_Strict):
    """Make another person the host; for the host."""

    t: Literal["host"]
    seat: SeatNumber


class SetBot(_Strict):
    """Put a bot on an open seat, or take it away; for the host, before the match."""

    t: Literal["bot"]
    seat: SeatNumber
    on: bool


class Mute(_Strict):
    """Take the word from a person, or give it back; for the host."""

    t: Literal["mute"]
    seat: SeatNumber
    on: bool


class Say(_Strict):
    """Say a prepared phrase or show an emote, by its id."""

    t: Literal["say"]
    phrase: Phrase


class Chat(_Strict):
    """Write to everybody, where the room allows it."""

    t: Literal["chat"]
    text: ChatText


class Back(_Strict):
    """Take the hand back from the autopilot."""

    t: Literal["back"]


class Control(_Strict):
    """Let this connection play the seat."""

    t: Literal["control"]


class Contribute(_Strict):
    """Add 16 random bytes to the chance of a round's deal."""

    t: Literal["contribute"]
    number: Annotated[int, Field(ge=1, le=2**31)]
    value: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


Doing: TypeAlias = Annotated[
    Act
    | Next
    | Rematch
    | Leave
    | Ready
    | Start
    | ChangeRoom
    | Sit
    | Kick
    | Ban
    | HandOver
    | SetBot
    | Mute
    | Say
    | Chat
    | Back
    | Control
    | Contribute,
    Field(discriminator="t"),
]


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
    d: Doing


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


class NewTable(RoomRequest):
    """What `POST /api/tables` takes; `now` deals at once (as with bots it does unless told otherwise).

    Where cards are dealt at once to one person, nobody waits for them, so there is a clock only if they ask for one.
    Sent again under the same `id`, the sender's own secret, it is answered again and opens no second table.
    """

    id: Secret | None = None
    name: Name = "Player"
    browser: BrowserName | None = None
    now: bool | None = None

    @property
    def at_once(self) -> bool:
        """Whether the other seats are filled and the cards dealt at once."""
        return self.bots if self.now is None else self.now


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
    return RefusedError("unfit", {"place": place, "why": fault["msg"]})
