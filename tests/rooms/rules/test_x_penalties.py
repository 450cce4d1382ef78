"""X1–X3: suggesting a card; the other penalties are W6's and U5's."""

from __future__ import annotations

import pytest

from lastcard.rules import events as ev
from lastcard.rules.round import Drawn, Judging, Turn
from tests.rooms.rules.positions import at, counts, hand, happens, leaves, may, play, refused

FOUR_HANDS = ("R1 G2 G3", "R2 G4 G8", "R3 G5 G9", "R4 G6 G7")
FIVE_HANDS = (*FOUR_HANDS, "Y1 Y2")
DARE = {"WC1": {"text": "Sing.", "effects": [{"dare": "Sing", "else": {"draw": 2}}]}}


@pytest.mark.rule("X1")
def test_an_upheld_report_costs_four() -> None:
    """Both others uphold: the accused draws four, from the pile's top."""
    state = play(at(*FOUR_HANDS, pile="Y1 Y2 Y3 Y4"), "1: report 3", "0: uphold", "2: uphold")
    assert hand(state, 3) == "R4 Y1 Y2 Y3 Y4 G6 G7"
    assert counts(state) == (3, 3, 3, 7)


@pytest.mark.rule("X1")
def test_the_turn_does_not_change() -> None:
    """The penalty costs no turn, even of the one on turn."""
    state = play(at(*FOUR_HANDS), "1: report 0", "2: uphold", "3: uphold")
    assert (state.phase, counts(state)[0]) == (Turn(0), 7)


@pytest.mark.rule("X1")
def test_a_report_that_is_dismissed_costs_nothing() -> None:
    """Neither the accused nor the accuser draws."""
    state = play(at(*FOUR_HANDS), "1: report 3", "0: dismiss")
    assert (counts(state), state.table.report) == ((3, 3, 3, 3), None)


@pytest.mark.rule("X1")
def test_a_tie_dismisses() -> None:
    """Of two voters one upholds: the report fails, and at once when one of them dismisses."""
    state = play(at(*FOUR_HANDS), "1: report 3", "0: uphold")
    assert state.table.report is not None
    assert counts(play(state, "2: dismiss"))[3] == 3


@pytest.mark.rule("X1")
def test_half_of_the_voters_are_no_majority() -> None:
    """With two voters one dismissal makes it certain that the report fails."""
    assert isinstance(happens(at(*FOUR_HANDS), "1: report 3", "0: dismiss")[-1], ev.ReportSettled)


@pytest.mark.rule("X1")
def test_settled_as_soon_as_the_majority_is_certain() -> None:
    """With three voters two are enough; the third has no report to vote on."""
    state = play(at(*FIVE_HANDS), "1: report 3", "0: uphold", "2: uphold")
    assert counts(state)[3] == 7
    assert refused(state, "4: uphold").code == "no-report"


@pytest.mark.rule("X1")
def test_with_three_voters_one_word_settles_nothing() -> None:
    """One of three, whichever way, leaves it open."""
    for word in ("uphold", "dismiss"):
        assert play(at(*FIVE_HANDS), "1: report 3", f"4: {word}").table.report is not None


@pytest.mark.rule("X1")
def test_with_three_players_the_third_decides() -> None:
    """A single voter is the majority."""
    state = at("R1 G2", "R2 G4", "R3 G5")
    assert counts(play(state, "1: report 2", "0: uphold"))[2] == 6
    assert counts(play(state, "1: report 2", "0: dismiss"))[2] == 2


@pytest.mark.rule("X1")
def test_silence_dismisses() -> None:
    """A report that nobody votes on costs nothing up to the end of the round."""
    over = play(at("R1", "R2 G4", "R3 G5", called=[0]), "1: report 2", "0: play R1")
    assert (over.over, counts(over), over.table.report) == (True, (0, 2, 2), None)


@pytest.mark.rule("X1")
def test_it_lapses_with_the_round() -> None:
    """A vote after the end is refused."""
    over = play(at("R1", "R2 G4", "R3 G5", called=[0]), "1: report 2", "0: play R1")
    assert refused(over, "0: uphold").code == "over"


@pytest.mark.rule("X1")
def test_play_goes_on_meanwhile() -> None:
    """Plays and draws do not wait for the vote, and the vote not for them."""
    state = play(
        at(*FOUR_HANDS), "1: report 3", "0: play R1", "1: play R2", "2: draw", "0: uphold", "2: uphold"
    )
    assert counts(state)[3] == 7


@pytest.mark.rule("X1")
def test_anybody_may_report_at_any_time() -> None:
    """Who is not on turn may report, and so may who is."""
    for seat in range(4):
        other = (seat + 1) % 4
        assert play(at(*FOUR_HANDS), f"{seat}: report {other}").table.report is not None


@pytest.mark.rule("X1")
def test_one_report_at_a_time() -> None:
    """A second one waits until the first is settled."""
    assert refused(at(*FOUR_HANDS), "1: report 3", "0: report 2").code == "report-open"
    assert play(at(*FOUR_HANDS), "1: report 3", "0: dismiss", "0: report 2").table.report is not None


@pytest.mark.rule("X1")
def test_accuser_and_accused_have_no_vote() -> None:
    """Neither may uphold or dismiss."""
    for seat in (1, 3):
        for word in ("uphold", "dismiss"):
            assert refused(at(*FOUR_HANDS), "1: report 3", f"{seat}: {word}").code == "no-vote"


@pytest.mark.rule("X1")
def test_everybody_votes_once() -> None:
    """A second word of the same voter is refused, the opposite one too."""
    for word in ("uphold", "dismiss"):
        assert refused(at(*FIVE_HANDS), "1: report 3", "0: uphold", f"0: {word}").code == "voted"


@pytest.mark.rule("X1")
def test_without_a_report_there_is_no_vote() -> None:
    """There is nothing to uphold or dismiss."""
    assert refused(at(*FOUR_HANDS), "0: uphold").code == "no-report"


@pytest.mark.rule("X1")
def test_nobody_reports_themselves_or_an_absent_seat() -> None:
    """The accused is another player in the round."""
    state = at("R1 G2", "R2 G4", None, "R3 G5")
    assert refused(state, "0: report 0").code == "self-report"
    assert refused(state, "0: report 2").code == "not-in-round"
    assert refused(state, "2: report 0").code == "not-in-round"


@pytest.mark.rule("X1")
def test_with_two_players_there_is_none() -> None:
    """Two in the round is two players, also when others are out of the match."""
    assert refused(at("R1 G2", "R2 G4"), "0: report 1").code == "no-reports"
    assert refused(at("R1 G2", None, "R2 G4"), "0: report 2").code == "no-reports"
    assert not any("report" in str(act) for act in may(at("R1 G2", "R2 G4"), 0))


@pytest.mark.rule("X1")
def test_a_table_may_do_without_the_penalty() -> None:
    """With `suggestion_penalty` 0 there is no report."""
    assert refused(at(*FOUR_HANDS, suggestion_penalty=0), "1: report 3").code == "no-reports"


@pytest.mark.rule("X1")
def test_the_penalty_wipes_an_earlier_call() -> None:
    """Four cards come into the hand, so UNO is due anew."""
    state = at("R1 G2", "R2 G4", "R3", called=[2])
    assert 2 not in play(state, "1: report 2", "0: uphold").table.called


@pytest.mark.rule("X1")
@pytest.mark.rule("U4")
def test_the_penalty_does_not_begin_a_turn() -> None:
    """A forced draw of the next player leaves the catch window open."""
    state = play(at("R1 G2", "R2 G4", "R3 G8"), "0: play R1", "2: report 1", "0: uphold")
    assert "catch 0" in may(state, 2)


@pytest.mark.rule("X1")
@pytest.mark.rule("V3")
def test_the_penalty_does_not_close_the_jump() -> None:
    """A forced draw is no play and no voluntary draw: an identical card may still be jumped in."""
    state = play(at("R1 G2", "R2 G4", "R1 G8", jump_in="numbers"), "0: play R1", "2: report 1", "0: uphold")
    assert play(state, "2: jump R1").turn == 0


@pytest.mark.rule("X1")
@pytest.mark.rule("V11")
def test_the_penalty_stops_at_the_draw_limit() -> None:
    """No hand grows beyond the limit by it."""
    full = "G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7 G7"
    state = at("R1 R2", full, "B1 B2", draw_limit=15)
    assert counts(play(state, "0: report 1", "2: uphold"))[1] == 15


@pytest.mark.rule("X1")
@pytest.mark.rule("V5")
def test_the_penalty_is_four_under_draw_to_match() -> None:
    """Drawing until a card fits is for voluntary draws only."""
    state = at(*FOUR_HANDS, draw_to_match=True, pile="Y1 Y2 Y3 Y4")
    assert counts(play(state, "1: report 0", "2: uphold", "3: uphold"))[0] == 7


@pytest.mark.rule("X1")
@pytest.mark.rule("T3")
def test_the_drawn_card_may_still_be_played_after_the_penalty() -> None:
    """A report settled between draw and play leaves the drawn card the only playable one."""
    state = play(
        at("G1 G2", *FOUR_HANDS[1:], pile="R9 R6"), "0: draw", "1: report 0", "2: uphold", "3: uphold"
    )
    assert (state.phase, {a for a in may(state, 0) if "play" in a}) == (Drawn(0), {"play R9"})


@pytest.mark.rule("X1")
@pytest.mark.rule("V6")
def test_a_penalty_that_makes_a_wild_draw_four_unlawful_unforces_it() -> None:
    """The drawn Wild Draw Four had to be played; a card of the colour comes in, and it need not be any more."""
    state = at("G1 G2", *FOUR_HANDS[1:], drawn_card="must_play", pile="W+4 R9 B1 B2 B3")
    state = play(state, "0: draw")
    assert "pass" not in may(state, 0)
    assert "pass" in may(play(state, "1: report 0", "2: uphold", "3: uphold"), 0)


@pytest.mark.rule("X1")
@pytest.mark.rule("W7")
def test_a_penalty_that_makes_a_wild_draw_four_unlawful_ends_the_turn_under_strict() -> None:
    """The drawn card can no longer be played, so the turn passes."""
    state = at("G1 G2", *FOUR_HANDS[1:], wild_draw_four="strict", pile="W+4 R9 B1 B2 B3")
    assert play(state, "0: draw", "1: report 0", "2: uphold", "3: uphold").phase == Turn(1)


@pytest.mark.rule("X1")
@pytest.mark.rule("W6")
def test_a_report_may_be_settled_while_a_wild_draw_four_waits_for_its_answer() -> None:
    """The accused draws four; guilt is judged on the hand played from all the same."""
    state = at("W+4 G1 G2", "R2 G4", "B3 G5", pile="R1 R2 R3 R4")
    state = play(state, "0: play W+4 blue", "1: report 0", "2: uphold", "1: challenge")
    assert counts(state) == (6, 8, 2)


@pytest.mark.rule("X1")
@pytest.mark.rule("V1")
def test_a_report_may_be_settled_while_a_debt_stands() -> None:
    """The debt is neither joined by the penalty nor paid with it."""
    state = at("R+2 G1 G2", "R2 G4", "B3 G5", stacking="same")
    state = play(state, "0: play R+2", "0: report 1", "2: uphold", "1: draw")
    assert (counts(state), state.turn) == ((2, 8, 2), 2)


@pytest.mark.rule("X1")
@pytest.mark.rule("H8")
def test_report_and_dare_are_judged_side_by_side() -> None:
    """A settled report leaves the dare and the words on it as they were."""
    state = at("WC1 G1 G2", "R2 G4", "B3 G5", "B6 B7", edition="swap-112", written=DARE)
    state = play(state, "0: play WC1 red", "2: failed", "1: report 0", "2: uphold", "3: uphold")
    assert isinstance(state.phase, Judging)
    assert state.phase.votes == ((2, False),)
    assert counts(play(state, "3: failed"))[1] == 4


@pytest.mark.rule("X1")
@pytest.mark.rule("H7")
def test_a_rule_tied_to_drawing_holds_for_the_penalty() -> None:
    """The penalty is a draw like any other; play goes on where it was afterwards."""
    written = {
        "Y9": {"when": "draw", "text": "All others draw one.", "effects": [{"draw": 1, "who": "others"}]}
    }
    state = play(at(*FOUR_HANDS, written=written, pile="Y9"), "1: report 3", "0: uphold", "2: uphold")
    assert (counts(state), state.phase) == ((4, 4, 4, 7), Turn(0))


@pytest.mark.rule("X1")
@pytest.mark.rule("V14")
def test_a_voter_who_leaves_drops_out() -> None:
    """Of three voters two are left; the one word for it and the leaving do not settle it."""
    state = leaves(play(at(*FIVE_HANDS), "1: report 3", "0: uphold"), 0)
    assert state.table.report is not None
    assert counts(play(state, "2: uphold", "4: uphold"))[3] == 7


@pytest.mark.rule("X1")
@pytest.mark.rule("V14")
def test_a_leaving_voter_can_make_the_majority_certain() -> None:
    """One has upheld, the other voter leaves: the one left decides."""
    state = leaves(play(at(*FOUR_HANDS), "1: report 3", "0: uphold"), 2)
    assert (counts(state)[3], state.table.report) == (7, None)


@pytest.mark.rule("X1")
@pytest.mark.rule("V14")
def test_the_report_ends_when_the_accused_leaves() -> None:
    """There is nobody left to draw."""
    state = leaves(play(at(*FOUR_HANDS), "1: report 3"), 3)
    assert (state.table.report, counts(state)) == (None, (3, 3, 3, 0))


@pytest.mark.rule("X1")
@pytest.mark.rule("V14")
def test_the_report_goes_on_when_the_accuser_leaves() -> None:
    """What was reported is still judged by the same voters."""
    state = leaves(play(at(*FOUR_HANDS), "1: report 3"), 1)
    assert counts(play(state, "0: uphold", "2: uphold"))[3] == 7


@pytest.mark.rule("X1")
@pytest.mark.rule("V14")
def test_with_the_last_voter_gone_the_report_is_dismissed() -> None:
    """Of three players the only voter leaves."""
    state = leaves(play(at("R1 G2", "R2 G4", "R3 G5"), "1: report 2"), 0)
    assert (state.table.report, counts(state)) == (None, (0, 2, 2))


@pytest.mark.rule("X1")
@pytest.mark.rule("V12")
def test_what_everybody_sees_of_a_report() -> None:
    """Accuser, accused, each vote and the outcome are open to all."""
    kinds = [type(e) for e in happens(at(*FOUR_HANDS), "1: report 3", "0: uphold", "2: uphold")]
    assert kinds == [ev.ReportVoted, ev.ReportSettled, ev.Drew]


@pytest.mark.rule("X2")
def test_an_unlawful_wild_draw_four_costs_its_player_the_four() -> None:
    """The penalty for playing one unlawfully is W6's: the four are drawn by its player."""
    state = play(at("W+4 R1 G2", "G4 G5"), "0: play W+4 blue", "1: challenge")
    assert (counts(state), state.turn) == ((6, 2), 1)


@pytest.mark.rule("X3")
@pytest.mark.parametrize(("edition", "penalty"), [("classic", 2), ("blanks-112", 4), ("swap-112", 2)])
def test_uno_not_said_costs_what_the_edition_prints(edition: str, penalty: int) -> None:
    """The penalty for a forgotten UNO is U5's: two, or four with the blanks."""
    state = play(at("R1 G2", "G4 G5", edition=edition), "0: play R1", "1: catch 0")
    assert counts(state)[0] == 1 + penalty
