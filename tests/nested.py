"""A run of pytest inside a test, with our conftest.py and the plugins that it needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLUGINS = ("xdist", "pytest_rerunfailures")
"""All others stay unloaded: importing them takes longer than these runs do."""


def project_in(folder: Path) -> Path:
    """A small project in an empty folder: our conftest.py and a list that allows no skip."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "allowed_skips.txt").write_text("")
    return folder


def pytest_in(project: Path, *args: str, ci: str = "") -> subprocess.CompletedProcess[str]:
    """What pytest says of that project; `ci` is what CI sets in the environment."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        "/dev/null",
        "--import-mode=importlib",
        "--rootdir",
        str(project),
    ]
    plugins = [argument for name in PLUGINS for argument in ("-p", name)]
    return subprocess.run(
        [*command, *plugins, "-p", "no:cacheprovider", *args],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CI": ci},
    )
