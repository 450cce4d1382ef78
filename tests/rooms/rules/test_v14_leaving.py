"""V14: a player leaves and no bot takes over, in the middle of each phase."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.match import new_match, record, round_result
from lastcard.rules import events as ev
from lastcard.rules.errors import LastcardError
from lastcard.rules.leave import leave
from lastcard.rules.round import Answering, Calling, Drawn, Judging, Owing, Turn
from lastcard.rules.view import seen_by
from tests.rooms.rules.positions import (
    at,
    backwards,
    counts,
    ended,
    hand,
    jumps,
    leaves,
    may,
    play,
    refused,
    start,
    tokens,
    turn_acts,
)

FOUR = [[0, 2], [1, 3]]
HANDS = ("R1 G1 G2", "R2 G3 G4", "R3 B1 B2", "R4 Y1 Y2")


def left(state: Any, seat: int) -> list[ev.Event]:
    """The events of the seat's leaving."""
    return list(leave(state, seat, backwards))


# Turns.


@pytest.mark.rule("V14")
def test_one_on_turn_is_passed_over() -> None:
    """The next player's turn begins; no card is played or drawn for the one who went."""
    state = leaves(at(*HANDS), 0)
    assert (state.phase, counts(state), state.table.seats) == (Turn(1), (0, 3, 3, 3), (1, 2, 3))


@pytest.mark.rule("V14")
def test_one_who_is_not_on_turn_leaves_the_turn_as_it_is() -> None:
    """Play goes on where it was."""
    assert leaves(at(*HANDS), 2).phase == Turn(0)


@pytest.mark.rule("V14")
def test_the_cards_go_under_the_draw_pile() -> None:
    """They are the last to be drawn, and the top of the pile stays."""
    state = leaves(at(*HANDS, pile="Y9 Y8", only=True), 0)
    assert [c.token for c in state.hidden.pile[:2]] == ["Y9", "Y8"]
    assert tokens(state.hidden.pile[2:]) == "R1 G1 G2"


@pytest.mark.rule("V14")
def test_nobody_sees_the_cards_that_go_under_the_pile() -> None:
    """Neither the others nor spectators; how many they are is open."""
    (gone,) = [e for e in left(at(*HANDS), 0) if isinstance(e, ev.Left)]
    for seat in (1, 2, 3, None):
        seen = seen_by(gone, seat)
        assert isinstance(seen, ev.Left)
        assert (tokens(seen.cards), seen.aside) == ("?? ?? ??", None)


@pytest.mark.rule("V14")
@pytest.mark.parametrize(("direction", "turn"), [("left", 2), ("right", 0)])
def test_passing_over_follows_the_direction(direction: str, turn: int) -> None:
    """The seat after the empty one, whichever way play runs."""
    assert leaves(at(*HANDS, turn=1, direction=direction), 1).phase == Turn(turn)


@pytest.mark.rule("V14")
def test_the_empty_seat_stays_passed_over() -> None:
    """Also a full circle later, and for a Skip and a Draw Two."""
    state = leaves(at("RS R+2 G1", "R2 G3", "R3 B1", "R4 Y1"), 1)
    assert play(state, "0: play RS").phase == Turn(3)
    assert play(state, "0: play R+2").phase == Turn(3)
    assert counts(play(state, "0: play R+2")) == (2, 0, 4, 2)


@pytest.mark.rule("V14", "N1")
def test_with_two_left_the_two_handed_rules_hold() -> None:
    """A Reverse lets its player move again."""
    state = leaves(at("RR R1 G1", "R2 G3", "R3 B1"), 1)
    assert play(state, "0: play RR").phase == Turn(0)


@pytest.mark.rule("V14")
def test_one_who_left_does_nothing_more() -> None:
    """No act is lawful, and leaving again is an error."""
    state = leaves(at(*HANDS), 2)
    assert may(state, 2) == set()
    assert refused(state, "2: draw").code == "not-in-round"
    with pytest.raises(LastcardError, match="V14"):
        leave(state, 2, backwards)


@pytest.mark.rule("V14")
@pytest.mark.parametrize("seat", [4, -1, 9])
def test_a_seat_that_there_is_not_cannot_leave(seat: int) -> None:
    """It is an error that names the rule."""
    with pytest.raises(LastcardError, match="V14"):
        leave(at(*HANDS), seat, backwards)


@pytest.mark.rule("V14")
def test_nobody_leaves_a_round_that_is_over() -> None:
    """The match is left then."""
    with pytest.raises(LastcardError, match="V14"):
        leave(play(at("R1", "G1", "B1"), "0: play R1"), 1, backwards)


# The end of the round.


@pytest.mark.rule("V14")
def test_one_player_left_wins_the_match_unscored() -> None:
    """The round gives nothing, though cards are held."""
    over = leaves(at("R1 W", "G1 W+4"), 0)
    match = record(new_match(over.rules), round_result(over))
    assert (over.over, over.out) == (True, None)
    assert (match.scores, match.winner) == (((0, 0), (1, 0)), 1)


@pytest.mark.rule("V14", "P3", "P4")
@pytest.mark.parametrize("scoring", ["running-total", "elimination"])
def test_nobody_is_charged_for_a_round_with_one_player_left(scoring: str) -> None:
    """Under the other scorings neither."""
    over = leaves(at("R1 W", "G1 W+4", scoring=scoring), 0)
    match = record(new_match(over.rules), round_result(over))
    assert (match.scores, match.winner) == (((0, 0), (1, 0)), 1)


@pytest.mark.rule("V14")
def test_one_after_the_other_down_to_one() -> None:
    """Of four players three go."""
    state = leaves(leaves(at(*HANDS), 1), 3)
    assert not state.over
    over = leaves(state, 0)
    assert (over.over, over.out, [e.scored for e in left(state, 0) if isinstance(e, ev.RoundEnded)]) == (
        True,
        None,
        [False],
    )


@pytest.mark.rule("V14", "P2")
def test_the_cards_of_one_who_left_do_not_count() -> None:
    """The one out scores those who are still there."""
    state = leaves(at("R1", "G3 W", "G4", "Y5"), 1)
    assert dict(ended(state, "0: play R1").points) == {0: 9, 2: 0, 3: 0}


@pytest.mark.rule("V14", "M1")
def test_in_teams_the_partner_plays_on() -> None:
    """The round is over when a whole side is gone."""
    state = leaves(at(*HANDS, teams=FOUR), 0)
    assert not state.over
    assert not leaves(state, 1).over
    assert leaves(state, 2).over


# What is open for the seat.


@pytest.mark.rule("V14", "V12", "T3")
def test_a_drawn_card_is_kept_first() -> None:
    """The one who has drawn goes, and the card with the hand."""
    state = leaves(play(at(*HANDS, pile="R9"), "0: draw"), 0)
    assert (state.phase, counts(state)) == (Turn(1), (0, 3, 3, 3))


@pytest.mark.rule("V14", "V12", "T3")
def test_a_drawn_card_that_must_be_played_is_played_first() -> None:
    """A Draw Two: the next player draws and is passed over."""
    state = at("G1 G2", "R2 G3", "R3 B1", drawn_card="must_play", pile="R+2")
    state = leaves(play(state, "0: draw"), 0)
    assert (state.phase, counts(state), str(state.table.top)) == (Turn(2), (0, 4, 2), "R+2")


@pytest.mark.rule("V14", "V12", "W6")
def test_a_wild_draw_four_that_must_be_played_is_answered_after_its_player_went() -> None:
    """Its player leaves with the forced play: judged on the hand set aside, lawful here."""
    state = at("G1 G2", "R2 G3", "R3 B1", drawn_card="must_play", pile="W+4")
    state = leaves(play(state, "0: draw"), 0)
    assert isinstance(state.phase, Answering)
    assert counts(play(state, "1: challenge")) == (0, 8, 2)


@pytest.mark.rule("V14", "V12", "V1")
def test_a_debt_is_drawn_first() -> None:
    """The debtor draws, the turn is lost, and all cards go under the pile."""
    state = play(at("R+2 R1 G1", "G+2 G3", "R3 B1", stacking="same", pile="Y9 Y8", only=True), "0: play R+2")
    state = leaves(state, 1)
    assert (state.phase, counts(state)) == (Turn(2), (2, 0, 2))
    assert tokens(state.hidden.pile) == "Y8 Y9 G3 G+2"


@pytest.mark.rule("V14", "V1")
def test_the_debt_of_another_stays() -> None:
    """The one who made it goes: it is owed all the same."""
    state = leaves(play(at("R+2 R1 G1", "G+2 G3", "R3 B1", stacking="same"), "0: play R+2"), 0)
    assert state.phase == Owing(1, 2, "+2")
    assert play(state, "1: play G+2 uno").phase == Owing(2, 4, "+2")


@pytest.mark.rule("V14", "V12", "W6")
def test_one_who_must_answer_accepts_first() -> None:
    """The four are drawn, and the turn goes to the one after."""
    state = leaves(play(at("W+4 R1 G1", "G3 G4", "R3 B1"), "0: play W+4 red"), 1)
    assert (state.phase, counts(state), state.hands[0].played_from) == (Turn(2), (2, 0, 2), None)


@pytest.mark.rule("V14", "W6")
@pytest.mark.parametrize(
    ("hand_before", "phase", "expected"),
    [("W+4 R1 G1", Turn(1), (0, 2, 2)), ("W+4 G1 G2", Turn(2), (0, 8, 2))],
)
def test_one_who_leaves_accused_is_judged_on_the_hand_set_aside(
    hand_before: str, phase: Turn, expected: tuple[int, ...]
) -> None:
    """Guilty: nobody draws and the challenger plays. Not guilty: the challenger draws six."""
    state = leaves(play(at(hand_before, "G3 G4", "R3 B1"), "0: play W+4 blue"), 0)
    assert isinstance(state.phase, Answering)
    state = play(state, "1: challenge")
    assert (state.phase, counts(state), state.hidden.aside) == (phase, expected, None)


@pytest.mark.rule("V14", "W6")
def test_the_hand_set_aside_is_shown_to_the_challenger_alone() -> None:
    """It is under the pile already, but was set aside to be judged."""
    state = leaves(play(at("W+4 R1 G1", "G3 G4", "R3 B1"), "0: play W+4 blue"), 0)
    state = play(state, "1: challenge")
    assert [tokens(cards) for _, cards in state.hands[1].shown] == ["R1 G1"]
    assert state.hands[2].shown == ()


@pytest.mark.rule("V14", "W6")
def test_one_who_left_accused_may_be_accepted() -> None:
    """The four are drawn, and nothing of the hand set aside is left."""
    state = play(leaves(play(at("W+4 R1 G1", "G3 G4", "R3 B1"), "0: play W+4 blue"), 0), "1: accept")
    assert (counts(state), state.phase, state.hidden.aside) == ((0, 6, 2), Turn(2), None)


@pytest.mark.rule("V14", "V1", "W6")
def test_one_who_left_accused_may_be_stacked_on() -> None:
    """The challenge is given up with it."""
    state = play(at("W+4 R1 G1", "W+4 G4 G5", "R3 B1", stacking="same"), "0: play W+4 blue")
    state = play(leaves(state, 0), "1: play W+4 green")
    assert (state.phase, state.hidden.aside) == (Answering(2, 1, 8, state.phase.before), None)  # type: ignore[union-attr]


@pytest.mark.rule("V14", "V1", "W6")
def test_a_guilty_debt_of_one_who_left_is_drawn_by_nobody() -> None:
    """The whole debt lapses."""
    state = play(
        at("W+4 B1 B2", "W+4 G4 G5", "R3 B3", stacking="same"), "0: play W+4 green", "1: play W+4 red"
    )
    state = play(leaves(state, 1), "2: challenge")
    assert (counts(state), state.phase) == ((2, 0, 2), Turn(2))


@pytest.mark.rule("V14", "W6")
def test_one_who_leaves_accused_while_a_dare_is_in_between_is_judged_all_the_same() -> None:
    """A catch set off a dare; the accused goes during it; afterwards the answer is due."""
    written = {"B9": {"text": "Sing.", "when": "draw", "effects": [{"dare": "Sing", "who": "self"}]}}
    state = at("W+4 R1", "R3 R4 G3", "B3 B4", "Y3 Y4", written=written, pile="B9 B1 B2 Y1")
    state = leaves(play(state, "0: play W+4 blue", "1: catch 0"), 0)
    assert isinstance(state.phase, Answering)
    state = play(state, "1: challenge")
    assert (counts(state), state.phase) == ((0, 3, 2, 2), Turn(1))


@pytest.mark.rule("V14", "V12", "S7")
def test_one_who_must_call_the_start_colour_leaves() -> None:
    """The colour held most is called first, then the next player begins."""
    state = start("W", "R1", "B1 B2 B3 B4", "G1", players=3)
    assert isinstance(state.phase, Calling)
    state = leaves(state, 1)
    assert (str(state.table.colour), state.phase) == ("blue", Turn(2))


@pytest.mark.rule("V14", "V12", "S11")
def test_one_who_must_swap_at_the_start_leaves() -> None:
    """Hands are swapped first; the one swapped with keeps the hand received."""
    state = start("WS", "R1 R2", "B1 B2 B3 B4", "G1", players=3, edition="swap-112")
    swapped = hand(state, 1)
    state = leaves(state, 1)
    assert swapped in {hand(state, 0), hand(state, 2)}
    assert counts(state)[1] == 0


@pytest.mark.rule("V14", "S7")
def test_another_leaves_while_a_colour_is_awaited() -> None:
    """The call is still due."""
    state = leaves(start("W", "R1", "B1", "G1", players=3), 2)
    assert isinstance(state.phase, Calling)
    assert play(state, "1: colour red").phase == Turn(1)


# Windows, calls, jumps.


@pytest.mark.rule("V14", "U5")
def test_one_who_owes_a_call_leaves() -> None:
    """There is nobody to catch; another's window stays."""
    state = leaves(play(at("R1 G1", "R2 G3 G4", "B1 B2"), "0: play R1"), 0)
    assert refused(state, "1: catch 0").code == "not-in-round"


@pytest.mark.rule("V14", "U4")
def test_leaving_does_not_begin_a_turn() -> None:
    """The next player goes without having moved: the one with one card can still be caught."""
    state = leaves(play(at("R1 G1", "R2 G3 G4", "B1 B2"), "0: play R1"), 1)
    assert state.phase == Turn(2)
    assert counts(play(state, "2: catch 0")) == (3, 0, 2)


@pytest.mark.rule("V14", "V3")
def test_leaving_does_not_end_the_chance_to_jump() -> None:
    """It is neither a play nor a draw."""
    state = leaves(play(at("R1 G1 G2", "R2 G3 G4", "R1 B2", jump_in="numbers"), "0: play R1"), 1)
    assert jumps(state, 2) == set()  # seat 2 is on turn now
    state = play(at("R1 G1 G2", "R2 G3", "B1 B2", "R1 B4", jump_in="numbers"), "0: play R1")
    assert jumps(leaves(state, 2), 3) == {"jump R1", "jump R1 uno"}


@pytest.mark.rule("V14", "U6")
def test_the_call_of_one_who_left_is_gone() -> None:
    """Calls are of seats in the round."""
    assert leaves(at("R1 G1", "R2", "B1 B2", called=[1]), 1).table.called == frozenset()


@pytest.mark.rule("V14", "T5")
def test_leaving_ends_a_row_of_passes() -> None:
    """Cards came under the pile, so the next draw finds one."""
    state = play(at("G1 G2", "G3 G4", "G6 G7", only=True), "0: draw", "1: draw")
    state = leaves(state, 2)
    assert (state.table.passes, len(state.hidden.pile), state.phase) == (0, 2, Turn(0))


# Reports, dares: see X1 and H8 too.


@pytest.mark.rule("V14", "X1")
def test_the_word_of_one_who_leaves_after_drawing_is_not_taken() -> None:
    """A voter with a drawn card in hand keeps it by the clock, but drops out of the vote."""
    state = at("G1 G2", "R2 G3", "B1 B2", "R4 Y1", pile="R9")
    state = leaves(play(state, "0: draw", "1: report 3"), 0)
    assert (state.phase, state.table.report is not None) == (Turn(1), True)
    assert counts(play(state, "2: uphold"))[3] == 6


@pytest.mark.rule("V14", "X1")
def test_a_report_settled_by_leaving_begins_the_next_turn_once() -> None:
    """The one on turn goes, the report is upheld by those left, and one turn begins."""
    state = play(at(*HANDS), "1: report 2", "3: uphold")
    kinds = [type(e) for e in left(state, 0)]
    assert kinds == [ev.Left, ev.ReportSettled, ev.Drew, ev.TurnBegan]


@pytest.mark.rule("V14", "X1", "N1")
def test_with_two_left_an_open_report_is_still_judged() -> None:
    """The accuser goes; accused and voter are left, and the voter's word decides."""
    state = leaves(play(at("R1 G1", "R2 G3", "B1 B2"), "1: report 2"), 1)
    assert counts(play(state, "0: uphold"))[2] == 6


@pytest.mark.rule("V14", "H8")
def test_one_dared_leaves_and_the_rest_of_the_rule_goes_on() -> None:
    """The others still draw."""
    effects = [{"dare": "Sing", "else": {"draw": 3}}, {"draw": 1, "who": "others"}]
    written = {"WC1": {"text": "Sing.", "effects": effects}}
    state = at("WC1 R1 R2", "G1 G2", "B1 B2", "Y1 Y2", edition="swap-112", written=written)
    state = leaves(play(state, "0: play WC1 red"), 1)
    assert (counts(state), state.phase) == ((2, 0, 3, 3), Turn(2))


@pytest.mark.rule("V14", "O2", "H8")
def test_who_leaves_after_another_went_out_ends_the_round() -> None:
    """A dare set off by the last draw is open: the leaving ends the round with the winner it has."""
    written = {"Y9": {"text": "Sing.", "when": "draw", "effects": [{"dare": "Sing", "who": "self"}]}}
    state = play(at("R+2", "G1 G2", "B1", written=written, pile="Y9 Y8"), "0: play R+2")
    assert isinstance(state.phase, Judging)
    for seat in range(3):
        assert leaves(state, seat).out == 0


@pytest.mark.rule("V14", "O1", "V12")
def test_a_forced_play_of_a_last_card_by_one_who_leaves_goes_out() -> None:
    """The penalty left one card and the drawn one must be played: it is not the last, so the round goes on."""
    state = play(at("G1", "R2 G3", "R3 B1", drawn_card="must_play", pile="R9"), "0: draw")
    assert state.phase == Drawn(0)
    state = leaves(state, 0)
    assert (state.over, str(state.table.top), counts(state)) == (False, "R9", (0, 2, 2))


@pytest.mark.rule("V14")
def test_no_card_is_lost_or_made() -> None:
    """Everybody leaves at a different time; the helper counts the cards after each event."""
    state = play(at(*HANDS, "G5 G6", "B5 B6", stacking="same", jump_in="all"), "0: play R1")
    for seat in (3, 0, 5, 1):
        state = leaves(state, seat)
    assert (state.table.seats, state.over) == ((2, 4), False)
    assert turn_acts(state, 2) >= {"draw"}


@pytest.mark.rule("V14", "S5")
def test_the_next_deal_passes_over_one_who_left() -> None:
    """The deal goes to the next one still in the match."""
    over = play(leaves(at("R1", "G3", "G4", "Y5"), 1), "0: play R1")
    match = record(new_match(over.rules), round_result(over))
    assert (match.dealer, match.seats, match.left) == (2, (0, 2, 3), (1,))
