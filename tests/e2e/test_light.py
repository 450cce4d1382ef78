"""Words on the light of the table: whatever colour is in force, in the light and in the dark, they can be read."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from tests.e2e.gallery import come, still
from tests.e2e.visiting import DESK, PHONE, new_page
from tests.tiers import by_tier

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.gallery import Gallery

WORDS = ".force b, .force .way, .log li, .status .line:not(.mine), .top .round"
"""Words that lie on the light itself; all others have a sheet of their own."""

HIDE = f"{WORDS} {{ color: transparent !important; transition: none }} .force svg, .net i {{ visibility: hidden }}"

FACES = {"red": "R4", "yellow": "Y7", "green": "G5", "blue": "B2"}

WORST = """async ([shot, colours]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + shot;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const pixel = (colour) => {
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  return colours.map(([what, colour, box]) => {
    const own = light(pixel(colour));
    const { data } = context.getImageData(...box.map(Math.round));
    let worst = 21;
    for (let i = 0; i < data.length; i += 4) {
      const under = light([data[i], data[i + 1], data[i + 2]]);
      worst = Math.min(worst, (Math.max(own, under) + 0.05) / (Math.min(own, under) + 0.05));
    }
    return [what, worst];
  });
}"""
"""The least contrast between the colour of each of these words and what lies under it."""

BOXES = """(css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility() && e.textContent.trim()).map((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  const log = e.closest('.log')?.getBoundingClientRect();
  if (log && (y < log.top || y + height > log.bottom)) return ['', '', [-1, 0, 1, 1]]; // scrolled out of its box
  return [e.textContent.trim().slice(0, 30), getComputedStyle(e).color, [x, y + 2, Math.max(1, width), Math.max(1, height - 4)]];
}).filter(([, , [x, y, w, h]]) => x >= 0 && y >= 0 && x + w <= innerWidth && y + h <= innerHeight)"""


def pale_words(page: Page) -> list[str]:
    """What is said on the light in less than 4.5 times its contrast."""
    colours = page.evaluate(BOXES, WORDS)
    assert len(colours) > 3
    style = page.add_style_tag(content=HIDE)
    shot = base64.b64encode(page.screenshot()).decode()
    style.evaluate("style => style.remove()")
    found: list[tuple[str, float]] = page.evaluate(WORST, [shot, colours])
    return [f"{what}: {contrast:.1f}" for what, contrast in found if contrast < 4.5]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", by_tier([PHONE, DESK], default=1), ids=["phone", "desk"])
def test_words_on_the_light_can_be_read(
    browser: Browser, built: Gallery, scheme: str, size: tuple[int, int]
) -> None:
    """Of each colour, 4.5 at least, measured on what is drawn under the words."""
    page = new_page(browser, size, color_scheme=scheme)
    come(page, built.address)
    pale = {}
    for colour, top in FACES.items():
        table = {"phase": {"t": "turn", "seat": 2}, "colour": colour, "top": top}
        page.evaluate("table => lastcard.show(table)", table)
        page.locator(".force .way").wait_for()
        still(page)
        pale[colour] = pale_words(page)
    page.close()
    assert pale == {colour: [] for colour in FACES}
