"""Twins: cards that a viewer has not seen change places, and nothing that it gets changes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lastcard.rules.actions import DrawCard
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card, Colour, parse_cards
from lastcard.rules.deal import begin
from lastcard.rules.effects import Discard, What, Who
from lastcard.rules.events import DrawReason, Drew, TurnBegan
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import Drawn, Hand, Hidden, Picking, Round, RuleRun, Turn
from lastcard.rules.ruleset import Ruleset, ruleset
from lastcard.rules.view import seen_by, view
from tests.laws.walker.laws import bytes_of, whole
from tests.laws.walker.twins import facts, spots, twin_of


def dealt(rules: Ruleset, seed: int) -> Round:
    """A round that was just dealt."""
    chance = Random(seed)

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(chance.sample(cards, len(cards)))

    return evolve_all(None, begin(rules, 0, shuffle(rules.cards), shuffle))


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_twin_has_the_same_cards_and_looks_the_same(viewer: int | None) -> None:
    """Cards change places only where the viewer does not see them."""
    round_ = dealt(ruleset(players=3), 1)
    twin = twin_of(round_, viewer, Random(2))
    assert twin != round_
    assert whole(twin) == whole(round_)
    assert view(twin, viewer) == view(round_, viewer)


def test_every_card_in_the_pile_and_in_other_hands_can_change_places() -> None:
    """The places of a seat's twin are all that its view shows as unseen."""
    round_ = dealt(ruleset(players=3), 1)
    unseen = bytes_of(view(round_, 1)).count(b"??")
    assert len(spots(round_, 1)) == unseen == len(round_.hidden.pile) + 14


def test_a_card_drawn_is_a_fact_for_its_owner_only() -> None:
    """Others learn how many cards were drawn."""
    round_ = dealt(ruleset(players=3), 1)
    assert isinstance(round_.phase, Turn)
    seat = round_.phase.seat
    events = decide(round_, seat, DrawCard(), lambda cards: cards)
    drawn = round_.hidden.pile[0]
    assert f"'{drawn}'" in str(facts(round_, events, seat)[0])
    assert f"'{drawn}'" not in str(facts(round_, events, (seat + 1) % 3))


def drawn_under_strict_rules(held: str) -> Round:
    """Seat 0 has just drawn a Wild Draw Four, which it may play; red is in force, and seat 2 holds much of it."""
    rules = ruleset(players=3, wild_draw_four="strict")
    hands = [parse_cards(f"{held} W+4"), parse_cards("B1 B2"), parse_cards("R3 R4 R5 R6")]
    rest = Counter(rules.cards) - Counter([*hands[0], *hands[1], *hands[2], *parse_cards("R1")])
    top = parse_cards("R1")[0]
    table = dealt(rules, 1).table._replace(phase=Drawn(0), top=top, colour=top.colour)
    mine, *others = (Hand(cards) for cards in hands)
    return Round(
        table, (mine._replace(drawn=mine.cards[-1]), *others), Hidden(tuple(sorted(rest.elements())))
    )


@pytest.mark.rule("W7")
def test_in_a_twin_a_card_drawn_can_be_played_as_well() -> None:
    """That a Wild Draw Four just drawn may be played is known to all, so no twin gives its owner the colour in force."""
    round_ = drawn_under_strict_rules("G5 G6")
    for seed in range(200):
        twin = twin_of(round_, 1, Random(seed))
        assert all(card.colour is not round_.table.colour for card in twin.hands[0].cards)


@pytest.mark.rule("H4")
def test_in_a_twin_one_who_picks_has_cards_to_pick_from() -> None:
    """That somebody holds more cards of the sort than are to be discarded is known to all, so every twin has them."""
    round_ = drawn_under_strict_rules("G5 G6")
    phase = Picking(2, Discard(What.RED, Who.NEXT, 3), 3, None, RuleRun(0, 1, 1, chained=True), ())
    table = round_.table._replace(phase=phase)
    mine = round_.hands[0]._replace(drawn=None)
    for seed in range(200):
        twin = twin_of(round_._replace(table=table, hands=(mine, *round_.hands[1:])), 1, Random(seed))
        assert sum(card.colour is Colour.RED for card in twin.hands[2].cards) > phase.count


@pytest.mark.rule("W7")
def test_whether_a_card_drawn_can_still_be_played_after_a_penalty_comes_to_light() -> None:
    """A penalty that brings the colour in force ends the turn, and everybody sees that."""
    round_ = drawn_under_strict_rules("G5 G6")
    drew, ended = Drew(0, parse_cards("R7 B1"), DrawReason.UNO), TurnBegan(1)
    assert facts(round_, [drew, ended], 1) != facts(round_, [drew], 1)
    assert facts(round_, [Drew(2, drew.cards, DrawReason.UNO), ended], 1) == facts(
        round_, [Drew(2, drew.cards, DrawReason.UNO)], 1
    )


@pytest.mark.rule("T4")
@pytest.mark.parametrize("held", ["G5", "R5"])
def test_nobody_else_learns_whether_one_who_drew_held_a_playable_card(held: str) -> None:
    """Under `must_play` the one who drew may pass after reneging and not otherwise: a secret of that hand."""
    rules = ruleset(players=2, drawn_card="must_play")
    hands = [parse_cards(f"{held} G6"), parse_cards("B1 B2")]
    rest = Counter(rules.cards) - Counter([*hands[0], *hands[1], *parse_cards("R9 R1")])
    start = dealt(rules, 1)
    table = start.table._replace(phase=Turn(0), top=parse_cards("R1")[0], colour=parse_cards("R1")[0].colour)
    pile = (*parse_cards("R9"), *sorted(rest.elements()))
    round_ = Round(table, tuple(Hand(cards) for cards in hands), Hidden(pile))
    events = decide(round_, 0, DrawCard(), lambda cards: cards)
    after = evolve_all(round_, events)
    assert after.phase == Drawn(0)
    assert ("pass" in map(str, legal_actions(after, 0))) == (held == "R5")
    for viewer in (1, None):
        assert b'reneged": true' not in b"".join(bytes_of(seen_by(event, viewer)) for event in events)
        assert b'reneged": true' not in bytes_of(view(after, viewer))
