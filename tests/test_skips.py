"""A skipped test fails the run, unless it has leave (tests/conftest.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import read_allowed_skips
from tests.nested import project_in, pytest_in

pytestmark = pytest.mark.tier("default")

SKIPPING = """
import pytest

def test_fine(): ...

@pytest.mark.skip
def test_skipped(): ...

@pytest.mark.xfail
def test_expected_to_fail(): assert False
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with our conftest.py, one good test, one skipped, one expected to fail."""
    (tmp_path / "test_it.py").write_text(SKIPPING)
    return project_in(tmp_path)


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "xdist"])
def test_a_skip_without_leave_fails_the_run(project: Path, workers: list[str]) -> None:
    """The run fails and names the tests, with pytest-xdist as well."""
    done = pytest_in(project, *workers)
    assert done.returncode == 1
    assert "skipped without leave" in done.stdout
    assert "\ntest_it.py::test_skipped\ntest_it.py::test_expected_to_fail\n" in done.stdout


def test_a_skip_with_leave_is_fine(project: Path) -> None:
    """The beginning of a test's id and a reason give leave."""
    (project / "allowed_skips.txt").write_text("# why\n\ntest_it.py::test_  # there is no such machine\n")
    assert pytest_in(project).returncode == 0


def test_a_module_that_skips_itself_fails_the_run(project: Path) -> None:
    """Leaving while being collected is a skip, too."""
    (project / "test_it.py").write_text("import pytest\npytest.importorskip('no_such_module')\n")
    done = pytest_in(project, "test_it.py")
    assert "skipped without leave" in done.stdout


@pytest.mark.parametrize("line", ["tests/x.py", "tests/x.py #", "  # a reason alone"])
def test_leave_needs_a_reason(line: str) -> None:
    """A line without a reason, or without a test, is an error with its number."""
    with pytest.raises(pytest.UsageError, match="allowed_skips.txt:2"):
        read_allowed_skips(f"# comment\n{line}\n")
