"""Lastcard's kernel, batch and environments; classic rules, policy R, four players unless stated otherwise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

import numpy as np
from worker import Counts, serve

from lastcard.env import lastcard_v0
from lastcard.env.opponents import DRAW, random_opponents
from lastcard.env.vector_env import LastcardVectorEnv
from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.kernel import playouts
from lastcard.sim.tables import compile_rules

TABLES = 1024
seeds, pick = count(), Random(1)


def kernel(players: int) -> Callable[[], Counts]:
    """Two thousand rounds in the kernel's own loop."""
    tables = compile_rules(ruleset("classic", players=players))
    return lambda: (playouts(tables, next(seeds), 2000)[0], 2000)


def batch(players: int) -> Callable[[], Counts]:
    """Twenty steps of 1,024 tables, with mask and observation of the seat asked next; random actions, bluffs included."""
    tables, chosen = Batch(ruleset("classic", players=players), TABLES, 1), np.zeros(TABLES, np.int16)

    def work() -> Counts:
        ended = 0
        for _ in range(20):
            tables.choose(chosen)
            tables.step_trusted(chosen)
            ended += int(tables.over.sum())
        return 20 * TABLES, ended

    return work


def many() -> Callable[[], Counts]:
    """Ten steps of the vectorised Gymnasium environment, two players; only seat 0's choices count."""
    env, chance = LastcardVectorEnv(TABLES, players=2), np.random.default_rng(1)
    held = {"now": env.reset(seed=1)}

    def work() -> Counts:
        ended = 0
        for _ in range(10):
            seen, info = held["now"]
            seen, _, over, _, info = env.step(random_opponents(seen, info["action_mask"], chance))
            held["now"] = seen, info
            ended += int(over.sum())
        return 10 * TABLES, ended

    return work


def pettingzoo() -> Counts:
    """One round of the AEC environment, two players, each action chosen in Python."""
    env, decisions = lastcard_v0.raw_env(players=2), 0
    env.reset(seed=next(seeds))
    while not env.terminations[env.agent_selection]:
        numbers = env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist()
        env.step(pick.choice(numbers[:-1] if len(numbers) > 1 and numbers[-1] == DRAW else numbers))
        decisions += 1
    return decisions, 1


serve({
    "kernel": kernel(4),
    "kernel, two players": kernel(2),
    "batch with observations": batch(4),
    "vector environment": many(),
    "PettingZoo environment": pettingzoo,
})  # fmt: skip
