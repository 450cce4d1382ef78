"""V8: what may be the last card."""

from __future__ import annotations

import pytest

from lastcard.rules.round import Turn
from tests.rooms.rules.positions import at, counts, ended, jumps, may, play, refused, turn_acts

RULES = {c: {"text": "Nothing.", "effects": []} for c in ("R*",)}
WILDS = {"WC1": {"text": "Nothing.", "effects": []}}
CARDS = ["R1", "RS", "RR", "R+2", "R*", "W", "W+4", "WS", "WC1"]
MAY = {
    "any": set(CARDS),
    "no_wild": {"R1", "RS", "RR", "R+2", "R*"},
    "no_action": {"R1", "W"},
    "number": {"R1"},
}


def _alone(card: str, last_card: str) -> object:
    swap = card in {"WS", "WC1"}
    edition = "swap-112" if swap else "blanks-112"
    return at(
        card, "G2 G3", edition=edition, written=WILDS if swap else RULES, last_card=last_card, called=[0]
    )


@pytest.mark.rule("V8")
@pytest.mark.parametrize("last_card", list(MAY))
@pytest.mark.parametrize("card", CARDS)
def test_which_cards_may_be_the_last(card: str, last_card: str) -> None:
    """Each card under each of the four choices."""
    state = _alone(card, last_card)
    colour = " red" if card.startswith("W") else ""
    if card in MAY[last_card]:
        assert ended(state, f"0: play {card}{colour}").out == 0
    else:
        assert refused(state, f"0: play {card}{colour}").rule == "V8"


@pytest.mark.rule("V8")
@pytest.mark.parametrize("last_card", ["no_wild", "no_action", "number"])
def test_with_two_cards_every_card_may_be_played(last_card: str) -> None:
    """The house rule is about the last one only."""
    assert counts(play(at("W+4 G1", "G2 G3", last_card=last_card), "0: play W+4 red")) == (1, 2)


@pytest.mark.rule("V8", "T3")
def test_who_cannot_play_the_only_card_draws() -> None:
    """Then either card may be played if it fits: it is not the last any more."""
    state = at("RS", "G2 G3", last_card="number", pile="R1")
    assert turn_acts(state, 0) == {"draw"}
    assert counts(play(state, "0: draw", "0: play R1"))[0] == 1


@pytest.mark.rule("V8", "T4")
def test_after_the_draw_only_the_drawn_card_may_be_played() -> None:
    """The Skip in the hand waits for the next turn."""
    state = play(at("RS", "G2 G3", last_card="number", pile="R1"), "0: draw")
    assert refused(state, "0: play RS").code == "only-drawn"


@pytest.mark.rule("V8", "U1")
def test_uno_is_called_with_a_forbidden_card_left() -> None:
    """One card is one card."""
    state = at("R1 W", "G2 G3", last_card="number")
    assert play(state, "0: play R1 uno").table.called == frozenset({0})
    assert "catch 0" in may(play(state, "0: play R1"), 1)


@pytest.mark.rule("V8", "V3")
def test_a_forbidden_last_card_is_not_jumped_in() -> None:
    """A Skip as last card may not be jumped in under `number`; with two cards it may."""
    for hand, allowed in (("RS", False), ("RS B9", True)):
        state = play(at("RS G1 G2", "G3", "B1", hand, last_card="number", jump_in="all"), "0: play RS")
        assert bool(jumps(state, 3)) is allowed
    assert (
        refused(
            play(at("RS G1 G2", "G3", "B1", "RS", last_card="number", jump_in="all"), "0: play RS"),
            "3: jump RS",
        ).rule
        == "V8"
    )


@pytest.mark.rule("V8", "V1")
@pytest.mark.parametrize(
    ("last_card", "acts"),
    [
        ("any", {"play G+2", "draw"}),
        ("no_wild", {"play G+2", "draw"}),
        ("no_action", {"draw"}),
        ("number", {"draw"}),
    ],
)
def test_a_forbidden_last_card_is_not_added_to_a_debt(last_card: str, acts: set[str]) -> None:
    """The debt is drawn instead."""
    state = play(at("R+2 G1 G2", "G+2", last_card=last_card, stacking="same"), "0: play R+2")
    assert turn_acts(state, 1) == acts


@pytest.mark.rule("V8", "V2")
def test_a_forbidden_last_card_does_not_send_a_debt_on() -> None:
    """A Reverse may not be the last card under `no_action`."""
    state = at("R+2 G1 G2", "RR", "B1", last_card="no_action", stacking="same", deflect=True)
    assert turn_acts(play(state, "0: play R+2"), 1) == {"draw"}


@pytest.mark.rule("V8", "V1", "W6")
def test_a_forbidden_wild_draw_four_is_not_added_while_an_answer_is_due() -> None:
    """The one who faces it challenges or accepts."""
    state = at("W+4 G1 G2", "W+4", last_card="no_wild", stacking="same")
    assert turn_acts(play(state, "0: play W+4 red"), 1) == {"challenge", "accept"}


@pytest.mark.rule("V8", "V9")
def test_several_numbers_may_be_the_last_cards() -> None:
    """All of them are numbers."""
    assert ended(at("R1 G1", "G2", last_card="number", multi_play=True), "0: play R1 G1").out == 0


@pytest.mark.rule("V8", "V4")
def test_sevens_and_zeros_are_numbers() -> None:
    """They may be the last, without effect."""
    assert ended(at("R7", "G2", last_card="number", seven_zero=True), "0: play R7").out == 0


@pytest.mark.rule("V8", "W7")
def test_a_last_wild_draw_four_under_no_wild_is_refused_for_that_reason() -> None:
    """Whatever is in force for it otherwise."""
    for how in ("bluff", "strict", "free"):
        assert (
            refused(at("W+4", "G2", last_card="no_wild", wild_draw_four=how), "0: play W+4 red").rule == "V8"
        )


@pytest.mark.rule("V8", "T5")
def test_a_player_who_can_only_hold_on_passes() -> None:
    """The only card is forbidden and no card is left to draw: the turn passes."""
    state = at("RS", "G2 G3", last_card="number", only=True)
    assert play(state, "0: draw").phase == Turn(1)


@pytest.mark.rule("V8", "T5")
def test_a_round_in_which_nobody_may_play_the_last_card_ends() -> None:
    """Both pass in succession, and no card has moved."""
    over = play(at("RS", "W", last_card="number", only=True), "0: draw", "1: draw")
    assert (over.over, over.out) == (True, None)
