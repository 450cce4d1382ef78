"""One round at a kernel table, as the environments for one round at a time share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lastcard.env.act_history import ActHistory
from lastcard.env.presets import preset_of
from lastcard.env.rendering import render_rgb, render_text
from lastcard.rules.errors import LastcardError
from lastcard.sim import bounds
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel import KernelGame, KernelTable, KernelTables, codes
from lastcard.sim.records import record_of
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.env.config import EnvConfig
    from lastcard.record import Record
    from lastcard.rules.ruleset import Ruleset

Observation = dict[str, Any]


class EnvTable:
    """A round of one table: actions go in, observations, masks and rewards come out as arrays."""

    def __init__(
        self,
        rules: Ruleset,
        config: EnvConfig,
    ) -> None:
        """Start before the deal. UnsupportedRules for rules that the simulator does not have."""
        self.rules = rules
        self._config = config
        self._dealt = False
        self.agents = [f"seat_{seat}" for seat in range(rules.players)]
        self._game = KernelGame(compile_rules(rules), 0)
        self._game.seat_players(range(rules.players), bounds.often("dare", config.dare))
        chances = bounds.often("forget", config.forget), bounds.often("caught", config.caught)
        self.kernel_table = KernelTable(self._game, int(config.calls), 0, *chances)
        self._kernel_tables = KernelTables([self.kernel_table], int(config.points))
        self.seat = np.zeros(1, np.uint8)
        self._words = np.zeros((1, 3), np.uint64)
        self.observation = np.zeros((1, codes.OBSERVED), np.uint8)
        self._preset = preset_of(config.observation)
        self._zeros: NDArray[Any] = (
            np.zeros(self._preset.shape, np.float32) if self._preset else np.zeros(codes.OBSERVED, np.uint8)
        )
        self.history = ActHistory(1, rules.players)

    def deal(self, seed: int | None, dealer: int) -> None:
        """Deal a round; without a seed the generator continues. ValueError for a seed out of range."""
        if seed is not None:
            self._game.seed(bounds.seed(seed))
        self._game.watch(on=True)
        self.kernel_table.start(dealer)
        self._dealt = True
        self.history.clear(np.ones(1, bool))
        self._update()

    def deal_deck(self, deck: Sequence[int], dealer: int) -> None:
        """Deal this deck, next card first, each card by its `order`; discards are reused in their order, not shuffled."""
        self._game.deal(dealer, order=deck)
        self._game.set_shuffles([deck])
        self.deal(None, dealer)

    def record(self) -> Record:
        """Return the round so far, or the one just over; LastcardError before the deal, or if it is too long for a record."""
        if not self._dealt:
            raise LastcardError("no cards are dealt yet: call reset")
        return record_of(self._game, self.rules)

    def is_legal(self, action: int) -> bool:
        """Whether the current seat may choose this action; nothing is legal once the round is over."""
        if not self._dealt or self.over or not 0 <= action < SIZE:
            return False
        return bool(int(self._words[0, action >> 6]) >> (action & 63) & 1)

    def choose(self, action: int) -> None:
        """Apply the current seat's action; ValueError if it is not legal."""
        if not self.is_legal(action):
            raise ValueError(f"{action} is not open to seat {self.current_seat}")
        question, seat = self.observation[:, codes.O_QUESTION].copy(), self.seat.copy()
        self.kernel_table.take(action)
        if self.over:
            return
        self._update()
        if self._preset and self._preset.past:
            self.history.append(np.arange(1), question, seat, np.array([action], np.int16), self)

    def _update(self) -> None:
        self._kernel_tables.show(0, 1, self.seat, self._words, self.observation)

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.kernel_table.asked_of() < 0

    @property
    def current_seat(self) -> int:
        """The seat to act; once the round is over, the last seat that acted."""
        return int(self.seat[0])

    def action_mask(self) -> NDArray[np.int8]:
        """Return int8[175]: 1 for each legal action."""
        bits = np.unpackbits(self._words.view(np.uint8), axis=1, bitorder="little")[0, :SIZE]
        return bits.astype(np.int8)

    def observation_bytes(self) -> NDArray[np.uint8]:
        """Return the observation of the current seat as uint8[192]."""
        found: NDArray[np.uint8] = self.observation[0].copy()
        return found

    def __getstate__(self) -> dict[str, Any]:
        """The round, its log and the public history; the rest is made again."""
        return {
            "made": (self.rules, self._config),
            "dealt": self._dealt,
            "desk": self.kernel_table.packed(),
            "noted": (self._game.noted(), self._game.acts()),
            "seen": self.history.rows.copy(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the round where it was."""
        self.__init__(*state["made"])  # type: ignore[misc]
        self._dealt = state["dealt"]
        self.kernel_table.unpack(state["desk"])
        self._game.watch(on=True)
        self._game.remember(*state["noted"])
        self.history.rows[:] = state["seen"]
        if self._dealt:
            self._update()

    def observe(self, seat: int) -> Observation:
        """Return the seat's observation and action mask; all zeros unless it is the current seat."""
        if seat != self.current_seat or self.over:
            return {"observation": self._zeros.copy(), "action_mask": np.zeros(SIZE, np.int8)}
        if self._preset is None:
            return {"observation": self.observation_bytes(), "action_mask": self.action_mask()}
        encoded = self._preset.encode(self.observation, self.history.relative_to(self.seat))[0]
        return {"observation": encoded, "action_mask": self.action_mask()}

    def rewards(self) -> list[float]:
        """Return a reward per seat: 1 for the side of the player who went out, -1 for the others, or points (P2–P4)."""
        found = np.zeros((1, self.rules.players), np.float32)
        self._kernel_tables.pay(0, found)
        return [float(reward) for reward in found[0]]

    def state(self) -> dict[str, Any]:
        """Return the kernel's whole state of the round, hidden cards included: for rendering and tests, not for agents."""
        return self._game.state()

    def render_text(self) -> str:
        """Return the round as a few lines of text."""
        return render_text(self.rules, self.state(), -1 if self.over else self.current_seat)

    def render_rgb(self) -> NDArray[np.uint8]:
        """Return the round as uint8[height, width, 3]."""
        return render_rgb(self.rules, self.state(), -1 if self.over else self.current_seat)
