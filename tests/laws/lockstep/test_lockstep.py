"""The kernel does what the rules say: same state, same lawful actions, at every step of random rounds."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.rules.ruleset import EDITIONS, ruleset
from lastcard.sim.tables import numbers_of
from tests.laws.lockstep import cells, lockstep
from tests.laws.lockstep.lockstep import OutOfStepError, play
from tests.laws.walker.rules_at_random import rules_at_random
from tests.tiers import by_tier

PARTS = 10
PLIES = 16_000
"""In each part; with the rounds that fill the cells more than 200,000 in all."""


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 11))
def test_editions_as_printed_are_in_step(edition: str, players: int) -> None:
    """Every edition with every number of players, from the deal to the end of the round."""
    chance = Random(f"{edition}:{players}")
    for _ in range(3):
        play(ruleset(edition, players=players), chance, 2000)


@pytest.mark.parametrize("part", by_tier(range(PARTS), default=3))
def test_random_rules_are_in_step(part: int) -> None:
    """All options, house rules and written rules, in any combination that is not refused."""
    plies = number = 0
    while plies < PLIES:
        chance = Random(f"{part}:{number}")
        plies += play(rules_at_random(chance, number), chance, 300)
        number += 1


@pytest.mark.parametrize("seats", by_tier(cells.SEATS, default=3))
def test_no_cell_is_empty(seats: int) -> None:
    """Every setting is in step in every phase with every number of seats, but where that cannot be."""
    met, left = cells.fill(seats, "cells")
    assert left == set()
    assert {cell for cell in met if cells.impossible(*cell)} == set()
    assert {cell[0] for cell in met} == {
        row for row in cells.SETTINGS if cells.impossible(row, "Turn", seats) is None
    }


@pytest.mark.parametrize(
    "name", ["owe", "skip", "turns", "points", "challenge_failed", "must_play", "renege", "swapping"]
)
def test_a_spoiled_table_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that are not those of the rules bring the engines out of step."""

    def spoiled(rules: object) -> lockstep.Tables:
        numbers = numbers_of(rules)
        value = numbers[name]
        numbers[name] = (
            [v ^ 1 for v in value]
            if isinstance(value, list)
            else value ^ 0b1111000
            if value > 1
            else value ^ 1
        )
        return lockstep.Tables(numbers)

    monkeypatch.setattr(lockstep, "compile_rules", spoiled)
    with pytest.raises(OutOfStepError):
        play_many(100)


def play_many(rounds: int) -> None:
    """Play random rounds by random rules."""
    for number in range(rounds):
        chance = Random(f"spoiled:{number}")
        play(rules_at_random(chance, number), chance, 200)
