"""Matches: rounds that add up, who deals, who is eliminated, who wins (P2–P4, S2, S5, M1, M4, V14)."""

from lastcard.match.dealer import DealerDrawing, draw_for_dealer
from lastcard.match.errors import MatchError
from lastcard.match.match import Match, RoundResult, leave, new_match, record, round_result

__all__ = [
    "DealerDrawing",
    "Match",
    "MatchError",
    "RoundResult",
    "draw_for_dealer",
    "leave",
    "new_match",
    "record",
    "round_result",
]
