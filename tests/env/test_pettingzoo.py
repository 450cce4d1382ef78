"""The PettingZoo environment passes PettingZoo's own tests, and shows a seat nothing that it may not see."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

from lastcard.env import lastcard_v0
from lastcard.rules.cards import ALL_CARDS
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
        state = env.table._game.state()
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
    before = env.table.text()
    with pytest.raises(ValueError, match="is not open to seat_"):
        env.step(CHOICES.index("lay"))
    assert env.table.text() == before
