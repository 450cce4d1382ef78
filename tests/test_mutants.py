"""Every rule has a test and a mutant, every mutant fits the code, and those drawn for this run are noticed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.anchor import AnchorError, place_of
from tests.mutants.run import ROOT, Mutant, MutantError, read_mutants, unfit
from tests.tiers import by_tier

ANCHOR = re.compile(r'<a id="([A-Z]\d+)"')
SHARDS = 36
"""The parts in which all mutants are tried; the default tier tries the first."""
MARKER = re.compile(r"\brule\(([^)]*)\)")


def rule_ids() -> set[str]:
    """Every id of the rulebook."""
    pages = [ROOT / "docs" / "rulebook.md", ROOT / "docs" / "house-rules.md"]
    return {rule for page in pages for rule in ANCHOR.findall(page.read_text(encoding="utf-8"))}


def shown_by_tests() -> set[str]:
    """The ids in the markers of tests."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    return {
        rule for text in texts for marker in MARKER.findall(text) for rule in re.findall(r"[A-Z]\d+", marker)
    }


def mutant(**changes: Any) -> Mutant:
    """A mutant of this file."""
    given: dict[str, Any] = {
        "where": "x.toml#1",
        "rule": "X1",
        "file": "src/lastcard/rules/data/decks/classic.toml",
        "find": "[[cards]]",
        "replace": "c",
        "tests": ("t.py",),
    }
    return Mutant(**{**given, **changes})


def test_the_rulebook_is_read_whole():
    """Its letters and how many ids each has."""
    ids = rule_ids()
    letters = {letter: sum(rule[0] == letter for rule in ids) for letter in "DSTWUOPXNMHV"}
    assert letters == {
        "D": 8, "S": 12, "T": 6, "W": 9, "U": 7, "O": 3, "P": 4, "X": 3, "N": 3, "M": 5, "H": 9, "V": 14,
    }  # fmt: skip
    assert sum(letters.values()) == len(ids)


def test_every_rule_has_a_test():
    """By its marker."""
    assert rule_ids() - shown_by_tests() == set()


def test_every_rule_has_a_mutant():
    """In tests/mutants."""
    assert rule_ids() - {m.rule for m in read_mutants()} == set()


def test_no_test_or_mutant_names_a_rule_that_there_is_not():
    """An id that the rulebook does not know is a slip."""
    assert {m.rule for m in read_mutants()} - rule_ids() == set()
    assert {rule for rule in shown_by_tests() if rule[0] in "DSTWUOPXNMHV"} - rule_ids() == set()


def test_every_mutant_fits_the_code():
    """Its text is there, once or as often as `nth` asks, and its tests are there."""
    assert unfit(read_mutants()) == []


@pytest.mark.parametrize("shard", by_tier(range(1, SHARDS + 1), default=1))
def test_mutants_are_noticed(request: pytest.FixtureRequest, shard: int):
    """All of them in the last tier, about ten before it, other ones each day that the rules change."""
    rules = sorted((ROOT / "src" / "lastcard" / "rules").glob("*.py"))
    seed = sum(path.stat().st_size for path in rules)
    command = [sys.executable, "-m", "tests.mutants.run", "--shard", f"{shard}/{SHARDS}", "--seed", str(seed)]
    done = subprocess.run(
        [*command, "--jobs", "1"], cwd=request.config.rootpath, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def code(tmp_path: Path, text: str) -> Path:
    """A project of one module with that text."""
    file = tmp_path / "src" / "lastcard" / "a.py"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return tmp_path


TWICE = """
def first(a):
    # the layout does not matter
    return f(a,
             1)


class Box:
    size: int = 3

    def first(self):
        if self.size:
            self.empty()
        return self.size or self.size
"""


@pytest.mark.parametrize(
    ("within", "find", "replace", "nth", "new"),
    [
        ("first", "return f(a, 1)", "return 2", None, "    return 2\n\n\nclass"),
        ("first", "f(a, 1)", "0", None, "return (0)"),
        ("Box", "size: int = 3", "size: int = 4", None, "    size: int = 4\n"),
        ("Box.first", "self.empty()", "pass", None, "            pass\n"),
        ("Box.first", "self.size", "0", 2, "return (0) or self.size"),
        (
            "Box.first",
            "if self.size:\n    self.empty()",
            "if a:\n    b()",
            None,
            "        if a:\n            b()\n",
        ),
    ],
)
def test_a_change_is_made_where_it_is_meant(
    tmp_path: Path, within: str, find: str, replace: str, nth: int | None, new: str
):
    """In the named function or class, at the only code of that syntax, or at the one that `nth` says."""
    place = place_of(within, find, nth, code(tmp_path, TWICE))
    assert new in place.changed(TWICE, replace)


@pytest.mark.parametrize(
    ("within", "find", "nth", "why"),
    [
        ("second", "a", None, "no function, class or assignment named second"),
        ("first", "g(a)", None, "not in first"),
        ("Box.first", "self.size", None, "3 times"),
        ("Box.first", "self.size", 4, "not 4"),
        ("first", "return (", None, "not Python"),
    ],
)
def test_a_place_that_is_not_there_or_there_twice_is_told(
    tmp_path: Path, within: str, find: str, nth: int | None, why: str
):
    """No such name, no such code, several of them, fewer than `nth`, no code at all."""
    with pytest.raises(AnchorError, match=why):
        place_of(within, find, nth, code(tmp_path, TWICE))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"find": "gone"}, "not there"),
        ({}, "times"),
        ({"replace": "[[cards]]", "nth": 1}, "nothing is changed"),
        ({"nth": 30}, "not 30"),
    ],
)
def test_a_change_of_data_that_does_not_fit_is_told(changes: dict[str, object], why: str):
    """Gone, there several times, no change at all, fewer than `nth`."""
    with pytest.raises(MutantError, match=why):
        mutant(**changes).mutated()


def test_a_mutant_with_a_wrong_key_is_told(tmp_path: Path):
    """The keys are few."""
    (tmp_path / "x.toml").write_text('[[mutant]]\nrule = "X1"\nfind = "a"\nput = "b"\n', encoding="utf-8")
    with pytest.raises(MutantError, match="x.toml#1: the keys are"):
        read_mutants(tmp_path)


def test_a_missing_test_is_told():
    """A mutant whose test is not there would never be tried."""
    here, there_once = "tests/test_mutants.py", "\nANCHOR = re"
    good = mutant(file=here, find=there_once, tests=(f"{here}::test_a_missing_test_is_told",))
    assert unfit([good]) == []
    assert "there is no" in unfit([mutant(file=here, find=there_once, tests=(f"{here}::test_gone",))])[0]
    assert "no such file" in unfit([mutant(file="gone.py")])[0]
