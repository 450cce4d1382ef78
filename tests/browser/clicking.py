"""A player made of clicks: does what the page offers, knows no rule, and never looks behind the page."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SHEET = ".sheet[role=dialog]"
PATIENCE = 3_000


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


def play_round(page: Page, seconds: float = 120, until: int | None = None) -> int:
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


def status(page: Page) -> str:
    """The line that says what is awaited."""
    return page.locator("p.status").inner_text()


def act(page: Page) -> bool:
    """Do one thing that the page offers; whether there was one."""
    return any(step(page) for step in (_answer_sheet, _answer_prompt, _call_uno, _play, _draw))


def _click(found: Locator) -> bool:
    """Click if it is there and stays there: the table may move on at any moment."""
    try:
        found.click(timeout=PATIENCE)
    except Exception as error:  # noqa: BLE001 - Playwright's own errors share no public class with a meaning
        if "Timeout" not in str(error) and "detached" not in str(error):
            raise
        return False
    return True


def _answer_sheet(page: Page) -> bool:
    buttons = page.locator(f"{SHEET} .body button:enabled")
    return buttons.count() > 0 and _click(buttons.first)


def _answer_prompt(page: Page) -> bool:
    buttons = page.locator(".prompt button:enabled")
    return buttons.count() > 0 and _click(buttons.last)


def _call_uno(page: Page) -> bool:
    """Say UNO where it is owed, and arm it with two cards in hand."""
    button = page.locator(".actions .uno:enabled")
    if not button.count() or button.get_attribute("aria-pressed") == "true":
        return False
    return _click(button)


def _play(page: Page) -> bool:
    cards = page.locator("button[data-card].live")
    if not cards.count():
        return False
    if not page.locator(".actions .play:enabled").count():
        # The strip on the left is what can be seen of a card.
        box = cards.first.bounding_box()
        if box is None:
            return False
        try:
            cards.first.click(position={"x": 12, "y": 30}, timeout=PATIENCE)
        except Exception as error:  # noqa: BLE001 - see _click
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            return False
    return _click(page.locator(".actions .play:enabled"))


def _draw(page: Page) -> bool:
    button = page.locator(".actions button:enabled", has_text=re.compile("Draw|Keep"))
    return button.count() > 0 and _click(button)
