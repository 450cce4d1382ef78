"""The pictures of the README can be made anew, and are those that it shows."""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from tests.e2e.pictures import DRAWN, PICTURES, draw

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.e2e.gallery import Gallery


def size(picture: Path) -> tuple[int, int]:
    """Width and height of a PNG."""
    head = picture.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_the_pictures_of_the_readme_are_drawn_by_the_command(
    browser: Browser, built: Gallery, tmp_path: Path
) -> None:
    """Every picture that the README shows is drawn, in the size that the kept one has."""
    drawn = {path.name: size(path) for path in draw(browser, built.address, tmp_path)}
    readme = (PICTURES.parents[1] / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/pictures/([a-z]+\.png)", readme))
    assert shown == {f"{picture.name}.png" for picture in DRAWN}
    assert drawn == {name: size(PICTURES / name) for name in shown}
