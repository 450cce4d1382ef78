"""The types of what a client is sent of a table: rules, room, seats, match, clocks, questions, the deal (`message_models`).

Rounds and their events are `lastcard.rules.encode`'s.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, WithJsonSchema

from lastcard.rules.encode import decode
from lastcard.rules.errors import LastcardError
from lastcard.rules.events import Event
from lastcard.rules.round import Round

RULES: Final = "x-rules"
"""Marks in a schema where one of the rules' own types belongs."""


class ServerModel(BaseModel):
    """Something that a server says: frozen, and nothing more than its fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _of_the_rules(name: str, kind: object) -> tuple[AfterValidator, WithJsonSchema]:
    """What makes plain data a value of that type of the rules: it must decode as one."""

    def check(plain: dict[str, Any]) -> dict[str, Any]:
        try:
            decode(kind, plain)
        except LastcardError as error:
            raise ValueError(str(error)) from None
        return plain

    return AfterValidator(check), WithJsonSchema({RULES: name})


RoundView: TypeAlias = Annotated[dict[str, Any], *_of_the_rules("Round", Round)]
"""A round as a seat may see it."""
RoundEvent: TypeAlias = Annotated[dict[str, Any], *_of_the_rules("Event", Event)]
"""An event of a round as a seat may see it."""


class WrittenData(ServerModel):
    """A rule that the table wrote on a card (H): its text, when it holds, and what it does."""

    text: str
    when: str
    effects: list[dict[str, Any]]


class RulesData(ServerModel):
    """The rules in force: the edition, and the options in which they differ from it (docs/options.md)."""

    edition: str
    players: int
    teams: list[list[int]] | None = None
    written: dict[str, WrittenData] | None = None
    options: dict[str, Any]
    differences: dict[str, Any]


class RoomData(ServerModel):
    """How the table is run, chosen by the host (H9)."""

    bots: bool
    clock: int | None
    autostart: bool
    draw: bool
    spectators: bool
    spectator_delay: int
    grace_ms: int
    auto_uno: bool
    chat: bool


class SeatData(ServerModel):
    """Who sits on a seat: nobody, a person, a bot, or somebody who left a table without bots (V14)."""

    seat: int
    name: str
    kind: Literal["open", "person", "bot", "gone"]
    connected: bool


class TableFacts(ServerModel):
    """What is known of a table to whoever knows it."""

    table: str
    state: Literal["waiting", "playing", "over"]
    ended: bool
    seats: list[SeatData]
    open: int
    host: int | None
    ready: list[int]
    muted: list[int]
    terms: int
    room: RoomData
    rules: RulesData


class Summary(TableFacts):
    """What anybody may know of a table (`GET /api/tables/{table}`), and while it has not ended how others come to it.

    `open` is how many seats could be taken, `terms` the version of rules and room, `local` says that `invite` works on
    the server's machine only.
    """

    code: str | None = None
    invite: str | None = None
    local: bool | None = None


class MatchData(ServerModel):
    """The match so far: points by seat or team, whose deal it is, who is out, who won."""

    scores: list[int]
    target: int
    scoring: str
    dealer: int
    round: int
    rounds: list[dict[str, int]]
    winner: int | None
    eliminated: list[int]
    left: list[int]
    teams: list[list[int]] | None


class TableData(TableFacts):
    """What those at the table know of it besides: the match, and the seconds that a person has for an act."""

    match: MatchData | None
    clock: int | None


class ClockData(ServerModel):
    """Whose act is waited for, and how long; while the connection is lost, how much of its pause is left (V12)."""

    seat: int
    left_ms: int | None
    total_ms: int | None
    paused: bool
    pause_ms: int | None = None


class GraceData(ServerModel):
    """How long the seat may still say UNO before a catch counts (U2); a catch shows the `key`."""

    seat: int
    left_ms: int
    key: str


class JumpsData(ServerModel):
    """How long jumping in goes before the next player's act (V3); a jump shows the `key`."""

    left_ms: int
    key: str


class PromptData(ServerModel):
    """What people must judge: a dare, a charade (H5, H8) or a report (X1); with votes, how many have given theirs of how many."""

    kind: Literal["dare", "charade", "report"]
    seat: int
    text: str | None = None
    by: int | None = None
    judges: list[int]
    guessers: list[int] | None = None
    voted: int | None = None
    needed: int | None = None
    left_ms: int | None


class DealData(ServerModel):
    """The chance of the latest deal, as far as it is public: the secret when the round is over (docs/deals.md)."""

    game: str
    number: int
    commitment: str
    previous: str
    contributions: list[tuple[int, str]]
    dealt: bool
    void: bool
    secret: str | None


class Refused(ServerModel):
    """Why not: the kind of reason, the reason, what fills its sentence in, that sentence in English, the rulebook id."""

    code: str
    reason: str
    params: dict[str, str | int | list[str]]
    message: str
    rule: str | None = None
