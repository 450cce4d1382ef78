"""The types of what was played: `GET /api/tables/{table}/history`, and `POST /api/replay`."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from lastcard.server.decisions.requests import SeatNumber
from lastcard.server.wire.event_models import Logged
from lastcard.server.wire.table_models import MatchData, RoundEvent, RoundView, RulesData


class _Past(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PastRound(_Past):
    """A round that is over: who was in it, who went out, and what it gave by seat (or number of the team)."""

    number: int
    dealer: int
    seats: list[int]
    out: int | None
    points: dict[str, int]
    scores: list[int]


class PastMatch(_Past):
    """A match as far as its rounds are over."""

    number: int
    rules: RulesData
    names: list[str]
    dealer: int
    scores: list[int]
    winner: int | None
    eliminated: list[int]
    left: list[int]
    over: bool
    rounds: list[PastRound]


class HistoryData(_Past):
    """All that was played at a table, the number of the round that is being played, and who came and went."""

    matches: list[PastMatch]
    playing: int | None
    table: list[Logged]


class ReplayWish(_Past):
    """A record to be played through: which of its rounds, as which seat saw it (null: with open hands)."""

    record: str
    round: Annotated[int, Field(ge=1, le=10_000)] = 1
    seat: SeatNumber | None = None


class Share(_Past):
    """What a seat gave to the chance of a deal: 32 hex digits, `bot` or `absent`."""

    seat: int
    value: str


class ProofData(_Past):
    """What a deal is verified with (docs/deals.md)."""

    game: str
    number: int
    rules: str
    previous: str
    commitment: str
    contributions: list[Share]
    stage: str
    secret: str | None
    dealer: int
    draws: list[list[tuple[int, str]]]
    order: str
    shuffles: list[str]


class ReplayedRound(_Past):
    """A round of the record: how many moments it has, what it came to, and what its deal is verified with."""

    dealer: int
    moments: int
    over: bool
    out: int | None
    points: dict[str, int]
    scores: list[int]
    deal: ProofData | None


class Moment(_Past):
    """One entry of the record: who did what (null: the deal), what followed, and how things stood after it."""

    line: int
    seat: int | None
    act: str
    events: list[RoundEvent]
    view: RoundView
    awaited: list[int]
    match: MatchData


class ReplayData(_Past):
    """A record that the rules allow: its rounds, and of one of them every moment."""

    rules: RulesData
    names: list[str]
    date: str | None
    rounds: list[ReplayedRound]
    round: int
    seat: int | None
    moments: list[Moment]
