"""The types of events as a client is told them: those of the table itself, and each with its version (`message_models`)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from lastcard.server.wire.table_models import RoomData, RoundEvent, RulesData, ServerModel


class HiddenEvent(ServerModel):
    """Something that this viewer may know nothing of but that it happened."""

    t: Literal["hidden"]


class TableOpenedEvent(ServerModel):
    """The table was opened; `game` names its chain of deals."""

    t: Literal["table-opened"]
    game: str


class SeatTakenEvent(ServerModel):
    """A person or a bot sits there from now on; a person is ready if they agree to the rules in force (H9)."""

    t: Literal["seat-taken"]
    seat: int
    name: str
    kind: Literal["person", "bot"]
    ready: bool | None = None


class SeatLeftEvent(ServerModel):
    """Nobody sits there any more."""

    t: Literal["seat-left"]
    seat: int


class SeatsMovedEvent(ServerModel):
    """People changed places: who sat on seat `order[i]` sits on seat `i` from now on."""

    t: Literal["seats-moved"]
    order: list[int]


class ReadySetEvent(ServerModel):
    """A person agreed to the rules in force, or took it back (H9)."""

    t: Literal["ready-set"]
    seat: int
    ready: bool


class RoomChangedEvent(ServerModel):
    """The host changed the rules or the room; nobody is ready any more (H9)."""

    t: Literal["room-changed"]
    rules: RulesData
    room: RoomData


class HostChangedEvent(ServerModel):
    """The host handed the room over."""

    t: Literal["host-changed"]
    seat: int


class KickedEvent(ServerModel):
    """The host sent the seat's person away."""

    t: Literal["kicked"]
    seat: int
    banned: bool


class MutedEvent(ServerModel):
    """The host took the word from the seat's person, or gave it back."""

    t: Literal["muted"]
    seat: int
    on: bool


class MatchBeganEvent(ServerModel):
    """A match began; `draws` says who drew what for the first deal, if it was drawn for (S2)."""

    t: Literal["match-began"]
    dealer: int
    draws: list[list[tuple[int, str]]]


class DealCalledEvent(ServerModel):
    """Cards are to be dealt."""

    t: Literal["deal-called"]


class DealSealedEvent(ServerModel):
    """The secret of a round's deal is bound: contributions may come."""

    t: Literal["deal-sealed"]
    number: int
    commitment: str
    previous: str


class ContributedEvent(ServerModel):
    """A seat added its share to the chance of the deal."""

    t: Literal["contributed"]
    seat: int
    number: int
    value: str


class DealOpenedEvent(ServerModel):
    """The round is over and the secret of its deal published."""

    t: Literal["deal-opened"]
    number: int
    secret: str


class DealVoidedEvent(ServerModel):
    """The deal of that round counts for nothing."""

    t: Literal["deal-voided"]
    number: int


TableEventData: TypeAlias = Annotated[
    HiddenEvent
    | TableOpenedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | SeatsMovedEvent
    | ReadySetEvent
    | RoomChangedEvent
    | HostChangedEvent
    | KickedEvent
    | MutedEvent
    | MatchBeganEvent
    | DealCalledEvent
    | DealSealedEvent
    | ContributedEvent
    | DealOpenedEvent
    | DealVoidedEvent,
    Field(discriminator="t"),
]


class Logged(ServerModel):
    """An event as this viewer may see it, with the version that it led to."""

    v: int
    e: TableEventData | RoundEvent
