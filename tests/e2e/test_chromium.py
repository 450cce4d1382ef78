"""The browser that the other tests in this folder stand on."""

from __future__ import annotations

import http.server
import threading
from typing import TYPE_CHECKING

import pytest

from tests.e2e.visiting import new_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

PAGE = b"<!doctype html><meta charset=utf-8><title>t</title><h1>0</h1><script>document.body.append('yes')</script>"


class OnePage(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer every address with the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the standard library's name)
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_chromium_shows_a_page_of_this_machine(
    browser: Browser, address: str, picture: Callable[..., Path]
) -> None:
    """A page served on this machine is fetched, its script runs, and its letters are drawn."""
    page = new_page(browser)
    page.goto(address)
    assert "yes" in page.inner_text("body")
    assert picture(page, "page").stat().st_size > 1000
    page.close()
