"""`lastcard verify`: what it says of a record, and its exit code."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from lastcard.cli import main
from lastcard.record import write_record
from lastcard.rules.ruleset import ruleset
from tests.laws.walker.play import Style
from tests.rooms.record.proven import Proven
from tests.rooms.record.random_records import Played

QUICK = Style(draw=0.1, uno=0.9, aside=0.1, leave=0, wrong=0)


def text(kind: type[Played] = Proven) -> str:
    """The record of a match of two rounds."""
    rules = ruleset("classic", players=3, target=5000)
    return write_record(kind(rules, Random(5), 2, to_the_end=True, style=QUICK).record)


def said(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Exit code and lines of verifying the record."""
    (tmp_path / "it").write_text(record, "utf-8")
    code = main(["verify", str(tmp_path / "it")])
    return code, capsys.readouterr().out.splitlines()


def test_a_record_that_holds_is_told_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """For each round the link, the commitment, the order; the end says what is shown and what is not; exit code 0."""
    code, lines = said(tmp_path, text(), capsys)
    assert code == 0
    assert [line for line in lines if line.startswith("Round")] == [
        "Round 1 of the record",
        "Round 2 of the record",
    ]
    printed = [line.split(" (line")[0] for line in lines]
    for claim in ("it hangs on the name of the game", "it hangs on the commitment of the round before"):
        assert printed.count(f"  holds: {claim}") == 1
    assert sum(line.startswith("  holds: the order of the 108 cards dealt follows") for line in printed) == 2
    assert lines[-1].endswith("Whether anybody knew them cannot be shown (docs/deals.md).")
    assert not [line for line in lines if "does not hold" in line or "missing" in line]


def test_a_record_that_does_not_hold_says_which_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Two cards of the pile exchanged: the order does not follow, at the line of the round; exit code 1."""
    record = text().splitlines()
    at = max(i for i, line in enumerate(record) if line.startswith("pile:"))
    start, *cards = record[at].split()
    other = next(i for i, card in enumerate(cards) if card != cards[-1] and i > 60)
    cards[other], cards[-1] = cards[-1], cards[other]
    record[at] = " ".join([start, *cards])
    code, lines = said(tmp_path, "\n".join(record), capsys)
    where = max(i for i, line in enumerate(record, 1) if line == "round")
    assert code == 1
    assert any(
        line.startswith("  does not hold: the order of the 108") and line.endswith(f"(line {where})")
        for line in lines
    )
    assert lines[-1] == "The deals of this record are not shown to be right."


def test_a_record_without_proof_is_not_shown_to_be_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It says that the record does not say what its deals were bound to; exit code 1."""
    code, lines = said(tmp_path, text(Played), capsys)
    assert code == 1
    assert (
        sum(
            line.startswith("  missing: this record does not say what the deal was bound to")
            for line in lines
        )
        == 2
    )


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ("", "line 1: the file is empty"),
        (text().replace("secret: ", "secret: x", 1), "line 18: secret: 64 hex"),
    ],
)
def test_what_cannot_be_read_is_bad_input(
    record: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """A text that is no record is one line on standard error, with exit code 2."""
    (tmp_path / "it").write_text(record, "utf-8")
    assert main(["verify", str(tmp_path / "it")]) == 2
    found = capsys.readouterr()
    assert (found.out, found.err.count("\n")) == ("", 1)
    assert found.err.startswith(f"lastcard: {tmp_path / 'it'}: {complaint}")


def test_a_record_can_come_through_a_pipe():
    """A file named - is standard input."""
    words = [sys.executable, "-m", "lastcard", "verify", "-"]
    done = subprocess.run(
        words, input=text(), capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert io.StringIO(done.stdout).readline() == "Round 1 of the record\n"
