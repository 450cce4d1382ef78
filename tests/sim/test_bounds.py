"""The compiled kernel checks no bounds: what would be read past an end, or taken for something else, is refused before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES
from lastcard.sim.play import RANDOM, Policy, play_rounds

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = ruleset(players=4)
DRAW = CHOICES.index("draw")


@pytest.mark.parametrize(
    "given",
    [
        {"weights": (1.0,)},
        {"weights": (1.0, 2.0, 3.0, 4.0, 5.0, math.nan)},
        {"weights": (1.0, 2.0, 3.0, 4.0, 5.0, math.inf)},
        {"forget": 2.0},
        {"catch": -0.1},
        {"challenge": math.nan},
        {"challenge_many": 1.01},
        {"jump": math.inf},
    ],
)
def test_a_policy_has_six_weights_and_chances_that_are_some(given: dict[str, Any]) -> None:
    """The wrong one is named."""
    with pytest.raises(ValueError, match=next(iter(given)).split("_")[0]):
        Policy(**given)


@pytest.mark.parametrize("name", ["forget", "caught", "dare", "guess"])
@pytest.mark.parametrize("chance", [-1, 1.5, math.nan])
def test_a_batch_leaves_nothing_to_a_chance_that_is_none(name: str, chance: float) -> None:
    """Neither do rounds that are played whole."""
    with pytest.raises(ValueError, match=name):
        Batch(RULES, 2, 1, **{name: chance})
    with pytest.raises(ValueError, match="dare"):
        play_rounds(RULES, 1, 2, dare=chance)


@pytest.mark.parametrize("seed", [-1, 1.0, "1", True, None, 1 << 44])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    """Of which there is another table for each, so that no two seeds bring the same; NumPy's are seeds as well."""
    with pytest.raises(ValueError, match="seed: a whole number from 0 to 17592186044415 is needed"):
        Batch(RULES, 2, seed)
    one, other = Batch(RULES, np.int32(2), np.int64(7)), Batch(RULES, 2, 7)
    assert (one.observation == other.observation).all()


def test_at_least_one_thread_plays() -> None:
    """None and less are refused."""
    for threads in (0, -2):
        with pytest.raises(ValueError, match=f"not {threads}"):
            Batch(RULES, 2, 1, threads=threads)


REFUSED: list[tuple[Callable[[Batch], object], str]] = [
    (lambda b: b.reset([0]), "dealers: 3 seats are needed"),
    (lambda b: b.reset([0, 4, 0]), "dealers: seats are whole numbers from 0 to 3"),
    (lambda b: b.reset([0, -1, 0]), "dealers: seats are whole numbers from 0 to 3"),
    (lambda b: b.reset(np.array([0, 1.5, 0])), "dealers: seats are whole numbers from 0 to 3"),
    (lambda b: b.deal(np.array([0]), np.array([200])), "dealers: seats are whole numbers"),
    (lambda b: b.deal(np.array([0, 1]), np.array([0])), "dealers: 2 seats are needed"),
    (lambda b: b.step(np.full(3, 65_536 + DRAW)), "65596 is not open"),
    (lambda b: b.step(np.full(3, DRAW + 0.7)), "whole ones"),
    (lambda b: b.step(np.full(2, DRAW)), "one number for each of 3 tables"),
    (lambda b: b.step_trusted(np.full(2, DRAW, np.int16)), "one number for each of 3 tables"),
    (lambda b: b.deal(np.array([-1]), np.array([0])), "tables are whole numbers from 0 to 2"),
    (lambda b: b.deal(np.array([3]), np.array([0])), "tables are whole numbers from 0 to 2"),
    (lambda b: b.deal(np.array([True, False, True]), np.array([0, 0])), "tables are whole numbers"),
    (lambda b: b.copy([0, 1], [2]), "2 tables cannot be copied to 1"),
    (lambda b: b.copy([0], [-1]), "to: tables are whole numbers from 0 to 2"),
    (lambda b: b.copy([3], [0]), "of: tables are whole numbers from 0 to 2"),
    (lambda b: b.copy(np.array([0.5]), [0]), "of: tables are whole numbers from 0 to 2"),
    (lambda b: b.choose(np.zeros(2, np.int16)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose(np.zeros(3, np.int64)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose(np.zeros((3, 1), np.int16)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose(np.broadcast_to(np.int16(0), 3)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose([0, 0, 0]), r"chosen: an array int16\[3\]"),
    (lambda b: b.wander(-1), "steps: a whole number from 0"),
    (lambda b: b.wander(1.5), "steps: a whole number from 0"),
    (lambda b: b.wander(2**40), "steps: a whole number from 0"),
    (lambda b: b.playouts(RANDOM, 2**40), "rounds: a whole number from 1"),
    (lambda b: b.playouts(RANDOM, 1, -1), "seed: a whole number from 0"),
    (lambda b: b.playouts(RANDOM, 1, most=0), "most: a whole number from 1"),
    (lambda b: b.reseed([0], -1), "seed: a whole number from 0"),
    (lambda b: b.reseed([0], 1.0), "seed: a whole number from 0"),
    (lambda b: b.redeal([5], 1), "tables are whole numbers from 0 to 2"),
    (lambda b: b.observation.__setitem__(0, 1), "read-only"),
    (lambda b: b.words.__setitem__(0, 0), "read-only"),
    (lambda b: b.over.__setitem__(0, True), "read-only"),
]


@pytest.mark.parametrize(("do", "says"), REFUSED)
def test_what_a_batch_cannot_do_changes_nothing(do: Callable[[Batch], object], says: str) -> None:
    """It is said what was wrong, and every table is as it was."""
    batch = Batch(RULES, 3, 1)
    before = batch.observation.tobytes()
    with pytest.raises(ValueError, match=says):
        do(batch)
    batch.step_trusted(np.full(3, -1, np.int16))
    assert batch.observation.tobytes() == before
