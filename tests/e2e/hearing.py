"""A player who hears: finds everything by role and name, as a screen reader gives them, and nothing by how it looks."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError  # noqa: A004 - the name that Playwright gives it

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOMENT = 3_000
"""Milliseconds for what was just found; the table may go on meanwhile."""


def play_match(page: Page, seconds: float = 900) -> None:
    """Act until there is a rematch to be had."""
    end = time.monotonic() + seconds
    while not page.get_by_role("button", name="Rematch", exact=True).count():
        if time.monotonic() > end:
            raise AssertionError(f"the match did not end in {seconds:.0f} s; heard: {heard(page)[-5:]}")
        if not act(page):
            page.wait_for_timeout(25)


def heard(page: Page) -> list[str]:
    """What the log has read out."""
    log = page.get_by_role("log", name="What happened")
    return [line for line in log.inner_text().split("\n") if line]


def offers(page: Page) -> list[Locator]:
    """What may be done, the most pressing first."""

    def button(name: str | re.Pattern[str], within: Page | Locator = page, **more: bool) -> Locator:
        return within.get_by_role("button", name=name, exact=True, disabled=False, **more)

    asked = page.get_by_role("dialog", name="Call a colour")
    return [
        button("Next round"),
        button(re.compile("in hand"), asked),
        button(re.compile("^Accept")),
        button("Say UNO with the card", pressed=False),
        button("Say UNO now"),
        button(re.compile(", playable,")),
        button("Keep"),
        button(re.compile(r"^Draw( \d+)?$")),
    ]


def act(page: Page) -> bool:
    """Do the first thing that is offered; whether there was one."""
    for offer in offers(page):
        if not offer.count():
            continue
        try:
            offer.first.press("Enter", timeout=MOMENT)
        except TimeoutError:
            return False
        return True
    return False
