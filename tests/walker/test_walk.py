"""A hundred thousand steps of random play over random rules, in parts that may run side by side."""

from __future__ import annotations

import pytest

from tests.walker.tally import EXPECTED, Tally
from tests.walker.walk import walk

PARTS = 10
STEPS = 10_000
RARE = ("event CutShort",)
"""What need not be met in every part."""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_law_holds_at_every_step(part: int) -> None:
    """Cards conserved, lists exact, views commuting, secrets kept; and nothing is left out that should be met."""
    tally = Tally()
    walk(2026 + part, STEPS, tally)
    missing = tally.missing("phase", "action", "event", "effect", "option", "edition", "when")
    assert [name for name in missing if not name.startswith(RARE)] == []
    assert tally.steps >= STEPS


def test_a_walk_knows_what_it_never_met() -> None:
    """An empty walk has met nothing of what a long one must meet."""
    assert len(Tally().missing()) == len(EXPECTED)
    assert "phase Judging" in Tally().missing("phase")
