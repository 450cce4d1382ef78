"""The frame of the command line: what it prints, what it loads, and its exit codes."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lastcard import cli
from lastcard.rules.errors import RulesError


def runs(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """`lastcard --version` names the program and the installed version."""
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"lastcard {cli.version()}\n"


def test_version_is_quick() -> None:
    """`--version` loads no command, so none of what the commands need."""
    code = "import sys; from lastcard.cli import main; main(['--version']); print(*sys.modules)"
    loaded = runs("-c", code).stdout.split()
    assert not [name for name in loaded if name.startswith(("lastcard.cli.", "starlette", "uvicorn", "yaml"))]


def test_python_m_lastcard_is_the_same_command() -> None:
    """`python -m lastcard` and `lastcard` are one."""
    assert runs("-m", "lastcard", "--version").stdout == f"lastcard {cli.version()}\n"


def test_help_lists_every_command_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` names all commands, and says what the exit codes mean."""
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"\n    {name} " in said for name in cli.COMMANDS)
    assert "exit codes:" in said
    assert all(f"  {code.value} " in said for code in cli.ExitCode)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command has a help of its own."""
    assert cli.main([name, "--help"]) == 0
    assert f"usage: lastcard {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv", [[], ["nonsense"], ["serve", "--port", "77777"], ["serve", "--bogus"], ["--bogus"]]
)
def test_wrong_usage_is_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage ends with 2 and a line on standard error."""
    assert cli.main(argv) == 2
    assert "lastcard" in capsys.readouterr().err.splitlines()[-1]


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """`raising(fault)` makes `lastcard serve` raise it."""

    def make(fault: BaseException) -> None:
        def fail(_: argparse.Namespace) -> int:
            raise fault

        monkeypatch.setattr("lastcard.cli.serve.run", fail)

    return make


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (RulesError("deal", "nobody gets a card", "S4"), "lastcard: deal: nobody gets a card (S4)"),
        (
            FileNotFoundError(2, "No such file or directory", "x.txt"),
            "lastcard: x.txt: No such file or directory",
        ),
        (OSError("odd"), "lastcard: odd"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "lastcard: not text in UTF-8: "),
    ],
)
def test_bad_input_is_one_line_and_2(
    fault: BaseException,
    line: str,
    raising: Callable[[BaseException], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Bad input is one line on standard error, without a traceback, and ends with 2."""
    raising(fault)
    assert cli.main(["serve"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(line)
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_an_interrupt_is_130(
    raising: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends quietly."""
    raising(KeyboardInterrupt())
    assert cli.main(["serve"]) == 130
    assert capsys.readouterr().err == ""


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    """`lastcard … | head` complains about nothing."""
    script = tmp_path / "long.py"
    script.write_text(
        "import sys, lastcard.cli, lastcard.cli.serve as serve\n"
        "serve.run = lambda _: [print(n) for n in range(100_000)] and 0\n"
        "sys.exit(lastcard.cli.main(['serve']))\n"
    )
    pipe = f"'{sys.executable}' '{script}' | head -n 1"
    done = subprocess.run(["sh", "-c", pipe], capture_output=True, text=True, check=False)
    assert done.stdout == "0\n"
    assert done.stderr == ""
