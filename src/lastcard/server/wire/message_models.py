"""The messages of the wire that the server sends, as models: every message of it fits one of them (docs/protocol.md).

The server writes them as text without the models, which would cost time; tests hold what it sent against them, and the
TypeScript types are made from them (`typescript`). Their parts are in `table_models` and `event_models`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from lastcard.server.model.phrases import Phrase
from lastcard.server.wire.event_models import Logged, TableEventData
from lastcard.server.wire.table_models import (
    ClockData,
    DealData,
    GraceData,
    JumpsData,
    PromptData,
    Refused,
    RoundEvent,
    RoundView,
    ServerModel,
    TableData,
)


class _Standing(ServerModel):
    v: int
    you: int | None
    view: RoundView | None
    legal: list[str]
    awaited: list[int]
    table: TableData
    clock: ClockData | None
    grace: GraceData | None
    jumps: JumpsData | None
    autopilot: list[int]
    prompts: list[PromptData]
    deal: DealData | None
    control: bool


class State(_Standing):
    """Where the table stands: after events, or because somebody came or went."""

    t: Literal["state"]


class ServerData(ServerModel):
    """The server's version of the protocol, and the build of the page that it has."""

    proto: int
    minor: int
    build: str


class Snap(_Standing):
    """The end of the greeting: where the table stands.

    `log` is null if the events since the hello's `since` were sent one by one before it, else the latest ones. `token`
    is the seat's newest token, null for a spectator.
    """

    t: Literal["snap"]
    log: list[Logged] | None
    token: str | None
    server: ServerData


class Ev(ServerModel):
    """Something happened."""

    t: Literal["ev"]
    v: int
    e: TableEventData | RoundEvent


class Ack(ServerModel):
    """The command was carried out and is committed; `v` is the version that it led to."""

    t: Literal["ack"]
    id: str
    v: int


class Nak(Refused):
    """The command, or a message that is none (`id` null), was refused and changed nothing."""

    t: Literal["nak"]
    id: str | None
    v: int | None = None


class Wait(ServerModel):
    """A spectator sees the table late, and there is nothing to see yet: a snap follows in so many milliseconds."""

    t: Literal["wait"]
    left_ms: int


class SaidPhrase(ServerModel):
    """Somebody said a prepared phrase, or showed an emote."""

    t: Literal["said"]
    seat: int
    phrase: Phrase


class Chatted(ServerModel):
    """Somebody wrote to everybody."""

    t: Literal["chat"]
    seat: int
    name: str
    text: str


class Gone(Refused):
    """The connection ends, and coming back the same way does not help."""

    t: Literal["gone"]


class ServerPing(ServerModel):
    """Is anybody there? Answer with a pong with the same `n`: so the server measures the way."""

    t: Literal["ping"]
    n: str


class ServerPong(ServerModel):
    """The answer to a client's ping."""

    t: Literal["pong"]
    n: str | None = None


ServerMessage: TypeAlias = Annotated[
    Snap | State | Ev | Ack | Nak | Wait | SaidPhrase | Chatted | Gone | ServerPing | ServerPong,
    Field(discriminator="t"),
]

FROM_SERVER: Final[TypeAdapter[ServerMessage]] = TypeAdapter(ServerMessage)


def check(text: str) -> None:
    """ValidationError if the text is no message that a server sends."""
    FROM_SERVER.validate_json(text)
