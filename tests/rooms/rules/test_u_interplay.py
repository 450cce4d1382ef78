"""Rules that meet: UNO, penalties and answers in the middle of draws, debts and swaps."""

from __future__ import annotations

import pytest

from lastcard.rules.round import Answering, Drawn, Owing, Turn
from tests.rooms.rules.positions import (
    at,
    counts,
    hand,
    jumps,
    leaves,
    may,
    play,
    points,
    refused,
    start,
    turn_acts,
)

FOUR = "G1 G1 G2 G2 G3 G3 G4 G4 G6 G6 G7 G7 G8 G8 G9"
"""Cards to be drawn, none of them red."""


@pytest.mark.rule("U4", "N2")
def test_two_handed_where_windows_last_until_the_turn_is_taken():
    """Seat 0 skips, forgets UNO, and draws: with two cards it owes nothing; played again without a word it does."""
    state = play(at("RS G5", "B1 B2", edition="swap-112", pile=f"R3 {FOUR}"), "0: play RS")
    assert "catch 0" in may(state, 1)
    state = play(state, "0: draw")
    assert refused(state, "1: catch 0").rule == "U4"
    assert "catch 0" in may(play(state, "0: play R3"), 1)
    assert "catch 0" not in may(play(state, "0: play R3 uno"), 1)
    assert "catch 0" not in may(play(state, "0: pass"), 1)


@pytest.mark.rule("U5", "O2", "V1")
def test_one_who_went_out_on_a_debt_is_not_caught():
    """The round is over when the next has drawn."""
    state = at("R+2 R1 G5", "B+2", "Y1 Y2", pile=FOUR, stacking="same")
    assert refused(state, "0: play R+2", "1: play B+2", "0: catch 1").rule == "O1"


@pytest.mark.rule("U1", "V1")
def test_a_call_in_advance_is_wiped_by_the_debt_that_is_drawn_instead():
    """Seat 1 says it, then draws; down to one card later it owes the call again."""
    state = at("R+2 R1 R3", "B+2 B2", "Y1 Y2", pile=FOUR, stacking="same")
    state = play(state, "0: play R+2", "1: uno", "1: draw")
    assert state.table.called == frozenset()


@pytest.mark.rule("T3", "X1")
def test_a_penalty_in_the_middle_of_a_draw_leaves_the_drawn_card_to_play():
    """Seat 0 looks at a drawn card and draws four for a suggestion; only the drawn one may be played."""
    state = play(at("Y1 Y2", "B1", "B2", pile=f"R3 {FOUR}"), "0: draw", "1: report 0", "2: uphold")
    assert (isinstance(state.phase, Drawn), counts(state)[0]) == (True, 7)
    assert turn_acts(state, 0) == {"play R3", "pass"}


@pytest.mark.rule("T3", "X1")
def test_under_must_play_a_penalty_in_between_changes_nothing():
    """The card drawn must be played."""
    state = at("Y1 Y2", "B1", "B2", pile=f"R3 {FOUR}", drawn_card="must_play")
    state = play(state, "0: draw", "1: report 0", "2: uphold")
    assert turn_acts(state, 0) == {"play R3"}


@pytest.mark.rule("T4", "X1")
def test_a_playable_penalty_card_does_not_make_a_draw_a_reneging():
    """Seat 0 had nothing to play when it drew."""
    state = at("Y1 Y2", "B1", "B2", pile="R3 R4 R6 R7 R8", drawn_card="must_play")
    state = play(state, "0: draw", "1: report 0", "2: uphold")
    assert turn_acts(state, 0) == {"play R3"}


@pytest.mark.rule("W6", "X1")
def test_a_report_goes_on_while_an_answer_is_open():
    """The penalty falls on the one who must answer, who then answers."""
    state = play(at("W+4 B1 B2", "Y1 Y2", "Y3", pile=FOUR), "0: play W+4 blue", "0: report 1", "2: uphold")
    assert (isinstance(state.phase, Answering), counts(state)) == (True, (2, 6, 1))
    assert counts(play(state, "1: accept")) == (2, 10, 1)


@pytest.mark.rule("W6", "V14")
def test_the_challenger_who_leaves_accepts_first():
    """Four are drawn, and the cards go under the pile."""
    state = leaves(play(at("W+4 B1 B2", "Y1 Y2", "Y3", pile=FOUR), "0: play W+4 blue"), 1)
    assert (state.phase, counts(state)) == (Turn(2), (2, 0, 1))


@pytest.mark.rule("W8", "U1", "N3")
def test_two_handed_swap_with_the_last_but_one_card():
    """Seat 0 keeps one card with UNO and gives it away: seat 1 owes, seat 0 with its five does not."""
    state = play(at("WS G5", "B1 B2 B3 B4 B6", edition="swap-112"), "0: play WS red swap 1 uno")
    assert (hand(state, 1), "catch 1" in may(state, 0), "catch 0" in may(state, 1)) == ("G5", True, False)


@pytest.mark.rule("V4", "N1", "O1")
def test_two_handed_a_last_seven_ends_the_round_without_a_swap():
    """Also where a 7 swaps."""
    assert points(at("R7", "B1 B2", seven_zero=True), "0: play R7") == {0: 3, 1: 0}


@pytest.mark.rule("V4", "V3", "U7")
def test_a_jumped_seven_that_leaves_one_card_opens_the_window_of_both():
    """Seat 2 keeps one card and swaps it for seat 0's single one."""
    state = at("R7 G5", "B1 B2", "R7 Y1", pile=FOUR, seven_zero=True, jump_in="all")
    state = play(state, "0: play R7 swap 1", "2: jump R7 swap 1")
    assert [hand(state, seat) for seat in range(3)] == ["B1 B2", "Y1", "G5"]
    assert ("catch 1" in may(state, 0), "catch 2" in may(state, 0)) == (True, True)


@pytest.mark.rule("V9", "V4", "U6")
def test_several_sevens_swap_once_and_wipe_the_call():
    """Two sevens, UNO with them, one swap; the card goes to seat 1, who owes the call."""
    state = at("R7 B7 G5", "B1 B2", "Y1 Y2", pile=FOUR, seven_zero=True, multi_play=True)
    state = play(state, "0: play R7 B7 swap 1 uno")
    assert [hand(state, seat) for seat in range(3)] == ["B1 B2", "G5", "Y1 Y2"]
    assert ("catch 1" in may(state, 2), "catch 0" in may(state, 2)) == (True, False)


@pytest.mark.rule("V5", "T5", "V11")
def test_drawing_to_match_goes_on_through_a_reshuffle():
    """The pile has one card, the discards two; turned round the second of them fits."""
    state = at("Y1 Y2", "B1", "B2", pile="G1", discard="R9 G3", only=True, draw_to_match=True)
    state = play(state, "0: draw")
    assert (hand(state, 0), turn_acts(state, 0)) == ("R9 Y1 Y2 G1 G3", {"play R9", "pass"})


@pytest.mark.rule("V5", "T5")
def test_drawing_to_match_that_takes_everything_passes_and_is_no_pass():
    """Cards moved, so it takes three passes after that."""
    state = at("Y1 Y2", "B1", "B2", pile="G1", discard="G3", only=True, draw_to_match=True)
    state = play(state, "0: draw", "1: draw", "2: draw")
    assert (state.over, counts(state)) == (False, (4, 1, 1))
    assert play(state, "0: draw").over


@pytest.mark.rule("V1", "V2", "U4", "U5")
def test_a_debt_sent_back_to_one_who_forgot_uno():
    """Seat 1's Reverse is a play: seat 0 is safe, and owes the two."""
    state = at("R+2 G5", "RR B1 B2", "Y1 Y2", pile=FOUR, stacking="same", deflect=True)
    state = play(state, "0: play R+2", "1: play RR")
    assert refused(state, "2: catch 0").rule == "U4"
    assert state.phase == Owing(0, 2, "+2")
    assert counts(play(state, "0: draw"))[0] == 3


@pytest.mark.rule("V3", "V9", "T1")
def test_a_jump_after_several_cards_is_on_the_last_of_them():
    """Blue lies on top."""
    state = at("R5 B5 G2", "Y1", "R5 B5 Y2", top="R4", multi_play=True, jump_in="numbers")
    assert jumps(play(state, "0: play R5 B5"), 2) == {"jump B5"}


@pytest.mark.rule("S11", "U6", "N3")
def test_two_handed_start_swap():
    """There is only one hand to take."""
    state = start("WS", "R1 R2", "B1 B2", players=2, hand_size=2, edition="swap-112")
    state = play(state, "1: colour red swap 0")
    assert (hand(state, 0), hand(state, 1), state.turn) == ("B1 B2", "R1 R2", 1)
    assert {"uno", "play R1 uno", "play R1"} <= may(state, 1)


@pytest.mark.rule("S8", "S4", "N3")
@pytest.mark.parametrize("card", ["R+2", "RS"])
def test_two_handed_the_named_first_player_is_the_dealer(card: str):
    """Seat 0 deals and would begin: it is passed over, seat 1 plays."""
    assert start(card, players=2, first_seat=0).turn == 1


@pytest.mark.rule("W9", "V8", "T3")
def test_a_customizable_card_is_played_beside_another_but_not_as_the_last():
    """Under `number` it may be played beside another card, and not alone."""
    rule = {"text": "Nothing", "effects": []}
    options = {"edition": "swap-112", "written": {"WC": rule}, "last_card": "number", "pile": f"WC {FOUR}"}
    state = play(at("Y1", "B1", "B2", **options), "0: draw")
    assert "play WC red" in turn_acts(state, 0)
    assert turn_acts(at("WC", "B1", "B2", **(options | {"pile": FOUR})), 0) == {"draw"}
