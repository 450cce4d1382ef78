"""benchmarks/load.py measures what it says: it plays, counts lateness from when a move was due, and sees what fails."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.loading import playing
from benchmarks.loading.figures import Figures, Tally, at, bound
from benchmarks.loading.playing import Game
from tests.rooms.server.timed import in_virtual_time

pytestmark = pytest.mark.tier("default")

ROOT = Path(__file__).parents[3]


def load(*arguments: str) -> str:
    """Run it; what it prints. On a busy machine it may say that not all moves were made (exit code 1)."""
    command = [sys.executable, "benchmarks/load.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("seats", [["--people", "4"], ["--people", "1", "--watchers", "2"]])
def test_it_plays_at_a_real_server(seats: list[str]) -> None:
    """Moves are acknowledged and told to all, and nothing goes wrong; with bots somebody may have been quicker."""
    said = load("--tables", "3", "--seconds", "3", "--warm-up", "1", "--gap", "0.3", *seats)
    assert re.search(r"^tables +3, [1-9]\d* moves", said, re.MULTILINE), said
    assert re.search(r"^told +[1-9]\d* events/s", said, re.MULTILINE), said
    errors = re.search(r"^errors +(.*)$", said, re.MULTILINE)
    assert errors is not None
    allowed = "none" if seats[1] == "4" else r"none|\d+ stale"
    assert re.fullmatch(allowed, errors[1]), said


@pytest.mark.tier("all")
def test_a_ramp_and_a_soak_print_a_row_for_each_step() -> None:
    """With the tables that were borne, or how memory grew, at the end."""
    ramp = load("--ramp", "2:2:4", "--seconds", "1", "--warm-up", "0.5", "--gap", "0.3")
    assert re.search(r"^ +2 tables .* errors 0 stuck 0$", ramp, re.MULTILINE), ramp
    assert re.search(r"^borne: \d tables", ramp, re.MULTILINE)
    soak = load("--hours", "0.0006", "--tables", "2", "--warm-up", "0.5", "--gap", "0.3")
    assert re.search(r" 2 tables .* errors 0 stuck 0 in memory 2.0$", soak, re.MULTILINE), soak
    assert re.search(r"^memory: .* MiB in the first quarter", soak, re.MULTILINE)


class Slow:
    """A server that takes its time for each move."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._version = 1
        self.game: Game | None = None

    def send(self, message: dict[str, Any]) -> None:
        """Acknowledge it later, with the state that follows."""
        self._version += 1
        texts = [
            {"t": "ack", "id": message["id"], "v": self._version},
            {"t": "state", "v": self._version, "legal": ["draw"], "awaited": [0]},
        ]
        for text in texts:
            asyncio.get_running_loop().call_later(self._seconds, self.tell, text)

    def tell(self, message: dict[str, Any]) -> None:
        """Hand a message to the game."""
        assert self.game is not None
        self.game.told(self, json.dumps(message, separators=(",", ":")).encode())

    def close(self) -> None:
        """Nothing to close."""


@in_virtual_time
async def test_a_server_that_stalls_makes_all_later_moves_late() -> None:
    """Each move counts from when it was due, however late its turn came: no pause hides behind the one before it."""
    game, slow = Game("t", ["token"], 0, Random(1), 0.01, fixed=True), Slow(0.05)
    slow.game = game
    game.seats[0].wire = slow  # type: ignore[assignment]
    game._by_wire = {slow: game.seats[0]}  # type: ignore[dict-item]
    slow.tell({"t": "state", "v": 1, "legal": ["draw"], "awaited": [0]})
    game.start()
    while len(game.tally.acks) < 6:  # noqa: ASYNC110 - the game tells nobody
        await asyncio.sleep(0.01)
    acks = game.tally.acks
    assert all(later - earlier >= 0.039 for earlier, later in itertools.pairwise(acks))
    game.stop()


@in_virtual_time
async def test_what_is_not_acknowledged_counts_as_well() -> None:
    """A move for which nothing comes back is overdue, and the longer the worse; refusals are errors."""
    game, slow = Game("t", ["token"], 0, Random(1), 0.01, fixed=True), Slow(1000.0)
    slow.game = game
    game.seats[0].wire = slow  # type: ignore[assignment]
    game._by_wire = {slow: game.seats[0]}  # type: ignore[dict-item]
    slow.tell({"t": "state", "v": 1, "legal": ["draw"], "awaited": [0]})
    game.start()
    while not game.overdue:  # noqa: ASYNC110 - the game tells nobody
        await asyncio.sleep(0.01)
    first = game.overdue
    await asyncio.sleep(0.05)
    assert game.overdue > first + 0.04
    slow.tell({"t": "nak", "id": "m1", "code": "illegal"})
    assert game.tally.errors == {"illegal": 1}
    game.stop()


@pytest.mark.parametrize(
    ("gap", "answers", "stuck"), [(1000.0, 1000.0, False), (0.01, 1000.0, True), (0.01, 0.0, False)]
)
@in_virtual_time
async def test_a_table_is_stuck_whose_move_is_due_and_not_acknowledged(
    monkeypatch: pytest.MonkeyPatch, gap: float, answers: float, stuck: bool
) -> None:
    """Not one at which nothing was due for long: where moves come seldom, long gaps between them are usual."""
    monkeypatch.setattr(playing, "STUCK", 0.2)
    game, slow = Game("t", ["token"], 0, Random(1), gap, fixed=True), Slow(answers)
    slow.game = game
    game.seats[0].wire = slow  # type: ignore[assignment]
    game._by_wire = {slow: game.seats[0]}  # type: ignore[dict-item]
    slow.tell({"t": "state", "v": 1, "legal": ["draw"], "awaited": [0]})
    game.start()
    await asyncio.sleep(0.6)
    assert game.stuck == stuck
    game.stop()


def test_figures_are_read_from_all_of_it() -> None:
    """Percentiles count what is overdue; well is only what had no errors, nothing stuck, and nearly all moves."""
    assert [at(share, [4.0, 1.0, 3.0, 2.0]) for share in (0.0, 0.5, 0.99)] == [1.0, 3.0, 4.0]
    assert bound(0.5, {0.01: 5, 0.1: 9, 1.0: 10}) == 0.01
    assert bound(0.99, {0.01: 5, 0.1: 9, 1.0: 10}) == 1.0

    def figures(**more: Any) -> Figures:
        tally = Tally(acks=[0.01] * more.pop("acks", 100), overdue=more.pop("overdue", []))
        tally.errors.update(more.pop("errors", {}))
        usual = {"tables": 10, "seconds": 10.0, "server_cpu": 1.0, "server_rss": 2**20, "own_cpu": 1.0}
        return Figures(tally=tally, stuck=more.pop("stuck", 0), due=100.0, commits={}, **usual)

    assert figures().well
    assert figures().p99 == 0.01
    assert figures(overdue=[5.0] * 3).p99 == 5.0
    assert not figures(acks=90).well
    assert not figures(errors={"illegal": 1}).well
    assert not figures(stuck=1).well
    assert figures().a_move == 0.01
