"""V2: Reverse and Skip send a debt on."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules.cards import Colour
from lastcard.rules.errors import RulesError
from lastcard.rules.round import Answering, Direction, Owing, Round, Turn
from lastcard.rules.ruleset import EDITIONS, ruleset
from tests.rooms.rules.positions import at, counts, ended, may, play, points, refused, turn_acts

FOUR = "G1 G1 G2 G2 G3 G3 G4 G4 G6 G6 G7 G7 G8 G8 G9 G9"
"""Cards to be drawn, none of them red, yellow or blue."""


def deflecting(*hands: str | None, stacking: str = "same", **options: Any) -> Round:
    """A position at a table that sends debts on."""
    return at(*hands, **{"stacking": stacking, "deflect": True, "pile": FOUR, **options})


@pytest.mark.rule("V2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_is_off_and_refused_without_stacking(edition: str):
    """There would be no debt to send on."""
    assert ruleset(edition).deflect is False
    with pytest.raises(RulesError) as error:
        ruleset(edition, deflect=True)
    assert (error.value.where, error.value.rule) == ("deflect", "V2")


@pytest.mark.rule("V2")
def test_with_stacking_alone_nothing_is_sent_on():
    """Reverse and Skip of the colour are refused."""
    state = play(deflecting("R+2 R1 R2", "RR RS B1", "Y1", deflect=False), "0: play R+2")
    assert turn_acts(state, 1) == {"draw"}


@pytest.mark.rule("V2")
@pytest.mark.parametrize(("direction", "after"), [("left", "right"), ("right", "left")])
def test_a_reverse_sends_the_debt_to_the_next_seat_in_the_new_direction(direction: str, after: str):
    """Back to the player of the Draw Two, and on from there."""
    hands = ("R+2 R1 R2", "RR B1 B2", "RR Y1 Y3")
    victim = 1 if direction == "left" else 2
    state = play(deflecting(*hands, direction=direction), "0: play R+2", f"{victim}: play RR")
    assert (state.phase, state.table.direction) == (Owing(0, 2, "+2"), Direction(after))
    state = play(state, "0: draw")
    assert (counts(state)[0], state.turn) == (4, 3 - victim)


@pytest.mark.rule("V2")
@pytest.mark.parametrize(("direction", "to"), [("left", 3), ("right", 1)])
def test_a_skip_sends_the_debt_over_one_player_to_the_one_after(direction: str, to: int):
    """From seat 1 over seat 2, or from seat 3 over seat 2."""
    victim = 4 - to
    hands = ("R+2 R1 R2", "RS B1 B2", "Y1 Y3", "RS B3 B4")
    state = play(deflecting(*hands, direction=direction), "0: play R+2", f"{victim}: play RS")
    assert (state.phase, state.table.direction) == (Owing(to, 2, "+2"), Direction(direction))


@pytest.mark.rule("V2")
def test_the_player_over_whom_a_debt_went_loses_no_turn():
    """Seat 2 was skipped by the debt; after seat 3 drew, play goes on with seat 0 and comes to seat 2 in time."""
    state = deflecting("R+2 R1 R2", "RS R3 B2", "Y1 Y3", "B3 B4")
    state = play(state, "0: play R+2", "1: play RS", "3: draw", "0: play R1", "1: play R3")
    assert state.phase == Turn(2)


@pytest.mark.rule("V2")
def test_with_three_players_a_skip_goes_over_one_back_to_the_first():
    """From seat 1 over seat 2 to seat 0."""
    state = play(deflecting("R+2 R1 R2", "RS B1 B2", "Y1 Y3"), "0: play R+2", "1: play RS")
    assert state.phase == Owing(0, 2, "+2")


@pytest.mark.rule("V2")
def test_seats_that_are_out_do_not_count():
    """Of five seats 2 and 4 are out: from 1 over 3 to 0."""
    state = deflecting("R+2 R1 R2", "RS RR B1 B2", None, "Y1 Y3", None)
    state = play(state, "0: play R+2")
    assert play(state, "1: play RS").phase == Owing(0, 2, "+2")
    assert play(state, "1: play RR").phase == Owing(0, 2, "+2")


@pytest.mark.rule("V2")
@pytest.mark.parametrize("card", ["BS", "BR", "YS"])
def test_not_in_another_colour(card: str):
    """Only the colour in force sends a debt on."""
    state = play(deflecting("R+2 R1 R2", f"{card} B1 B2", "Y1"), "0: play R+2")
    assert refused(state, f"1: play {card}").rule == "V1"


@pytest.mark.rule("V2")
def test_not_by_the_same_word_on_a_reverse_that_was_just_sent():
    """A blue Reverse does not send on what a red one did."""
    state = deflecting("R+2 BR RS R2", "RR B1 B2", "Y1")
    state = play(state, "0: play R+2", "1: play RR")
    assert refused(state, "0: play BR").rule == "V1"
    assert turn_acts(state, 0) == {"play RS", "draw"}


@pytest.mark.rule("V2")
def test_a_debt_is_sent_on_again_and_again():
    """Reverse, Skip, and it is still two."""
    state = deflecting("R+2 RS R2 R3", "RR B1 B2", "B3 Y1", "Y3 Y4")
    state = play(state, "0: play R+2", "1: play RR", "0: play RS")
    assert (state.phase, state.table.direction) == (Owing(2, 2, "+2"), Direction.RIGHT)


@pytest.mark.rule("V2")
def test_a_debt_that_was_sent_on_may_be_added_to():
    """It keeps its kind: a Draw Two goes on it, a Wild Draw Four under `same` does not."""
    state = deflecting("R+2 R+2 W+4 R2", "RR B1 B2", "Y1 Y3")
    state = play(state, "0: play R+2", "1: play RR")
    assert refused(state, "0: play W+4 red").rule == "V1"
    assert play(state, "0: play R+2").phase == Owing(2, 4, "+2")


@pytest.mark.rule("V2", "W6")
def test_on_a_wild_draw_four_in_the_called_colour_and_the_challenge_ends():
    """Seat 0 was guilty, and owes its own four now; nothing can be answered any more."""
    state = deflecting("W+4 R1 G5", "BR RR B1", "Y1 Y3")
    state = play(state, "0: play W+4 blue")
    assert refused(state, "1: play RR").rule == "V1"
    state = play(state, "1: play BR")
    assert state.phase == Owing(0, 4, "W+4")
    assert refused(state, "0: accept").code == "nothing-to-answer"
    assert refused(state, "0: challenge").code == "nothing-to-answer"


@pytest.mark.rule("V2")
def test_a_wild_draw_four_goes_on_its_own_kind_after_it_was_sent_on():
    """The Reverse lies on top, the debt is of the Wild Draw Four."""
    state = deflecting("W+4 W+4 G5", "BR B1 Y1", "Y2 Y3")
    state = play(state, "0: play W+4 blue", "1: play BR")
    assert turn_acts(state, 0) == {"draw"} | {f"play W+4 {colour}" for colour in Colour}
    assert play(state, "0: play W+4 red").phase == Answering(2, 0, 8, Colour.BLUE)


@pytest.mark.rule("V2")
@pytest.mark.parametrize(("stacking", "allowed"), [("same", False), ("cross", True)])
def test_a_draw_two_of_the_colour_goes_on_a_sent_wild_draw_four_under_cross_only(
    stacking: str, allowed: bool
):
    """The kind stays that of the Wild Draw Four."""
    state = deflecting("W+4 B+2 Y+2 G5", "BR B1 Y1", "Y2 Y3", stacking=stacking)
    state = play(state, "0: play W+4 blue", "1: play BR")
    assert ("play B+2" in turn_acts(state, 0)) is allowed
    assert "play Y+2" not in turn_acts(state, 0)


@pytest.mark.rule("V2", "N1")
@pytest.mark.parametrize(("card", "after"), [("RR", "right"), ("RS", "left")])
def test_two_handed_both_send_it_to_the_other_player(card: str, after: str):
    """The other owes, and a Reverse turns the direction all the same."""
    state = play(deflecting("R+2 R1 R2", f"{card} B1 B2"), "0: play R+2", f"1: play {card}")
    assert (state.phase, state.table.direction) == (Owing(0, 2, "+2"), Direction(after))


@pytest.mark.rule("V2", "N3")
def test_two_handed_after_the_debt_is_drawn_the_other_is_on_turn():
    """Seat 0 draws and seat 1 plays."""
    state = play(deflecting("R+2 R1 R2", "RS B1 B2"), "0: play R+2", "1: play RS", "0: draw")
    assert (state.phase, counts(state)) == (Turn(1), (4, 2))


@pytest.mark.rule("V2", "O2")
def test_as_last_card_a_reverse_makes_the_one_it_is_sent_to_draw():
    """Seat 0 draws the two before the count."""
    end = ended(deflecting("R+2 R1 R2", "RR", "Y1"), "0: play R+2", "1: play RR")
    assert (end.out, [len(cards) for cards in end.hands]) == (1, [4, 0, 1])


@pytest.mark.rule("V2", "O2")
def test_as_last_card_a_skip_makes_the_one_it_is_sent_to_draw():
    """Seat 3 draws, not seat 2."""
    state = deflecting("R+2 R1 R2", "RS", "Y1", "B5")
    assert points(state, "0: play R+2", "1: play RS") == {0: 0, 1: 3 + 1 + 5 + 1 + 1, 2: 0, 3: 0}


@pytest.mark.rule("V2", "O2")
def test_as_last_card_two_handed():
    """The other draws four."""
    end = ended(deflecting("W+4 G5 G5", "BS"), "0: play W+4 blue", "1: play BS")
    assert [len(cards) for cards in end.hands] == [6, 0]


@pytest.mark.rule("V2", "V8")
def test_a_word_card_that_may_not_be_last_sends_nothing_on():
    """Under `no_action` the single Skip stays."""
    state = play(deflecting("R+2 R1 R2", "RS", "Y1", last_card="no_action"), "0: play R+2")
    assert turn_acts(state, 1) == {"draw"}


@pytest.mark.rule("V2", "U1")
def test_uno_is_due_when_the_deflecting_card_leaves_one():
    """It is a play like any other: it closes the window before and opens its own."""
    state = play(deflecting("R+2 R1", "RR B1", "Y1 Y2"), "0: play R+2", "1: play RR")
    assert ("catch 1" in may(state, 2), "catch 0" in may(state, 2)) == (True, False)
    assert "play RR uno" in may(play(deflecting("R+2 R1 R2", "RR B1", "Y1 Y2"), "0: play R+2"), 1)


@pytest.mark.rule("V2", "V3")
def test_nobody_jumps_while_the_sent_debt_stands():
    """An identical Reverse is held by seat 2."""
    state = deflecting("R+2 R1 R2", "RR B1 B2", "RR Y1 Y2", jump_in="all")
    assert refused(state, "0: play R+2", "1: play RR", "2: jump RR").rule == "V3"


@pytest.mark.rule("V2", "H7")
def test_a_rule_written_on_the_deflecting_card_is_carried_out_and_the_debt_stands():
    """Seat 1's Skip makes everyone draw one; then seat 0 owes."""
    rule = {"text": "All draw", "effects": [{"draw": 1, "who": "everyone"}]}
    state = deflecting("R+2 R1 R2", "RS B1 B2", "Y1 Y2", written={"RS": rule})
    state = play(state, "0: play R+2", "1: play RS")
    assert (counts(state), state.phase) == ((3, 3, 3), Owing(0, 2, "+2"))


@pytest.mark.rule("V2", "M1")
def test_a_debt_may_be_sent_to_a_partner():
    """Seat 1's Skip goes over seat 2 to seat 3, its own partner."""
    state = deflecting("R+2 R1 R2", "RS B1 B2", "Y1", "Y2", teams=[[0, 2], [1, 3]])
    assert play(state, "0: play R+2", "1: play RS").phase == Owing(3, 2, "+2")


@pytest.mark.rule("V2")
def test_without_a_debt_reverse_and_skip_work_as_printed():
    """A plain Skip skips."""
    state = play(deflecting("RS R1 R2", "B1 B2", "Y1"), "0: play RS")
    assert state.phase == Turn(2)
