"""tests/sentences.py reads which rule each test shows, in what words, and says what another tree lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import sentences

BEFORE = '''
import pytest

pytestmark = pytest.mark.rule("T1")

@pytest.mark.rule("W5", "W6")
@pytest.mark.parametrize("number", [1, 2])
def test_one(number):
    """A test says
    what holds."""

class TestMore:
    @pytest.mark.rule("U1")
    async def test_two(self):
        """Another."""

def helper():
    """No test."""
'''


def tree(folder: Path, text: str) -> Path:
    """A folder of tests with one file."""
    folder.mkdir()
    (folder / "test_it.py").write_text(text)
    return folder


def test_rules_of_tests_and_of_their_module_are_read(tmp_path: Path) -> None:
    """Each id with the whole docstring on one line; what is no test is left out."""
    says, another = "A test says what holds.", "Another."
    assert sentences.pairs(tree(tmp_path / "before", BEFORE)) == {
        ("T1", says), ("W5", says), ("W6", says), ("T1", another), ("U1", another),
    }  # fmt: skip


def test_a_test_without_a_rule_is_read_when_asked_for(tmp_path: Path) -> None:
    """Its name stands for the sentence that it has not."""
    plain = tree(tmp_path / "before", "def test_plain(): ...\n")
    assert sentences.pairs(plain) == set()
    assert sentences.pairs(plain, every=True) == {("-", "test_plain")}


def test_what_is_gone_fails_and_what_is_new_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are listed."""
    before = tree(tmp_path / "before", BEFORE)
    after = tree(tmp_path / "after", BEFORE.replace('"U1"', '"U2"'))
    assert sentences.main(["--compare", str(before), str(after)]) == 1
    printed = capsys.readouterr().out
    assert "- U1\tAnother.\n+ U2\tAnother.\n5 before, 5 after, 1 gone, 1 new\n" in printed
    assert sentences.main(["--compare", str(before), str(before)]) == 0


def test_the_lines_go_into_a_file(tmp_path: Path) -> None:
    """Sorted by the rule."""
    out = tmp_path / "lines"
    assert sentences.main([str(tree(tmp_path / "before", BEFORE)), "--out", str(out)]) == 0
    found = out.read_text(encoding="utf-8").splitlines()
    assert found == sorted(found)
    assert "W5\tA test says what holds." in found
