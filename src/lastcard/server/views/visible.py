"""What a viewer is shown: messages composed from `view` and `seen_by`, and nothing else of a round.

A viewer is a seat, or None for a spectator.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING

from lastcard.rules.encode import encode, tag_of
from lastcard.rules.ruleset import Ruleset
from lastcard.rules.view import seen_by
from lastcard.server.model.events import Event, Room, TableEvent, shown_fields
from lastcard.server.model.state import SeatKind, TableState

if TYPE_CHECKING:
    from lastcard.match import Match
    from lastcard.rules.round import Round
    from lastcard.server.model.plain import Json


def summary(name: str, state: TableState, connected: frozenset[int]) -> Json:
    """What anybody may know of a table: who sits where, by which rules, how many seats may be taken."""
    free = state.free or state.seats_of(SeatKind.BOT)
    seats = [
        {"seat": i, "name": seat.name, "kind": seat.kind.value, "connected": i in connected}
        for i, seat in enumerate(state.seats)
    ]
    return {
        "table": name,
        "state": _word(state),
        "ended": state.ended,
        "seats": seats,
        "open": 0 if state.ended else len(free),
        "host": state.host,
        "ready": list(state.ready),
        "muted": [i for i, seat in enumerate(state.seats) if seat.muted],
        "terms": state.terms,
        "room": room_data(state.room),
        "rules": rules_data(state.rules),
    }


def table_data(name: str, state: TableState, connected: frozenset[int]) -> Json:
    """The summary with the match, for those at the table."""
    found = summary(name, state, connected)
    found["match"] = None if state.match is None else match_data(state.match, state.round)
    found["clock"] = state.room.clock
    return found


def event_data(event: Event, viewer: int | None) -> Json:
    """The event as the viewer may see it; of what happens at the table itself, no proof of a seat."""
    if isinstance(event, TableEvent):
        return _table_event(event)
    found: Json = encode(seen_by(event, viewer))
    return found


def _table_event(event: TableEvent) -> Json:
    """What everybody at the table is shown of it: the fields that are marked so (`model.events`)."""
    kind: type = type(event)
    shown = shown_fields(kind)
    if shown is None:
        return {"t": "hidden"}
    found = {field.name: _shown(field.value(event)) for field in shown}
    return {"t": tag_of(kind)} | {name: value for name, value in found.items() if value is not None}


def _shown(value: object) -> object:
    match value:
        case Ruleset():
            return rules_data(value)
        case Room():
            return room_data(value)
        case _:
            return encode(value)


def room_data(room: Room) -> Json:
    """The settings of a room, as they are sent and shown."""
    return {f.name: getattr(room, f.name) for f in fields(room)}


def deal_data(state: TableState) -> Json | None:
    """The chain of the latest deal, as far as it is public; the secret only once it was published."""
    deal = state.deal
    if deal is None:
        return None
    return {
        "game": state.game,
        "number": deal.number,
        "commitment": deal.commitment,
        "previous": deal.previous,
        "contributions": [list(entry) for entry in deal.contributions],
        "dealt": deal.dealt,
        "void": deal.void,
        "secret": deal.secret if deal.opened else None,
    }


@lru_cache(maxsize=256)
def rules_data(rules: Ruleset) -> Json:
    """The rules and how they differ from their edition; the same in every message of a table, and long to make."""
    return {**rules.as_data(), "differences": rules.differences()}


def _word(state: TableState) -> str:
    if state.over:
        return "over"
    return "waiting" if state.match is None and not state.dealing else "playing"


def match_data(match: Match, round_: Round | None) -> Json:
    """The match so far, while that round is played or after it."""
    playing = round_ is not None and not round_.over
    return {
        "scores": [points for _, points in match.scores],
        "target": match.rules.target,
        "scoring": match.rules.scoring.value,
        "dealer": round_.table.dealer if playing and round_ else match.dealer,
        "round": len(match.rounds) + playing,
        "rounds": [dict(points) for points in match.rounds],
        "winner": match.winner,
        "eliminated": list(match.eliminated),
        "left": list(match.left),
        "teams": [list(team) for team in match.rules.teams] or None,
    }
