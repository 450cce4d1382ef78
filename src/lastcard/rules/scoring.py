"""What a round gives: the points of hands, and who scores or is charged with them (P1–P4, M1, M4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lastcard.rules.cards import Card
from lastcard.rules.options import Scoring
from lastcard.rules.ruleset import Ruleset

Points = tuple[tuple[int, int], ...]
"""What a round gives: (seat, points), or (team number, points) where there are teams."""


def hand_points(rules: Ruleset, cards: Iterable[Card]) -> int:
    """What the cards count together (P1, D6)."""
    points = rules.points
    return sum(points[card] for card in cards)


def round_points(
    rules: Ruleset, seats: Sequence[int], hands: Sequence[Sequence[Card]], out: int | None
) -> Points:
    """What the round gives to each of `seats`, or to each team where there are teams.

    `seats` are those in the round, `hands` has an entry for every seat of the table, `out` went out, if
    anybody did. Under P2 the one out scores the hands of all opponents, never a partner's (M1, M4), and
    everybody else nothing; nobody scores when nobody is out (T5). Under P3 and P4 each seat is charged
    with its own hand.
    """
    if rules.scoring is not Scoring.FIRST_TO:
        return tuple((seat, hand_points(rules, hands[seat])) for seat in seats)
    won = 0
    if out is not None:
        won = sum(hand_points(rules, hands[seat]) for seat in seats if not rules.same_side(seat, out))
    if rules.teams:
        team_out = rules.team_of(out) if out is not None else None
        return tuple((team, won if team == team_out else 0) for team in range(len(rules.teams)))
    return tuple((seat, won if seat == out else 0) for seat in seats)
