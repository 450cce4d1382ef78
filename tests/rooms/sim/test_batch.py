"""Many rounds in arrays: the same whatever the number of threads and tables, and nothing but what is open is taken."""

from __future__ import annotations

import numpy as np
import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES, SIZE
from lastcard.sim.play import RANDOM, SENSIBLE


def play(batch: Batch, steps: int) -> list[bytes]:
    """Choose by a fixed rule, and gather everything that comes."""
    seen = []
    for step in range(steps):
        open_ = batch.mask()
        order = (np.arange(SIZE) * 7919 + step * 104_729) % SIZE
        chosen = np.where(open_, order, -1).argmax(axis=1)
        batch.step(chosen)
        seen.append(
            batch.seat.tobytes()
            + batch.words.tobytes()
            + batch.observation.tobytes()
            + (batch.reward * batch.over[:, None]).tobytes()
        )
    return seen


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    """The same seed gives the same rounds with any number of threads."""
    rules = ruleset(players=4)
    assert play(Batch(rules, 37, 5), 300) == play(Batch(rules, 37, 5, threads=threads), 300)


def test_a_table_is_the_same_among_few_and_many() -> None:
    """Table i of a seed does not hang on how many others there are."""
    few, many = Batch(ruleset(players=3), 4, 9), Batch(ruleset(players=3), 40, 9)
    assert (few.observation == many.observation[:4]).all()


def test_rounds_end_with_a_reward_and_the_next_is_dealt() -> None:
    """Who is out gains one and the others lose one; the table goes on."""
    batch = Batch(ruleset(players=4), 64, 1)
    ended = 0
    for _ in range(600):
        open_ = batch.mask()
        open_[:, CHOICES.index("draw")] &= ~(open_.sum(axis=1) > 1)
        batch.step(open_.argmax(axis=1))
        ended += int(batch.over.sum())
        assert (batch.reward[batch.over].sum(axis=1) == -2).all()
        assert batch.mask().any(axis=1).all()
    assert ended > 50


def test_points_are_a_reward_as_well() -> None:
    """With `points` who is out gains what the hands of the others count (P2)."""
    batch = Batch(ruleset(players=4), 64, 1, points=True)
    for _ in range(600):
        open_ = batch.mask()
        open_[:, CHOICES.index("draw")] &= ~(open_.sum(axis=1) > 1)
        batch.step(open_.argmax(axis=1))
        assert (batch.reward[batch.over] >= 0).all()


def test_what_is_not_open_is_refused() -> None:
    """The table and the seat are named, and nothing has changed."""
    batch = Batch(ruleset(players=4), 3, 1)
    chosen = batch.mask().argmax(axis=1)
    chosen[1] = CHOICES.index("lay")
    before = batch.observation.tobytes()
    with pytest.raises(ValueError, match="table 1: 174 is not open to seat"):
        batch.step(chosen)
    with pytest.raises(ValueError, match="one number for each of 3 tables"):
        batch.step(chosen[:2])
    assert batch.observation.tobytes() == before


def test_a_copy_goes_on_as_its_original() -> None:
    """Copied rounds see the same cards come."""
    batch = Batch(ruleset(players=4), 2, 1)
    batch.copy([0], [1])
    for _ in range(50):
        assert batch.observation[0].tobytes() == batch.observation[1].tobytes()
        first = int(batch.mask()[0].argmax())
        batch.step(np.array([first, first]))


def test_a_number_below_zero_leaves_its_table_as_it_is() -> None:
    """The others go on, and a table left alone has no end, even if its last step had one."""
    batch = Batch(ruleset(players=3), 8, 1)
    left = np.arange(8) % 2 == 1
    for _ in range(200):
        before = batch.observation[left].tobytes(), batch.words[left].tobytes(), batch.seat[left].tobytes()
        chosen = batch.mask().argmax(axis=1).astype(np.int16)
        batch.step_trusted(np.where(left, np.int16(-1), chosen))
        assert before == (
            batch.observation[left].tobytes(),
            batch.words[left].tobytes(),
            batch.seat[left].tobytes(),
        )
        assert not batch.over[left].any()
    assert batch.observation[~left].any()


def test_some_tables_are_dealt_anew() -> None:
    """By the dealer named; all others stay as they are."""
    batch = Batch(ruleset(players=3), 5, 1)
    for _ in range(9):
        batch.step(batch.mask().argmax(axis=1))
    before = batch.observation.copy()
    batch.deal(np.array([1, 3]), np.array([2, 0]))
    assert (batch.observation[[0, 2, 4]] == before[[0, 2, 4]]).all()
    for table, dealer in ((1, 2), (3, 0)):
        assert (batch.observation[table, 163] + batch.seat[table]) % 3 == dealer
        assert batch.observation[table, 157] == 108 - 21 - 1 or batch.observation[table, 148] % 14 == 12


def test_wandering_is_choosing_and_stepping() -> None:
    """Many steps at once bring what they bring one by one."""
    one, many = Batch(ruleset(players=4), 32, 6), Batch(ruleset(players=4), 32, 6)
    chosen = np.zeros(32, np.int16)
    for _ in range(150):
        one.choose(chosen)
        one.step_trusted(chosen)
    many.random_steps(150)
    for name in ("seat", "words", "observation", "over"):
        assert (getattr(one, name) == getattr(many, name)).all()


def test_playouts_leave_the_tables_alone_and_are_the_same_on_all_threads() -> None:
    """The mean of what each seat gets, a policy for each; the tables stand as before."""
    rules = ruleset(players=4)
    batch, other = Batch(rules, 24, 2), Batch(rules, 24, 2, threads=3)
    batch.random_steps(20)
    other.random_steps(20)
    before = batch.observation.copy()
    found = batch.playouts([SENSIBLE, RANDOM, RANDOM, RANDOM], 200, seed=4)
    assert (found == other.playouts([SENSIBLE, RANDOM, RANDOM, RANDOM], 200, seed=4)).all()
    assert (batch.observation == before).all()
    assert np.allclose(found.sum(axis=1), -2.0, atol=1e-4)
    other.random_steps(1)
    batch.random_steps(1)
    assert (batch.observation == other.observation).all()


def test_playouts_find_who_is_about_to_win() -> None:
    """The seat with the fewest cards gets more than the one with the most; whoever plays sensibly gains by it."""
    batch = Batch(ruleset(players=2), 200, 8)
    batch.random_steps(25)
    sizes = np.array([[row[128], row[129]] for row in batch.observation.astype(int)])
    mine = batch.playouts(RANDOM, 100, seed=1)[np.arange(200), batch.seat]
    ahead, behind = mine[sizes[:, 0] < sizes[:, 1] - 2], mine[sizes[:, 0] > sizes[:, 1] + 2]
    assert ahead.mean() > behind.mean() + 0.3
    plain = batch.playouts(RANDOM, 100, seed=2)[:, 0].mean()
    assert batch.playouts([SENSIBLE, RANDOM], 100, seed=2)[:, 0].mean() > plain + 0.1


def test_playouts_need_a_policy_for_each_seat_and_a_round() -> None:
    """Too few policies and no rounds are refused."""
    batch = Batch(ruleset(players=4), 2, 1)
    with pytest.raises(ValueError, match="3 policies for 4 players"):
        batch.playouts([RANDOM] * 3, 5)
    with pytest.raises(ValueError, match="rounds: a whole number from 1"):
        batch.playouts(RANDOM, 0)


def test_rounds_are_copied_from_another_batch() -> None:
    """Of the same rules and questions; any other is refused."""
    rules = ruleset(players=3)
    batch, other = Batch(rules, 3, 1), Batch(rules, 2, 9)
    other.random_steps(7)
    batch.copy([1, 0], [0, 2], source=other)
    assert (batch.observation[[0, 2]] == other.observation[[1, 0]]).all()
    assert (batch.words[[0, 2]] == other.words[[1, 0]]).all()
    for wrong in (Batch(ruleset(players=4), 2, 1), Batch(rules, 2, 1, calls=True)):
        with pytest.raises(ValueError, match="source: a batch of the same rules"):
            batch.copy([0], [0], source=wrong)
    with pytest.raises(ValueError, match="source: a batch that is watched"):
        Batch(rules, 1, 1, watched=True).copy([0], [0], source=other)


def test_a_glance_at_a_table_is_a_copy_of_its_round() -> None:
    """`peek` gives the round at a table, hidden cards included; what is done to it leaves the table alone."""
    batch = Batch(ruleset(players=3), 2, 5)
    batch.random_steps(6)
    before, seen = batch.peek(1).packed(), batch.observation.copy()
    game = batch.peek(1)
    assert sum(len(hand) for hand in game.state()["hands"][:3]) > 0
    game.play_out(1000)
    assert batch.peek(1).packed() == before
    assert (batch.observation == seen).all()
    with pytest.raises(ValueError, match="table: a whole number from 0 to 1"):
        batch.peek(2)
