"""The start: light, quiet towards the rest of the world, and nothing on it jumps about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import clicking
from tests.browser.serving import Server
from tests.browser.starting import Start
from tests.browser.visiting import DESK, LYING, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.visiting import Visitor

MOST_CODE = 100_000
MOST_SHIFTS = 0.05


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("start"), bot_delay=0.2) as running:
        yield running


@pytest.mark.parametrize("size", [PHONE, LYING, DESK], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_first_card_is_one_click_and_little_code_away(
    server: Server, visitors: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    """One press of *Play now* deals; at most 100 kB of scripts and styles, nothing from anybody else, next to nothing shifts.

    How long that takes is said by benchmarks/page.py.
    """
    page = visitors(size).page
    start = Start(page)
    page.goto(server.address)
    play = page.get_by_role("button", name="Play now")
    play.wait_for()
    assert start.code() <= MOST_CODE
    assert start.shifts() < MOST_SHIFTS
    assert page.evaluate("painted") > 0
    play.click()
    page.locator("section.hand button[data-card]").first.wait_for()
    clicking.play_round(page, until=3)
    clicking.my_turn(page)
    assert start.shifts() < MOST_SHIFTS
    assert start.strangers(server.address) == []


def test_the_measure_sees_what_jumps(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Something pushed down by half a screen counts."""
    page = visitors().page
    start = Start(page)
    page.goto(server.address)
    page.get_by_role("button", name="Play now").wait_for()
    page.evaluate("document.body.style.paddingTop = '50vh'")
    page.wait_for_function("() => shifts > 0.05")
    assert start.shifts() > MOST_SHIFTS
