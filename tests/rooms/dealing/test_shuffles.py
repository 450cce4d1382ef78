"""Deals are fair as far as a test can tell, and the test finds shuffles that are not."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from lastcard.dealing import BOT, NumberStream, deal_order
from lastcard.rules.ruleset import ruleset
from tests import shuffles

pytestmark = pytest.mark.tier("default")

DEALS = 20_000


@pytest.mark.rule("S3")
def test_every_card_is_as_likely_at_every_place() -> None:
    """Chi-square over card and place of a sample; a million are tested by `python -m tests.shuffles`."""
    result = shuffles.judged(shuffles.dealt, DEALS, seed=1)
    assert result.p > shuffles.LEAST
    assert result.freedom == 107**2


@pytest.mark.parametrize("name", shuffles.BIASED)
def test_shuffles_that_are_known_to_be_unfair_are_caught(name: str) -> None:
    """The naive swap, the modulo bias and the shuffle that is off by one do not pass the same test."""
    assert shuffles.judged(shuffles.BIASED[name], DEALS, seed=1).p < shuffles.LEAST


def test_what_is_tested_is_what_is_dealt() -> None:
    """The order of places is, card for card, the order of the deal from the same secret."""
    cards = ruleset("classic").cards
    deck = sorted(cards, key=lambda card: card.token)
    secret, given = b"s" * 32, ((0, BOT), (1, BOT))
    order = shuffles.dealt(NumberStream(secret, given, "deal"))
    assert tuple(deck[place] for place in order) == deal_order(cards, secret, given)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841459, 1, 0.05),
        (10.827566, 1, 0.001),
        (5.991465, 2, 0.05),
        (18.307038, 10, 0.05),
        (29.588298, 10, 0.001),
        (3.940299, 10, 0.95),
        (43.772972, 30, 0.05),
        (124.342113, 100, 0.05),
        (77.929465, 100, 0.95),
        (149.449253, 100, 0.001),
    ],
)
def test_the_survival_function_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    """Upper tail values of the chi-square distribution as tables print them."""
    assert shuffles.survival(statistic, freedom) == pytest.approx(p, rel=1e-5)


def test_the_survival_function_has_its_closed_forms() -> None:
    """For two degrees of freedom it is exp(-x/2), for four (1 + x/2) exp(-x/2); nothing is above 0 for sure."""
    for x in (0.1, 1.0, 3.0, 4.0, 20.0, 200.0):
        assert shuffles.survival(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)
        assert shuffles.survival(x, 4) == pytest.approx((1 + x / 2) * math.exp(-x / 2), rel=1e-12)
    assert shuffles.survival(0.0, 7) == 1.0


def test_the_survival_function_holds_for_many_degrees_of_freedom() -> None:
    """Where the test needs it, it agrees with the approximation of Wilson and Hilferty, and falls."""
    freedom = 107**2
    last = 1.0
    for deviations in (-3.0, -1.0, -0.1, 0.0, 0.1, 1.0, 2.0, 3.0, 4.0):
        statistic = freedom + deviations * math.sqrt(2 * freedom)
        found = shuffles.survival(statistic, freedom)
        third = 2 / (9 * freedom)
        normal = ((statistic / freedom) ** (1 / 3) - (1 - third)) / math.sqrt(third)
        assert found == pytest.approx(math.erfc(normal / math.sqrt(2)) / 2, rel=0.02, abs=1e-6)
        assert found < last
        last = found


def test_fair_shuffles_fail_as_often_as_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many samples of small decks p is spread evenly: the statistic is scaled as it must be."""
    size = 6
    monkeypatch.setattr(shuffles, "SIZE", size)
    monkeypatch.setattr(shuffles, "DECK", shuffles.DECK[:size])
    found = [shuffles.judged(shuffles.dealt, 300, seed).p for seed in range(300)]
    tenths = Counter(int(p * 10) for p in found)
    spread = sum((tenths[i] - 30) ** 2 / 30 for i in range(10))
    assert shuffles.survival(spread, 9) > 0.001


def test_the_report_names_what_passes_and_what_is_caught(
    capsys: pytest.CaptureFixture[str], monkeypatch
) -> None:
    """A line for each shuffle, and an exit code of 0 only if the deal passes and all others are caught."""
    monkeypatch.setattr("sys.argv", ["shuffles", "--deals", "2000", "--seed", "1"])
    monkeypatch.setattr(shuffles, "CONTROL", 2000)
    assert shuffles.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [text.split()[-1] for text in lines] == ["passes", "caught", "caught", "caught"]
    monkeypatch.setitem(shuffles.BIASED, "fair", shuffles.dealt)
    assert shuffles.main() == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("NOT CAUGHT")
