"""Rooms by clicking: opening one, its rules and seats, coming to it, starting."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def open_room(page: Page, address: str, name: str = "Ana") -> None:
    """Press *Play with friends* on the start page and wait for the room."""
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_role("heading", name="Your room").wait_for()


def code(page: Page) -> str:
    """The code of the room that the page shows, as somebody would type it."""
    shown = page.locator(".invite .code strong")
    shown.filter(has_not_text="·").wait_for()
    return shown.inner_text()


def seats(page: Page, number: int) -> None:
    """Make the room one of so many seats, one at a time."""
    stepper = page.locator(".stepper")
    while (now := int(stepper.locator("b [aria-hidden]").inner_text())) != number:
        step = 1 if number > now else -1
        page.get_by_role("button", name="One seat more" if step > 0 else "One seat fewer").click()
        stepper.locator("b [aria-hidden]", has_text=str(now + step)).wait_for()


def change_rules(page: Page) -> Locator:
    """Open the rules to change them; the dialog."""
    page.get_by_role("button", name="Change the rules").click()
    page.locator("dialog label.edition").first.wait_for()
    return page.locator("dialog")


def use_rules(page: Page) -> None:
    """Put the changed rules into force."""
    page.get_by_role("button", name="Use these rules").click()
    page.locator("dialog").wait_for(state="detached")


def no_clock(page: Page) -> None:
    """Let everybody take their time: whoever looks around for long would be played for, and the round would end."""
    page.get_by_role("button", name="Change the room", exact=True).click()
    page.locator("dialog select").first.select_option("null")
    page.locator("dialog footer button").click()
    page.locator("dialog").wait_for(state="detached")


def come(page: Page, link: str, name: str = "Ben") -> None:
    """Open the invitation and take a seat."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()


def start(page: Page) -> None:
    """Press *Start* and wait for the cards."""
    page.get_by_role("button", name="Start", exact=True).click()
    dealt(page)


def dealt(page: Page) -> None:
    """Wait until the page shows cards in one's own hand: between the start and the deal it is empty."""
    page.locator("section.hand button[data-card]").first.wait_for()


def answered(*pages: Page) -> None:
    """Who is asked for a colour because the first card is a Wild calls one, so that nothing lies over the table."""
    for page in pages:
        dealt(page)
    while pages[0].locator("main[data-phase=calling]").count():  # it may be a bot that is asked
        for page in pages:
            red = page.get_by_role("dialog").get_by_role("button", name="Red")
            if red.is_visible():
                red.click()
                red.wait_for(state="detached")
        pages[0].wait_for_timeout(30)
