"""V4: a 7 swaps hands, a 0 passes all hands on."""

from __future__ import annotations

from functools import partial

import pytest

from lastcard.rules.round import Turn
from tests.rooms.rules.positions import at, counts, ended, hand, may, play, points, refused, start, turn_acts

at7 = partial(at, seven_zero=True)
HANDS = ("R7 B1 B2", "G3 G4 G5", "Y1", "Y7 Y8")


@pytest.mark.rule("V4")
@pytest.mark.parametrize("other", [1, 2, 3])
def test_a_seven_swaps_with_any_other_player(other: int) -> None:
    """The player names with whom, and the next player's turn follows."""
    state = play(at7(*HANDS), f"0: play R7 swap {other}")
    assert (hand(state, other), hand(state, 0)) == ("B1 B2", HANDS[other])
    assert state.phase == Turn(1)


@pytest.mark.rule("V4")
def test_a_seven_needs_a_name() -> None:
    """The swap is not optional, and not with oneself or an absent seat."""
    state = at7("R7 B1 B2", None, "Y1 Y2")
    assert refused(state, "0: play R7").code == "needs-swap"
    assert refused(state, "0: play R7 swap 0").code == "bad-swap"
    assert refused(state, "0: play R7 swap 1").code == "bad-swap"
    assert refused(state, "0: play R7 swap 5").code == "bad-swap"


@pytest.mark.rule("V4")
def test_other_cards_swap_nothing() -> None:
    """A swap with another number is refused, also with a 0."""
    assert refused(at7("R6 B1", "G1"), "0: play R6 swap 1").code == "no-swap"
    assert refused(at7("R0 B1", "G1"), "0: play R0 swap 1").code == "no-swap"


@pytest.mark.rule("V4")
def test_without_the_house_rule_a_seven_is_a_number() -> None:
    """Neither does a 0 move hands."""
    assert refused(at("R7 B1", "G1"), "0: play R7 swap 1").code == "no-swap"
    assert counts(play(at("R7 R0 B1", "G1"), "0: play R7")) == (2, 1)
    assert counts(play(at("R0 B1 B2", "G1"), "0: play R0")) == (2, 1)


@pytest.mark.rule("V4")
@pytest.mark.parametrize(
    ("direction", "hands"),
    [("left", ("Y7 Y8", "B1 B2", "G3 G4 G5", "Y1")), ("right", ("G3 G4 G5", "Y1", "Y7 Y8", "B1 B2"))],
)
def test_a_zero_moves_all_hands_in_the_direction_of_play(direction: str, hands: tuple[str, ...]) -> None:
    """Every hand goes to the next seat."""
    state = play(at7("R0 B1 B2", *HANDS[1:], direction=direction), "0: play R0")
    assert tuple(hand(state, seat) for seat in range(4)) == hands


@pytest.mark.rule("V4")
def test_players_out_of_the_match_take_no_part() -> None:
    """Hands pass over seats that are not in the round."""
    state = play(at7("R0 B1 B2", None, "Y1", None), "0: play R0")
    assert counts(state) == (1, 0, 2, 0)


@pytest.mark.rule("V4", "N2")
def test_between_two_seven_and_zero_do_the_same() -> None:
    """Both exchange the two hands, and the other player's turn follows."""
    seven = play(at7("R7 B1 B2", "G3"), "0: play R7 swap 1")
    zero = play(at7("R0 B1 B2", "G3"), "0: play R0")
    assert (counts(seven), seven.phase) == (counts(zero), zero.phase) == ((1, 2), Turn(1))


@pytest.mark.rule("V4", "O1")
@pytest.mark.parametrize("card", ["R7", "R0"])
def test_as_last_card_neither_has_an_effect(card: str) -> None:
    """The round is over, and the hands stay where they are."""
    over = play(at7(card, "G3 G4", "Y1"), f"0: play {card}")
    assert (over.out, counts(over)) == (0, (0, 2, 1))


@pytest.mark.rule("V4")
def test_a_last_seven_is_played_without_a_name() -> None:
    """There is no swap to name."""
    assert refused(at7("R7", "G3"), "0: play R7 swap 1").code == "no-swap"


@pytest.mark.rule("V4", "U6")
def test_calls_of_swapped_hands_are_wiped() -> None:
    """Who had called with one card has another hand now."""
    state = play(at7("R7 B1 B2", "G3", "Y1", called=[1, 2]), "0: play R7 swap 1")
    assert state.table.called == frozenset({2})


@pytest.mark.rule("V4", "U6", "U7")
def test_every_hand_that_moved_needs_its_call_anew() -> None:
    """After a 0 both hands of one card owe a call, whoever had called."""
    state = play(at7("R0 B1", "G3", "Y1 Y2", called=[1]), "0: play R0")
    assert state.table.called == frozenset()
    assert {"catch 1", "catch 2"} <= may(state, 0)


@pytest.mark.rule("V4", "U7")
def test_who_receives_a_single_card_can_be_caught_and_can_call() -> None:
    """The swap leaves the player of the 7 with one card."""
    state = play(at7("R7 B1 B2", "G3", "Y1 Y2"), "0: play R7 swap 1")
    assert counts(play(state, "2: catch 0"))[0] == 3
    assert refused(play(state, "0: uno"), "2: catch 0").code == "lost-race"


@pytest.mark.rule("V4", "U1", "U6")
def test_uno_said_with_a_seven_is_wiped_by_the_swap() -> None:
    """The play leaves one card, so UNO may be said; the card goes to another, who owes a call."""
    state = play(at7("R7 B1", "G3 G4", "Y1 Y2"), "0: play R7 swap 1 uno")
    assert (state.table.called, "catch 1" in may(state, 2), "catch 0" in may(state, 2)) == (
        frozenset(),
        True,
        False,
    )


@pytest.mark.rule("V4", "U4")
def test_the_window_after_a_swap_closes_with_the_next_move() -> None:
    """Seat 1 plays, and nobody can be caught for the swap any more."""
    state = play(at7("R7 B1 B2", "R3", "Y1 Y2"), "0: play R7 swap 1", "1: draw")
    assert "catch 0" not in may(state, 2)


@pytest.mark.rule("V4", "S12")
@pytest.mark.parametrize("card", ["R7", "R0"])
def test_a_start_seven_or_zero_does_nothing(card: str) -> None:
    """The first player plays as on any number."""
    state = start(card, "G1", "G2", players=2, seven_zero=True)
    assert (state.phase, state.hands[0].cards[0].token, state.hands[1].cards[0].token) == (
        Turn(1),
        "G1",
        "G2",
    )


@pytest.mark.rule("V4", "V9")
def test_several_sevens_swap_once() -> None:
    """Two sevens in one turn swap the hands with one player."""
    state = play(at7("R7 G7 B1 B2", "Y1", "Y2 Y3", multi_play=True), "0: play R7 G7 swap 1")
    assert (hand(state, 0), hand(state, 1)) == ("Y1", "B1 B2")


@pytest.mark.rule("V4", "V9")
def test_several_zeros_pass_the_hands_on_once() -> None:
    """Two zeros are not two moves."""
    state = play(at7("R0 G0 B1", "Y1 Y2", "Y3 Y4 Y5", multi_play=True), "0: play R0 G0 uno")
    assert counts(state) == (3, 1, 2)


@pytest.mark.rule("V4", "V9", "O1")
def test_all_sevens_as_last_cards_end_the_round() -> None:
    """Two sevens that are the whole hand: no swap, the round is over."""
    assert ended(at7("R7 G7", "Y1", multi_play=True), "0: play R7 G7").out == 0


@pytest.mark.rule("V4", "T3")
def test_a_drawn_seven_is_played_with_a_name() -> None:
    """The card just drawn swaps like any other seven."""
    state = play(at7("G1 G2", "Y1", pile="R7"), "0: draw")
    assert turn_acts(state, 0) == {"play R7 swap 1", "pass"}
    assert counts(play(state, "0: play R7 swap 1")) == (1, 2)


@pytest.mark.rule("V4", "V3")
def test_a_jumped_seven_swaps() -> None:
    """A jump carries `swap` like a play; as last card it does not."""
    four = ("R7 B1 B2", "G1", "R7 G2", "Y1 Y2 Y3")
    state = play(at7(*four, jump_in="numbers"), "0: play R7 swap 1")
    assert refused(state, "2: jump R7").code == "needs-swap"
    state = play(state, "2: jump R7 swap 3")
    assert (hand(state, 2), hand(state, 3), state.turn) == ("Y1 Y2 Y3", "G2", 3)
    last = play(at7("R7 B1 B2", "G1", "R7", jump_in="numbers"), "0: play R7 swap 1")
    assert ended(last, "2: jump R7").out == 2


@pytest.mark.rule("V4", "V3")
def test_the_identical_card_may_have_moved_with_a_hand() -> None:
    """Who holds the identical card after the swap may jump with it."""
    state = play(at7("R7 B1 B2", "R7 G1 G2", "Y1 Y2", "B5", jump_in="numbers"), "0: play R7 swap 1")
    assert state.phase == Turn(1)
    assert "jump R7 swap 1" in may(state, 0)
    assert not {a for a in may(state, 1) if a.startswith("jump")}


@pytest.mark.rule("V4", "V8")
def test_a_hand_of_one_forbidden_card_may_be_taken() -> None:
    """V8 forbids playing it last, not holding it."""
    state = at7("R7 B1 B2", "W", "Y1 Y2", last_card="number", pile="G8 G9")
    state = play(state, "0: play R7 swap 1", "1: draw", "2: draw")
    assert (hand(state, 0), turn_acts(state, 0)) == ("W", {"draw"})


@pytest.mark.rule("V4", "M1")
def test_hands_may_be_swapped_with_the_partner() -> None:
    """In teams any other player may be named, and the other team's hands give the points."""
    state = at7("R7 B1 B2", "G1", "R9", "Y1", teams=[[0, 2], [1, 3]], pile="G8 G9 B8")
    state = play(state, "0: play R7 swap 2", "1: draw", "2: draw", "3: draw")
    assert points(state, "0: play R9") == {0: 1 + 8 + 1 + 8, 1: 0}


@pytest.mark.rule("V4", "W8")
def test_seven_zero_does_not_change_swap_hands() -> None:
    """The card with its own swap works as printed beside the house rule."""
    state = at7("WS B1 B2", "G1", "Y1 Y2", edition="swap-112")
    assert counts(play(state, "0: play WS red swap 1")) == (1, 2, 2)


@pytest.mark.rule("V4", "W6")
def test_a_wild_draw_four_is_judged_on_the_hand_it_was_played_from() -> None:
    """A swap in between is not possible: until the answer nobody plays."""
    state = play(at7("W+4 R7", "R7 G1", "Y1 Y2", jump_in="all"), "0: play W+4 blue")
    assert refused(state, "1: play R7 swap 0").rule == "W6"
    assert counts(play(state, "1: challenge")) == (5, 2, 2)


@pytest.mark.rule("V4", "P2")
def test_points_are_of_the_hands_held_at_the_end() -> None:
    """Who took a rich hand in a swap gives its points."""
    state = at7("R7 R1", "W W+4 W", "R2", pile="G8")
    assert points(state, "0: play R7 swap 1", "1: draw", "2: play R2") == {0: 0, 1: 0, 2: 150 + 1 + 8}
