"""Two replayers that share no code come to the same hands, tops, turns and scores."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from lastcard.record import read_record, replay, write_record
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import ruleset_from
from tests.laws.walker.play import Style, style_at_random
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record import second_replayer
from tests.rooms.record.random_records import Played
from tests.tiers import by_tier

if TYPE_CHECKING:
    from lastcard.rules.ruleset import Ruleset


STAYING = Style(draw=0.3, uno=0.5, aside=0.2, leave=0, wrong=0)


def rules_without_written(random: Random, number: int) -> Ruleset:
    """Rules of any edition with any options; every third time as the edition prints them."""
    while True:
        data = rules_at_random(random, number).as_data()
        data.pop("written", None)
        if number % 3 == 0:
            data["options"] = {}
        try:
            return ruleset_from(data)
        except RulesError:
            continue


def compare(text: str) -> int:
    """Replay the text by both, entry by entry; how many rounds that were."""
    match = second_replayer.Match(text)
    rounds = 0
    for moment, other in zip(replay(read_record(text)), match.play(), strict=True):
        state = moment.round
        assert state is not None
        mine = {s: sorted(card.token for card in state.hands[s].cards) for s in state.table.seats}
        assert {seat: sorted(hand) for seat, hand in other.hands.items()} == mine, moment.entry
        colour = state.table.colour.letter if state.table.colour else None
        now = (str(state.table.top), colour, state.turn, state.over, state.out)
        assert (other.top, other.colour, other.turn, other.over, other.out) == now, moment.entry
        assert other.pile == [card.token for card in state.hidden.pile], moment.entry
        if state.over:
            rounds += 1
            assert tuple(other.points().items()) == moment.match.rounds[-1]
    assert tuple(match.scores.items()) == moment.match.scores
    return rounds


@pytest.mark.parametrize("number", by_tier(range(25), quick=1, default=8))
def test_two_replayers_agree(number: int):
    """Forty rounds of matches played at random: the same hands, tops, turns and scores after every entry."""
    rounds = 0
    at = 0
    while rounds < 40:
        random = Random(f"{number}:{at}")
        style = style_at_random(random)._replace(draw=0.02, leave=0, aside=0.1) if at % 10 else STAYING
        played = Played(rules_without_written(random, number + at), random, 4, style=style)
        rounds += compare(write_record(played.record))
        at += 1


def test_it_shares_no_code():
    """The second replayer imports nothing but the standard library."""
    tree = ast.parse(Path("tests/rooms/record/second_replayer.py").read_text("utf-8"))
    imported = {node.names[0].name for node in ast.walk(tree) if isinstance(node, ast.Import)}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "sys", "collections", "pathlib", "typing"}
