"""Mutated frames from everybody in every phase, a hundred thousand; and frames that are no frames."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.proof.callers import Caller, Tally
from tests.proof.frames import lawful, mutated
from tests.proof.hammer import GROWTH, load, run
from tests.proof.interference import PHASES
from tests.proof.ledger import ProofBroken

if TYPE_CHECKING:
    from pathlib import Path

FRAMES, FEW = 100_000, 10_000


async def test_a_hundred_thousand_mutated_frames_change_nothing(tmp_path: Path, *, in_full: bool) -> None:
    """From seats, second windows, spectators and strangers, in all phases: no crash, no fault, no unlawful change."""
    frames = FRAMES if in_full else FEW
    tally = await run(frames, "ci", tmp_path / "data")
    print(f"\n{tally}")
    assert tally.frames >= frames
    assert set(tally.by_phase) >= {name.lower() for name in PHASES} | {"waiting", "over"}
    assert set(tally.by_sender) == {"seat", "window", "spectator", "stranger"}
    assert tally.answers["bad"] > frames / 10
    assert min(tally.answers[code] for code in ("ack", "illegal", "stale", "spectator", "readonly")) > 0
    assert tally.growth < GROWTH


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """What was counted is read back, and what is thrown then is added to it; of the memory the worst is told."""
    state = tmp_path / "state"
    before = Tally(5, Counter(turn=5), Counter(seat=5), Counter(bad=4), 1, [100, 101])
    state.write_text(json.dumps(vars(before)))
    found = load(state)
    assert found == before
    found.add(Tally(3, Counter(over=3), Counter(seat=3), Counter(bad=3), 1, [100, 120]))
    assert (found.frames, found.tables, found.by_sender, found.growth) == (8, 2, Counter(seat=8), 1.2)
    assert load(tmp_path / "none") == Tally()


CMD: dict[str, Any] = {"t": "cmd", "id": "a", "v": 3, "d": {"t": "act", "action": "draw"}}


@pytest.mark.parametrize(
    "frame",
    [
        json.dumps(CMD),
        json.dumps(CMD, indent=4),
        json.dumps({**CMD, "d": {"t": "sit", "seat": 1}}),
        json.dumps({**CMD, "d": {"t": "sit", "seat": 1, "who": None}}),
        '{"t":"x","t":"cmd","id":"a","v":3,"d":{"t":"next"}}',
    ],
)
def test_the_judge_knows_a_command(frame: str) -> None:
    """Written in any style; of a key said twice the last counts."""
    assert lawful(frame) is not None


@pytest.mark.parametrize(
    "frame",
    [
        json.dumps(CMD).encode(),
        json.dumps({**CMD, "id": ""}),
        json.dumps({**CMD, "id": "a b"}),
        json.dumps({**CMD, "id": "a" * 65}),
        json.dumps({**CMD, "v": -1}),
        json.dumps({**CMD, "v": 1.0}),
        json.dumps({**CMD, "v": True}),
        json.dumps({**CMD, "v": 2**60}),
        json.dumps({**CMD, "x": 1}),
        json.dumps({**CMD, "d": {"t": "dance"}}),
        json.dumps({**CMD, "d": {"t": "act"}}),
        json.dumps({**CMD, "d": {"t": "act", "action": 1}}),
        json.dumps({**CMD, "d": {"t": "next", "x": 1}}),
        json.dumps({**CMD, "v": float("nan")}),
        json.dumps([CMD]),
        "{",
        "[" * 100_000,
    ],
)
def test_the_judge_knows_what_is_none(frame: str | bytes) -> None:
    """Each of these is no command by docs/protocol.md."""
    assert lawful(frame) is None


def test_most_mutated_frames_are_no_commands_and_some_are() -> None:
    """So both kinds are thrown."""
    chance = Random(1)
    frames = [mutated(CMD, chance, [CMD]) for _ in range(2000)]
    fine = sum(lawful(frame) is not None for frame in frames)
    assert 100 < fine < 1000
    assert len(set(frames)) > 1000


class Said:
    """A socket that says one thing."""

    def __init__(self, message: object) -> None:
        self._text = json.dumps(message)

    async def recv(self) -> str:
        """What it says."""
        await asyncio.sleep(0)
        return self._text


@pytest.mark.parametrize(
    ("kind", "message", "law"),
    [
        ("seat", {"t": "ack", "id": "b", "v": 4}, "what is accepted was a command"),
        ("spectator", {"t": "ack", "id": "a", "v": 4}, "who may not act"),
        ("window", {"t": "ack", "id": "a", "v": 4}, "who may not act"),
        ("seat", {"t": "nak", "id": "a", "code": "fault", "message": ""}, "nothing goes wrong"),
        ("seat", {"t": "nak", "id": "a", "code": "bad", "message": "Traceback (most"}, "no traceback"),
        ("seat", {"t": "debug"}, "says what it may say"),
    ],
)
async def test_a_caller_sees_what_may_not_be(kind: str, message: object, law: str) -> None:
    """Controls: each kind of fault breaks a law."""
    caller = Caller(Said(message), kind, 0, Tally(), {})
    caller._sent.append(json.dumps(CMD))
    with pytest.raises(ProofBroken, match=law):
        await caller.hear()
