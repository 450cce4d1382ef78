"""For everybody: nothing for axe-core to find, targets for fingers, shapes without colour, no word outside the catalogue."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, get_args

import pytest

from lastcard.rules.round import Phase
from tests.e2e import gallery, hearing, keying, measuring, rooming
from tests.e2e.serving import Server
from tests.e2e.visiting import DESK, LYING, PHONE
from tests.tiers import by_tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page, WebSocket

    from tests.e2e.gallery import Gallery
    from tests.e2e.visiting import Visitor

NO_TURN_OF_ANYBODY = {"opening"}
"""The phase that the server passes through by itself: no page ever sees it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("access")) as running:
        yield running


@pytest.fixture
def table(built: Gallery, visitors: Callable[..., Visitor]) -> Page:
    """The gallery, on which any fixture can be shown, with little motion to wait for."""
    page = visitors().page
    page.emulate_media(reduced_motion="reduce")
    return gallery.come(page, built.address)


def width(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("size", by_tier([LYING, PHONE, DESK], default=1), ids=lambda s: f"{s[0]}x{s[1]}")
def test_every_phase_can_be_read_touched_and_left_by_uno(table: Page, size: tuple[int, int]) -> None:
    """In every fixture, of which each phase of the core has one: axe-core finds nothing, targets are large, UNO lies open.

    WCAG 2.2 A and AA; in the dark what can differ there, the contrast. The UNO button is where it always is.
    """
    width(table, size)
    gallery.show(table, "uno-arm")
    place = table.locator(".actions .uno").bounding_box()
    shown: set[str | None] = set()
    found: list[str] = []
    for name in gallery.names(table):
        gallery.show(table, name)
        shown.add(table.locator("main.table").get_attribute("data-phase"))
        found += [f"{name}: {fault}" for fault in gallery.small_targets(table)]
        if size != LYING:
            found += [f"{name}: {fault}" for fault in gallery.faults(table)]
            table.emulate_media(color_scheme="dark")
            found += [f"{name}, dark: {fault}" for fault in gallery.faults(table, ["color-contrast"])]
            table.emulate_media(color_scheme="light")
        if not name.startswith(("over", "spectator")):
            assert gallery.uncovered(table, ".actions .uno"), name
            assert table.locator(".actions .uno").bounding_box() == place, name
    assert found == []
    assert {phase.__name__.lower() for phase in get_args(Phase)} - shown == NO_TURN_OF_ANYBODY
    for name, card in (("uno-arm", "Wild, playable, 2 of 2"), ("swap", "Red 7, playable, 1 of 2")):
        gallery.show(table, name)
        table.get_by_role("button", name=card, exact=True).press("Enter")
        table.locator(".sheet[role=dialog]").wait_for()
        gallery.still(table)
        assert gallery.uncovered(table, ".actions .uno"), card


def test_in_grey_the_shapes_tell_the_colours(built: Gallery, visitors: Callable[..., Visitor]) -> None:
    """Each card face, drawn without colour and at the same contrast, differs between the four colours."""
    page = visitors((1440, 1400)).page
    page.goto(built.address)
    page.locator(".cards span").first.wait_for()
    likest = gallery.likest_faces(page)
    assert {face for face, _ in likest} == {*"0123456789", "S", "R", "+2", "*"}
    assert [pair for pair in likest if pair[1] < gallery.TOLD_APART] == []


@pytest.mark.tier("all")
def test_every_word_is_from_the_catalogue_and_none_is_clipped(
    built: Gallery, server: Server, visitors: Callable[..., Visitor]
) -> None:
    """In the pseudo-language what has no brackets was written into the page, and longer words still fit."""
    visitor = visitors()
    visitor.context.add_init_script("localStorage.setItem('lastcard.language', 'pseudo')")
    page = gallery.come(visitor.page, built.address)
    found: list[str] = []
    for name in gallery.names(page):
        gallery.show(page, name)
        found += [f"{name}: {fault}" for fault in gallery.odd_words(page)]
    page.goto(server.address)
    page.locator("button.strong").wait_for()
    found += [f"home: {fault}" for fault in gallery.odd_words(page)]
    page.locator("button.big:not(.strong)").click()
    page.locator(".seats li").first.wait_for()
    found += [f"room: {fault}" for fault in gallery.odd_words(page)]
    page.locator(".right section:first-child .button").click()
    page.locator("dialog label.edition").first.wait_for()
    for closed in page.locator("dialog summary").all():
        closed.click()
    page.locator("dialog .write").first.click()
    page.locator(".writer").wait_for()
    found += [f"rules: {fault}" for fault in gallery.odd_words(page)]
    assert found == []


def test_with_less_motion_nothing_moves_longer_than_a_tenth_of_a_second(table: Page) -> None:
    """Cards played and drawn, a turned direction, UNO, a catch, the end of a round: every movement is short."""
    longest = gallery.longest_movement(table)
    assert longest <= 100


@pytest.mark.tier("all")
def test_longer_lines_and_wider_letters_leave_every_act_readable(table: Page) -> None:
    """WCAG 1.4.12: in no fixture is a word of an act, question or sentence cut off."""
    found = []
    for name in gallery.names(table):
        gallery.show(table, name)
        found += [f"{name}: {fault}" for fault in gallery.spaced(table)]
    assert found == []


@pytest.mark.tier("all")
def test_the_table_is_enlarged_with_nothing_out_of_reach(table: Page) -> None:
    """WCAG 1.4.4 and 1.4.10: at 200 % all lies in its place; at 400 %, and on a phone at 200 %, all can be scrolled to."""
    names = gallery.names(table)
    width(table, measuring.ENLARGED[0])
    assert table.evaluate(measuring.EACH, [[name, name] for name in names]) == []
    found = []
    for size in measuring.ENLARGED:
        width(table, size)
        for name in names:
            gallery.show(table, name)
            found += [f"{size[0]}x{size[1]}, {name}: {fault}" for fault in measuring.unreachable(table)]
    assert found == []


def test_two_fingers_enlarge_a_phones_page(table: Page) -> None:
    """Nothing of the page forbids it."""
    gallery.show(table, "turn")
    table.context.new_cdp_session(table).send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    table.wait_for_function("() => visualViewport.scale === 2")


def test_in_forced_colours_what_matters_can_be_told_apart(table: Page) -> None:
    """Windows' contrast themes: who is on turn, what can be played, what is armed or raised; and cards keep their colours."""
    table.emulate_media(forced_colors="active", reduced_motion="reduce")
    gallery.show(table, "turn-other")
    assert gallery.edge(table, ".opponents .turn .chip") != gallery.edge(
        table, ".opponents li:not(.turn) .chip"
    )
    gallery.show(table, "uno-arm")
    switch = table.locator(".actions .uno .switch")
    before = switch.screenshot()
    table.keyboard.press("u")
    table.locator(".actions .uno[aria-pressed=true]").wait_for()
    gallery.still(table)
    assert switch.screenshot() != before
    assert gallery.edge(table, ".actions .uno") != gallery.edge(table, ".actions .play")
    gallery.show(table, "catch")
    assert gallery.edge(table, "button[data-card].live .lift") != gallery.edge(
        table, "button[data-card]:not(.live) .lift"
    )
    assert gallery.edge(table, ".actions .catch") != gallery.edge(table, ".actions button:first-child")
    red = table.locator(".discard .card").last.evaluate(
        "(e) => [...e.querySelectorAll('*')].some((part) => getComputedStyle(part).fill === 'rgb(208, 2, 27)')"
    )
    assert red


def test_a_page_from_right_to_left_mirrors_the_frame_and_not_the_play(table: Page) -> None:
    """The menu changes sides, the first card of the hand stays the left one, and clockwise stays clockwise."""
    width(table, DESK)
    table.evaluate("document.documentElement.dir = 'rtl'")
    gallery.show(table, "turn")
    menu = table.get_by_role("button", name="Menu", exact=True).bounding_box()
    home = table.get_by_role("button", name="Back to the start page").bounding_box()
    log = table.locator("section.log").bounding_box()
    assert menu
    assert home
    assert log
    assert menu["x"] < home["x"]
    assert log["x"] < 10
    cards = [card.bounding_box() for card in table.locator("button[data-card]").all()]
    left = [box["x"] for box in cards if box]
    assert left == sorted(left)
    assert "Clockwise" in table.locator(".stage .way").inner_text()
    assert re.search(r"Ana", table.locator(".opponents li").first.inner_text())
    for size in (DESK, PHONE):
        width(table, size)
        first = table.locator(".opponents li").first.bounding_box()
        last = table.locator(".opponents li").last.bounding_box()
        assert first
        assert last
        assert first["x"] < last["x"]


def test_a_whole_match_by_keyboard_alone(server: Server, visitors: Callable[..., Visitor]) -> None:
    """From the start page to the last card of the match: a room, its rules, its seats, and every act, by keys."""
    page = visitors(DESK).page
    page.goto(server.address)
    keying.write(page, "Your name", "Ana")
    keying.press(page, "Play with friends")
    page.get_by_role("heading", name="Your room").wait_for()
    for left in (3, 2):
        keying.press(page, "One seat fewer")
        page.locator(".stepper b [aria-hidden]", has_text=str(left)).wait_for()
    keying.press(page, "Change the rules")
    page.locator("dialog label.edition").first.wait_for()
    keying.write(page, "Target", "20")
    keying.press(page, "House rules")
    keying.write(page, "Cards dealt", "3")
    keying.press(page, "Use these rules")
    page.locator("dialog").wait_for(state="detached")
    keying.press(page, "Start")
    page.locator("section.hand").wait_for()
    assert keying.play_match(page) >= 1


@pytest.mark.tier("all")
def test_a_whole_match_by_the_accessibility_tree_alone(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """Everything is found by role and name, from the start page to the rematch; the log tells of everything in its order."""
    page = visitors().page
    page.goto(server.address)
    page.get_by_role("textbox", name="Your name").fill("Ana")
    page.get_by_role("button", name="Play with friends").press("Enter")
    page.get_by_role("heading", name="Your room").wait_for()
    for left in (3, 2):
        page.get_by_role("button", name="One seat fewer").press("Enter")
        page.get_by_role("group", name=f"{left} seats").wait_for()
    page.get_by_role("button", name="Change the rules").press("Enter")
    rules = page.get_by_role("dialog", name="Change the rules")
    rules.get_by_role("spinbutton", name="Target").fill("1")
    rules.get_by_text("House rules").first.click()  # Playwright has no role for what opens `details`
    rules.get_by_role("spinbutton", name="Cards dealt").fill("3")
    rules.get_by_role("button", name="Use these rules").press("Enter")
    rules.wait_for(state="detached")
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    page.get_by_role("toolbar", name="Your hand").wait_for()
    hearing.play_match(page)
    # what is read out keeps up with a player who is quicker than a voice
    page.get_by_role("log", name="What happened").get_by_text("The round is over").wait_for()
    said = " ".join(hearing.heard(page))
    # in a short round one may never come to play
    assert said.index(" played ") < said.index("The round is over")


def test_a_challenged_hand_is_shown_to_one_connection_only(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """Of three browsers at a table only the challenger's is sent the cards, and only its page names them."""
    pages = [visitors().page for _ in range(3)]
    frames: list[list[str]] = [[], [], []]
    for page, heard in zip(pages, frames, strict=True):
        listen(page, heard)
    host = pages[0]
    rooming.open_room(host, server.address)
    rooming.seats(host, 3)
    dialog = rooming.change_rules(host)
    dialog.locator("summary", has_text="Fine print").click()
    dialog.locator("#option-lost").fill(" ".join(ALL_BUT_RED_NUMBERS))
    dialog.locator("#option-lost").blur()
    rooming.use_rules(host)
    for page, name in zip(pages[1:], ("Ben", "Eva"), strict=True):
        rooming.come(page, host.url, name)
        host.locator(".seats", has_text=name).wait_for()
    rooming.start(host)
    for page in pages:
        page.locator("section.hand").wait_for()
    challenger = next(i for i in itertools.cycle(range(3)) if bluff_or_challenge(pages[i]))
    pages[challenger].get_by_text("The hand shown to you").first.wait_for(state="attached")
    others = [i for i in range(3) if i != challenger]
    for i in others:
        pages[i].locator(".log li", has_text="challenged").first.wait_for(state="attached")
    told = [[f for f in heard if '"challenged"' in f] for heard in frames]
    assert all(told)
    assert re.search(r'"hand": ?"[^"?]*R\d', told[challenger][0])
    for i in others:
        assert pages[i].get_by_text("The hand shown to you").count() == 0
        assert not re.search(r'"hand": ?"[^"?]*R', told[i][0])


def listen(page: Page, heard: list[str]) -> None:
    """Keep every message that the page's sockets are sent."""

    def open_(socket: WebSocket) -> None:
        socket.on("framereceived", lambda message: heard.append(str(message)))

    page.on("websocket", open_)


ALL_BUT_RED_NUMBERS = [
    *(f"{c}{n}" for c in "YGB" for n in range(10)),
    *(f"{c}{n}" for c in "YGB" for n in range(1, 10)),
    *(f"{c}{w}" for c in "RYGB" for w in ("S", "R", "+2") for _ in range(2)),
    "W",
    "W",
    "W",
    "W",
]
"""What must be missing so that everybody has a red number beside each Wild Draw Four, which then is a bluff."""


def bluff_or_challenge(page: Page) -> bool:
    """Play a Wild Draw Four if there is one, else any card, else draw; challenge if it can be done, and then say so."""
    if page.get_by_role("button", name=re.compile("^Challenge")).count():
        page.keyboard.press("c")
        return True
    if page.locator(".sheet .red").count():
        page.keyboard.press("1")
    elif page.locator("p.status.mine").count():
        wild = page.locator("button[data-card='W+4'].live")
        live = wild if wild.count() else page.locator("button[data-card].live")
        if live.count():
            live.first.press("Enter")
        else:
            page.keyboard.press("d")
            page.keyboard.press("k")
    page.wait_for_timeout(40)
    return False
