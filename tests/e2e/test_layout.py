"""The table on every screen: nothing overflows, nothing touches, no act is covered, whatever the phase, seats and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.gallery import show, still, uncovered
from tests.e2e.measuring import EACH
from tests.e2e.visiting import new_page
from tests.tiers import by_tier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.e2e.gallery import Gallery

SIZES = [
    (390, 844),
    (1440, 900),
    (320, 568),
    (390, 660),
    (844, 390),
    (667, 375),
    (768, 1024),
    (1024, 768),
    (1280, 600),
]
EVERY_HAND = [(320, 568), (1440, 900), (390, 844), (768, 1024)]
EVERYDAY = 2
"""How many of the sizes, from the first, are looked at in every tier."""

SPREAD = "R0 R2 R2 R5 R9 RS R+2 Y1 Y1 Y3 Y7 Y8 YR G0 G2 G4 G6 G6 G9 GS G+2 B1 B3 B3 B5 B7 B8 BR W W W+4"


@pytest.fixture
def look(browser: Browser, built: Gallery) -> Iterator[Callable[[tuple[int, int]], Page]]:
    """Opens the gallery on a screen of that size."""
    opened: list[Page] = []

    def make(size: tuple[int, int]) -> Page:
        page = new_page(browser, size)
        opened.append(page)
        page.goto(built.address)
        page.wait_for_function("() => 'lastcard' in window")
        return page

    yield make
    for page in opened:
        page.close()


def held(cards: int, seats: int = 4) -> dict[str, Any]:
    """A turn with so many cards in the hand and players at the table."""
    mine = (2 * SPREAD.split(" "))[:cards]
    legal = [f"play {card}" for card in sorted(set(mine)) if card[0] == "R"]
    return {
        "players": seats,
        "mine": " ".join(mine),
        "phase": {"t": "turn", "seat": 0},
        "legal": [*legal, "draw"],
        "called": [1],
        "counts": [0, 1, *[4 + 3 * i for i in range(8)]],
    }


@pytest.mark.parametrize("size", by_tier(SIZES, default=EVERYDAY), ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_touches_or_sticks_out(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """Every phase, and 2 to 10 seats with small and large hands, with a card raised."""
    page = look(size)
    scenes: list[Any] = [[name, name] for name in page.evaluate("lastcard.names")]
    hands = (7, 40, 1, 14, 3, 15, 8, 22, 31)
    scenes += [
        [f"{seats} seats, {cards} cards", held(cards, seats), 1]
        for seats, cards in zip(range(2, 11), hands, strict=True)
    ]
    assert page.evaluate(EACH, scenes) == []


@pytest.mark.parametrize("size", by_tier(EVERY_HAND, default=EVERYDAY), ids=lambda s: f"{s[0]}x{s[1]}")
def test_every_hand_fits(look: Callable[[tuple[int, int]], Page], size: tuple[int, int]) -> None:
    """Hands of 1 to 40 cards: strips wide enough, nothing outside, no act covered."""
    scenes = [[f"{cards} cards", held(cards), cards % 2] for cards in range(1, 41)]
    assert look(size).evaluate(EACH, scenes) == []


COVERED = """(css) => {
  const lies = document.querySelector('.notice').getBoundingClientRect();
  const clear = (r) => r.right <= lies.left || r.left >= lies.right || r.bottom <= lies.top + 1 || r.top >= lies.bottom - 1;
  return [...document.querySelectorAll(css)].filter((e) => !clear(e.getBoundingClientRect())).map((e) => e.className);
}"""


@pytest.mark.parametrize("size", by_tier(SIZES, default=EVERYDAY), ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_notice_hides_nothing_that_is_played_with(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """No seat, no question and no act, however the screen lies; nor the menu, so that it can be left."""
    page = look(size)
    for phase in ("turn", "answering", "sides-and-out", "hand-40"):
        show(page, phase)
        page.evaluate(
            "lastcard.table().notices.say('You hold a red card: a Wild Draw Four may not be played. (W5)')"
        )
        page.locator(".notice").wait_for()
        still(page)
        things = ".chip, .prompt button, .actions button, .top button:last-child"
        assert page.evaluate(COVERED, things) == [], phase


@pytest.mark.parametrize("size", by_tier(SIZES, default=EVERYDAY), ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_notice_hides_nothing_of_the_result(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """Who went out and what comes next are read beside what is said."""
    page = look(size)
    show(page, "over")
    page.evaluate(
        "lastcard.table().notices.say('You hold a red card: a Wild Draw Four may not be played. (W5)')"
    )
    page.locator(".notice").wait_for()
    still(page)
    assert page.evaluate(COVERED, ".over h1, .over header p, .over footer button") == []


CHARADE = {
    "players": 10,
    "phase": {"t": "acting", "seat": 0},
    "top": "WC",
    "colour": "blue",
    "legal": [*[f"guessed {seat}" for seat in range(1, 10)], "guessed none"],
}
"""Nine others to choose from, or nobody."""

LIES_IN_SIGHT = """(css) => [...document.querySelectorAll(css)].every((e) => {
  const { left, top, width, height } = e.getBoundingClientRect();
  return [0.06, 0.94].every((y) => e.contains(document.elementFromPoint(left + width / 2, top + height * y)));
})"""


@pytest.mark.parametrize("size", by_tier(SIZES, default=EVERYDAY), ids=lambda s: f"{s[0]}x{s[1]}")
def test_nine_others_are_chosen_from_without_scrolling(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """The sheet shows all ten answers, and the acts below it."""
    page = look(size)
    page.evaluate("table => lastcard.show(table)", CHARADE)
    page.get_by_role("button", name="Nobody").wait_for()
    still(page)
    assert page.locator(".sheet .grid button").count() == 10
    assert page.evaluate(LIES_IN_SIGHT, ".sheet .grid button")
    assert uncovered(page, ".actions .uno")


SQUEEZED = """() => [...document.querySelectorAll('.opponents li')].flatMap((li) => {
  const chip = li.querySelector('.chip').getBoundingClientRect();
  const parts = [...li.querySelectorAll('.face > *, .count > *')].map((e) => e.getBoundingClientRect());
  const out = parts.filter((r) => r.width && (r.left < chip.left - 1 || r.right > chip.right + 1));
  return out.map((r) => `${li.innerText.trim()}: ${r.left}-${r.right} of ${chip.left}-${chip.right}`);
})"""


@pytest.mark.parametrize("size", by_tier(SIZES, default=EVERYDAY), ids=lambda s: f"{s[0]}x{s[1]}")
def test_faces_and_cards_stay_in_their_seat(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """However many sit there, for who plays and for who looks on."""
    page = look(size)
    found = {}
    for players in (3, 4, 5, 6, 10):
        for you in (0, None):
            page.evaluate(
                "table => lastcard.show(table)",
                {"players": players, "you": you, "phase": {"t": "turn", "seat": 1}},
            )
            page.locator(".opponents li").first.wait_for()
            still(page)
            found[players, you] = page.evaluate(SQUEEZED)
    assert all(not faults for faults in found.values()), found


@pytest.mark.parametrize(
    "size", [(390, 844), (844, 390), (667, 375), (1440, 900)], ids=lambda s: f"{s[0]}x{s[1]}"
)
def test_the_menu_lies_over_the_result(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """Who opens it when the round is over sees it."""
    page = look(size)
    show(page, "over")
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog", name="Menu").wait_for()
    still(page)
    assert uncovered(page, ".sheet.tall .body button")


@pytest.mark.parametrize(
    "size", [(320, 256), (195, 422), (390, 844), (844, 390), (1440, 900)], ids=lambda s: f"{s[0]}x{s[1]}"
)
def test_the_menu_can_be_shut_under_a_notice(
    look: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """That the table plays for one stands until it is answered, on a desk enlarged to 400 % too."""
    page = look(size)
    page.evaluate("lastcard.show('turn', { autopilot: [0] })")
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog", name="Menu").wait_for()
    page.locator(".notice button").wait_for()
    still(page)
    assert uncovered(page, ".sheet.tall .close")
    assert uncovered(page, ".notice button")
