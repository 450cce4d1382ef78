"""Tests that must not run side by side are given to one worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import run
from tests.nested import pytest_in

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.tier("default")

GROUP = """
import os, time
import pytest

@pytest.mark.xdist_group("one")
@pytest.mark.parametrize("number", range(6))
def test_it(number):
    time.sleep(0.05)
    open("workers", "a").write(os.environ["PYTEST_XDIST_WORKER"] + "\\n")

def test_another():
    time.sleep(0.2)
"""


def test_a_group_has_one_worker(tmp_path: Path) -> None:
    """Pytest and pytest-xdist, as they are installed, keep a group together when told to as run.py tells them."""
    (tmp_path / "test_group.py").write_text(GROUP)
    two_workers = ["2" if argument == "auto" else argument for argument in run.IN_PARALLEL]
    done = pytest_in(tmp_path, *two_workers)
    assert done.returncode == 0, done.stdout
    assert len(set((tmp_path / "workers").read_text().split())) == 1
