"""The sounds as they are heard: quiet, short, of about one loudness, and each to be told from the others."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.e2e.gallery import come
from tests.e2e.visiting import new_page

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Browser

    from tests.e2e.gallery import Gallery

    Samples = dict[str, NDArray[Any]]

pytestmark = [pytest.mark.tier("all"), pytest.mark.xdist_group("sound")]  # all hear the same recordings

RATE = 22050
TENTH = RATE // 10
AS_IT_COMES = 40
"""The louder of the two volumes that are set at first, in per cent."""

BELLS = {"uno", "win", "over", "turn", "open", "ask"}
BANDS = [0, 200, 400, 800, 1200, 1700, 2400, 3400, 11000]
SLICE = RATE // 16


def decibels(level: float) -> float:
    """Against the loudest that there is."""
    return float(20 * np.log10(max(level, 1e-6)))


def loudness(samples: NDArray[Any]) -> float:
    """Of the loudest tenth of a second."""
    power = np.convolve(samples**2, np.ones(TENTH) / TENTH, mode="valid")
    return decibels(float(np.sqrt(power.max())))


def length(samples: NDArray[Any]) -> float:
    """Seconds until it stays 50 decibels under its own peak."""
    return float(np.flatnonzero(np.abs(samples) > np.abs(samples).max() / 316)[-1] / RATE)


def profile(samples: NDArray[Any]) -> NDArray[Any]:
    """How loud it is in each band at each sixteenth of a second of its first."""
    parts = samples[: 16 * SLICE].reshape(16, SLICE)
    spectrum = np.abs(np.fft.rfft(parts * np.hanning(SLICE), axis=1))
    at = np.fft.rfftfreq(SLICE, 1 / RATE)
    bands = [spectrum[:, (low <= at) & (at < high)].sum(axis=1) for low, high in pairwise(BANDS)]
    found = np.sqrt(np.stack(bands))
    whole: NDArray[Any] = found / np.linalg.norm(found)
    return whole


@pytest.fixture(scope="module")
def heard(browser: Browser, built: Gallery) -> dict[int, Samples]:
    """All sounds, as loud as can be and as loud as they come."""
    page = new_page(browser)
    come(page, built.address)
    volumes = (100, AS_IT_COMES)
    made = {percent: page.evaluate("percent => lastcard.sounds(percent)", percent) for percent in volumes}
    page.close()
    return {
        percent: {name: np.array(samples, float) / 32767 for name, samples in sounds.items()}
        for percent, sounds in made.items()
    }


def test_they_are_quiet(heard: dict[int, Samples]) -> None:
    """None clips at full volume; as they come none is above -15 decibels, or -30 over a tenth of a second."""
    peaks = {name: decibels(float(np.abs(s).max())) for name, s in heard[100].items()}
    assert {name: peak for name, peak in peaks.items() if peak > -3} == {}
    first = heard[AS_IT_COMES]
    assert {name: s for name, s in first.items() if decibels(float(np.abs(s).max())) > -15} == {}
    assert {name: loudness(s) for name, s in first.items() if loudness(s) > -30} == {}


def test_none_is_lost_beside_another(heard: dict[int, Samples]) -> None:
    """The quietest and the loudest are less than 13 decibels apart."""
    levels = {name: loudness(s) for name, s in heard[100].items()}
    assert max(levels.values()) - min(levels.values()) < 13, levels


def test_they_are_short(heard: dict[int, Samples]) -> None:
    """Wood and paper are gone in half a second, a bell has died away in 1.7 seconds."""
    lengths = {name: length(s) for name, s in heard[100].items()}
    assert {name: s for name, s in lengths.items() if s > (1.7 if name in BELLS else 0.5)} == {}


def test_each_is_told_from_the_others(heard: dict[int, Samples]) -> None:
    """No two are alike in pitch and course."""
    profiles = {name: profile(s) for name, s in heard[100].items()}
    alike = {(a, b): float((profiles[a] * profiles[b]).sum()) for a, b in combinations(profiles, 2)}
    assert {pair: round(part, 3) for pair, part in alike.items() if part > 0.95} == {}
