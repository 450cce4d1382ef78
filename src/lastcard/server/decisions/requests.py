"""What people ask for at a table, as frozen values.

They need the standard library alone. Pydantic reads them from JSON (`wire.inbound`): what a field may hold is said here by
`Checked`, which changes Pydantic's schema of the field and does nothing without it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, get_args, get_type_hints

from lastcard.server.model.errors import RefusedError
from lastcard.server.model.phrases import Phrase

Schema: TypeAlias = dict[str, object]


class Checked:
    """What a field may hold, in the words of Pydantic's core schemas (`ge`, `max_length`, …).

    `then` changes a text that has been read; `default` is shown in the JSON schema, where the field's own cannot be.
    """

    def __init__(
        self, then: Callable[[str], str] | None = None, default: object = None, **bounds: object
    ) -> None:
        self._then = then
        self._default = default
        self._bounds = bounds

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], Schema]) -> Schema:
        """See Pydantic."""
        schema = handler(source) | self._bounds
        if self._then is None:
            return schema
        return {
            "type": "function-after",
            "function": {"type": "no-info", "function": self._then},
            "schema": schema,
        }

    def __get_pydantic_json_schema__(self, core: Schema, handler: Callable[[Schema], Schema]) -> Schema:
        """See Pydantic."""
        schema = handler(core)
        return schema if self._default is None else schema | {"default": self._default}


class Unasked(int):
    """A number that is meant where nobody asks for one."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Schema:
        """See Pydantic."""
        del source, handler
        return {"type": "int"}


class _Request:
    """Nothing but its fields, each of exactly its type."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True}


def _clean(text: str) -> str:
    """The text without control and format characters, blanks put together."""
    kept = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text))
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join(kept.split())


def clean_name(name: str) -> str:
    """The name of a person, as it is shown."""
    return _clean(name)[:24].strip() or "Player"


def _clean_chat(text: str) -> str:
    found = _clean(text)
    if not found:
        raise ValueError("there is nothing to say")
    return found


Name: TypeAlias = Annotated[str, Checked(clean_name, max_length=100)]
ChatText: TypeAlias = Annotated[str, Checked(_clean_chat, max_length=200)]
SeatNumber: TypeAlias = Annotated[int, Checked(ge=0, le=9)]
Secret: TypeAlias = Annotated[str, Checked(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
BrowserName: TypeAlias = Secret
Version: TypeAlias = Annotated[int, Checked(ge=0, le=2**53)]

USUAL_CLOCK: Final = Unasked(30)
"""Seconds for an act where nobody says otherwise (V12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomRequest(_Request):
    """Rules and room as somebody wants them; the rules are checked by `lastcard.rules`."""

    edition: str = "classic"
    players: int = 4
    options: Annotated[dict[str, Any], Checked(default={})] = field(default_factory=dict)
    teams: list[list[int]] | None = None
    written: dict[str, Any] | None = None
    bots: bool = True
    clock: Annotated[int, Checked(ge=5, le=300)] | None = USUAL_CLOCK
    autostart: bool = True
    draw: bool = False
    spectators: bool = True
    spectator_delay: Annotated[int, Checked(ge=0, le=300)] = 0
    grace_ms: Annotated[int, Checked(ge=500, le=3000)] = 1000
    auto_uno: bool = False
    chat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(_Request):
    """Take an action, written in the notation; `key` shows that a catch or jump answers what `grace` or `jumps` told."""

    t: Literal["act"]
    action: Annotated[str, Checked(max_length=200)]
    key: Annotated[str, Checked(max_length=32)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Next(_Request):
    """Deal the next round, or the first before all seats are taken."""

    t: Literal["next"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(_Request):
    """Begin a new match at this table."""

    t: Literal["rematch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(_Request):
    """Give up the seat; with `watch` only if one can look on from then."""

    t: Literal["leave"]
    watch: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(_Request):
    """Agree to the rules in force, or take it back (H9); `v` must not be older than they are."""

    t: Literal["ready"]
    ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(_Request):
    """Start the match; for the host."""

    t: Literal["start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRoom(RoomRequest):
    """Change the rules and the room, all of them named anew; for the host, while no match is played (H9)."""

    t: Literal["room"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit(_Request):
    """Move to another seat that no person has; the host may move `who`, and two people change places."""

    t: Literal["sit"]
    seat: SeatNumber
    who: SeatNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kick(_Request):
    """Send a person away; for the host."""

    t: Literal["kick"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban(_Request):
    """Send a person away for good; for the host."""

    t: Literal["ban"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(_Request):
    """Make another person the host; for the host."""

    t: Literal["host"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBot(_Request):
    """Put a bot on an open seat, or take it away; for the host, before the match."""

    t: Literal["bot"]
    seat: SeatNumber
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute(_Request):
    """Take the word from a person, or give it back; for the host."""

    t: Literal["mute"]
    seat: SeatNumber
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(_Request):
    """Say a prepared phrase or show an emote, by its id."""

    t: Literal["say"]
    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat(_Request):
    """Write to everybody, where the room allows it."""

    t: Literal["chat"]
    text: ChatText


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(_Request):
    """Take the hand back from the autopilot."""

    t: Literal["back"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Control(_Request):
    """Let this connection play the seat."""

    t: Literal["control"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute(_Request):
    """Add 16 random bytes to the chance of a round's deal."""

    t: Literal["contribute"]
    number: Annotated[int, Checked(ge=1, le=2**31)]
    value: Annotated[str, Checked(pattern=r"^[0-9a-f]{32}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
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


Request: TypeAlias = (
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
    | Contribute
)
_KINDS: Final[dict[str, type[Request]]] = {
    get_args(get_type_hints(kind)["t"])[0]: kind for kind in get_args(Request)
}


def from_plain(plain: Mapping[str, Any]) -> Request:
    """The request in plain data that are trusted, as those of a page in the same build are; nothing is checked."""
    kind = _KINDS.get(plain["t"])
    if kind is None:
        raise RefusedError("needs-server", {"act": str(plain["t"])})
    given = {f.name: plain[f.name] for f in fields(kind) if f.name in plain}
    if kind is Say:
        given["phrase"] = Phrase(given["phrase"])
    return kind(**given)
