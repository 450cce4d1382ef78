"""V6: no drawing while holding a playable card."""

from __future__ import annotations

from functools import partial

import pytest

from lastcard.rules.round import Turn
from tests.rooms.rules.positions import at, counts, may, play, refused, turn_acts

at6 = partial(at, renege=False)


@pytest.mark.rule("V6")
@pytest.mark.parametrize("card", ["R1", "B5", "RS", "W"])
def test_who_can_play_cannot_draw(card: str) -> None:
    """A colour, a number, a word, a Wild: each stands in the way of drawing."""
    assert refused(at6(f"{card} G2", "G3"), "0: draw").code == "must-not-draw"
    assert "draw" not in may(at6(f"{card} G2", "G3"), 0)


@pytest.mark.rule("V6", "T3")
def test_who_cannot_play_draws() -> None:
    """Without a playable card the draw is as ever."""
    assert counts(play(at6("G1 G2", "G3", pile="B1"), "0: draw")) == (3, 1)


@pytest.mark.rule("V6", "T4")
def test_with_reneging_the_draw_is_allowed() -> None:
    """T4 holds unless the table ends it."""
    assert counts(play(at("R1 G2", "G3", pile="B1"), "0: draw")) == (3, 1)


@pytest.mark.rule("V6", "T3")
def test_the_drawn_card_may_be_kept() -> None:
    """Without `must_play` the card just drawn is no forced play."""
    assert turn_acts(play(at6("G1 G2", "G3", pile="R9"), "0: draw"), 0) == {"play R9", "pass"}


@pytest.mark.rule("V6", "T3")
def test_forced_play() -> None:
    """With `must_play` every playable card is played, from the hand or drawn."""
    forced = partial(at6, drawn_card="must_play")
    assert turn_acts(forced("R1 G2", "G3"), 0) == {"play R1"}
    assert turn_acts(play(forced("G1 G2", "G3", pile="R9"), "0: draw"), 0) == {"play R9"}


@pytest.mark.rule("V6", "W5")
def test_an_unlawful_wild_draw_four_is_not_forced() -> None:
    """It may be played, but what stands in the way of drawing is the red card that makes it unlawful."""
    state = at6("W+4 R1 G2", "G3")
    assert turn_acts(state, 0) == {"play R1", *(f"play W+4 {c}" for c in ("red", "yellow", "green", "blue"))}
    drawn = at6("G1 G2", "G3", "G4", drawn_card="must_play", pile="W+4 R9 R8 B1 B2")
    drawn = play(drawn, "0: draw", "1: report 0", "2: uphold")
    assert "pass" in turn_acts(drawn, 0)


@pytest.mark.rule("V6", "W5")
def test_a_lawful_wild_draw_four_is_forced() -> None:
    """No red card is held, so it may and must be played."""
    assert refused(at6("W+4 G2", "G3"), "0: draw").rule == "V6"


@pytest.mark.rule("V6", "W7")
def test_under_free_every_wild_draw_four_is_forced() -> None:
    """None is unlawful there."""
    state = at6("G1", "G3", wild_draw_four="free", drawn_card="must_play", pile="W+4")
    assert "pass" not in turn_acts(play(state, "0: draw"), 0)


@pytest.mark.rule("V6", "T3", "W5")
@pytest.mark.parametrize(("hand", "may_pass"), [("G1 G2", False), ("R1 G2", True)])
def test_a_drawn_wild_draw_four_is_forced_only_if_lawful(hand: str, may_pass: bool) -> None:
    """Drawn by one who holds a red card it was drawn reneging, or may be kept; here reneging is allowed."""
    state = play(at(hand, "G3", drawn_card="must_play", pile="W+4"), "0: draw")
    assert ("pass" in turn_acts(state, 0)) is may_pass


@pytest.mark.rule("V6", "V8")
def test_a_forbidden_last_card_is_not_forced() -> None:
    """Its player draws."""
    state = at6("W", "G3", last_card="number", pile="B1")
    assert turn_acts(state, 0) == {"draw"}
    assert counts(play(state, "0: draw"))[0] == 2


@pytest.mark.rule("V6", "V1")
def test_a_debt_may_be_drawn_by_one_who_could_add() -> None:
    """`draw` takes the debt; forced play does not force stacking."""
    state = play(at6("R+2 G1 G2", "G+2 G3", stacking="same"), "0: play R+2")
    assert turn_acts(state, 1) == {"play G+2", "draw"}


@pytest.mark.rule("V6", "W6")
def test_an_answer_is_not_forced() -> None:
    """Who faces a Wild Draw Four may accept though able to add another."""
    state = play(at6("W+4 G1 G2", "W+4 G3", stacking="same"), "0: play W+4 red")
    assert {"accept", "challenge"} <= turn_acts(state, 1)


@pytest.mark.rule("V6", "W1")
def test_a_forced_draw_never_forces_a_play() -> None:
    """A red card among the two drawn is kept, and the turn passes."""
    state = at6("R+2 G1 G2", "B1", drawn_card="must_play", pile="R9 R8")
    assert play(state, "0: play R+2").phase == Turn(0)


@pytest.mark.rule("V6", "X1")
def test_a_penalty_never_forces_a_play() -> None:
    """But a card of it that fits stands in the way of drawing on one's own turn."""
    state = at6("G1 G2", "B1", "B2", pile="R9 R8 R6 R4")
    state = play(state, "1: report 0", "2: uphold")
    assert (state.phase, "draw" in turn_acts(state, 0)) == (Turn(0), False)


@pytest.mark.rule("V6", "V9")
def test_one_of_several_is_enough() -> None:
    """Forced play asks for a card, not for as many as fit."""
    assert "play R1" in turn_acts(at6("R1 G1 B2", "G3", multi_play=True), 0)


@pytest.mark.rule("V6", "T4")
def test_a_drawn_red_card_is_not_forced_on_one_who_reneged() -> None:
    """`must_play` does not bind one who drew while holding a playable card."""
    state = play(at("R1 G2", "G3", drawn_card="must_play", pile="R9"), "0: draw")
    assert turn_acts(state, 0) == {"play R9", "pass"}
