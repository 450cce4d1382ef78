"""The table in a real browser: rounds by clicking, two browsers, reload, a killed server, pages that say what is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.e2e import clicking, gallery, rooming
from tests.e2e.clicking import hand
from tests.e2e.serving import Server
from tests.e2e.visiting import DESK, LYING, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.e2e.visiting import Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tables")) as running:
        yield running


def set_up(page: Page, address: str, edition: str, players: int = 4) -> None:
    """Open a room of so many seats and its rules, and pick the edition."""
    rooming.open_room(page, address)
    rooming.seats(page, players)
    rooming.change_rules(page).locator("label.edition", has_text=edition).click()


def house_rules(page: Page, **rules: str | bool) -> None:
    """Turn on house rules by their names on the page."""
    page.locator("summary", has_text="House rules").click()
    for name, value in rules.items():
        field = page.locator(f"#option-{name}")
        if isinstance(value, str):
            field.select_option(value)
        else:
            field.set_checked(value)


def deal(page: Page) -> None:
    """Put the rules into force and start, with bots on the other seats."""
    rooming.use_rules(page)
    rooming.start(page)


def test_play_now_deals_a_table_with_one_click(server: Server, visitors: Callable[..., Visitor]) -> None:
    """*Play now* gives seven cards, three opponents and one's own turn (how fast: benchmarks/page.py)."""
    page = visitors().page
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    page.locator("p.status.mine, .sheet, .opponents li.turn").first.wait_for()
    page.locator("button[data-card]").nth(6).wait_for()  # dealt once the page has contributed to the deal
    assert clicking.hand_size(page) >= 7
    assert page.locator(".opponents li").count() == 3


@pytest.mark.parametrize(
    ("edition", "blank"),
    [
        ("Classic", None),
        pytest.param("Four blanks", 0, marks=pytest.mark.tier("all")),
        pytest.param("Swap Hands", 0, marks=pytest.mark.tier("all")),
    ],
)
def test_a_whole_round_is_played_by_clicking(
    server: Server,
    visitors: Callable[..., Visitor],
    picture: Callable[..., Path],
    edition: str,
    blank: int | None,
) -> None:
    """A round of every edition, one with a rule written on a blank, goes to its end and its points."""
    page = visitors().page
    set_up(page, server.address, edition)
    if blank is not None:
        page.locator("summary", has_text="Written cards").click()
        page.locator(".blank select").nth(blank).select_option("situps")
        page.locator(".blank select").nth(blank + 1).select_option("drawTwo")
    few_cards(page)
    deal(page)
    clicking.play_round(page)
    assert page.locator("section.over li").count() == 4
    picture(page, "over")
    page.get_by_role("button", name="Next round").click()
    page.locator("section.over").wait_for(state="detached")
    rooming.dealt(page)
    assert clicking.hand_size(page) > 0


def few_cards(page: Page) -> None:
    """Three cards each: rounds are long for one who does not think, and this machine may be busy."""
    field = page.locator("#option-hand_size")
    if not field.is_visible():
        page.locator("details", has=field).locator("summary").first.click()
    field.fill("3")
    field.blur()


@pytest.mark.tier("all")
def test_house_rules_are_played_by_clicking(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """V1–V4, V9: stacking, deflecting, jumping in, sevens and zeros, several at once, six at the table."""
    page = visitors(DESK).page
    set_up(page, server.address, "Classic", 6)
    house_rules(
        page,
        stacking="cross",
        deflect=True,
        jump_in="all",
        seven_zero=True,
        multi_play=True,
    )
    few_cards(page)
    deal(page)
    picture(page, "dealt")
    clicking.play_round(page)
    assert page.locator("section.over li").count() == 6
    assert page.locator("section.over .plus").count() == 1
    picture(page, "over")


@pytest.mark.tier("all")
def test_a_match_ends_and_is_played_again(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """P2: rounds go on until the target is reached; a rematch deals anew with no points."""
    page = visitors().page
    set_up(page, server.address, "Classic", 2)
    page.locator("#option-target").fill("20")
    page.locator("#option-target").blur()
    few_cards(page)
    deal(page)
    while True:
        clicking.play_round(page)
        if page.get_by_role("button", name="Rematch").count():
            break
        page.get_by_role("button", name="Next round").click()
        page.locator("section.over").wait_for(state="detached")
    assert re.search("won the match", page.locator("section.over h1").inner_text())
    picture(page, "won")
    page.get_by_role("button", name="Rematch").click()
    page.locator("section.over").wait_for(state="detached")
    rooming.dealt(page)
    assert page.locator(".opponents li").count() == 1


@pytest.mark.tier("all")
def test_two_browsers_at_one_table(server: Server, visitors: Callable[..., Visitor]) -> None:
    """A friend joins by the link; each sees only their own hand; one round is played."""
    host, guest = visitors().page, visitors(DESK).page
    rooming.open_room(host, server.address)
    rooming.seats(host, 2)
    rooming.come(guest, host.url, "Grażyna")
    host.locator(".seats", has_text="Grażyna").wait_for()
    rooming.start(host)
    rooming.dealt(guest)
    assert "Grażyna" in host.locator(".opponents").inner_text()
    # A Draw Two turned up first gives one of them nine (S8).
    assert min(len(hand(host)), len(hand(guest))) >= 7
    clicking.play_round(host, guest)
    guest.locator("section.over").wait_for()
    scores = [sorted(page.locator("section.over b").all_inner_texts()) for page in (host, guest)]
    assert scores[0] == scores[1]


def test_reload_in_mid_turn_keeps_the_seat(server: Server, visitors: Callable[..., Visitor]) -> None:
    """After a reload the same cards lie in the same hand (how fast: benchmarks/page.py)."""
    page = visitors().page
    clicking.begin(page, server.address)
    clicking.play_round(page, until=3)
    clicking.settled(page)
    cards = hand(page)
    page.reload()
    clicking.my_turn(page)
    assert hand(page) == cards


@pytest.mark.tier("all")
def test_a_killed_server_goes_on_where_it_was(
    tmp_path: Path, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """Killed in mid-round, the page says so and waits; started again, the same round is played to its end."""
    page = visitors().page
    with Server(tmp_path) as server:
        clicking.begin(page, server.address)
        clicking.play_round(page, until=3)
        clicking.settled(page)
        cards = hand(page)
        server.kill()
        page.get_by_text("The connection is lost").wait_for()
        picture(page, "lost")
        server.start()
        page.get_by_text("The connection is lost").wait_for(state="detached")
        page.locator("p.status.mine, section.over").first.wait_for()
        assert hand(page) == cards
        clicking.play_round(page)


def test_a_second_tab_takes_the_seat_over(server: Server, visitors: Callable[..., Visitor]) -> None:
    """The first tab goes on to show the game but plays no card, says so, and can take the seat back."""
    visitor = visitors()
    clicking.begin(visitor.page, server.address)
    second = visitor.open()
    second.goto(visitor.page.url)
    second.locator("section.hand").wait_for()
    visitor.page.get_by_text("This seat is played in another window").wait_for()
    assert visitor.page.locator("button[data-card].live").count() == 0
    visitor.page.get_by_role("button", name="Play here").click()
    second.get_by_text("This seat is played in another window").wait_for()
    visitor.page.get_by_role("button", name="Play here").wait_for(state="detached")


def test_an_unknown_table_says_so(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """A mistyped link leads to a sentence and a way on."""
    page = visitors().page
    page.goto(f"{server.address}t/zzzzzzzzzzzz")
    page.get_by_role("heading", name="There is no such room").wait_for()
    picture(page, "unknown")
    page.get_by_role("button", name="To the start page").click()
    page.get_by_role("button", name="Play now").wait_for()


def test_a_full_table_can_be_watched(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Who comes when all seats are taken by people watches, sees no hand, and is offered no seat."""
    host, guest, third = visitors().page, visitors().page, visitors().page
    rooming.open_room(host, server.address)
    rooming.seats(host, 2)
    rooming.come(guest, host.url)
    host.locator(".seats", has_text="Ben").wait_for()
    rooming.start(host)
    third.goto(host.url)
    third.get_by_text("You are watching").wait_for()
    assert third.locator("button[data-card]").count() == 0
    assert third.get_by_role("button", name="Take a seat").count() == 0


def test_leaving_asks_first_and_a_bot_plays_on(server: Server, visitors: Callable[..., Visitor]) -> None:
    """V14: leaving is confirmed, leads to the start page, and the seat is no longer one's own."""
    page = visitors().page
    clicking.begin(page, server.address)
    rooming.answered(page)
    address = page.url
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Stay").wait_for()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="Play now").wait_for()
    page.goto(address)
    page.locator("main").wait_for()
    page.wait_for_timeout(300)
    assert page.locator("section.hand").count() == 0


@pytest.mark.parametrize("size", [PHONE, LYING, DESK], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_table_fits_the_screen(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path], size: tuple[int, int]
) -> None:
    """Nothing scrolls or sticks out, and the fixed buttons are on the screen and large enough for a finger."""
    page = visitors(size).page
    page.goto(server.address)
    picture(page, "home")
    clicking.begin(page, server.address)
    clicking.play_round(page, until=4)
    clicking.settled(page)
    gallery.still(page)
    picture(page, "table")
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    )
    # all at once: what a bot does meanwhile may draw them anew
    boxes = page.locator(".actions button").evaluate_all(
        "(all) => all.map((b) => b.getBoundingClientRect().toJSON())"
    )
    assert boxes
    for box in boxes:
        assert min(box["height"], box["width"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
