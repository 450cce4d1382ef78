"""docs/proofs.md: its short commands run and print what the page says, and what it names is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")
(SHORT,) = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^\$ python (.+)\n((?:[^$].*\n)+)", SHORT, re.MULTILINE)


@pytest.mark.tier("all")
@pytest.mark.parametrize(("command", "said"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_short_proof_runs(command: str, said: str) -> None:
    """It ends well, and its output has the line that the page shows, `…` for any number or word."""
    done = subprocess.run(
        [sys.executable, *command.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={k: v for k, v in os.environ.items() if not k.startswith("LASTCARD_")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pattern = re.escape(said.strip()).replace("…", r"\S+")
    assert re.search(pattern, done.stdout), (done.stdout, said)


def test_every_long_command_has_a_short_one() -> None:
    """So that none stands there which no longer runs; but for the load, which has tests of its own."""
    long = {
        found
        for row in PAGE.splitlines()
        if row.startswith("|")
        for found in re.findall(r"`python (.+?)`", row)
    }
    assert len(long) > 8
    program = re.compile(r"(-m \S+|benchmarks/\S+)")
    short = {program.match(command)[1] for command, _ in COMMANDS}  # type: ignore[index]
    assert {program.match(command)[1] for command in long} - {"benchmarks/load.py"} == short  # type: ignore[index]


def test_tests_that_the_page_names_are_there() -> None:
    """By file and name."""
    named = re.findall(r"`(tests/\S+?\.py)(?:::(\w+))?`", PAGE)
    assert named
    for path, name in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text, (path, name)
