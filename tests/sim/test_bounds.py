"""The compiled kernel checks no bounds: what would be read past an end, or taken for something else, is refused before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES
from lastcard.sim.play import Policy, play_rounds

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
