"""Rounds whose chance is chosen card by card: right, copyable, and each seat has seen what it may and no more."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from random import Random

import numpy as np
import pytest

from lastcard.env.act_history import OUT_OF_TURN, SAY_NOTHING
from lastcard.env.explicit_chance import ACTION, GOT, HAND_SIZE, LOST, ExplicitChanceRound, SeenEvent
from lastcard.rules.cards import ALL_CARDS
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.sim.choices import CHOICES

HOUSE = {"stacking": "cross", "jump_in": "all", "seven_zero": True, "draw_to_match": True}
RULES = [ruleset(players=3), ruleset("swap-112", players=2), ruleset("blanks-112", players=4, **HOUSE)]


def step(round_: ExplicitChanceRound, chance: Random) -> None:
    """Chance or the seat that is asked does anything that it may."""
    if round_.chance_cards:
        cards, weights = zip(*round_.chance_outcomes(), strict=True)
        round_.apply_chance(chance.choices(cards, weights)[0])
    else:
        round_.apply_action(chance.choice(round_.legal_actions))


def played(rules: Ruleset, seed: int, steps: int, calls: bool = False) -> ExplicitChanceRound:
    """A round some way on."""
    round_, chance = ExplicitChanceRound(rules, calls=calls), Random(seed)
    for _ in range(steps):
        if not round_.over:
            step(round_, chance)
    return round_


@pytest.mark.tier("default")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("calls", [False, True])
def test_every_card_is_somewhere(rules: Ruleset, calls: bool) -> None:
    """Hands, pile, discards and the top card are the deck, after every choice and through shuffles of the discards."""
    deck, shuffles = Counter(card.order for card in rules.cards), 0
    for seed in range(4):
        round_, chance = ExplicitChanceRound(rules, calls=calls, max_choices=400), Random(seed)
        while not round_.over:
            step(round_, chance)
            if not round_.chance_cards and not round_.over:
                state = round_.state
                held = Counter[int]()
                for hand in state["hands"]:
                    held.update(hand)
                assert (
                    held + Counter(state["pile"]) + Counter(state["discard"]) + Counter([state["top"]])
                    == deck
                )
        shuffles += len(round_.drawn) - 1
    assert shuffles


@pytest.mark.parametrize("rules", RULES)
def test_the_bytes_of_who_is_asked_are_those_of_any_seat(rules: Ruleset) -> None:
    """Where no part of an action is asked for, the kernel's bytes are those that are made of its state."""
    compared = 0
    for seed in range(6):
        round_, chance = ExplicitChanceRound(rules, max_choices=150), Random(seed)
        while not round_.over:
            step(round_, chance)
            if round_.current_seat >= 0 and round_.question == 0:
                asked, round_.current_seat = round_.current_seat, -1
                made = round_.view(asked)
                round_.current_seat = asked
                assert made.tolist() == round_.view(asked).tolist()
                compared += 1
    assert compared > 100


def test_chances_are_what_is_left_of_the_deck() -> None:
    """They add up to one, each card as often as it is left; the first card turned up is one that may start (S6)."""
    round_ = ExplicitChanceRound(ruleset(players=2))
    for _ in range(14):
        round_.apply_chance(ALL_CARDS[0].order if round_.chance_cards[0] else round_.chance_outcomes()[0][0])
    outcomes = dict(round_.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    assert str(ALL_CARDS[57]) == "W+4"
    assert 57 not in outcomes
    assert 57 in round_.chance_cards
    with pytest.raises(ValueError, match="the card 57 cannot come now"):
        round_.apply_chance(57)


def test_a_copy_goes_its_own_way() -> None:
    """Copied and pickled rounds go on alike, and nothing done to one is seen in the other."""
    round_ = played(RULES[2], 3, 120)
    assert not round_.over
    first, second = copy.deepcopy(round_), pickle.loads(pickle.dumps(round_))  # noqa: S301 - our own
    before = [len(seen) for seen in round_.seen]
    for other in (first, second):
        chance = Random(9)
        for _ in range(60):
            if not other.over:
                step(other, chance)
    assert (first.drawn, first.chosen, first.rewards) == (second.drawn, second.chosen, second.rewards)
    assert [len(seen) for seen in round_.seen] == before
    assert len(first.chosen) > len(round_.chosen)


def test_what_a_seat_has_seen_tells_its_hand_and_all_sizes() -> None:
    """Adding up the cards that it got and lost gives the hand; the last size told of each seat is right."""
    for seed in range(5):
        round_ = played(RULES[0], seed, 150)
        for seat, seen in enumerate(round_.seen):
            hand = Counter[int]()
            sizes = [0] * 3
            for one in seen:
                hand.update({one.subject: one.value} if one.kind == GOT else {})
                hand.subtract({one.subject: one.value} if one.kind == LOST else {})
                if one.kind == HAND_SIZE:
                    sizes[one.subject] = one.value
            assert +hand == Counter(round_.state["hands"][seat])
            assert sizes == round_.state["size"][:3]


def test_who_says_nothing_when_asked_for_a_jump_is_not_heard() -> None:
    """To be asked is to hold the card: only the seat itself remembers it. Silence instead of UNO is heard by all."""
    heard = {True: 0, False: 0}
    for seed in range(8):
        round_, chance = (
            ExplicitChanceRound(ruleset(players=3, jump_in="all"), calls=True, max_choices=120),
            Random(seed),
        )
        while not round_.over:
            before, asked, aside = (
                [len(seen) for seen in round_.seen],
                round_.current_seat,
                round_.question == OUT_OF_TURN,
            )
            step(round_, chance)
            if asked < 0 or round_.chosen[-1] != SAY_NOTHING:
                continue
            silence = SeenEvent(ACTION, asked, SAY_NOTHING)
            noticed = [silence in seen[at:] for seen, at in zip(round_.seen, before, strict=True)]
            assert noticed == [seat == asked or not aside for seat in range(3)]
            heard[aside] += 1
    assert heard[True] > 20
    assert heard[False]


@pytest.mark.tier("default")
def test_other_cards_where_nobody_looked_change_nothing() -> None:
    """What a seat has seen and sees stays the same when two cards that it does not know change places."""
    same = 0
    for seed in range(40):
        chance = Random(seed)
        round_ = played(RULES[0], seed, 29 + chance.randrange(5, 30))
        if round_.over or round_.current_seat < 0:
            continue
        cards = round_.drawn[0]
        for _ in range(10):
            a, b = chance.sample(range(len(cards)), 2)
            other = cards.copy()
            other[a], other[b] = other[b], other[a]
            again = replayed(RULES[0], other, round_.chosen)
            if again is None or again.current_seat != round_.current_seat:
                continue
            if again.state["hands"][again.current_seat] != round_.state["hands"][again.current_seat]:
                continue
            if [one for one in again.seen[again.current_seat] if one.kind in (GOT, LOST)] != [
                one for one in round_.seen[again.current_seat] if one.kind in (GOT, LOST)
            ]:
                continue
            same += other != cards
            assert again.seen[again.current_seat] == round_.seen[again.current_seat]
            assert (again.view(again.current_seat) == round_.view(again.current_seat)).all()
    assert same > 20


def replayed(rules: Ruleset, cards: list[int], chosen: list[int]) -> ExplicitChanceRound | None:
    """The same choices with other cards, or None where they are not open or cards come otherwise."""
    round_, cards, chosen = ExplicitChanceRound(rules), cards.copy(), chosen.copy()
    try:
        while cards or chosen:
            if round_.over:
                return None
            if round_.chance_cards:
                round_.apply_chance(cards.pop(0))
            else:
                round_.apply_action(chosen.pop(0))
    except (ValueError, IndexError):
        return None
    return None if round_.over or round_.chance_cards else round_


def test_what_is_not_open_is_refused() -> None:
    """The seat is named."""
    round_ = played(RULES[0], 1, 29)
    while round_.chance_cards:
        step(round_, Random(1))
    with pytest.raises(ValueError, match=f"174 is not open to seat {round_.current_seat}"):
        round_.apply_action(CHOICES.index("lay"))


def test_a_round_that_does_not_end_is_broken_off() -> None:
    """After so many choices it is over and brings nothing."""
    round_ = played(RULES[0], 2, 400)
    short = ExplicitChanceRound(RULES[0], max_choices=5)
    chance = Random(1)
    while not short.over:
        step(short, chance)
    assert len(short.chosen) == 5
    assert short.rewards == (0.0, 0.0, 0.0)
    assert sum(round_.rewards) in (-1.0, 0.0)
    assert np.isfinite(round_.view(0)).all()
