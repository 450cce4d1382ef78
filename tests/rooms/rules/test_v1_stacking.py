"""V1: debts that are added to and passed on."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules.cards import Colour
from lastcard.rules.errors import RulesError
from lastcard.rules.round import Answering, Owing, Round, Turn
from lastcard.rules.ruleset import EDITIONS, ruleset
from lastcard.rules.view import view
from tests.rooms.rules.positions import (
    at,
    counts,
    ended,
    hand,
    leaves,
    may,
    play,
    points,
    refused,
    tokens,
    turn_acts,
)

FOUR = "G1 G1 G2 G2 G3 G3 G4 G4 G6 G6 G7 G7 G8 G8 G9 G9"
"""Cards to be drawn, none of them red, yellow or blue."""


def stacked(*hands: str | None, stacking: str = "same", **options: Any) -> Round:
    """A position at a table that stacks."""
    return at(*hands, stacking=stacking, pile=FOUR, **options)


# None, same, cross.


@pytest.mark.rule("V1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_edition_stacks(edition: str):
    """It is a house rule."""
    assert ruleset(edition).stacking.value == "none"


@pytest.mark.rule("V1")
@pytest.mark.parametrize("value", ["all", "yes", True, 1])
def test_stacking_is_none_same_or_cross(value: object):
    """Nothing else is known."""
    with pytest.raises(RulesError) as error:
        ruleset(stacking=value)
    assert error.value.rule == "V1"


@pytest.mark.rule("V1")
@pytest.mark.parametrize("stacking", ["same", "cross"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_one_who_would_draw_may_add_a_draw_two_of_any_colour(stacking: str, edition: str):
    """Four are owed by the next; the colour is that of the card added."""
    state = stacked("R+2 R1 R2", "B+2 B1 B2", "Y1 Y2", stacking=stacking, edition=edition)
    state = play(state, "0: play R+2", "1: play B+2")
    assert (state.phase, state.table.colour) == (Owing(2, 4, "+2"), Colour.BLUE)
    assert counts(state) == (2, 2, 2)


@pytest.mark.rule("V1")
def test_who_cannot_or_will_not_add_draws_all_of_it_and_loses_the_turn():
    """Seat 2 holds a Draw Two and draws four nevertheless."""
    state = stacked("R+2 R1 R2", "B+2 B1 B2", "Y+2 Y2", "B7 B8")
    state = play(state, "0: play R+2", "1: play B+2", "2: draw")
    assert (counts(state), state.phase) == ((2, 2, 6, 2), Turn(3))


@pytest.mark.rule("V1")
def test_the_debt_is_not_drawn_unasked():
    """Also the one who cannot add says so: the round waits for the draw."""
    state = play(stacked("R+2 R1 R2", "B1 B2", "Y1"), "0: play R+2")
    assert (state.phase, counts(state), turn_acts(state, 1)) == (Owing(1, 2, "+2"), (2, 2, 1), {"draw"})


@pytest.mark.rule("V1")
def test_a_debt_grows_round_the_table():
    """Two, four, six, eight."""
    state = stacked("R+2 R1 R2", "B+2 B1 B2", "Y+2 Y2 Y3", "G+2 B7 B8")
    state = play(state, "0: play R+2", "1: play B+2", "2: play Y+2", "3: play G+2", "0: draw")
    assert (counts(state), state.turn) == ((10, 2, 2, 2), 1)


@pytest.mark.rule("V1")
def test_a_debt_passes_in_the_direction_of_play():
    """To the right."""
    state = stacked("R+2 R1 R2", "B1 B2", "Y+2 Y2 Y3", direction="right")
    state = play(state, "0: play R+2", "2: play Y+2")
    assert state.phase == Owing(1, 4, "+2")


@pytest.mark.rule("V1")
def test_a_debt_passes_over_empty_seats():
    """Seat 1 is out of the match."""
    state = play(stacked("R+2 R1 R2", None, "B1 B2"), "0: play R+2")
    assert state.phase == Owing(2, 2, "+2")


@pytest.mark.rule("V1")
def test_a_debt_may_pass_to_a_partner():
    """Seat 1 adds, and seat 2 of the first player's side owes."""
    state = stacked("R+2 R1 R2", "B+2 B1 B2", "Y1", "Y2", teams=[[0, 2], [1, 3]])
    assert play(state, "0: play R+2", "1: play B+2").phase == Owing(2, 4, "+2")


@pytest.mark.rule("V1")
def test_same_wild_draw_four_on_wild_draw_four():
    """Eight are owed by the next."""
    state = stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3 Y4")
    state = play(state, "0: play W+4 blue", "1: play W+4 green")
    assert (state.phase, state.table.colour) == (Answering(2, 1, 8, Colour.BLUE), Colour.GREEN)
    assert counts(play(state, "2: accept")) == (2, 2, 10)


@pytest.mark.rule("V1")
def test_same_no_wild_draw_four_on_a_draw_two_and_no_draw_two_on_a_wild_draw_four():
    """Each on its own kind only, also in the called colour."""
    state = stacked("R+2 R1 R2", "W+4 B1 B2", "Y1")
    assert refused(state, "0: play R+2", "1: play W+4 red").rule == "V1"
    state = stacked("W+4 B1 B2", "Y+2 Y1 Y2", "Y3")
    assert refused(state, "0: play W+4 yellow", "1: play Y+2").rule == "V1"


@pytest.mark.rule("V1")
def test_cross_wild_draw_four_on_a_draw_two():
    """Six are owed."""
    state = stacked("R+2 R1 R2", "W+4 B1 B2", "Y1 Y2", stacking="cross")
    state = play(state, "0: play R+2", "1: play W+4 blue")
    assert state.phase == Answering(2, 1, 6, Colour.RED)


@pytest.mark.rule("V1")
def test_cross_a_draw_two_of_the_called_colour_on_a_wild_draw_four():
    """Six are owed; a Draw Two of another colour is refused."""
    state = stacked("W+4 B1 B2", "Y+2 G+2 Y2", "Y3 Y4", stacking="cross")
    state = play(state, "0: play W+4 yellow")
    assert refused(state, "1: play G+2").rule == "V1"
    assert play(state, "1: play Y+2").phase == Owing(2, 6, "+2")


@pytest.mark.rule("V1")
def test_cross_a_draw_two_of_any_colour_on_a_draw_two_added_to_a_wild_draw_four():
    """The kind is that of the last draw card."""
    state = stacked("W+4 B1 B2", "Y+2 B3 Y2", "G+2 G5 B4", stacking="cross")
    state = play(state, "0: play W+4 yellow", "1: play Y+2", "2: play G+2")
    assert state.phase == Owing(0, 8, "+2")


@pytest.mark.rule("V1")
def test_cross_wild_draw_four_on_wild_draw_four_as_well():
    """Cross includes same."""
    state = stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3 Y4", stacking="cross")
    assert play(state, "0: play W+4 blue", "1: play W+4 green").phase == Answering(2, 1, 8, Colour.BLUE)


# Nothing else while a debt stands.


@pytest.mark.rule("V1")
@pytest.mark.parametrize("card", ["R7", "R2", "RS", "RR", "W red", "B2"])
@pytest.mark.parametrize("stacking", ["same", "cross"])
def test_nothing_else_is_playable_while_a_debt_stands(card: str, stacking: str):
    """Neither a card of the colour, nor the number, nor a plain Wild."""
    state = stacked("R+2 R1 Y2", f"{card.split(maxsplit=1)[0]} B1", "Y1", stacking=stacking)
    assert refused(state, "0: play R+2", f"1: play {card}").rule == "V1"


@pytest.mark.rule("V1", "W8")
def test_swap_hands_and_customizable_are_not_playable_either():
    """They are wild, and no draw cards."""
    rule = {"text": "Draw", "effects": [{"draw": 4, "who": "next"}]}
    state = stacked("R+2 R1 R2", "WS WC B1", "Y1", edition="swap-112", written={"WC": rule})
    state = play(state, "0: play R+2")
    assert turn_acts(state, 1) == {"draw"}


@pytest.mark.rule("V1", "D6")
def test_a_coloured_blank_is_not_added():
    """It is no draw card whatever is written on it."""
    rule = {"text": "Draw", "effects": [{"draw": 4, "who": "next"}]}
    state = play(stacked("R+2 R1 R2", "R* B1", "Y1", written={"R*": rule}), "0: play R+2")
    assert turn_acts(state, 1) == {"draw"}


@pytest.mark.rule("V1")
def test_a_draw_takes_the_debt_and_no_free_card():
    """Two cards, not one and not three, and nothing may be played after."""
    state = play(stacked("R+2 R1 R2", "B1 B2", "Y1", "Y2"), "0: play R+2", "1: draw")
    assert (counts(state), state.phase) == ((2, 4, 1, 1), Turn(2))


@pytest.mark.rule("V1")
def test_nobody_else_draws_or_adds():
    """The debt is seat 1's."""
    state = play(stacked("R+2 B+2 R2", "B1 B2", "Y+2 Y1"), "0: play R+2")
    for step in ("2: play Y+2", "2: draw", "0: play B+2", "1: pass", "1: accept", "1: challenge"):
        refused(state, step)


@pytest.mark.rule("V1")
def test_after_the_debt_is_drawn_play_goes_on_as_usual():
    """Seat 2 matches the Draw Two on top by colour or word."""
    state = play(stacked("R+2 R1 R2", "B1 B2", "B+2 R9 Y1"), "0: play R+2", "1: draw")
    assert turn_acts(state, 2) == {"play B+2", "play R9", "draw"}


@pytest.mark.rule("V1")
def test_the_next_draw_two_starts_from_two_again():
    """What was drawn is gone."""
    state = stacked("R+2 R1 R2", "B1 B2", "B+2 R9 Y1", "Y2")
    assert play(state, "0: play R+2", "1: draw", "2: play B+2").phase == Owing(3, 2, "+2")


@pytest.mark.rule("V1", "V6")
def test_where_reneging_is_off_a_debt_may_still_be_drawn():
    """Forced draws never force a play."""
    state = play(stacked("R+2 R1 R2", "B+2 B2", "Y1", renege=False), "0: play R+2")
    assert "draw" in turn_acts(state, 1)


@pytest.mark.rule("V1", "T3")
def test_must_play_does_not_touch_a_debt():
    """None of the two drawn is played."""
    state = stacked("R+2 R1 R2", "B1 B2", "Y1", edition="blanks-112")
    state = play(state, "0: play R+2", "1: draw")
    assert state.phase == Turn(2)


@pytest.mark.rule("V1", "V5")
def test_draw_to_match_never_replaces_a_debt():
    """Just two cards."""
    state = play(stacked("R+2 R1 R2", "B1 B2", "Y1", draw_to_match=True), "0: play R+2", "1: draw")
    assert counts(state)[1] == 4


@pytest.mark.rule("V1", "V8")
def test_a_draw_card_that_may_not_be_last_cannot_be_added():
    """Under `number` the single Draw Two stays, and the debt is drawn."""
    state = play(stacked("R+2 R1 R2", "B+2", "Y1", last_card="number"), "0: play R+2")
    assert turn_acts(state, 1) == {"draw"}


# Wild Draw Four: W5, W6 and W7 on a debt.


@pytest.mark.rule("V1", "W7")
def test_strict_an_added_wild_draw_four_must_be_lawful():
    """Seat 1 holds the called colour."""
    options = {"wild_draw_four": "strict"}
    state = play(stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3", **options), "0: play W+4 yellow")
    assert refused(state, "1: play W+4 red").rule == "W7"
    assert turn_acts(state, 1) == {"draw"}


@pytest.mark.rule("V1", "W7")
def test_strict_a_lawful_one_is_added_and_never_challenged():
    """Eight are owed, and there is nothing to answer."""
    state = stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3", wild_draw_four="strict")
    state = play(state, "0: play W+4 blue", "1: play W+4 red")
    assert state.phase == Owing(2, 8, "W+4")
    assert refused(state, "2: challenge").code == "nothing-to-answer"


@pytest.mark.rule("V1", "W7")
def test_free_an_unlawful_one_is_added_and_never_challenged():
    """Seat 1 holds the called colour."""
    state = stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3", wild_draw_four="free")
    assert play(state, "0: play W+4 yellow", "1: play W+4 red").phase == Owing(2, 8, "W+4")


@pytest.mark.rule("V1", "W6")
def test_bluff_the_one_who_faces_it_challenges_accepts_or_adds():
    """No plain draw is offered."""
    state = play(stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3"), "0: play W+4 blue")
    assert turn_acts(state, 1) == {"challenge", "accept"} | {f"play W+4 {colour}" for colour in Colour}
    assert refused(state, "1: draw").rule == "W6"


@pytest.mark.rule("V1", "W6")
def test_accepting_draws_the_whole_debt():
    """Six of a Draw Two and a Wild Draw Four."""
    state = stacked("R+2 R1 R2", "W+4 B1 B2", "Y1 Y2", "Y3", stacking="cross")
    state = play(state, "0: play R+2", "1: play W+4 blue", "2: accept")
    assert (counts(state), state.phase) == ((2, 2, 8, 1), Turn(3))


@pytest.mark.rule("V1", "W6")
def test_guilty_the_player_of_the_card_draws_the_whole_debt():
    """Seat 1 held red when red was in force; seat 2 plays a normal turn."""
    state = stacked("R+2 R1 R2", "W+4 R9 B2", "B1 Y2", "Y3", stacking="cross")
    state = play(state, "0: play R+2", "1: play W+4 blue", "2: challenge")
    assert (counts(state), state.phase) == ((2, 8, 2, 1), Turn(2))
    assert turn_acts(state, 2) == {"play B1", "draw"}


@pytest.mark.rule("V1", "W6")
def test_not_guilty_the_challenger_draws_the_debt_and_two_more():
    """Six and two."""
    state = stacked("R+2 R1 R2", "W+4 B1 B2", "Y1 Y2", "Y3", stacking="cross")
    state = play(state, "0: play R+2", "1: play W+4 blue", "2: challenge")
    assert (counts(state), state.phase) == ((2, 2, 10, 1), Turn(3))


@pytest.mark.rule("V1", "W6")
@pytest.mark.parametrize(("total", "drawn"), [(4, 8), (5, 9), (10, 14)])
def test_what_more_is_drawn_goes_by_the_option(total: int, drawn: int):
    """The debt and `challenge_failed` less four."""
    state = stacked("W+4 B1 B2", "W+4 Y1 Y2", "Y3", challenge_failed=total)
    state = play(state, "0: play W+4 blue", "1: play W+4 red", "2: challenge")
    assert counts(state)[2] == 1 + drawn


@pytest.mark.rule("V1", "W6")
def test_adding_gives_up_the_challenge():
    """Seat 0 was guilty, but now seat 2 can challenge seat 1 only, who is innocent."""
    state = stacked("W+4 R1 B2", "W+4 Y1 Y2", "Y3", "Y4")
    state = play(state, "0: play W+4 blue", "1: play W+4 red", "2: challenge")
    assert counts(state) == (2, 2, 11, 1)


@pytest.mark.rule("V1", "W6")
def test_an_added_one_is_judged_against_the_colour_called_before():
    """Blue was called by seat 0, and seat 1 holds blue."""
    state = stacked("W+4 Y8 Y9", "W+4 B1 Y2", "Y3", "Y4")
    state = play(state, "0: play W+4 blue", "1: play W+4 red", "2: challenge")
    assert (counts(state), state.turn) == ((2, 10, 1, 1), 2)


@pytest.mark.rule("V1", "W6")
def test_only_the_last_player_of_a_wild_draw_four_shows_the_hand():
    """Seat 2 sees seat 1's, not seat 0's."""
    state = stacked("W+4 R1 B2", "W+4 Y1 Y2", "Y3", "Y4")
    state = play(state, "0: play W+4 blue", "1: play W+4 red", "2: challenge")
    assert [(owner, tokens(cards)) for owner, cards in view(state, 2).hands[2].shown] == [(1, "Y1 Y2")]


@pytest.mark.rule("V1", "W6")
def test_a_draw_two_on_a_wild_draw_four_ends_the_challenge():
    """Seat 2 owes six and there is nothing to answer."""
    state = stacked("W+4 R1 B2", "B+2 Y1 Y2", "Y3", stacking="cross")
    state = play(state, "0: play W+4 blue", "1: play B+2")
    assert refused(state, "2: challenge").code == "nothing-to-answer"
    assert counts(play(state, "2: draw"))[2] == 7


@pytest.mark.rule("V1", "W6")
def test_nothing_is_left_of_the_answered_one_in_view():
    """The hand that seat 0 played from is not kept when seat 1 adds."""
    state = play(stacked("W+4 R1 B2", "W+4 Y1 Y2", "Y3"), "0: play W+4 blue", "1: play W+4 red")
    assert state.hands[0].played_from is None


# Cut short.


@pytest.mark.rule("V1", "T5")
def test_a_debt_that_the_piles_cut_short_is_gone():
    """Four are owed, one is there; the next owes nothing."""
    hands = ("R+2 R1 R2", "B+2 B1 B2", "Y1 Y2", "Y3 B9")
    state = at(*hands, stacking="same", pile="", only=True)
    state = play(state, "0: play R+2", "1: play B+2", "2: draw")
    assert (counts(state), state.phase) == ((2, 2, 4, 2), Turn(3))


@pytest.mark.rule("V1", "V11")
def test_a_debt_that_the_limit_cuts_short_is_gone():
    """Fourteen cards and four owed."""
    many = "Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 Y6 Y6 Y7 Y7 Y8 Y8"
    state = stacked("R+2 R1 R2", "B+2 B1 B2", many, "Y9 B9", draw_limit=15)
    state = play(state, "0: play R+2", "1: play B+2", "2: draw")
    assert (counts(state), state.phase) == ((2, 2, 15, 2), Turn(3))


# The last card.


@pytest.mark.rule("V1", "O2")
def test_a_last_draw_card_the_next_player_draws_the_whole_debt_unasked():
    """Seat 1 goes out by adding; seat 2 draws four though it could have added."""
    state = stacked("R+2 R1 R2", "B+2", "Y+2 Y1")
    end = ended(state, "0: play R+2", "1: play B+2")
    assert (end.out, [len(cards) for cards in end.hands]) == (1, [2, 0, 6])
    assert dict(end.points) == {0: 0, 1: 3 + 21 + 1 + 1 + 2 + 2, 2: 0}


@pytest.mark.rule("V1", "O2")
def test_a_last_wild_draw_four_is_drawn_with_the_debt_and_not_challenged():
    """Eight cards."""
    state = stacked("W+4 B1 B2", "W+4", "Y1")
    end = ended(state, "0: play W+4 blue", "1: play W+4 red")
    assert (end.out, len(end.hands[2])) == (1, 9)


@pytest.mark.rule("V1", "O2")
def test_a_last_draw_two_that_starts_a_debt_is_drawn_as_well():
    """There is no turn in which it could be added to."""
    assert points(stacked("R+2", "B+2 B1", "Y1"), "0: play R+2") == {0: 21 + 1 + 1 + 1, 1: 0, 2: 0}


@pytest.mark.rule("V1", "O2", "M1")
def test_a_last_draw_card_may_be_drawn_by_the_own_partner():
    """Seat 1 left: the next is seat 2, whose cards do not count for the side."""
    state = stacked("R+2", None, "Y1", "B5", teams=[[0, 2], [1, 3]])
    assert points(state, "0: play R+2") == {0: 5, 1: 0}


# With written rules, leaving, reports.


@pytest.mark.rule("V1", "H8")
def test_a_written_draw_does_not_join_a_debt():
    """Seat 1 draws four by the rule on the card and owes nothing."""
    rule = {"text": "Draw", "effects": [{"draw": 4, "who": "next"}]}
    state = stacked("WC R1 R2", "R+2 B1 B2", "Y1 Y2", edition="swap-112", written={"WC": rule})
    state = play(state, "0: play WC red")
    assert (counts(state), state.phase) == ((2, 7, 2), Turn(1))
    assert play(state, "1: play R+2").phase == Owing(2, 2, "+2")


@pytest.mark.rule("V1", "H7")
def test_rules_tied_to_drawing_are_carried_out_for_a_debt():
    """The debt's first card makes everyone draw one, then the turn is lost."""
    rule = {"text": "All draw", "when": "draw", "effects": [{"draw": 1, "who": "everyone"}]}
    state = play(stacked("R+2 R1 R2", "B1 B2", "Y1", written={"G1": rule}), "0: play R+2", "1: draw")
    assert state.turn == 2
    assert counts(state)[0] > 2


@pytest.mark.rule("V1", "H7")
def test_a_dare_set_off_by_a_debt_holds_up_the_next_turn_only():
    """Once it is settled seat 2 plays."""
    dare = [{"dare": "sing", "who": "self", "else": {"draw": 1, "who": "self"}}]
    rule = {"text": "Sing", "when": "draw", "effects": dare}
    state = at("R+2 R1 R2", "B1 B2", "Y1", stacking="same", pile="G1 B3 B4", written={"G1": rule})
    state = play(state, "0: play R+2", "1: draw", "1: failed")
    assert (counts(state), state.phase) == ((2, 5, 1), Turn(2))


@pytest.mark.rule("V1", "X1")
def test_a_penalty_while_a_debt_stands_leaves_the_debt():
    """Seat 1 draws four for a suggestion and owes two still."""
    state = play(stacked("R+2 R1 R2", "B1 B2", "Y1"), "0: play R+2", "0: report 1", "2: uphold")
    assert (counts(state), state.phase) == ((2, 6, 1), Owing(1, 2, "+2"))


@pytest.mark.rule("V1", "X1")
def test_a_draw_two_drawn_as_a_penalty_may_be_added():
    """It is in the hand when the debt is to be met."""
    state = at("R+2 R1 R2", "B1 B2", "Y1", stacking="same", pile=f"B+2 {FOUR}")
    state = play(state, "0: play R+2", "0: report 1", "2: uphold", "1: play B+2")
    assert state.phase == Owing(2, 4, "+2")


@pytest.mark.rule("V1", "V9")
def test_several_numbers_do_not_meet_a_debt():
    """One card at a time, and draw cards only."""
    state = play(stacked("R+2 R1 R2", "R7 B7", "Y1", multi_play=True), "0: play R+2")
    assert refused(state, "1: play R7 B7").rule == "V1"


@pytest.mark.rule("V1", "V14")
def test_who_leaves_owing_draws_first_and_the_next_owes_nothing():
    """What is open is settled, then the cards go under the pile."""
    state = leaves(play(stacked("R+2 R1 R2", "B1 B2", "Y1", "Y2"), "0: play R+2"), 1)
    assert (state.phase, counts(state)) == (Turn(2), (2, 0, 1, 1))


@pytest.mark.rule("V1", "S8")
def test_a_call_and_a_catch_go_on_while_a_debt_stands():
    """Seat 0 is down to one card and caught; seat 1 owes still."""
    state = play(stacked("R+2 R1", "B1 B2", "Y1 Y2"), "0: play R+2", "2: catch 0")
    assert (counts(state)[0], state.phase) == (3, Owing(1, 2, "+2"))
    assert "draw" in may(state, 1)


@pytest.mark.rule("V1")
def test_a_drawn_draw_two_starts_a_debt():
    """Drawn, played: the next owes."""
    state = at("Y1 Y2", "B1 B2", "Y3", stacking="same", pile="R+2")
    assert play(state, "0: draw", "0: play R+2").phase == Owing(1, 2, "+2")


@pytest.mark.rule("V1")
def test_drawn_cards_are_hidden_from_others():
    """`play` checks each view; the hand of seat 1 ends with what lay on the pile."""
    state = play(stacked("R+2 R1 R2", "B1 B2", "Y1"), "0: play R+2", "1: draw")
    assert hand(state, 1) == "G1 G1 B1 B2"
