"""Ctrl-C in a terminal: the study stops without a fault, keeps what was begun, and goes on where it was."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WORDS = ["-m", "lastcard", "lab", "compare", "classic", "--games", "600000", "--jobs", "2"]


def in_a_terminal(words: list[str], interrupt_at: str | None = None) -> tuple[int, str]:
    """The exit code of the command and what it shows; Ctrl-C is pressed when that is shown."""
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # what runs in the background of a shell ignores it
        os.execv(sys.executable, [sys.executable, *words])  # noqa: S606 - in the child, with arguments of its own
    shown = ""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # what a terminal says whose last program has gone
            break
        shown += more.decode()
        if interrupt_at is not None and interrupt_at in shown:
            os.write(terminal, b"\x03")
            interrupt_at = None
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown


@pytest.mark.tier("default")
def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    """What was done and what was under way is kept; the rest is done by the same command."""
    code, shown = in_a_terminal([*WORDS, "--out", str(tmp_path)], "] 20,000 of")
    assert code == 130
    assert "Traceback" not in shown
    assert f"The same command goes on from there ({tmp_path})." in shown
    (kept,) = tmp_path.glob("done-*.jsonl")
    done = len(kept.read_text().splitlines())
    assert 2 <= done < 30
    code, shown = in_a_terminal([*WORDS, "--out", str(tmp_path)])
    assert code == 0
    assert f"] {20_000 * done:,} of 600,000 rounds" in shown
    assert "] 0 of 600,000 rounds" not in shown
    assert len(kept.read_text().splitlines()) == 30


@pytest.mark.tier("default")
def test_a_process_that_is_told_to_end_goes_on_later(tmp_path: Path) -> None:
    """`kill -9` in mid-run costs no more than the jobs under way."""
    words = [sys.executable, *WORDS, "--out", str(tmp_path)]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)
    while not any(path.stat().st_size for path in tmp_path.glob("done-*.jsonl")):
        assert running.poll() is None
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    (kept,) = tmp_path.glob("done-*.jsonl")
    before = kept.read_text()
    assert (
        subprocess.run(words, check=True, capture_output=True, text=True).stdout.count("\nturns a round ")
        == 1
    )
    assert kept.read_text().startswith(before)
    assert len(kept.read_text().splitlines()) in {30, 31}
