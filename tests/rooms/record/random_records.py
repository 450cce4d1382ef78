"""Records of matches played at random, for the tests that read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastcard.match import new_match, record, round_result
from lastcard.record import ActEntry, DealEntry, Header, LeaveEntry, Record, RecordEntry, RecordingShuffle
from lastcard.rules.acts import decide
from lastcard.rules.deal import begin
from lastcard.rules.events import Event, RoundBegan
from lastcard.rules.evolve import evolve_all
from lastcard.rules.leave import leave
from tests.laws.walker.play import Style, choose, style_at_random

if TYPE_CHECKING:
    from random import Random

    from lastcard.dealing import Proof
    from lastcard.match import Match
    from lastcard.rules.cards import Card
    from lastcard.rules.round import Round
    from lastcard.rules.ruleset import Ruleset

    Cards = tuple[Card, ...]

MAX_ACTS = 300


class Played:
    """A match played at random, with its record, its events and where it ended."""

    def __init__(
        self,
        rules: Ruleset,
        random: Random,
        rounds: int = 3,
        *,
        to_the_end: bool = False,
        style: Style | None = None,
    ) -> None:
        self.random = random
        self.chance = RecordingShuffle(self.shuffled)
        self.to_the_end = to_the_end
        self.style = style
        self.entries: list[RecordEntry] = []
        self.events: list[Event] = []
        self.rounds: list[Round] = []
        dealer = random.randrange(rules.players)
        self.header = Header(rules, dealer, names={0: "Ann", rules.players - 1: "Zoë"}, date="2026-11-30")
        self.match: Match = new_match(rules, dealer)
        for _ in range(rounds):
            if not self.match.over and (not self.rounds or self.rounds[-1].over):
                self.round()

    @property
    def record(self) -> Record:
        """What was played, as a record."""
        return Record(self.header, tuple(self.entries))

    def shuffled(self, cards: Cards) -> Cards:
        """Chance during a round."""
        return tuple(self.random.sample(cards, len(cards)))

    def order(self, number: int) -> tuple[Cards, Proof | None]:
        """The order in which round `number` is dealt, and its proof if there is one."""
        del number
        return self.shuffled(self.match.rules.cards), None

    def round(self) -> None:
        """Play one round: to its end, or with players who leave and at most this many actions."""
        rules, match, random = self.match.rules, self.match, self.random
        order, proof = self.order(len(self.rounds) + 1)
        events = begin(rules, match.dealer, order, self.chance, match.seats)
        dealt = events[0]
        assert isinstance(dealt, RoundBegan)
        hands = {seat: dealt.hands[seat] for seat in dealt.seats}
        self.entries.append(DealEntry(hands, dealt.pile, self.chance.taken(), proof=proof))
        state = self._follow(None, events)
        style = self.style or style_at_random(random)
        for _ in range(100_000 if self.to_the_end else MAX_ACTS):
            if state.over:
                break
            if not self.to_the_end and random.random() < style.leave:
                seat = random.choice(state.table.seats)
                events = leave(state, seat, self.chance)
                self.entries.append(LeaveEntry(seat, self.chance.taken()))
            else:
                seat, action = choose(state, style, random)
                events = decide(state, seat, action, self.chance)
                self.entries.append(ActEntry(seat, action, self.chance.taken()))
            state = self._follow(state, events)
        self.rounds.append(state)
        if state.over:
            self.match = record(match, round_result(state))

    def _follow(self, state: Round | None, events: tuple[Event, ...]) -> Round:
        self.events += events
        return evolve_all(state, events)
