"""Every entry of the tables spoiled in its turn: lockstep must notice each that the rules use.

`python -m tests.laws.lockstep.spoil --sets 30 --seed 1` spoils all entries of so many rule sets and lists what nothing noticed.
A round that both engines played alike is kept as what the kernel showed at each step; the spoiled kernel must show something else.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, takewhile
from random import Random
from typing import Any

from lastcard.rules.ruleset import Ruleset
from lastcard.sim.kernel import KernelGame, Tables
from lastcard.sim.tables import compile_rules, numbers_of
from tests.laws.lockstep.heard import BY_HAND, BY_TOP, Heard, at_a_glance, dealt, exposed, pared, whole
from tests.laws.lockstep.used import Entry, entries, is_used
from tests.laws.walker.rules_at_random import rules_at_random

WRAPS = {
    "colour_of": 5,
    "start": 6,
    "rotates": 4,
    "rule_when": 3,
    "op": 12,
    "who": 7,
    "to": 7,
    "of": 9,
    "four_mode": 3,
}
"""Entries that are one of so many numbers."""
FLAGS = {
    *(
        "skip",
        "turns",
        "swaps",
        "stacking",
        "closes_late",
        "must_play",
        "renege",
        "draw_to_match",
        "multi_play",
    ),
    *("reverse_dealer", "skip_dealer", "jump_in", "first_to", "drawn_rules", "plain"),
}
FEWER = {"players", "rule_end", "sub_end", "hand_size", "challenge_failed"}
"""Entries that are made smaller, as nothing lies beyond them, or the largest hand (V11) may hide more."""


def spoiled(numbers: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """The same numbers but for this one."""
    value = numbers[entry.name]
    if entry.at is None:
        return numbers | {entry.name: _other(entry, value)}
    return numbers | {
        entry.name: [*value[: entry.at], _other(entry, value[entry.at]), *value[entry.at + 1 :]]
    }


def _other(entry: Entry, value: int) -> int:
    if entry.bit is not None:
        return value ^ 1 << entry.bit
    if entry.name in WRAPS:
        return (value + 1) % WRAPS[entry.name]
    if entry.name == "first_seat":
        return 0 if value else 1
    if entry.name == "draw_limit":
        return 4
    if entry.name in FLAGS:
        return 1 - value
    return value - 1 if entry.name in FEWER else value + 1


def own_deal(tables: Tables) -> list[int]:
    """The cards of a deal that the kernel makes by itself."""
    game = KernelGame(tables, 1)
    game.deal(0)
    state = game.state()
    hands = (Counter(hand) for hand in state["hands"])
    return sorted([*state["pile"], state["top"], *sum(hands, Counter[int]()).elements()])


@dataclass
class Verdict:
    """What was spoiled by one rule set and not noticed."""

    rules: Ruleset
    spoiled: int = 0
    unnoticed: list[Entry] = field(default_factory=list)


def _rounds(rules: Ruleset, seed: str, left: list[Entry]) -> Iterator[Heard]:
    """Deals with every card on top, and positions with few cards in hand, more and more for what is left, until nothing is."""
    for number in takewhile(lambda _: bool(left), count()):
        chance = Random(f"{seed}:{number}")
        if number % 2 and number < 4 * len(set(rules.cards)):
            yield dealt(rules, chance, number // 2)
        else:
            one = pared(rules, chance, chance.choice(left))
            if one is not None:
                yield one


def judge(rules: Ruleset, seed: str, most: int, *, keep: Callable[[Entry], bool] = lambda _: True) -> Verdict:
    """Spoil every entry that these rules use, until a round of theirs notices it, or `most` in a row notice nothing."""
    numbers = numbers_of(rules)
    left = [e for e in entries(numbers) if keep(e) and is_used(rules, numbers, e)]
    found = Verdict(rules, len(left))
    tables, deck = compile_rules(rules), own_deal(compile_rules(rules))
    left = [e for e in left if e.name != "deck" or own_deal(Tables(spoiled(numbers, e))) == deck]
    noticed = 0
    for number, one in enumerate(_rounds(rules, seed, left)):
        if number - noticed >= most:
            break
        look = at_a_glance if number % 3 else whole
        shown, seen = one.shown(tables, look), exposed(one, tables)
        drawing, before = bool(numbers["drawn_rules"]), len(left)
        left[:] = [
            e
            for e in left
            if (e not in seen and (e.name in BY_HAND or (e.name in BY_TOP and not drawing)))
            or not one.differs(Tables(spoiled(numbers, e)), look, shown)
        ]
        if len(left) < before:
            noticed = number
    found.unnoticed = left
    return found


def main() -> int:
    """Run the command; 1 if something was never noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.lockstep.spoil", description=__doc__)
    parser.add_argument("--sets", type=int, default=30, help="how many rule sets (30)")
    parser.add_argument(
        "--rounds", type=int, default=400, help="rounds in a row that may notice nothing (400)"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total, missed = 0, Counter[str]()
    for number in range(options.sets):
        rules = rules_at_random(Random(f"{options.seed}:{number}"), number)
        verdict = judge(rules, f"{options.seed}:{number}", options.rounds)
        total += verdict.spoiled
        missed.update(entry.name for entry in verdict.unnoticed)
        said = ", ".join(map(str, verdict.unnoticed[:40])) or "everything was noticed"
        print(f"rule set {number}: {verdict.spoiled} entries spoiled, unnoticed: {said}", flush=True)
    print(f"{total} spoiled, {missed.total()} unnoticed: {dict(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
