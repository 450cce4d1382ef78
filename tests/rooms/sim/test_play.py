"""Rounds played for their figures: the same whatever they are played with, and near what others have found."""

from __future__ import annotations

import numpy as np
import pytest

from lastcard.rules.ruleset import ruleset
from lastcard.sim.play import RANDOM, SENSIBLE, Policy, play_rounds


def test_a_round_is_the_same_whichever_are_played_with_it() -> None:
    """Rounds 30 to 59 alone are those of rounds 0 to 59."""
    rules = ruleset(players=4)
    whole, part = play_rounds(rules, 7, 60), play_rounds(rules, 7, 30, first=30)
    assert (whole.table[30:] == part.table).all()
    assert (whole.points[30:] == part.points).all()


def test_policy_r_gives_the_known_figures() -> None:
    """Four players, classic, policy R: 116 points a round, and who acts first wins 27 % (research of independent simulations)."""
    rounds = play_rounds(ruleset(players=4), 3, 20_000)
    won, out, first = (rounds.column(name) for name in ("won", "out", "first"))
    assert abs(won.mean() - 116.3) < 4 * won.std() / np.sqrt(len(won))
    assert abs((out == first).mean() - 0.271) < 0.013


@pytest.mark.parametrize(("players", "known"), [(2, 0.66), (4, 0.345)])
def test_who_plays_sensibly_wins_more(players: int, known: float) -> None:
    """A sensible heuristic against random lawful play."""
    rounds = play_rounds(ruleset(players=players), 5, 10_000, [SENSIBLE, *[RANDOM] * (players - 1)])
    assert abs((rounds.column("out") == 0).mean() - known) < 0.03


def test_forgetting_is_caught_as_often_as_said() -> None:
    """Where UNO is always forgotten and always caught, nobody goes out uncaught."""
    rounds = play_rounds(ruleset(players=3), 1, 500, Policy(forget=1.0, catch=1.0))
    never = play_rounds(ruleset(players=3), 1, 500, Policy(forget=1.0))
    assert rounds.column("caught").min() >= 1
    assert never.column("caught").max() == 0


@pytest.mark.rule("U5")
def test_cards_of_catches_are_counted_as_drawn() -> None:
    """Two cards for each catch are among those that were forced."""
    rounds = play_rounds(ruleset(players=3), 1, 500, Policy(forget=1.0, catch=1.0))
    assert (rounds.column("forced") >= 2 * rounds.column("caught")).all()
    assert (rounds.column("drawn") >= rounds.column("forced")).all()


@pytest.mark.rule("S10")
def test_cards_that_the_first_card_costs_are_counted_as_drawn() -> None:
    """In a deck whose number cards are but one, most rounds begin with a word card; two of them, cards drawn at once."""
    rules = ruleset(players=4)
    for number in range(200):
        round_ = play_rounds(rules, 9, 1, first=number)
        held = int(round_.cards[2].sum())
        assert held in {28, 30}
        if held == 30:
            assert round_.column("forced")[0] >= 2
            return
    raise AssertionError("no round began with a Draw Two")


def test_the_deal_is_the_same_whatever_is_played() -> None:
    """The hands of a round do not depend on policies or house rules."""
    for number in range(30):
        held = {
            play_rounds(rules, 9, 1, policy, first=number).cards[2].tobytes()
            for policy in (RANDOM, SENSIBLE)
            for rules in (ruleset(players=4), ruleset(players=4, stacking="cross", jump_in="all"))
        }
        assert len(held) == 1


def test_the_order_of_the_pile_is_the_same_whatever_is_played() -> None:
    """Lengths of the same rounds by two policies go together more than hands alone would make them."""
    a, b = (
        play_rounds(ruleset(players=4, stacking=stacking), 9, 20_000, SENSIBLE).column("turns")
        for stacking in ("none", "same")
    )
    assert np.corrcoef(a, b)[0, 1] > 0.5


@pytest.mark.rule("V9")
def test_every_card_of_a_set_is_counted() -> None:
    """What is dealt and drawn is played or left over: with sets of numbers more than one card a turn is played."""
    rounds = play_rounds(ruleset(players=2, multi_play=True), 9, 2000)
    dealt = 14 * 2000 + rounds.column("drawn").sum()
    left = rounds.points.sum() / 9
    assert rounds.cards[0].sum() < dealt
    assert rounds.cards[0].sum() > dealt - 1.5 * left


def test_cards_decide_as_often_as_rounds_are_won() -> None:
    """Each round that somebody wins has a last card; a card of the winner's hand is one of all hands."""
    rounds = play_rounds(ruleset(players=4), 9, 2000)
    assert rounds.cards[1].sum() == (rounds.column("out") >= 0).sum()
    assert (rounds.cards[3] <= rounds.cards[2]).all()
    assert rounds.cards[3].sum() / rounds.cards[2].sum() == pytest.approx(0.25, abs=0.01)


def test_challenges_are_made_as_often_as_said() -> None:
    """Policy R never challenges."""
    rules = ruleset(players=4)
    assert play_rounds(rules, 1, 300).column("challenged").sum() == 0
    assert (
        play_rounds(rules, 1, 300, Policy(challenge=1.0, challenge_many=1.0)).column("challenged").sum() > 100
    )


def test_a_policy_for_each_seat_is_needed() -> None:
    """Too few are refused."""
    with pytest.raises(ValueError, match="2 policies for 3 players"):
        play_rounds(ruleset(players=3), 1, 1, [RANDOM, RANDOM])


@pytest.mark.tier("default")
@pytest.mark.rule("H5")
@pytest.mark.parametrize("policy", [RANDOM, SENSIBLE])
def test_charades_are_guessed_as_often_as_said(policy: Policy) -> None:
    """Never, or whenever the card is played: then somebody discards a colour, and rounds are shorter."""
    act = {"charade": True, "winner": {"discard": "called-colour", "who": "self"}}
    written = {card: {"text": "A charade.", "effects": [act]} for card in ("WC1", "WC2", "WC3")}
    rules = ruleset("swap-112", players=4, written=written)
    turns = {
        guess: play_rounds(rules, 1, 20_000, policy, guess=guess).column("turns").mean()
        for guess in (0.0, 0.5, 1.0)
    }
    assert turns[0.0] > turns[0.5] > turns[1.0]
    assert (play_rounds(rules, 1, 20_000, policy).column("turns").mean()) == turns[0.5]
