"""`kill -9` at random moments of live play, a hundred times; and servers broken on purpose, which are caught."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import pytest

from tests.proof.audit import audit
from tests.proof.hosts import Zygote
from tests.proof.kill import Report, broken_laws, load, one_life
from tests.proof.ledger import Counts, Player, ProofBroken, Sent
from tests.proof.reader import Log
from tests.tiers import by_tier

if TYPE_CHECKING:
    from pathlib import Path

WARM, FEW, COLD, LIVES = 24, 6, 4, 4


@pytest.mark.parametrize("life", by_tier(range(LIVES), default=1))
async def test_killed_at_random_moments_nothing_accepted_is_lost_and_nothing_is_applied_twice(
    zygote: Zygote, tmp_path: Path, life: int, *, in_full: bool
) -> None:
    """Twenty-four kills a life (six before the last tier): every acknowledged command is in the log, as acknowledged, once, and play goes on."""
    report = Report()
    kills = WARM if in_full else FEW
    await one_life(zygote, tmp_path / "data", f"ci:{life}", kills, report)
    print(f"\n{report}")
    assert report.kills == kills
    assert (
        report.counts.acked > 2 * kills
    )  # by most kills four tables were waited for, on however slow a machine
    assert report.counts.in_flight > 0


@pytest.mark.tier("all")
async def test_killed_and_started_as_from_a_shell(zygote: Zygote, tmp_path: Path) -> None:
    """The same with the command as anybody starts it, imports and all."""
    report = Report()
    await one_life(zygote, tmp_path / "data", "cold", COLD, report, cold=True)
    print(f"\n{report}")
    assert report.kills == COLD


@pytest.mark.parametrize(
    ("fault", "law"),
    [
        (
            "acknowledges early",
            "what was (acknowledged is in the log|shown is kept)|the seat is (there|gone)",
        ),
        (
            "forgets receipts",
            "refused|answered the same|not refused later|an act for each command|one command, one play",
        ),
        ("tears receipts", "an act for each command|what was acknowledged|no two acts|one command, one play"),
    ],
)
async def test_a_server_that_loses_or_repeats_is_caught(
    zygote: Zygote, tmp_path: Path, fault: str, law: str
) -> None:
    """Controls: each fault of the store breaks a law within a few kills."""
    with pytest.raises((ProofBroken, ExceptionGroup)) as caught:
        await one_life(zygote, tmp_path / "data", "control", 30, Report(), fault=fault)
    assert any(re.search(law, text) for text in broken_laws(caught.value)), broken_laws(caught.value)


def player_with(**sent: Sent) -> Player:
    """A player on seat 0 who asked for this."""
    found = Player.__new__(Player)
    found.seat = 0
    found.ledger = sent
    return found


PLAYED = {"t": "played", "seat": 0, "cards": "R5", "jump": False}
ASKED = Sent("a", 1, {"t": "act", "action": "play R5 uno"}, acked=2)


@pytest.mark.parametrize(
    ("log", "sent", "law"),
    [
        (Log(({"t": "x"}, PLAYED), {}), ASKED, "what was acknowledged is in the log"),
        (Log(({"t": "x"}, PLAYED, PLAYED), {(0, "a"): 3}), ASKED, "an acknowledged version"),
        (Log(({"t": "x"}, PLAYED), {(0, "a"): 2}), replace(ASKED, acked=None, refused="stale"), "refused"),
        (Log((PLAYED, PLAYED), {(0, "a"): 2}), ASKED, "one command, one play"),
        (Log((PLAYED, {"t": "x"}), {(0, "a"): 2, (0, "b"): 1}), ASKED, "was asked for"),
        (Log((PLAYED, PLAYED), {(0, "a"): 2, (1, "b"): 1}), ASKED, "an act for each command"),
        (Log(({"t": "x"}, {**PLAYED, "cards": "B5"}), {(0, "a"): 2}), ASKED, "the cards asked for"),
        (Log(({"t": "x"}, {"t": "y"}), {(0, "a"): 2}), ASKED, "did what it asked for"),
    ],
)
def test_the_audit_sees_each_kind_of_fault(log: Log, sent: Sent, law: str) -> None:
    """A log with one thing wrong does not pass."""
    with pytest.raises(ProofBroken, match=law):
        audit(log, [player_with(a=sent)], Counts())


def test_the_audit_is_content_with_a_right_log() -> None:
    """The same without a fault."""
    audit(Log(({"t": "x"}, PLAYED), {(0, "a"): 2}), [player_with(a=ASKED)], Counts())


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """What was counted is read back from the file of the run."""
    report = Report(7, 1, 90, Counts(sent=5, acked=4), [0.25])
    (tmp_path / "state").write_text(json.dumps(asdict(report)))
    assert load(tmp_path / "state") == report
    assert load(tmp_path / "other") == Report()


def test_two_acts_of_one_version_are_seen() -> None:
    """Each act is a step of its own."""
    log = Log(({"t": "x"}, PLAYED), {(0, "a"): 2, (0, "b"): 2})
    with pytest.raises(ProofBroken, match="no two acts"):
        audit(log, [player_with(a=ASKED, b=replace(ASKED, id="b"))], Counts())
