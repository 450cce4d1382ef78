"""The tiers hold what they should: a small project in each of them, and every entry of the tables fits something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import tiers
from tests.nested import project_in, pytest_in
from tests.tiers import FIXTURES, FOLDERS, HERE, LONGEST_FIRST, TIERS, place, tier_of_path

PROJECT = """
import pytest

@pytest.mark.parametrize("number", [
    pytest.param(1, marks=pytest.mark.tier("quick")),
    pytest.param(2, marks=pytest.mark.tier("default")),
    pytest.param(3, marks=pytest.mark.tier("all")),
])
def test_it(number): ...
"""
FILES = [place(path) for path in sorted(HERE.rglob("test_*.py"))]


@pytest.mark.parametrize(("tier", "tests"), [("quick", 1), ("default", 2), ("all", 3), (None, 3)], ids=str)
@pytest.mark.tier("default")
def test_a_tier_runs_its_tests_and_those_before(tmp_path: Path, tier: str | None, tests: int) -> None:
    """By their markers; without a tier all run. The last line but one tells how many, and how long it took."""
    project_in(tmp_path).joinpath("test_it.py").write_text(PROJECT)
    done = pytest_in(tmp_path, *([] if tier is None else ["--tier", tier]))
    assert f"{tests} passed" in done.stdout
    assert f"{tier or 'no'} tier: {tests} tests in 0 min" in done.stdout
    assert f"the {tests} slowest tests" in done.stdout


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_of_the_table_has_tests(folder: str) -> None:
    """An entry that nothing needs any more goes."""
    assert FOLDERS[folder] in TIERS
    assert any(tiers.within(path, folder) for path in FILES)


@pytest.mark.parametrize("start", LONGEST_FIRST)
def test_each_beginning_of_the_order_fits_something(start: str) -> None:
    """The same for what starts first."""
    assert any(path.startswith(start) for path in FILES)


def test_each_fixture_of_the_table_is_one() -> None:
    """The same for fixtures: each is defined, as a fixture, in some file."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("*.py"))
    for name, tier in FIXTURES.items():
        assert re.search(rf"@pytest\.fixture.*\n(async )?def {name}\(", text), name
        assert tier in TIERS


def rows(text: str) -> dict[str, str]:
    """Of the table of folders in tests/README.md: each folder with its tier."""
    table = text[text.index("| folder |") :].split("\n\n", maxsplit=1)[0].splitlines()[2:]
    cells = [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in table]
    return {folder: tier for folder, _, tier in cells}


def test_the_page_names_the_folders_that_are_there() -> None:
    """tests/README.md says of each folder what it proves and where it begins."""
    there = {path.name for path in HERE.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))}
    said = rows((HERE / "README.md").read_text(encoding="utf-8"))
    assert said.keys() == there
    assert {folder: said[folder] for folder in FOLDERS if folder} == {f: FOLDERS[f] for f in FOLDERS if f}


def test_the_longer_entry_counts() -> None:
    """A folder inside another may have a tier of its own, and a name that only begins alike is another folder."""
    assert tier_of_path("proof/test_kill.py") == FOLDERS["proof"]
    assert tier_of_path("proofs/test_kill.py") == FOLDERS[""]
    assert tier_of_path("test_run.py") == FOLDERS[""]


def test_the_first_of_many_run_early() -> None:
    """`by_tier` gives the first values to the tiers named and the rest to the last."""
    found = [(param.values[0], param.marks[0].args[0]) for param in tiers.by_tier("abc", quick=1, default=2)]
    assert found == [("a", "quick"), ("b", "default"), ("c", "all")]
