"""Schedules find faults: each of a dozen changed servers is caught within so many seeds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.anchor import ROOT, place_of

MUTANTS = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))["mutant"]
WITHIN = 200
"""The seeds of which one must find the fault."""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source."""
    folder = tmp_path_factory.mktemp("mutants") / "src"
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("static", "__pycache__"))
    return folder


def schedules(source: Path) -> subprocess.CompletedProcess[str]:
    """Run schedules over that source until one fails."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{source}{os.pathsep}{ROOT}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "tests.laws.simulated", "--seeds", str(WITHIN), "--failures", "1"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.tier("all")
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant["name"].replace(" ", "-"))
def test_a_fault_is_found(source: Path, mutant: dict[str, Any]):
    """By the law that it breaks."""
    place = place_of(mutant["within"], mutant["find"], mutant.get("nth"))
    path = source / place.file.relative_to(ROOT / "src")
    right = path.read_text(encoding="utf-8")
    path.write_text(place.changed(right, mutant["replace"]), encoding="utf-8")
    try:
        done = schedules(source)
    finally:
        path.write_text(right, encoding="utf-8")
    assert done.returncode == 1, (
        f"{WITHIN} schedules found nothing\n{done.stdout[-2000:]}{done.stderr[-500:]}"
    )
    found = re.search(r"seed \d+ failed: Broken: (.*)", done.stdout)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.search(mutant["law"], found[1]), found[1]
