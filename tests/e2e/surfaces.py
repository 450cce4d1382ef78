"""Everything that a page of the client can be: read from the source, so that what is new is missed nowhere."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "web" / "src"

NO_PAGES = {"/index.html", "/gallery"}
"""Another name of the start page, and what no shipped build has."""

LAID_OVER = re.compile(r"<(?:Sheet|Dialog)\b[^>]*?(?:title=\{([^}]*(?:\{[^}]*\}[^}]*)*)\}|\{(title)\})")
PLAIN = re.compile(r"^t\('(.*)'\)$")
SEVERAL = re.compile(r"const TITLES = \{(.*?)\}", re.DOTALL)


def all_of_them() -> set[str]:
    """Addresses, what is laid over a page (`Menu: rules`), and the reasons why there is no table (`TableGone: full`)."""
    return addresses() | laid_over() | reasons()


def addresses() -> set[str]:
    """What App.svelte knows."""
    app = (SOURCE / "app" / "App.svelte").read_text("utf-8")
    found = set(re.findall(r"'(/[a-z.]*)'", app)) | set(re.findall(r"\^\\(/[a-z])\\/", app))
    return found - NO_PAGES


def laid_over() -> set[str]:
    """Each use of a sheet or dialog; where it turns pages, each page."""
    found: set[str] = set()
    for file in sorted(SOURCE.rglob("*.svelte")):
        text = file.read_text("utf-8")
        for title, plain in LAID_OVER.findall(text):
            said = title or plain
            if "TITLES[" in said and (titles := SEVERAL.search(text)):
                found |= {
                    f"{file.stem}: {page}" for page in re.findall(r"^\s*(\w+):", titles[1], re.MULTILINE)
                }
            else:
                word = PLAIN.match(said)
                found.add(f"{file.stem}: {word[1] if word else said}")
    return found


def reasons() -> set[str]:
    """What TableGone.svelte has words for."""
    known = re.search(
        r"const KNOWN = \[(.*?)\]", (SOURCE / "room" / "TableGone.svelte").read_text("utf-8"), re.DOTALL
    )
    assert known is not None
    return {f"TableGone: {name}" for name in re.findall(r"'(\w+)'", known[1])}
