"""Means, ratios and their intervals, against values worked out by hand and by another formula."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastcard.lab.estimates import NO_ESTIMATE, NORMAL_95, Estimate, Moments, RatioSums
from lastcard.lab.report import format_estimate


def test_the_interval_of_a_mean() -> None:
    """Against values worked out by hand: 1, 2, 3, 4 have mean 2.5 and deviation 1.291."""
    estimate = Moments.of(np.array([1.0, 2.0, 3.0, 4.0])).estimate()
    assert estimate.mean == 2.5
    assert estimate.margin == pytest.approx(1.959964 * 1.2909944 / 2)
    assert (estimate.low, estimate.high) == (2.5 - estimate.margin, 2.5 + estimate.margin)
    assert format_estimate(estimate, share=False) == "2.5 ± 1.3"


def test_a_difference_has_its_sign() -> None:
    """A minus sign that is one."""
    estimate = Moments.of(np.array([-1.0, -2.0, -3.0, -4.0])).estimate()
    assert format_estimate(estimate, share=False, signed=True) == "−2.5 ± 1.3"


def test_a_share_reaches_to_the_farther_end_of_wilsons_interval() -> None:
    """Against the published interval of 15 in 50: 0.1910 to 0.4375; none of 10 may be as many as 27.75 %."""
    some = Moments.of(np.array([1.0] * 15 + [0.0] * 35)).share()
    assert some.mean == 0.3
    assert some.high == pytest.approx(0.4375, abs=5e-5)
    none = Moments.of(np.zeros(10)).share()
    assert none.mean == 0.0
    assert none.margin == pytest.approx(0.2775, abs=5e-5)
    assert Moments.of(np.ones(10)).share().margin == pytest.approx(none.margin)
    many = Moments(10_000, 2_700, 2_700)
    assert many.share().margin == pytest.approx(many.estimate().margin, rel=0.03)
    assert Moments().share() == NO_ESTIMATE


def test_shares_that_never_differed_may_differ() -> None:
    """By as much as one case each way in a few more would make; with many cases it is the usual interval."""
    same = Moments.of(np.zeros(10)).difference_of_shares()
    assert same.mean == 0.0
    assert same.margin == pytest.approx(NORMAL_95 / 12)
    many = Moments.of(np.array([1.0] * 300 + [-1.0] * 200 + [0.0] * 9500))
    assert many.difference_of_shares().margin == pytest.approx(many.estimate().margin, rel=0.01)
    assert Moments().difference_of_shares() == NO_ESTIMATE


def test_one_value_says_nothing_about_a_mean() -> None:
    """It is the mean of what was seen, and of anything else."""
    assert Moments.of(np.array([3.0])).estimate() == Estimate(3.0, math.inf)
    assert format_estimate(Estimate(3.0, math.inf), share=False) == "3.0 ± ∞"


def test_a_ratio_that_never_varies_has_no_margin() -> None:
    """Part and whole vary, and one is always half of the other; an interval of the two apart would be wide."""
    whole = np.array([10.0, 2.0, 30.0, 4.0])
    estimate = RatioSums.of(whole / 2, whole).estimate()
    assert estimate.mean == 0.5
    assert estimate.margin == pytest.approx(0, abs=1e-9)


def test_the_interval_of_a_ratio_is_what_repeating_shows() -> None:
    """The margin is 1.96 deviations of the ratio over many samples of the same size."""
    chance = np.random.default_rng(5)

    def sample() -> RatioSums:
        whole = chance.poisson(20, 400).astype(float)
        return RatioSums.of(chance.binomial(whole.astype(int), 0.3).astype(float), whole)

    found = [sample() for _ in range(400)]
    spread = np.std([shares.estimate().mean for shares in found])
    assert np.mean([shares.estimate().margin for shares in found]) == pytest.approx(
        NORMAL_95 * spread, rel=0.1
    )


def test_the_difference_of_ratios_is_paired() -> None:
    """Of the same deals it is nothing, without margin; of deals that go together it is narrower than of two alone."""
    chance = np.random.default_rng(5)
    whole = chance.poisson(20, 400).astype(float)
    part = chance.binomial(whole.astype(int), 0.3).astype(float)
    same = RatioSums.of(part, whole, part, whole).difference()
    assert same.mean == 0
    assert same.margin == pytest.approx(0, abs=1e-9)
    more = RatioSums.of(part + 1, whole, part, whole)
    assert more.difference().mean == pytest.approx(400 / whole.sum())
    assert more.difference().margin < more.estimate().margin / 2


def test_sums_of_parts_are_those_of_the_whole() -> None:
    """However the rounds are cut."""
    chance = np.random.default_rng(5)
    columns = chance.random((4, 30))
    parts = RatioSums.of(*columns[:, :10]) + RatioSums.of(*columns[:, 10:])
    whole = RatioSums.of(*columns)
    assert parts.n == whole.n
    assert parts.totals == pytest.approx(whole.totals)
    assert parts.products == pytest.approx(whole.products)
