"""Names and prose in the field's words, lines that can be read, and class names that mean one thing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import prose

SRC = prose.ROOT / "src" / "lastcard"


@pytest.mark.parametrize("kind", ["words", "long"])
def test_prose_is_as_good_as_it_was_or_better(kind: str) -> None:
    """No part of the project has more words of tests/words.toml or long lines than tests/prose_allowed.toml allows there."""
    allowed = prose.allowed()
    excess = {
        name
        for name, kinds in prose.counted().items()
        if kinds[kind] > (allowed[name].get(kind, 0) if name in allowed else 0)
    }
    assert [text for name, found, text in prose.all_findings() if found == kind and name in excess] == []


def test_what_is_allowed_shrinks() -> None:
    """Where less is found than is allowed, `python -m tests.prose --lower` takes the allowance down."""
    counted = prose.counted()
    slack = {
        (name, kind): count - (counted[name][kind] if name in counted else 0)
        for name, kinds in prose.allowed().items()
        for kind, count in kinds.items()
    }
    assert {place: more for place, more in slack.items() if more > 0} == {}


def test_a_word_is_found_in_names_and_prose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In docstrings, comments, Markdown and the parts of names, but not in strings that the program prints."""
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    source = '"""Told anew."""\n\n\ndef book_of(wish):\n    return "anew"  # wandering\n'
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    (tmp_path / "a.md").write_text("| anew |\n\nanew\n\n    anew\n", encoding="utf-8")
    monkeypatch.setattr(prose, "sources", lambda: (tmp_path / "a.py", tmp_path / "a.md"))
    found = [text.partition(" is better")[0] for _, _, text in prose.findings()]
    assert sorted(found) == [
        "a.md:3: 'anew'", "a.py:1: 'Told'", "a.py:1: 'anew'", "a.py:4: 'book'", "a.py:4: 'wish'", "a.py:5: 'wandering'",
    ]  # fmt: skip


def test_a_class_name_is_used_once() -> None:
    """No two modules of the product have a public class of the same name, whichever package they are in."""
    places: dict[str, int] = {}
    for path in SRC.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name] = places.get(node.name, 0) + 1
    assert [name for name, count in places.items() if count > 1] == []
