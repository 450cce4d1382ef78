"""Every command and every piece of Python in README.md runs."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of README.md in that language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.tier("default")
def test_each_command_works(tmp_path: Path) -> None:
    """The lines behind a dollar sign run one after the other in one folder and end well."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    commands = [
        line[2:] for block in blocks("console") for line in block.splitlines() if line.startswith("$ ")
    ]
    assert commands
    for command in commands:
        words = shlex.split(command)
        assert words[0] == "lastcard"
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LASTCARD_DATA": str(tmp_path / "data")},
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout, command


def test_the_python_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python plays a round to its end."""
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102
    assert re.search(r"seat \d is out", capsys.readouterr().out)


def test_what_it_points_to_is_there() -> None:
    """Every relative link of README.md leads to a file of the project."""
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    missing = [link for link in links if not (ROOT / link).exists()]
    assert missing == []
