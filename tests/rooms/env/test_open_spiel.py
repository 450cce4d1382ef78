"""The game of OpenSpiel passes OpenSpiel's own checks, where the library is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

PEERS = Path(__file__).parents[3] / "benchmarks" / "peers"


def test_random_simulations_and_information_states() -> None:
    """Random play, cloning, saving and tensors by its `random_sim_test`; states go on from each other and are told apart."""
    pyspiel = pytest.importorskip("pyspiel")
    sys.path.insert(0, str(PEERS))
    try:
        from open_spiel_checks import GAMES, information_is_kept  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    for parameters in GAMES:
        game = pyspiel.load_game("python_lastcard", parameters)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        assert information_is_kept(game, Random(1)) > 10
