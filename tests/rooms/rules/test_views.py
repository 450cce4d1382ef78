"""A view from a seat differs from everybody's in its own hand alone."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.bots.arena import shuffler
from lastcard.rules.acts import decide
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.view import view, view_at
from tests.laws.walker.rules_at_random import rules_at_random


@pytest.mark.parametrize("seed", range(40))
def test_the_own_hand_put_into_the_public_view_is_the_view(seed: int) -> None:
    """Through a round of random rules, for every seat at every step, and when all hands lie open."""
    chance = Random(seed)
    rules = rules_at_random(chance, seed)
    shuffle = shuffler(chance)
    state = evolve_all(None, begin(rules, 0, shuffle(rules.cards), shuffle))
    for _ in range(300):
        public = view(state, None)
        for seat in range(rules.players):
            assert view_at(public, state, seat) == view(state, seat)
        if state.over:
            break
        seat = awaited(state)[0]
        action = chance.choice(legal_actions(state, seat))
        state = evolve_all(state, decide(state, seat, action, shuffle))
