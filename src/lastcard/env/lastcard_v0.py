"""The PettingZoo environment: `env()`, `raw_env()`, `parallel_env()` (docs/environments.md).

Each agent is asked for one number at a time (docs/encoding.md). Where several might act at once (a catch, a jump) they are
asked one after the other in turn order.
"""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from lastcard.env.manner import Manner, Options
from lastcard.env.memory import NOTHING
from lastcard.env.seats import Observation, Seats
from lastcard.env.spaces import masked_space
from lastcard.rules.ruleset import ruleset
from lastcard.sim import bounds
from lastcard.sim.choices import SIZE


def env(**options: Any) -> AECEnv:  # noqa: ANN401 - handed on to raw_env
    """The environment with PettingZoo's usual wrappers; see `raw_env`. With `max_cycles`, that of `parallel_env`, agent by agent."""
    if "max_cycles" in options:
        return parallel_to_aec(parallel_env(**options))
    found = raw_env(**options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(found, illegal_reward=-1))
    )


class raw_env(AECEnv[str, Observation, int], EzPickle):  # noqa: N801 - PettingZoo's name
    """One round, agent by agent.

    `edition`, `players` and `rules` (options by name) say what is played; all other options are those of `lastcard.env.manner.Manner`.
    `reset(seed, options)` takes `{"dealer": seat}`; without it the deal passes to the left from round to round.
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
        **options: Unpack[Options],
    ) -> None:
        """RulesError for rules that cannot be; UnsupportedRules; ValueError as from `Manner`."""
        EzPickle.__init__(self, edition, players, rules, render_mode=render_mode, **options)
        super().__init__()
        manner = Manner(**options)
        self.table = Seats(ruleset(edition, players=players, **(rules or {})), manner)
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.observation_spaces = {agent: masked_space(manner.observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(SIZE) for agent in self.possible_agents}
        self._dealer = -1

    def observation_space(self, agent: str) -> spaces.Dict:
        """See `AECEnv`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """See `AECEnv`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; ValueError for a dealer who is no seat."""
        players = len(self.possible_agents)
        following = (0 if seed is not None else self._dealer + 1) % players
        self._dealer = bounds.seat("dealer", (options or {}).get("dealer", following), players)
        self.table.deal(seed, self._dealer)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.asked]

    def observe(self, agent: str) -> Observation:
        """See `AECEnv`."""
        return self.table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The agent that is asked chooses a number that is open to it."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not self.table.open_numbers()[action]:
            raise ValueError(f"{action} is not open to {self.agent_selection}")
        self._clear_rewards()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table.choose(int(action))
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.table.asked]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:  # noqa: ANN401 - by render_mode
        """Text (`ansi`), a picture (`rgb_array`), or text on standard output (`human`)."""
        if self.render_mode == "rgb_array":
            return self.table.picture()
        if self.render_mode == "ansi":
            return self.table.text()
        print(self.table.text())  # noqa: T201 - that is what is asked for
        return None

    def close(self) -> None:
        """Nothing is open."""


class parallel_env(ParallelEnv[str, Observation, int], EzPickle):  # noqa: N801 - PettingZoo's name
    """The same round in cycles: in each, every agent chooses, and only the choice of the one that is asked counts.

    To all others only `nothing` is open. A choice that is not open is taken as the first open one, and costs 0.01. After
    `max_cycles` cycles the round is cut off. Options are those of `raw_env`.
    """

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "is_parallelizable": True}
    COST = 0.01

    def __init__(self, max_cycles: int = 1000, **options: Any) -> None:  # noqa: ANN401 - handed on to raw_env
        """See the class."""
        EzPickle.__init__(self, max_cycles, **options)
        self._inner = raw_env(**options)
        self.max_cycles = max_cycles
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
        """Deal a round; ValueError for a dealer who is no seat."""
        self._inner.reset(seed, options)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Everybody chooses."""
        table = self._inner.table
        asked = self.possible_agents[table.asked]
        open_, chosen = table.open_numbers(), int(actions[asked])
        lawful = bool(open_[chosen])
        table.choose(chosen if lawful else int(open_.argmax()))
        self._cycles += 1
        rewards = dict.fromkeys(self.agents, 0.0)
        rewards[asked] -= 0.0 if lawful else self.COST
        if table.over:
            for agent, reward in zip(self.possible_agents, table.rewards(), strict=True):
                rewards[agent] += reward
        over = dict.fromkeys(self.agents, table.over)
        cut = dict.fromkeys(self.agents, self._cycles >= self.max_cycles and not table.over)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        found = (self._seen(), rewards, over, cut, infos)
        if table.over or self._cycles >= self.max_cycles:
            self.agents = []
        return found

    def _seen(self) -> dict[str, Observation]:
        found: dict[str, Observation] = {}
        for agent in self.agents:
            found[agent] = self._inner.observe(agent)
            if not found[agent]["action_mask"].any():
                found[agent]["action_mask"][NOTHING] = 1
        return found

    def render(self) -> Any:  # noqa: ANN401 - by render_mode
        """See `raw_env`."""
        return self._inner.render()

    def close(self) -> None:
        """Nothing is open."""
