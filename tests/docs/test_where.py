"""Every rule has a home in the code, and docs/where.md says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import where


def test_every_rule_has_a_home() -> None:
    """Some function or class cites each id of the rulebook and the house rules."""
    assert where.homeless() == []


def test_every_rule_of_a_round_has_a_home_in_the_rules() -> None:
    """Rules of tournaments and of the table aside, `lastcard.rules` carries each of them out itself."""
    not_of_a_round = {"S2", "S5", "M2", "M3", "M5", "H9"}
    here = {rule for rule, rooms in where.homes().items() if "rules" in rooms}
    assert {rule.id for rule in where.rules()} - here == not_of_a_round - here


def test_the_page_is_current() -> None:
    """`python -m tests.where` would write the page as it is."""
    assert where.PAGE.read_text(encoding="utf-8") == where.page()


@pytest.mark.parametrize("engine", where.ENGINES)
def test_a_file_that_one_engine_has_alone_has_a_reason(engine: str) -> None:
    """The same file names in both engines, or a reason in `ONLY_IN`."""
    assert where.single_files()[engine] <= where.ONLY_IN[engine].keys()


def test_ranges_are_expanded() -> None:
    """`S7–S12` and `S7–12` are six ids each; ids alone count as well."""
    six = {"S7", "S8", "S9", "S10", "S11", "S12"}
    assert where.cited("(S7–S12)") == where.cited("(S7–12)") == six
    assert where.cited("W5 and V1") == {"W5", "V1"}


def test_a_comment_cites_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment in a function counts for that function, and a class's docstring for the class."""
    monkeypatch.setattr(where, "SRC", tmp_path)
    file = tmp_path / "a.py"
    file.write_text('def f():\n    return 1  # T5\n\n\nclass C:\n    """(W1)."""\n', encoding="utf-8")
    found = dict(where.citations(file))
    assert found == {
        "T5": where.Citation("a.py", "f", "function"),
        "W1": where.Citation("a.py", "C", "class"),
    }
