"""Visitors: browsers of their own, storage and all, that keep what went wrong on their pages."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

PHONE, LYING, DESK = (390, 844), (844, 390), (1440, 900)

LOCALE = "en-US"
"""What the tests' people read; a browser would ask the machine what its own people read."""

PATIENCE = 120_000
"""Milliseconds for what must come about: a test that fails may be slow to say so, one on a busy machine may not fail."""

THROTTLE = float(os.environ.get("LASTCARD_TEST_THROTTLE", "1"))
"""How many times slower than it is a page's processor seems to be: what a test forgot to wait for is then not there yet."""

expect.set_options(timeout=PATIENCE)

TALK = """(() => {
  const talk = (window.talk = { open: new Set(), acts: new Set(), acked: 0, shown: 0 });
  const said = (message) => {
    if (message.t !== 'cmd') return;
    talk.open.add(message.id);
    if (message.d.t === 'act') talk.acts.add(message.id);
  };
  const heard = (message) => {
    if (message.t === 'ack' && talk.acts.has(message.id)) talk.acked = Math.max(talk.acked, message.v);
    if (message.t === 'ack' || message.t === 'nak') talk.open.delete(message.id);
    if (message.t === 'snap' || message.t === 'state') talk.shown = Math.max(talk.shown, message.v);
  };
  const counting = (Kind) => {
    const Counting = class extends Kind {
      send(text) {
        if (this.constructor === Counting) said(JSON.parse(text)); // and not what another kind is made of
        super.send(text);
      }
      set onmessage(hear) {
        const outermost = this.constructor === Counting;
        super.onmessage = hear && ((event) => {
          hear.call(this, event);
          if (outermost) heard(JSON.parse(event.data));
        });
      }
      get onmessage() {
        return super.onmessage;
      }
    };
    return Counting;
  };
  let kind = counting(WebSocket);
  Object.defineProperty(window, 'WebSocket', { configurable: true, get: () => kind, set: (other) => (kind = counting(other)) });
})();"""
"""Notes what a page has asked of a server and not yet been answered: `ANSWERED` then says whether it shows what its acts did."""

ANSWERED = "() => !window.talk || (talk.open.size === 0 && talk.acked <= talk.shown)"


class Visitor:
    """One of them."""

    def __init__(self, browser: Browser, size: tuple[int, int] = PHONE) -> None:
        self.context: BrowserContext = browser.new_context(viewport=viewport(size), locale=LOCALE)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(TALK)
        self.faults: list[str] = []
        self.page = self.open()

    def open(self) -> Page:
        """Another tab of this browser."""
        page = slowed(self.context.new_page())
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda message: self.faults.append(message.text) if "Content Security" in message.text else None,
        )
        return page


def new_page(browser: Browser, size: tuple[int, int] = PHONE, **options: Any) -> Page:
    """A page that shares nothing with any other; closing it forgets all of it."""
    page = browser.new_page(viewport=viewport(size), locale=LOCALE, **options)
    page.context.set_default_timeout(PATIENCE)
    return slowed(page)


def viewport(size: tuple[int, int]) -> ViewportSize:
    """A screen of that size."""
    return {"width": size[0], "height": size[1]}


def slowed(page: Page) -> Page:
    """The page, as slow as `THROTTLE` says."""
    if THROTTLE != 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    return page
