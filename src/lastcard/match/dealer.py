"""Who deals: drawing cards for the deal before a match (S2), and passing it on after each round (S5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lastcard.match.errors import MatchError
from lastcard.rules.cards import Card, Shuffle
from lastcard.rules.options import DealerDraw
from lastcard.rules.ruleset import Ruleset

MAX_DRAWS: Final = 100
"""How many times players draw at most; only a deck whose cards all count the same gets that far."""


@dataclass(frozen=True, slots=True)
class DealerDrawing:
    """The dealer, and the drawings that decided it: for each, the (seat, card) pairs in order."""

    dealer: int
    draws: tuple[tuple[tuple[int, Card], ...], ...]


def draw_for_dealer(
    rules: Ruleset, seats: Sequence[int], order: Sequence[Card], shuffle: Shuffle
) -> DealerDrawing:
    """Let each of `seats` draw a card; the highest deals (S2).

    Cards are drawn from the start of `order`. Under `dealer_draw: numbers` the highest number counts and word cards do not;
    under `points` the most points. Players who tie for highest, or all if nobody drew a number, draw again among themselves.
    When too few cards are left, all go back and are shuffled. After MAX_DRAWS drawings without a decision the first of those
    still tied deals. All cards go back before the deal. MatchError without seats or with too few cards.
    """
    if not seats or len(order) < len(seats):
        raise MatchError(f"{len(order)} cards are too few for {len(seats)} players to draw for the deal (S2)")
    rest = tuple(order)
    tied = tuple(seats)
    draws: list[tuple[tuple[int, Card], ...]] = []
    while len(draws) < MAX_DRAWS and (not draws or len(tied) > 1):
        if len(rest) < len(tied):
            rest = shuffle(tuple(order))
        drawn = tuple(zip(tied, rest, strict=False))
        rest = rest[len(tied) :]
        draws.append(drawn)
        tied = _highest(rules, drawn)
    return DealerDrawing(tied[0], tuple(draws))


def _highest(rules: Ruleset, drawn: Sequence[tuple[int, Card]]) -> tuple[int, ...]:
    """The seats that drew the highest card; all if no card counts."""
    values = {seat: _value(rules, card) for seat, card in drawn}
    best = max(values.values())
    return tuple(seat for seat, value in values.items() if value == best)


def _value(rules: Ruleset, card: Card) -> int:
    """What the card counts for the deal; less than any number if it does not count."""
    if rules.dealer_draw is DealerDraw.POINTS:
        return rules.points[card]
    return -1 if card.number is None else card.number


def from_the_dealer(dealer: int, players: int) -> tuple[int, ...]:
    """All seats of the table in turn order from the dealer's left; the dealer is last."""
    return tuple((dealer + i) % players for i in range(1, players + 1))


def next_dealer(dealer: int, seats: Sequence[int], players: int) -> int:
    """Return who deals next: the deal passes to the left, over players who are not in `seats`, out of the match (S5)."""
    return next((seat for seat in from_the_dealer(dealer, players) if seat in seats), dealer)
