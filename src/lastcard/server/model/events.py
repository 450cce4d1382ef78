"""What happens at a table besides the rounds: small facts in the past tense, which stand in its log.

A table's log holds these and the events of the rules in one order, versions 1, 2, …; what they lead to is
`state.fold`, what a viewer is shown of them `views.visible.event_data`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from lastcard.rules import events as rules_events
from lastcard.rules.cards import Card
from lastcard.rules.encode import Plain, decode
from lastcard.rules.ruleset import Ruleset

NO_GAME: Final = "0" * 32
"""The chain of deals of tables from before deals were bound."""
RING: Final = 256
"""How many of a table's latest events are at hand for those who come back."""


@dataclass(frozen=True, slots=True)
class Room:
    """How a table is run, chosen by the host and changed only while no match is played (H9).

    `bots`: bots take open seats when the match starts, and the place of who leaves (V14); `clock`: seconds that a
    person has for an act (V12), None for as long as they like; `autostart`: the match starts as soon as everybody
    sits there ready, otherwise when the host says so; `draw`: the first dealer is drawn (S2); `spectators`:
    others may look on, `spectator_delay` seconds late; `grace_ms`: how long one's own call of UNO goes before a
    catch; `auto_uno`: UNO is said for everybody; `chat`: people may write to each other.
    """

    bots: bool = True
    clock: int | None = None
    autostart: bool = True
    draw: bool = False
    spectators: bool = True
    spectator_delay: int = 0
    grace_ms: int = 1000
    auto_uno: bool = False
    chat: bool = False


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table with these rules was opened; all seats are open.

    `game` is the name of its chain of deals, by chance; tables from before deals were bound share one.
    """

    rules: Ruleset
    room: Room = Room()
    game: str = NO_GAME


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person (with the hash of their token) or a bot (without) sits there from now on, with the hand of the seat.

    Sitting down `ready` means agreeing to the rules in force (H9). `browser` is the hash of a name that the
    person's browser gave itself, if it did: by it a ban is known again.
    """

    seat: int
    name: str
    proof: str | None = None
    ready: bool = True
    browser: str | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Nobody sits there any more: the seat is open again, or, while a match is played, nobody takes it (V14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatsMoved:
    """People changed places: who sat on seat `order[i]` sits on seat `i` from now on."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadySet:
    """A person agreed to the rules in force, or took it back (H9)."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The host changed the rules or the room; nobody is ready any more (H9)."""

    rules: Ruleset
    room: Room


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The host handed the room over to that seat's person."""

    seat: int


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host sent the seat's person away, for good if `banned`; what becomes of the seat follows."""

    seat: int
    banned: bool


@dataclass(frozen=True, slots=True)
class Muted:
    """The host took the word from the seat's person, or gave it back."""

    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match began in which this seat deals first (S2, S5); `draws` says who drew what for it, if it was drawn."""

    dealer: int
    draws: tuple[tuple[tuple[int, Card], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TokenRenewed:
    """The seat has a new token, of which this is the hash; nobody is shown that, nor the `salt` that it was made with."""

    seat: int
    proof: str
    salt: str


@dataclass(frozen=True, slots=True)
class DealCalled:
    """Cards are to be dealt, for the next round or for the first of a new match; `DealSealed` follows by itself."""


@dataclass(frozen=True, slots=True)
class DealSealed:
    """The secret of round `number` was drawn and is bound by its commitment, which hangs on the `previous` one.

    The secret is shown to nobody before `DealOpened`.
    """

    number: int
    commitment: str
    secret: str
    previous: str


@dataclass(frozen=True, slots=True)
class Contributed:
    """The seat gave its share to the chance of that round's deal: 32 hex digits, or what stands for none.

    `bot` for a bot, `absent` for a person who gave none in time; those are added when the cards are dealt.
    """

    seat: int
    number: int
    value: str


@dataclass(frozen=True, slots=True)
class DealOpened:
    """The round is over, or could not be dealt, and its secret is published."""

    number: int
    secret: str


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The log does not give the secret of that round any more: the round counts for nothing and is dealt anew."""

    number: int


DealEvent: TypeAlias = DealCalled | DealSealed | Contributed | DealOpened | DealVoided
TableEvent: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | SeatsMoved
    | ReadySet
    | RoomChanged
    | HostChanged
    | Kicked
    | Muted
    | MatchBegan
    | TokenRenewed
    | DealEvent
)
Event: TypeAlias = TableEvent | rules_events.Event


def read_event(plain: Plain) -> Event:
    """The event that the log holds as these plain data; what older versions wrote is read as well.

    LastcardError if it cannot be read.
    """
    if isinstance(plain, dict) and plain.get("t") == "table-opened" and "room" not in plain:
        plain = dict(plain)
        room = {"t": "room", "bots": plain.pop("bots", True), "clock": plain.pop("clock", None)}
        plain["room"] = room
    found: Event = decode(Event, plain)
    return found
