"""A player made of clicks: does what the page offers, knows no rule, and never looks behind the page."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError  # noqa: A004 - the name that Playwright gives it

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 1_500
"""Milliseconds for a click whose target moved away meanwhile: the table goes on at any moment."""

SHEET = ".sheet[role=dialog] .body button:enabled"
PROMPT = ".prompt button:enabled"
UNO = ".actions .uno:enabled:not([aria-pressed=true])"
PLAY = ".actions .play:enabled"
CARD = "button[data-card].live:not(.raised)"
"""A card that is raised and cannot be played yet waits for another one (V9)."""
DRAW = ".actions button:first-child:enabled"

CHOOSE = f"""() => {{
  const last = (css) => document.querySelectorAll(css).length - 1;
  for (const css of [{SHEET!r}, {PROMPT!r}, {UNO!r}, {PLAY!r}, {CARD!r}, {DRAW!r}])
    if (last(css) >= 0) return [css, css === {PROMPT!r} ? last(css) : 0];
  return null;
}}"""
"""What the page offers, the most pressing first; of a question's answers the last, which accepts, fails or dismisses."""


def begin(page: Page, address: str) -> None:
    """Open the start page and press *Play now*."""
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.locator("main.table[data-phase]:not([data-phase=waiting])").wait_for()


def round_over(page: Page) -> bool:
    """Whether the page shows the end of a round."""
    return page.locator("section.over").count() > 0


def hand_size(page: Page) -> int:
    """How many cards the page shows in one's own hand."""
    label = page.locator("section.hand").get_attribute("aria-label") or ""
    found = re.search(r"\d+", label)
    return int(found.group()) if found else 0


def play_round(page: Page, seconds: float = 400, until: int | None = None) -> int:
    """Click until the round is over, or until `until` clicks were made; the number of acts."""
    acts = 0
    end = time.monotonic() + seconds
    while not round_over(page) and (until is None or acts < until):
        if time.monotonic() > end:
            raise AssertionError(f"the round did not end in {seconds:.0f} s; the page says: {status(page)}")
        if act(page):
            acts += 1
        else:
            page.wait_for_timeout(30)
    return acts


def my_turn(page: Page, seconds: float = 60) -> None:
    """Wait until the page says that it is one's own turn, with nothing on its way."""
    try:
        page.locator("p.status.mine").wait_for(timeout=seconds * 1000)
    except TimeoutError:
        phase = page.locator("main").first.get_attribute("data-phase")
        raise AssertionError(
            f"it did not become one's turn; phase {phase}, the page says: {status(page)}"
        ) from None


def settled(page: Page) -> None:
    """Wait until it is one's own turn and the last act has been answered: the hand is then what the server has."""
    my_turn(page, 20)
    page.wait_for_timeout(300)
    my_turn(page, 20)


def status(page: Page) -> str:
    """The line that says what is awaited."""
    return page.locator("p.status").inner_text()


def act(page: Page) -> bool:
    """Do one thing that the page offers; whether there was one."""
    chosen = page.evaluate(CHOOSE)
    if chosen is None:
        return False
    css, at = chosen
    found = page.locator(css).nth(at)
    try:
        # The strip on the left is what can be seen of a card.
        found.click(timeout=PATIENCE, position={"x": 14, "y": 24} if css == CARD else None)
    except TimeoutError:
        return False
    return True
