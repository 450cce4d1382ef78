"""The same laws under Hypothesis, which makes a failure as small as it can."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastcard.match import new_match
from lastcard.rules.round import Round
from lastcard.rules.ruleset import ruleset_from
from tests.laws.walker.play import Style
from tests.laws.walker.rules_at_random import rules_at_random
from tests.laws.walker.tally import Tally
from tests.laws.walker.walk import Checks, Walk

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)


class PlannedWalk(Walk):
    """A walk in which one number stands for each step: fewer and smaller ones make a shorter story."""

    plan: Iterator[int]

    def _step(self, round_: Round, style: Style) -> Round:
        self.chance = Random(next(self.plan))
        return super()._step(round_, style)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(seed=st.integers(0, 2**32))
def test_rules_at_random_read_back(seed: int) -> None:
    """Whatever rules come of chance can be written down and read again."""
    rules = rules_at_random(Random(seed), seed)
    assert ruleset_from(rules.as_data()) == rules
    assert len(rules.cards) > rules.players * rules.hand_size


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(rules_seed=st.integers(0, 9999), deal_seed=st.integers(0, 9999), plan=st.lists(st.integers(0, 999)))
def test_laws_hold_in_short_rounds(rules_seed: int, deal_seed: int, plan: list[int]) -> None:
    """A few steps of a round under any rules keep every law."""
    rules = rules_at_random(Random(rules_seed), rules_seed)
    walk = PlannedWalk(Random(deal_seed), Tally(), Checks(exact=8, codes=8, twins=1))
    walk.plan = iter(plan)
    walk.round(new_match(rules, deal_seed % rules.players), len(plan))
