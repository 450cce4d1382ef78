"""The commands of docs/environments.md, benchmarks.md and training.md run, on less than they say there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import training

ROOT = Path(__file__).parents[2]
PAGES = ("environments", "benchmarks", "training")
COMMANDS = sorted({
    command
    for page in PAGES
    for command in re.findall(r"^    python (-m benchmarks.+)$", (ROOT / "docs" / f"{page}.md").read_text("utf-8"), re.MULTILINE)
})  # fmt: skip
LESS = {
    "-m benchmarks.peers": "--seconds 0.01 --repeats 1 --without RLCard OpenSpiel pgx",
    "-m benchmarks.peers.check rlcard": "5",
    "-m benchmarks.peers.check open_spiel": "1",
    "-m benchmarks.written_in": "--turns 1",
    "-m benchmarks.training": "--steps 300 --rounds 20 --out {tmp}",
}
LONGEST = "-m benchmarks.written_in"
"""It takes half a minute, however few turns it is given."""
NEEDS = {
    "-m benchmarks.peers.check rlcard": "rlcard",
    "-m benchmarks.peers.check open_spiel": "open_spiel",
    "-m benchmarks.training": "training",
}


def test_there_are_commands() -> None:
    """Those that are run below, and no others."""
    assert {known(command) for command in COMMANDS} == set(LESS)


def known(command: str) -> str:
    """The longest beginning that is known."""
    return max((name for name in LESS if command.startswith(name)), key=len)


def later(command: str) -> Any:
    """The command as a parameter, in a tier for its length."""
    return pytest.param(command, marks=pytest.mark.tier("all" if known(command) == LONGEST else "default"))


@pytest.mark.parametrize("command", [later(c) for c in COMMANDS if known(c) not in NEEDS])
def test_a_command_runs(command: str, tmp_path: Path) -> None:
    """It ends well and prints."""
    assert run(command, tmp_path)


@pytest.mark.parametrize("command", [c for c in COMMANDS if known(c) in NEEDS])
def test_a_command_with_an_environment_of_its_own_runs(command: str, tmp_path: Path) -> None:
    """Where its environment has been made: that takes a network and up to 300 MB."""
    if not (ROOT / "benchmarks" / ".environments" / NEEDS[known(command)] / "pins.sha256").exists():
        pytest.skip("its environment has not been made")
    assert run(command, tmp_path)


def run(command: str, tmp_path: Path) -> str:
    """What it prints."""
    less = LESS[known(command)].format(tmp=tmp_path)
    done = subprocess.run(
        [sys.executable, *shlex.split(f"{known(command)} {less}")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.tier("default")
def test_a_peer_that_cannot_be_installed_is_told() -> None:
    """The reason stands in the output, and everything else is measured."""
    program = (
        "import sys; import benchmarks.peers.__main__ as main; from benchmarks.venvs import CannotInstall\n"
        "def no(name): raise CannotInstall(f'no {name} today')\n"
        "main.python_of = no\n"
        "sys.argv[1:] = ['--seconds', '0.01', '--repeats', '1', '--without', 'pgx', 'OpenSpiel']\n"
        "sys.exit(main.main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "RLCard was not measured: no rlcard today" in done.stdout
    assert "batch with observations" in done.stdout


@pytest.mark.parametrize("words", ["--steps x", "--steps 0", "--players 11", "--rounds 0", "--help"])
def test_training_says_what_it_takes_before_it_installs_anything(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The environment takes minutes; a slip of the finger none."""
    monkeypatch.setattr(sys, "argv", ["training", *words.split()])
    monkeypatch.setattr(training, "python_of", lambda _: pytest.fail("an environment is made"))
    with pytest.raises(SystemExit):
        training.main()
    told = capsys.readouterr()
    assert words.split(maxsplit=1)[0] in told.out + told.err
