"""The three ways in which rounds decide a match: one small function each (P2–P4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from lastcard.rules.options import Scoring


class MatchStatus(NamedTuple):
    """Where a match stands after a round: who goes out of it now, in order, and who has won, if anybody."""

    eliminated: tuple[int, ...] = ()
    winner: int | None = None


Totals: TypeAlias = Mapping[int, int]
"""What each player still in the match (or each team with a player in it) has in all."""

Mode: TypeAlias = Callable[[Totals, int, Sequence[int]], MatchStatus]
"""From totals, target and the players in turn order from the dealer's left to the standing."""


def first_to(totals: Totals, target: int, _order: Sequence[int]) -> MatchStatus:
    """P2: the first player or team to have the target, exactly or more, wins.

    A round gives points to one of them only, so no two get there together.
    """
    return MatchStatus(winner=next((who for who, total in totals.items() if total >= target), None))


def running_total(totals: Totals, target: int, _order: Sequence[int]) -> MatchStatus:
    """P3: once anybody has reached the target the lowest total wins; a tie for lowest plays another round."""
    if max(totals.values()) < target:
        return MatchStatus()
    lowest = _lowest(totals)
    return MatchStatus(winner=lowest[0] if len(lowest) == 1 else None)


def elimination(totals: Totals, target: int, order: Sequence[int]) -> MatchStatus:
    """P4: whoever has reached the target is out of the match; the last one in it wins.

    Should all reach it at once, which only a round without anybody out can bring about (T5), then those with
    the lowest total stay: a single one has won, several play on as in P3 although they are past the target.
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
