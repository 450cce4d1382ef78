"""Gymnasium, vectorised: in many rounds at once seat 0 learns and the others play by a given policy (docs/environments.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Unpack

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from lastcard.env.act_history import ActHistory
from lastcard.env.config import EnvConfig, EnvOptions, checked_render_mode
from lastcard.env.opponents import Opponents, random_opponents
from lastcard.env.presets import preset_of
from lastcard.env.spaces import observation_space
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.batch import Batch
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel.codes import MAX_TABLES, O_QUESTION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.record import Record

_MAX_STEPS: Final = 2**62
_SEED_LIMIT: Final = 2**40


class _Truncated(NamedTuple):
    """What seat 0 saw in the truncated rounds, the mask of its legal actions, and which rounds these are."""

    seen: NDArray[Any]
    open: NDArray[np.bool_]
    where: NDArray[np.bool_]


class LastcardVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` rounds for seat 0 against the same opponents on all other seats, without a Python loop over rounds.

    `opponents` chooses for many seats at once, from their observations as bytes. The action mask is `info["action_mask"]`
    (bool[n, 175]) and `action_masks()`. An illegal action ends its round with -1. Rewards are 1 or -1 at the end of a round, or
    points with `points`. A round that ends is replaced by a new one within the same step, and the deal passes to the left;
    `info["final_obs"]` is then all zeros. After `max_episode_steps` steps a round is truncated and replaced likewise:
    `info["final_obs"]` and `info["final_info"]["action_mask"]` have what seat 0 saw and could have chosen when it was
    truncated. With `watched` every round can be written as a record. The other options are the fields of
    `lastcard.env.config.EnvConfig`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(  # noqa: PLR0913 - all are independent options
        self,
        num_envs: int = 64,
        edition: str = "classic",
        players: int = 4,
        rules: dict[str, Any] | None = None,
        *,
        opponents: Opponents = random_opponents,
        threads: int = 1,
        max_episode_steps: int | None = None,
        watched: bool = False,
        render_mode: str | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        """Raise RulesError, UnsupportedRules, or ValueError for bad options; nothing can be rendered."""
        if max_episode_steps is not None:
            max_episode_steps = bounds.whole("max_episode_steps", max_episode_steps, 1, _MAX_STEPS)
        self.max_episode_steps = max_episode_steps
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self._config = config = EnvConfig(**options)
        self.num_envs = num_envs = bounds.whole("num_envs", num_envs, 1, MAX_TABLES)
        self._watched = watched
        self.single_observation_space = observation_space(config.observation)
        self.single_action_space = spaces.Discrete(SIZE)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rules = ruleset(edition, players=players, **(rules or {}))
        self._zeros = np.zeros_like(self.single_observation_space.low)
        self._threads = bounds.whole("threads", threads, 1, MAX_TABLES)
        self._steps = np.zeros(num_envs, np.int64)
        self._opponents = opponents
        self._preset = preset_of(config.observation)
        self._uses_history = self._preset is not None and self._preset.past
        self._history = ActHistory(num_envs, players)
        self._batch: Batch | None = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal everywhere; the others play until it is seat 0's turn.

        A list has a seed for each round, which decides its dealer and cards and those of the rounds after it. The opponents'
        choices come from one generator for all rounds. ValueError for a bad seed.
        """
        self._not_closed()
        if seed is None or isinstance(seed, Sequence | np.ndarray):
            self._deal_from_seeds(seed, options)
        else:
            super().reset(seed=bounds.seed(seed), options=options)
            self._batch = self._new_batch(int(self.np_random.integers(_SEED_LIMIT)))
        self._history.clear(np.ones(self.num_envs, bool))
        self._steps[:] = 0
        self._play_opponents(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))
        return self._observation(), {"action_mask": self.action_masks()}

    def _deal_from_seeds(self, seeds: Sequence[int | None] | None, options: dict[str, Any] | None) -> None:
        """Deal with a seed for each round, or go on without seeds."""
        if seeds is None:
            super().reset(options=options)
            if self._batch is None:
                self._batch = self._new_batch(int(self.np_random.integers(_SEED_LIMIT)))
            else:
                self._batch.reset()
            return
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: one for each of {self.num_envs} rounds is needed, not {len(seeds)}")
        each = [np.random.SeedSequence(None if seed is None else bounds.seed(seed)) for seed in seeds]
        states = np.array([sequence.generate_state(2, np.uint64) for sequence in each])
        common = np.random.SeedSequence([int(state) for state in states[:, 0]])
        super().reset(seed=int(common.generate_state(1)[0]), options=options)
        self._batch = self._batch or self._new_batch(0)
        players = self._rules.players
        self._batch.reset((states[:, 1] % np.uint64(players)).tolist(), seeds=states[:, 0].tolist())

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Apply seat 0's action in every round; the others play until it is its turn again, in this round or the next."""
        batch = self._batch_in_play()
        numbers = bounds.numbers(actions, self.num_envs)
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        known = (numbers >= 0) & (numbers < SIZE)
        illegal = ~known | ~batch.mask()[np.arange(self.num_envs), np.where(known, numbers, 0)]
        self._act(np.where(illegal, -1, numbers).astype(np.int16), rewards, over)
        if illegal.any():
            rewards[illegal], over[illegal] = -1.0, True
            self._replace_rounds(illegal)
        self._play_opponents(rewards, over)
        self._steps = np.where(over, 0, self._steps + 1)
        cut, final = self._truncate()
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if over.any() or cut.any():
            info |= self._final_info(over | cut, illegal, final)
        return self._observation(), rewards, over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of each round as bool[n, 175]."""
        return self._batch_in_play().mask()

    def record(self, number: int, *, previous: bool = False) -> Record:
        """Return round `number` as a record (docs/notation.md), the one under way or the `previous` one.

        LastcardError unless `watched`, ValueError for a number out of range.
        """
        return self._batch_in_play().record(number, previous=previous)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ANN401 - as Gymnasium declares it
        """Discard the rounds; from now on step and reset raise ClosedEnvironmentError."""
        del kwargs
        self._batch = None

    def _not_closed(self) -> None:
        if self.closed:
            raise gym.error.ClosedEnvironmentError("the environment is closed: make another one")

    def _batch_in_play(self) -> Batch:
        self._not_closed()
        if self._batch is None:
            raise gym.error.ResetNeeded("no cards are dealt: call reset")
        return self._batch

    def _new_batch(self, seed: int) -> Batch:
        config = self._config
        return Batch(
            self._rules,
            self.num_envs,
            seed,
            threads=self._threads,
            calls=config.calls,
            forget=config.forget,
            caught=config.caught,
            dare=config.dare,
            points=config.points,
            watched=self._watched,
        )

    def _replace_rounds(self, where: NDArray[np.bool_]) -> None:
        """Deal other rounds at these tables, by a random dealer."""
        tables = np.flatnonzero(where)
        self._batch_in_play().deal(tables, self.np_random.integers(self._rules.players, size=len(tables)))
        self._history.clear(where)

    def _truncate(self) -> tuple[NDArray[np.bool_], _Truncated | None]:
        """Replace the rounds that have reached their step limit; which they are, and what seat 0 saw in them."""
        cut = self._steps >= (self.max_episode_steps or np.inf)
        if not cut.any():
            return cut, None
        final = _Truncated(self._observation(), self.action_masks(), cut)
        self._replace_rounds(cut)
        self._steps[cut] = 0
        self._play_opponents(np.zeros(self.num_envs), cut.copy())
        return cut, final

    def _final_info(
        self, ended: NDArray[np.bool_], illegal: NDArray[np.bool_], cut_off: _Truncated | None
    ) -> dict[str, Any]:
        """The `info` that Gymnasium specifies for rounds that ended in this step."""
        seen, mask = np.empty(self.num_envs, object), np.zeros((self.num_envs, SIZE), bool)
        for i in np.flatnonzero(ended):
            seen[i] = self._zeros.copy()
        if cut_off is not None:
            for i in np.flatnonzero(cut_off.where):
                seen[i], mask[i] = cut_off.seen[i].copy(), cut_off.open[i]
        final_info = {
            "illegal": illegal,
            "_illegal": ended,
            "action_mask": mask,
            "_action_mask": ended.copy(),
        }
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": final_info,
            "_final_info": ended.copy(),
        }

    def _act(self, numbers: NDArray[np.int16], rewards: NDArray[np.float64], over: NDArray[np.bool_]) -> None:
        """Apply the actions, none where one is below 0. A round's reward counts once per step."""
        batch = self._batch_in_play()
        question, seat = batch.observation[:, O_QUESTION].copy(), batch.seat.copy()
        batch.step_trusted(numbers)
        if self._uses_history:
            acted = np.flatnonzero(numbers >= 0)
            self._history.append(acted, question, seat, numbers, batch)
            self._history.clear(batch.over)
        ended = batch.over & (numbers >= 0) & ~over
        rewards[ended] = batch.reward[ended, 0]
        over |= ended

    def _play_opponents(self, rewards: NDArray[np.float64], over: NDArray[np.bool_]) -> None:
        """Let all seats but seat 0 play until it is seat 0's turn everywhere."""
        batch = self._batch_in_play()
        while (waiting := np.flatnonzero(batch.seat != 0)).size:
            numbers = np.full(self.num_envs, -1, np.int16)
            mask = batch.mask()[waiting]
            chosen = self._opponents(batch.observation[waiting], mask, self.np_random)
            numbers[waiting] = bounds.open_numbers("what the opponents chose", chosen, mask)
            self._act(numbers, rewards, over)

    def _observation(self) -> NDArray[Any]:
        batch = self._batch_in_play()
        if self._preset is None:
            return batch.observation.copy()
        return self._preset.encode(batch.observation, self._history.relative_to(batch.seat))
