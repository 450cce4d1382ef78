"""V7: what a wrong catch costs."""

from __future__ import annotations

from functools import partial

import pytest

from lastcard.rules import events as ev
from lastcard.rules.round import Answering, Drawn, Judging, Owing, Turn
from tests.rooms.rules.positions import at, counts, happens, leaves, may, play, refused

at7 = partial(at, false_catch_penalty=2)


@pytest.mark.rule("V7", "U5")
def test_without_the_house_rule_a_wrong_catch_is_refused() -> None:
    """Nobody draws."""
    assert refused(at("R1 G2", "G3 G4"), "1: catch 0").code == "not-catchable"


@pytest.mark.rule("V7")
@pytest.mark.parametrize("penalty", [1, 2, 3, 4])
def test_a_wrong_catch_is_allowed_and_costs(penalty: int) -> None:
    """The one who caught draws as many as the table says; the turn goes on."""
    state = play(at("R1 G2 G1", "G3 G4", false_catch_penalty=penalty), "1: catch 0")
    assert (counts(state), state.phase) == ((3, 2 + penalty), Turn(0))


@pytest.mark.rule("V7")
def test_what_everybody_sees_of_a_wrong_catch() -> None:
    """Who caught whom wrongly, and how many cards were drawn."""
    events = happens(at7("R1 G2 G1", "G3 G4"), "1: catch 0")
    assert (events[0], type(events[1])) == (ev.FalselyCaught(1, 0), ev.Drew)


@pytest.mark.rule("V7")
def test_a_right_catch_costs_the_one_caught() -> None:
    """The house rule changes nothing about it."""
    assert counts(play(at7("R1 G2", "G3 G4"), "0: play R1", "1: catch 0")) == (3, 2)


@pytest.mark.rule("V7", "U1")
def test_one_who_said_uno_with_the_play_is_caught_wrongly() -> None:
    """The call was made, so the catch is wrong, not late."""
    assert counts(play(at7("R1 G2", "G3 G4"), "0: play R1 uno", "1: catch 0")) == (1, 4)


@pytest.mark.rule("V7", "U4")
def test_a_catch_after_the_window_is_wrong() -> None:
    """Once the next player has begun, the catch costs."""
    state = play(at7("R1 G2", "R3 G4", "B1 B2"), "0: play R1", "1: play R3 uno")
    assert counts(play(state, "2: catch 0")) == (1, 1, 4)


@pytest.mark.rule("V7", "U3")
def test_a_catch_before_the_card_lies_is_wrong() -> None:
    """Two cards in the hand: nobody can be caught."""
    assert counts(play(at7("R1 G2", "G3 G4"), "1: catch 0")) == (2, 4)


@pytest.mark.rule("V7")
def test_nobody_catches_themselves() -> None:
    """It is refused without penalty, in and out of the window."""
    assert refused(at7("R1 G2", "G3 G4"), "0: catch 0").code == "self-catch"
    assert refused(at7("R1 G2", "G3 G4"), "0: play R1", "0: catch 0").code == "self-catch"


@pytest.mark.rule("V7")
def test_an_empty_seat_is_not_caught() -> None:
    """It is refused without penalty, and so is a seat that there is not."""
    assert refused(at7("R1 G2", None, "G3 G4"), "0: catch 1").code == "not-in-round"
    assert refused(at7("R1 G2", None, "G3 G4"), "0: catch 9").code == "not-in-round"


@pytest.mark.rule("V7")
def test_a_lost_race_against_another_catch_costs_nothing() -> None:
    """The one already caught in this window is caught once."""
    state = play(at7("R1 G2", "G3 G4", "B1 B2"), "0: play R1", "1: catch 0")
    assert refused(state, "2: catch 0").code == "lost-race"


@pytest.mark.rule("V7")
def test_a_lost_race_against_the_call_costs_nothing() -> None:
    """The one who called in this window cannot be caught any more."""
    state = play(at7("R1 G2", "G3 G4", "B1 B2"), "0: play R1", "0: uno")
    assert refused(state, "1: catch 0").code == "lost-race"


@pytest.mark.rule("V7")
def test_the_race_is_over_with_the_window() -> None:
    """After the next move a catch of the same player is a wrong one."""
    state = play(at7("R1 G2", "R3 G4 G5", "B1 B2"), "0: play R1", "0: uno", "1: play R3")
    assert counts(play(state, "2: catch 0")) == (1, 2, 4)


@pytest.mark.rule("V7", "U4")
def test_the_race_lasts_until_the_turn_is_taken_under_cs_window() -> None:
    """With `next_done` the settled window stays over the draw, and ends with the turn."""
    state = at7("R1 G2", "G3 G4", "B1 B2", catch_window="next_done", pile="R9 B9")
    state = play(state, "0: play R1", "0: uno", "1: draw")
    assert refused(state, "2: catch 0").code == "lost-race"
    assert counts(play(state, "1: pass", "2: catch 0"))[2] == 4


@pytest.mark.rule("V7")
def test_a_wrong_catch_wipes_the_catchers_call() -> None:
    """Cards come into the hand."""
    state = play(at7("R1 G2 G3", "G4", "B1 B2", called=[1]), "1: catch 0")
    assert state.table.called == frozenset()


@pytest.mark.rule("V7", "U4")
def test_a_wrong_catch_leaves_the_window_open() -> None:
    """It is a forced draw, which begins no turn."""
    state = play(at7("R1 G2", "G3 G4", "B1 B2"), "0: play R1", "1: catch 2")
    assert counts(play(state, "2: catch 0")) == (3, 4, 2)


@pytest.mark.rule("V7", "V11")
def test_the_penalty_stops_at_the_limit() -> None:
    """No hand grows beyond it."""
    full = "G1 G1 G2 G2 G3 G3 G4 G4 G6 G6 G7 G7 G8 G8"
    assert counts(play(at7("R1 G5 B1", full, draw_limit=15), "1: catch 0"))[1] == 15


@pytest.mark.rule("V7", "V5")
def test_the_penalty_is_a_number_under_draw_to_match() -> None:
    """It is no voluntary draw."""
    assert counts(play(at7("R1 G5 B1", "B2", draw_to_match=True, pile="B3 B4 B6"), "1: catch 0"))[1] == 3


@pytest.mark.rule("V7", "W6")
def test_a_wrong_catch_while_an_answer_is_open() -> None:
    """The answer is due afterwards as before."""
    state = play(at7("W+4 G1 G2", "G3 G4", "B1 B2"), "0: play W+4 red", "1: catch 2")
    assert isinstance(state.phase, Answering)
    assert counts(play(state, "1: accept")) == (2, 8, 2)


@pytest.mark.rule("V7", "V1")
def test_a_wrong_catch_while_a_debt_stands() -> None:
    """The debt is as large as before, and what was drawn may be added to it."""
    state = at7("R+2 G1 G2", "G3 G4", "B1 B2", stacking="same", pile="B+2 B3")
    state = play(state, "0: play R+2", "1: catch 2")
    assert isinstance(state.phase, Owing)
    assert (state.phase.debt, "play B+2" in may(state, 1)) == (2, True)


@pytest.mark.rule("V7", "T3")
def test_a_wrong_catch_between_draw_and_play() -> None:
    """The drawn card is still the only one that may be played."""
    state = play(at7("G1 G2", "G3 G4", pile="R9 R8 R6"), "0: draw", "0: catch 1")
    assert (state.phase, counts(state)) == (Drawn(0), (5, 2))
    assert refused(state, "0: play R8").code == "only-drawn"


@pytest.mark.rule("V7", "H8")
def test_a_wrong_catch_while_a_dare_is_open() -> None:
    """The dare waits on."""
    written = {"WC1": {"text": "Sing.", "effects": [{"dare": "Sing", "else": {"draw": 1}}]}}
    state = at7("WC1 R1 R2", "G3 G4", "B1 B2", edition="swap-112", written=written)
    assert isinstance(play(state, "0: play WC1 red", "2: catch 1").phase, Judging)


@pytest.mark.rule("V7", "V3")
def test_a_wrong_catch_does_not_end_the_chance_to_jump() -> None:
    """It is neither a play nor a voluntary draw."""
    state = at7("R1 G2 G5", "G3 G4", "R1 B2", jump_in="numbers")
    assert play(state, "0: play R1", "1: catch 2", "2: jump R1").turn == 0


@pytest.mark.rule("V7", "N1")
def test_between_two_it_costs_as_well() -> None:
    """The other one is the only one to catch."""
    assert counts(play(at7("R1 G2 G5", "G3"), "0: catch 1")) == (5, 1)


@pytest.mark.rule("V7", "V14")
def test_one_who_left_cannot_be_caught() -> None:
    """A seat whose player went is empty, and catching it costs nothing."""
    state = leaves(play(at7("R1 G2", "G3 G4", "B1 B2"), "0: play R1"), 0)
    assert refused(state, "1: catch 0").code == "not-in-round"
