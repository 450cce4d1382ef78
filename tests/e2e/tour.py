"""Ways through the client, so that each page and each sheet of it is seen once; each leg says what it shows."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastcard.server.decisions.starting import BOT_NAMES
from tests.e2e import gallery, rooming
from tests.e2e.visiting import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page, Route, WebSocketRoute

    from tests.e2e.visiting import Visitor

    Shown = Iterator[tuple[str, Page]]


@dataclass(frozen=True)
class Guide:
    """What a leg needs: a server's address, the gallery's, people who come, a record to open."""

    server: str
    gallery: str
    visitors: Callable[..., Visitor]
    record: Path

    def page(self) -> Page:
        """Somebody new, who reads English; what is not from the catalogue can be told apart from it."""
        visitor = self.visitors(PHONE)
        visitor.context.add_init_script("localStorage.setItem('lastcard.language', 'pseudo-unseen')")
        return visitor.page


def first_pages(guide: Guide) -> Shown:
    """What has an address and needs no table."""
    page = guide.page()
    page.goto(guide.server)
    page.get_by_role("button", name="Play now").wait_for()
    yield "/", page
    page.goto(f"{guide.server}rules")
    page.locator("h2").first.wait_for()
    yield "/rules", page
    page.get_by_label("Search the rules").fill("challenge")
    page.get_by_role("status").filter(has_text=re.compile(r"\d")).wait_for()
    yield "a search in the rules", page
    page.goto(f"{guide.server}keys")
    page.get_by_role("heading", name="Keys").wait_for()
    yield "/keys", page
    page.goto(f"{guide.server}new#nonsense")
    page.get_by_role("alert").wait_for()
    yield "/new", page
    page.goto(f"{guide.server}solo")
    page.get_by_role("button", name="Deal the cards").wait_for()
    yield "/solo", page
    page.get_by_label("Several people, in turns").check()
    page.get_by_label("Name 2").wait_for()
    yield "several without a network", page
    page.get_by_role("button", name="Change the rules").click()
    page.locator("dialog label.edition").first.wait_for()
    yield "ChosenRules: room.rules.change", page
    page.goto(f"{guide.server}nowhere")
    page.get_by_role("heading", name="There is no such page").wait_for()
    yield "TableGone: page", page


def at_one_device(guide: Guide) -> Shown:
    """Pass and play, its form and its curtain."""
    page = guide.page()
    page.goto(f"{guide.server}pass")
    page.get_by_role("button", name="Deal the cards").wait_for()
    yield "/pass", page
    page.get_by_label("Name 1").fill("Ana")
    page.get_by_label("Name 2").fill("Ben")
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".curtain h2").wait_for()
    yield "the curtain", page


def a_room(guide: Guide) -> Shown:
    """A room, what is laid over it, a card being written, the door, and what the host may do about a guest."""
    host, guest = guide.page(), guide.page()
    rooming.open_room(host, guide.server)
    yield "/t", host
    rooming.change_rules(host)
    for shut in host.locator("dialog summary").all():
        shut.click()
    host.get_by_role("button", name="Write…").first.click()
    host.get_by_label("Add a part").first.select_option("dare")
    host.get_by_label("The dare").wait_for()
    yield "RoomPage: change", host
    for name, page in (
        ("settings", "Change the room"),
        ("rules", "All the rules"),
        ("history", "What was played here"),
        ("leave", "Leave the room"),
    ):
        host.keyboard.press("Escape")
        host.locator("dialog").wait_for(state="detached")
        host.get_by_role("button", name=page, exact=True).click()
        host.locator("dialog .body :is(p, form, dl, ul, ol)").first.wait_for()
        yield f"RoomPage: {name}", host
    host.keyboard.press("Escape")
    guest.goto(host.url)
    guest.get_by_role("button", name="Take a seat").wait_for()
    yield "the door", guest
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Take a seat").click()
    host.get_by_role("button", name=re.compile("^More about")).click()
    host.get_by_role("button", name="Ban").wait_for()
    yield "about a person", host
    guest.locator("summary", has_text="Talk").click()
    guest.get_by_role("button", name="Good luck!").click()
    guest.locator(".said li").first.wait_for()
    yield "talk in the room", guest


MENU = {
    "people": "People, invite",
    "talk": "Talk",
    "rules": "Rules in force",
    "scores": "Scores",
    "log": "What happened",
    "history": "What was played here",
    "settings": "Settings",
    "keys": "Keys",
    "leave": "Leave the table",
}


def the_menu(guide: Guide) -> Shown:
    """Every page of a table's menu, with a friend at the table."""
    host, guest = guide.page(), guide.page()
    rooming.open_room(host, guide.server)
    rooming.no_clock(host)
    rooming.come(guest, host.url)
    host.locator(".seats", has_text="Ben").wait_for()
    rooming.start(host)
    rooming.answered(host, guest)
    host.get_by_role("button", name="Menu", exact=True).click()
    sheet = host.locator(".sheet[role=dialog]")
    sheet.get_by_role("button", name="Talk", exact=True).wait_for()
    yield "Menu: menu", host
    for name, page in MENU.items():
        sheet.get_by_role("button", name=page, exact=True).click()
        sheet.get_by_role("heading", name="Menu", exact=True).wait_for(state="detached")
        yield f"Menu: {name}", host
        sheet.get_by_role("button", name="Close", exact=True).click()


def questions(guide: Guide) -> Shown:
    """What a play asks for."""
    page = gallery.come(guide.page(), guide.gallery)
    for name, fixture, card in (
        ("ColourSheet: ask.colour", "uno-arm", "Wild, playable, 2 of 2"),
        ("PlayerSheet: title", "swap", "Red 7, playable, 1 of 2"),
    ):
        gallery.show(page, fixture)
        page.get_by_role("button", name=card, exact=True).press("Enter")
        page.locator(".sheet[role=dialog]").wait_for()
        yield name, page


def a_replay(guide: Guide) -> Shown:
    """A record is asked for, opened, looked at and checked."""
    page = guide.page()
    page.goto(f"{guide.server}replay")
    page.locator(".drop").wait_for()
    yield "/replay", page
    page.locator("input[type=file]").set_input_files(guide.record)
    page.locator(".scrub").wait_for()
    yield "a replay", page
    page.get_by_role("button", name="More").click()
    yield "ReplayPage: replay.title", page
    page.get_by_role("button", name="Check this deal").click()
    page.get_by_role("heading", name="The deal is as it was promised").wait_for()
    yield "ReplayPage: replay.check", page


def the_lesson(guide: Guide) -> Shown:
    """The guided round, to its end."""
    page = guide.page()
    page.goto(f"{guide.server}learn")
    page.locator(".said h1").wait_for()
    yield "/learn", page
    step = page.locator(".said h1")
    live = page.locator("button[data-card].live").first
    for title, key in (
        ("Match", ""),
        ("Draw", "d"),
        ("Wild", "3"),
        ("UNO", "u"),
        ("Challenge", "c"),
        ("The last card", ""),
    ):
        step.filter(has_text=title).wait_for()
        if title not in ("Draw", "Challenge"):
            live.press("Enter")
        if title == "UNO":
            page.locator(".said", has_text="did not say UNO").wait_for()
        if key:
            page.keyboard.press(key)
    page.get_by_role("dialog", name="You went out!").wait_for()
    yield "LearnPage: tutorial.won", page


REASONS = (
    *("kicked", "banned", "private", "left", "unknown", "seat", "full"),
    *("ended", "busy", "often", "replaced", "version", "unreachable"),
)


def no_table(guide: Guide) -> Shown:
    """Why there is no table, each reason from a server that gives it; what was played can be seen after the end."""
    page = guide.page()
    said: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        socket.on_message(
            lambda _: socket.send(json.dumps({"t": "gone", "code": said[-1], "message": "Why."}))
        )

    def found(route: Route) -> None:
        route.fulfill(json={"error": {"code": "unknown", "message": "Why."}}, status=404)

    page.route_web_socket("**/ws", refuse)
    page.route("**/api/tables/abcd", found)
    page.route("**/api/tables/abcd/history", found)
    page.goto(guide.server)
    page.evaluate(
        """localStorage.setItem('lastcard.table.abcd', '{"last":"a","tokens":{"a":"b"}}')""",
    )
    for reason in REASONS:
        said.append(reason)
        page.evaluate(
            """localStorage.setItem('lastcard.table.abcd', '{"last":"a","tokens":{"a":"b"}}')""",
        )
        page.goto(f"{guide.server}t/abcd")
        page.get_by_role("button", name="To the start page").wait_for()
        yield f"TableGone: {reason}", page
        if reason == "ended":
            page.get_by_role("button", name="What was played here").click()
            page.locator("dialog button.button").wait_for()
            yield "TableGone: room.history", page


LEGS = (first_pages, at_one_device, a_room, the_menu, questions, a_replay, the_lesson, no_table)

NAMES = ("Bot Ben", "Ann", *gallery.NAMES, *BOT_NAMES)
"""Of those who are met on the way."""

BESIDE = {
    "a search in the rules",
    "several without a network",
    "the curtain",
    "the door",
    "about a person",
    "talk in the room",
    "a replay",
}
"""What the legs show of which the source has no list."""
