"""The start: light, quiet towards the rest of the world, and nothing on it jumps about."""

from __future__ import annotations

import json
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tests.e2e import clicking, slowing
from tests.e2e.serving import Server
from tests.e2e.starting import Start
from tests.e2e.visiting import DESK, LYING, PHONE
from tests.tiers import by_tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page, WebSocket

    from tests.e2e.visiting import Visitor

MAX_CODE = 100_000
MAX_SHIFTS = 0.05
LATE = 800
"""Milliseconds after which Chromium takes no shift for an answer to a press any more, and some."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("start"), bot_delay=0.2) as running:
        yield running


@pytest.mark.parametrize("size", [PHONE, LYING, DESK], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_first_card_is_one_click_and_little_code_away(
    server: Server, visitors: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    """One press of *Play now* deals; at most 100 kB of scripts and styles, nothing from anybody else, next to nothing shifts.

    How long that takes is said by benchmarks/page.py.
    """
    page = visitors(size).page
    start = Start(page)
    page.goto(server.address)
    play = page.get_by_role("button", name="Play now")
    play.wait_for()
    assert start.code() <= MAX_CODE
    assert start.shifts() < MAX_SHIFTS
    assert page.evaluate("painted") > 0
    play.click()
    page.locator("section.hand button[data-card]").first.wait_for()
    clicking.play_round(page, until=3)
    clicking.my_turn(page)
    assert start.shifts() < MAX_SHIFTS
    assert start.strangers(server.address) == []


@dataclass
class Trips:
    """How often the page waits for the server: what it asks over HTTP, what it says over its sockets, how many it opens."""

    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    sockets: int = 0

    def listen(self, page: Page) -> None:
        """From now on."""

        def opened(socket: WebSocket) -> None:
            self.sockets += 1
            socket.on("framesent", lambda text: self.said.append(json.loads(text)["t"]))

        page.on("websocket", opened)
        page.on("request", lambda r: None if "/assets/" in r.url else self.asked.append(r.method))


def test_the_first_card_and_a_reload_wait_for_few_answers(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """On a slow network trips are what takes time: one request and one socket with two messages deal, one with one shows the hand again."""
    page = visitors().page
    page.goto(server.address)
    page.get_by_role("button", name="Play now").wait_for()
    dealt = Trips()
    dealt.listen(page)
    page.get_by_role("button", name="Play now").click()
    page.locator("section.hand button[data-card]").first.wait_for()
    assert (dealt.asked, dealt.sockets) == (["POST"], 1)
    assert [kind for kind in dealt.said if kind != "pong"] == ["hello", "cmd"]
    page.reload()
    page.locator("section.hand button[data-card]").first.wait_for()
    assert (dealt.asked, dealt.sockets) == (["POST", "GET"], 2)
    assert [kind for kind in dealt.said if kind != "pong"] == ["hello", "cmd", "hello"]


def test_the_typeface_comes_with_the_page(server: Server, visitors: Callable[..., Visitor]) -> None:
    """It is asked for before any script, so that no line is drawn in another one first; nothing is asked for later to draw the start."""
    page = visitors().page
    start = Start(page)
    page.goto(server.address)
    page.get_by_role("button", name="Play now").wait_for()
    assert start.asked[1].endswith(".woff2")
    html = urllib.request.urlopen(server.address).read().decode()  # noqa: S310 - our own address
    assert [url for url in start.asked[1:] if url.rpartition("/")[2] not in html] == []


@pytest.mark.parametrize("size", by_tier([PHONE, LYING, DESK], default=1), ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_jumps_when_the_cards_come_late(
    server: Server, visitors: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    """Long after the press: the seats have their place on the table before it is known who sits there."""
    page = visitors(size).page
    start = Start(page)
    slowing.slow_down(page, LATE)
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    page.locator("section.hand button[data-card]").first.wait_for()
    assert start.shifts() < MAX_SHIFTS


def test_the_measure_sees_what_jumps(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Something pushed down by half a screen counts."""
    page = visitors().page
    start = Start(page)
    page.goto(server.address)
    page.get_by_role("button", name="Play now").wait_for()
    page.evaluate("document.body.style.paddingTop = '50vh'")
    page.wait_for_function("() => shifts > 0.05")
    assert start.shifts() > MAX_SHIFTS
