"""Every round of a batch that is watched can be written as a record, which the rules replay to the very same state."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest

from lastcard.record import ActEntry, Record, read_record, replay, write_record
from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import SIZE
from tests.laws.lockstep.picture import differences, of_game, of_round
from tests.laws.walker.rules_at_random import rules_at_random

TABLES = 4


def batch_at_random(number: int, *, watched: bool = True) -> tuple[Batch, Random]:
    chance = Random(f"history:{number}")
    rules = rules_at_random(chance, number)
    options = {
        "calls": chance.random() < 0.5,
        "judges": chance.random() < 0.5,
        "forget": chance.choice((0.0, 0.5)),
        "caught": chance.choice((0.0, 0.5)),
        "dare": 0.4,
        "threads": chance.choice((1, 2)),
    }
    return Batch(rules, TABLES, number, watched=watched, **options), chance


def go_on(batch: Batch, chance: Random) -> None:
    """Something that may happen to a batch."""
    match chance.randrange(8):
        case 0:
            batch.copy([chance.randrange(TABLES)], [chance.randrange(TABLES)])
        case 1:
            table = chance.randrange(TABLES)
            batch.deal(np.array([table]), np.array([chance.randrange(batch.rules.players)]))
        case 2:
            batch.reseed([chance.randrange(TABLES)], chance.randrange(1000))
        case 3 if chance.random() < 0.2:
            batch.reset()
        case 4 | 5:
            batch.random_steps(chance.randrange(30), draws=chance.random() < 0.5)
        case 6:
            chosen = batch.mask().argmax(axis=1).astype(np.int16)
            batch.step_trusted(np.where(np.arange(TABLES) == chance.randrange(TABLES), np.int16(-1), chosen))
        case _:
            order = np.array([chance.random() for _ in range(SIZE)])
            batch.step((batch.mask() * order).argmax(axis=1))


def holds(record: Record, batch: Batch, table: int) -> None:
    """The record reads back, and its replay ends where the table is."""
    assert read_record(write_record(record)) == record
    *_, last = replay(record)
    assert last.round is not None
    mine = of_round(last.round)
    kernel = of_game(batch.peek(table).state(), batch.rules.players)
    mine["pile"], kernel["pile"] = sorted(mine["pile"]), sorted(kernel["pile"])
    assert differences(mine, kernel) == []


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(4))
def test_any_round_of_any_batch_is_written_down(part: int) -> None:
    """Whatever the rules, seats and chances, after steps, wandering, copies, other chance, deals anew and resets."""
    acts = 0
    for number in range(part, 100, 4):
        batch, chance = batch_at_random(number)
        for _ in range(chance.randrange(1, 40)):
            go_on(batch, chance)
        for table in range(TABLES):
            record = batch.record(table)
            holds(record, batch, table)
            acts += sum(isinstance(entry, ActEntry) for entry in record.entries)
    assert acts > 1000


def test_the_round_that_has_just_ended_is_written_down() -> None:
    """It ends with what it brought, and the one after it is another."""
    ended = 0
    for number in range(30):
        batch, _ = batch_at_random(number)
        for _ in range(400):
            batch.random_steps(1)
            for table in np.flatnonzero(batch.over):
                *_, last = replay(batch.record(int(table), previous=True))
                assert last.round is not None
                assert last.round.over
                won = {seat for seat, worth in enumerate(batch.reward[table]) if worth > 0}
                assert (last.round.out in won) == bool(won)
                ended += 1
            if ended > 3 * number + 3:
                break
    assert ended > 60


def test_watching_changes_nothing() -> None:
    """A batch that is watched plays the same rounds."""
    for number in range(20):
        seen = []
        for watched in (True, False):
            batch, chance = batch_at_random(number, watched=watched)
            for _ in range(25):
                go_on(batch, chance)
                seen.append(batch.observation.tobytes() + batch.words.tobytes() + batch.over.tobytes())
        assert seen[:25] == seen[25:]


@pytest.mark.tier("default")
@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("way", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])  # noqa: S301 - our own
def test_a_batch_goes_on_after_a_pickle_and_a_copy(way, watched: bool) -> None:
    """In the midst of written rules, debts and questions; what it told last is kept, and it is a batch of its own."""
    for number in range(40):
        batch, chance = batch_at_random(number, watched=watched)
        for _ in range(chance.randrange(1, 20)):
            go_on(batch, chance)
        other: Batch = way(batch)
        state = chance.getstate()
        for _ in range(15):
            for name in ("seat", "words", "observation", "reward", "over"):
                assert (getattr(batch, name) == getattr(other, name)).all(), name
            go_on(batch, chance)
            after = chance.getstate()
            chance.setstate(state)
            go_on(other, chance)
            state = after
            chance.setstate(after)
        if watched:
            assert [batch.record(i) for i in range(TABLES)] == [other.record(i) for i in range(TABLES)]


def test_what_cannot_be_written_down_is_said() -> None:
    """A batch that is not watched, a table that there is not, no round before, and cards dealt anew in the middle."""
    rules: Ruleset = ruleset(players=3)
    with pytest.raises(LastcardError, match="watched=True"):
        Batch(rules, 2, 1).record(0)
    batch = Batch(rules, 2, 1, watched=True)
    with pytest.raises(ValueError, match="table: a whole number from 0 to 1"):
        batch.record(2)
    with pytest.raises(LastcardError, match="table 1: no round came before"):
        batch.record(1, previous=True)
    batch.redeal([1], 4)
    with pytest.raises(LastcardError, match="dealt anew in the middle"):
        batch.record(1)
    batch.reset()
    assert batch.record(1)
    with pytest.raises(LastcardError, match="dealt anew in the middle"):
        batch.record(1, previous=True)
