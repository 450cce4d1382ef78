"""Rooms in real browsers: meeting by code, the host, changed rules, spectators, a cut network, pages that say what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e import clicking, rooming
from tests.e2e.clicking import hand
from tests.e2e.serving import Server
from tests.e2e.visiting import DESK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.e2e.visiting import Visitor

NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("rooms")) as running:
        yield running


@pytest.fixture
def two(server: Server, visitors: Callable[..., Visitor]) -> tuple[Page, Page]:
    """Ana in her room and Ben on its second seat."""
    host, guest = visitors().page, visitors().page
    rooming.open_room(host, server.address)
    rooming.no_clock(host)
    rooming.come(guest, host.url)
    host.locator(".seats", has_text="Ben").wait_for()
    guest.get_by_role("heading", name="Ana’s room").wait_for()
    return host, guest


def button(page: Page, name: str) -> None:
    """Press a button by its whole name."""
    page.get_by_role("button", name=name, exact=True).click()


def test_two_phones_meet_by_code_talk_and_play(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """The code that the host's phone shows brings a friend in; they greet each other, and both get cards."""
    host, guest = visitors().page, visitors().page
    rooming.open_room(host, server.address)
    guest.goto(server.address)
    guest.get_by_label("Code or link").fill(rooming.code(host).lower())
    button(guest, "Join")
    guest.get_by_text("Ana invites you").wait_for()
    picture(guest, "door")
    guest.get_by_label("Your name").fill("Ben")
    button(guest, "Take a seat")
    host.locator(".seats", has_text="Ben").wait_for()
    guest.locator("summary", has_text="Talk").click()
    button(guest, "Good luck!")
    host.locator(".bubble", has_text="Good luck!").wait_for()
    picture(host, "room")
    button(host, "Start")
    for page in (host, guest):
        page.locator("section.hand").wait_for()
        assert page.locator(".opponents li").count() == 3
    assert "Ben" in host.locator(".opponents").inner_text()


def test_changed_rules_are_shown_and_everybody_is_asked_again(
    two: tuple[Page, Page], picture: Callable[..., Path]
) -> None:
    """H9: what was changed stands there as it was and is, nobody can start before the guest has agreed anew."""
    host, guest = two
    start = host.get_by_role("button", name="Start", exact=True)
    assert start.is_enabled()
    dialog = rooming.change_rules(host)
    dialog.locator("summary", has_text="House rules").click()
    dialog.locator("#option-stacking").select_option("same")
    rooming.use_rules(host)
    changed = guest.locator(".changed", has_text="The rules were changed")
    changed.get_by_text("Same on same").wait_for()
    picture(guest, "changed")
    host.get_by_text("Waiting for Ben to be ready").wait_for()
    assert start.is_disabled()
    button(guest, "I’m ready")
    changed.wait_for(state="detached")
    start.and_(host.locator(":enabled")).click()
    guest.locator("section.hand").wait_for()


def test_the_host_arranges_seats_sides_and_bots(two: tuple[Page, Page], picture: Callable[..., Path]) -> None:
    """Bots sit down and get up, people move and are moved, partners are shown as such, another becomes host."""
    host, guest = two
    button(host, "Put a bot on seat 3")
    host.locator(".seats li").nth(2).get_by_text("Bot").first.wait_for()
    button(host, "Remove Caro from seat 3")
    button(guest, "Sit here, on seat 3")
    host.locator(".seats li").nth(2).get_by_text("Ben").wait_for()
    button(host, "More about Ben")
    button(host, "Move to another seat")
    button(host, "Here, on seat 4, Ben shall sit")
    host.locator(".seats li").nth(3).get_by_text("Ben").wait_for()
    rooming.change_rules(host).get_by_label("Partners").check()
    rooming.use_rules(host)
    guest.locator(".seats").get_by_text("Side ●").first.wait_for(state="attached")
    picture(guest, "sides")
    button(host, "More about Ben")
    button(host, "Make host")
    guest.get_by_role("heading", name="Your room").wait_for()
    guest.get_by_role("button", name="Change the rules").wait_for()
    assert host.get_by_role("button", name="Change the rules").count() == 0


def test_who_is_sent_away_hears_so_and_who_is_banned_stays_away(
    two: tuple[Page, Page], picture: Callable[..., Path]
) -> None:
    """After being sent away one may come back; after a ban the door stays shut."""
    host, guest = two
    button(host, "More about Ben")
    button(host, "Send away")
    button(host, "Send away")
    guest.get_by_role("heading", name="The host has sent you away").wait_for()
    picture(guest, "kicked")
    button(guest, "Come back")
    button(guest, "Take a seat")
    host.locator(".seats", has_text="Ben").wait_for()
    button(host, "More about Ben")
    button(host, "Ban")
    button(host, "Ban")
    guest.get_by_role("heading", name="The host does not want you back").wait_for()
    guest.goto(host.url)
    button(guest, "Take a seat")
    guest.get_by_role("heading", name="The host does not want you back").wait_for()


def test_a_spectator_sees_no_hand_and_takes_a_bots_seat(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """Only watching shows the table without hands; in mid-match a bot's seat and its hand can be had."""
    host, guest = visitors().page, visitors(DESK).page
    rooming.open_room(host, server.address)
    rooming.no_clock(host)
    guest.goto(host.url)
    button(guest, "Only watch")
    guest.get_by_text("You are watching this room").wait_for()
    rooming.start(host)
    guest.get_by_text("Hands stay hidden").wait_for()
    assert guest.locator("button[data-card]").count() == 0
    picture(guest, "watching")
    button(guest, "Take a seat")
    guest.get_by_text("A match is being played").wait_for()
    guest.get_by_label("Your name").fill("Ben")
    button(guest, "Take a seat")
    guest.locator("section.hand button[data-card]").first.wait_for()
    host.locator(".opponents", has_text="Ben").wait_for()


@pytest.mark.rule("V14")
def test_a_seat_is_given_up_in_mid_round_to_watch_and_taken_again(two: tuple[Page, Page]) -> None:
    """From the menu: a bot plays the hand on, out of sight, and the seat waits; whom nobody would succeed is not offered it."""
    host, guest = two
    rooming.start(host)
    rooming.answered(host, guest)
    button(guest, "Menu")
    button(guest, "Leave the table")
    button(guest, "Only watch")
    guest.get_by_text("You are watching").wait_for()
    assert guest.locator("button[data-card]").count() == 0
    assert guest.locator(".sheet[role=dialog]").count() == 0
    host.locator(".opponents li", has_text="Ben").wait_for(state="detached")
    button(host, "Menu")
    button(host, "Leave the table")
    assert host.get_by_role("button", name="Only watch").count() == 0
    button(host, "Stay")
    button(guest, "Take a seat")
    button(guest, "Back to my seat")
    guest.locator("section.hand button[data-card]").first.wait_for()
    host.locator(".opponents li", has_text="Ben").wait_for()


@pytest.mark.tier("all")
def test_a_cut_network_is_said_and_what_was_done_meanwhile_goes_out_once(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """Offline the page says so and keeps the cards in sight; a card drawn then is drawn once, when the network is back."""
    visitor = visitors()
    page = visitor.page
    clicking.begin(page, server.address)
    clicking.on_turn(page)
    before = hand(page)
    visitor.context.set_offline(True)
    page.get_by_text("This device is offline").wait_for()
    picture(page, "offline")
    assert hand(page) == before
    drawn = clicking.own_draws(page).count()
    page.locator("body").press("d")
    visitor.context.set_offline(False)
    page.get_by_text("This device is offline").wait_for(state="detached")
    clicking.own_draws(page).nth(drawn).wait_for(state="attached")
    clicking.settled(page)
    assert clicking.own_draws(page).count() == drawn + 1


def test_where_storage_is_refused_a_reload_keeps_the_seat(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """In a browser that keeps nothing the page says so, and the same cards are there after a reload."""
    visitor = visitors()
    visitor.context.add_init_script(NO_STORAGE)
    page = visitor.page
    clicking.begin(page, server.address)
    page.get_by_text("Your browser keeps nothing for this page").wait_for()
    clicking.settled(page)
    cards = hand(page)
    page.reload()
    clicking.my_turn(page)
    assert hand(page) == cards


def test_a_closed_tab_finds_its_table_again(server: Server, visitors: Callable[..., Visitor]) -> None:
    """The start page leads back to the table at which the browser has a seat; a wrong code is answered in a sentence."""
    visitor = visitors()
    clicking.begin(visitor.page, server.address)
    visitor.page.close()
    again = visitor.open()
    again.goto(server.address)
    again.get_by_label("Code or link").fill("zz9zz9")
    button(again, "Join")
    again.get_by_text("No room can be joined with this code").wait_for()
    again.get_by_role("link", name="Back to your table").click()
    again.locator("section.hand").wait_for()


@pytest.mark.tier("all")
def test_after_a_match_the_room_is_there_with_its_history(
    two: tuple[Page, Page], picture: Callable[..., Path]
) -> None:
    """From the result one goes to the room, finds what was played as records to download, and plays again."""
    host, guest = two
    rooming.seats(host, 2)
    dialog = rooming.change_rules(host)
    dialog.locator("#option-target").fill("1")
    dialog.locator("summary", has_text="Fine print").click()
    dialog.locator("summary", has_text="House rules").click()
    dialog.locator("#option-hand_size").fill("1")
    dialog.locator("#option-hand_size").blur()
    rooming.use_rules(host)
    button(guest, "I’m ready")
    host.locator("footer button:enabled", has_text="Start").click()
    guest.locator("section.hand").wait_for()
    while True:
        clicking.play_round(host, guest)
        if host.get_by_role("button", name="Rematch").count():
            break
        host.get_by_role("button", name="Next round").click()
        host.locator("section.over").wait_for(state="detached")
    button(host, "To the room")
    host.get_by_text("Last match:").wait_for()
    button(host, "What was played here")
    with host.expect_download() as download:
        host.get_by_role("link", name="Download the record of match 1").click()
    assert "lastcard" in download.value.suggested_filename
    picture(host, "history")
    button(host, "Close")
    button(host, "Play again")
    host.locator("section.hand").wait_for()
    guest.locator("section.hand").wait_for()
