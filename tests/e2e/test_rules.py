"""Rules in a real browser: a card is written from parts, ready-made rules are taken, rules travel in a link, the rulebook is searched."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e import gallery, rooming
from tests.e2e.serving import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.e2e.visiting import Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("rules")) as running:
        yield running


@pytest.mark.rule("D6", "H2")
def test_a_card_is_written_from_parts(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """Its sentence changes with each part, what is missing is said, and the room has the card afterwards."""
    page = visitors().page
    rooming.open_room(page, server.address)
    dialog = rooming.change_rules(page)
    dialog.locator("summary", has_text="Written cards").click()
    dialog.get_by_role("button", name="Write…").first.click()
    put = dialog.get_by_role("button", name="Put it on the card")
    put.click()
    dialog.get_by_role("alert").get_by_text("Say in a few words").wait_for()
    dialog.get_by_label("What stands on the card").fill("Sing or draw")
    dialog.get_by_label("Add a part").first.select_option("dare")
    dialog.get_by_label("The dare").fill("Sing a song")
    dialog.get_by_label("Cards", exact=True).fill("3")
    dialog.get_by_label("Cards", exact=True).press("Tab")
    said = dialog.get_by_label("So it will be")
    said.get_by_text("The next player: dared: “Sing a song”").wait_for()
    said.get_by_text("That player: draw 3 cards.").wait_for()
    dialog.get_by_text("In every language").click()
    dialog.get_by_text("Der Nächste: Mutprobe „Sing ein Lied“").wait_for()
    picture(page, "writer")
    put.click()
    rooming.use_rules(page)
    page.get_by_text("Sing or draw").first.wait_for()


@pytest.mark.rule("H2", "H9")
def test_everybody_is_told_in_their_language_what_a_card_does(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """At the door, in the room and in the rules at the table, whatever stands on it; a ready-made card is theirs altogether."""
    host = visitors().page
    guest = visitors()
    guest.context.add_init_script("localStorage.setItem('lastcard.language', 'de')")
    rooming.open_room(host, server.address)
    dialog = rooming.change_rules(host)
    dialog.locator("summary", has_text="Written cards").click()
    dialog.get_by_label("Yellow Blank").select_option(label="Next player sings, or draws 2")
    dialog.get_by_role("button", name="Write…").first.click()
    dialog.get_by_label("What stands on the card").fill("Everybody gets a cookie")
    dialog.get_by_label("Add a part").first.select_option("draw")
    dialog.get_by_label("Cards", exact=True).fill("20")
    dialog.get_by_label("Cards", exact=True).press("Tab")
    rooming.use_rules(host)
    host.get_by_text("The next player: draw 20 cards.").wait_for()
    page = guest.page
    page.goto(host.url)
    told = ("Everybody gets a cookie", "Der Nächste: 20 Karten ziehen.", "Der Nächste singt oder zieht 2")
    for text in told:
        page.get_by_text(text).wait_for()
    page.get_by_role("button", name="Platz nehmen").click()
    page.locator(".seats").wait_for()
    for text in told:
        page.get_by_text(text).wait_for()
    page.get_by_role("button", name="Alle Regeln").click()
    sheet = page.locator("dialog")
    sheet.get_by_text("Alle Optionen").click()
    sheet.get_by_text("Welche Ziehkarten").first.wait_for()
    for text in told:
        sheet.get_by_text(text).wait_for()
    assert sheet.get_by_text("Genau wie gedruckt").count() == 0


def test_ready_made_rules_travel_in_a_link(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """Whoever opens the link sees the rules and opens a room by them; a broken link says so."""
    page = visitors().page
    rooming.open_room(page, server.address)
    dialog = rooming.change_rules(page)
    dialog.get_by_role("button", name="Street rules").click()
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    dialog.get_by_role("button", name="Share these rules").click()
    dialog.get_by_text("Link copied").wait_for()
    link = page.evaluate("window.copied")
    friend = visitors().page
    friend.goto(link)
    friend.get_by_text("Also across kinds").wait_for()
    friend.get_by_text("5 rules differ from the print").wait_for()
    picture(friend, "shared")
    friend.get_by_role("button", name="Open a room by these rules").click()
    friend.get_by_role("heading", name="Your room").wait_for()
    friend.get_by_text("rules differ from the print").wait_for()
    friend.goto(f"{server.address}new#nonsense")
    friend.get_by_role("alert").get_by_text("no rules").wait_for()


def test_rules_are_kept_under_a_name_and_are_those_of_the_next_room(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """They are saved, taken and deleted in the form; the next room has the rules of the last, until the print is wanted again."""
    page = visitors().page
    rooming.open_room(page, server.address)
    dialog = rooming.change_rules(page)
    street = dialog.get_by_role("button", name="Street rules")
    street.click()
    dialog.get_by_role("status").get_by_text("The rules are now: Street rules.").wait_for()
    dialog.locator("button[aria-pressed=true]", has_text="Street rules").wait_for()
    dialog.get_by_label("Name of these rules").fill("Ours")
    dialog.get_by_label("Name of these rules").press("Enter")
    dialog.get_by_role("button", name="Delete Ours").wait_for()
    dialog.locator(".presets").get_by_role("button", name="As printed").click()
    dialog.get_by_role("button", name="Ours", exact=True).click()
    dialog.locator("button[aria-pressed=true]", has_text="Street rules").wait_for()
    rooming.use_rules(page)
    page.get_by_text("5 rules differ from the print").wait_for()
    page.goto(server.address)
    page.get_by_text("by your rules of last time").wait_for()
    rooming.open_room(page, server.address)
    page.get_by_text("5 rules differ from the print").wait_for()
    page.get_by_role("button", name="Back to the print").click()
    page.get_by_text("Exactly as printed").wait_for()
    dialog = rooming.change_rules(page)
    dialog.get_by_role("button", name="Delete Ours").click()
    dialog.get_by_role("button", name="Ours", exact=True).wait_for(state="detached")
    page.goto(server.address)
    page.get_by_text("share its code, link or QR code").wait_for()


def test_what_cannot_work_together_is_said_at_the_option(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """At once, before the rules are used, and where no server is asked about them."""
    page = visitors().page
    page.goto(f"{server.address}pass")
    dialog = rooming.change_rules(page)
    dialog.locator("summary", has_text="House rules").click()
    dialog.get_by_label("Deflecting a debt").check()
    dialog.get_by_text("only where draw cards are stacked").wait_for()
    dialog.get_by_role("button", name="Use these rules").click()
    dialog.locator("footer").get_by_text("only where draw cards are stacked").wait_for()
    dialog.get_by_label("Stacking draw cards").select_option("same")
    rooming.use_rules(page)
    page.get_by_text("2 rules differ from the print").wait_for()


def test_nothing_half_written_is_lost(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Escape shuts the rules; opened again they show what was changed, the card and the name that were being written."""
    page = visitors().page
    page.goto(f"{server.address}pass")
    dialog = rooming.change_rules(page)
    dialog.get_by_role("button", name="Street rules").click()
    dialog.get_by_label("Name of these rules").fill("Our")
    dialog.locator("summary", has_text="Written cards").click()
    dialog.get_by_role("button", name="Write…").first.click()
    dialog.get_by_label("What stands on the card").fill("Sing or dr")
    dialog.get_by_label("Add a part").first.select_option("draw")
    dialog.get_by_label("Cards", exact=True).fill("7")
    dialog.get_by_label("Cards", exact=True).press("Escape")
    dialog.wait_for(state="detached")
    page.get_by_text("Exactly as printed").wait_for()
    dialog = rooming.change_rules(page)
    dialog.get_by_role("status").get_by_text("still here").wait_for()
    dialog.locator("button[aria-pressed=true]", has_text="Street rules").wait_for()
    assert dialog.get_by_label("Name of these rules").input_value() == "Our"
    assert dialog.get_by_label("What stands on the card").input_value() == "Sing or dr"
    dialog.get_by_label("So it will be").get_by_text("The next player: draw 7 cards.").wait_for()
    dialog.get_by_role("button", name="Drop the changes").click()
    dialog.locator("button[aria-pressed=true]", has_text="As printed").wait_for()
    dialog.get_by_label("What stands on the card").wait_for(state="detached")


def test_each_option_leads_to_its_rule(server: Server, visitors: Callable[..., Visitor]) -> None:
    """In a tab of its own, so that what is being changed stays; so does the id in what cannot be."""
    page = visitors().page
    page.goto(f"{server.address}pass")
    dialog = rooming.change_rules(page)
    dialog.locator("summary", has_text="House rules").click()
    dialog.get_by_label("Deflecting a debt").check()
    dialog.get_by_role("alert").get_by_role("link", name="V2 in the rulebook").wait_for()
    fields = dialog.locator(".field")
    assert fields.locator(".words a").count() == fields.count() > 0
    with page.expect_popup() as opened:
        fields.filter(has_text="Stacking draw cards").get_by_role("link", name="V1 in the rulebook").click()
    opened.value.locator("section.here h3").wait_for()
    assert opened.value.url.endswith("/rules#V1")


def test_rules_are_told_in_words_of_the_catalogue(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Behind a link, in the room, all of them in their sheet, and where a game without a network is chosen."""
    rules = {
        "edition": "swap-112",
        "players": 4,
        "options": {"stacking": "same"},
        "teams": [[0, 2], [1, 3]],
        "written": {"WC1": {"text": "Sing a song", "effects": [{"draw": 20, "who": "next"}]}},
    }
    shared = base64.urlsafe_b64encode(json.dumps(rules).encode()).decode().rstrip("=")
    visitor = visitors()
    visitor.context.add_init_script("localStorage.setItem('lastcard.language', 'pseudo')")
    page = visitor.page
    page.goto(f"{server.address}new#{shared}")
    page.locator("dl i", has_text="V1").wait_for()
    found = [f"shared: {fault}" for fault in gallery.odd_words(page)]
    assert page.locator("dl dt").count() == 3
    page.locator("button.strong").click()
    page.locator(".seats li").first.wait_for()
    found += [f"room: {fault}" for fault in gallery.odd_words(page)]
    page.locator(".right .link").first.click()
    page.locator("dialog summary").click()
    found += [f"all rules: {fault}" for fault in gallery.odd_words(page)]
    page.goto(f"{server.address}solo")
    page.locator("main section header, section header").first.wait_for()
    found += [f"without a network: {fault}" for fault in gallery.odd_words(page)]
    assert found == []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_what_is_chosen_is_read_whole_on_a_phone(
    server: Server, visitors: Callable[..., Visitor], language: str
) -> None:
    """In the languages with the longest words each choice of the rules stands whole in its list."""
    visitor = visitors()
    visitor.context.add_init_script(f"localStorage.setItem('lastcard.language', '{language}')")
    page = visitor.page
    page.goto(f"{server.address}pass")
    page.locator("section header .small").click()
    page.locator("dialog label.edition").first.wait_for()
    for closed in page.locator("dialog summary").all():
        closed.click()
    assert page.locator(".field select").count() > 0
    assert gallery.cut_choices(page) == []


def test_the_rulebook_is_searched_and_a_rule_has_an_address(
    server: Server, visitors: Callable[..., Visitor], picture: Callable[..., Path]
) -> None:
    """A search finds the rule, its links lead to others, and an address with an id opens there."""
    page = visitors().page
    page.goto(f"{server.address}rules#W6")
    page.locator("section.here h3", has_text="The challenge").wait_for()
    page.get_by_label("Search the rules").fill("identical top card")
    page.get_by_role("heading", name="V3").wait_for()
    picture(page, "found")
    page.locator("main a", has_text="U4").first.click()
    page.locator("section.here h3", has_text="U4").wait_for()
    assert page.url.endswith("#U4")
