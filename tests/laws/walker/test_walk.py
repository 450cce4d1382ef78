"""A hundred thousand steps of random play over random rules, in parts that may run side by side."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lastcard.rules.acts import decide
from lastcard.rules.autopilot import default_action
from lastcard.rules.cards import Card
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import awaited
from tests.laws.walker.rules_at_random import rules_at_random
from tests.laws.walker.tally import EXPECTED, Tally
from tests.laws.walker.walk import walk
from tests.tiers import by_tier

PARTS = 10
STEPS = 10_000
LONGEST = 2_000
SORTS = ("phase", "action", "event", "effect", "option", "edition", "when", "manner", "ending")
RARE = ("event CutShort",)
"""What need not be met in every part."""


@pytest.mark.parametrize("part", by_tier(range(PARTS), default=2))
def test_every_law_holds_at_every_step(part: int) -> None:
    """Cards conserved, lists exact, views commuting, secrets kept; and nothing is left out that should be met."""
    tally = Tally()
    assert walk(2026 + part, STEPS, tally, SORTS, RARE) == []
    assert tally.steps >= STEPS


@pytest.mark.rule("V12")
@pytest.mark.parametrize("number", range(40))
def test_a_round_left_to_the_clock_has_an_end(number: int) -> None:
    """When every seat always lets its time run out, all draw until nothing is left, and the round is over (T5).

    Without reneging (V6) they must play instead, which may go on for as long as draw cards come back.
    """
    chance = Random(number)
    rules = replace(rules_at_random(chance, number), renege=True)

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(chance.sample(cards, len(cards)))

    round_ = evolve_all(None, begin(rules, 0, shuffle(rules.cards), shuffle))
    for _ in range(LONGEST):
        if round_.over:
            return
        seat = awaited(round_)[0]
        round_ = evolve_all(round_, decide(round_, seat, default_action(round_, seat), shuffle))
    raise AssertionError(f"{LONGEST} acts of the clock did not end {rules.as_data()}")


def test_a_walk_knows_what_it_never_met() -> None:
    """An empty walk has met nothing of what a long one must meet."""
    assert len(Tally().missing()) == len(EXPECTED)
    assert "phase Judging" in Tally().missing("phase")
