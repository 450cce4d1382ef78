"""Each act that a match may not bring about, at a table that stands still: by keys alone, and by role and name alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

import pytest

from tests.e2e import gallery, keying

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from playwright.sync_api import Page

    from tests.e2e.gallery import Gallery
    from tests.e2e.visiting import Visitor

Deed: TypeAlias = tuple[str, "Sequence[str]", str]
"""A fixture, what is pressed, and the act that goes out."""

KEYS: Mapping[str, Deed] = {
    "catch": ("catch", ["x"], "catch 3"),
    "say UNO that is owed": ("uno-owing", ["u"], "uno"),
    "say UNO with the card": ("uno-arm", ["u", "Home", "Enter"], "play R7 uno"),
    "swap": ("swap", ["Home", "Enter", "to:Ben", "Enter"], "play R7 swap 2"),
    "jump in": ("jump", ["Home", "Enter"], "jump R4"),
    "stack": ("owing", ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter"], "play G+2"),
    "send a debt on": ("owing", ["End", "ArrowLeft", "Enter"], "play BR"),
    "draw a debt": ("owing", ["d"], "draw"),
    "challenge": ("answering", ["c"], "challenge"),
    "accept": ("answering", ["a"], "accept"),
    "judge a dare": ("judging", ["to:Done", "Enter"], "done"),
    "fail a dare": ("judging", ["to:Failed", "Enter"], "failed"),
    "give a dare up": ("judged", ["to:Give up", "Enter"], "failed"),
    "call a colour": ("calling", ["3"], "colour green"),
    "call and swap": ("calling-swap", ["4", "to:Chiara", "Enter"], "colour blue swap 3"),
    "several cards": (
        "several",
        ["Home", "Enter", "ArrowRight", "Enter", "to:Play 2", "Enter"],
        "play R7 Y7",
    ),
    "a charade": ("acting", ["to:Ben", "Enter"], "guessed 2"),
    "choose a player": ("choosing", ["to:Chiara", "Enter"], "choose 3"),
    "give a card": ("picking", ["Home", "Enter"], "give R2"),
    "uphold a report": ("report", ["to:Uphold", "Enter"], "uphold"),
    "keep": ("drawn", ["k"], "pass"),
}
"""By keys; `to:NAME` is Tab until NAME has the focus."""

NAMED: Mapping[str, Deed] = {
    "catch": ("catch", ["Catch Chiara"], "catch 3"),
    "say UNO that is owed": ("uno-owing", ["Say UNO now"], "uno"),
    "say UNO with the card": (
        "uno-arm",
        ["Say UNO with the card", "Red 7, playable"],
        "play R7 uno",
    ),
    "swap": ("swap", ["Red 7, playable", "Ben"], "play R7 swap 2"),
    "jump in": ("jump", ["Red 4, jump-in"], "jump R4"),
    "stack": ("owing", ["Green Draw Two, playable"], "play G+2"),
    "send a debt on": ("owing", ["Blue Reverse, playable"], "play BR"),
    "draw a debt": ("owing", ["Draw 6"], "draw"),
    "challenge": ("answering", ["Challenge"], "challenge"),
    "accept": ("answering", ["Accept"], "accept"),
    "judge a dare": ("judging", ["Done"], "done"),
    "give a dare up": ("judged", ["Give up"], "failed"),
    "call and swap": ("calling-swap", ["Blue", "Chiara"], "colour blue swap 3"),
    "several cards": ("several", ["Red 7, playable", "Yellow 7, playable", "Play 2 cards"], "play R7 Y7"),
    "a charade": ("acting", ["Ben"], "guessed 2"),
    "choose a player": ("choosing", ["Chiara"], "choose 3"),
    "give a card": ("picking", ["Red 2, playable"], "give R2"),
    "uphold a report": ("report", ["Uphold"], "uphold"),
}
"""By how the names of the buttons begin."""


@pytest.fixture
def table(built: Gallery, visitors: Callable[..., Visitor]) -> Page:
    """The gallery, on which any fixture can be shown."""
    return gallery.come(visitors().page, built.address)


def test_each_act_by_keys_alone(table: Page) -> None:
    """A catch, a swap, a jump-in, a debt added to, a dare judged, and what else there is: one act each, the right one."""
    found = {}
    for deed, (fixture, keys, _) in KEYS.items():
        gallery.show(table, fixture)
        for key in keys:
            if key.startswith("to:"):
                keying.tab_to(table, key.removeprefix("to:"))
            else:
                table.keyboard.press(key)
        found[deed] = gallery.sent(table)
    assert found == {deed: [act] for deed, (_, _, act) in KEYS.items()}


@pytest.mark.tier("all")
def test_each_act_by_role_and_name_alone(table: Page) -> None:
    """The same, by the buttons that the accessibility tree has."""
    found = {}
    for deed, (fixture, names, _) in NAMED.items():
        gallery.show(table, fixture)
        for name in names:
            button = table.get_by_role("button", name=re.compile(f"^{name}"), disabled=False)
            button.first.press("Enter")
        found[deed] = gallery.sent(table)
    assert found == {deed: [act] for deed, (_, _, act) in NAMED.items()}
