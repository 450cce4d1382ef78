"""Keeps the books of a round from what the server wrote to its file and from docs/events.md alone: which card is where.

It shares no code with the rules or the server. Every card is in one place, always: in a hand, in the draw pile, whose order is
known, or among the discards. Who plays has the card; what is drawn is the top of the pile; what a round gives is counted from
the hands that lie open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.proof.ledger import hold

Json = dict[str, Any]
Cards = Counter[str]
WORTH = {"+": 20, "R": 20, "S": 20}
"""What action cards count by their second sign; digits count what they say, wild cards 50."""


def worth(card: str) -> int:
    """The points of a card that is left in a hand."""
    if card.startswith("W"):
        return 50
    return int(card[1]) if card[1].isdigit() else WORTH[card[1]]


class Books:
    """The round that a log tells of, as far as it was entered."""

    def __init__(self) -> None:
        self.hands: dict[int, Cards] = {}
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.played_from: dict[int, Cards] = {}
        """What was left in each hand when its seat last played: what a challenge shows, though more was drawn since."""
        self.whole: Cards = Counter()
        self.entered: Counter[str] = Counter()

    def enter_all(self, events: Iterable[Json]) -> None:
        """Enter events, one after the other; ProofBroken says which does not fit."""
        for event in events:
            entry = getattr(self, "_" + event["t"].replace("-", "_"), None)
            if entry is not None:
                self.entered[event["t"]] += 1
                entry(event)
                self._balance(event)

    def _balance(self, event: Json) -> None:
        there = sum(self.hands.values(), Counter(self.pile) + Counter(self.discards))
        hold(
            there == self.whole,
            "every card is in one place",
            event,
            self.whole - there,
            there - self.whole,
        )

    def _round_began(self, event: Json) -> None:
        self.hands = {
            seat: Counter(hand.split()) for seat, hand in enumerate(event["hands"]) if seat in event["seats"]
        }
        self.pile, self.discards = event["pile"].split(), []
        self.whole = sum(self.hands.values(), Counter(self.pile))

    def _turned_up(self, event: Json) -> None:
        hold(self.pile[:1] == [event["card"]], "the card turned up was the top of the pile", event)
        self.discards.append(self.pile.pop(0))

    def _put_back(self, event: Json) -> None:
        self.pile, self.discards = event["pile"].split(), []

    def _reshuffled(self, event: Json) -> None:
        self.pile, self.discards = event["pile"].split(), self.discards[-1:]

    def _played(self, event: Json) -> None:
        for card in event["cards"].split():
            self._takes_from(event["seat"], card, event)
            self.discards.append(card)
        self.played_from[event["seat"]] = self.hands[event["seat"]].copy()

    def _drew(self, event: Json) -> None:
        cards = event["cards"].split()
        hold(self.pile[: len(cards)] == cards, "what is drawn is the top of the pile", event, self.pile[:5])
        del self.pile[: len(cards)]
        self.hands[event["seat"]] += Counter(cards)

    def _hands_moved(self, event: Json) -> None:
        before = [hand for seat, hand in self.hands.items() if seat in dict(event["hands"])]
        after = {seat: Counter(hand.split()) for seat, hand in event["hands"]}
        same = sorted(sorted(hand.elements()) for hand in before) == sorted(
            sorted(hand.elements()) for hand in after.values()
        )
        hold(same, "hands move whole", event, before)
        self.hands |= after

    def _challenged(self, event: Json) -> None:
        shown = Counter(event["hand"].split())
        hold(shown == self.played_from[event["accused"]], "the hand shown is the hand played from", event)

    def _left(self, event: Json) -> None:
        hand = self.hands.pop(event["seat"])
        hold(Counter(event["cards"].split()) == hand, "who leaves leaves the whole hand", event, hand)
        self.pile += event["cards"].split()

    def _round_ended(self, event: Json) -> None:
        for seat, hand in self.hands.items():
            open_ = Counter(event["hands"][seat].split())
            hold(open_ == hand, "the hands that lie open are those in the books", seat, event, hand)
        if event["scored"] and event["out"] is not None:
            left = sum(worth(card) for hand in self.hands.values() for card in hand.elements())
            points = {seat: left if seat == event["out"] else 0 for seat in self.hands}
            hold(dict(event["points"]) == points, "who goes out gets what the others hold", event, points)

    def _takes_from(self, seat: int, card: str, event: Json) -> None:
        hold(self.hands[seat][card] > 0, "who plays a card holds it", event, self.hands[seat])
        self.hands[seat] -= Counter([card])
