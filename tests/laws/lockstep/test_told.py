"""Records in lockstep: what went wrong once stays mended, and a mismatch is told as shortly as can be."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from lastcard.record import read_record, replay
from lastcard.sim.tables import numbers_of
from tests.laws.lockstep import lockstep
from tests.laws.lockstep.__main__ import Progress, batch_of, read, report
from tests.laws.lockstep.lockstep import OutOfStepError, Pair, play_out
from tests.laws.lockstep.told import retell
from tests.laws.walker.rules_at_random import rules_at_random

FOUND = sorted((Path(__file__).parent / "found").glob("*.lastcard"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_went_wrong_once_is_in_step(path: Path) -> None:
    """Every mismatch that was ever found, as the small record that it was told as."""
    retell(read_record(path.read_text("utf-8")))


@pytest.mark.parametrize("number", range(6))
def test_a_round_is_told_and_retold(number: int) -> None:
    """The record of a pair is a record, and plays the same round again, also by a kernel that takes it over at every act."""
    chance = Random(f"told:{number}")
    pair = Pair(rules_at_random(chance, number), chance, takes_over=0.2)
    play_out(pair, 60)
    record = pair.record
    *_, last = replay(record)
    assert last.round == pair.round
    retell(record)


def spoiled_skip(rules: object) -> lockstep.Tables:
    """Tables by which a Skip skips nobody."""
    return lockstep.Tables(numbers_of(rules) | {"skip": [0] * 64})


def test_a_mismatch_is_told_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record has a Skip and hardly anything else, is out of step, and in step once the mistake is mended."""
    chance = Random("shortly")
    with monkeypatch.context() as wrong:
        wrong.setattr(lockstep, "compile_rules", spoiled_skip)
        said = told = ""
        for number in range(40):
            pair = Pair(rules_at_random(chance, number), chance)
            try:
                play_out(pair, 200)
            except OutOfStepError as error:
                said = report(pair, "here", error)
                break
        head, _, told = said.partition("# save this in tests/laws/lockstep/found:\n")
        assert "played throughout: OutOfStepError" in head
        record = read_record(told)
        with pytest.raises(OutOfStepError):
            retell(record)
    acts = [line for line in told.splitlines() if line[:1].isdigit()]
    assert len(acts) <= 3
    assert acts[-1][-1] == "S"
    assert record.header.rules.as_data()["options"] == {}
    assert not record.header.rules.written
    retell(record)


@pytest.mark.tier("default")
def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved is read back, and batches added one by one are the run."""
    monkeypatch.setattr("tests.laws.lockstep.__main__.ROUNDS", 2)
    whole, half = Progress(3), Progress(3)
    whole.add(batch_of(3, 0))
    whole.add(batch_of(3, 1))
    half.add(batch_of(3, 0))
    half.save(tmp_path / "state")
    half = read(tmp_path / "state")
    half.add(batch_of(3, half.batches))
    assert half == whole
    assert half.rounds == 4
