"""The course of play in words."""

from __future__ import annotations

import pytest

from lastcard.record.narration import Narrator
from lastcard.rules import events as ev
from lastcard.rules.cards import parse_cards


@pytest.mark.rule("V14")
def test_one_card_goes_and_several_go():
    """Under the draw pile, when somebody leaves."""
    tell = Narrator().sentence
    assert tell(ev.Left(0, parse_cards("R5"))) == "Seat 0 leaves; 1 card goes under the draw pile."
    assert tell(ev.Left(0, parse_cards("R5 W"))) == "Seat 0 leaves; 2 cards go under the draw pile."
