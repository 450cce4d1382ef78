"""The pictures of the README, made anew from the page: `python -m tests.e2e.pictures`."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from tests.e2e import chromium
from tests.e2e.gallery import Gallery, come, still
from tests.e2e.visiting import PHONE, new_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def _played(seat: int, cards: str, **more: object) -> dict[str, object]:
    usual = {"colour": None, "swap": None, "uno": False, "jump": False}
    return {"t": "played", "seat": seat, "cards": cards, **usual, **more}


ROUND: list[dict[str, object]] = [
    {"t": "round-began", "seats": [0, 1, 2, 3], "dealer": 3, "hands": [], "pile": ""},
    {"t": "turned-up", "card": "R4"},
    _played(0, "R9"),
    _played(1, "Y9"),
    _played(2, "Y+2"),
    {"t": "drew", "seat": 3, "cards": "?? ??", "why": "debt"},
    {"t": "turn-began", "seat": 0, "over": [3]},
    _played(0, "Y2"),
    _played(1, "W", colour="green"),
    _played(2, "G5", uno=True),
    _played(3, "G7"),
    {"t": "turn-began", "seat": 0, "over": []},
]
"""What has happened at the table of the pictures: it stands in the log and on the seats."""

WILDS = [f"play W {colour}" for colour in ("red", "yellow", "green", "blue")]


@dataclass(frozen=True)
class Picture:
    """What is shown on which screen, and what is pressed before."""

    name: str
    size: tuple[int, int]
    table: dict[str, Any]
    raised: str
    """The card that is raised, by its notation."""
    scale: float = 1
    dark: bool = False
    arms: bool = False
    shared: dict[str, Any] = field(
        default_factory=lambda: {
            "events": ROUND,
            "phase": {"t": "turn", "seat": 0},
            "top": "G7",
            "colour": "green",
            "discard": "R4 R9 Y9 Y+2 Y2 W G5",
            "pile": 61,
        }
    )


DRAWN = (
    Picture(
        "table",
        (1280, 800),
        {
            "mine": "R7 RS Y4 G1 G9 B8 W",
            "counts": [7, 6, 1, 9],
            "called": [2],
            "legal": ["play R7", "play G1", "play G9", *WILDS, "draw"],
            "match": {"scores": [122, 40, 88, 61], "round": 3},
        },
        raised="G9",
    ),
    Picture(
        "phone",
        PHONE,
        {
            "mine": "G9 W",
            "counts": [2, 6, 1, 9],
            "called": [2],
            "legal": ["play G9", "play G9 uno", *WILDS, *[f"{w} uno" for w in WILDS], "draw", "uno"],
            "match": {"scores": [122, 40, 88, 61], "round": 3},
        },
        raised="G9",
        scale=1.5,
        dark=True,
        arms=True,
    ),
)


def draw(browser: Browser, address: str, folder: Path) -> Iterator[Path]:
    """Draw them all into the folder."""
    for picture in DRAWN:
        page = new_page(
            browser,
            picture.size,
            device_scale_factor=picture.scale,
            color_scheme="dark" if picture.dark else "light",
        )
        come(page, address)
        page.evaluate("table => lastcard.show(table)", {**picture.shared, **picture.table})
        page.locator(f"button[data-card={picture.raised}]").click()
        if picture.arms:
            page.get_by_role("button", name="UNO").click()
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        still(page)
        path = folder / f"{picture.name}.png"
        page.screenshot(path=path)
        page.close()
        yield path


def main() -> int:
    """Build the page, draw the pictures into docs/pictures and say which."""
    found = chromium.find()
    environment = {**os.environ, **found.environment}
    with (
        tempfile.TemporaryDirectory() as folder,
        Gallery(Path(folder)) as built,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=found.program, args=[*chromium.ARGUMENTS], env=environment
        )
        for path in draw(browser, built.address, PICTURES):
            print(path)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
