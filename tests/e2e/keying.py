"""A player made of key presses: presses nothing but keys, and reads the page as somebody would who looks at it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOCUSED = """() => {
  const e = document.activeElement;
  const label = e.labels?.[0]?.innerText;
  return (e.getAttribute('aria-label') ?? label ?? e.innerText ?? '').trim();
}"""

SEEN = """() => {
  const one = (css) => document.querySelector(css);
  return {
    over: !!one('section.over'),
    won: [...document.querySelectorAll('section.over button')].some((b) => b.innerText === 'Rematch'),
    mine: !!one('p.status.mine'),
    phase: one('main.table')?.dataset.phase,
    colours: !!one('.sheet .red'),
    sheet: !!one('.sheet[role=dialog]'),
    arm: !!one('.actions .uno:enabled[aria-pressed=false]'),
    hand: [...document.querySelectorAll('button[data-card]')].map((b) => b.classList.contains('live')),
    at: [...document.querySelectorAll('button[data-card]')].indexOf(document.activeElement),
  };
}"""

MAX_TABS = 120


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has that name has the focus."""
    for _ in range(MAX_TABS):
        if page.evaluate(FOCUSED).startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name!r}; it stands on {page.evaluate(FOCUSED)!r}")


def press(page: Page, name: str) -> None:
    """Go to a button by Tab and press it with Enter."""
    tab_to(page, name)
    page.keyboard.press("Enter")


def write(page: Page, name: str, text: str) -> None:
    """Go to a field by Tab and type in place of what is there."""
    tab_to(page, name)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def play_match(page: Page, seconds: float = 900) -> int:
    """Press keys until the match is over; the number of rounds."""
    end = time.monotonic() + seconds
    rounds = 1
    while not (seen := page.evaluate(SEEN))["won"]:
        if time.monotonic() > end:
            raise AssertionError(f"the match did not end in {seconds:.0f} s; the page shows {seen}")
        if seen["over"]:
            rounds += 1
            page.keyboard.press("n")
            page.locator("section.over").wait_for(state="detached")
        elif not act(page, seen):
            page.wait_for_timeout(25)
    return rounds


def act(page: Page, seen: dict[str, Any]) -> bool:
    """One act by keys; whether it was one's turn."""
    if seen["colours"]:
        page.keyboard.press("1")
    elif seen["sheet"]:
        page.keyboard.press("Enter")
    elif not seen["mine"]:
        return False
    elif seen["phase"] == "answering":
        page.keyboard.press("a")
    elif True in seen["hand"]:
        if seen["arm"]:
            page.keyboard.press("u")
        page.keyboard.press("Home")
        if seen["at"] < 0:
            page.keyboard.press("Home")
        for _ in range(seen["hand"].index(True)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("k" if seen["phase"] == "drawn" else "d")
    return True
