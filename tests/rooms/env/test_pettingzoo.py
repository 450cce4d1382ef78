"""The PettingZoo environment passes PettingZoo's own tests, and shows a seat nothing that it may not see."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

from lastcard.env import lastcard_v0
from lastcard.record import replay
from lastcard.rules.cards import ALL_CARDS
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.sim.choices import CHOICES

pytestmark = pytest.mark.filterwarnings("ignore:.*:UserWarning")


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_api(players: int) -> None:
    """A thousand cycles of what every environment of PettingZoo must do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(lastcard_v0.env(players=players), num_cycles=1000)


def test_rounds_with_calls_and_house_rules() -> None:
    """UNO, catches, jumps, swaps and several cards are asked for one by one."""
    rules = {"stacking": "cross", "jump_in": "all", "seven_zero": True, "multi_play": True}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(lastcard_v0.env(players=3, rules=rules, calls=True), num_cycles=1000)


@pytest.mark.parametrize("observation", ["flat", "history"])
def test_other_observations(observation: str) -> None:
    """A preset keeps the contract as well."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(lastcard_v0.env(players=3, observation=observation), num_cycles=200)


def test_the_same_seed_gives_the_same_round() -> None:
    """Seeds decide everything."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lastcard_v0.env, num_cycles=200)


def test_rendering() -> None:
    """Text, picture, and text on standard output."""
    render_test(lastcard_v0.env)


def test_the_parallel_environment() -> None:
    """Everybody chooses in every cycle, the choice of the one asked counts."""
    parallel_api_test(lastcard_v0.parallel_env(), num_cycles=300)
    max_cycles_test(lastcard_v0)


def test_the_hand_is_seen_and_no_other() -> None:
    """The first 64 bytes are the asked seat's own hand, card by card; the hands of others are only counted."""
    env = lastcard_v0.raw_env(players=3)
    env.reset(seed=7)
    for _ in range(60):
        agent = env.agent_selection
        seat = env.possible_agents.index(agent)
        seen = env.observe(agent)["observation"]
        state = env.table.state()
        assert {i: int(n) for i, n in enumerate(seen[:64]) if n} == state["hands"][seat]
        assert seen[128:131].tolist() == [state["size"][(seat + i) % 3] for i in range(3)]
        assert ALL_CARDS[int(seen[148])].order == state["top"]
        other = env.possible_agents[(seat + 1) % 3]
        assert not env.observe(other)["observation"].any()
        numbers = np.flatnonzero(env.observe(agent)["action_mask"])
        env.step(int(numbers[0]))
        if all(env.terminations.values()):
            break


def test_what_is_not_open_is_refused() -> None:
    """The bare environment raises and changes nothing."""
    env = lastcard_v0.raw_env()
    env.reset(seed=1)
    before = env.table.render_text()
    with pytest.raises(ValueError, match="is not open to seat_"):
        env.step(CHOICES.index("lay"))
    assert env.table.render_text() == before


@pytest.mark.parametrize("wrong", [-115, 175, 10**12, 60.0, None, np.array([60, 60]), "draw"])
def test_what_is_no_number_is_refused(wrong: Any) -> None:
    """Numbers are not counted from the end, nor rounded."""
    env = lastcard_v0.raw_env()
    env.reset(seed=1)
    before = env.table.render_text()
    with pytest.raises(ValueError, match="action: a whole number from 0 to 174"):
        env.step(wrong)
    assert env.table.render_text() == before


def test_in_parallel_too() -> None:
    """A number that is not open costs, what is none is refused; so is a step before the first reset or after the last cycle."""
    env = lastcard_v0.parallel_env(max_cycles=2)
    with pytest.raises(gym.error.ResetNeeded):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is asked and must choose"):
        env.step({})
    for wrong in (60.5, None, "draw"):
        with pytest.raises(ValueError, match="actions: seat_.: a whole number"):
            env.step(dict.fromkeys(env.agents, wrong))
    assert min(env.step(dict.fromkeys(env.agents, -115))[1].values()) == -0.01
    env.step(dict.fromkeys(env.agents, 10**12))
    with pytest.raises(gym.error.ResetNeeded):
        env.step({})
    with pytest.raises(ValueError, match="max_cycles: a whole number from 1"):
        lastcard_v0.parallel_env(max_cycles=0)


def test_the_round_is_written_down() -> None:
    """With calls and house rules, to the end."""
    rules = {"stacking": "same", "seven_zero": True, "renege": False}
    env = lastcard_v0.env(players=3, rules=rules, calls=True)
    with pytest.raises(LastcardError, match="call reset"):
        env.unwrapped.record()
    for seed in range(4):
        env.reset(seed=seed)
        for step, agent in enumerate(env.agent_iter()):
            observation, _, over, _, _ = env.last()
            if over or step % 20 == 0:
                *_, last = replay(env.unwrapped.record())
                assert last.round is not None
                assert last.round.over == over
            if over:
                break
            env.action_space(agent).seed(step)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    parallel = lastcard_v0.parallel_env()
    parallel.reset(seed=1)
    assert len(list(replay(parallel.record()))) == 1


def test_a_copy_goes_on_the_same_way() -> None:
    """In the middle of a round, wrappers and all."""
    env = lastcard_v0.env(players=3, observation="history")
    env.reset(seed=4)
    for _ in range(10):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    other, third = copy.deepcopy(env), pickle.loads(pickle.dumps(env.unwrapped))  # noqa: S301 - our own
    for _ in range(20):
        observation, _, over, _, _ = env.last()
        assert other.last()[0]["observation"].tobytes() == observation["observation"].tobytes()
        if over:
            break
        for each in (env, other, third):
            each.step(int(observation["action_mask"].argmax()))
    assert other.unwrapped.record() == third.record() == env.unwrapped.record()


def test_wrong_beginnings_are_refused() -> None:
    """Steps before a reset, seeds, options, ways to render, and too many players; NumPy's numbers are seeds."""
    env = lastcard_v0.raw_env(players=3)
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(60)
    for seed in (-1, 1.5, "1", 2**64):
        with pytest.raises(ValueError, match="seed: a whole number from 0"):
            env.reset(seed=seed)
    env.reset(seed=np.int64(3))
    text = env.table.render_text()
    env.reset(seed=3)
    assert env.table.render_text() == text
    with pytest.raises(ValueError, match="options: a dictionary"):
        env.reset(options="dealer")
    for make in (lastcard_v0.env, lastcard_v0.raw_env, lastcard_v0.parallel_env):
        with pytest.raises(ValueError, match="render_mode: 'film' is none of human, rgb_array, ansi, None"):
            make(render_mode="film")
        with pytest.raises(RulesError, match="players"):
            make(players=11)
