"""T: what may be played, drawing, reneging, the draw pile used up."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.match import new_match, record, round_result
from lastcard.rules import events as ev
from lastcard.rules.cards import Card, Colour, parse_cards
from lastcard.rules.round import Drawn, Round, Turn
from lastcard.rules.ruleset import EDITIONS
from tests.rooms.rules.positions import (
    at,
    backwards,
    counts,
    ended,
    hand,
    happens,
    leaves,
    may,
    play,
    points,
    refused,
    tokens,
    turn_acts,
)

NOTHING = "Y1 Y2 Y3"
"""A hand of which nothing goes on a red five."""


def goes(card: str, top: str, colour: str | None = None, **options: Any) -> bool:
    """Whether the card may be played on that top card, from a hand of which nothing else may."""
    state = at(f"{card} G9", "B1", "B2", top=top, colour=colour, **options)
    step = f"play {card}{' green' if card.startswith('W') else ''}"
    listed = step in turn_acts(state, 0)
    if listed:
        play(state, f"0: {step}")
    else:
        refused(state, f"0: {step}")
    return listed


# T1: matching.


@pytest.mark.rule("T1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["R1", "R5", "RS", "RR", "R+2"])
def test_the_colour_matches(edition: str, card: str):
    """Any red card goes on a red five."""
    assert goes(card, "R5", edition=edition)


@pytest.mark.rule("T1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "top"), [("B5", "R5"), ("B0", "R0"), ("BS", "RS"), ("BR", "RR"), ("B+2", "R+2")]
)
def test_the_number_or_the_word_matches(edition: str, card: str, top: str):
    """The same number, Skip on Skip, Reverse on Reverse, Draw Two on Draw Two."""
    assert goes(card, top, edition=edition)


@pytest.mark.rule("T1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "top"), [("B6", "R5"), ("BS", "R5"), ("B5", "RS"), ("BS", "RR"), ("BR", "R+2"), ("B+2", "RS")]
)
def test_nothing_else_matches(edition: str, card: str, top: str):
    """Another number, or another word, in another colour."""
    assert not goes(card, top, edition=edition)
    assert refused(at(f"{card} G9", "B1", top=top, edition=edition), f"0: play {card}").rule == "T1"


@pytest.mark.rule("T1")
def test_the_card_played_is_the_new_top_and_the_old_lies_under_it():
    """A blue five on a red one: blue is in force."""
    state = play(at("B5 B6", "B1", top="R5", discard="R1"), "0: play B5")
    assert (str(state.table.top), state.table.colour, tokens(state.table.discard)) == (
        "B5",
        Colour.BLUE,
        "R1 R5",
    )
    assert (hand(state, 0), state.turn) == ("B6", 1)


@pytest.mark.rule("T1")
def test_only_the_player_on_turn_plays_or_draws():
    """Nobody else, whatever they hold."""
    state = at("R1 R2", "R3 R4", "R6 R7", turn=1)
    for step in ("0: play R1", "2: draw", "2: pass", "0: play R1 uno"):
        assert refused(state, step).code == "not-your-turn"


@pytest.mark.rule("T1")
def test_a_card_that_is_not_held_cannot_be_played():
    """It is in another's hand."""
    assert refused(at("R1 R2", "R3"), "0: play R3").code == "not-held"


@pytest.mark.rule("T1")
def test_only_one_card_a_turn():
    """After it the next player is on turn; two at once are refused."""
    state = at("R1 G1 B2", "Y1", "Y2")
    assert refused(state, "0: play R1 G1").code == "one-card"
    assert refused(state, "0: play R1", "0: play G1").code == "not-your-turn"


@pytest.mark.rule("T1")
@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_turn_passes_in_the_direction_of_play(direction: str):
    """To seat 2 on the left, to seat 0 on the right."""
    state = play(at("Y1", "R1 R2", "Y2", turn=1, direction=direction), "1: play R1")
    assert state.turn == (2 if direction == "left" else 0)


@pytest.mark.rule("T1")
@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_turn_passes_over_seats_that_are_not_in_the_round(direction: str):
    """Seats 2 and 0 of five are out."""
    state = at(None, "R1 R2", None, "Y2", "Y3", turn=1, direction=direction)
    assert play(state, "1: play R1").turn == (3 if direction == "left" else 4)


@pytest.mark.rule("T1")
def test_a_seat_that_is_not_in_the_round_does_nothing():
    """It is not even refused for its turn: it is not there."""
    state = at("R1 R2", None, "Y1")
    assert refused(state, "1: draw").code == "not-in-round"
    assert may(state, 1) == set()


# T2: wilds.


@pytest.mark.rule("T2", "W4")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("top", ["R5", "RS", "RR", "R+2"])
def test_a_wild_goes_on_anything(edition: str, top: str):
    """Numbers and words alike."""
    assert goes("W", top, edition=edition)


@pytest.mark.rule("T2")
def test_a_wild_goes_on_a_called_wild():
    """And on a Wild Draw Four."""
    assert goes("W", "W", "red")
    assert goes("W", "W+4", "red")


@pytest.mark.rule("T2")
def test_a_wild_may_be_played_though_another_card_could_be():
    """The red one does not stand in its way."""
    assert {"play W blue", "play R1"} <= turn_acts(at("W R1 R2", "Y1"), 0)


@pytest.mark.rule("T2", "W4")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_any_colour_may_be_called_the_one_in_force_included(edition: str, colour: str):
    """Red on red is allowed in every edition."""
    state = play(at("W G9", "Y1", "Y2", top="R5", edition=edition), f"0: play W {colour}")
    assert (state.table.colour, state.turn) == (Colour(colour), 1)


@pytest.mark.rule("T2")
def test_a_colour_must_be_called_with_a_wild_and_only_with_a_wild():
    """Neither a Wild without nor a number with a colour."""
    state = at("W R1 G9", "Y1")
    assert refused(state, "0: play W").code == "needs-colour"
    assert refused(state, "0: play R1 red").code == "no-colour"


# T3: drawing.


@pytest.mark.rule("T3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_unplayable_draw_passes_the_turn(edition: str):
    """One card is drawn, and the next player is on turn."""
    state = play(at(NOTHING, "B1", pile="Y4 R1", edition=edition), "0: draw")
    assert (hand(state, 0), state.phase) == ("Y1 Y2 Y3 Y4", Turn(1))


@pytest.mark.rule("T3")
@pytest.mark.parametrize("edition", ["classic", "swap-112"])
def test_a_playable_draw_may_be_played_or_kept(edition: str):
    """The sheets' "play it" is a permission."""
    state = play(at(NOTHING, "B1", pile="R1", edition=edition), "0: draw")
    assert turn_acts(state, 0) == {"play R1", "pass"}
    assert play(state, "0: pass").turn == 1
    assert hand(play(state, "0: play R1"), 0) == NOTHING


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    ("edition", "options"), [("blanks-112", {}), ("classic", {"drawn_card": "must_play"})]
)
def test_under_must_play_a_playable_draw_is_played(edition: str, options: dict[str, str]):
    """It cannot be kept."""
    state = play(at(NOTHING, "B1", pile="R1", edition=edition, **options), "0: draw")
    assert turn_acts(state, 0) == {"play R1"}
    assert refused(state, "0: pass").rule == "T3"


@pytest.mark.rule("T3")
def test_under_must_play_a_drawn_wild_is_played_with_any_colour():
    """The colour is still the player's choice."""
    state = play(at(NOTHING, "B1", pile="W", edition="blanks-112"), "0: draw")
    assert turn_acts(state, 0) == {f"play W {colour}" for colour in Colour}


@pytest.mark.rule("T3")
def test_under_must_play_the_call_of_uno_stays_a_choice():
    """With or without the word, as in any play."""
    state = play(at("Y1", "B1 B2", pile="R1", edition="blanks-112"), "0: draw")
    assert may(state, 0) == {"play R1", "play R1 uno", "uno"}


@pytest.mark.rule("T3")
def test_only_one_card_is_drawn():
    """A second draw is refused."""
    state = play(at(NOTHING, "B1", pile="R1"), "0: draw")
    assert refused(state, "0: draw").code == "drew-already"


@pytest.mark.rule("T3")
def test_nothing_is_passed_without_a_draw():
    """Passing is keeping the card drawn."""
    assert refused(at("R1 R2", "B1"), "0: pass").code == "nothing-drawn"


@pytest.mark.rule("T3")
def test_a_drawn_word_card_works_as_any_other():
    """A drawn Skip skips."""
    assert play(at(NOTHING, "B1", "B2", pile="RS"), "0: draw", "0: play RS").turn == 2


@pytest.mark.rule("T3")
def test_a_card_drawn_on_an_earlier_turn_is_a_card_of_the_hand():
    """What was kept may be played the next time, with any other."""
    state = play(at(NOTHING, "R8 B1", pile="R1 B7"), "0: draw", "0: pass", "1: play R8")
    assert turn_acts(state, 0) == {"play R1", "draw"}


@pytest.mark.rule("T3")
def test_others_see_that_a_card_was_drawn_not_which():
    """`play` checks every view; the phase tells all that it is playable."""
    state = play(at(NOTHING, "B1", "B2", pile="R1"), "0: draw")
    assert isinstance(state.phase, Drawn)


# T4: reneging.


@pytest.mark.rule("T4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_may_draw_although_holding_a_playable_card(edition: str):
    """Then only the card drawn may be played."""
    state = play(at("R1 R2 Y3", "B1", pile="R4", edition=edition), "0: draw")
    assert turn_acts(state, 0) == {"play R4", "pass"}
    assert refused(state, "0: play R1").rule == "T4"


@pytest.mark.rule("T4")
def test_after_reneging_an_unplayable_draw_passes_the_turn():
    """The card of the hand may not be played instead."""
    state = play(at("R1 R2 Y3", "B1", pile="Y4"), "0: draw")
    assert state.phase == Turn(1)


@pytest.mark.rule("T4")
@pytest.mark.parametrize("holds", ["R1 Y3", "W Y3", "B5 Y3"])
def test_must_play_does_not_bind_one_who_reneged(holds: str):
    """A colour, a Wild or a number could have been played."""
    state = play(at(holds, "B1", pile="R4", edition="blanks-112"), "0: draw")
    assert "pass" in turn_acts(state, 0)


@pytest.mark.rule("T4", "W5")
def test_who_held_a_lawful_wild_draw_four_reneged():
    """It was playable, so the drawn card may be kept."""
    state = play(at("W+4 Y3", "B1", pile="R4", edition="blanks-112"), "0: draw")
    assert "pass" in turn_acts(state, 0)


@pytest.mark.rule("T4")
def test_who_drew_with_a_twin_of_the_drawn_card_may_play_it():
    """Equal cards are one card: the drawn one is played."""
    state = play(at("R1 Y2", "B1", pile="R1"), "0: draw", "0: play R1")
    assert hand(state, 0) == "R1 Y2"


@pytest.mark.rule("T4", "V8")
def test_a_last_card_that_may_not_be_played_is_no_reneging():
    """Only a Wild is held and it may not be the last: the drawn red one must be played."""
    state = play(at("W", "B1 B2", pile="R4", edition="blanks-112", last_card="no_wild"), "0: draw")
    assert turn_acts(state, 0) == {"play R4"}


# T5: the pile used up.


@pytest.mark.rule("T5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_discards_but_the_top_card_become_the_pile(edition: str):
    """Three discards, shuffled: the draw takes the first of them."""
    state = at(NOTHING, "B1", top="R5", discard="G1 G2 G3", only=True, edition=edition)
    state = play(state, "0: draw")
    assert (hand(state, 0), tokens(state.hidden.pile), str(state.table.top)) == ("Y1 Y2 Y3 G3", "G1 G2", "R5")
    assert (state.table.discard, state.table.colour) == ((), Colour.RED)


@pytest.mark.rule("T5")
def test_what_is_shuffled_is_just_the_discards():
    """Chance is asked once, for those cards."""
    asked: list[tuple[Card, ...]] = []

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        asked.append(cards)
        return backwards(cards)

    play(at(NOTHING, "B1", discard="G1 G2 G3", only=True), "0: draw", shuffle=shuffle)
    assert asked == [parse_cards("G1 G2 G3")]


@pytest.mark.rule("T5")
def test_nothing_is_shuffled_while_the_pile_holds_a_card():
    """The last card is drawn; the discards stay where they are."""
    state = play(at(NOTHING, "B1", pile="Y4", discard="G1 G2", only=True), "0: draw")
    assert (state.hidden.pile, tokens(state.table.discard)) == ((), "G1 G2")


@pytest.mark.rule("T5")
def test_wilds_in_the_new_pile_have_no_colour():
    """A Wild called green is drawn again as a plain Wild."""
    state = play(at("W G9 G8", "G1 G2", "B1", "B2", only=True, pile="B3"), "0: play W green", "1: play G1")
    state = play(state, "2: draw", "3: draw")
    assert "W" in hand(state, 3).split()
    assert {f"play W {colour}" for colour in Colour} <= turn_acts(state, 3)


@pytest.mark.rule("T5")
def test_the_top_card_keeps_the_colour_it_was_called():
    """Only what is shuffled loses it."""
    state = play(at(NOTHING, "B1", top="W", colour="blue", discard="G1 G2", only=True), "0: draw")
    assert state.table.colour is Colour.BLUE


@pytest.mark.rule("T5")
def test_a_forced_draw_goes_on_in_the_new_pile():
    """One from the old pile, one from the new."""
    state = at("R+2 Y1 Y2", "B1", "B2", pile="G1", discard="G2 G3", only=True)
    state = play(state, "0: play R+2")
    assert (hand(state, 1), tokens(state.hidden.pile)) == ("R5 G1 B1", "G2 G3")


@pytest.mark.rule("T5")
def test_a_draw_for_more_than_there_is_takes_what_there_is():
    """Four are asked for, two exist outside hands."""
    state = at("W+4 Y1 Y2", "B1", "B2", pile="G1", only=True, wild_draw_four="free")
    state = play(state, "0: play W+4 blue")
    assert (hand(state, 1), state.hidden.pile, state.table.discard) == ("R5 G1 B1", (), ())
    assert state.turn == 2


@pytest.mark.rule("T5")
def test_a_voluntary_draw_that_finds_no_card_is_a_pass():
    """Nothing is drawn and the next player is on turn."""
    state = at(NOTHING, "B1", "B2", only=True)
    events = happens(state, "0: draw")
    assert events[0] == ev.Passed(0)
    assert play(state, "0: draw").phase == Turn(1)


@pytest.mark.rule("T5")
def test_one_who_holds_a_playable_card_may_pass_so_as_well():
    """Reneging finds no card either."""
    assert play(at("R1 R2", "B1", "B2", only=True), "0: draw").turn == 1


def stuck(**options: Any) -> Round:
    """Nobody can move: no cards to draw, none that matches."""
    return at("Y1 W", "B1 BS", "G2 G4", top="R5", only=True, **options)


@pytest.mark.rule("T5")
def test_when_all_pass_in_succession_the_round_ends_with_nobody_out():
    """Three passes; under P2 nobody scores."""
    state = stuck()
    assert not play(state, "0: draw", "1: draw").over
    end = ended(state, "0: draw", "1: draw", "2: draw")
    assert (end.out, dict(end.points)) == (None, {0: 0, 1: 0, 2: 0})


@pytest.mark.rule("T5")
@pytest.mark.parametrize("scoring", ["running-total", "elimination"])
def test_when_nobody_is_out_everybody_is_charged_where_hands_are_charged(scoring: str):
    """Under P3 and P4 each pays the own hand."""
    got = points(stuck(scoring=scoring), "0: draw", "1: draw", "2: draw")
    assert got == {0: 51, 1: 21, 2: 6}


@pytest.mark.rule("T5", "M1")
def test_with_teams_nobody_scores_when_nobody_is_out():
    """Both sides get nothing."""
    state = at("Y1", "B1", "G2", "G4", only=True, teams=[[0, 2], [1, 3]])
    assert points(state, "0: draw", "1: draw", "2: draw", "3: draw") == {0: 0, 1: 0}


@pytest.mark.rule("T5")
def test_a_match_goes_on_after_a_round_with_nobody_out():
    """The deal passes on, the totals stand."""
    state = play(stuck(), "0: draw", "1: draw", "2: draw")
    match = record(new_match(state.rules), round_result(state))
    assert (match.winner, match.dealer, dict(match.scores)) == (None, 1, {0: 0, 1: 0, 2: 0})


FULL = "Y0 Y2 Y2 Y3 Y3 Y4 Y4 Y6 Y6 Y7 Y7 Y8 Y8 Y9 Y9"
"""Fifteen cards, at the limit, of which nothing goes on red."""


@pytest.mark.rule("T5", "V11")
def test_passes_that_are_not_in_succession_do_not_end_the_round():
    """Seat 1 plays between, so it takes three more."""
    state = at(FULL, "R1 B2 B3", FULL.replace("Y", "B"), top="R5", draw_limit=15, decks=2)
    state = play(state, "0: draw", "1: play R1", "2: draw", "0: draw")
    assert not state.over


@pytest.mark.rule("T5", "V11")
def test_a_card_that_is_drawn_between_the_passes_starts_them_anew():
    """Seat 1 draws between, so it takes three more."""
    state = at(FULL, "B2 B3", FULL.replace("Y", "B"), top="R5", draw_limit=15, decks=2, pile="Y1 Y1 Y1")
    state = play(state, "0: draw", "1: draw", "2: draw", "0: draw")
    assert not state.over


@pytest.mark.rule("T5")
def test_the_passes_end_the_round_once_the_last_card_is_drawn():
    """Seat 0 takes the only discard; it ends when all three have passed after that."""
    state = at("Y1 Y2", "B1 BS", "G2 G4", top="R5", discard="G7", only=True)
    state = play(state, "0: draw", "1: draw", "2: draw")
    assert not state.over
    assert play(state, "0: draw").over


@pytest.mark.rule("T5", "X1")
def test_a_penalty_that_finds_no_card_does_not_break_the_passes():
    """Seat 2 owes four for a suggestion and there is nothing to draw: three passes in succession end it."""
    state = play(stuck(), "0: draw", "1: report 2", "0: uphold", "1: draw")
    assert counts(state) == (2, 2, 2)
    assert play(state, "2: draw").over


@pytest.mark.rule("T5")
def test_only_those_in_the_round_must_pass():
    """One of three seats is out of the match."""
    state = at("Y1 Y2", None, "G2 G4", top="R5", only=True)
    assert play(state, "0: draw", "2: draw").over


@pytest.mark.rule("T5", "N2")
def test_one_player_alone_does_not_end_a_two_handed_round_by_passing():
    """Both must pass."""
    state = at("Y1 Y2", "G2 G4", top="R5", only=True)
    assert not play(state, "0: draw").over
    assert play(state, "0: draw", "1: draw").over


@pytest.mark.rule("T5", "V14")
def test_a_player_who_leaves_brings_cards_and_the_passes_start_anew():
    """Seat 2's cards go under the pile, so there is something to draw."""
    state = leaves(play(stuck(), "0: draw", "1: draw"), 2)
    assert (state.turn, len(state.hidden.pile)) == (0, 2)
    assert counts(play(state, "0: draw"))[0] == 3


@pytest.mark.rule("T5", "V11")
def test_a_hand_at_the_limit_passes_and_all_at_the_limit_end_the_round():
    """Cards are there, but nobody may take one."""
    hands = ["Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 Y6 Y6 Y7 Y7 Y8 Y8 Y9", "B1 B1 B2 B2 B3 B3 B4 B4 B6 B6 B7 B7 B8 B8 B9"]
    state = play(at(*hands, draw_limit=15), "0: draw")
    assert (counts(state), state.turn) == ((15, 15), 1)
    assert play(state, "1: draw").over


@pytest.mark.rule("T5", "V1")
def test_a_debt_that_finds_no_card_is_no_pass():
    """Seat 0 has passed; seat 1 must draw a debt of nothing: the round goes on."""
    state = at("Y1 Y2", "R+2 B1 B2", "G2 G4", "G6 G8", top="R5", only=True, stacking="same")
    state = play(state, "0: draw", "1: play R+2", "2: draw")
    assert (state.over, counts(state)[2], state.turn) == (False, 3, 3)


# T6: numbers and words.


@pytest.mark.rule("T6")
@pytest.mark.parametrize(("card", "top"), [("B2", "R+2"), ("B+2", "R2")])
def test_a_two_and_a_draw_two_do_not_match(card: str, top: str):
    """A number match needs two number cards."""
    assert not goes(card, top)


@pytest.mark.rule("T6")
@pytest.mark.parametrize("card", ["R1", "RS", "B1", "BS", "B+2"])
@pytest.mark.parametrize("top", ["W", "W+4"])
def test_a_called_wild_on_top_matches_by_its_colour_only(card: str, top: str):
    """Red was called: red goes, blue does not, be it a number or a word."""
    assert goes(card, top, "red") is card.startswith("R")


@pytest.mark.rule("T6", "W8")
def test_a_called_swap_hands_matches_by_its_colour_only():
    """Like any wild."""
    assert goes("R1", "WS", "red", edition="swap-112")
    assert not goes("B1", "WS", "red", edition="swap-112")


@pytest.mark.rule("T6", "D6")
def test_blanks_match_blanks_only_by_being_blanks():
    """A blue Skip does not go on a red blank though neither has a number."""
    rule = {"text": "Nothing", "effects": []}
    assert not goes("BS", "R*", written={"R*": rule})
    assert not goes("B*", "RS", written={"B*": rule})
    assert goes("B*", "R*", written={"R*": rule, "B*": rule})
