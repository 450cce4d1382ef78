"""Every page and every sheet: nothing for axe-core to find, targets for fingers; what is new is missed nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e import gallery, measuring, surfaces, tour
from tests.e2e.serving import Server
from tests.e2e.visiting import DESK, LYING, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.e2e.gallery import Gallery
    from tests.e2e.visiting import Visitor

pytestmark = [
    pytest.mark.tier("all"),
    pytest.mark.xdist_group("surfaces"),
]  # the last test needs what all the others saw

DEALS = Path(__file__).parents[2] / "docs" / "deals.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("surfaces")) as running:
        yield running


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """What the legs have shown."""
    return set()


@pytest.fixture
def guide(server: Server, built: Gallery, visitors: Callable[..., Visitor], tmp_path: Path) -> tour.Guide:
    """Who leads through the client."""
    record = tmp_path / "ann.txt"
    text = re.findall(r"```lastcard\n(.*?)```", DEALS.read_text("utf-8"), re.DOTALL)[0]
    record.write_text(text, "utf-8")
    return tour.Guide(server.address, built.address, visitors, record)


def faults(page: Page) -> list[str]:
    """What axe-core finds on a desk in the light and on a phone in the dark, and what a finger misses there."""
    found: list[str] = []
    for scheme, (width, height) in (("light", DESK), ("dark", PHONE)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        gallery.still(page)
        found += [f"{scheme}: {fault}" for fault in gallery.faults(page)]
    found += gallery.small_targets(page)
    found += gallery.foreign_words(page, tour.NAMES)
    found += [f"wider spaced: {fault}" for fault in gallery.spaced(page)]
    for width, height in (*measuring.ENLARGED, LYING):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {fault}" for fault in measuring.unreachable(page)]
    if page.locator(".actions .uno").count() and not gallery.uncovered(page, ".actions .uno"):
        found.append("UNO is covered on a phone lying down")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return found


@pytest.mark.parametrize("leg", tour.LEGS, ids=lambda leg: leg.__name__)
def test_a_page_can_be_read_touched_and_enlarged(
    guide: tour.Guide, seen: set[str], leg: Callable[[tour.Guide], tour.Shown]
) -> None:
    """WCAG 2.2 A and AA, with targets of 44 pixels; at 200 and 400 % nothing is out of reach."""
    found: list[str] = []
    for name, page in leg(guide):
        seen.add(name)
        found += [f"{name}, {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)


def test_the_legs_leave_nothing_out(seen: set[str]) -> None:
    """An address, a sheet or a reason that is new in the source is in some leg too, and none is in the legs alone."""
    assert seen - tour.BESIDE == surfaces.all_of_them()
