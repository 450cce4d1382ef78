"""The Gymnasium environment passes Gymnasium's own check, and who plays by chance wins its share."""

from __future__ import annotations

import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lastcard.env.single import LastcardEnv, random_opponent, sensible_opponent
from lastcard.sim.choices import CHOICES


@pytest.mark.parametrize("observation", ["bytes", "planes", "history"])
def test_the_api(observation: str) -> None:
    """Gymnasium's check of spaces, seeds and returned values."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(LastcardEnv(observation=observation), skip_render_check=True)


def test_the_sensible_opponent_is_harder() -> None:
    """Policy R wins about 35 rounds of a hundred against it."""
    env, chance, wins = LastcardEnv(players=2, opponent=sensible_opponent), np.random.default_rng(1), 0
    for number in range(150):
        seen, info = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            seen, reward, over, _, info = env.step(
                np.int64(random_opponent(seen, info["action_mask"], chance))
            )
        wins += reward > 0
    assert wins / 150 < 0.45


@pytest.mark.parametrize("players", [2, 4])
def test_policy_r_wins_its_share_against_itself(players: int) -> None:
    """One in so many, within four deviations."""
    env = LastcardEnv(players=players)
    chance = np.random.default_rng(1)
    wins, rounds = 0, 400
    for number in range(rounds):
        seen, info = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            seen, reward, over, _, info = env.step(
                np.int64(random_opponent(seen, info["action_mask"], chance))
            )
        wins += reward > 0
    share = 1 / players
    assert abs(wins / rounds - share) < 4 * (share * (1 - share) / rounds) ** 0.5


@pytest.mark.parametrize("number", [CHOICES.index("lay"), -1, 175, 9999])
def test_a_number_that_is_not_open_ends_the_round(number: int) -> None:
    """With a reward of -1, and no further step before a reset; so does one that is none at all."""
    env = LastcardEnv()
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(number))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(np.int64(60))
