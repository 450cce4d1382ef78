"""After a round and beside the table: results, replays, a deal checked, the guided round, pass and play on one device."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e import clicking, gallery, rooming
from tests.e2e.serving import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.e2e.visiting import Visitor

DEALS = Path(__file__).parents[2] / "docs" / "deals.md"

WATCH_HANDS = """() => {
  const look = () => {
    const asked = document.querySelector('.curtain h2')?.textContent;
    if (asked && document.querySelector('.hand [data-card]')) window.flashed = asked;
  };
  window.flashed = null;
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("after")) as running:
        yield running


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The round of docs/deals.md, with its proof, as a file."""
    text = re.findall(r"```lastcard\n(.*?)```", DEALS.read_text("utf-8"), re.DOTALL)[0]
    file = tmp_path / "ann.txt"
    file.write_text(text, "utf-8")
    return file


def sit_down(page: Page, address: str, **wanted: object) -> str:
    """Open a table of two with a bot, sit at it in this browser, and wait for the cards; its name."""
    body = json.dumps({"name": "Ana", "players": 2, "bots": True} | wanted).encode()
    asked = urllib.request.Request(f"{address}api/tables", body, {"content-type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(asked) as answer:  # noqa: S310
        made = json.load(answer)
    page.goto(address)
    held = json.dumps({"last": "a", "tokens": {"a": made["token"]}})
    page.evaluate(
        "([name, held]) => localStorage.setItem(name, held)", [f"lastcard.table.{made['table']}", held]
    )
    page.goto(f"{address}t/{made['table']}")
    page.locator("section.hand button[data-card]").first.wait_for()
    return str(made["table"])


def moment(page: Page, to: int) -> None:
    """Put the slider of a replay to a moment."""
    page.get_by_label("Moment").fill(str(to - 1))
    page.locator(".scrub span", has_text=f"{to} of ").wait_for()


@pytest.mark.tier("all")
def test_a_round_is_looked_at_checked_seen_again_and_followed_by_the_next(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """The points have their cards, the match its table; the deal holds; the replay leads back; one tap deals anew."""
    page = visitors().page
    table = sit_down(page, server.address, options={"hand_size": 3, "target": 2000})
    clicking.play_round(page)
    over = page.locator("section.over")
    gallery.still(page)
    assert over.locator(".strip svg").count() > 0
    over.get_by_role("button", name="Match table").click()
    over.locator("tbody tr").first.wait_for()
    assert over.locator("tbody tr").count() == 1
    faults = gallery.faults(page)
    over.get_by_role("button", name="Check the deal").click()
    over.get_by_role("heading", name="The deal is as it was promised").wait_for()
    assert over.get_by_text("The chance that this browser gave is in it.").count() == 1
    assert faults + gallery.faults(page) == []
    over.get_by_role("link", name="Replay").click()
    page.get_by_label("Moment").wait_for()
    assert page.url.split("#")[0].endswith(f"/replay?table={table}&n=1")
    page.go_back()
    page.get_by_role("button", name="Next round").click()
    over.wait_for(state="detached")


def test_a_record_is_opened_from_a_file_and_a_link_leads_to_its_moment(
    server: Server, visitors: Callable[..., Visitor], record: Path
) -> None:
    """Steps, eyes and the check work; a reload of the link shows the same moment."""
    page = visitors().page
    page.goto(f"{server.address}replay")
    page.locator("input[type=file]").set_input_files(record)
    moment(page, 3)
    assert page.locator(".discard").get_attribute("aria-label") == "Top card: Wild Draw Four, red called"
    page.wait_for_url("**/replay#round=1&at=2")
    page.reload()
    page.locator(".scrub span", has_text="3 of 7").wait_for()
    page.get_by_role("button", name="One step on").click()
    page.locator(".scrub span", has_text="4 of 7").wait_for()
    page.get_by_label("Seen by").select_option(label="Ann’s eyes")
    page.locator("section.hand button[data-card]").first.wait_for()
    assert [c.get_attribute("data-card") for c in page.locator("button[data-card]").all()] == ["R1", "G6"]
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Check this deal").click()
    page.get_by_role("heading", name="The deal is as it was promised").wait_for()


def test_a_record_that_the_rules_refuse_names_its_line_and_rule(
    server: Server, visitors: Callable[..., Visitor], record: Path
) -> None:
    """The page says what `lastcard replay` would say."""
    record.write_text(record.read_text("utf-8").replace("1: play B1", "1: play R3"), "utf-8")
    page = visitors().page
    page.goto(f"{server.address}replay")
    page.locator("input[type=file]").set_input_files(record)
    said = page.get_by_role("alert")
    said.wait_for()
    assert re.search(r"Line 21: seat 2 may not play R3", said.inner_text())
    assert said.get_by_role("link").get_attribute("href") == "/rules#T1"


@pytest.mark.tier("all")
def test_the_guided_round_is_played_with_keys_alone(server: Server, visitors: Callable[..., Visitor]) -> None:
    """Matching, drawing, a wild, a forgotten UNO, the challenge, the last card; it is remembered as done."""
    page = visitors().page
    page.goto(f"{server.address}learn")
    step = page.locator(".said h1")

    def play() -> None:
        page.locator("button[data-card].live").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")

    expect(step).to_have_text("Match")
    play()
    expect(step).to_have_text("Draw")
    page.keyboard.press("d")
    expect(step).to_have_text("Wild")
    play()
    page.keyboard.press("3")
    expect(step).to_have_text("UNO")
    play()
    page.locator(".said", has_text="did not say UNO").wait_for()
    page.keyboard.press("u")
    expect(step).to_have_text("Challenge")
    page.keyboard.press("c")
    expect(step).to_have_text("The last card")
    play()
    page.get_by_role("dialog", name="You went out!").wait_for()
    assert page.evaluate("localStorage.getItem('lastcard.learned')") == "yes"


@pytest.mark.tier("all")
def test_one_device_goes_round_and_no_hand_flashes(server: Server, visitors: Callable[..., Visitor]) -> None:
    """With keys alone: the curtain names who is next, a short press shows nothing, holding shows their hand and no other."""
    page = visitors().page
    page.goto(f"{server.address}pass")
    page.evaluate(WATCH_HANDS)
    for number, name in enumerate(("Ana", "Ben"), 1):
        page.get_by_label(f"Name {number}").fill(name)
    rooming.change_rules(page)
    page.get_by_role("button", name="Stacking", exact=True).press("Enter")
    page.get_by_role("button", name="Use these rules").press("Enter")
    page.get_by_text("1 rule differs from the print").wait_for()
    page.get_by_role("button", name="Deal the cards").press("Enter")
    hands: dict[str, list[str | None]] = {}
    for turn in range(6):
        heading = page.locator(".curtain h2")
        heading.wait_for()
        who = heading.inner_text().removeprefix("Pass to ")
        expect(page.get_by_role("button", name="Hold to reveal")).to_be_focused()
        if turn == 0:
            page.keyboard.press(" ")
            assert page.locator("button[data-card]").count() == 0
        page.keyboard.down(" ")
        page.locator("section.hand").wait_for()
        page.keyboard.up(" ")
        # a first card that is a Wild asks for a colour before anything (S8)
        page.locator("main[data-phase]:not([data-phase=calling]), .sheet .red").first.wait_for()
        cards = clicking.hand(page)
        assert len(cards) > len(hands.get(who, []))
        assert set(hands.get(who, [])) <= set(cards)
        hands[who] = cards
        if page.locator(".sheet .red").count():
            page.keyboard.press("1")
            page.locator(".sheet .red").wait_for(state="detached")
        page.keyboard.press("d")
        page.locator("main[data-phase=drawn] .actions .keep, .curtain h2").first.wait_for()
        page.keyboard.press("k")
        page.locator(".curtain h2", has_not_text=who).wait_for()
        hands[who] = cards
    assert set(hands) == {"Ana", "Ben"}
    table = page.evaluate("JSON.parse(localStorage.getItem('lastcard.pass')).table")
    with urllib.request.urlopen(f"{server.address}api/tables/{table}") as answer:  # noqa: S310
        found = json.load(answer)
    assert found["room"]["clock"] is None
    assert found["rules"]["differences"] == {"stacking": "same"}
    assert page.evaluate("window.flashed") is None


def test_no_word_beside_the_table_was_written_into_the_page(
    server: Server, visitors: Callable[..., Visitor], record: Path
) -> None:
    """In the pseudo-language every word has its brackets, also those of pages that are fetched later."""
    visitor = visitors()
    visitor.context.add_init_script("localStorage.setItem('lastcard.language', 'pseudo')")
    page = visitor.page
    found: list[str] = []
    record.write_text(record.read_text("utf-8").replace("Bot Ben", "Ben").replace("Ann", "Ana"), "utf-8")
    page.goto(f"{server.address}learn")
    page.locator(".said h1").wait_for()
    found += gallery.odd_words(page)
    page.goto(f"{server.address}replay")
    page.locator(".drop").wait_for()
    found += gallery.odd_words(page)
    page.locator("input[type=file]").set_input_files(record)
    page.locator(".scrub").wait_for()
    page.locator(".more").click()
    found += gallery.odd_words(page)
    page.locator(".items button").nth(2).click()
    page.locator(".verdict h3").wait_for()
    found += gallery.odd_words(page)
    page.goto(f"{server.address}pass")
    page.locator("button.deal").wait_for()
    found += gallery.odd_words(page)
    page.locator("button.deal").click()
    page.locator(".curtain h2").wait_for()
    found += gallery.odd_words(page)
    assert found == []
