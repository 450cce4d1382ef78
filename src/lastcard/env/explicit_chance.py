"""A round in which chance is an explicit player, with the history that each seat has seen: for search and game solvers.

A round holds no kernel objects, so it can be copied and pickled. Each step replays it from the deal, which takes
microseconds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.env.act_history import public_action
from lastcard.rules.cards import ALL_CARDS
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel import KernelGame, KernelTable, KernelTables, codes
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.rules.ruleset import Ruleset

_QUESTIONS: Final = ("phase", "same", "player", "uno", "aside")
ACTION, HAND_SIZE, GOT, LOST, TOP = "chose", "hand", "got", "lost", "top"
EVENT_KINDS: Final = (ACTION, HAND_SIZE, GOT, LOST, TOP)
"""What a seat can see: an action, the size of a hand, a card it gets or loses, another top card or colour."""


@dataclass(frozen=True)
class SeenEvent:
    """One thing that a seat saw: its kind, the seat or card it is about, and a count or action."""

    kind: str
    subject: int
    value: int

    def __str__(self) -> str:
        """A short text that differs for events that differ."""
        return f"{self.kind} {self.subject} {self.value}"


class ExplicitChanceRound:
    """A round under `rules` in which chance deals and draws card by card.

    While `chance_cards` is not empty, chance chooses one of them (`chance_outcomes`, `apply_chance`). Otherwise seat
    `current_seat` chooses one of `legal_actions`, until the round is `over`. `drawn` lists the cards that chance has given, one
    list for each shuffle; `seen` lists what each seat saw. `state` is the kernel's state, hidden cards included, and `question`
    the question that the seat answers (docs/encoding.md). After `max_choices` actions the round is broken off without a winner.
    """

    def __init__(
        self, rules: Ruleset, *, calls: bool = False, dealer: int | None = None, max_choices: int = 1000
    ) -> None:
        """Start before the deal. Dares are judged by the players."""
        self.rules, self.calls, self.max_choices = rules, calls, max_choices
        self.dealer = rules.players - 1 if dealer is None else dealer
        self.drawn: list[list[int]] = [[]]
        self.chosen: list[int] = []
        self.seen: list[list[SeenEvent]] = [[] for _ in range(rules.players)]
        self.current_seat = -1
        self.legal_actions: tuple[int, ...] = ()
        self.over = False
        self.rewards = (0.0,) * rules.players
        self.chance_cards: Counter[int] = Counter()
        self._shuffled_cards = [Counter(card.order for card in rules.cards)]
        self.question = 0
        self.state: dict[str, Any] = {}
        self._bytes = np.zeros(codes.OBSERVED, np.uint8)
        self._advance()

    def __deepcopy__(self, memo: dict[int, Any]) -> ExplicitChanceRound:
        """Copy what can change and share the rest."""
        found = object.__new__(ExplicitChanceRound)
        memo[id(self)] = found
        found.__dict__ |= self.__dict__
        found.drawn, found.chosen = [*map(list, self.drawn)], list(self.chosen)
        found.seen, found._shuffled_cards = [*map(list, self.seen)], list(self._shuffled_cards)
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the (card, probability) pairs that may come next, cards by their `order`.

        The first card turned up is one that may start the round (S6, S7).
        """
        among = self.chance_cards
        if len(self.drawn) == 1 and len(self.drawn[0]) == self._dealt:
            among = Counter({card: n for card, n in among.items() if self.rules.starts(ALL_CARDS[card])})
        total = among.total()
        return [(card, n / total) for card, n in sorted(among.items())]

    def apply_chance(self, card: int) -> None:
        """Let chance give this card; ValueError if it is not one of `chance_cards`."""
        if card not in dict(self.chance_outcomes()):
            raise ValueError(f"the card {card} cannot come now")
        self.drawn[-1].append(card)
        self._advance()

    def apply_action(self, number: int) -> None:
        """Let the current seat choose this action; ValueError if it is not legal."""
        if number not in self.legal_actions:
            raise ValueError(f"{number} is not open to seat {self.current_seat}")
        known = public_action(self.question, number)
        for seat, seen in enumerate(self.seen):
            if seat == self.current_seat:
                seen.append(SeenEvent(ACTION, seat, number))
            elif known is not None:
                seen.append(SeenEvent(ACTION, self.current_seat, known))
        self.chosen.append(number)
        self._advance()

    def view(self, seat: int) -> NDArray[np.uint8]:
        """Return what the seat sees as uint8[192] (docs/encoding.md), at any time; zeros before the cards are dealt."""
        if seat == self.current_seat:
            return self._bytes
        return (
            observation_from_state(self.state, self.rules.players, seat)
            if self.state
            else np.zeros(codes.OBSERVED, np.uint8)
        )

    @property
    def _dealt(self) -> int:
        return self.rules.hand_size * self.rules.players

    def _advance(self) -> None:
        """Replay the round with the chance known so far, and find out who chooses next."""
        self.current_seat, self.legal_actions = -1, ()
        self.chance_cards = self._shuffled_cards[0] - Counter(self.drawn[0])
        if len(self.drawn) == 1 and len(self.drawn[0]) <= self._dealt:
            return
        place = _replay_table(self.rules, self.calls)
        place.play(self.dealer, [self._order(i) for i in range(len(self.drawn))], self.chosen)
        self.chance_cards = self._undetermined(place.game.noted(), place.game)
        if not self.chance_cards:
            self._update(place)

    def _order(self, shuffle: int) -> list[int]:
        """The result of a shuffle: the cards known so far, then the rest in any order."""
        known = self.drawn[shuffle]
        return [*known, *(self._shuffled_cards[shuffle] - Counter(known)).elements()]

    def _undetermined(self, noted: list[int], game: KernelGame) -> Counter[int]:
        """The cards that chance still has to choose from: of the first shuffle with more cards taken than known."""
        taken = _split_at_shuffles(noted)
        for shuffle, cards in enumerate(taken):
            if shuffle == len(self.drawn):
                rest = game.state()["pile"] if shuffle + 1 == len(taken) else []
                self._shuffled_cards.append(Counter(cards) + Counter(rest))
                self.drawn.append([])
            if len(cards) > len(self.drawn[shuffle]):
                return self._shuffled_cards[shuffle] - Counter(self.drawn[shuffle])
        return Counter()

    def _update(self, place: _ReplayTable) -> None:
        before, self.state = self.state, place.game.state()
        for seat in range(self.rules.players):
            self.seen[seat] += _seen_changes(before, self.state, self.rules.players, seat)
        self.over = place.kernel_table.asked_of() < 0 or len(self.chosen) >= self.max_choices
        if place.kernel_table.asked_of() < 0:
            self.rewards = place.rewards()
        if not self.over:
            self.current_seat, self.question = (
                place.kernel_table.asked_of(),
                _QUESTIONS.index(place.kernel_table.question_is()),
            )
            self.legal_actions, self._bytes = place.shown()


class _ReplayTable:
    """The kernel's table on which rounds under some rules are replayed; all of these share one."""

    def __init__(self, rules: Ruleset, calls: bool) -> None:  # noqa: FBT001 - a key of the cache
        self._deck = [card.order for card in rules.cards]
        self._players = rules.players
        self.game = KernelGame(compile_rules(rules), 0)
        self.kernel_table = KernelTable(self.game, int(calls), 1)
        self._kernel_tables = KernelTables([self.kernel_table], 0)

    def play(self, dealer: int, orders: list[list[int]], chosen: list[int]) -> None:
        """Deal and apply the actions. A shuffle missing from `orders` leaves the discards in their order."""
        self.game.watch(on=False)
        self.game.deal(dealer, order=self._deck)
        self.game.set_shuffles(orders)
        self.game.watch(on=True)
        self.kernel_table.start(dealer)
        for number in chosen:
            self.kernel_table.take(number)

    def shown(self) -> tuple[tuple[int, ...], NDArray[np.uint8]]:
        """Return the legal actions and the observation of the seat to act."""
        words, seen = np.zeros((1, 3), np.uint64), np.zeros((1, codes.OBSERVED), np.uint8)
        self._kernel_tables.show(0, 1, np.zeros(1, np.uint8), words, seen)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[0, :SIZE]
        return tuple(np.flatnonzero(bits).tolist()), seen[0]

    def rewards(self) -> tuple[float, ...]:
        """Return 1 for the side of the player who went out, -1 for the others."""
        found = np.zeros((1, self._players), np.float32)
        self._kernel_tables.pay(0, found)
        return tuple(found[0].tolist())


@lru_cache(maxsize=16)
def _replay_table(rules: Ruleset, calls: bool) -> _ReplayTable:  # noqa: FBT001 - a key of the cache
    return _ReplayTable(rules, calls)


def _split_at_shuffles(noted: list[int]) -> list[list[int]]:
    """The cards taken, split into one list for each shuffle."""
    found: list[list[int]] = [[]]
    for card in noted:
        if card == codes.N_RESHUFFLED:
            found.append([])
        elif card != codes.N_ACTED:
            found[-1].append(card)
    return found


def _seen_changes(before: dict[str, Any], after: dict[str, Any], players: int, seat: int) -> list[SeenEvent]:
    """What a seat sees change between two states."""
    found = [
        SeenEvent(HAND_SIZE, other, after["size"][other])
        for other in range(players)
        if not before or before["size"][other] != after["size"][other]
    ]
    own, held = Counter(after["hands"][seat]), Counter(before["hands"][seat] if before else {})
    found += [SeenEvent(GOT, card, n) for card, n in sorted((own - held).items())]
    found += [SeenEvent(LOST, card, n) for card, n in sorted((held - own).items())]
    if not before or (before["top"], before["colour"]) != (after["top"], after["colour"]):
        found.append(SeenEvent(TOP, after["top"], after["colour"]))
    return found


def observation_from_state(state: dict[str, Any], players: int, seat: int) -> NDArray[np.uint8]:
    """Return the observation uint8[192] of a seat that is not asked anything, from the kernel's state (docs/encoding.md)."""
    found = np.zeros(codes.OBSERVED, np.uint8)
    for card, n in state["hands"][seat].items():
        found[card] = n
    for card in state["discard"]:
        found[codes.O_BURIED + card] += 1
    for place in range(players):
        other = (seat + place) % players
        found[codes.O_SIZES + place] = state["size"][other]
        marks = (state["owing"], state["called"], state["losing"], state["seats"])
        found[codes.O_MARKS + place] = sum((mark >> other & 1) << i for i, mark in enumerate(marks))
    phase = state["phase"]
    answering, owing = phase == codes.ANSWERING, phase == codes.OWING
    found[codes.O_TOP : codes.O_QUESTION] = state["top"], state["colour"], state["backwards"], phase
    found[codes.O_DRAWN] = state["drawn"] + 1 if state["drawn"] >= 0 and state["drawer"] == seat else 0
    found[codes.O_DEBT : codes.O_SEAT] = state["debt"] * (answering or owing), state["four_debt"] * owing
    found[codes.O_SEAT : codes.O_PENDING] = (state["seat"] - seat) % players, len(state["pile"])
    found[codes.O_BEFORE : codes.O_PICKS] = (
        state["before"] if answering else codes.NO_COLOUR,
        (state["accused"] - seat) % players * answering,
    )
    found[codes.O_PICKS : codes.O_DEALER + 1] = (
        state["picks"] * (phase == codes.PICKING),
        state["passes"],
        (state["dealer"] - seat) % players,
    )
    return found
