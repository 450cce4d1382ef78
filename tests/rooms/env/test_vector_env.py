"""The vectorised environment keeps Gymnasium's contract, plays the rounds of a batch, and its opponents play as they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from lastcard.env import ROUND, lastcard_v0
from lastcard.env.gymnasium_env import LastcardEnv
from lastcard.env.opponents import Opponents, random_opponents, sensible_opponents
from lastcard.env.presets import PRESETS
from lastcard.env.vector_env import LastcardVectorEnv
from lastcard.record import replay
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES

if TYPE_CHECKING:
    from collections.abc import Callable


def rounds_won(hero: Opponents, opponents: Opponents, players: int, rounds: int) -> float:
    """The share of rounds that seat 0 wins; every table counts as many."""
    tables = 500
    env, chance = LastcardVectorEnv(tables, players=players, opponents=opponents), np.random.default_rng(3)
    seen, info = env.reset(seed=1)
    played, won = np.zeros(tables, int), 0
    while (played < rounds // tables).any():
        seen, rewards, over, _, info = env.step(hero(seen, info["action_mask"], chance))
        won += int(((rewards > 0) & over & (played < rounds // tables)).sum())
        played += over
    return won / rounds


@pytest.mark.parametrize("observation", ["bytes", *PRESETS])
def test_what_comes_lies_in_the_spaces(observation: str) -> None:
    """Observations, rewards, ends and infos have the shapes that Gymnasium's vector environments have."""
    env = LastcardVectorEnv(8, players=3, observation=observation)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=4)
    ended = 0
    for _ in range(60):
        assert env.observation_space.contains(seen)
        assert info["action_mask"].any(axis=1).all()
        chosen = info["action_mask"].argmax(axis=1)
        assert env.action_space.contains(chosen)
        seen, rewards, over, cut, info = env.step(chosen)
        assert rewards.shape == over.shape == cut.shape == (8,)
        assert not cut.any()
        assert set(rewards[over]) <= {1.0, -1.0}
        assert not rewards[~over].any()
        assert ("final_obs" in info) == bool(over.any())
        if over.any():
            ended += int(over.sum())
            assert (info["_final_obs"] == over).all()
            assert all(
                env.single_observation_space.contains(info["final_obs"][i]) for i in np.flatnonzero(over)
            )
    assert ended > 4


def test_the_same_seed_gives_the_same_rounds() -> None:
    """Two environments of one seed agree in everything, and a reset without a seed goes on with other cards."""
    first, second = LastcardVectorEnv(6, players=2), LastcardVectorEnv(6, players=2)
    (seen, info), begun = first.reset(seed=9), second.reset(seed=9)
    assert data_equivalence((seen, info), begun)
    for _ in range(80):
        chosen = info["action_mask"].argmax(axis=1)
        found, other = first.step(chosen), second.step(chosen)
        assert data_equivalence(found, other)
        info = found[-1]
    assert not data_equivalence(first.reset()[0], second.reset(seed=10)[0])


def first_open(seen: np.ndarray, open_: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Opponents that leave nothing to chance."""
    del seen, chance
    return np.asarray(open_.argmax(axis=1))


def played(env: LastcardVectorEnv, seed: Any, steps: int = 120) -> list[np.ndarray]:
    """What each round shows while seat 0 chooses the first open number, an array for each step."""
    seen, info = env.reset(seed=seed)
    found = [seen]
    for _ in range(steps):
        seen, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        found.append(seen)
    return found


def test_each_round_has_its_own_seed() -> None:
    """It decides the round wherever it stands among the others, and those after it; NumPy's numbers are seeds as well."""
    env = LastcardVectorEnv(4, players=3, opponents=first_open)
    one, other = played(env, [7, 8, 9, 10]), played(env, np.array([10, 3, 7, 8]))
    for a, b in zip(one, other, strict=True):
        assert (a[[0, 1, 3]] == b[[2, 3, 0]]).all()
    assert not all((a[2] == b[1]).all() for a, b in zip(one, other, strict=True))
    again = played(LastcardVectorEnv(4, players=3), [7, 8, 9, 10])
    for a, b in zip(again, played(LastcardVectorEnv(4, players=3), [7, 8, 9, 10]), strict=True):
        assert (a == b).all()
    assert (played(env, np.int64(5), 3)[0] == played(env, 5, 3)[0]).all()


@pytest.mark.parametrize(
    ("seed", "says"),
    [
        ([1, 2, 3], "one for each of 4 rounds is needed, not 3"),
        ([1, 2, 3, -4], "seed: a whole number from 0"),
        ([1, 2, 3, 4.5], "seed: a whole number from 0"),
        (-1, "seed: a whole number from 0"),
        (1.5, "seed: a whole number from 0"),
    ],
)
def test_what_is_no_seed_is_refused(seed: Any, says: str) -> None:
    """It is said what is needed."""
    with pytest.raises(ValueError, match=says):
        LastcardVectorEnv(4).reset(seed=seed)
    assert LastcardVectorEnv(2).reset(seed=[1, None])


def test_a_round_is_written_down() -> None:
    """Of an environment that is watched: what seat 0 chose is in it, and what it ended with."""
    env = LastcardVectorEnv(6, players=3, rules={"renege": False}, watched=True)
    ended = 0
    for reset in range(2):
        _, info = env.reset(seed=[reset, *range(5)] if reset else 3)
        for _ in range(60):
            _, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            for number in map(int, np.flatnonzero(over)):
                *_, last = replay(env.record(number, previous=True))
                assert last.round is not None
                if last.round.over:  # the opponents may have ended another one by themselves
                    ended += (last.round.out == 0) == (rewards[number] > 0)
        *_, last = replay(env.record(4))
        assert last.round is not None
        assert not last.round.over
    assert ended > 10
    with pytest.raises(LastcardError, match="watched=True"):
        make_reset(LastcardVectorEnv(2)).record(0)


def make_reset(env: LastcardVectorEnv) -> LastcardVectorEnv:
    env.reset(seed=1)
    return env


def test_opponents_may_choose_nothing_but_what_is_open() -> None:
    """The kernel trusts its numbers, so what others' programs choose is looked at."""
    wrongs: list[Opponents] = [
        lambda seen, *_: np.full(len(seen), CHOICES.index("lay")),
        lambda seen, *_: np.full(len(seen), -115),
        lambda seen, *_: np.full(len(seen), 0.5),
        lambda *_: np.zeros(1, int),
        lambda *_: None,  # type: ignore[list-item]
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="what the opponents chose"):
            LastcardVectorEnv(8, opponents=wrong).reset(seed=1)


def test_a_closed_environment_is_closed() -> None:
    """Neither a step nor a reset is taken; closing twice is none the worse."""
    env = make_reset(LastcardVectorEnv(2))
    env.close()
    env.close()
    for do in (env.reset, env.action_masks, lambda: env.step(np.zeros(2, int))):
        with pytest.raises(gym.error.ClosedEnvironmentError, match="make another"):
            do()


def test_numbers_out_of_range_are_refused_at_once() -> None:
    """Before anything is dealt; and nothing is rendered."""
    for name, wrong in (("num_envs", 0), ("num_envs", 2.5), ("threads", 0), ("max_episode_steps", 1.5)):
        with pytest.raises(ValueError, match=f"{name}: a whole number from 1"):
            LastcardVectorEnv(**{name: wrong})
    with pytest.raises(ValueError, match="render_mode: 'human' is none of None"):
        LastcardVectorEnv(render_mode="human")
    with pytest.raises(RulesError, match="players"):
        LastcardVectorEnv(players=11)


def test_gymnasium_makes_it() -> None:
    """By its name, with its options; its own vectors of the single environment as well."""
    envs = gym.make_vec(ROUND, num_envs=3, players=2, observation="flat", max_episode_steps=40)
    assert isinstance(envs.unwrapped, LastcardVectorEnv)
    assert envs.unwrapped.max_episode_steps == 40
    seen, _ = envs.reset(seed=1)
    assert seen.shape == (3, 430)
    several = gym.make_vec(ROUND, num_envs=2, vectorization_mode="sync", players=2)
    assert several.reset(seed=[1, 2])[0].shape == (2, 192)
    several.close()


def test_wrappers_of_gymnasium_work() -> None:
    """Statistics of episodes are counted as in any vector environment."""
    env = RecordEpisodeStatistics(LastcardVectorEnv(16, players=2))
    _, info = env.reset(seed=1)
    for _ in range(60):
        _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert len(env.return_queue) > 5
    assert set(np.array(env.return_queue)) <= {1.0, -1.0}


def test_it_plays_the_rounds_of_a_batch() -> None:
    """The same choices in a batch of the same seed lead to the same observations of seat 0."""
    env = LastcardVectorEnv(1, players=2, opponents=lambda _seen, open_, _chance: open_.argmax(axis=1))
    seen, info = env.reset(seed=5)
    batch = Batch(
        ruleset(players=2), 1, int(np.random.default_rng(np.random.SeedSequence(5)).integers(2**40))
    )
    for _ in range(200):
        while batch.seat[0] != 0:
            batch.step(batch.mask().argmax(axis=1))
        assert (batch.observation == seen).all()
        chosen = info["action_mask"].argmax(axis=1)
        seen, _, _, _, info = env.step(chosen)
        batch.step(chosen)


def test_a_number_that_is_not_open_ends_the_round() -> None:
    """With -1, and another round is dealt at that table only."""
    env = LastcardVectorEnv(3, players=3)
    before, info = env.reset(seed=1)
    chosen = info["action_mask"].argmax(axis=1)
    chosen[1] = CHOICES.index("lay")
    _, rewards, over, _, info = env.step(chosen)
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert over.tolist() == [False, True, False]
    assert info["final_info"]["illegal"].tolist() == [False, True, False]
    assert before.shape == (3, 192)


@pytest.mark.parametrize("observation", ["bytes", "history"])
def test_a_round_is_cut_off_after_so_many_steps(observation: str) -> None:
    """It is truncated, not over, brings nothing, and what seat 0 saw last and might have chosen is told."""
    tables, most = 12, 4
    env = LastcardVectorEnv(tables, players=3, observation=observation, max_episode_steps=most)
    free = LastcardVectorEnv(tables, players=3, observation=observation)
    (seen, info), (after, open_) = env.reset(seed=6), free.reset(seed=6)
    cut = np.zeros(tables, bool)
    for step in range(most):
        chosen = info["action_mask"].argmax(axis=1)
        seen, rewards, over, cut, info = env.step(chosen)
        after, paid, ended, never, open_ = free.step(chosen)
        assert (rewards == paid).all()
        assert (over == ended).all()
        assert not never.any()
        assert not (cut & over).any()
        assert cut.any() == (step == most - 1)
    assert cut.all(), "no round of this seed is over so soon"
    assert (np.stack(list(info["final_obs"])) == after).all()
    assert (info["final_info"]["action_mask"] == open_["action_mask"]).all()
    assert not info["final_info"]["illegal"].any()
    assert (info["_final_obs"] & info["_final_info"]).all()
    assert (seen[:, 128] == 7).all() or observation != "bytes", "hands of another deal"
    assert (seen != after).any(axis=1).all()


def test_steps_are_counted_for_each_round() -> None:
    """Whatever ends a round, the next one has all its steps again."""
    most, tables = 5, 40
    env = LastcardVectorEnv(tables, players=2, max_episode_steps=most, rules={"hand_size": 3})
    _, info = env.reset(seed=2)
    steps, ends = np.zeros(tables, int), [0, 0]
    for number in range(60):
        chosen = info["action_mask"].argmax(axis=1)
        if number % 7 == 3:
            chosen[number % tables] = CHOICES.index("lay")
        _, rewards, over, cut, info = env.step(chosen)
        steps += 1
        assert (cut == ((steps == most) & ~over)).all()
        assert not rewards[cut].any()
        ends[0], ends[1] = ends[0] + int(over.sum()), ends[1] + int(cut.sum())
        steps[over | cut] = 0
        assert ("final_obs" in info) == bool((over | cut).any())
    assert min(ends) > 20


def test_infos_are_named_as_gymnasium_names_them() -> None:
    """A round that is cut off is told as by Gymnasium's own environments under `TimeLimit`."""
    theirs = gym.vector.SyncVectorEnv(
        [lambda: TimeLimit(LastcardEnv(players=2), 3)] * 2, autoreset_mode=AutoresetMode.SAME_STEP
    )
    ours = LastcardVectorEnv(2, players=2, max_episode_steps=3)
    infos: list[dict[str, Any]] = []
    for env in (theirs, ours):
        _, info = env.reset(seed=4)
        for step in range(1, 4):
            _, _, _, cut, info = env.step(info["action_mask"].argmax(axis=1))
            assert cut.all() == (step == 3)
        infos.append(info)
    assert set(infos[0]) - {"_action_mask"} == set(infos[1])
    assert set(infos[0]["final_info"]) <= set(infos[1]["final_info"])
    assert infos[0]["final_obs"][0].shape == infos[1]["final_obs"][0].shape


def test_a_round_has_a_step() -> None:
    """No fewer can be asked for."""
    with pytest.raises(ValueError, match="max_episode_steps: a whole number from 1"):
        LastcardVectorEnv(2, max_episode_steps=0)


@pytest.mark.parametrize("make", [LastcardEnv, LastcardVectorEnv, lastcard_v0.raw_env])
def test_chances_are_chances(make: Callable[..., object]) -> None:
    """Each environment refuses the same, and an option that there is not."""
    for name in ("forget", "caught", "dare"):
        for wrong in (-0.1, 1.5, float("nan")):
            with pytest.raises(ValueError, match=f"{name} is a chance from 0 to 1"):
                make(**{name: wrong})
    with pytest.raises(TypeError, match="forgets"):
        make(forgets=0.5)


def test_it_must_be_reset_first() -> None:
    """Nothing is dealt before."""
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        LastcardVectorEnv(2).step(np.zeros(2, int))


@pytest.mark.tier("default")
def test_policy_r_wins_its_share_against_itself() -> None:
    """Half of the rounds of two, within four deviations."""
    assert abs(rounds_won(random_opponents, random_opponents, 2, 4000) - 0.5) < 0.032


@pytest.mark.tier("default")
@pytest.mark.parametrize(("players", "known"), [(2, 0.66), (4, 0.345)])
def test_who_plays_sensibly_wins_more(players: int, known: float) -> None:
    """As often as the sensible policy of the simulator against policy R."""
    assert abs(rounds_won(sensible_opponents, random_opponents, players, 4000) - known) < 0.035


@pytest.mark.parametrize("who", [random_opponents, sensible_opponents])
def test_opponents_choose_what_is_open_and_honest(who: Opponents) -> None:
    """Under all kinds of house rules, and never a Wild Draw Four with the colour in hand, nor a draw where a card fits."""
    rules = ruleset(
        "swap-112",
        players=4,
        stacking="cross",
        jump_in="all",
        seven_zero=True,
        multi_play=True,
        draw_to_match=True,
    )
    batch, chance = Batch(rules, 50, 2, calls=True), np.random.default_rng(1)
    fours = [i for i, text in enumerate(CHOICES) if text.startswith("play W+4")]
    drawn = 0
    for _ in range(150):
        open_, seen = batch.mask(), batch.observation
        chosen = who(seen, open_, chance)
        assert open_[np.arange(50), chosen].all()
        drew = chosen == CHOICES.index("draw")
        drawn += int(drew.sum())
        plays = open_[:, :88].copy()
        plays[:, [*fours, CHOICES.index("draw"), 61, 62, 63]] = False
        assert not (drew & plays.any(axis=1)).any()
        held = seen[:, :56].reshape(50, 4, 14).sum(axis=2)
        for i in np.flatnonzero(np.isin(chosen, fours)):
            assert seen[i, 128] == 1 or seen[i, 149] == 4 or not held[i, seen[i, 149]]
        batch.step(chosen)
    assert drawn > 50
