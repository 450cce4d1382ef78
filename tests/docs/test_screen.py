"""docs/decisions/screen.md names tests that there are; the page knows how many cards an edition has."""

from __future__ import annotations

import re
from pathlib import Path

from lastcard.rules.ruleset import EDITIONS, ruleset

ROOT = Path(__file__).parents[2]


def test_what_holds_a_promise_is_a_test() -> None:
    """Each of the eight names at least one, and every name is that of a test in a browser."""
    page = (ROOT / "docs" / "decisions" / "screen.md").read_text("utf-8")
    rows = re.findall(r"^\| \d \|.*$", page, re.MULTILINE)
    named = [set(re.findall(r"`(test_\w+)`", row)) for row in rows]
    files = (ROOT / "tests" / "e2e").glob("test_*.py")
    known = {
        name
        for file in files
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    assert len(rows) == 8
    assert all(named)
    assert set().union(*named) - known == set()


def test_the_page_counts_the_cards_of_an_edition() -> None:
    """It says at once when more are dealt than there are (D8)."""
    source = (ROOT / "web" / "src" / "editor" / "rule-conflicts.ts").read_text("utf-8")
    (line,) = re.findall(r"CARD_COUNTS: Record<string, number> = \{(.*?)\}", source)
    counted = {name: int(number) for name, number in re.findall(r"'([\w-]+)': (\d+)", line)}
    assert counted == {name: len(ruleset(name).cards) for name in EDITIONS}
