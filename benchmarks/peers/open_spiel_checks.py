"""OpenSpiel's own checks of `lastcard.env.open_spiel_game`: random play, cloning, saving, information states.

python -m benchmarks.peers.check open_spiel [GAMES]
"""

from __future__ import annotations

import sys
from random import Random

import pyspiel

from lastcard.env import open_spiel_game

GAMES = (
    {"players": 2, "rules": "renege:off"},
    {"players": 3, "calls": True, "max_choices": 200},
    {"players": 4, "edition": "swap-112", "rules": "stacking:cross;seven_zero:on;renege:off"},
    {"players": 10, "edition": "blanks-112", "max_choices": 300},
)


def main() -> None:
    """Run the checks for each game this many times."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for parameters in GAMES:
        game = pyspiel.load_game(open_spiel_game.NAME, parameters)
        pyspiel.random_sim_test(game, num_sims=times, serialize=True, verbose=False)
        told = information_is_kept(game, Random(1))
        print(f"{game}: {times} random simulations passed, {told} information states told apart")


def information_is_kept(game: pyspiel.Game, chance: Random) -> int:
    """Check that information states extend each other and that tensors distinguish as many as texts; return how many."""
    state = game.new_initial_state()
    last = [""] * game.num_players()
    texts: list[set[str]] = [set() for _ in last]
    tensors: list[set[bytes]] = [set() for _ in last]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        seat = state.current_player()
        text = state.information_state_string(seat)
        assert text.startswith(last[seat]), "recall"
        last[seat] = text
        texts[seat].add(text)
        tensors[seat].add(repr(state.information_state_tensor(seat)).encode())
        state.apply_action(chance.choice(state.legal_actions()))
    assert [len(found) for found in texts] == [len(found) for found in tensors], "tensors"
    return sum(map(len, texts))


if __name__ == "__main__":
    main()
