"""From a stream of numbers to an order of cards: a Fisher–Yates shuffle of the sorted cards (docs/deals.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lastcard.dealing.commitment import Contributions
from lastcard.dealing.stream import NumberStream
from lastcard.rules.cards import Card


def shuffled(cards: Iterable[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
    """Return the cards in the order that the numbers give; `below` returns the next number under a bound.

    The cards are sorted by their tokens first, so their order before has no influence.
    """
    order = sorted(cards, key=lambda card: card.token)
    for last in range(len(order) - 1, 0, -1):
        at = below(last + 1)
        order[last], order[at] = order[at], order[last]
    return tuple(order)


def deal_order(cards: Iterable[Card], secret: bytes, contributions: Contributions) -> tuple[Card, ...]:
    """Return the deck in the order in which it is dealt (S3)."""
    return shuffled(cards, NumberStream(secret, contributions, "deal").below)


def dealer_order(cards: Iterable[Card], secret: bytes, contributions: Contributions) -> tuple[Card, ...]:
    """Return the deck in the order in which cards are drawn for the deal before the first round (S2)."""
    return shuffled(cards, NumberStream(secret, contributions, "dealer").below)


class Shuffles:
    """A shuffle for everything after the deal of a round (S6, T5).

    Each call uses a stream of its own, so earlier shuffles reveal nothing about later ones.
    """

    def __init__(
        self, secret: bytes, contributions: Contributions, so_far: int = 0, label: str = "shuffle"
    ) -> None:
        """`so_far` is how many shuffles the round has had since its deal."""
        self._secret, self._contributions = secret, contributions
        self._label, self._so_far = label, so_far

    def __call__(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards in their new order."""
        self._so_far += 1
        stream = NumberStream(self._secret, self._contributions, f"{self._label} {self._so_far}")
        return shuffled(cards, stream.below)
