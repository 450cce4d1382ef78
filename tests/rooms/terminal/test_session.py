"""A match at a terminal: any player who types something gets to its end, by every edition and house rule."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from lastcard.record import replay
from lastcard.rules.ruleset import EDITIONS, Ruleset, ruleset
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.terminal.typist import Table
from tests.tiers import by_tier

STEPS = 400


def played(rules: Ruleset, seed: int) -> Table:
    """A match played to its end, or as far as STEPS lines lead."""
    table = Table(rules, Random(seed), STEPS)
    with suppress(EOFError):
        table.session.play()
    return table


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_a_match_is_played_to_its_end(edition: str, players: int) -> None:
    """Whoever types at random plays a whole match, and its record tells the same."""
    table = played(ruleset(edition, players=players, target=30), players)
    assert table.game.match.over
    assert "the match." in table.said.splitlines()[-1]
    *_, last = replay(table.record)
    assert last.match == table.game.match


@pytest.mark.parametrize("seed", by_tier(range(60), quick=2, default=20))
def test_any_rules_can_be_played_by_typing(seed: int) -> None:
    """The same with rules at random: house rules, sides, written cards with dares, charades, choices and gifts."""
    chance = Random(seed)
    table = played(rules_at_random(chance, seed), seed)
    *_, last = replay(table.record)
    assert last.round == table.game.round
    assert last.match == table.game.match
    assert "hidden card" not in table.said
    assert all(len(line) <= 79 for line in table.said.splitlines() if ": " not in line)
    assert table.said.replace("\n", "").isprintable() or "\x1b" in table.said
