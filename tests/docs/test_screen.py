"""docs/decisions/screen.md names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_what_holds_a_promise_is_a_test() -> None:
    """Each of the eight names at least one, and every name is that of a test in a browser."""
    page = (ROOT / "docs" / "decisions" / "screen.md").read_text("utf-8")
    rows = re.findall(r"^\| \d \|.*$", page, re.MULTILINE)
    named = [set(re.findall(r"`(test_\w+)`", row)) for row in rows]
    files = (ROOT / "tests" / "browser").glob("test_*.py")
    known = {
        name
        for file in files
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    assert len(rows) == 8
    assert all(named)
    assert set().union(*named) - known == set()
