"""N: two players left in the round."""

from __future__ import annotations

import pytest

from lastcard.rules.cards import Colour
from lastcard.rules.round import Direction, Round, Turn
from lastcard.rules.ruleset import EDITIONS
from tests.rooms.rules.positions import (
    at,
    counts,
    ended,
    jumps,
    leaves,
    may,
    play,
    points,
    refused,
    start,
    turn_acts,
)

FOUR = "G1 G2 G3 G4 G6 G7 G8 G9"
"""Cards to be drawn, none of them red."""


# N1: Reverse.


@pytest.mark.rule("N1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("direction", "after"), [("left", "right"), ("right", "left")])
def test_reverse_acts_as_skip_and_turns_the_direction_all_the_same(edition: str, direction: str, after: str):
    """Its player moves again."""
    state = play(at("RR R1 R2", "B1 B2", direction=direction, edition=edition), "0: play RR")
    assert (state.phase, state.table.direction, counts(state)) == (Turn(0), Direction(after), (2, 2))


@pytest.mark.rule("N1")
def test_reverse_after_reverse_the_same_player_moves_on():
    """Two in a row, then an ordinary card ends it."""
    state = play(at("RR BR B1 B2", "B3 B4"), "0: play RR", "0: play BR", "0: play B1")
    assert (state.turn, state.table.direction) == (1, Direction.LEFT)


@pytest.mark.rule("N1")
def test_the_other_player_cannot_move_in_between():
    """The other is passed over."""
    state = play(at("RR R1 R2", "R3 R4"), "0: play RR")
    assert refused(state, "1: play R3").code == "not-your-turn"
    assert refused(state, "1: draw").code == "not-your-turn"


@pytest.mark.rule("N1")
def test_after_a_reverse_one_may_draw():
    """A normal turn: nothing need match."""
    state = play(at("RR B1 B2", "R3 R4", pile=f"Y9 {FOUR}"), "0: play RR", "0: draw")
    assert (counts(state), state.turn) == ((3, 2), 1)


@pytest.mark.rule("N1")
def test_a_drawn_reverse_acts_as_skip():
    """Drawn, played, and the same player moves again."""
    assert play(at("Y1 Y2", "B1 B2", pile="RR"), "0: draw", "0: play RR").phase == Turn(0)


@pytest.mark.rule("N1")
def test_a_last_reverse_ends_the_round():
    """There is nothing to move again with."""
    assert ended(at("RR", "B1 B2"), "0: play RR").out == 0


@pytest.mark.rule("N1")
def test_with_three_a_reverse_is_no_skip():
    """The other rule holds while three are in the round."""
    assert play(at("RR R1", "B1 B2", "Y1 Y2"), "0: play RR").turn == 2


@pytest.mark.rule("N1", "V2")
def test_a_reverse_that_sends_a_debt_on_is_no_skip():
    """Two-handed it goes to the other player, who owes now."""
    state = at("R+2 R1 R2", "RR B2 B3", pile=FOUR, stacking="same", deflect=True)
    state = play(state, "0: play R+2", "1: play RR")
    assert (state.turn, turn_acts(state, 0)) == (0, {"draw"})
    assert counts(play(state, "0: draw")) == (4, 2)


@pytest.mark.rule("N1", "V3")
def test_a_jumped_reverse_gives_the_jumper_the_move():
    """Seat 1 is passed over by the first and jumps with the second."""
    state = play(at("RR R1 R2", "RR B2 B3", jump_in="all"), "0: play RR", "1: jump RR")
    assert (state.phase, state.table.direction) == (Turn(1), Direction.LEFT)


@pytest.mark.rule("N1", "H7")
def test_a_reverse_with_a_written_rule_does_both():
    """The other draws one, and its player moves again."""
    rule = {"text": "Draw", "effects": [{"draw": 1, "who": "next"}]}
    state = play(at("RR R1 R2", "B1 B2", written={"RR": rule}, pile=FOUR), "0: play RR")
    assert (state.phase, counts(state)) == (Turn(0), (2, 3))


@pytest.mark.rule("N1", "H6")
def test_a_written_reverse_turns_the_direction_and_is_no_reverse_card():
    """The turn passes: N1 speaks of the card."""
    rule = {"text": "Turn round", "effects": [{"reverse": True}]}
    state = at("WC R1 R2", "B1 B2", edition="swap-112", written={"WC": rule})
    state = play(state, "0: play WC red")
    assert (state.phase, state.table.direction) == (Turn(1), Direction.RIGHT)


# N2: Skip.


@pytest.mark.rule("N2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("direction", ["left", "right"])
def test_skip_its_player_moves_again(edition: str, direction: str):
    """Either way round, and the direction stays."""
    state = play(at("RS R1 R2", "B1 B2", direction=direction, edition=edition), "0: play RS")
    assert (state.phase, state.table.direction) == (Turn(0), Direction(direction))


@pytest.mark.rule("N2")
def test_skip_after_skip_and_then_the_other_moves():
    """Each Skip gives one more move."""
    state = play(at("RS BS B1 B2", "B3 B4"), "0: play RS", "0: play BS", "0: play B1")
    assert state.phase == Turn(1)


@pytest.mark.rule("N2")
def test_the_other_may_catch_while_the_skipper_is_to_move():
    """Seat 1 is passed over, not asleep."""
    state = play(at("RS G5", "B1 B2", pile=FOUR), "0: play RS", "1: catch 0")
    assert (counts(state), state.turn) == ((3, 2), 0)


# N3: draw cards.


@pytest.mark.rule("N3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_a_draw_two_play_is_back_with_its_player(edition: str):
    """The other draws two."""
    state = play(at("R+2 R1 R2", "B1 B2", pile=FOUR, edition=edition), "0: play R+2")
    assert (state.phase, counts(state)) == (Turn(0), (2, 4))


@pytest.mark.rule("N3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_a_wild_draw_four_play_is_back_with_its_player(edition: str):
    """The other draws four, the colour is called."""
    state = at("W+4 B1 B2", "Y1 Y2", pile=FOUR, edition=edition)
    state = play(state, "0: play W+4 blue", "1: accept")
    assert (state.phase, counts(state), state.table.colour) == (Turn(0), (2, 6), Colour.BLUE)


@pytest.mark.rule("N3", "W6")
def test_a_failed_challenge_leaves_play_with_the_player_of_the_card():
    """The other draws six."""
    state = play(at("W+4 B1 B2", "Y1 Y2", pile=FOUR), "0: play W+4 blue", "1: challenge")
    assert (state.phase, counts(state)) == (Turn(0), (2, 8))


@pytest.mark.rule("N3", "W6")
def test_a_challenge_that_succeeds_gives_the_other_a_turn():
    """A normal turn of the challenger."""
    state = play(at("W+4 R1 B2", "B1 Y2", pile=FOUR), "0: play W+4 blue", "1: challenge")
    assert (state.phase, counts(state)) == (Turn(1), (6, 2))
    assert play(state, "1: play B1").turn == 0


@pytest.mark.rule("N3", "V1")
def test_a_debt_goes_to_and_fro():
    """Two, four, six: seat 1 draws them, and seat 0 is on turn."""
    state = at("R+2 B+2 R1 R2", "Y+2 Y1 Y2", pile=FOUR, stacking="same")
    state = play(state, "0: play R+2", "1: play Y+2", "0: play B+2", "1: draw")
    assert (state.phase, counts(state)) == (Turn(0), (2, 8))


@pytest.mark.rule("N3", "O2")
def test_a_last_draw_two_is_drawn_by_the_other_and_counted():
    """One, and the one and two drawn."""
    assert points(at("R+2", "B1", pile=FOUR), "0: play R+2") == {0: 1 + 1 + 2, 1: 0}


# Two left, however that came.


def three_with_one_out(*hands: str) -> Round:
    """Seat 1 is out of the match."""
    return at(hands[0], None, hands[1], pile=FOUR)


@pytest.mark.rule("N1", "P4")
@pytest.mark.parametrize("card", ["RR", "RS", "R+2"])
def test_two_left_of_three_play_two_handed(card: str):
    """The last two of the Challenge game: the player of the card moves again."""
    state = play(three_with_one_out(f"{card} R1 R2", "B1 B2"), f"0: play {card}")
    assert state.phase == Turn(0)


@pytest.mark.rule("N1", "V14")
@pytest.mark.parametrize("card", ["RR", "RS", "R+2"])
def test_two_left_after_one_went_away_play_two_handed(card: str):
    """From the moment that the third has left."""
    state = leaves(at(f"{card} R1 R2", "B1 B2", "Y1 Y2", pile=FOUR), 2)
    assert play(state, f"0: play {card}").phase == Turn(0)


@pytest.mark.rule("N1", "V14")
def test_a_reverse_played_while_three_were_there_is_no_skip_after_one_has_left():
    """Seat 2 was on turn and goes; play passes on to the right: seat 1."""
    state = play(at("RR R1 R2", "B1 B2", "Y1 Y2"), "0: play RR")
    assert leaves(state, 2).turn == 1


@pytest.mark.rule("N2", "M1")
def test_teams_with_two_left_play_two_handed():
    """One of each side is left of four."""
    state = at("RS R1 R2", "B1 B2", None, None, teams=[[0, 2], [1, 3]])
    assert play(state, "0: play RS").phase == Turn(0)


@pytest.mark.rule("N1", "P4")
def test_a_round_that_starts_with_two_left_of_five_is_two_handed():
    """The deal, the first card and the Reverse go between seats 1 and 4."""
    state = start("R5", "", "RR R1", dealer=1, players=5, seats=(1, 4))
    assert state.turn == 4
    assert play(state, "4: play RR").phase == Turn(4)


# Other rules between two.


@pytest.mark.rule("N3", "W8")
def test_swap_hands_between_two_passes_the_turn():
    """There is only one to swap with."""
    state = at("WS R1 R2", "B1", edition="swap-112")
    assert turn_acts(state, 0) >= {f"play WS {colour} swap 1" for colour in Colour}
    assert play(state, "0: play WS blue swap 1").phase == Turn(1)


@pytest.mark.rule("N2", "V3")
def test_two_handed_the_one_who_just_played_may_jump_on_the_own_card():
    """Seat 0 jumps before seat 1 moves, and seat 1 is on turn again."""
    state = play(at("R1 R1 R2", "B1 B2", jump_in="numbers"), "0: play R1")
    assert jumps(state, 0) == {"jump R1", "jump R1 uno"}
    assert play(state, "0: jump R1").phase == Turn(1)


@pytest.mark.rule("N3", "X1")
def test_two_players_report_nothing():
    """There is nobody to judge."""
    assert refused(at("R1 R2", "B1 B2"), "0: report 1").code == "no-reports"


@pytest.mark.rule("N2", "V4")
def test_a_nought_between_two_swaps_the_hands():
    """Each gets the other's, and the turn passes."""
    state = play(at("R0 R1 R2", "B1 B2", seven_zero=True), "0: play R0")
    assert (state.phase, "play R1" in turn_acts(state, 1)) == (Turn(1), True)


@pytest.mark.rule("N1", "U1")
def test_uno_is_due_before_moving_again():
    """A Reverse with two cards: said with it, the next move is free of it."""
    state = play(at("RR R1", "B1 B2"), "0: play RR uno")
    assert "catch 0" not in may(state, 1)
    assert ended(state, "0: play R1").out == 0
