"""Every command of docs/lockstep.md runs, on less than it says there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "lockstep.md").read_text("utf-8")
COMMANDS = re.findall(r"^    python (-m .+)$", PAGE, re.MULTILINE)
LESS = {"10000000": "100", "200000": "30", "lockstep.json": "{tmp}/lockstep.json", "--sets 30": "--sets 0"}


def test_there_are_commands() -> None:
    """Those that the page is about."""
    assert [command.split()[1] for command in COMMANDS][:2] == ["tests.laws.lockstep", "tests.laws.perft"]


@pytest.mark.tier("default")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_runs(command: str, tmp_path: Path) -> None:
    """It ends well, or says which cells so little cannot fill."""
    for much, little in LESS.items():
        command = command.replace(much, little.format(tmp=tmp_path))
    done = subprocess.run(
        [sys.executable, *shlex.split(command)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
