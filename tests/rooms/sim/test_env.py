"""A desk asks for one number after the other; what comes of them is a lawful action, and every lawful action can be reached."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.sim.choices import CHOICES, SIZE
from lastcard.sim.kernel import KernelGame, KernelTable
from lastcard.sim.tables import compile_rules
from tests.laws.walker.rules_at_random import rules_at_random

SAID = 1 << 18
NOT_ASKED = {7}
"""Saying UNO before playing is not asked for: it is asked with the card."""


def open_numbers(desk: KernelTable) -> list[int]:
    """The numbers that may be chosen."""
    a, b, c = desk.mask()
    whole = a | b << 64 | c << 128
    return [i for i in range(192) if whole >> i & 1]


def desk_of(chance: Random, number: int) -> tuple[KernelGame, KernelTable]:
    """A desk at which rules at random are played."""
    rules = rules_at_random(chance, number)
    game = KernelGame(compile_rules(rules), number)
    game.seat_players(range(rules.players))
    desk = KernelTable(game, calls=1, judges=1)
    desk.start(chance.randrange(rules.players))
    return game, desk


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(4))
def test_numbers_make_lawful_actions(part: int) -> None:
    """Whatever open numbers are chosen, the action that they make was lawful for the seat."""
    done = 0
    for number in range(part, 400, 4):
        chance = Random(f"desk:{number}")
        game, desk = desk_of(chance, number)
        lawful: set[int] = set()
        for _ in range(200):
            seat = desk.asked_of()
            if seat < 0:
                break
            numbers = open_numbers(desk)
            assert numbers
            assert all(n < SIZE for n in numbers)
            if desk.question_is() == "phase" or not lawful:
                lawful = set(game.legal(seat))
            before = desk.actions_taken()
            chosen = chance.choice(numbers)
            if desk.question_is() == "aside":
                lawful = set(game.legal(seat))
            desk.take(chosen)
            if desk.actions_taken() > before:
                assert desk.last_action() in lawful, (number, CHOICES[chosen])
                done += 1
                lawful = set()
    assert done > 2000


def reached(desk: KernelTable, spare: list[KernelTable]) -> set[int]:
    """All actions to which the open numbers lead."""
    found: set[int] = set()
    for number in open_numbers(desk):
        copy = spare.pop()
        copy.copy_from(desk)
        before = copy.actions_taken()
        copy.take(number)
        found |= {copy.last_action()} if copy.actions_taken() > before else reached(copy, spare)
        spare.append(copy)
    return found


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(2))
def test_every_lawful_action_can_be_reached(part: int) -> None:
    """Over all open numbers the actions of a seat on turn are exactly the lawful ones."""
    for number in range(part, 60, 2):
        chance = Random(f"reach:{number}")
        game, desk = desk_of(chance, number)
        spare = [desk_of(Random(f"reach:{number}"), number)[1] for _ in range(40)]
        for _ in range(25):
            seat = desk.asked_of()
            if seat < 0:
                break
            if desk.question_is() == "phase":
                lawful = {a for a in game.legal(seat) if a & 31 not in NOT_ASKED | {8}}
                assert reached(desk, spare) == lawful
            desk.take(chance.choice(open_numbers(desk)))
