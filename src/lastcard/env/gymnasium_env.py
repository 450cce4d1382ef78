"""Gymnasium: one seat learns, the others play by a given policy (docs/environments.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Unpack

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from lastcard.env.config import EnvConfig, EnvOptions, checked_render_mode, dealer_from
from lastcard.env.env_table import EnvTable
from lastcard.env.opponents import random_opponents, sensible_opponents
from lastcard.env.spaces import observation_space
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.choices import SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.record import Record

Opponent = Callable[["NDArray[np.uint8]", "NDArray[np.int8]", np.random.Generator], int]
"""Chooses an action from an observation uint8[192], an action mask int8[175] and a random generator."""


def random_opponent(seen: NDArray[np.uint8], mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    """Policy R: a random play, drawing only if nothing fits."""
    return int(random_opponents(seen[None], mask[None].astype(bool), rng)[0])


def sensible_opponent(seen: NDArray[np.uint8], mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    """See `lastcard.env.opponents.sensible_opponents`."""
    return int(sensible_opponents(seen[None], mask[None].astype(bool), rng)[0])


class LastcardEnv(gym.Env["NDArray[Any]", np.int64]):
    """A round for seat 0 against the same opponent on every other seat.

    The observation is uint8[192] or the preset that `observation` names; the opponent always gets the bytes.
    `info["action_mask"]` is 1 for each legal action. An illegal action ends the round with -1. Rewards are 1 or -1 at the end,
    or points with `points`. The other options are the fields of `lastcard.env.config.EnvConfig`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        edition: str = "classic",
        players: int = 4,
        rules: dict[str, Any] | None = None,
        *,
        opponent: Opponent = random_opponent,
        render_mode: str | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        """Raise RulesError, UnsupportedRules, or ValueError for bad options or an unknown `render_mode`."""
        config = EnvConfig(**options)
        self._table = EnvTable(ruleset(edition, players=players, **(rules or {})), config)
        self._opponent = opponent
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self.observation_space = observation_space(config.observation)
        self.action_space = spaces.Discrete(SIZE)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal; the others play until it is seat 0's turn.

        `options["dealer"]` is the dealer's seat, a random one if left out. ValueError for a bad seed or dealer.
        """
        super().reset(seed=None if seed is None else bounds.seed(seed))
        players = self._table.rules.players
        while True:
            dealer = dealer_from(options, int(self.np_random.integers(players)), players)
            self._table.deal(int(self.np_random.integers(2**63)), dealer)
            self._play_opponents()
            if not self._table.over:
                break
        self._over = False
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Apply seat 0's action; the others play until it is its turn again or the round is over.

        ValueError for an action that is not a whole number, ResetNeeded if no round is under way.
        """
        if self._over:
            raise gym.error.ResetNeeded("no round is under way: call reset")
        number = bounds.whole("action", action, -(2**63), 2**63)
        if not self._table.is_legal(number):
            self._over = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self._table.choose(number)
        self._play_opponents()
        self._over = self._table.over
        reward = self._table.rewards()[0] if self._over else 0.0
        return self._observation(), reward, self._over, False, self._info()

    def record(self) -> Record:
        """Return the round so far, or the one just over, as a record (docs/notation.md); LastcardError before the first deal."""
        return self._table.record()

    def render(self) -> Any:  # noqa: ANN401 - by render_mode
        """Return text (`ansi`) or an RGB array (`rgb_array`)."""
        return self._table.render_rgb() if self.render_mode == "rgb_array" else self._table.render_text()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as bool[175], under the name that sb3-contrib's maskable algorithms expect."""
        return self._table.action_mask().astype(bool)

    def _play_opponents(self) -> None:
        while not self._table.over and self._table.current_seat != 0:
            seen, mask = self._table.observation_bytes(), self._table.action_mask()
            chosen = self._opponent(seen, mask, self.np_random)
            self._table.choose(bounds.whole("what the opponent chose", chosen, 0, SIZE - 1))

    def _observation(self) -> NDArray[Any]:
        found: NDArray[Any] = self._table.observe(0)["observation"]
        return found

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.observe(0)["action_mask"]}
