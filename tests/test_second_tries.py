"""In CI a test of programs has a second try; rules have one, and many second tries fail the run (tests/conftest.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MAX_SECOND_TRIES
from tests.nested import project_in, pytest_in

pytestmark = pytest.mark.tier("default")

UNSTEADY = """
import pathlib, pytest

@pytest.mark.parametrize("number", range({count}))
def test_unsteady(number):
    tried = pathlib.Path(__file__).with_name(f"tried-{{number}}")
    again = tried.exists()
    tried.touch()
    assert again
"""
BROKEN = "def test_broken(): assert False\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with our conftest.py and nothing else."""
    (tmp_path / "e2e").mkdir()
    (tmp_path / "rules").mkdir()
    return project_in(tmp_path)


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "xdist"])
@pytest.mark.parametrize(("count", "code"), [(MAX_SECOND_TRIES, 0), (MAX_SECOND_TRIES + 1, 1)])
def test_a_few_second_tries_are_named_and_many_fail(
    project: Path, count: int, code: int, workers: list[str]
) -> None:
    """The closing lines name each of them."""
    (project / "e2e" / "test_it.py").write_text(UNSTEADY.format(count=count))
    done = pytest_in(project, *workers, ci="true")
    assert done.returncode == code, done.stdout
    assert "tried a second time" in done.stdout
    assert all(f"\ne2e/test_it.py::test_unsteady[{number}]\n" in done.stdout for number in range(count))


def test_what_fails_twice_has_failed(project: Path) -> None:
    """A fault is a fault."""
    (project / "e2e" / "test_it.py").write_text(BROKEN)
    assert pytest_in(project, ci="true").returncode == 1


@pytest.mark.parametrize(("folder", "ci"), [("rules", "true"), ("e2e", "")])
def test_rules_and_whoever_sits_at_the_machine_have_one_try(project: Path, folder: str, ci: str) -> None:
    """No second try outside CI, nor for what no other program takes part in."""
    (project / folder / "test_it.py").write_text(UNSTEADY.format(count=1))
    assert pytest_in(project, ci=ci).returncode == 1
