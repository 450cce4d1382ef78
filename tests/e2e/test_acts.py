"""What a finger does at the table: taps, drags, draws, catches; and what this browser remembers of how one likes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e import gallery
from tests.tiers import by_tier

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.e2e.gallery import Gallery
    from tests.e2e.visiting import Visitor


@pytest.fixture
def table(built: Gallery, visitors: Callable[..., Visitor]) -> Page:
    """The gallery, on which any fixture can be shown."""
    return gallery.come(visitors().page, built.address)


def card(page: Page, token: str) -> Locator:
    return page.locator(f"button[data-card='{token}']").first


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + 20, box["y"] + box["height"] / 2


def drag(page: Page, token: str, onto: Locator) -> None:
    """Take the card and let it go there."""
    page.mouse.move(*middle(card(page, token)))
    page.mouse.down()
    page.mouse.move(*middle(onto), steps=4)
    page.mouse.up()


def test_the_first_tap_raises_and_the_second_plays(table: Page) -> None:
    """A card that was raised can be put down by raising another."""
    gallery.show(table, "turn")
    card(table, "R2").click(position={"x": 14, "y": 30})
    card(table, "R7").click(position={"x": 14, "y": 30})
    assert gallery.sent(table) == []
    assert card(table, "R7").get_attribute("aria-pressed") == "true"
    card(table, "R7").click(position={"x": 14, "y": 30})
    assert gallery.sent(table) == ["play R7"]


def test_where_it_is_wished_a_card_is_dragged_to_the_pile(table: Page) -> None:
    """Let go over the table it is played, let go over the hand it stays; without the setting nothing is dragged."""
    gallery.show(table, "turn")
    drag(table, "R7", table.locator(".discard"))
    assert gallery.sent(table) == []
    table.evaluate("lastcard.prefs.drag = true")
    gallery.show(table, "turn")
    drag(table, "R7", card(table, "B8"))
    assert gallery.sent(table) == []
    drag(table, "R7", table.locator(".discard"))
    assert gallery.sent(table) == ["play R7"]


def test_after_drawing_one_button_plays_the_card_and_one_keeps_it(table: Page) -> None:
    """Only the card just drawn is live."""
    gallery.show(table, "drawn")
    assert table.locator("button[data-card].live").count() == 1
    table.get_by_role("button", name="Play it", exact=True).click()
    assert gallery.sent(table) == ["play R9"]
    gallery.show(table, "drawn")
    table.get_by_role("button", name="Keep", exact=True).click()
    assert gallery.sent(table) == ["pass"]


WATCH_REST = """() => {
  window.rested = false;
  const look = () => (window.rested ||= Boolean(document.querySelector('.actions .catch:disabled .drain')));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Sees it also where the two seconds have gone by before anybody else could look."""


def test_the_catch_rests_in_its_place_for_two_seconds(table: Page) -> None:
    """After a catch the button says by itself when the next one may be made; it never moves."""
    gallery.show(table, "catch")
    catch = table.locator(".actions .catch")
    place = catch.bounding_box()
    table.evaluate(WATCH_REST)
    catch.click()
    assert gallery.sent(table) == ["catch 3"]
    table.wait_for_function("() => rested")
    table.locator(".actions .catch:enabled").wait_for()
    now = catch.bounding_box()
    assert place is not None
    assert now is not None
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (place, now)]
    assert middles[0] == pytest.approx(middles[1], abs=2)  # it may still shrink to its size, about its middle


def test_nothing_is_sorted_under_a_finger(table: Page) -> None:
    """A card that comes while a finger is down lies at the end, and goes to its place when the finger is up."""
    gallery.show(table, "turn")
    table.mouse.move(*middle(card(table, "G1")))
    table.mouse.down()
    table.evaluate("lastcard.happen({ mine: 'R2 R7 Y4 G1 B8 W R1', legal: ['draw'] })")
    tokens = "[...document.querySelectorAll('button[data-card]')].map((c) => c.dataset.card)"
    assert table.evaluate(tokens) == ["R2", "R7", "Y4", "G1", "B8", "W", "R1"]
    table.mouse.up()
    assert table.evaluate(tokens) == ["R1", "R2", "R7", "Y4", "G1", "B8", "W"]


def test_a_hand_that_was_shown_lies_open_until_it_is_put_away(table: Page) -> None:
    """W6: who challenged sees the hand, on the table and not only in the log."""
    gallery.show(table, "answering")
    hand = "B1 G2 R4 R5 Y8 YR"
    table.evaluate(
        "hand => lastcard.happen({ legal: ['draw'], events: [{ t: 'challenged', by: 0, accused: 3, guilty: true, hand }] })",
        hand,
    )
    shown = table.get_by_role("region", name="Chiara bluffed. The hand was:")
    assert shown.locator("svg.card").count() == 6
    shown.get_by_role("button", name="Close").click()
    shown.wait_for(state="detached")


def test_settings_are_remembered_and_at_work_at_once(table: Page) -> None:
    """Shapes off, movement off and the sounds turned down are still so after a reload."""
    gallery.show(table, "turn")
    table.get_by_role("button", name="Menu", exact=True).click()
    table.get_by_role("button", name="Settings").click()
    table.get_by_role("switch", name="Shapes on the cards").uncheck()
    table.get_by_role("radio", name="Off").check(force=True)
    table.get_by_role("slider", name="Cards and table").fill("0")
    assert "off" in (
        table.get_by_role("slider", name="Cards and table").get_attribute("aria-valuetext") or ""
    )
    assert table.evaluate("document.documentElement.dataset.pace") == "0"
    table.reload()
    table.wait_for_function("() => 'lastcard' in window")
    kept = table.evaluate(
        "({ shapes: lastcard.prefs.shapes, pace: lastcard.prefs.pace, effects: lastcard.prefs.effects })"
    )
    assert kept == {"shapes": False, "pace": 0, "effects": 0}


REFUSED = {"card": "B8", "top": "R4", "colour": "red"}
NAK = {"t": "nak", "id": "x", "code": "illegal", "reason": "no-match", "params": REFUSED, "rule": "T1"}
SAID = "Blue 8 does not match Red 4; the colour in force is red. (T1)"

HIDDEN = """() => {
  const lies = document.querySelector('.status .refused').getBoundingClientRect();
  const clear = (r) => r.right <= lies.left || r.left >= lies.right || r.bottom <= lies.top + 1 || r.top >= lies.bottom - 1;
  const things = document.querySelectorAll('.chip, .pile, .discard, .prompt button, .actions button, button[data-card]');
  const outside = lies.left < 0 || lies.right > innerWidth ? ['outside'] : [];
  return [...outside, ...[...things].filter((e) => !clear(e.getBoundingClientRect())).map((e) => e.className)];
}"""


@pytest.mark.parametrize(
    "size", by_tier([(390, 844), (320, 568), (844, 390), (1440, 900)], default=2), ids=str
)
def test_a_card_that_cannot_be_played_says_why_with_its_rule(table: Page, size: tuple[int, int]) -> None:
    """The rules are asked; what they say stands in the status line, is read out, and leads to the rulebook in another tab."""
    table.set_viewport_size({"width": size[0], "height": size[1]})
    gallery.show(table, "turn")
    card(table, "B8").click(position={"x": 14, "y": 30}, force=True)  # it is `aria-disabled`
    assert gallery.sent(table) == ["play B8"]
    table.evaluate("nak => lastcard.table().receive({ message: '', ...nak })", NAK)
    table.locator(".status", has_text=SAID).wait_for()
    table.get_by_role("status").filter(has_text=SAID).wait_for()
    gallery.still(table)
    assert table.evaluate(HIDDEN) == []
    assert gallery.faults(table) == []
    rule = table.get_by_role("link", name="T1 in the rulebook, in a tab of its own")
    with table.context.expect_page() as opened:
        rule.click()
    assert opened.value.url.endswith("/rules#T1")


def test_a_key_that_the_rules_forbid_asks_them_why(table: Page) -> None:
    """W6: who owes an answer to a Wild Draw Four and draws instead is told so."""
    gallery.show(table, "answering")
    table.keyboard.press("d")
    assert gallery.sent(table) == ["draw"]
