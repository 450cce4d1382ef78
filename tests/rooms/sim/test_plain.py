"""Where there is no C compiler the same modules are the kernel as plain Python, and the rounds are the same."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lastcard.lab.matches import play_matches
from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.play import RANDOM, SENSIBLE, play_rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAIN = """
import sys

sys.modules["lastcard.sim._kernel"] = None  # as if it were not there
from lastcard.sim import COMPILED
from tests.rooms.sim.test_plain import digest
print(COMPILED, digest())
"""


def digest() -> str:
    """What a few rounds and matches come to: large seeds and numbers, jumps, sets of numbers, players who are out."""
    rules = ruleset(players=4, jump_in="all", multi_play=True, seven_zero=True)
    rounds = play_rounds(rules, 2**63 + 5, 10, SENSIBLE, first=2**40)
    matches = play_matches(ruleset(players=3, scoring="elimination", target=100), 5, range(2), RANDOM)
    batches = [by_batch(players) for players in (4, 10)]
    figures: tuple[NDArray[Any], ...] = (
        *batches,
        rounds.table,
        rounds.points,
        rounds.behind,
        rounds.cards,
        matches.winner,
        matches.turns,
    )
    return hashlib.sha256(b"".join(column.tobytes() for column in figures)).hexdigest()


def by_batch(players: int) -> NDArray[np.float32]:
    """What batches come to: observations, masks, rewards and rounds played on."""
    plays = Batch(ruleset(players=players, multi_play=True), 3, 9, forget=0.3, caught=0.5)
    plays.random_steps(40)
    batch = Batch(ruleset(players=players), 3, 9, forget=0.3, caught=0.5)
    batch.random_steps(150)
    worth = batch.playouts([SENSIBLE, *[RANDOM] * (players - 1)], 2, seed=3)
    parts: list[NDArray[Any]] = [
        plays.observation,
        batch.observation,
        plays.words % 65_521,
        batch.words % 65_521,
        batch.reward,
        worth,
    ]
    return np.concatenate([part.ravel().astype(np.float32) for part in parts])


def test_the_plain_kernel_plays_the_same_rounds() -> None:
    """Compiled or not: figures, points, cards and matches."""
    done = subprocess.run(
        [sys.executable, "-c", PLAIN],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert done.stdout.split() == ["False", digest()]
