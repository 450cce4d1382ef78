"""Both engines count the same sequences of acts, and those that are committed."""

from __future__ import annotations

import pytest

from tests.laws.perft.__main__ import ENOUGH, MAX_TO_CHOOSE, RULES, RUNS_OUT, shuffles
from tests.laws.perft.counting import Deal, by_kernel, by_rules, deals

DEALS = deals()
BY_RULES, BY_KERNEL = 400, 3_000
"""As deep as this many sequences."""


def depths(deal: Deal, most: int) -> list[int]:
    """The depths with so many sequences at most."""
    return [depth for depth, count in enumerate(deal.counts) if count <= most]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.name)
def test_the_rules_count_what_is_written(deal: Deal) -> None:
    """Every lawful sequence once, by `lastcard.rules`."""
    for depth in depths(deal, BY_RULES):
        assert by_rules(deal, depth) == deal.counts[depth]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.name)
def test_the_kernel_counts_what_is_written(deal: Deal) -> None:
    """Every lawful sequence once, by the kernel."""
    for depth in depths(deal, BY_KERNEL):
        assert by_kernel(deal, depth) == deal.counts[depth]


def test_every_deal_is_counted() -> None:
    """No deal is missing, and each is counted further than the tests go."""
    assert [deal.name for deal in DEALS] == list(RULES)
    for deal in DEALS:
        assert deal.counts[0] == 1
        assert max(deal.counts) > BY_RULES


@pytest.mark.rule("T5")
@pytest.mark.parametrize(
    "deal", [deal for deal in DEALS if deal.name in RUNS_OUT], ids=lambda deal: deal.name
)
def test_piles_run_out(deal: Deal) -> None:
    """Discards are shuffled within the sequences that both engines count in the tests."""
    assert MAX_TO_CHOOSE <= BY_KERNEL
    assert shuffles(deal, depths(deal, MAX_TO_CHOOSE)[-1]) >= ENOUGH
