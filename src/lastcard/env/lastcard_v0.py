"""The PettingZoo environment: `env()`, `raw_env()` and `parallel_env()` (docs/environments.md).

Each agent chooses one action at a time (docs/encoding.md). Where several may act at once (catch, jump in), they are asked
one after the other in turn order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Unpack

import gymnasium as gym
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from lastcard.env.act_history import SAY_NOTHING
from lastcard.env.config import EnvConfig, EnvOptions, checked_render_mode, dealer_from
from lastcard.env.env_table import EnvTable, Observation
from lastcard.env.spaces import masked_observation_space
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.choices import SIZE

if TYPE_CHECKING:
    from lastcard.record import Record


def env(**options: Any) -> AECEnv:  # noqa: ANN401 - passed to raw_env
    """Return `raw_env` in PettingZoo's usual wrappers; with `max_cycles`, `parallel_env` converted to agent by agent."""
    if "max_cycles" in options:
        return parallel_to_aec(parallel_env(**options))
    found = raw_env(**options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(found, illegal_reward=-1))
    )


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's name
    """One round, agent by agent.

    `edition`, `players` and `rules` (options by name) choose the rules; the other options are the fields of
    `lastcard.env.config.EnvConfig`. `reset(seed, options)` accepts `{"dealer": seat}`; without it the deal passes to the left.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "rgb_array", "ansi"],
        "name": "lastcard_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: str = "classic",
        players: int = 4,
        rules: dict[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        """Raise RulesError, UnsupportedRules, or ValueError for bad options or an unknown `render_mode`."""
        super().__init__()
        config = EnvConfig(**options)
        self.table = EnvTable(ruleset(edition, players=players, **(rules or {})), config)
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self.observation_spaces = {
            agent: masked_observation_space(config.observation) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(SIZE) for agent in self.possible_agents}
        self._dealer = -1

    def observation_space(self, agent: str) -> spaces.Dict:
        """See `AECEnv`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """See `AECEnv`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; ValueError for a dealer that is not a seat, or a seed that is not a whole number from 0."""
        players = len(self.possible_agents)
        dealer = dealer_from(options, (0 if seed is not None else self._dealer + 1) % players, players)
        self.table.deal(seed, dealer)
        self._dealer = dealer
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.current_seat]

    def observe(self, agent: str) -> Observation:
        """See `AECEnv`."""
        return self.table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action; ValueError if it is not legal, ResetNeeded if no round is under way."""
        if not self.agents:
            raise gym.error.ResetNeeded("no round is under way: call reset")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number = bounds.whole("action", action, 0, SIZE - 1)
        if not self.table.is_legal(number):
            raise ValueError(f"{action} is not open to {self.agent_selection}")
        self._clear_rewards()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table.choose(number)
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.table.current_seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def record(self) -> Record:
        """Return the round so far, or the one just over, as a record (docs/notation.md); LastcardError before the first deal."""
        return self.table.record()

    def render(self) -> Any:  # noqa: ANN401 - by render_mode
        """Return text (`ansi`) or an RGB array (`rgb_array`), or print the text (`human`)."""
        if self.render_mode == "rgb_array":
            return self.table.render_rgb()
        if self.render_mode == "ansi":
            return self.table.render_text()
        print(self.table.render_text())  # noqa: T201 - render mode `human`
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


MAX_CYCLES: Final = 2**31 - 1


class parallel_env(ParallelEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's name
    """The same round in cycles: every agent chooses, but only the choice of the agent whose turn it is counts.

    For all others only `nothing` is legal. An illegal choice is replaced by the first legal one and costs 0.01. After
    `max_cycles` cycles the round is truncated. The other options are those of `raw_env`.
    """

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "is_parallelizable": True}
    COST = 0.01

    def __init__(self, max_cycles: int = 1000, **options: Any) -> None:  # noqa: ANN401 - passed to raw_env
        """Raise ValueError for fewer than one cycle, and what `raw_env` raises."""
        self._inner = raw_env(**options)
        self.max_cycles = bounds.whole("max_cycles", max_cycles, 1, MAX_CYCLES)
        self.render_mode = self._inner.render_mode
        self.possible_agents = list(self._inner.possible_agents)
        self.agents: list[str] = []
        self.observation_spaces = self._inner.observation_spaces
        self.action_spaces = self._inner.action_spaces
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """See `ParallelEnv`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """See `ParallelEnv`."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a round; ValueError for a dealer that is not a seat."""
        self._inner.reset(seed, options)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Apply one cycle; ValueError if the agent whose turn it is chooses nothing."""
        if not self.agents:
            raise gym.error.ResetNeeded("no round is under way: call reset")
        table = self._inner.table
        asked = self.possible_agents[table.current_seat]
        if asked not in actions:
            raise ValueError(f"actions: {asked} is asked and must choose a number")
        chosen = bounds.whole(f"actions: {asked}", actions[asked], -(2**63), 2**63)
        lawful = table.is_legal(chosen)
        table.choose(chosen if lawful else int(table.action_mask().argmax()))
        self._cycles += 1
        rewards = dict.fromkeys(self.agents, 0.0)
        rewards[asked] -= 0.0 if lawful else self.COST
        if table.over:
            for agent, reward in zip(self.possible_agents, table.rewards(), strict=True):
                rewards[agent] += reward
        over = dict.fromkeys(self.agents, table.over)
        cut = dict.fromkeys(self.agents, self._cycles >= self.max_cycles and not table.over)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        found = (self._observations(), rewards, over, cut, infos)
        if table.over or self._cycles >= self.max_cycles:
            self.agents = []
        return found

    def _observations(self) -> dict[str, Observation]:
        found: dict[str, Observation] = {}
        for agent in self.agents:
            found[agent] = self._inner.observe(agent)
            if not found[agent]["action_mask"].any():
                found[agent]["action_mask"][SAY_NOTHING] = 1
        return found

    def record(self) -> Record:
        """See `raw_env`."""
        return self._inner.record()

    def render(self) -> Any:  # noqa: ANN401 - by render_mode
        """See `raw_env`."""
        return self._inner.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
