"""A player made of clicks: does what the page offers, knows no rule, and never looks behind the page."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError  # noqa: A004 - the name that Playwright gives it

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 1_500
"""Milliseconds for a click whose target moved away meanwhile: the table goes on at any moment."""

SHEET = ".sheet[role=dialog] .body button:enabled"
PROMPT = ".prompt button:enabled"
UNO = ".actions .uno:enabled:not([aria-pressed=true])"
PLAY = ".actions .play:enabled"
CARD = "button[data-card].live:not(.raised)"
"""A card that is raised and cannot be played yet waits for another one (V9)."""
RAISED = "button[data-card].raised"
DRAW = ".actions button:first-child:enabled"

CHOOSE = f"""() => {{
  const all = (css) => [...document.querySelectorAll(css)];
  const raised = all({RAISED!r}).at(-1);
  const onward = (cards) =>
    raised ? cards.findIndex((c) => raised.compareDocumentPosition(c) & Node.DOCUMENT_POSITION_FOLLOWING) : 0;
  for (const css of [{SHEET!r}, {PROMPT!r}, {UNO!r}, {PLAY!r}, {CARD!r}, {DRAW!r}]) {{
    const found = all(css);
    if (!found.length) continue;
    if (css === {PROMPT!r}) return [css, found.length - 1];
    return [css, css === {CARD!r} ? Math.max(0, onward(found)) : 0];
  }}
  return null;
}}"""
"""What the page offers, the most pressing first; of a question's answers the last, which accepts, fails or dismisses.

Cards are tapped from left to right, on from the one raised and round again. Always the first would not do: of two
numbers that may only follow (V9), each raised puts the other down, and the card that may lead is never reached.
"""

SEEN = """(card) => {
  const box = card.getBoundingClientRect();
  for (let y = 12; y < box.height; y += 12)
    for (let x = 6; x < box.width; x += 8)
      if (document.elementFromPoint(box.left + x, box.top + y)?.closest('button') === card) return { x, y };
  return null;
}"""
"""Where a card can be seen: those beside it lie over it, and in a fan its corner is not the corner of its box."""


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


def on_turn(page: Page) -> None:
    """Wait for one's own turn with nothing to answer first: a first card may ask for a colour."""
    settled(page)
    while not page.locator("main[data-phase=turn]").count():
        act(page)
        settled(page)


def own_draws(page: Page) -> Locator:
    """The lines of the log that say that one drew on one's turn, and not for a first card, a challenge or the like."""
    return page.locator(".log li", has_text=re.compile(r"^You drew ((?! for | by ).)*$"))


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
        found.click(
            timeout=PATIENCE, position=found.evaluate(SEEN, timeout=PATIENCE) if css == CARD else None
        )
    except TimeoutError:
        return False
    return True
