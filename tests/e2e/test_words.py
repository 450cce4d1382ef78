"""The acts in every language: their words stand whole on the buttons of a phone, however long the names of cards are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.gallery import clipped, come, show, still
from tests.e2e.visiting import new_page
from tests.tiers import by_tier

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.gallery import Gallery

LONG = {
    "jump": ({"phase": {"t": "turn", "seat": 2}, "mine": "YR R7", "legal": ["jump YR"]}, "YR"),
    "play": ({"phase": {"t": "turn", "seat": 0}, "mine": "GR R7", "legal": ["play GR", "draw"]}, "GR"),
    "wild": (
        {"phase": {"t": "turn", "seat": 0}, "mine": "W+4 R7 B1", "legal": ["play W+4 red", "draw"]},
        "W+4",
    ),
    "swap": (
        {"phase": {"t": "turn", "seat": 0}, "mine": "WS R7 B1", "legal": ["play WS red swap 1", "draw"]},
        "WS",
    ),
    "debt": ({"phase": {"t": "owing", "seat": 0, "debt": 12, "kind": "+2"}, "legal": ["draw"]}, None),
    "catch": ({"phase": {"t": "turn", "seat": 0}, "owing": [3], "legal": ["catch 3", "draw"]}, None),
}
"""Tables with the longest words on their acts, and the card to raise."""

ASKED = (
    "hand-15",
    "answering",
    "answering-other",
    "owing",
    "judging",
    "report",
    "grace",
    "calling-swap",
    "over-teams",
)
"""The phases with the longest words beside the acts: what is asked, the line of the status, the result."""


@pytest.mark.parametrize("language", by_tier(["en", "de", "fr", "es", "ja"], default=2))
def test_no_act_is_clipped_on_a_phone(browser: Browser, built: Gallery, language: str) -> None:
    """At 390 pixels the whole of every word on the acts is seen."""
    page = new_page(browser)
    page.add_init_script(f"localStorage.setItem('lastcard.language', '{language}')")
    come(page, built.address)
    found = {}
    for name, (table, card) in LONG.items():
        page.evaluate("table => lastcard.show(table)", table)
        page.locator(".actions").wait_for()
        if card:
            page.locator(f"button[data-card='{card}']").click()
        still(page)
        found[name] = clipped(page, ".actions button, .actions button *")
    page.close()
    assert found == {name: [] for name in LONG}


@pytest.mark.parametrize("language", by_tier(["en", "de", "fr", "es", "ja"], default=2))
def test_no_question_and_no_status_is_clipped_on_a_phone(
    browser: Browser, built: Gallery, language: str
) -> None:
    """At 390 pixels the whole is seen of what is asked, of the line that says whose turn it is, and of the result."""
    page = new_page(browser)
    page.add_init_script(f"localStorage.setItem('lastcard.language', '{language}')")
    come(page, built.address)
    found = {}
    for name in ASKED:
        show(page, name)
        found[name] = clipped(page, ".status *, .prompt *, .sheet *, .over *, .debt")
    page.close()
    assert found == {name: [] for name in ASKED}
