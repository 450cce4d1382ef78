"""The page without a network: kept, playable; where nothing can be kept; and a newer build never leaves an old page behind."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e import rooming
from tests.e2e.clicking import begin, play_round
from tests.e2e.serving import ROOT, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page, WebSocketRoute

    from tests.e2e.visiting import Visitor

REFUSE_STORAGE = """
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for the tests that change nothing about it."""
    with Server(tmp_path_factory.mktemp("offline")) as found:
        yield found


def keep(page: Page, address: str) -> None:
    """Visit, and wait until the service worker has the page."""
    page.goto(address)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def deal(page: Page) -> None:
    """Play alone against one bot."""
    page.get_by_role("combobox", name="Bots").select_option("1")
    page.get_by_role("button", name="Deal the cards").click()
    dealt(page)


def dealt(page: Page) -> None:
    """Wait for the table."""
    page.locator("main.table[data-phase]:not([data-phase=waiting])").wait_for()


@pytest.mark.tier("all")
def test_a_round_is_played_without_a_network(visitors: Callable[..., Visitor], server: Server) -> None:
    """What was fetched once plays on without a network: the start page says so, and a round goes on over a reload to its end."""
    visitor = visitors()
    page = visitor.page
    page.add_init_script("localStorage.setItem('lastcard.pace', '0')")
    keep(page, server.address)
    page.get_by_role("link", name="Play without a network").click()
    deal(page)
    visitor.context.set_offline(True)
    page.goto(server.address)
    expect(page.get_by_text("This device has no network.")).to_be_visible()
    page.get_by_role("button", name="Play without a network").click()
    page.get_by_role("button", name="Go on with the last game").click()
    dealt(page)
    play_round(page, until=3)
    page.reload()
    dealt(page)
    play_round(page)
    expect(page.get_by_role("button", name="Next round")).to_be_visible()
    page.locator("a[href^='/replay?table=solo']").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_page_that_was_never_there_before_says_what_works(
    visitors: Callable[..., Visitor], server: Server
) -> None:
    """The second visit without a network shows the start page; what was not fetched yet is said, and the rulebook can be read."""
    visitor = visitors()
    page = visitor.page
    keep(page, server.address)
    visitor.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You can read the rulebook.")).to_be_visible()
    page.goto(f"{server.address}solo")
    expect(page.get_by_text("was not fetched yet")).to_be_visible()
    page.goto(f"{server.address}rules")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{server.address}replay")
    record = {"name": "round.txt", "mimeType": "text/plain", "buffer": b"a record"}
    page.locator("input[type=file]").set_input_files([record])
    expect(page.get_by_role("alert")).to_contain_text("Choose “Play without a network” once")
    page.goto(f"{server.address}pass")
    page.wait_for_url("**/solo?several")


@pytest.mark.tier("all")
def test_nothing_kept_is_said_once(visitors: Callable[..., Visitor], server: Server) -> None:
    """Where the browser refuses storage the game without a network is played all the same, and the page says so once."""
    page = visitors().page
    page.add_init_script(REFUSE_STORAGE)
    page.goto(f"{server.address}solo")
    deal(page)
    rooming.answered(page)
    expect(page.get_by_text("keeps nothing for this page")).to_have_count(1)
    page.get_by_role("button", name="All right").click()
    expect(page.get_by_text("keeps nothing for this page")).to_have_count(0)
    play_round(page, until=1)


def test_people_play_in_turns_without_a_network(visitors: Callable[..., Visitor], server: Server) -> None:
    """Several people at one device: the curtain lies between their hands, and the table is by the rules they chose."""
    page = visitors().page
    page.goto(f"{server.address}solo?several")
    page.get_by_label("Name 1").fill("Ana")
    page.get_by_label("Name 2").fill("Ben")
    dialog = rooming.change_rules(page)
    dialog.locator("summary", has_text="House rules").click()
    dialog.locator("#option-hand_size").fill("3")
    dialog.locator("#option-stacking").select_option("same")
    rooming.use_rules(page)
    expect(page.get_by_text("2 rules differ from the print")).to_be_visible()
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.get_by_role("heading", name=re.compile("Pass to (Ana|Ben)"))).to_be_visible()
    page.locator("header.top button.rules").click()
    expect(page.get_by_role("dialog").get_by_text("Same on same").first).to_be_visible()


def upgrade(static: Path) -> str:
    """Make of the built page another one, as a newer version is: every script has a new name; that of the first."""
    scripts = {file.stem: f"{file.stem[:-3]}New" for file in (static / "assets").glob("*.js")}
    for file in static.rglob("*"):
        if file.suffix in {".html", ".js"}:
            text = file.read_text()
            for old, new in scripts.items():
                text = text.replace(old, new)
            file.write_text(text)
    for old, new in scripts.items():
        (static / "assets" / f"{old}.js").rename(static / "assets" / f"{new}.js")
    first = re.search(r"/assets/(index-[\w-]+)\.js", (static / "index.html").read_text())
    assert first is not None
    return first[1]


@pytest.mark.tier("all")
def test_a_newer_build_takes_over(visitors: Callable[..., Visitor], tmp_path: Path) -> None:
    """A page in the middle of a table is told of a newer build and goes on; the next page is the new one, and old caches are gone."""
    static = tmp_path / "static"
    shutil.copytree(ROOT / "src" / "lastcard" / "static", static)
    with Server(tmp_path / "data", static=static) as server:
        page = visitors().page
        keep(page, server.address)
        begin(page, server.address)
        rooming.answered(page)
        server.kill()
        new = upgrade(static)
        server.start()
        expect(page.get_by_text("There is a newer version of this page.")).to_be_visible()
        page.get_by_role("button", name="Menu").click()  # a part of the old build that is there all the same
        page.keyboard.press("Escape")
        play_round(page, until=1)
        page.get_by_role("button", name="Load it").click()
        dealt(page)
        expect(page.locator(f'script[src*="{new}"]')).to_have_count(1)
        page.goto(server.address)
        only_kept(page, new)


def only_kept(page: Page, build: str) -> None:
    """Wait until the browser keeps a page, of this build and no other."""
    page.wait_for_function(
        """(name) => caches.keys().then((all) => {
          const pages = all.filter((n) => n.startsWith('lastcard-page-'));
          return pages.length > 0 && pages.every((n) => n.includes(name));
        })""",
        arg=build,
    )


@pytest.mark.tier("all")
def test_a_page_that_the_server_calls_too_old_throws_its_build_away(
    visitors: Callable[..., Visitor], tmp_path: Path
) -> None:
    """`gone` `version`: the page says so; one press and the new build is there, with nothing kept of the old, at the same seat."""
    static = tmp_path / "static"
    shutil.copytree(ROOT / "src" / "lastcard" / "static", static)
    old: list[bool] = []

    def speak(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        if not old:
            return
        old.clear()
        socket.on_message(lambda text: server.send(json.dumps({**json.loads(text), "proto": 0})))

    with Server(tmp_path / "data", static=static) as server:
        page = visitors().page
        page.route_web_socket("**/ws", speak)
        keep(page, server.address)
        begin(page, server.address)
        page.locator("section.hand button[data-card]").first.wait_for()
        server.kill()
        new = upgrade(static)
        old.append(True)
        server.start()
        expect(page.get_by_role("heading", name="This page is older than the server")).to_be_visible()
        page.get_by_role("button", name="Load again").click()
        dealt(page)
        expect(page.locator(f'script[src*="{new}"]')).to_have_count(1)
        expect(page.locator("section.hand button[data-card]").first).to_be_visible()
        only_kept(page, new)


METERED = "Object.defineProperty(navigator, 'connection', { value: { saveData: false, type: 'cellular', effectiveType: '4g' } });"

WATCH_PROGRESS = """() => {
  window.progress = new Set();
  const look = () => {
    const bar = document.querySelector('progress');
    if (bar) progress.add(bar.parentElement.innerText);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Keeps what stands beside a bar of progress: on a quick machine it is gone before anybody has looked."""


@pytest.mark.tier("all")
def test_on_a_metered_connection_nothing_large_is_fetched_unasked(
    visitors: Callable[..., Visitor], server: Server
) -> None:
    """The form warns of the megabytes; none of them is fetched by looking at it, and all are when the cards are dealt."""
    page = visitors().page
    page.add_init_script(METERED)
    fetched: list[str] = []
    page.context.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{server.address}solo")
    warning = page.get_by_text("This seems to be a metered connection")
    expect(warning).to_be_visible()
    told = re.search(r"([\d.]+) MB", warning.inner_text())
    assert told is not None
    page.get_by_role("button", name="Change the rules").click()
    page.locator("dialog label.edition").first.wait_for()
    page.keyboard.press("Escape")
    page.wait_for_load_state("networkidle")
    assert [url for url in fetched if "/offline/" in url] == []
    page.evaluate(WATCH_PROGRESS)
    page.get_by_role("button", name="Deal the cards").click()
    dealt(page)
    assert f"of {told[1]} MB" in page.evaluate("[...progress].join()")
    assert any("/offline/" in url for url in fetched)
