"""What walks have found, as short stories."""

from __future__ import annotations

from collections import Counter

import pytest

from lastcard.rules.actions import parse_action
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card, parse_cards
from lastcard.rules.evolve import evolve_all
from lastcard.rules.leave import leave
from lastcard.rules.legal import awaited
from lastcard.rules.round import Hand, Hidden, Round, Table, Turn
from lastcard.rules.ruleset import ruleset


def as_it_is(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A shuffle that leaves the order alone."""
    return cards


@pytest.mark.rule("V14")
@pytest.mark.rule("H8")
def test_who_left_while_a_rule_was_carried_out_loses_no_turn() -> None:
    """The actor of a charade leaves; the rest of the rule takes a turn from nobody who is gone."""
    effects = [{"charade": True, "winner": [{"dare": "Sing.", "who": "self"}]}, {"skip": "self"}]
    rules = ruleset(players=4, written={"R1": {"text": "A charade.", "effects": effects}})
    hands = [parse_cards(text) for text in ("R1 B1 B2", "B3 B4", "B5 B6", "B7 B8")]
    left = Counter(rules.cards) - Counter(parse_cards("R9")) - Counter(c for hand in hands for c in hand)
    top = parse_cards("R9")[0]
    table = Table(rules, (0, 1, 2, 3), 0, Turn(0), top=top, colour=top.colour)
    round_ = Round(table, tuple(Hand(hand) for hand in hands), Hidden(tuple(sorted(left.elements()))))
    for seat, action in ((0, "play R1"), (0, "guessed 1")):
        round_ = evolve_all(round_, decide(round_, seat, parse_action(action), as_it_is))
    round_ = evolve_all(round_, leave(round_, 0, as_it_is))
    round_ = evolve_all(round_, decide(round_, 2, parse_action("done"), as_it_is))
    assert round_.table.losing == frozenset()
    assert awaited(round_) == (1,)
