"""V3: playing an identical card out of turn."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules import events as ev
from lastcard.rules.errors import RulesError
from lastcard.rules.round import Direction, Judging, Owing, Round, Turn
from lastcard.rules.ruleset import EDITIONS, ruleset
from tests.rooms.rules.positions import (
    at,
    counts,
    ended,
    hand,
    happens,
    jumps,
    leaves,
    may,
    play,
    points,
    refused,
)

FOUR = "G1 G2 G3 G4 G6 G7 G8 G9"
"""Cards to be drawn, none of them red, yellow or blue."""


def jumping(*hands: str | None, jump_in: str = "all", **options: Any) -> Round:
    """A position at a table that jumps in; seat 0 is on turn."""
    return at(*hands, **{"jump_in": jump_in, "pile": FOUR, **options})


# What may be jumped with.


@pytest.mark.rule("V3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_is_off_in_every_edition(edition: str):
    """An identical card must wait for its turn."""
    assert ruleset(edition).jump_in.value == "none"
    state = play(at("R1 R2", "B1 B2", "R1 Y1", edition=edition), "0: play R1")
    assert (refused(state, "2: jump R1").code, jumps(state, 2)) == ("no-jumping", set())


@pytest.mark.rule("V3")
@pytest.mark.parametrize("value", ["words", True, 1])
def test_it_is_none_numbers_or_all(value: object):
    """Nothing else is known."""
    with pytest.raises(RulesError) as error:
        ruleset(jump_in=value)
    assert error.value.rule == "V3"


@pytest.mark.rule("V3")
@pytest.mark.parametrize("jump_in", ["numbers", "all"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_identical_number_may_be_played_out_of_turn(jump_in: str, edition: str):
    """Seat 2 jumps, and play goes on from there."""
    state = jumping("R1 R2 R3", "B1 B2", "R1 Y1 Y2", "Y3", jump_in=jump_in, edition=edition)
    state = play(state, "0: play R1", "2: jump R1")
    assert (state.phase, counts(state), str(state.table.top)) == (Turn(3), (2, 2, 2, 1), "R1")


@pytest.mark.rule("V3")
@pytest.mark.parametrize("card", ["B1", "R2", "RS"])
def test_colour_and_face_must_both_be_the_same(card: str):
    """Not the number in another colour, not the colour with another number."""
    state = jumping("R1 R2 R3", "B5 B2", f"{card} Y1 Y2")
    assert refused(state, "0: play R1", f"2: jump {card}").rule == "V3"


@pytest.mark.rule("V3")
def test_one_must_hold_the_card():
    """Seat 2 has none like it."""
    assert refused(jumping("R1 R2", "B1 B2", "Y1 Y2"), "0: play R1", "2: jump R1").code == "not-held"


@pytest.mark.rule("V3")
@pytest.mark.parametrize("card", ["RS", "RR", "R+2"])
def test_word_cards_are_jumped_with_under_all_only(card: str):
    """Seat 3 of five is never next; under `numbers` it has no jump."""
    hands = (f"{card} R2 R3", "Y5 Y6", "Y7 Y8", f"{card} B1 B2", "Y1 Y2")
    assert jumps(play(jumping(*hands), f"0: play {card}"), 3) == {f"jump {card}"}
    assert jumps(play(jumping(*hands, jump_in="numbers"), f"0: play {card}"), 3) == set()


@pytest.mark.rule("V3")
def test_a_word_card_under_numbers_is_refused_with_its_reason():
    """Seat 3 holds the other red Skip."""
    state = jumping("RS R2 R3", "B1", "Y1", "RS B2", jump_in="numbers")
    assert refused(state, "0: play RS", "3: jump RS").code == "jump-number"


@pytest.mark.rule("V3")
@pytest.mark.parametrize("card", ["W", "WS", "WC"])
def test_wilds_of_any_kind_are_never_jumped_with(card: str):
    """Whatever colour was called."""
    rule = {"text": "Nothing", "effects": []}
    state = at(
        "R2 R3", f"{card} B1", "Y1", top=card, colour="red", turn=0, jump_in="all", edition="swap-112",
        decks=2, written={"WC": rule},
    )  # fmt: skip
    assert refused(state, f"1: jump {card}").rule == "V3"
    assert jumps(state, 1) == set()


@pytest.mark.rule("V3")
def test_a_wild_draw_four_is_never_jumped_with():
    """Neither while it waits for its answer nor afterwards."""
    state = play(jumping("W+4 G5 Y9", "B1", "W+4 Y1", "W+4 Y2"), "0: play W+4 blue")
    assert refused(state, "3: jump W+4").rule == "V3"
    assert refused(state, "1: accept", "3: jump W+4").rule == "V3"


@pytest.mark.rule("V3", "D6")
def test_blanks_are_never_jumped_with():
    """Two decks hold two red blanks."""
    state = at("R* R2 R3", "B1", "R* Y1", jump_in="all", decks=2, written={"R*": {"text": "", "effects": []}})
    assert refused(state, "0: play R*", "2: jump R*").code == "jump-wild"


# Who, and until when.


@pytest.mark.rule("V3")
def test_the_one_who_just_played_may_jump_on_the_own_card():
    """Seat 0 holds both."""
    state = play(jumping("R1 R1 R2", "B1 B2", "Y1"), "0: play R1", "0: jump R1")
    assert (counts(state), state.phase) == ((1, 2, 1), Turn(1))


@pytest.mark.rule("V3")
def test_the_one_on_turn_plays_and_does_not_jump():
    """Seat 1 has the identical card and is on turn."""
    state = play(jumping("R1 R2", "R1 B2", "Y1"), "0: play R1")
    assert refused(state, "1: jump R1").code == "jump-on-turn"
    assert "play R1" in may(state, 1)


@pytest.mark.rule("V3")
def test_a_seat_outside_the_round_does_not_jump():
    """It holds nothing and is not there."""
    state = play(jumping("R1 R2", "B1 B2", None, "Y1"), "0: play R1")
    assert refused(state, "2: jump R1").code == "not-in-round"


@pytest.mark.rule("V3")
def test_the_next_play_ends_it():
    """Seat 1 has put another card on top; seat 3 cannot jump on what lies under it."""
    state = jumping("R1 R2", "R7 B2", "Y1", "R1 B3")
    assert refused(state, "0: play R1", "1: play R7", "3: jump R1").rule == "V3"


@pytest.mark.rule("V3")
@pytest.mark.parametrize("drawn", ["R7", "Y9"])
def test_the_next_draw_ends_it(drawn: str):
    """Playable or not; the top card is still the same."""
    state = jumping("R1 R2", "B1 B2", "Y1", "R1 B3", pile=f"{drawn} {FOUR}")
    state = play(state, "0: play R1")
    assert jumps(state, 3) == {"jump R1", "jump R1 uno"}
    assert refused(state, "1: draw", "3: jump R1").rule == "V3"


@pytest.mark.rule("V3", "T5")
def test_a_draw_that_finds_no_card_ends_it_too():
    """Seat 1 at the limit takes nothing."""
    full = "B1 B1 B2 B2 B3 B3 B4 B4 B6 B6 B7 B7 B8 B8 B9"
    state = jumping("R1 R2", full, "Y2 Y3", "R1 Y1", draw_limit=15)
    assert refused(state, "0: play R1", "1: draw", "3: jump R1").code == "no-jump-now"


@pytest.mark.rule("V3")
def test_a_catch_and_a_report_do_not_end_it():
    """Neither is a play or a draw of anybody's own."""
    state = play(jumping("R1 R2", "B1 B2", "R1 Y1 Y2"), "0: play R1", "1: catch 0", "1: report 2")
    assert jumps(state, 2) == {"jump R1"}


@pytest.mark.rule("V3")
def test_nobody_jumps_on_the_start_card():
    """Nobody has played it."""
    state = at("R2 R3", "R5 B1", "Y1", top="R5", jumpable=False, jump_in="all")
    assert refused(state, "1: jump R5").rule == "V3"


@pytest.mark.rule("V3", "W6")
def test_nobody_jumps_while_an_answer_is_open():
    """The top is wild anyway; the phase alone refuses it."""
    state = play(jumping("W+4 G5", "B1", "Y1 Y2"), "0: play W+4 blue")
    assert refused(state, "2: jump Y1").rule == "V3"


@pytest.mark.rule("V3", "V1")
def test_nobody_jumps_while_a_debt_stands():
    """Seat 2 holds the other red Draw Two."""
    state = play(jumping("R+2 R1 R2", "B1", "R+2 Y1 Y2", stacking="same"), "0: play R+2")
    assert refused(state, "2: jump R+2").rule == "V3"
    assert state.phase == Owing(1, 2, "+2")


@pytest.mark.rule("V3", "H1")
def test_nobody_jumps_while_a_dare_is_open_and_may_do_so_after():
    """The rule is written on red fives."""
    rule = {"text": "Sing", "effects": [{"dare": "sing", "else": {"draw": 1, "who": "self"}}]}
    state = play(jumping("R5 R2 R3", "B1 B2", "R5 Y1 Y2", top="R4", written={"R5": rule}), "0: play R5")
    assert isinstance(state.phase, Judging)
    assert refused(state, "2: jump R5").rule == "V3"
    state = play(state, "0: done")
    assert jumps(state, 2) == {"jump R5"}


@pytest.mark.rule("V3")
def test_the_first_jump_counts_and_a_later_one_stays_in_hand():
    """With two decks two players hold the card; after the first the third is no longer identical in time."""
    state = jumping("R1 R2 R3", "B1 B2", "R1 Y1 Y2", "R1 Y3 Y4", decks=2)
    state = play(state, "0: play R1", "2: jump R1")
    assert state.turn == 3
    assert refused(state, "3: jump R1").code == "jump-on-turn"
    assert hand(state, 3) == "R1 Y3 Y4"


@pytest.mark.rule("V3")
def test_a_jump_may_be_jumped_on():
    """It is the new top card, just played."""
    state = jumping("R1 R2 R3", "R1 B1 B2", "R1 Y1 Y2", "Y3 Y4", decks=2)
    state = play(state, "0: play R1", "2: jump R1", "1: jump R1")
    assert (state.phase, counts(state)) == (Turn(2), (2, 2, 2, 2))


@pytest.mark.rule("V3", "V14")
def test_a_player_who_leaves_does_not_end_it():
    """Seat 1 goes; seat 2 is on turn and seat 3 may jump still."""
    state = leaves(play(jumping("R1 R2", "B1 B2", "Y1", "R1 Y2 Y3"), "0: play R1"), 1)
    assert (state.turn, jumps(state, 3)) == (2, {"jump R1"})


# What a jump does.


@pytest.mark.rule("V3")
def test_a_jumped_skip_works_from_the_jumper():
    """Seat 0 skips seat 1; seat 3 jumps and skips seat 0, so seat 1 plays."""
    state = jumping("RS R2 R3", "B1 B2", "Y1 Y2", "RS Y3 Y4")
    assert play(state, "0: play RS", "3: jump RS").phase == Turn(1)


@pytest.mark.rule("V3")
def test_a_jumped_reverse_turns_the_direction_back():
    """The first one turned it right, the second left again; from seat 1 on to seat 2."""
    state = play(jumping("RR R2 R3", "RR B1 B2", "Y1 Y2", "Y3 Y4"), "0: play RR", "1: jump RR")
    assert (state.phase, state.table.direction) == (Turn(2), Direction.LEFT)


@pytest.mark.rule("V3")
def test_what_the_first_card_did_stands():
    """Seat 1 drew two for the first, seat 0 draws two for the second, and seat 1 plays."""
    state = play(jumping("R+2 R2 R3", "B1 B2", "Y1 Y2", "R+2 Y3 Y4"), "0: play R+2", "3: jump R+2")
    assert (counts(state), state.phase) == ((4, 4, 2, 2), Turn(1))


@pytest.mark.rule("V3", "V1")
def test_where_debts_are_stacked_a_jump_after_the_debt_is_drawn_starts_from_two():
    """The first debt is gone; the second is the next player's from the jumper."""
    state = jumping("R+2 R2 R3", "B1 B2", "Y1 Y2", "R+2 Y3 Y4", stacking="same")
    state = play(state, "0: play R+2", "1: draw", "3: jump R+2")
    assert (counts(state), state.phase) == ((2, 4, 2, 2), Owing(0, 2, "+2"))


@pytest.mark.rule("V3")
def test_the_turn_passes_over_those_between():
    """Seat 1 was on turn; after seat 2's jump seat 3 is."""
    state = play(jumping("R1 R2", "R7 B2", "R1 Y1 Y2", "Y3"), "0: play R1", "2: jump R1")
    assert refused(state, "1: play R7").code == "not-your-turn"


@pytest.mark.rule("V3")
def test_against_the_clock_play_goes_on_to_the_right_of_the_jumper():
    """Seat 2 jumps, seat 1 plays."""
    state = jumping("R1 R2", "B1 B2", "R1 Y1 Y2", "Y3", direction="right")
    assert play(state, "0: play R1", "2: jump R1").phase == Turn(1)


@pytest.mark.rule("V3", "U4")
def test_a_jump_is_the_next_move_for_the_catch_window():
    """Seat 0 forgot UNO and is safe after the jump."""
    state = play(jumping("R1 G5", "B1 B2", "R1 Y1 Y2"), "0: play R1")
    assert "catch 0" in may(state, 1)
    assert "catch 0" not in may(play(state, "2: jump R1"), 1)


@pytest.mark.rule("V3", "U4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_jump_opens_the_jumpers_own_window(edition: str):
    """Down to one card without a word: caught; with the word: not."""
    state = play(jumping("R1 R2 R3", "B1 B2", "R1 Y1", edition=edition), "0: play R1")
    assert "catch 2" in may(play(state, "2: jump R1"), 1)
    assert "catch 2" not in may(play(state, "2: jump R1 uno"), 1)


@pytest.mark.rule("V3", "U1")
@pytest.mark.parametrize("rest", ["", " Y1 Y2"])
def test_uno_goes_with_a_jump_only_if_it_leaves_one_card(rest: str):
    """None left, or two left."""
    state = jumping("R1 R2 R3", "B1 B2", f"R1{rest}")
    assert refused(state, "0: play R1", "2: jump R1 uno").rule == "U1"


@pytest.mark.rule("V3", "U1")
def test_uno_is_not_said_in_advance_of_a_jump():
    """It is nobody's own turn: with the jump, or after it."""
    state = play(jumping("R1 R2 R3", "B1 B2", "R1 Y1"), "0: play R1")
    assert refused(state, "2: uno").rule == "U2"


@pytest.mark.rule("V3", "O1")
def test_a_jump_may_be_the_last_card():
    """Seat 2 goes out out of turn and scores the others' hands."""
    state = jumping("R1 R2 R3", "B1 B2", "R1")
    assert points(state, "0: play R1", "2: jump R1") == {0: 0, 1: 0, 2: 5 + 3}


@pytest.mark.rule("V3", "O2")
def test_a_jumped_last_draw_two_is_drawn_by_the_player_after_the_jumper():
    """Seat 3 goes out; seat 0 draws two."""
    end = ended(jumping("R+2 R2 R3", "B1 B2", "Y1", "R+2"), "0: play R+2", "3: jump R+2")
    assert (end.out, [len(cards) for cards in end.hands]) == (3, [4, 4, 1, 0])


@pytest.mark.rule("V3", "V8")
@pytest.mark.parametrize(("last_card", "card", "allowed"), [
    ("number", "RS", False), ("no_action", "RS", False), ("number", "R1", True), ("any", "RS", True), ("no_wild", "RS", True),
])  # fmt: skip
def test_the_last_card_rule_holds_for_a_jump(last_card: str, card: str, allowed: bool):
    """Seat 3 holds just that card."""
    state = play(jumping(f"{card} R2 R3", "B1 B2", "Y1", card, last_card=last_card), f"0: play {card}")
    assert (jumps(state, 3) == {f"jump {card}"}) is allowed
    if not allowed:
        assert refused(state, f"3: jump {card}").rule == "V8"


@pytest.mark.rule("V3", "V4")
def test_a_jumped_seven_carries_a_swap():
    """Seat 2 swaps with seat 0."""
    state = jumping("R7 R2 R3", "B1 B2", "R7 Y1 Y2", seven_zero=True)
    state = play(state, "0: play R7 swap 1")
    assert refused(state, "2: jump R7").code == "needs-swap"
    assert jumps(state, 2) == {"jump R7 swap 0", "jump R7 swap 1"}
    state = play(state, "2: jump R7 swap 0")
    assert (hand(state, 0), hand(state, 1), hand(state, 2)) == ("Y1 Y2", "R2 R3", "B1 B2")


@pytest.mark.rule("V3", "V4")
def test_a_jumped_seven_as_last_card_swaps_nothing():
    """It ends the round."""
    state = play(jumping("R7 R2 R3", "B1 B2", "R7", seven_zero=True), "0: play R7 swap 1")
    assert refused(state, "2: jump R7 swap 0").code == "no-swap"
    assert ended(state, "2: jump R7").out == 2


@pytest.mark.rule("V3", "V4")
def test_a_jumped_nought_moves_all_hands_again():
    """With two decks there are two red noughts: two moves of one seat each."""
    state = jumping("R0 R2 R3", "B1 B2", "Y1 Y2", "R0 Y3", seven_zero=True, decks=2)
    state = play(state, "0: play R0")
    assert hand(state, 0) == "R0 Y3"
    state = play(state, "0: jump R0")
    assert [hand(state, seat) for seat in range(4)] == ["Y1 Y2", "Y3", "R2 R3", "B1 B2"]


@pytest.mark.rule("V3", "V4")
def test_a_seven_that_gives_the_card_away_lets_the_new_owner_jump():
    """Seat 0 held both sevens and swapped the second to seat 2."""
    state = jumping("R7 R7 R3", "B1 B2", "Y1 Y2", seven_zero=True)
    state = play(state, "0: play R7 swap 2")
    assert jumps(state, 0) == set()
    assert jumps(state, 2) == {"jump R7 swap 0 uno", "jump R7 swap 0", "jump R7 swap 1 uno", "jump R7 swap 1"}


@pytest.mark.rule("V3", "V9")
def test_a_jump_is_one_card():
    """Two identical ones cannot be jumped with at once; the top after several is the last of them."""
    state = jumping("R5 B5 G2 G2", "Y1", "B5 B5 Y2", top="R4", multi_play=True, decks=2)
    state = play(state, "0: play R5 B5")
    assert (jumps(state, 2), jumps(state, 1)) == ({"jump B5"}, set())
    assert hand(play(state, "2: jump B5"), 2) == "Y2 B5"


@pytest.mark.rule("V3", "H7")
def test_a_rule_written_on_the_jumped_card_is_carried_out_from_the_jumper():
    """The next player of the jumper draws, and the count of times goes on."""
    rule = {"text": "Draw", "nth": 2, "effects": [{"draw": 2, "who": "next"}]}
    state = jumping("R1 R2 R3", "B1 B2", "R1 Y1 Y2", "Y3", written={"R1": rule})
    state = play(state, "0: play R1")
    assert counts(state) == (2, 2, 3, 1)
    assert counts(play(state, "2: jump R1")) == (2, 2, 2, 3)


@pytest.mark.rule("V3", "N2")
def test_two_handed_a_jumped_skip_moves_again():
    """Seat 0 skipped seat 1, who jumps and moves."""
    assert play(jumping("RS R2 R3", "RS B1 B2"), "0: play RS", "1: jump RS").phase == Turn(1)


@pytest.mark.rule("V3")
def test_the_event_says_that_it_was_a_jump():
    """Nothing else tells it from a play."""
    state = jumping("R1 R2 R3", "B1 B2", "R1 Y1 Y2")
    played = [e for e in happens(state, "0: play R1", "2: jump R1") if isinstance(e, ev.Played)]
    assert [(e.seat, e.jump) for e in played] == [(2, True)]


@pytest.mark.rule("V3", "T3")
def test_a_jump_ends_the_wait_of_the_one_on_turn():
    """Seat 1 had not moved; when its turn comes it draws or plays as ever."""
    state = play(
        jumping("R1 R2 G5", "R7 B2", "R1 Y1 Y2"), "0: play R1", "2: jump R1", "0: play R2", "1: play R7"
    )
    assert state.turn == 2


@pytest.mark.rule("V3", "H6")
def test_turns_lost_by_a_written_rule_stay_lost_after_a_jump():
    """Seat 0's red one skips the player before it; seat 2's jump does not give that turn back."""
    rule = {"text": "Skip", "nth": 1, "effects": [{"skip": "previous"}]}
    state = jumping("R1 R2 R3", "B1 B2", "R1 Y1 Y2", "Y3", written={"R1": rule})
    assert play(state, "0: play R1", "2: jump R1").phase == Turn(0)
