"""Races are fair: neither lag nor trickery decides them. The numbers come from `python -m tests.laws.fairness`."""

from __future__ import annotations

import pytest

from lastcard.server.timing import lag
from tests.laws.fairness import by_feigned, by_lag, by_strategy, jumps_by_lag, jumps_by_strategy, spread

pytestmark = pytest.mark.tier("default")

RACES = 20_000
MAX_POINTS = 2.0


@pytest.mark.rule("U2", "U5")
def test_lag_decides_neither_calls_nor_catches() -> None:
    """Between round trips of 20 and 400 ms the success of calls and of catches differs by two points at most."""
    calls, catches = by_lag(RACES, 1).differences
    assert calls <= MAX_POINTS
    assert catches <= MAX_POINTS


def test_without_correction_lag_decides() -> None:
    """The control: where the first message to arrive has won, the same measurement finds it."""
    calls, catches = by_lag(RACES // 10, 1, corrects=False).differences
    assert calls > 10 * MAX_POINTS
    assert catches > 10 * MAX_POINTS


@pytest.mark.rule("U3", "U5")
@pytest.mark.parametrize("players", [4, 10])
def test_pressing_ahead_spamming_and_guessing_gain_nothing(players: int) -> None:
    """Whoever catches before there is anything to see wins more rarely than if they had looked, by any interval."""
    found = by_strategy(1500, 2, players)
    honest = found.pop("honest")
    for name, share in found.items():
        assert share.rate + share.margin < honest.rate - honest.margin, name


def test_answering_pings_late_gains_no_more_than_the_cap() -> None:
    """A round trip of five seconds is worth no more than one of half a second."""
    assert by_feigned(1000, 3, 60.0, 5.0) == by_feigned(1000, 3, 60.0, 2 * lag.MAX_CREDIT)


def test_answering_pings_late_gains_no_more_than_the_quota() -> None:
    """However often there are races, the credit of a minute is what the quota gets back in a minute."""
    found = by_feigned(2000, 3, 3.0, 0.5, natural=False)
    assert lag.QUOTA < found.credit <= lag.QUOTA + lag.REFILL * found.seconds
    rare = by_feigned(2000, 3, 60.0, 0.5, natural=False)
    assert found.share.rate < rare.share.rate - found.share.margin - rare.share.margin


def test_who_plays_on_shows_that_the_lag_is_feigned() -> None:
    """Acts that come sooner than the feigned lag allows refute it, so that it earns less."""
    plays = by_feigned(1500, 4, 60.0, 0.5)
    waits = by_feigned(1500, 4, 60.0, 0.5, natural=False)
    assert plays.share.rate + plays.share.margin < waits.share.rate


@pytest.mark.rule("V3")
def test_lag_does_not_decide_who_jumps_in() -> None:
    """Between round trips of 20 and 400 ms the success of jumps differs by two points at most; uncorrected, by far more."""
    assert spread(jumps_by_lag(RACES // 2, 1)) <= MAX_POINTS
    assert spread(jumps_by_lag(RACES // 10, 1, corrects=False)) > 10 * MAX_POINTS


@pytest.mark.rule("V3")
@pytest.mark.parametrize("jumpers", [2, 4])
def test_jumping_ahead_spamming_and_guessing_gain_nothing(jumpers: int) -> None:
    """Not to look wins more rarely; and to try before looking makes no difference."""
    found = jumps_by_strategy(1500, 2, jumpers)
    honest = found.pop("honest")
    for name in ("spamming", "guessing"):
        assert found[name].rate + found[name].margin < honest.rate - honest.margin, name
    for name in ("press-ahead", "foreseeing"):
        assert abs(found[name].rate - honest.rate) <= MAX_POINTS, name
