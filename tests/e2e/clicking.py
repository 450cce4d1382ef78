"""A player made of clicks: does what the page offers, knows no rule, and never looks behind the page."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from playwright.sync_api import Error

from tests.e2e.visiting import ANSWERED, PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOMENT = 3_000
"""Milliseconds for a click whose target may have moved away meanwhile: the table goes on at any moment."""

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
  const seen = (card) => {{
    const box = card.getBoundingClientRect();
    for (let y = 12; y < box.height; y += 12)
      for (let x = 6; x < box.width; x += 8)
        if (document.elementFromPoint(box.left + x, box.top + y)?.closest('button') === card) return {{ x, y }};
    return null;
  }};
  for (const css of [{SHEET!r}, {PROMPT!r}, {UNO!r}, {PLAY!r}, {CARD!r}, {DRAW!r}]) {{
    const found = all(css);
    if (!found.length) continue;
    if (css === {PROMPT!r}) return {{ button: found.at(-1), at: null }};
    const button = found[css === {CARD!r} ? Math.max(0, onward(found)) : 0];
    return {{ button, at: css === {CARD!r} ? seen(button) : null }};
  }}
  return {{ button: null, at: null }};
}}"""
"""What the page offers, the most pressing first; of a question's answers the last, which accepts, fails or dismisses.

Cards are tapped from left to right, on from the one raised and round again. Always the first would not do: of two
numbers that may only follow (V9), each raised puts the other down, and the card that may lead is never reached.
A card is clicked where it can be seen: those beside it lie over it, and in a fan its corner is not the corner of its box.
"""


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


def hand(page: Page) -> list[str | None]:
    """The cards that the page shows in one's own hand, all at one moment."""
    found: list[str | None] = page.locator("button[data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card)"
    )
    return found


def play_round(page: Page, *others: Page, until: int | None = None) -> int:
    """Click until the round is over, or until `until` clicks were made, on the pages of everybody; the number of acts."""
    acts = 0
    last = time.monotonic()
    while not round_over(page) and (until is None or acts < until):
        if any(act(each) for each in (page, *others)):
            acts += 1
            last = time.monotonic()
        elif time.monotonic() - last > PATIENCE / 1000:
            raise AssertionError(f"nothing is offered any more; the page says: {status(page)}")
        else:
            page.wait_for_timeout(30)
    return acts


def my_turn(page: Page) -> None:
    """Wait until the page says that it is one's own turn."""
    try:
        page.locator("p.status.mine").wait_for()
    except Error:
        phase = page.locator("main").first.get_attribute("data-phase")
        raise AssertionError(
            f"it did not become one's turn; phase {phase}, the page says: {status(page)}"
        ) from None


def settled(page: Page) -> None:
    """Wait until it is one's own turn and the last act has been answered: the hand is then what the server has."""
    my_turn(page)
    page.wait_for_function(ANSWERED)
    my_turn(page)


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
    chosen = page.evaluate_handle(CHOOSE)
    button = chosen.get_property("button").as_element()
    if button is None:
        return False
    try:
        button.click(timeout=MOMENT, position=chosen.get_property("at").json_value())
    except Error:  # it is gone, or something lies over it
        return False
    return True
