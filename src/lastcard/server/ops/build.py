"""Which build of the page this server has, so that a page can tell that it is an older one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_SCRIPT: Final = re.compile(r"<script[^>]*\bsrc=\"[^\"]*/([A-Za-z0-9_.-]{1,60})\.js\"")


def page_build(static: Path) -> str:
    """The name of the page's first script, which changes with what is in it; nothing where no page has been built."""
    try:
        found = _SCRIPT.search((static / "index.html").read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found else ""
