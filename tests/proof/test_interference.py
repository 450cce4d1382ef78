"""Unseen cards change no byte of what a viewer gets from the real server; servers that tell too much are caught."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from lastcard.rules.events import RoundBegan
from lastcard.rules.ruleset import EDITIONS, ruleset
from tests.proof.elder import Elder
from tests.proof.interference import PHASES, Found, exchanged, on_stage, one_table
from tests.proof.leaks import LEAKS, leaking
from tests.proof.ledger import ProofBroken
from tests.proof.stage import Stage

PAIRS = 1000
MAX_TABLES = 40


def test_unseen_cards_change_no_byte() -> None:
    """A thousand kept pairs and more, of every edition and in every phase."""
    found = Found()
    number = 0
    while found.kept < PAIRS or found.missing():
        found.add(one_table("ci", number))
        number += 1
        assert number < MAX_TABLES, found
    print(f"\n{found}")


@pytest.mark.parametrize("leak", LEAKS)
def test_a_server_that_tells_too_much_is_caught(leak: str) -> None:
    """Controls: whatever leaks changes a byte, or the time of one, somewhere."""
    with leaking(leak), pytest.raises(ProofBroken, match="unseen cards change nothing|at the same time"):
        tables("leak")


def tables(seed: str) -> None:
    """Many tables and their twins."""
    for number in range(MAX_TABLES):
        one_table(seed, number)


def played(seed: str) -> tuple[Stage, Elder]:
    """A table of four that was played at for a while."""
    stage = Stage(seed)
    elder = Elder(stage, ruleset(players=4), Random(seed))
    assert on_stage(stage, lambda: elder.play(60))
    return stage, elder


def test_the_same_seed_plays_the_same() -> None:
    """Nothing but the cards makes a difference: without an exchange a stage is the same to the byte."""
    told = [[line.heard for line in played("again")[0].all_lines.values()] for _ in range(2)]
    assert told[0] == told[1]
    assert sum(map(len, told[0])) > 500


def test_a_twin_is_dealt_the_same_cards_in_other_places() -> None:
    """The twin's deck has the same cards, some of them exchanged, none that its viewer saw; and another secret."""
    _, elder = played("twin")
    dealt = next(event for event in elder.folded.events if isinstance(event, RoundBegan))
    exchanges = 0
    for number in range(20):
        younger = Stage("twin", elder.stage)
        viewer = exchanged(elder, younger, Random(number))
        if viewer is False:
            continue
        twin = Elder(younger, elder.rules, Random("twin"))
        on_stage(younger, partial(twin.play, 5))
        other = next(event for event in twin.folded.events if isinstance(event, RoundBegan))
        assert sorted(map(str, [*other.pile, *sum(other.hands, ())])) == sorted(
            map(str, [*dealt.pile, *sum(dealt.hands, ())])
        )
        if viewer is not None:
            assert other.hands[viewer] == dealt.hands[viewer]
        exchanges += (other.hands, other.pile) != (dealt.hands, dealt.pile)
        deals = [e.folded.now.deal for e in (twin, elder)]
        assert deals[0] is not None
        assert deals[1] is not None
    assert exchanges > 5


def test_what_was_never_met_is_said() -> None:
    """An empty run has met no edition and no phase."""
    assert set(Found().missing()) == {*EDITIONS, *PHASES}
