"""The three ways in which rounds decide a match, one small function each (P2–P4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from lastcard.rules.options import Scoring


class MatchStatus(NamedTuple):
    """The decision after a round: who is eliminated now, in order, and who has won, if anybody."""

    eliminated: tuple[int, ...] = ()
    winner: int | None = None


Totals: TypeAlias = Mapping[int, int]
"""The total of each player still in the match (or each team with a player in it)."""

Mode: TypeAlias = Callable[[Totals, int, Sequence[int]], MatchStatus]
"""From totals, target and the players in turn order from the dealer's left to the decision."""


def first_to(totals: Totals, target: int, _order: Sequence[int]) -> MatchStatus:
    """P2: the first player or team with at least the target wins.

    A round gives points to only one of them, so no two can get there together.
    """
    return MatchStatus(winner=next((who for who, total in totals.items() if total >= target), None))


def running_total(totals: Totals, target: int, _order: Sequence[int]) -> MatchStatus:
    """P3: once anybody has reached the target, the lowest total wins; if it is tied, another round is played."""
    if max(totals.values()) < target:
        return MatchStatus()
    lowest = _lowest(totals)
    return MatchStatus(winner=lowest[0] if len(lowest) == 1 else None)


def elimination(totals: Totals, target: int, order: Sequence[int]) -> MatchStatus:
    """P4: a player who has reached the target is eliminated; the last one left wins.

    If all reach it at once, which only a round without anybody out can cause (T5), those with the lowest total stay: a single
    one has won, several play on as in P3 although they are past the target.
    """
    stay = [who for who, total in totals.items() if total < target] or _lowest(totals)
    gone = tuple(who for who in order if who in totals and who not in stay)
    return MatchStatus(gone, stay[0] if len(stay) == 1 else None)


def _lowest(totals: Totals) -> list[int]:
    least = min(totals.values())
    return [who for who, total in totals.items() if total == least]


MODES: Final[Mapping[Scoring, Mode]] = {
    Scoring.FIRST_TO: first_to,
    Scoring.RUNNING_TOTAL: running_total,
    Scoring.ELIMINATION: elimination,
}
"""What decides a match under each scoring."""
