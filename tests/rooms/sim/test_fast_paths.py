"""A desk has a shorter way through a step by plain rules, which nobody watches: it leads where the long way leads."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.choices import CHOICES, SIZE
from lastcard.sim.kernel import KernelGame, KernelTable
from lastcard.sim.tables import compile_rules
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record.test_second_replayer import rules_without_written

PARTS, ROUNDS, STEPS = 4, 30, 250
DRAW = CHOICES.index("draw")
FORGET, CAUGHT = 20_000, 30_000


def at_desk(rules: Ruleset, seed: int, *, long_way: bool, calls: bool) -> tuple[KernelGame, KernelTable]:
    """A round at a desk; whatever is watched goes the long way."""
    game = KernelGame(compile_rules(rules), seed)
    game.watch(on=long_way)
    game.seat_players(range(rules.players))
    desk = KernelTable(game, int(calls), 0, *((FORGET, CAUGHT) if seed % 5 else (0, 0)))
    desk.start(seed % rules.players)
    return game, desk


def open_numbers(desk: KernelTable) -> list[int]:
    """What may be chosen; drawing only where nothing else may be, so that rounds end."""
    low, middle, high = desk.mask()
    bits = low | middle << 64 | high << 128
    found = [number for number in range(SIZE) if bits >> number & 1]
    return [number for number in found if number != DRAW] or found


def rules_of(chance: Random, number: int) -> Ruleset:
    """Plain ones, which go the shorter way, and all others."""
    if number % 3 == 0:
        return ruleset(players=chance.randint(2, 10), decks=2)
    return (rules_at_random if number % 3 == 1 else rules_without_written)(chance, number)


@pytest.mark.tier("default")
@pytest.mark.parametrize("part", range(PARTS))
def test_the_shorter_way_leads_where_the_long_one_leads(part: int) -> None:
    """The same state, the same question, the same numbers open and the same last action after every step."""
    for number in range(part, PARTS * ROUNDS, PARTS):
        chance = Random(f"swift:{number}")
        rules = rules_of(chance, number)
        (game, desk), (watched, long) = (
            at_desk(rules, number, long_way=long_way, calls=number % 4 == 3) for long_way in (False, True)
        )
        for step in range(STEPS):
            assert desk.asked_of() == long.asked_of(), (number, step)
            assert desk.mask() == long.mask(), (number, step)
            assert game.state() == watched.state(), (number, step)
            if desk.asked_of() < 0:
                break
            chosen = chance.choice(open_numbers(desk))
            desk.take(chosen)
            long.take(chosen)
            assert desk.last_action() == long.last_action(), (number, step)
