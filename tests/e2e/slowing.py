"""A network that takes its time, for a page in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SOCKETS = """
const Quick = WebSocket;
window.WebSocket = class extends Quick {
  send(data) { setTimeout(() => this.readyState === 1 && super.send(data), LATE); }
  set onmessage(hear) { super.onmessage = hear && ((event) => setTimeout(() => hear.call(this, event), LATE)); }
  get onmessage() { return super.onmessage; }
};
"""


def sockets(late: int) -> str:
    """A script after which every message takes so many milliseconds more, to the server and from it."""
    return _SOCKETS.replace("LATE", str(late))


def slow_down(page: Page, late: int) -> None:
    """From now on an answer takes so many milliseconds more, to a request as to a message."""
    page.add_init_script(sockets(late // 2))
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": late, **unlimited})
