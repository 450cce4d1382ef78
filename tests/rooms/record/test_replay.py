"""Replaying: a record reaches the same events, hands and scores as the match that it was written of."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.record import DealEntry, Header, LeaveEntry, read_record, replay, write_record
from lastcard.rules.ruleset import ruleset
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record.random_records import Played


@pytest.mark.parametrize("seed", range(30))
def test_a_record_replays_alone(seed: int):
    """The text of any match played at random gives back each of its events, its last round and its score."""
    random = Random(seed)
    played = Played(rules_at_random(random, seed), random)
    moments = list(replay(read_record(write_record(played.record))))
    assert [event for moment in moments for event in moment.events] == played.events
    assert moments[-1].round == played.rounds[-1]
    assert moments[-1].match == played.match


@pytest.mark.rule("S5")
def test_the_deal_passes_without_being_written_down():
    """The dealer of a later round follows from the match."""
    random = Random(5)
    played = Played(ruleset("classic", players=3, target=100_000), random, 3, to_the_end=True)
    dealers = [
        m.round.table.dealer for m in replay(played.record) if isinstance(m.entry, DealEntry) and m.round
    ]
    assert dealers == [(played.header.dealer + i) % 3 for i in range(3)]


@pytest.mark.rule("V14")
def test_a_player_leaves_between_two_rounds():
    """One who leaves after a round is dealt no hand in the next."""
    random = Random(6)
    played = Played(ruleset("classic", players=3, target=100_000), random, 1, to_the_end=True)
    entries = (*played.entries, LeaveEntry(2), LeaveEntry(0))
    *_, last = replay(type(played.record)(played.header, entries))
    assert last.events == ()
    assert last.match.left == (2, 0)
    assert last.match.winner == 1


@pytest.mark.rule("V14")
def test_who_has_left_already_stands_before_the_first_round():
    """So a later round is a record of its own; it reads back."""
    random = Random(6)
    played = Played(ruleset("classic", players=2, target=100_000), random, 1, to_the_end=True)
    three = ruleset("classic", players=3, target=100_000)
    away = type(played.record)(Header(three, played.header.dealer), (LeaveEntry(2), *played.entries))
    again = read_record(write_record(away))
    assert again.entries[0] == LeaveEntry(2, line=again.entries[0].line)
    *_, last = replay(again)
    assert last.match.left == (2,)
    assert last.match.scores[:2] == played.match.scores
