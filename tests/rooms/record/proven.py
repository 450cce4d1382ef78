"""Matches played at random whose deals are proven, for the tests that verify them."""

from __future__ import annotations

from lastcard.dealing import (
    ABSENT,
    BOT,
    Contributions,
    Proof,
    Shuffles,
    commit,
    deal_order,
    first_link,
    rules_digest,
)
from lastcard.record import rules_text
from lastcard.rules.cards import Card
from tests.rooms.record.random_records import Played

Cards = tuple[Card, ...]
GAME = "00112233445566778899aabbccddeeff"


class Proven(Played):
    """The same with a proof for each round, each hanging on the one before."""

    last: Proof | None = None

    def shuffled(self, cards: Cards) -> Cards:
        """Chance during a round comes from its secret."""
        return self.again(cards)

    def order(self, number: int) -> tuple[Cards, Proof | None]:
        """The order of the deal comes from its secret as well."""
        secret, rules = self.random.randbytes(32), self.match.rules
        previous = first_link(GAME) if self.last is None else self.last.commitment
        made = commit(secret, GAME, number, rules_digest(rules_text(rules)), previous)
        given: Contributions = tuple(
            (seat, self.random.choice([self.random.randbytes(16), BOT, ABSENT])) for seat in self.match.seats
        )
        self.again = Shuffles(secret, given)
        self.last = Proof(GAME, number, previous, made, given, secret)
        return deal_order(rules.cards, secret, given), self.last
