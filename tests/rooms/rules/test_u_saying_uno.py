"""U: saying UNO, forgetting it, being caught."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules.errors import RulesError
from lastcard.rules.round import Answering, Drawn, Judging, Round, Turn
from lastcard.rules.ruleset import EDITIONS, ruleset
from tests.rooms.rules.positions import at, counts, ended, hand, jumps, leaves, may, play, refused, turn_acts

FOUR = "G1 G2 G3 G4 G6 G7 G8 G9"
"""Cards to be drawn, none of them red."""


def forgot(*others: str, **options: Any) -> Round:
    """Seat 0 has played down to one card and said nothing; seat 1 is on turn."""
    rest = others or ("B1 B2", "Y1 Y2")
    return play(at("R1 G5", *rest, **{"pile": FOUR, **options}), "0: play R1")


def catchable(state: Round, by: int, seat: int = 0) -> bool:
    """Whether `by` may catch the seat now."""
    return f"catch {seat}" in may(state, by)


# U1: the call.


@pytest.mark.rule("U1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_uno_is_said_with_the_second_to_last_card(edition: str):
    """Then nobody can be caught."""
    state = play(at("R1 G5", "B1 B2", "Y1 Y2", edition=edition), "0: play R1 uno")
    assert not catchable(state, 1)
    assert refused(state, "1: catch 0").rule == "U4"


@pytest.mark.rule("U1")
@pytest.mark.parametrize("hand", ["R1 G5 G6", "R1 G5 G6 G7", "R1"])
def test_uno_with_a_play_that_leaves_more_or_nothing_is_refused(hand: str):
    """Two left, three left, none left."""
    assert refused(at(hand, "B1 B2"), "0: play R1 uno").code == "uno-not-due"


@pytest.mark.rule("U1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_uno_is_said_in_advance_with_two_cards_on_ones_own_turn(edition: str):
    """Said first, then played: safe."""
    state = play(at("R1 G5", "B1 B2", "Y1 Y2", edition=edition), "0: uno", "0: play R1")
    assert not catchable(state, 1)


@pytest.mark.rule("U1", "U2")
@pytest.mark.parametrize("held", ["R1", "R1 G5 G6", "R1 G5 G6 G7"])
def test_in_advance_with_any_other_number_of_cards_is_refused(held: str):
    """One card outside a window, or three."""
    assert refused(at(held, "B1 B2"), "0: uno").rule == "U2"


@pytest.mark.rule("U1", "U2")
def test_in_advance_on_anothers_turn_is_refused():
    """Two cards, but seat 0 is on turn."""
    assert refused(at("R1 G5", "B1 B2", "Y1 Y2"), "1: uno").rule == "U2"


@pytest.mark.rule("U1")
def test_in_advance_is_said_once():
    """The call stands already."""
    assert refused(at("R1 G5", "B1 B2"), "0: uno", "0: uno").rule == "U2"


@pytest.mark.rule("U1")
def test_in_advance_with_the_card_just_drawn():
    """One card and a playable one drawn make two."""
    state = play(at("Y5", "B1 B2", "Y1 Y2", top="R4", pile=f"R1 {FOUR}"), "0: draw", "0: uno", "0: play R1")
    assert not catchable(state, 1)


@pytest.mark.rule("U1")
def test_uno_is_said_with_the_card_just_drawn():
    """The play leaves one card."""
    state = play(at("Y5", "B1 B2", "Y1 Y2", top="R4", pile=f"R1 {FOUR}"), "0: draw", "0: play R1 uno")
    assert not catchable(state, 1)


@pytest.mark.rule("U1", "W6")
def test_not_in_advance_while_answering_a_wild_draw_four():
    """That is no turn of one's own; after a successful challenge it is."""
    state = play(at("W+4 R1 G5", "B1 B2", "Y1 Y2", pile=FOUR), "0: play W+4 blue")
    assert refused(state, "1: uno").rule == "U2"
    state = play(state, "1: challenge", "1: uno", "1: play B1")
    assert not catchable(state, 0, 1)


@pytest.mark.rule("U1", "V1")
def test_in_advance_before_adding_to_a_debt():
    """Where debts are stacked the one who owes may play."""
    state = at("R+2 R1 G5", "B+2 B2", "Y1 Y2", pile=FOUR, stacking="same")
    state = play(state, "0: play R+2", "1: uno", "1: play B+2")
    assert not catchable(state, 0, 1)


@pytest.mark.rule("U1")
def test_the_call_does_not_move_the_turn():
    """Seat 0 is still to play."""
    state = play(at("R1 G5", "B1 B2", "Y1 Y2"), "0: uno")
    assert (state.phase, turn_acts(state, 0)) == (Turn(0), {"play R1", "play G5", "draw"})


@pytest.mark.rule("U1", "V9")
def test_uno_with_several_cards_that_leave_one():
    """Three fives out of four cards."""
    state = at("R5 Y5 G5 B1", "B2 B3", "Y1 Y2", top="R4", multi_play=True)
    assert not catchable(play(state, "0: play R5 Y5 G5 uno"), 1)
    assert catchable(play(state, "0: play R5 Y5 G5"), 1)
    assert refused(state, "0: play R5 Y5 uno").rule == "U1"


# U2: said late.


@pytest.mark.rule("U2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_says_it_before_anybody_notices_is_safe(edition: str):
    """After the card lies, before a catch."""
    state = play(forgot(edition=edition), "0: uno")
    assert refused(state, "1: catch 0").rule == "U5"
    assert counts(state) == (1, 2, 2)


@pytest.mark.rule("U2")
def test_said_after_the_catch_it_is_refused():
    """The two cards are in the hand."""
    assert refused(forgot(), "1: catch 0", "0: uno").rule == "U2"


@pytest.mark.rule("U2")
def test_said_after_the_next_player_has_begun_it_is_refused():
    """The window is closed: nothing is owed any more."""
    assert refused(forgot("R2 B2", "Y1 Y2"), "1: play R2", "0: uno").rule == "U2"


@pytest.mark.rule("U2")
def test_by_one_who_owes_none_it_is_refused():
    """Seat 2 with two cards, and seat 0 after having said it."""
    assert refused(forgot(), "2: uno").rule == "U2"
    assert refused(forgot(), "0: uno", "0: uno").rule == "U2"


@pytest.mark.rule("U2")
def test_one_may_say_it_late_when_another_owes_it_too():
    """A swap leaves two players with one card; each answers for the own hand."""
    state = at("WS G5", "B1 B2", "Y1", edition="swap-112", pile=FOUR)
    state = play(state, "0: play WS red swap 2", "2: uno")
    assert (catchable(state, 1, 0), catchable(state, 1, 2)) == (True, False)


# U3, U4: the window.


@pytest.mark.rule("U3")
def test_nobody_is_caught_before_the_card_lies():
    """Seat 0 is about to play with two cards in hand."""
    state = at("R1 G5", "B1 B2", "Y1 Y2")
    assert refused(state, "1: catch 0").rule == "U4"


@pytest.mark.rule("U3")
def test_nobody_is_caught_between_draw_and_play():
    """One card and one drawn: the second-to-last does not lie yet."""
    state = play(at("Y5", "B1 B2", "Y1 Y2", top="R4", pile=f"R1 {FOUR}"), "0: draw")
    assert refused(state, "1: catch 0").rule == "U4"
    assert catchable(play(state, "0: play R1"), 1)


@pytest.mark.rule("U3")
def test_nobody_is_caught_with_two_cards_left():
    """Three held, one played."""
    assert refused(at("R1 G5 G6", "B1 B2"), "0: play R1", "1: catch 0").rule == "U4"


@pytest.mark.rule("U4")
def test_one_card_held_without_a_window_cannot_be_caught():
    """The position is in the middle of a round."""
    assert refused(at("R1", "B1 B2", "Y1 Y2", turn=1), "1: catch 0").rule == "U4"


@pytest.mark.rule("U4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_next_players_card_closes_the_window(edition: str):
    """The card lies in every edition."""
    state = play(forgot("R2 B2 B3", "Y1 Y2", edition=edition), "1: play R2")
    assert refused(state, "2: catch 0").rule == "U4"


@pytest.mark.rule("U4")
@pytest.mark.parametrize("edition", ["classic", "blanks-112"])
@pytest.mark.parametrize("drawn", ["R2", "Y9"])
def test_the_next_players_draw_closes_the_window(edition: str, drawn: str):
    """A turn begins with the draw, playable or not."""
    state = play(forgot("B4 B2 B3", "Y1 Y2", edition=edition, pile=f"{drawn} {FOUR}"), "1: draw")
    assert refused(state, "2: catch 0").rule == "U4"


@pytest.mark.rule("U4")
@pytest.mark.parametrize(
    ("edition", "options"), [("swap-112", {}), ("classic", {"catch_window": "next_done"})]
)
def test_until_the_turn_is_taken_a_draw_leaves_it_open(edition: str, options: dict[str, str]):
    """Seat 1 looks at the card drawn; seat 0 can be caught until it is kept or lies."""
    state = forgot("B4 B2 B3", "Y1 Y2", edition=edition, pile=f"R2 {FOUR}", **options)
    state = play(state, "1: draw")
    assert (catchable(state, 1), catchable(state, 2)) == (True, True)
    assert not catchable(play(state, "1: pass"), 2)
    assert not catchable(play(state, "1: play R2"), 2)


@pytest.mark.rule("U4")
def test_until_the_turn_is_taken_an_unplayable_draw_closes_it():
    """The turn is over at once."""
    state = forgot("B4 B2 B3", "Y1 Y2", edition="swap-112", pile=f"Y9 {FOUR}")
    assert refused(state, "1: draw", "2: catch 0").rule == "U4"


@pytest.mark.rule("U4")
def test_until_the_turn_is_taken_the_late_call_is_good_as_well():
    """Seat 0 says it while seat 1 looks at the drawn card."""
    state = forgot("B4 B2 B3", "Y1 Y2", edition="swap-112", pile=f"R2 {FOUR}")
    assert not catchable(play(state, "1: draw", "0: uno"), 1)


@pytest.mark.rule("U4")
def test_a_catch_in_the_middle_of_a_draw_leaves_the_drawn_card_to_be_played():
    """Seat 1 catches, then plays what it drew."""
    state = forgot("B4 B2 B3", "Y1 Y2", edition="swap-112", pile=f"R2 {FOUR}")
    state = play(state, "1: draw", "1: catch 0")
    assert (isinstance(state.phase, Drawn), turn_acts(state, 1)) == (True, {"play R2", "pass"})
    assert counts(play(state, "1: play R2")) == (3, 3, 2)


@pytest.mark.rule("U4", "T5", "V11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_draw_that_finds_no_card_begins_a_turn_too(edition: str):
    """Seat 1 is at the limit and takes nothing; the window is closed all the same."""
    state = forgot("B1 B1 B2 B2 B3 B3 B4 B4 B6 B6 B7 B7 B8 B8 B9", "Y1 Y2", edition=edition, draw_limit=15)
    assert catchable(state, 2)
    assert refused(state, "1: draw", "2: catch 0").rule == "U4"


@pytest.mark.rule("U4", "W1")
def test_a_forced_draw_does_not_begin_a_turn():
    """Seat 1 draws two and is passed over; until seat 2 moves seat 0 can be caught."""
    state = play(at("R+2 G5", "B1 B2", "Y1 R2 Y3", pile=FOUR), "0: play R+2")
    assert (catchable(state, 1), catchable(state, 2)) == (True, True)
    assert not catchable(play(state, "2: play R2"), 1)


@pytest.mark.rule("U4", "W3")
def test_being_skipped_does_not_begin_a_turn():
    """Seat 1 is passed over and may still catch until seat 2 moves."""
    state = play(at("RS G5", "B1 B2", "Y1 R2 Y3"), "0: play RS")
    assert catchable(state, 1)
    assert not catchable(play(state, "2: draw"), 1)


@pytest.mark.rule("U4", "W6")
@pytest.mark.parametrize("answer", ["accept", "challenge"])
def test_the_answer_to_a_wild_draw_four_does_not_begin_a_turn(answer: str):
    """Seat 0 is innocent and still to be caught when seat 2 is on turn."""
    state = play(at("W+4 G5", "B1 B2", "Y1 Y2", pile=FOUR), "0: play W+4 yellow", f"1: {answer}")
    assert catchable(state, 1)
    assert not catchable(play(state, "2: play Y1"), 1)


@pytest.mark.rule("U4", "V1")
def test_drawing_a_debt_does_not_begin_a_turn_and_adding_to_it_does():
    """Seat 1 draws the two, or adds a Draw Two."""
    state = play(at("R+2 G5", "B+2 B2 B3", "Y1 Y2", pile=FOUR, stacking="same"), "0: play R+2")
    assert catchable(state, 1)
    assert catchable(play(state, "1: draw"), 1)
    assert not catchable(play(state, "1: play B+2"), 2)


@pytest.mark.rule("U4", "V1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_debt_drawn_for_does_not_take_the_turn(edition: str):
    """Also where the window lasts until the next player has taken the turn."""
    state = at("R+2 G5", "B1 B2 B3", "Y1 Y2", pile=FOUR, stacking="same", edition=edition)
    assert catchable(play(state, "0: play R+2", "1: draw"), 2)


@pytest.mark.rule("U4", "H3")
def test_a_written_draw_does_not_begin_a_turn():
    """All others draw two by the rule on the card; seat 0 can still be caught."""
    rule = {"text": "Draw", "effects": [{"draw": 2, "who": "others"}]}
    state = at("WC G5", "B1 B2", "Y1 Y2", edition="swap-112", written={"WC": rule}, pile=FOUR)
    state = play(state, "0: play WC red")
    assert (counts(state), catchable(state, 1)) == ((1, 4, 4), True)


@pytest.mark.rule("U4", "X1")
def test_a_penalty_does_not_begin_a_turn():
    """The next player draws four for a suggestion, and may still catch."""
    state = play(forgot("B1 B2", "Y1 Y2", "Y3 Y4"), "2: report 1", "0: uphold", "3: uphold")
    assert (counts(state)[1], catchable(state, 1)) == (6, True)


@pytest.mark.rule("U4", "H1")
def test_a_player_may_be_caught_while_a_dare_is_open():
    """Nobody plays, but seat 2 notices."""
    rule = {"text": "Sing", "effects": [{"dare": "sing", "else": {"draw": 2, "who": "self"}}]}
    state = at("WC G5", "B1 B2", "Y1 Y2", edition="swap-112", written={"WC": rule}, pile=FOUR)
    state = play(state, "0: play WC red", "2: catch 0")
    assert (counts(state), isinstance(state.phase, Judging)) == ((3, 2, 2), True)


@pytest.mark.rule("U4", "N2")
@pytest.mark.parametrize("card", ["RS", "RR"])
def test_two_handed_ones_own_next_move_closes_the_window(card: str):
    """Seat 0 moves again: going out, or drawing."""
    state = play(at(f"{card} G5", "B1 B2", pile=f"Y9 {FOUR}"), f"0: play {card}")
    assert (state.turn, catchable(state, 1)) == (0, True)
    assert not catchable(play(state, "0: draw"), 1)


@pytest.mark.rule("U4", "N2")
def test_two_handed_the_last_card_may_follow_before_a_catch():
    """Seat 0 skips with one card left and goes out with it."""
    end = ended(at("RS R5", "B1 B2"), "0: play RS", "0: play R5")
    assert end.out == 0


@pytest.mark.rule("U4", "H6")
def test_with_an_extra_turn_ones_own_next_move_closes_the_window():
    """Everyone else is skipped."""
    rule = {"text": "Again", "effects": [{"skip": "everyone"}]}
    state = at("WC G5", "B1 B2", "Y1 Y2", edition="swap-112", written={"WC": rule}, pile=f"Y9 {FOUR}")
    state = play(state, "0: play WC red")
    assert (state.turn, catchable(state, 1)) == (0, True)
    assert not catchable(play(state, "0: draw"), 1)


@pytest.mark.rule("U4", "V3")
def test_a_jump_closes_the_window_of_the_one_before_and_opens_its_own():
    """Seat 2 jumps on seat 0's card and is down to one card itself."""
    state = play(forgot("B1 B2", "R1 Y2", jump_in="numbers"), "2: jump R1")
    assert refused(state, "1: catch 0").rule == "U4"
    assert catchable(state, 1, 2)


@pytest.mark.rule("U4", "V3")
def test_the_one_who_forgot_may_jump_out_of_it():
    """Seat 0 jumps on its own card and goes out."""
    end = ended(at("R1 R1", "B1 B2", "Y1 Y2", jump_in="numbers"), "0: play R1", "0: jump R1")
    assert end.out == 0


@pytest.mark.rule("U4", "V14")
def test_a_player_who_leaves_does_not_close_the_window():
    """The next one goes; the one after has not begun yet."""
    state = leaves(forgot(), 1)
    assert (state.turn, catchable(state, 2)) == (2, True)


@pytest.mark.rule("U4", "V14")
def test_one_who_left_cannot_be_caught():
    """Seat 0 forgot and went away."""
    state = leaves(forgot("B1 B2", "Y1 Y2", "Y3 Y4"), 0)
    assert refused(state, "1: catch 0").code == "not-in-round"


@pytest.mark.rule("U4")
def test_the_window_of_the_next_player_is_a_new_one():
    """Seat 1 plays down to one card as well: seat 1 can be caught, seat 0 cannot."""
    state = play(forgot("R2 B2", "Y1 Y2"), "1: play R2")
    assert (catchable(state, 2, 0), catchable(state, 2, 1)) == (False, True)


@pytest.mark.rule("U4", "O1")
def test_nobody_is_caught_when_the_round_is_over():
    """Seat 1 went out at once."""
    assert refused(forgot("R2", "Y1 Y2"), "1: play R2", "2: catch 0").rule == "O1"


# U5: being caught.


@pytest.mark.rule("U5")
@pytest.mark.parametrize(("edition", "drawn"), [("classic", 2), ("blanks-112", 4), ("swap-112", 2)])
def test_what_being_caught_costs(edition: str, drawn: int):
    """Two, or four in the edition with four blanks."""
    assert counts(play(forgot(edition=edition), "1: catch 0"))[0] == 1 + drawn


@pytest.mark.rule("U5")
@pytest.mark.parametrize("penalty", [0, 1, 10])
def test_the_penalty_is_an_option(penalty: int):
    """None up to ten."""
    state = at("R1 G5", "B1 B2", uno_penalty=penalty)
    assert counts(play(state, "0: play R1", "1: catch 0"))[0] == 1 + penalty


@pytest.mark.rule("U5")
@pytest.mark.parametrize("penalty", [-1, 11, 2.0])
def test_other_penalties_are_refused(penalty: object):
    """Out of range, or no whole number."""
    with pytest.raises(RulesError) as error:
        ruleset(uno_penalty=penalty)
    assert error.value.rule == "U5"


@pytest.mark.rule("U5")
@pytest.mark.parametrize("by", [1, 2, 3])
def test_any_other_player_may_catch(by: int):
    """The next, the one opposite, the one before."""
    assert catchable(forgot("B1 B2", "Y1 Y2", "Y3 Y4"), by)


@pytest.mark.rule("U5", "M1")
def test_a_partner_may_catch_too():
    """Seat 2 plays with seat 0."""
    state = forgot("B1 B2", "Y1 Y2", "Y3 Y4", teams=[[0, 2], [1, 3]])
    assert counts(play(state, "2: catch 0"))[0] == 3


@pytest.mark.rule("U5")
def test_the_first_to_catch_does_so_alone():
    """A second catch is refused, and costs nothing more."""
    state = play(forgot("B1 B2", "Y1 Y2", "Y3 Y4"), "3: catch 0")
    assert refused(state, "1: catch 0").code == "lost-race"
    assert counts(state) == (3, 2, 2, 2)


@pytest.mark.rule("U5")
def test_nobody_catches_themselves():
    """Saying it is what there is for that."""
    assert refused(forgot(), "0: catch 0").rule == "U5"


@pytest.mark.rule("U5")
def test_a_catch_outside_the_window_is_refused_and_costs_nothing():
    """Unless the table sets a penalty for it."""
    assert ruleset().false_catch_penalty == 0
    assert refused(at("R1 G5", "B1 B2", "Y1 Y2"), "2: catch 1").rule == "U4"


@pytest.mark.rule("U5")
def test_a_seat_outside_the_round_neither_catches_nor_is_caught():
    """Seat 2 is out of the match."""
    state = play(at("R1 G5", "B1 B2", None, "Y1 Y2"), "0: play R1")
    assert refused(state, "1: catch 2").code == "not-in-round"
    assert refused(state, "2: catch 0").code == "not-in-round"
    assert refused(state, "1: catch 9").code == "not-in-round"


@pytest.mark.rule("U5")
def test_the_catch_does_not_move_the_turn():
    """Seat 1 is still to play."""
    state = play(forgot(), "2: catch 0")
    assert state.phase == Turn(1)


@pytest.mark.rule("U5", "T5")
def test_caught_with_nothing_to_draw_one_is_caught_all_the_same():
    """No second catch, no call any more."""
    state = at("R1 G5", "B1 B2", "Y1 Y2", top="R5", only=True)
    state = play(state, "0: play R1")
    state = state._replace(table=state.table._replace(discard=()))
    caught = play(state, "1: catch 0")
    assert counts(caught)[0] == 1
    assert refused(caught, "2: catch 0").code == "lost-race"
    assert refused(caught, "0: uno").rule == "U2"


@pytest.mark.rule("U5", "V11")
def test_the_draw_limit_does_not_matter_to_so_small_a_hand():
    """Two cards are far from fifteen."""
    assert counts(play(forgot(draw_limit=15), "1: catch 0"))[0] == 3


@pytest.mark.rule("U5", "H7")
def test_a_penalty_card_with_a_rule_tied_to_drawing_is_carried_out():
    """The caught player draws a card that makes everyone draw one more."""
    rule = {"text": "All draw", "when": "draw", "effects": [{"draw": 1, "who": "everyone"}]}
    state = play(forgot(pile=f"G1 {FOUR[3:]}", written={"G1": rule}), "1: catch 0")
    assert (counts(state), state.phase) == ((4, 3, 3), Turn(1))


# U6: the call is needed anew.


@pytest.mark.rule("U6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_drawn_card_wipes_an_earlier_call(edition: str):
    """Called, then drawn, then down to one again without a word: caught."""
    state = at("Y5", "B1 B2", "Y1 Y2", called=[0], pile=f"R1 {FOUR}", edition=edition)
    state = play(state, "0: draw", "0: play R1")
    assert catchable(state, 1)


@pytest.mark.rule("U6")
def test_a_call_in_advance_is_wiped_by_drawing():
    """Said with two cards, then drawn instead of played, then played twice."""
    state = play(at("R1 G5", "R2 B2 B3", pile=f"R3 {FOUR}"), "0: uno", "0: draw", "0: play R3")
    state = play(state, "1: play R2", "0: play R1")
    assert catchable(state, 1)


@pytest.mark.rule("U6", "W1")
def test_a_forced_draw_wipes_the_call():
    """Seat 1 had said it, draws two, and plays down again."""
    state = at("R+2 G5 G6", "B1", "R2 Y1 Y2", called=[1], pile=FOUR)
    assert play(state, "0: play R+2").table.called == frozenset()


@pytest.mark.rule("U6", "X1")
def test_a_penalty_wipes_the_call():
    """Four cards for a suggestion."""
    state = at("R1 G5", "B1", "Y1 Y2", called=[1], pile=FOUR)
    assert play(state, "0: report 1", "2: uphold").table.called == frozenset()


@pytest.mark.rule("U6")
def test_the_call_stands_while_no_card_comes():
    """Seat 0 called, others play round the table, nobody can catch."""
    state = play(at("R1 G5", "R2 B2 B3", "R3 Y1 Y2"), "0: play R1 uno", "1: play R2", "2: play R3")
    assert state.table.called == {0}
    assert not catchable(state, 1)


@pytest.mark.rule("U6", "V4")
def test_a_seven_wipes_both_calls():
    """Both hands changed owner; both are left with one card and owe the call."""
    state = at("R7 G5", "B1", "Y1 Y2", called=[1], seven_zero=True)
    state = play(state, "0: play R7 swap 1 uno")
    assert state.table.called == frozenset()
    assert (catchable(state, 2, 0), catchable(state, 2, 1)) == (True, True)


@pytest.mark.rule("U6", "V4")
def test_a_nought_wipes_every_call():
    """All hands moved."""
    state = at("R0 G5", "B1", "Y1 Y2", called=[1], seven_zero=True)
    state = play(state, "0: play R0 uno")
    assert (hand(state, 0), hand(state, 1), hand(state, 2)) == ("Y1 Y2", "G5", "B1")
    assert (catchable(state, 0, 1), catchable(state, 0, 2)) == (True, True)


@pytest.mark.rule("U6", "W8")
def test_a_swap_between_others_leaves_a_third_call_alone():
    """Seat 2 had said it and keeps its card."""
    state = at("WS G5 G6", "B1 B2", "Y1", called=[2], edition="swap-112")
    state = play(state, "0: play WS red swap 1")
    assert (set(state.table.called), catchable(state, 0, 2)) == ({2}, False)


@pytest.mark.rule("U6")
def test_a_card_received_by_a_written_rule_wipes_the_call():
    """Seat 1 had said it and is given a card, then owes it anew when down to one."""
    rule = {"text": "Give", "effects": [{"give": 1, "who": "self", "to": "next"}]}
    state = at("WC G5 G6", "B1", "Y1 Y2", called=[1], edition="swap-112", written={"WC": rule})
    state = play(state, "0: play WC blue", "0: give G5")
    assert state.table.called == frozenset()
    assert catchable(play(state, "1: play B1"), 2, 1)


# U7: one card left by an effect.


@pytest.mark.rule("U7", "W8")
def test_both_sides_of_a_swap_can_be_caught():
    """Two hands of one card change places."""
    state = play(at("WS G5", "B1 B2", "Y1", edition="swap-112", pile=FOUR), "0: play WS red swap 2")
    assert (catchable(state, 1, 0), catchable(state, 1, 2)) == (True, True)
    state = play(state, "1: catch 2", "1: catch 0")
    assert counts(state) == (3, 2, 3)


@pytest.mark.rule("U7", "W8")
def test_who_got_one_card_can_call():
    """Seat 0 says UNO for the hand it was given."""
    state = play(at("WS G5 G6", "B1 B2", "Y1", edition="swap-112"), "0: play WS red swap 2", "0: uno")
    assert not catchable(state, 1)


@pytest.mark.rule("U7", "V4")
def test_a_rotation_opens_the_window_for_all_left_with_one_card():
    """A nought moves seat 1's single card on to seat 2."""
    state = play(at("R0 G5 G6", "B1", "Y1 Y2", seven_zero=True), "0: play R0")
    assert (catchable(state, 0, 2), catchable(state, 0, 1)) == (True, False)


@pytest.mark.rule("U7", "H4")
def test_a_written_discard_opens_the_window():
    """Seat 1 loses its Wild and is left with one card."""
    rule = {"text": "No wilds", "effects": [{"discard": "wild", "who": "others"}]}
    state = at("WC G5 G6", "B1 W", "Y1 Y2", edition="swap-112", written={"WC": rule}, pile=FOUR)
    state = play(state, "0: play WC red")
    assert (catchable(state, 2, 1), counts(play(state, "2: catch 1"))) == (True, (2, 3, 2))
    assert not catchable(play(state, "1: uno"), 2, 1)


@pytest.mark.rule("U7")
def test_giving_a_card_away_opens_the_window_for_the_giver():
    """Seat 1 gives one of two cards."""
    rule = {"text": "Give", "effects": [{"give": 1, "who": "next", "to": "self"}]}
    state = at("WC G5 G6", "B1 B2", "Y1 Y2", edition="swap-112", written={"WC": rule}, pile=FOUR)
    state = play(state, "0: play WC red", "1: give B1")
    assert (catchable(state, 0, 1), catchable(state, 1, 0)) == (True, False)


@pytest.mark.rule("U7", "H5")
def test_winning_a_charade_opens_the_window_for_the_winner():
    """Seat 2 discards its blue card and is left with one."""
    rule = {
        "text": "Act",
        "effects": [{"charade": True, "winner": {"discard": "called-colour", "who": "self"}}],
    }
    state = at("WC G5 G6", "B1 B2", "B3 Y2", edition="swap-112", written={"WC": rule}, pile=FOUR)
    state = play(state, "0: play WC blue", "0: guessed 2")
    assert (hand(state, 2), catchable(state, 0, 2)) == ("Y2", True)


@pytest.mark.rule("U7")
def test_the_window_of_an_effect_closes_with_the_next_move():
    """Seat 1 plays; seat 2 with its single swapped card is safe."""
    state = play(at("WS G5", "R1 B2", "Y1 Y2", edition="swap-112"), "0: play WS red swap 2")
    assert catchable(state, 1, 2)
    assert not catchable(play(state, "1: play R1"), 0, 2)


@pytest.mark.rule("U7", "H7")
def test_a_window_opened_in_the_next_players_draw_outlives_that_draw():
    """Where windows last until the turn is taken: seat 0's closes with the draw, seat 2's was opened by it."""
    rule = {"text": "No wilds", "when": "draw", "effects": [{"discard": "wild", "who": "next"}]}
    state = forgot("B4 B2", "Y1 W", edition="swap-112", pile=f"Y9 {FOUR}", written={"Y9": rule})
    state = play(state, "1: draw")
    assert (state.turn, catchable(state, 1, 0), catchable(state, 1, 2)) == (2, False, True)


@pytest.mark.rule("U7", "H7")
def test_a_window_opened_anew_in_a_draw_is_a_new_one():
    """All hands move in seat 1's draw: seat 0's new single card is caught for itself after the draw was unplayable."""
    rule = {"text": "Hands move on", "when": "draw", "effects": [{"rotate": "left"}]}
    state = forgot("B4 B2", "Y1", edition="swap-112", pile=f"Y9 {FOUR}", written={"Y9": rule})
    state = play(state, "1: draw")
    assert (counts(state), state.turn) == ((1, 1, 3), 2)
    assert (catchable(state, 2, 0), catchable(state, 2, 1)) == (True, True)


# Interplay.


@pytest.mark.rule("U5", "V1", "O2")
def test_caught_while_a_debt_runs_on():
    """Seat 1 adds its second-to-last card and is caught; the debt stands."""
    state = at("R+2 R1 G5", "B+2 B2", "Y1 Y2", pile=FOUR, stacking="same")
    state = play(state, "0: play R+2", "1: play B+2", "0: catch 1")
    assert counts(state) == (2, 3, 2)
    assert counts(play(state, "2: draw"))[2] == 6


@pytest.mark.rule("U5", "W6")
def test_both_the_accused_and_another_may_be_caught_while_an_answer_is_awaited():
    """Only the accused owes: the one who answers holds two."""
    state = play(at("W+4 G5", "B1 B2", "Y1 Y2", pile=FOUR), "0: play W+4 blue")
    assert isinstance(state.phase, Answering)
    assert (catchable(state, 1, 0), catchable(state, 2, 1)) == (True, False)


@pytest.mark.rule("U4", "V3")
def test_a_jump_while_a_window_is_open_does_not_help_the_one_on_turn():
    """After the jump seat 1 is not on turn any more where the jumper is seat 2."""
    state = play(forgot("R2 B2 B3", "R1 Y2 Y3", "Y4 Y6", jump_in="all"), "2: jump R1")
    assert (state.turn, jumps(state, 2)) == (3, set())


@pytest.mark.rule("U2", "V7")
def test_a_late_call_wins_the_race_without_a_penalty_for_the_catcher():
    """Where wrong catches cost, losing the race does not."""
    state = play(forgot(false_catch_penalty=2), "0: uno")
    assert refused(state, "1: catch 0").code == "lost-race"
