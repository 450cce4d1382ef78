"""What happens at a table besides the rounds: small facts in the past tense, which its log holds.

A table's log holds these and the events of the rules in one order, versions 1, 2, …; what they lead to is
`state.fold`. Each table event is described here once: what viewers are shown of it are the fields marked so (`SHOWN`), so that a
new field is a secret; `views.visible` writes them, and the model in `wire.event_models` with the first paragraph of the
docstring is made from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias, get_type_hints

from lastcard.rules import events as rules_events
from lastcard.rules.cards import Card
from lastcard.rules.encode import Plain, decode
from lastcard.rules.ruleset import Ruleset

NO_GAME: Final = "0" * 32
"""The chain of deals of tables from before deals were bound."""
RING: Final = 256
"""How many of a table's latest events are kept in memory for those who come back."""


@dataclass(frozen=True, slots=True)
class ShownField:
    """Marks a field that viewers see: its value, or what `write` makes of the event, left out if that is None.

    `name` and `kind` are its name and type there, if they differ from the field's.
    """

    name: str = ""
    kind: object = None
    write: Callable[[Any], object] | None = None

    def value(self, event: object) -> object:
        """What is shown of this event."""
        return getattr(event, self.name) if self.write is None else self.write(event)


SHOWN: Final = ShownField()
_SHOWN_KIND: Final = ShownField(
    "kind", Literal["person", "bot"], lambda taken: "bot" if taken.proof is None else "person"
)
_SHOWN_OF_PEOPLE: Final = ShownField(
    kind=bool | None, write=lambda taken: None if taken.proof is None else taken.ready
)


@cache
def shown_fields(event: type) -> tuple[ShownField, ...] | None:
    """What viewers are shown of such an event; None of one all of whose fields are secret, which is hidden."""
    hints = get_type_hints(event, include_extras=True)
    found = tuple(
        replace(mark, name=mark.name or name, kind=mark.kind or hint.__origin__)
        for name, hint in hints.items()
        for mark in getattr(hint, "__metadata__", ())
    )
    return found if found or not hints else None


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
    """The table was opened; `game` names its chain of deals.

    All seats are open. The name is made by chance; tables from before deals were bound share one.
    """

    rules: Ruleset
    room: Room = Room()
    game: Annotated[str, SHOWN] = NO_GAME


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person or a bot sits there from now on; a person is ready if they agree to the rules in force (H9).

    They have the hand of the seat. `proof` is the hash of a person's token, None for a bot; `browser` the hash of a name
    that the person's browser gave itself, if it did: by it a ban is known again.
    """

    seat: Annotated[int, SHOWN]
    name: Annotated[str, SHOWN]
    proof: Annotated[str | None, _SHOWN_KIND] = None
    ready: Annotated[bool, _SHOWN_OF_PEOPLE] = True
    browser: str | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Nobody sits there any more.

    The seat is open again, or, while a match is played, nobody takes it (V14).
    """

    seat: Annotated[int, SHOWN]


@dataclass(frozen=True, slots=True)
class SeatsMoved:
    """People changed places: who sat on seat `order[i]` sits on seat `i` from now on."""

    order: Annotated[tuple[int, ...], SHOWN]


@dataclass(frozen=True, slots=True)
class ReadySet:
    """A person agreed to the rules in force, or took it back (H9)."""

    seat: Annotated[int, SHOWN]
    ready: Annotated[bool, SHOWN]


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The host changed the rules or the room; nobody is ready any more (H9)."""

    rules: Annotated[Ruleset, SHOWN]
    room: Annotated[Room, SHOWN]


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The host handed the room over.

    The person of that seat is host now.
    """

    seat: Annotated[int, SHOWN]


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host sent the seat's person away.

    For good if `banned`; what becomes of the seat follows.
    """

    seat: Annotated[int, SHOWN]
    banned: Annotated[bool, SHOWN]


@dataclass(frozen=True, slots=True)
class Muted:
    """The host took the word from the seat's person, or gave it back."""

    seat: Annotated[int, SHOWN]
    on: Annotated[bool, SHOWN]


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match began; `draws` says who drew what for the first deal, if it was drawn for (S2).

    The dealer is the seat that deals first (S5).
    """

    dealer: Annotated[int, SHOWN]
    draws: Annotated[tuple[tuple[tuple[int, Card], ...], ...], SHOWN] = ()


@dataclass(frozen=True, slots=True)
class TokenRenewed:
    """The seat has a new token, of which this is the hash; nobody is shown that, nor the `salt` that it was made with."""

    seat: int
    proof: str
    salt: str


@dataclass(frozen=True, slots=True)
class DealCalled:
    """Cards are to be dealt.

    For the next round or for the first of a new match; `DealSealed` follows by itself.
    """


@dataclass(frozen=True, slots=True)
class DealSealed:
    """The secret of a round's deal is bound: contributions may come.

    It was drawn for round `number` and is bound by its commitment, which hangs on the `previous` one. The secret is shown to
    nobody before `DealOpened`.
    """

    number: Annotated[int, SHOWN]
    commitment: Annotated[str, SHOWN]
    secret: str
    previous: Annotated[str, SHOWN]


@dataclass(frozen=True, slots=True)
class Contributed:
    """A seat added its share to the chance of the deal.

    It is 32 hex digits, `bot` for a bot, or `absent` for a person who gave none in time; those two are added when the cards are
    dealt.
    """

    seat: Annotated[int, SHOWN]
    number: Annotated[int, SHOWN]
    value: Annotated[str, SHOWN]


@dataclass(frozen=True, slots=True)
class DealOpened:
    """The round is over and the secret of its deal published.

    Or it could not be dealt.
    """

    number: Annotated[int, SHOWN]
    secret: Annotated[str, SHOWN]


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The deal of that round counts for nothing.

    The log does not give its secret any more: the round is dealt again.
    """

    number: Annotated[int, SHOWN]


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
