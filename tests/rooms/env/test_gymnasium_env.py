"""The Gymnasium environment passes Gymnasium's own check, and who plays by chance wins its share."""

from __future__ import annotations

import copy
import importlib
import pickle
import warnings
from collections import Counter
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lastcard.env
from lastcard.env import ROUND
from lastcard.env.gymnasium_env import LastcardEnv, random_opponent, sensible_opponent
from lastcard.record import replay
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.sim.choices import CHOICES


@pytest.mark.parametrize("observation", ["bytes", "planes", "history"])
def test_the_api(observation: str) -> None:
    """Gymnasium's check of spaces, seeds and returned values."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(LastcardEnv(observation=observation), skip_render_check=True)


@pytest.mark.tier("default")
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


@pytest.mark.tier("default")
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


def test_gymnasium_makes_it() -> None:
    """By its name; its own check is content with what it makes, and it is made once only."""
    env = gym.make(ROUND, players=3, observation="flat")
    assert isinstance(env.unwrapped, LastcardEnv)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)
    importlib.reload(lastcard.env)
    assert gym.make(ROUND, max_episode_steps=5).reset(seed=1)[0].shape == (192,)
    with pytest.raises(ValueError, match="render_mode: 'film' is none of ansi, rgb_array, None"):
        LastcardEnv(render_mode="film")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_it_is_rendered_as_gymnasium_wants_it(mode: str) -> None:
    """Its check of rendering passes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gym.make(ROUND, render_mode=mode).unwrapped)


def test_the_round_is_written_down() -> None:
    """So far, and when it is over; not before there is one."""
    env, chance = LastcardEnv(players=3, rules={"stacking": "cross"}, calls=True), np.random.default_rng(1)
    with pytest.raises(LastcardError, match="call reset"):
        env.record()
    for number in range(5):
        seen, info = env.reset(seed=number)
        over, reward, step = False, 0.0, 0
        while not over:
            step += 1
            if step % 8 == 1:
                *_, last = replay(env.record())
                assert last.round is not None
                held = Counter(card.order for card in last.round.hands[0].cards)
                assert {i: int(n) for i, n in enumerate(seen[:64]) if n} == held
            seen, reward, over, _, info = env.step(
                np.int64(random_opponent(seen, info["action_mask"], chance))
            )
        *_, last = replay(env.record())
        assert last.round is not None
        assert (last.round.out == 0) == (reward > 0)


def test_a_copy_goes_on_the_same_way() -> None:
    """With its opponents' chance, its past and its record; and it is another round."""
    env = LastcardEnv(observation="history")
    _, info = env.reset(seed=5)
    for _ in range(2):
        _, _, _, _, info = env.step(info["action_mask"].argmax())
    before = env.record()
    for there in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301 - our own
        here = copy.deepcopy(env)
        for _ in range(8):
            chosen = here.action_masks().argmax()
            assert here.record() == there.record()
            (seen, *rest), (seen_too, *rest_too) = here.step(chosen), there.step(chosen)
            assert (seen == seen_too).all()
            assert rest[:3] == rest_too[:3]
            if rest[1]:
                break
    assert env.record() == before


@pytest.mark.parametrize("wrong", [3.7, np.array([1, 2]), "60", None, True])
def test_what_is_no_number_is_refused(wrong: Any) -> None:
    """It is no bad choice but a fault of the program; the round goes on."""
    env = LastcardEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action: a whole number"):
        env.step(wrong)
    env.step(np.int64(env.action_masks().argmax()))


def test_wrong_resets_and_opponents_are_refused() -> None:
    """Seeds, options, dealers and what an opponent chooses."""
    env = LastcardEnv(players=3)
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(np.int64(60))
    for seed in (-1, 1.5, "1", 2**64):
        with pytest.raises(ValueError, match="seed: a whole number from 0"):
            env.reset(seed=seed)
    assert (env.reset(seed=np.uint8(7))[0] == env.reset(seed=7)[0]).all()
    with pytest.raises(ValueError, match="options: a dictionary"):
        env.reset(options=[1])
    with pytest.raises(ValueError, match="dealer: seats are whole numbers from 0 to 2"):
        env.reset(options={"dealer": 3})
    for wrong in (174, -115, 60.5):
        with pytest.raises(ValueError, match="174 is not open to seat|what the opponent chose"):
            LastcardEnv(opponent=lambda *_, wrong=wrong: wrong).reset(seed=1, options={"dealer": 0})
    with pytest.raises(RulesError, match="players"):
        LastcardEnv(players=11)
