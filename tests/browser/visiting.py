"""Visitors: browsers of their own, storage and all, that keep what went wrong on their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE, LYING, DESK = (390, 844), (844, 390), (1440, 900)


class Visitor:
    """One of them."""

    def __init__(self, browser: Browser, size: tuple[int, int] = PHONE) -> None:
        self.context: BrowserContext = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.faults: list[str] = []
        self.page = self.open()

    def open(self) -> Page:
        """Another tab of this browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda message: self.faults.append(message.text) if "Content Security" in message.text else None,
        )
        return page
