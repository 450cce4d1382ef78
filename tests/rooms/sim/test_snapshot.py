"""A round of the kernel is copied, packed and unpacked whole."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastcard.sim.kernel import KernelGame, KernelTable
from lastcard.sim.tables import compile_rules
from sim_build import KERNEL
from tests.laws.walker.rules_at_random import rules_at_random

FROM_OTHERS = {"seats", "playing"}
"""Fields that follow from the seats, which are packed apart."""
NOT_OF_THE_ROUND = {"pile_mode", "noting"}


def body_of(module: Path, name: str) -> list[ast.stmt]:
    """The statements of a class of the kernel."""
    tree = ast.parse(module.read_text("utf-8"))
    return next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)


def numbers_of(module: Path, name: str, *, visible: bool) -> set[str]:
    """The fields of one number each that a class declares; the visible ones are those that Python may read and write."""
    found: set[str] = set()
    for node in body_of(module, name):
        if isinstance(node, ast.Assign) and "cython.declare" in ast.unparse(node.value):
            found |= {ast.unparse(target) for target in node.targets}
        elif not visible and isinstance(node, ast.AnnAssign) and "cython." in ast.unparse(node.annotation):
            found.add(ast.unparse(node.target))
    return found


def tuple_of(module: Path, *names: str) -> list[str]:
    """The strings in the tuples of these names."""
    tree = ast.parse(module.read_text("utf-8"))
    return [
        item.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names
        for item in ast.walk(node.value)
        if isinstance(item, ast.Constant) and isinstance(item.value, str)
    ]


def test_nothing_of_a_round_is_forgotten_in_a_pickle() -> None:
    """Every number that a game or a table declares is packed and unpacked, but for those that follow from others or are no part of a round."""
    game, table = KERNEL / "game.py", KERNEL / "env.py"
    packed = tuple_of(game, "SHOWN", "NUMBERS")
    assert len(packed) == len(set(packed)) > 40
    assert set(packed) == numbers_of(game, "Game", visible=True) - FROM_OTHERS
    assert numbers_of(game, "Game", visible=False) - set(packed) == FROM_OTHERS | NOT_OF_THE_ROUND
    assert set(tuple_of(table, "ASKED")) == numbers_of(table, "TableFields", visible=True)
    settings = numbers_of(table, "TableFields", visible=False) - set(tuple_of(table, "ASKED"))
    assert settings == {"calls", "judges", "fast_answers", "forgets", "catches"}


def table_at_random(number: int) -> tuple[KernelTable, KernelGame, Random]:
    """A table somewhere in a round."""
    chance = Random(f"snapshot:{number}")
    rules = rules_at_random(chance, number)
    game = KernelGame(compile_rules(rules), number)
    game.seat_players(range(rules.players))
    table = KernelTable(game, calls=1, judges=1)
    table.start(0)
    for _ in range(chance.randrange(80)):
        if table.asked_of() >= 0:
            table.take(chance.choice(choices(table)))
    return table, game, chance


def choices(table: KernelTable) -> list[int]:
    """The numbers that are open."""
    return [64 * i + j for i, word in enumerate(table.mask()) for j in range(64) if word >> j & 1]


@pytest.mark.parametrize("number", range(60))
def test_a_copy_is_the_same_round_to_the_last_number(number: int) -> None:
    """What a copy packs is what the original packs, and a round that is unpacked goes on like the original."""
    table, game, chance = table_at_random(number)
    rules = rules_at_random(Random(f"snapshot:{number}"), number)
    copied, unpacked = (KernelTable(KernelGame(compile_rules(rules), 1), calls=1, judges=1) for _ in range(2))
    copied.copy_from(table)
    unpacked.unpack(pickle.loads(pickle.dumps(table.packed())))  # noqa: S301 - packed a line before
    seen: list[Any] = [each.packed() for each in (table, copied, unpacked)]
    assert seen[0] == seen[1] == seen[2]
    for _ in range(30):
        if table.asked_of() < 0:
            break
        chosen = chance.choice(choices(table))
        for each in (table, copied, unpacked):
            each.take(chosen)
        assert table.packed() == copied.packed() == unpacked.packed()
    assert game.state()
