"""Schedules hold, and can be had again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.simulated import __main__ as command
from tests.laws.simulated.schedule import Report, run
from tests.mutants.run import ROOT

SEEDS = int(os.environ.get("LASTCARD_SIMULATED_SEEDS", "1000"))
CHUNKS = 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_schedules_hold(chunk: int):
    """In each of a thousand schedules nothing acknowledged is lost, nobody is told what they may not see, and the table goes on.

    `python -m tests.laws.simulated --seeds 10000` runs more of them.
    """
    for seed in range(1 + chunk, 1 + SEEDS, CHUNKS):
        report = run(seed)
        lines = "\n".join(line[:300] for line in report.last)
        assert report.error is None, f"{lines}\nseed {seed}: {report.error}\n{again(seed)}"


def again(seed: int) -> str:
    """How to have the schedule once more."""
    return f"python -m tests.laws.simulated --seed {seed} --trace"


def said(*arguments: str, hashes: str) -> str:
    """What the command prints in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.simulated", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_seed_replays_exactly():
    """Every step is the same in another process, whatever the order of its sets."""
    first = said("--seed", "5", "--trace", hashes="1")
    assert first == said("--seed", "5", "--trace", hashes="2")
    assert len(first.splitlines()) > 100


def test_schedules_differ():
    """Another seed is another schedule."""
    assert len({run(seed).digest for seed in range(20)}) == 20


def test_everything_is_met():
    """A few dozen schedules meet each kind of fault and most of what people can do."""
    met = sum((run(seed).met for seed in range(1, 61)), start=Report(0).met)
    kinds = {what for what, count in met.items() if count}
    for what in ("crash", "restart", "cut off", "lapse", "disk fault"):
        assert what in kinds, what
    for verb in (
        "act",
        "next",
        "ready",
        "start",
        "rematch",
        "sit",
        "kick",
        "control",
        "contribute",
        "say",
        "room",
        "bot",
    ):
        assert f"{verb} ack" in kinds, verb
    for refusal in ("act stale", "act illegal", "act storage"):
        assert refusal in kinds, refusal


def test_the_command_tells_what_broke_and_how_to_have_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The seed, the last steps and the command line, and exit status 1."""
    broken = Report(7, error="Broken: something", steps=3, last=["    0.1000    world the last step"])
    monkeypatch.setattr(command, "run", lambda seed, length, **_: broken if seed == 7 else run(seed, length))
    monkeypatch.setattr(sys, "argv", ["tests.laws.simulated", "--seeds", "3", "--first", "6"])
    assert command.main() == 1
    printed = capsys.readouterr().out
    assert "the last step" in printed
    assert re.search(r"again: python -m tests\.laws\.simulated --seed 7 --length \d+ --trace", printed)
    assert "3 schedules, 1 failed" in printed


def test_a_stopped_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    """What was counted is read back, and the seeds that are done are not run again: as if it had never stopped."""
    seeds: list[int] = []

    def noted(seed: int, length: int) -> Report:
        seeds.append(seed)
        return run(seed, length)

    monkeypatch.setattr(command, "run", noted)
    told = []
    for count, *more in (
        (2, "--state", str(tmp_path / "state")),
        (4, "--state", str(tmp_path / "state")),
        (4,),
    ):
        monkeypatch.setattr(sys, "argv", ["tests.laws.simulated", "--seeds", str(count), *more])
        assert command.main() == 0
        told.append(re.sub(r"\d+ s$", "", capsys.readouterr().out, flags=re.MULTILINE))
    assert seeds == [1, 2, 3, 4, 1, 2, 3, 4]
    assert told[1] == told[2] != told[0]
