"""RLCard's UNO (two players) with uniformly random legal actions: through its environment, and the bare game."""

from __future__ import annotations

from random import Random

import rlcard
from rlcard.agents import RandomAgent
from rlcard.games.uno import Game
from worker import Counts, serve

chance = Random(1)
env = rlcard.make("uno", config={"seed": 1})
bare = Game()


def environment() -> Counts:
    """Twenty games by `reset` and `step`, as in its documentation."""
    decisions = 0
    for _ in range(20):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
    return decisions, 20


def run() -> Counts:
    """Twenty games by `run`, as in its examples, with its own random agents."""
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    began = env.timestep
    for _ in range(20):
        env.run(is_training=False)
    return env.timestep - began, 20


def game() -> Counts:
    """Twenty games by the methods below, without states or encodings: undocumented, and the fastest way."""
    decisions = 0
    for _ in range(20):
        bare.init_game()
        round_, players = bare.round, bare.players
        while not round_.is_over:
            legal = list(dict.fromkeys(round_.get_legal_actions(players, round_.current_player)))
            round_.proceed_round(players, chance.choice(legal))
            decisions += 1
    return decisions, 20


serve({"environment": environment, "environment, run": run, "bare game": game})
