"""The compiled kernel checks no bounds: what would be read past an end, or taken for something else, is refused before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import ruleset
from lastcard.sim.batch import Batch
from lastcard.sim.choices import CHOICES
from lastcard.sim.kernel import KernelGame, KernelPolicies, KernelPolicy, KernelTables
from lastcard.sim.play import RANDOM, Policy, play_rounds, play_these
from lastcard.sim.records import record_of, record_round, watched_game
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = ruleset(players=4)
DRAW = CHOICES.index("draw")
FIVES: Any = {1: 5}


@pytest.mark.parametrize(
    "given",
    [
        {"weights": (1.0,)},
        {"weights": (1.0, 2.0, 3.0, 4.0, 5.0, math.nan)},
        {"weights": (1.0, 2.0, 3.0, 4.0, 5.0, math.inf)},
        {"forget": 2.0},
        {"catch": -0.1},
        {"challenge": math.nan},
        {"challenge_many": 1.01},
        {"jump": math.inf},
    ],
)
def test_a_policy_has_six_weights_and_chances_that_are_some(given: dict[str, Any]) -> None:
    """The wrong one is named."""
    with pytest.raises(ValueError, match=next(iter(given)).split("_")[0]):
        Policy(**given)


@pytest.mark.parametrize("name", ["forget", "caught", "dare", "guess"])
@pytest.mark.parametrize("chance", [-1, 1.5, math.nan])
def test_a_batch_leaves_nothing_to_a_chance_that_is_none(name: str, chance: float) -> None:
    """Neither do rounds that are played whole."""
    with pytest.raises(ValueError, match=name):
        Batch(RULES, 2, 1, **{name: chance})
    with pytest.raises(ValueError, match="dare"):
        play_rounds(RULES, 1, 2, dare=chance)


@pytest.mark.parametrize("seed", [-1, 1.0, "1", True, None, 1 << 44])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    """Of which there is another table for each, so that no two seeds bring the same; NumPy's are seeds as well."""
    with pytest.raises(ValueError, match="seed: a whole number from 0 to 17592186044415 is needed"):
        Batch(RULES, 2, seed)
    one, other = Batch(RULES, np.int32(2), np.int64(7)), Batch(RULES, 2, 7)
    assert (one.observation == other.observation).all()


def test_at_least_one_thread_plays() -> None:
    """None and less are refused."""
    for threads in (0, -2):
        with pytest.raises(ValueError, match=f"not {threads}"):
            Batch(RULES, 2, 1, threads=threads)


REFUSED: list[tuple[Callable[[Batch], object], str]] = [
    (lambda b: b.reset([0]), "dealers: 3 seats are needed"),
    (lambda b: b.reset([0, 4, 0]), "dealers: seats are whole numbers from 0 to 3"),
    (lambda b: b.reset([0, -1, 0]), "dealers: seats are whole numbers from 0 to 3"),
    (lambda b: b.reset(np.array([0, 1.5, 0])), "dealers: seats are whole numbers from 0 to 3"),
    (lambda b: b.deal(np.array([0]), np.array([200])), "dealers: seats are whole numbers"),
    (lambda b: b.deal(np.array([0, 1]), np.array([0])), "dealers: 2 seats are needed"),
    (lambda b: b.step(np.full(3, 65_536 + DRAW)), "65596 is not open"),
    (lambda b: b.step(np.full(3, DRAW + 0.7)), "whole ones"),
    (lambda b: b.step(np.full(2, DRAW)), "one number for each of 3 tables"),
    (lambda b: b.step_trusted(np.full(2, DRAW, np.int16)), "one number for each of 3 tables"),
    (lambda b: b.deal(np.array([-1]), np.array([0])), "tables are whole numbers from 0 to 2"),
    (lambda b: b.deal(np.array([3]), np.array([0])), "tables are whole numbers from 0 to 2"),
    (lambda b: b.deal(np.array([True, False, True]), np.array([0, 0])), "tables are whole numbers"),
    (lambda b: b.copy([0, 1], [2]), "2 tables cannot be copied to 1"),
    (lambda b: b.copy(0, 1), "of: tables are whole numbers from 0 to 2"),
    (lambda b: b.redeal(0, 1), "tables are whole numbers from 0 to 2"),
    (lambda b: b.redeal([0], 1, [1]), "known: cards and how many"),
    (lambda b: b.redeal([0], 1, FIVES), "known: cards and how many"),
    (lambda b: b.playouts(5, 3), "policies: a Policy is needed"),
    (lambda b: b.copy([0], [-1]), "to: tables are whole numbers from 0 to 2"),
    (lambda b: b.copy([3], [0]), "of: tables are whole numbers from 0 to 2"),
    (lambda b: b.copy(np.array([0.5]), [0]), "of: tables are whole numbers from 0 to 2"),
    (lambda b: b.choose(np.zeros(2, np.int16)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose(np.zeros(3, np.int64)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose(np.zeros((3, 1), np.int16)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose(np.broadcast_to(np.int16(0), 3)), r"chosen: an array int16\[3\]"),
    (lambda b: b.choose([0, 0, 0]), r"chosen: an array int16\[3\]"),
    (lambda b: b.random_steps(-1), "steps: a whole number from 0"),
    (lambda b: b.random_steps(1.5), "steps: a whole number from 0"),
    (lambda b: b.random_steps(2**40), "steps: a whole number from 0"),
    (lambda b: b.playouts(RANDOM, 2**40), "rounds: a whole number from 1"),
    (lambda b: b.playouts(RANDOM, 1, -1), "seed: a whole number from 0"),
    (lambda b: b.playouts(RANDOM, 1, most=0), "most: a whole number from 1"),
    (lambda b: b.reseed([0], -1), "seed: a whole number from 0"),
    (lambda b: b.reseed([0], 1.0), "seed: a whole number from 0"),
    (lambda b: b.redeal([5], 1), "tables are whole numbers from 0 to 2"),
    (lambda b: b.observation.__setitem__(0, 1), "read-only"),
    (lambda b: b.words.__setitem__(0, 0), "read-only"),
    (lambda b: b.over.__setitem__(0, True), "read-only"),
]


@pytest.mark.parametrize(("do", "says"), REFUSED)
def test_what_a_batch_cannot_do_changes_nothing(do: Callable[[Batch], object], says: str) -> None:
    """It is said what was wrong, and every table is as it was."""
    batch = Batch(RULES, 3, 1)
    before = batch.observation.tobytes()
    with pytest.raises(ValueError, match=says):
        do(batch)
    batch.step_trusted(np.full(3, -1, np.int16))
    assert batch.observation.tobytes() == before


def dealt() -> KernelGame:
    game = KernelGame(compile_rules(RULES), 1)
    game.deal(0)
    return game


FIVE = np.arange(5)
NOTHING: Any = [None]
NUMBERS: Any = [1, 2, 3, 4]
NO_ROUNDS: list[tuple[Callable[[], object], str]] = [
    (lambda: play_rounds(RULES, -1, 5), "seed: a whole number from 0"),
    (lambda: play_rounds(RULES, 1.5, 5), "seed: a whole number from 0"),
    (lambda: play_rounds(RULES, 2**64, 5), "seed: a whole number from 0"),
    (lambda: play_rounds(RULES, 1, -5), "rounds: a whole number from 0"),
    (lambda: play_rounds(RULES, 1, 5.0), "rounds: a whole number from 0"),
    (lambda: play_rounds(RULES, 1, 5, first=-1), "first: a whole number from 0"),
    (lambda: play_rounds(RULES, 1, 5, "R"), "policies: a Policy is needed"),
    (lambda: play_rounds(RULES, 1, 5, NUMBERS), "policies: a Policy is needed"),
    (
        lambda: play_rounds(RULES, 1, 5, game=KernelGame(compile_rules(ruleset(players=9)))),
        "a game of the same rules",
    ),
    (lambda: play_these(RULES, 1, (FIVE, [0, 0], [15] * 5)), "dealers: 5 whole numbers in one row"),
    (lambda: play_these(RULES, 1, (FIVE, FIVE, [15] * 5)), "dealers: each must be one of the seats"),
    (lambda: play_these(RULES, 1, (FIVE, [2] * 5, [3] * 5)), "dealers: each must be one of the seats"),
    (lambda: play_these(RULES, 1, (FIVE, [0] * 5, [1] * 5)), "seats: masks of two or more of 4 seats"),
    (lambda: play_these(RULES, 1, (FIVE, [0] * 5, [19] * 5)), "seats: masks of two or more of 4 seats"),
    (lambda: play_these(RULES, 1, (FIVE, [0] * 5, [2**40] * 5)), "seats: numbers from 0 to 4294967295"),
    (lambda: play_these(RULES, 1, (FIVE * 1.0, [0] * 5, [15] * 5)), "numbers: whole numbers in one row"),
    (lambda: record_round(RULES, 1, -1), "first: a whole number from 0"),
    (lambda: record_round(RULES, -1, 1), "seed: a whole number from 0"),
    (lambda: watched_game(RULES, 1.5), "seed: a whole number from 0"),
    (lambda: Policy(("a",) * 6), "6 finite weights are needed"),
    (lambda: Policy(5), "6 finite weights are needed"),
    (lambda: Policy(forget="often"), "forget is a chance"),
]


@pytest.mark.parametrize(("do", "says"), NO_ROUNDS)
def test_rounds_that_cannot_be_are_refused(do: Callable[[], object], says: str) -> None:
    """Numbers, seats and policies of another kind, or of another number of them."""
    with pytest.raises(ValueError, match=says):
        do()


def test_rows_of_any_kind_of_whole_numbers_are_taken() -> None:
    """Lists, every other number of an array, and arrays that cannot be written."""
    numbers = np.broadcast_to(np.int64(3), 5)
    found = play_these(RULES, np.int64(1), (numbers, [0] * 5, np.full(10, 15, np.int8)[::2]))
    assert (found.table == found.table[0]).all()
    assert len(play_rounds(RULES, 1, np.int64(4), first=np.uint8(2)).table) == 4
    assert play_rounds(RULES, 1, 0).table.shape == (0, 12)


NO_GAMES: list[tuple[Callable[[], object], str]] = [
    (lambda: dealt().deal(4), "seat 4 is not in the round"),
    (lambda: dealt().deal(-1), "seat -1 is not in the round"),
    (lambda: dealt().deal(3, [0, 1]), "seat 3 is not in the round"),
    (lambda: dealt().deal(0, [0]), "two or more of the seats 0 to 3"),
    (lambda: dealt().deal(0, [0, 50]), "two or more of the seats 0 to 3"),
    (lambda: dealt().deal(0, [0, 0]), "two or more of the seats 0 to 3"),
    (lambda: dealt().seat_players([]), "two or more of the seats 0 to 3"),
    (lambda: dealt().deal(0, order=[1, 2, 3]), "the deck has 108 cards, and not 3"),
    (lambda: dealt().deal(0, order=[200] * 108), "orders are of cards"),
    (lambda: dealt().set_shuffles([[1] * 70_000]), "orders are of cards"),
    (lambda: KernelTables([]), "1 to 65,536 tables"),
    (lambda: KernelTables(NOTHING), "1 to 65,536 tables"),
    (lambda: KernelPolicy([1.0]), "six weights are needed, not 1"),
    (lambda: KernelPolicies(NOTHING), "a policy for each"),
]


@pytest.mark.parametrize(("do", "says"), NO_GAMES)
def test_the_kernel_refuses_what_it_would_stumble_over(do: Callable[[], object], says: str) -> None:
    """Where it is called from Python and no speed is lost by looking."""
    with pytest.raises(ValueError, match=says):
        do()


def test_only_what_was_watched_is_written_down() -> None:
    """A game that is not dealt, not watched, or watched too late has no record."""
    late = dealt()
    late.watch(on=True)
    late.play_out(3)
    undealt = watched_game(RULES)
    for game in (dealt(), undealt, late):
        with pytest.raises(LastcardError, match="watched when its cards were dealt"):
            record_of(game, RULES)
