"""OpenSpiel's crazy eights in C++ (four players) with random moves: whole games and rollouts in C++, and steps from Python."""

from __future__ import annotations

from itertools import count
from random import Random

import pyspiel
from worker import Counts, serve

GAMES = 200
chance, seeds = Random(1), count()
game = pyspiel.load_game("crazy_eights(players=4)")
bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
search = pyspiel.MCTSBot(
    game,
    pyspiel.RandomRolloutEvaluator(GAMES, 1),
    uct_c=1.0,
    max_simulations=1,
    max_memory_mb=10,
    solve=False,
    seed=1,
    verbose=False,
)


def dealt() -> pyspiel.State:
    """A game after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state


def from_python() -> Counts:
    """One game, each move chosen in Python."""
    state, decisions = dealt(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions, 1


MEAN = sum(from_python()[0] for _ in range(300)) / 300
"""Decisions per game, from three hundred games: C++ does not count them."""


def whole_games() -> Counts:
    """Games by `evaluate_bots` with its uniform random bots, including the deal: the loop is in C++."""
    for _ in range(GAMES):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
    return GAMES * MEAN, GAMES


def rollouts() -> Counts:
    """One simulation of its search, which plays two hundred games from one deal in C++; no deal is counted."""
    search.mcts_search(dealt())
    return GAMES * MEAN, GAMES


serve({"C++ games": whole_games, "C++ rollouts, dealt": rollouts, "from Python": from_python})
