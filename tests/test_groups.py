"""Tests that must not run side by side are given to one worker."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import run

if TYPE_CHECKING:
    from pathlib import Path

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
    told = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *run.IN_PARALLEL,
        "--rootdir=.",
        "test_group.py",
    ]
    told[told.index("auto")] = "2"
    done = subprocess.run(told, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert len(set((tmp_path / "workers").read_text().split())) == 1
