"""A round whose chance is chosen from outside, card by card, and what each seat has seen of it: what search and solvers want.

Nothing of the kernel is kept in a round, so that it can be copied and pickled: it is played again from its deal for every step, which takes microseconds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.env.memory import as_all_know_it
from lastcard.rules.cards import ALL_CARDS
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel import KernelGame, KernelTable, KernelTables, codes
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.rules.ruleset import Ruleset

_QUESTIONS: Final = ("phase", "same", "player", "uno", "aside")
CHOSE, SIZE_OF, GOT, LOST, TURNED = "chose", "hand", "got", "lost", "top"
WHATS: Final = (CHOSE, SIZE_OF, GOT, LOST, TURNED)
"""What a seat sees: a choice, the size of a hand, a card that it gets or loses itself, another top card or colour."""


@dataclass(frozen=True)
class Happened:
    """Something that a seat has seen: with whom or which card, and how many or which number."""

    what: str
    of: int
    value: int

    def __str__(self) -> str:
        """Short, and different for whatever is different."""
        return f"{self.what} {self.of} {self.value}"


class Explicit:
    """A round by `rules`: either `left` has the cards among which chance chooses (see `chance`, `come`), or the seat `asked` chooses an `open` number.

    `drawn` has the cards that chance has given, in another list after every shuffle of the discards; `seen` what each seat has seen. After `most`
    choices the round is broken off and brings nothing.
    """

    def __init__(
        self, rules: Ruleset, *, calls: bool = False, dealer: int | None = None, most: int = 1000
    ) -> None:
        """Nothing is dealt. Dares are judged by the players."""
        self.rules, self.calls, self.most = rules, calls, most
        self.dealer = rules.players - 1 if dealer is None else dealer
        self.drawn: list[list[int]] = [[]]
        self.chosen: list[int] = []
        self.seen: list[list[Happened]] = [[] for _ in range(rules.players)]
        self.asked = -1
        self.open: tuple[int, ...] = ()
        self.over = False
        self.rewards = (0.0,) * rules.players
        self.left: Counter[int] = Counter()
        self._wholes = [Counter(card.order for card in rules.cards)]
        self._question = 0
        self._state: dict[str, Any] = {}
        self._bytes = np.zeros(codes.OBSERVED, np.uint8)
        self._go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> Explicit:
        """A round that goes its own way; what does not change is shared."""
        found = object.__new__(Explicit)
        memo[id(self)] = found
        found.__dict__ |= self.__dict__
        found.drawn, found.chosen = [*map(list, self.drawn)], list(self.chosen)
        found.seen, found._wholes = [*map(list, self.seen)], list(self._wholes)
        return found

    def chance(self) -> list[tuple[int, float]]:
        """The cards that may come next, by `order`, and how likely each is; the first card that is turned up is one that may start (S6, S7)."""
        among = self.left
        if len(self.drawn) == 1 and len(self.drawn[0]) == self._dealt:
            among = Counter({card: n for card, n in among.items() if self.rules.starts(ALL_CARDS[card])})
        total = among.total()
        return [(card, n / total) for card, n in sorted(among.items())]

    def come(self, card: int) -> None:
        """Chance gives this card; ValueError if it cannot."""
        if card not in dict(self.chance()):
            raise ValueError(f"the card {card} cannot come now")
        self.drawn[-1].append(card)
        self._go_on()

    def choose(self, number: int) -> None:
        """The seat that is asked chooses a number; ValueError if it is not open."""
        if number not in self.open:
            raise ValueError(f"{number} is not open to seat {self.asked}")
        known = as_all_know_it(self._question, number)
        for seat, seen in enumerate(self.seen):
            if seat == self.asked:
                seen.append(Happened(CHOSE, seat, number))
            elif known is not None:
                seen.append(Happened(CHOSE, self.asked, known))
        self.chosen.append(number)
        self._go_on()

    def view(self, seat: int) -> NDArray[np.uint8]:
        """The bytes that the seat sees (docs/encoding.md), whether it is asked or not; zeros until the cards are dealt."""
        if seat == self.asked:
            return self._bytes
        return (
            bytes_of(self._state, self.rules.players, seat)
            if self._state
            else np.zeros(codes.OBSERVED, np.uint8)
        )

    @property
    def _dealt(self) -> int:
        return self.rules.hand_size * self.rules.players

    def _go_on(self) -> None:
        """Play the round again with what is known, and find what it waits for."""
        self.asked, self.open = -1, ()
        self.left = self._wholes[0] - Counter(self.drawn[0])
        if len(self.drawn) == 1 and len(self.drawn[0]) <= self._dealt:
            return
        place = _place(self.rules, self.calls)
        place.play(self.dealer, [self._order(i) for i in range(len(self.drawn))], self.chosen)
        self.left = self._missing(place.game.noted(), place.game)
        if not self.left:
            self._look(place)

    def _order(self, shuffle: int) -> list[int]:
        """What a shuffle gives: the cards known, then the rest in any order."""
        known = self.drawn[shuffle]
        return [*known, *(self._wholes[shuffle] - Counter(known)).elements()]

    def _missing(self, noted: list[int], game: KernelGame) -> Counter[int]:
        """The cards among which chance has still to choose: those of the first shuffle of which more were taken than are known."""
        taken = _cut(noted)
        for shuffle, cards in enumerate(taken):
            if shuffle == len(self.drawn):
                rest = game.state()["pile"] if shuffle + 1 == len(taken) else []
                self._wholes.append(Counter(cards) + Counter(rest))
                self.drawn.append([])
            if len(cards) > len(self.drawn[shuffle]):
                return self._wholes[shuffle] - Counter(self.drawn[shuffle])
        return Counter()

    def _look(self, place: _Place) -> None:
        before, self._state = self._state, place.game.state()
        for seat in range(self.rules.players):
            self.seen[seat] += _changes(before, self._state, self.rules.players, seat)
        self.over = place.desk.asked_of() < 0 or len(self.chosen) >= self.most
        if place.desk.asked_of() < 0:
            self.rewards = place.rewards()
        if not self.over:
            self.asked, self._question = place.desk.asked_of(), _QUESTIONS.index(place.desk.question_is())
            self.open, self._bytes = place.shown()


class _Place:
    """The desk at which rounds by some rules are played again; there is one for all of them."""

    def __init__(self, rules: Ruleset, calls: bool) -> None:  # noqa: FBT001 - a key of the cache
        self._deck = [card.order for card in rules.cards]
        self._players = rules.players
        self.game = KernelGame(compile_rules(rules), 0)
        self.desk = KernelTable(self.game, int(calls), 1)
        self._hall = KernelTables([self.desk], 0)

    def play(self, dealer: int, orders: list[list[int]], chosen: list[int]) -> None:
        """Deal and choose. A shuffle that is not among `orders` leaves the discards as they lie."""
        self.game.watch(on=False)
        self.game.deal(dealer, order=self._deck)
        self.game.set_shuffles(orders)
        self.game.watch(on=True)
        self.desk.start(dealer)
        for number in chosen:
            self.desk.take(number)

    def shown(self) -> tuple[tuple[int, ...], NDArray[np.uint8]]:
        """The open numbers and the bytes of the seat that is asked."""
        words, seen = np.zeros((1, 3), np.uint64), np.zeros((1, codes.OBSERVED), np.uint8)
        self._hall.show(0, 1, np.zeros(1, np.uint8), words, seen)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[0, :SIZE]
        return tuple(np.flatnonzero(bits).tolist()), seen[0]

    def rewards(self) -> tuple[float, ...]:
        """1 for the side of who is out, -1 for the others."""
        found = np.zeros((1, self._players), np.float32)
        self._hall.pay(0, found)
        return tuple(found[0].tolist())


@lru_cache(maxsize=16)
def _place(rules: Ruleset, calls: bool) -> _Place:  # noqa: FBT001 - a key of the cache
    return _Place(rules, calls)


def _cut(noted: list[int]) -> list[list[int]]:
    """The cards taken since each shuffle."""
    found: list[list[int]] = [[]]
    for card in noted:
        if card == codes.N_RESHUFFLED:
            found.append([])
        elif card != codes.N_ACTED:
            found[-1].append(card)
    return found


def _changes(before: dict[str, Any], after: dict[str, Any], players: int, seat: int) -> list[Happened]:
    """What a seat has seen happen between two states."""
    found = [
        Happened(SIZE_OF, other, after["size"][other])
        for other in range(players)
        if not before or before["size"][other] != after["size"][other]
    ]
    own, held = Counter(after["hands"][seat]), Counter(before["hands"][seat] if before else {})
    found += [Happened(GOT, card, n) for card, n in sorted((own - held).items())]
    found += [Happened(LOST, card, n) for card, n in sorted((held - own).items())]
    if not before or (before["top"], before["colour"]) != (after["top"], after["colour"]):
        found.append(Happened(TURNED, after["top"], after["colour"]))
    return found


def bytes_of(state: dict[str, Any], players: int, seat: int) -> NDArray[np.uint8]:
    """The bytes of docs/encoding.md for a seat that is not asked a question of its own, from the kernel's state."""
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
