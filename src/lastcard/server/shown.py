"""What a viewer is shown: messages composed from `view` and `seen_by`, and nothing else of a round.

A viewer is a seat, or None for a spectator.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastcard.rules.encode import encode
from lastcard.rules.legality import awaited, legal_actions
from lastcard.rules.view import seen_by, view
from lastcard.server.state import Event, Kind, MatchBegan, SeatLeft, SeatTaken, TableOpened, TableState

if TYPE_CHECKING:
    from lastcard.rules.ruleset import Ruleset
    from lastcard.server.protocol import Json


def summary(name: str, state: TableState, connected: frozenset[int]) -> Json:
    """What anybody may know of a table: who sits where, whether it is played at, how many seats may be taken."""
    free = state.seats_of(Kind.OPEN) or state.seats_of(Kind.BOT)
    seats = [
        {"seat": i, "name": seat.name, "kind": seat.kind.value, "connected": i in connected}
        for i, seat in enumerate(state.seats)
    ]
    return {"table": name, "state": _word(state), "seats": seats, "open": 0 if state.over else len(free)}


def table_data(name: str, state: TableState, connected: frozenset[int]) -> Json:
    """The summary with match and rules, for those at the table."""
    found = summary(name, state, connected)
    found["match"] = _match_data(state)
    found["rules"] = _rules_data(state.rules)
    found["clock"] = state.clock
    return found


def event_data(event: Event, viewer: int | None) -> Json:
    """The event as the viewer may see it; of what happens at the table itself, no proof of a seat."""
    match event:
        case TableOpened():
            return {"t": "table-opened"}
        case SeatTaken(seat, name, proof):
            return {
                "t": "seat-taken",
                "seat": seat,
                "name": name,
                "kind": "bot" if proof is None else "person",
            }
        case SeatLeft(seat):
            return {"t": "seat-left", "seat": seat}
        case MatchBegan(dealer):
            return {"t": "match-began", "dealer": dealer}
        case _:
            found: Json = encode(seen_by(event, viewer))
            return found


def state_message(name: str, state: TableState, viewer: int | None, connected: frozenset[int]) -> Json:
    """Where the table stands now, for this viewer."""
    legal: list[str] = []
    waiting: list[int] = []
    shown: Any = None
    if state.round is not None:
        seen = view(state.round, viewer)
        shown = encode(seen)
        waiting = list(awaited(seen))
        legal = [] if viewer is None else [str(action) for action in legal_actions(seen, viewer)]
    return {
        "t": "state",
        "v": state.version,
        "view": shown,
        "legal": legal,
        "awaited": waiting,
        "table": table_data(name, state, connected),
    }


def snapshot(
    name: str,
    state: TableState,
    viewer: int | None,
    connected: frozenset[int],
    history: list[tuple[int, Event]],
) -> Json:
    """The first message to a viewer: the state, which seat it has, and what happened lately."""
    log = [{"v": version, "e": event_data(event, viewer)} for version, event in history]
    return {**state_message(name, state, viewer, connected), "t": "snap", "you": viewer, "log": log}


@lru_cache(maxsize=256)
def _rules_data(rules: Ruleset) -> Json:
    """The same for every message of a table, and long to make."""
    return {**rules.as_data(), "differences": rules.differences()}


def _word(state: TableState) -> str:
    if state.match is None:
        return "waiting"
    return "over" if state.over else "playing"


def _match_data(state: TableState) -> Json | None:
    match = state.match
    if match is None:
        return None
    playing = state.round is not None and not state.round.over
    return {
        "scores": [points for _, points in match.scores],
        "target": match.rules.target,
        "scoring": match.rules.scoring.value,
        "dealer": state.round.table.dealer if playing and state.round else match.dealer,
        "round": len(match.rounds) + playing,
        "rounds": [dict(points) for points in match.rounds],
        "winner": match.winner,
        "eliminated": list(match.eliminated),
        "left": list(match.left),
        "teams": [list(team) for team in match.rules.teams] or None,
    }
