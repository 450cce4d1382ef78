"""Gymnasium, many rounds at once: in each of them seat 0 learns, the others play as they are told (docs/environments.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Unpack

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from lastcard.env.manner import Manner, Options, render_mode_of
from lastcard.env.memory import Recorder
from lastcard.env.opponents import Opponents, random_opponents
from lastcard.env.presets import preset_of
from lastcard.env.spaces import seen_space
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.batch import Batch
from lastcard.sim.choices import SIZE
from lastcard.sim.kernel.codes import MAX_TABLES, O_QUESTION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.record import Record

_MOST_STEPS: Final = 2**62
_BEGINNINGS: Final = 2**40


class _Final(NamedTuple):
    """What seat 0 saw, and what was open to it, in the rounds that were cut off."""

    seen: NDArray[Any]
    open: NDArray[np.bool_]
    where: NDArray[np.bool_]


class LastcardVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` rounds for seat 0 against the same opponents on all other seats, without Python for each round.

    `opponents` chooses for many seats at once, from the bytes that they see. The mask of open numbers is `info["action_mask"]` (bool[n, 175]) and
    `action_masks()`. A number that is not open ends its round with -1. Rewards: 1 or -1 at the end of a round, or points with `points`. A round that
    is over is dealt anew within the same step; `info["final_obs"]` has then, as Gymnasium wants it, what seat 0 saw last: nothing but zeros. The
    deal passes to the left. After `max_episode_steps` steps a round is cut off: it is truncated, another is dealt within the same step, and
    `info["final_obs"]` and `info["final_info"]["action_mask"]` have what seat 0 saw, and might have chosen, where it was cut off. With `watched` every
    round can be written as a record. All other options are those of `lastcard.env.manner.Manner`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(  # noqa: PLR0913 - each is a choice of its own
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
        **options: Unpack[Options],
    ) -> None:
        """RulesError for rules that cannot be; UnsupportedRules; ValueError as from `Manner`, or for numbers out of range; nothing is rendered."""
        if max_episode_steps is not None:
            max_episode_steps = bounds.whole("max_episode_steps", max_episode_steps, 1, _MOST_STEPS)
        self.max_episode_steps = max_episode_steps
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        self._manner = manner = Manner(**options)
        self.num_envs = num_envs = bounds.whole("num_envs", num_envs, 1, MAX_TABLES)
        self._watched = watched
        self.single_observation_space = seen_space(manner.observation)
        self.single_action_space = spaces.Discrete(SIZE)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rules = ruleset(edition, players=players, **(rules or {}))
        self._nothing = np.zeros_like(self.single_observation_space.low)
        self._threads = bounds.whole("threads", threads, 1, MAX_TABLES)
        self._steps = np.zeros(num_envs, np.int64)
        self._opponents = opponents
        self._preset = preset_of(manner.observation)
        self._remembers = self._preset is not None and self._preset.past
        self._recorder = Recorder(num_envs, players)
        self._batch: Batch | None = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal everywhere; the others act until seat 0 is asked.

        Of a list of seeds each round has its own, which decides its dealer and its cards and those of the rounds after it; what the opponents choose comes from
        a chance common to all. ValueError.
        """
        self._not_closed()
        if seed is None or isinstance(seed, Sequence | np.ndarray):
            self._deal_by(seed, options)
        else:
            super().reset(seed=bounds.seed(seed), options=options)
            self._batch = self._dealt(int(self.np_random.integers(_BEGINNINGS)))
        self._recorder.forget(np.ones(self.num_envs, bool))
        self._steps[:] = 0
        self._others(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))
        return self._view(), {"action_mask": self.action_masks()}

    def _deal_by(self, seeds: Sequence[int | None] | None, options: dict[str, Any] | None) -> None:
        """Deal with a seed for each round, or go on without any."""
        if seeds is None:
            super().reset(options=options)
            if self._batch is None:
                self._batch = self._dealt(int(self.np_random.integers(_BEGINNINGS)))
            else:
                self._batch.reset()
            return
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: one for each of {self.num_envs} rounds is needed, not {len(seeds)}")
        each = [np.random.SeedSequence(None if seed is None else bounds.seed(seed)) for seed in seeds]
        states = np.array([sequence.generate_state(2, np.uint64) for sequence in each])
        common = np.random.SeedSequence([int(state) for state in states[:, 0]])
        super().reset(seed=int(common.generate_state(1)[0]), options=options)
        self._batch = self._batch or self._dealt(0)
        players = self._rules.players
        self._batch.reset((states[:, 1] % np.uint64(players)).tolist(), seeds=states[:, 0].tolist())

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Seat 0 chooses in every round; the others act until it is asked again, in this round or the next."""
        batch = self._playing()
        numbers = bounds.numbers(actions, self.num_envs)
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        known = (numbers >= 0) & (numbers < SIZE)
        illegal = ~known | ~batch.mask()[np.arange(self.num_envs), np.where(known, numbers, 0)]
        self._act(np.where(illegal, -1, numbers).astype(np.int16), rewards, over)
        if illegal.any():
            rewards[illegal], over[illegal] = -1.0, True
            self._break_off(illegal)
        self._others(rewards, over)
        self._steps = np.where(over, 0, self._steps + 1)
        cut, final = self._cut_off()
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if over.any() or cut.any():
            info |= self._final(over | cut, illegal, final)
        return self._view(), rewards, over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The numbers that are open in each round."""
        return self._playing().mask()

    def record(self, number: int, *, previous: bool = False) -> Record:
        """The round under way, or the `previous` one, of this number as a record (docs/notation.md); LastcardError unless `watched`, ValueError."""
        return self._playing().record(number, previous=previous)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ANN401 - as Gymnasium declares it
        """The rounds are over; a step or a reset is refused from now on."""
        del kwargs
        self._batch = None

    def _not_closed(self) -> None:
        if self.closed:
            raise gym.error.ClosedEnvironmentError("the environment is closed: make another one")

    def _playing(self) -> Batch:
        self._not_closed()
        if self._batch is None:
            raise gym.error.ResetNeeded("no cards are dealt: call reset")
        return self._batch

    def _dealt(self, seed: int) -> Batch:
        manner = self._manner
        return Batch(
            self._rules,
            self.num_envs,
            seed,
            threads=self._threads,
            calls=manner.calls,
            forget=manner.forget,
            caught=manner.caught,
            dare=manner.dare,
            points=manner.points,
            watched=self._watched,
        )

    def _break_off(self, where: NDArray[np.bool_]) -> None:
        """Deal other rounds at these tables, by anybody."""
        tables = np.flatnonzero(where)
        self._playing().deal(tables, self.np_random.integers(self._rules.players, size=len(tables)))
        self._recorder.forget(where)

    def _cut_off(self) -> tuple[NDArray[np.bool_], _Final | None]:
        """Where rounds have had all the steps that they may have, and what seat 0 saw in them; others are dealt there."""
        cut = self._steps >= (self.max_episode_steps or np.inf)
        if not cut.any():
            return cut, None
        final = _Final(self._view(), self.action_masks(), cut)
        self._break_off(cut)
        self._steps[cut] = 0
        self._others(np.zeros(self.num_envs), cut.copy())
        return cut, final

    def _final(
        self, ended: NDArray[np.bool_], illegal: NDArray[np.bool_], cut_off: _Final | None
    ) -> dict[str, Any]:
        """What Gymnasium wants to know of rounds that have ended in this step."""
        seen, open_ = np.empty(self.num_envs, object), np.zeros((self.num_envs, SIZE), bool)
        for i in np.flatnonzero(ended):
            seen[i] = self._nothing.copy()
        if cut_off is not None:
            for i in np.flatnonzero(cut_off.where):
                seen[i], open_[i] = cut_off.seen[i].copy(), cut_off.open[i]
        told = {"illegal": illegal, "_illegal": ended, "action_mask": open_, "_action_mask": ended.copy()}
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": told,
            "_final_info": ended.copy(),
        }

    def _act(self, numbers: NDArray[np.int16], rewards: NDArray[np.float64], over: NDArray[np.bool_]) -> None:
        """Take the numbers, none where one is below 0. What a round brings counts once in a step."""
        batch = self._playing()
        question, seat = batch.observation[:, O_QUESTION].copy(), batch.seat.copy()
        batch.step_trusted(numbers)
        if self._remembers:
            acted = np.flatnonzero(numbers >= 0)
            self._recorder.note(acted, question, seat, numbers, batch)
            self._recorder.forget(batch.over)
        ended = batch.over & (numbers >= 0) & ~over
        rewards[ended] = batch.reward[ended, 0]
        over |= ended

    def _others(self, rewards: NDArray[np.float64], over: NDArray[np.bool_]) -> None:
        """All but seat 0 act until it is asked everywhere."""
        batch = self._playing()
        while (waiting := np.flatnonzero(batch.seat != 0)).size:
            numbers = np.full(self.num_envs, -1, np.int16)
            open_ = batch.mask()[waiting]
            chosen = self._opponents(batch.observation[waiting], open_, self.np_random)
            numbers[waiting] = bounds.open_numbers("what the opponents chose", chosen, open_)
            self._act(numbers, rewards, over)

    def _view(self) -> NDArray[Any]:
        batch = self._playing()
        if self._preset is None:
            return batch.observation.copy()
        return self._preset.encode(batch.observation, self._recorder.past(batch.seat))
