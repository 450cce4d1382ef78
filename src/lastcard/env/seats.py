"""What the environments share: a desk, and what it asks and shows in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lastcard.env.memory import Recorder
from lastcard.env.picture import draw_text, paint
from lastcard.env.presets import preset_of
from lastcard.rules.errors import LastcardError
from lastcard.sim import bounds
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel import KernelGame, KernelTable, KernelTables, codes
from lastcard.sim.records import record_of
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.env.manner import Manner
    from lastcard.record import Record
    from lastcard.rules.ruleset import Ruleset

Observation = dict[str, Any]


class Seats:
    """A round at a desk, as the environments for one round at a time want it."""

    def __init__(
        self,
        rules: Ruleset,
        manner: Manner,
    ) -> None:
        """No cards are dealt yet. UnsupportedRules."""
        self.rules = rules
        self._manner = manner
        self._dealt = False
        self.agents = [f"seat_{seat}" for seat in range(rules.players)]
        self._game = KernelGame(compile_rules(rules), 0)
        self._game.seat_players(range(rules.players), bounds.often("dare", manner.dare))
        chances = bounds.often("forget", manner.forget), bounds.often("caught", manner.caught)
        self.desk = KernelTable(self._game, int(manner.calls), 0, *chances)
        self._hall = KernelTables([self.desk], int(manner.points))
        self.seat = np.zeros(1, np.uint8)
        self._words = np.zeros((1, 3), np.uint64)
        self.observation = np.zeros((1, codes.OBSERVED), np.uint8)
        self._preset = preset_of(manner.observation)
        self._nothing: NDArray[Any] = (
            np.zeros(self._preset.shape, np.float32) if self._preset else np.zeros(codes.OBSERVED, np.uint8)
        )
        self._recorder = Recorder(1, rules.players)

    def deal(self, seed: int | None, dealer: int) -> None:
        """Deal a round; without a seed chance goes on as it was. ValueError for a seed that is none."""
        if seed is not None:
            self._game.seed(bounds.seed(seed))
        self._game.watch(on=True)
        self.desk.start(dealer)
        self._dealt = True
        self._recorder.forget(np.ones(1, bool))
        self._look()

    def deal_from(self, deck: Sequence[int], dealer: int) -> None:
        """Deal this deck, next card first, each card by its `order`; discards are not shuffled but taken as they lie."""
        self._game.deal(dealer, order=deck)
        self._game.set_shuffles([deck])
        self.deal(None, dealer)

    def record(self) -> Record:
        """The round so far, or the one that is just over; LastcardError if no cards are dealt, or it is too long to be written down."""
        if not self._dealt:
            raise LastcardError("no cards are dealt yet: call reset")
        return record_of(self._game, self.rules)

    def is_open(self, number: int) -> bool:
        """Whether the seat that is asked may choose this number; none is open once the round is over."""
        if not self._dealt or self.over or not 0 <= number < SIZE:
            return False
        return bool(int(self._words[0, number >> 6]) >> (number & 63) & 1)

    def choose(self, number: int) -> None:
        """The seat that is asked chooses; ValueError if the number is not open to it."""
        if not self.is_open(number):
            raise ValueError(f"{number} is not open to seat {self.asked}")
        question, seat = self.observation[:, codes.O_QUESTION].copy(), self.seat.copy()
        self.desk.take(number)
        if self.over:
            return
        self._look()
        if self._preset and self._preset.past:
            self._recorder.note(np.arange(1), question, seat, np.array([number], np.int16), self)

    def _look(self) -> None:
        self._hall.show(0, 1, self.seat, self._words, self.observation)

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.desk.asked_of() < 0

    @property
    def asked(self) -> int:
        """The seat that is asked; the last one when the round is over."""
        return int(self.seat[0])

    def open_numbers(self) -> NDArray[np.int8]:
        """1 for each number that may be chosen."""
        bits = np.unpackbits(self._words.view(np.uint8), axis=1, bitorder="little")[0, :SIZE]
        return bits.astype(np.int8)

    def seen_bytes(self) -> NDArray[np.uint8]:
        """The bytes that the seat sees that is asked."""
        found: NDArray[np.uint8] = self.observation[0].copy()
        return found

    def __getstate__(self) -> dict[str, Any]:
        """What copies and pickles keep: the round, what was noted of it, and the past that was seen."""
        return {
            "made": (self.rules, self._manner),
            "dealt": self._dealt,
            "desk": self.desk.packed(),
            "noted": (self._game.noted(), self._game.acts()),
            "seen": self._recorder.rows.copy(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on where it was."""
        self.__init__(*state["made"])  # type: ignore[misc]
        self._dealt = state["dealt"]
        self.desk.unpack(state["desk"])
        self._game.watch(on=True)
        self._game.remember(*state["noted"])
        self._recorder.rows[:] = state["seen"]
        if self._dealt:
            self._look()

    def observe(self, seat: int) -> Observation:
        """What the seat sees when it is asked; nothing but zeros while another is."""
        if seat != self.asked or self.over:
            return {"observation": self._nothing.copy(), "action_mask": np.zeros(SIZE, np.int8)}
        if self._preset is None:
            return {"observation": self.seen_bytes(), "action_mask": self.open_numbers()}
        encoded = self._preset.encode(self.observation, self._recorder.past(self.seat))[0]
        return {"observation": encoded, "action_mask": self.open_numbers()}

    def rewards(self) -> list[float]:
        """What the round brought each seat: 1 for the side of who is out, -1 for the others, or points (P2–P4)."""
        found = np.zeros((1, self.rules.players), np.float32)
        self._hall.pay(0, found)
        return [float(reward) for reward in found[0]]

    def text(self) -> str:
        """The round in a few lines."""
        return draw_text(self.rules, self._game.state(), -1 if self.over else self.asked)

    def picture(self) -> NDArray[np.uint8]:
        """The round as a picture."""
        return paint(self.rules, self._game.state(), -1 if self.over else self.asked)
