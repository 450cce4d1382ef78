"""docs/words.md: its glossary is what the page says, in every language that the page has."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "web" / "src" / "i18n" / "words"
LANGUAGES = ("en", "de", "fr", "es", "ja")
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)


def said(language: str) -> dict[str, str]:
    """All texts of a language."""
    found: dict[str, str] = {}
    for file in sorted((WORDS / language).glob("*.json")):
        found |= json.loads(file.read_text("utf-8"))
    return found


def test_the_glossary_has_the_languages_of_the_page() -> None:
    """A language that can be chosen is in the tables, and no other."""
    assert {folder.name for folder in WORDS.iterdir() if folder.is_dir()} == set(LANGUAGES)


def test_the_glossary_says_what_the_page_says() -> None:
    """Each row has the texts of its key."""
    rows = ROW.findall((ROOT / "docs" / "words.md").read_text("utf-8"))
    texts = [said(language) for language in LANGUAGES]
    wanted = [(key, " | ".join(words[key] for words in texts)) for key, _ in rows]
    assert len(rows) > 30
    assert rows == wanted
