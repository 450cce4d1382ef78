"""No entry of the tables can be wrong without lockstep going red: a sample of each sort, for rules of many kinds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.sim.kernel import Tables
from lastcard.sim.tables import numbers_of
from tests.laws.lockstep.spoil import judge, own_deal, spoiled
from tests.laws.lockstep.used import Entry, entries, is_used

DARE = {"dare": "Sing.", "who": "next", "else": [{"draw": 2, "who": "next"}, {"skip": "chosen"}]}
GIVE = {"give": 1, "who": "next", "to": "partner"}
RULES: dict[str, dict[str, Any]] = {
    "debts": {"players": 3, "stacking": "cross", "deflect": True, "wild_draw_four": "free"},
    "moving": {"edition": "swap-112", "players": 4, "seven_zero": True, "jump_in": "all", "first_seat": 2},
    "strict": {
        "players": 3,
        "wild_draw_four": "strict",
        "renege": False,
        "multi_play": True,
        "last_card": "no_wild",
    },
    "written": {
        "teams": [[0, 2], [1, 3]],
        "written": {
            "R3": {"text": "a", "when": "play", "effects": [DARE, GIVE]},
            "G5": {
                "text": "b",
                "when": "play",
                "effects": [{"discard": "number", "count": 1, "who": "others"}],
            },
            "B1": {"text": "c", "when": "draw", "effects": [{"rotate": "left"}, {"swap": "next"}], "nth": 1},
        },
        "draw_limit": 15,
    },
}


@pytest.mark.tier("default")
@pytest.mark.parametrize("name", RULES)
def test_a_spoiled_entry_of_each_sort_is_noticed(name: str) -> None:
    """Of every array and option that these rules use, one entry chosen by chance."""
    rules = ruleset(**RULES[name])
    numbers = numbers_of(rules)
    chance, sample = Random(name), {}
    used = [entry for entry in entries(numbers) if is_used(rules, numbers, entry)]
    for entry in chance.sample(used, len(used)):
        sample[entry.name] = entry
    verdict = judge(rules, name, 300, keep=lambda entry: sample.get(entry.name) == entry)
    assert verdict.spoiled == len(sample) > 25
    assert verdict.unnoticed == []


def test_what_is_right_is_not_called_spoiled() -> None:
    """Entries that are not spoiled are noticed by nothing."""
    rules = ruleset(players=3)
    numbers = numbers_of(rules)
    assert spoiled(numbers, Entry("points", 3))["points"] != numbers["points"]
    assert spoiled(numbers, Entry("sym", 3, 7))["sym"][3] == numbers["sym"][3] ^ 1 << 7
    assert own_deal(Tables(numbers)) == sorted(card.order for card in rules.cards)
