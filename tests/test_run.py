"""run.py: what it hands over, what it reinstalls, and what it says when it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import run
import web_build


@pytest.mark.parametrize(
    ("argv", "command"),
    [
        ([], ["-m", "lastcard", "serve"]),
        (["play"], ["-m", "lastcard", "serve"]),
        (["play", "--port", "9"], ["-m", "lastcard", "serve", "--port", "9"]),
        (["--port", "9", "--no-browser"], ["-m", "lastcard", "serve", "--port", "9", "--no-browser"]),
        (["simulate", "--rounds", "3"], ["-m", "lastcard", "simulate", "--rounds", "3"]),
        (["--version"], ["-m", "lastcard", "--version"]),
        (["test"], ["-m", "pytest", "--tier", "default", *run.IN_PARALLEL]),
        (["test", "--quick"], ["-m", "pytest", "--tier", "quick", *run.IN_PARALLEL]),
        (["test", "--all", "-n", "3"], ["-m", "pytest", "--tier", "all", *run.IN_PARALLEL, "-n", "3"]),
        (["test", "-x", "tests/rooms/rules"], ["-m", "pytest", "-x", "tests/rooms/rules"]),
    ],
)
def test_the_first_word_chooses_the_program(argv: list[str], command: list[str]) -> None:
    """Nothing, `play` and options start the server, `test` starts pytest, any other word is lastcard's."""
    assert run.command_for(argv) == command


def test_help_installs_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` prints the two commands and returns at once."""
    monkeypatch.setattr(run, "prepare", None)
    assert run.main(["--help"]) == 0
    assert "python3 run.py test" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("output", "remedy"),
    [
        ("error: OSError: [Errno 28] No space left on device", "disk is full"),
        ("PermissionError: [Errno 13] Permission denied: '/x'", "cannot be written"),
        ("npm error code EAI_AGAIN", "registries cannot be reached"),
        ("Caused by: dns error: failed to lookup address information", "registries cannot be reached"),
        ("ModuleNotFoundError: No module named 'x'", "Delete .venv"),
        (
            "The web client was not built. vite build failed in web/:\nSyntaxError",
            "web client could not be built",
        ),
    ],
)
def test_a_failed_step_ends_with_its_remedy(output: str, remedy: str) -> None:
    """The end of the output is shown, and below it what to do about it."""
    said = run.explain(output)
    assert output.splitlines()[-1] in said
    assert remedy in said.splitlines()[-1]


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which run.py believes its environment to be; the page is built."""
    monkeypatch.setattr(run, "VENV", tmp_path)
    for name in ("PYTHON", "UV", "STATE", "UNFINISHED"):
        monkeypatch.setattr(run, name, tmp_path / name)
    monkeypatch.setattr(web_build, "is_fresh", lambda: True)
    return tmp_path


def pretend_installed(parts: dict[str, str]) -> None:
    run.PYTHON.touch()
    run.STATE.write_text(json.dumps(parts))


@pytest.mark.usefixtures("nowhere")
def test_nothing_is_missing_after_an_install() -> None:
    """What is installed with the digests that are wanted is not installed again."""
    pretend_installed(run.wanted(for_tests=True))
    assert run.missing(for_tests=True) == {}


@pytest.mark.usefixtures("nowhere")
def test_the_test_set_is_enough_to_play() -> None:
    """After `run.py test`, playing needs nothing more: the test set contains the smaller ones."""
    pretend_installed(run.wanted(for_tests=True))
    assert run.missing(for_tests=False) == {}


@pytest.mark.usefixtures("nowhere")
def test_a_change_of_the_web_client_installs_the_project_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever pulls a new page gets it at the next start."""
    monkeypatch.delenv("LASTCARD_SKIP_WEB", raising=False)
    pretend_installed(run.wanted(for_tests=True))
    monkeypatch.setattr(web_build, "digest", lambda: "another")
    assert run.missing(for_tests=True).keys() == {run.PROJECT}


@pytest.mark.usefixtures("nowhere")
def test_an_interrupted_install_starts_over() -> None:
    """While the mark of an unfinished install is there, nothing counts as installed."""
    pretend_installed(run.wanted(for_tests=True))
    run.UNFINISHED.touch()
    assert run.installed() == {}
    assert run.missing(for_tests=True) == run.wanted(for_tests=True)


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize("text", ["", "[]", '{"half'])
def test_a_damaged_state_file_counts_as_nothing(text: str) -> None:
    """Whatever the state file has become, run.py installs again instead of failing."""
    run.PYTHON.touch()
    run.STATE.write_text(text)
    assert run.installed() == {}


def test_python_without_venv_is_told_what_to_install(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's Python comes without ensurepip: the message names the package."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(run.Fault, match="apt install python3-venv"):
        run.make_environment()
    assert list(nowhere.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the folder; nothing is tried."""
    monkeypatch.setattr(run, "missing", lambda *, for_tests: {"x": "y"} if for_tests is not None else {})
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert run.main([]) == 1
    assert f"{run.ROOT} cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (KeyboardInterrupt(), 130, "it goes on"),
        (PermissionError(13, "Permission denied", "/x"), 1, "cannot be written"),
        (run.Fault("do this"), 1, "do this"),
    ],
)
def test_no_fault_shows_a_traceback(
    fault: BaseException,
    code: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Interrupted, refused by the system, failed: a sentence and an exit code."""

    def fail(**_: object) -> None:
        raise fault

    monkeypatch.setattr(run, "prepare", fail)
    assert run.main(["play"]) == code
    assert words in capsys.readouterr().err


def test_an_old_python_is_told_so(tmp_path: Path) -> None:
    """A Python before 3.11 gets one line. (A stand-in for sys.version_info, since only one Python is here.)"""
    code = "import sys, runpy; sys.version_info = (3, 9, 2, 'final', 0); runpy.run_path(sys.argv[1], run_name='__main__')"
    command = [sys.executable, "-c", code, str(run.ROOT / "run.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer, and this is 3.9" in done.stderr
