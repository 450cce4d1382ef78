"""Lockstep: the same deal and the same actions in both engines, whole state and lawful actions compared at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from lastcard.record import (
    ActEntry,
    DealEntry,
    Header,
    LeaveEntry,
    Record,
    RecordEntry,
    ShuffledOrder,
    write_record,
)
from lastcard.rules import actions as act
from lastcard.rules.acts import decide
from lastcard.rules.cards import ALL_CARDS, Card
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError
from lastcard.rules.events import Event, RoundBegan
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.scoring import hand_points
from lastcard.sim.actions import decode_action, encode_action
from lastcard.sim.bridge import game_of
from lastcard.sim.kernel import KernelGame, Tables
from lastcard.sim.tables import compile_rules
from tests.laws.lockstep.picture import differences, of_game, of_round

if TYPE_CHECKING:
    from lastcard.rules.round import Round
    from lastcard.rules.ruleset import Ruleset

__all__ = ["OutOfStepError", "Pair", "Tables", "compile_rules", "lawful", "play"]

NOT_IN_KERNEL = (act.Report, act.Uphold, act.Dismiss)


class OutOfStepError(AssertionError):
    """The engines disagree; the text has what is needed to play the round again."""


@dataclass
class Pair:
    """One round in both engines, and how to tell it: `record` is what was dealt, shuffled and done.

    `takes_over` is how often a kernel that never saw the round before takes it over from the rules' round; `seats` is how many
    of the seats are in the round, chance decides if it is left out.
    """

    rules: Ruleset
    chance: Random
    takes_over: float = 0.0
    seats: int | None = None
    round: Round = field(init=False)
    game: KernelGame = field(init=False)
    trail: list[str] = field(default_factory=list)
    entries: list[RecordEntry] = field(default_factory=list)
    dealer: int = 0
    orders: list[tuple[Card, ...]] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    """How often each phase was compared."""

    def shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """An order, remembered for the kernel."""
        order = self.shuffled(cards)
        self.orders.append(order)
        return order

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in the order that chance gives."""
        return tuple(self.chance.sample(cards, len(cards)))

    @property
    def record(self) -> Record:
        """The round so far; who is not in it leaves before it."""
        return Record(Header(self.rules, self.dealer), tuple(self.entries))

    def deal(self) -> None:
        """Begin a round with some of the seats."""
        count = players = self.rules.players
        if self.seats is not None:
            count = self.seats
        elif not self.rules.teams and self.chance.random() < 0.3:
            count = self.chance.randint(2, players)
        seats = sorted(self.chance.sample(range(players), count))
        self.begin(self.chance.choice(seats), seats, self.shuffled(self.rules.cards))

    def begin(self, dealer: int, seats: Sequence[int], order: tuple[Card, ...]) -> None:
        """Begin a round with these seats and this deck."""
        self.dealer = dealer
        self.entries = [LeaveEntry(seat) for seat in range(self.rules.players) if seat not in seats]
        events = begin(self.rules, dealer, order, self.shuffle, seats)
        dealt = events[0]
        assert isinstance(dealt, RoundBegan)
        self.entries.append(DealEntry({seat: dealt.hands[seat] for seat in seats}, dealt.pile, self.told()))
        self.round = evolve_all(None, events)
        self.game = KernelGame(compile_rules(self.rules), 0)
        self.game.deal(dealer, seats, _numbers(order), [_numbers(given) for given in self.orders])
        self.orders = []
        self.compare()

    def told(self) -> tuple[ShuffledOrder, ...]:
        """What was shuffled since the last act, as a record has it."""
        return tuple(ShuffledOrder(order) for order in self.orders)

    def step(self) -> None:
        """Take one lawful action in both."""
        if self.takes_over and self.chance.random() < self.takes_over:
            self.take_over()
        self.do(*self.choose())

    def take_over(self) -> bool:
        """Give the rules' round to another game of the kernel, where that is possible (see `game_of`)."""
        try:
            self.game = game_of(self.round)
        except LastcardError:
            return False
        self.compare()
        return True

    def do(self, seat: int, action: act.Action) -> None:
        """Take this action in both."""
        self.entries.append(ActEntry(seat, action))
        events = self.decided(seat, action)
        self.entries[-1] = ActEntry(seat, action, self.told())
        self.round = evolve_all(self.round, events)
        self.game.set_shuffles([_numbers(order) for order in self.orders])
        self.game.act(seat, encode_action(action))
        self.orders = []
        self.compare()

    def decided(self, seat: int, action: act.Action) -> tuple[Event, ...]:
        """What follows by the rules."""
        return decide(self.round, seat, action, self.shuffle)

    def choose(self) -> tuple[int, act.Action]:
        """Mostly the seat on turn, sometimes anybody; mostly plays."""
        waited = awaited(self.round)
        seat = self.chance.choice(waited if self.chance.random() < 0.9 else self.round.table.seats)
        legal = lawful(self.round, seat)
        if not legal:
            seat = self.chance.choice(waited)
            legal = lawful(self.round, seat)
        plays = [a for a in legal if isinstance(a, act.Play)]
        return seat, self.chance.choice(plays if plays and self.chance.random() < 0.6 else legal)

    def compare(self) -> None:
        """Whole state and all lawful actions."""
        self.met[type(self.round.phase).__name__] += 1
        state = self.game.state()
        found = differences(of_round(self.round), of_game(state, self.rules.players))
        if state["broken"]:
            found.append("the kernel's stacks are too small")
        for seat in range(self.rules.players):
            mine = {encode_action(a) for a in lawful(self.round, seat)}
            listed = self.game.legal(seat)
            if mine != set(listed) or len(listed) != len(set(listed)):
                more = [str(decode_action(a)) for a in set(listed) - mine]
                less = [str(decode_action(a)) for a in mine - set(listed)]
                found.append(f"seat {seat}: only the kernel allows {more}, only the rules {less}")
            if hand_points(self.rules, self.round.hands[seat].cards) != self.game.points(seat):
                found.append(f"points of seat {seat}")
        if self.round.over and self.game.won() != won(self.round):
            found.append(f"won: rules {won(self.round)}, kernel {self.game.won()}")
        if found:
            told = write_record(self.record) if self.entries else ""
            raise OutOfStepError("\n".join([str(self.rules.as_data()), *self.trail, told, *found]))


def won(round_: Round) -> int:
    """What the one who is out scores under P2, whatever the match makes of it."""
    out, seats = round_.out, round_.table.seats
    if out is None:
        return 0
    others = (seat for seat in seats if not round_.rules.same_side(out, seat))
    return sum(hand_points(round_.rules, round_.hands[seat].cards) for seat in others)


def _numbers(cards: tuple[Card, ...]) -> list[int]:
    return [card.order for card in cards]


def lawful(round_: Round, seat: int) -> list[act.Action]:
    """The lawful actions that the kernel knows as well."""
    return [a for a in legal_actions(round_, seat) if not isinstance(a, NOT_IN_KERNEL)]


def play(rules: Ruleset, chance: Random, most: int) -> int:
    """Play a round in lockstep, `most` steps at most; how many."""
    return play_out(Pair(rules, chance), most)


def play_out(pair: Pair, most: int) -> int:
    """Deal and play, `most` steps at most; how many."""
    pair.deal()
    for n in range(most):
        if pair.round.over:
            return n
        pair.step()
    return most


assert all(card.order == i for i, card in enumerate(ALL_CARDS))
