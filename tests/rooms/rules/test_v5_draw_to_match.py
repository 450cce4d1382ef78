"""V5: who draws goes on drawing until the card just drawn can be played."""

from __future__ import annotations

from functools import partial

import pytest

from lastcard.rules import events as ev
from lastcard.rules.round import Drawn, Turn
from tests.rooms.rules.positions import at, counts, hand, happens, may, play, refused, turn_acts

at5 = partial(at, draw_to_match=True)
FOURTEEN = "G1 G1 G2 G2 G3 G3 G4 G4 G6 G6 G7 G7 G8"


@pytest.mark.rule("V5")
def test_until_the_card_just_drawn_can_be_played() -> None:
    """Blue, blue, red: three cards, and only the last may be played."""
    state = play(at5("G1 G2", "G3", pile="B1 B2 R9 R8"), "0: draw")
    assert (hand(state, 0), turn_acts(state, 0)) == ("R9 G1 G2 B1 B2", {"play R9", "pass"})


@pytest.mark.rule("V5")
def test_a_first_card_that_fits_is_the_only_one() -> None:
    """Drawing stops at once."""
    assert counts(play(at5("G1 G2", "G3", pile="R9 R8"), "0: draw"))[0] == 3


@pytest.mark.rule("V5")
@pytest.mark.parametrize("card", ["W", "W+4", "B5"])
def test_wilds_and_numbers_fit_too(card: str) -> None:
    """Whatever T1, T2 or W5 let be played ends the draw."""
    state = play(at5("G1 G2", "G3", pile=f"B1 {card} R9"), "0: draw")
    assert (counts(state)[0], state.phase) == (4, Drawn(0))


@pytest.mark.rule("V5", "T4")
def test_one_who_reneges_draws_on_too() -> None:
    """Though a red card is held already; only the card just drawn may be played."""
    state = play(at5("R1 G2", "G3", pile="B1 B2 R9"), "0: draw")
    assert (counts(state)[0], turn_acts(state, 0)) == (5, {"play R9", "pass"})


@pytest.mark.rule("V5")
def test_the_drawn_card_may_be_kept() -> None:
    """`pass` ends the turn, with all cards in the hand."""
    state = play(at5("G1 G2", "G3", pile="B1 R9"), "0: draw", "0: pass")
    assert (counts(state)[0], state.phase) == (4, Turn(1))


@pytest.mark.rule("V5", "T3")
def test_with_must_play_the_last_drawn_is_played() -> None:
    """Unless the player reneged."""
    forced = at5("G1 G2", "G3", pile="B1 R9", drawn_card="must_play")
    assert turn_acts(play(forced, "0: draw"), 0) == {"play R9"}
    reneged = at5("R1 G2", "G3", pile="B1 R9", drawn_card="must_play")
    assert turn_acts(play(reneged, "0: draw"), 0) == {"play R9", "pass"}


@pytest.mark.rule("V5", "T5")
def test_the_draw_goes_on_over_a_reshuffle() -> None:
    """The discards are shuffled in when the pile is used up."""
    state = at5("G1 G2", "G3", pile="B1 B2", only=True, discard="R9 B6")
    state = play(state, "0: draw")
    assert (hand(state, 0), state.phase) == ("R9 G1 G2 B1 B2 B6", Drawn(0))


@pytest.mark.rule("V5", "T5")
def test_the_piles_stop_it() -> None:
    """Nothing fits and nothing is left: the turn passes."""
    state = play(at5("G1 G2", "G3", pile="B1 B2", only=True), "0: draw")
    assert (counts(state), state.phase) == ((4, 1), Turn(1))


@pytest.mark.rule("V5", "V11")
def test_the_limit_stops_it() -> None:
    """At fifteen cards the turn passes, though a red card is next."""
    state = play(at5(FOURTEEN, "Y3", pile="B1 B2 R9", draw_limit=15), "0: draw")
    assert (counts(state)[0], state.phase) == (15, Turn(1))


@pytest.mark.rule("V5", "V11")
def test_a_card_that_fits_at_the_limit_may_be_played() -> None:
    """The fifteenth card is red."""
    state = play(at5(FOURTEEN, "Y3", pile="B1 R9", draw_limit=15), "0: draw")
    assert (counts(state)[0], turn_acts(state, 0)) == (15, {"play R9", "pass"})


@pytest.mark.rule("V5", "V11", "T5")
def test_at_the_limit_a_draw_is_a_pass() -> None:
    """A hand that is full draws nothing."""
    state = at5(f"{FOURTEEN} B6 B7", "Y3", pile="R9", draw_limit=15)
    assert [type(e) for e in happens(state, "0: draw")] == [ev.Passed, ev.TurnBegan]


@pytest.mark.rule("V5")
@pytest.mark.parametrize(
    ("steps", "seat", "drawn"),
    [
        (["0: play R+2"], 1, 2),
        (["0: play W+4 red", "1: accept"], 1, 4),
        (["0: play W+4 blue", "1: challenge"], 0, 4),
        (["0: report 1", "2: uphold"], 1, 4),
    ],
)
def test_never_in_place_of_a_forced_draw(steps: list[str], seat: int, drawn: int) -> None:
    """Draw Two, Wild Draw Four, a guilty challenge and a penalty keep their numbers."""
    before = at5("R+2 W+4 G1 R6", "B1 B2", "Y1 Y2", pile="B3 B4 B6 B7 B8")
    held = counts(before)[seat] - (seat == 0)
    assert counts(play(before, *steps))[seat] == held + drawn


@pytest.mark.rule("V5", "V1")
def test_a_debt_is_drawn_as_it_is() -> None:
    """`draw` takes the debt and nothing more."""
    state = play(at5("R+2 G1 G2", "B1 B2", stacking="same", pile="B3 B4 B6"), "0: play R+2", "1: draw")
    assert (counts(state), state.phase) == ((2, 4), Turn(0))


@pytest.mark.rule("V5", "V6")
def test_without_reneging_nobody_draws_while_able_to_play() -> None:
    """Both house rules together: draw until it fits, but only if nothing fits."""
    assert refused(at5("R1 G2", "G3", renege=False), "0: draw").rule == "V6"
    assert counts(play(at5("G1 G2", "G3", renege=False, pile="B1 R9"), "0: draw"))[0] == 4


@pytest.mark.rule("V5", "W7")
def test_under_strict_an_unlawful_wild_draw_four_does_not_end_the_draw() -> None:
    """A red card in the hand: the Wild Draw Four drawn on the way cannot be played, so drawing goes on."""
    state = play(at5("R1 G2", "G3", wild_draw_four="strict", pile="B1 W+4 B2 R9"), "0: draw")
    assert (counts(state)[0], turn_acts(state, 0)) == (6, {"play R9", "pass"})


@pytest.mark.rule("V5", "W7")
def test_under_strict_a_lawful_one_ends_it() -> None:
    """No red card in the hand or among those drawn."""
    state = play(at5("G1 G2", "G3", wild_draw_four="strict", pile="B1 W+4 R9"), "0: draw")
    assert counts(state)[0] == 4


@pytest.mark.rule("V5", "W7")
def test_under_bluff_an_unlawful_one_ends_it() -> None:
    """It may be played, at its player's risk."""
    state = play(at5("R1 G2", "G3", pile="B1 W+4 R9"), "0: draw")
    assert (counts(state)[0], "play W+4 red" in may(state, 0)) == (4, True)


@pytest.mark.rule("V5", "V8")
def test_a_forbidden_last_card_is_no_reason_to_stop_or_go_on() -> None:
    """Who holds one forbidden card draws until one fits; with two cards any may be played."""
    state = play(at5("W", "G3", last_card="number", pile="B1 RS R9"), "0: draw")
    assert (counts(state)[0], turn_acts(state, 0)) == (3, {"play RS", "pass"})


@pytest.mark.rule("V5", "U4")
def test_the_draw_closes_the_window_once() -> None:
    """However many cards: from its begin nobody can be caught."""
    state = play(at5("R1 G1", "B1 B2", pile="B3 B4 R9"), "0: play R1", "1: draw")
    assert "catch 0" not in may(state, 1)


@pytest.mark.rule("V5", "V3")
def test_the_draw_ends_the_chance_to_jump() -> None:
    """It is a draw like any other."""
    state = play(at5("R1 G1", "B2", "R1 B4", jump_in="numbers", pile="B3 R9"), "0: play R1", "1: draw")
    assert refused(state, "2: jump R1").rule == "V3"


@pytest.mark.rule("V5")
def test_without_the_house_rule_one_card_is_drawn() -> None:
    """T3: one card."""
    assert counts(play(at("G1 G2", "G3", pile="B1 R9"), "0: draw"))[0] == 3


@pytest.mark.rule("V5", "N1")
def test_between_two_the_turn_passes_after_the_draw() -> None:
    """No card moved the turn back."""
    assert play(at5("G1", "G3", pile="B1 R9"), "0: draw", "0: pass").turn == 1


@pytest.mark.rule("V5", "V4")
def test_a_drawn_seven_may_be_played_with_its_swap() -> None:
    """The draw stops at it."""
    state = play(at5("G1", "G3 G4", seven_zero=True, pile="B1 R7"), "0: draw")
    assert turn_acts(state, 0) == {"play R7 swap 1", "pass"}
