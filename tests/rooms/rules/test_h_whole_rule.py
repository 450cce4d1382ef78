"""H6–H8, W9: a written rule as a whole, and on a last card."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules.round import Turn
from tests.rooms.rules.agreed import FOUR, after, drew, written
from tests.rooms.rules.positions import at, counts, hand, may, play, refused

# The rule as a whole.


@pytest.mark.rule("H8", "W9")
def test_effects_run_in_the_order_in_which_they_are_written() -> None:
    """First the swap, then the draw by the one who now holds the other hand."""
    state = after({"swap": "next"}, {"draw": 1, "who": "self"})
    assert counts(state) == (4, 2, 3, 3)


@pytest.mark.rule("W9")
def test_the_turn_is_over_after_the_rule() -> None:
    """The next player's turn begins."""
    for effect in ({"draw": 1}, {"discard": "wild"}, {"show": "self"}, {"swap": "next"}, {"rotate": "left"}):
        assert after(effect).phase == Turn(1)


@pytest.mark.rule("W9")
def test_a_rule_without_effects_does_nothing() -> None:
    """The card is a Wild then."""
    assert (drew(after()), after().phase) == ((0, 0, 0, 0), Turn(1))


@pytest.mark.rule("H7", "H8")
@pytest.mark.parametrize("card", ["R3", "RS", "RR", "W", "W+4", "R+2"])
def test_a_rule_may_stand_on_any_card(card: str) -> None:
    """Also on ordinary ones, tied to drawing."""
    rules = {card: {"text": "All draw.", "when": "draw", "effects": [{"draw": 1, "who": "others"}]}}
    assert drew(
        play(at("G1 G2 G3", "B1", top="Y5", pile=card, written=rules), "0: draw"), ("x G1 G2 G3", "B1")
    ) == (1, 1)


@pytest.mark.rule("H7")
def test_a_rule_on_an_ordinary_card_follows_what_is_printed_on_it() -> None:
    """A Skip skips, and its rule is carried out: the one skipped draws two."""
    rules = {"RS": {"text": "And draws two.", "effects": [{"draw": 2, "who": "next"}]}}
    state = play(at("RS R1 R2", "G1", "B1", written=rules), "0: play RS")
    assert (counts(state), state.turn) == ((2, 3, 1), 2)


@pytest.mark.rule("H7", "V4")
def test_a_rule_on_a_seven_follows_its_swap() -> None:
    """First the house rule's swap with the one named, then the written draw."""
    rules = {"R7": {"text": "Draw one.", "effects": [{"draw": 1}]}}
    state = play(at("R7 R1", "G1 G2", "B1", written=rules, seven_zero=True), "0: play R7 swap 2")
    assert (hand(state, 2), counts(state)) == ("R1", (2, 2, 1))


@pytest.mark.rule("H7", "V3")
def test_a_jumped_card_carries_out_its_rule() -> None:
    """Everybody but the one who jumped draws."""
    rules = {"R3": {"text": "Others draw one.", "effects": [{"draw": 1, "who": "others"}]}}
    state = at("R3 R1 R2", "G1 G2", "R3 B1 B2", written=rules, jump_in="numbers")
    state = play(state, "0: play R3")
    assert counts(state) == (2, 3, 4)
    state = play(state, "2: jump R3")
    assert (counts(state), state.turn) == ((3, 4, 3), 0)


@pytest.mark.rule("H7", "V3")
def test_nobody_jumps_while_a_rule_waits() -> None:
    """Not while a choice is open; afterwards, as long as nobody has moved."""
    rules = {"R3": {"text": "One draws.", "effects": [{"draw": 1, "who": "chosen"}]}}
    state = play(at("R3 R1 R2", "G1 G2", "R3 B1 B2", written=rules, jump_in="numbers"), "0: play R3")
    assert refused(state, "2: jump R3").code == "no-jump-now"
    assert counts(play(state, "0: choose 1", "2: jump R3"))[2] == 2


@pytest.mark.rule("H7", "N1")
def test_a_rule_on_a_reverse_between_two() -> None:
    """Its player moves again, after the other drew by the rule."""
    rules = {"RR": {"text": "Others draw one.", "effects": [{"draw": 1, "who": "others"}]}}
    state = play(at("RR R1 R2", "G1 G2", written=rules), "0: play RR")
    assert (counts(state), state.turn) == ((2, 3), 0)


@pytest.mark.rule("W9", "U1")
def test_uno_is_said_with_a_customizable_card() -> None:
    """It is a play that leaves one card."""
    state = at("WC1 R1", "G1 G2", "B1 B2", edition="swap-112", written=written({"draw": 1, "who": "others"}))
    assert play(state, "0: play WC1 red uno").table.called == frozenset({0})
    assert "catch 0" in may(play(state, "0: play WC1 red"), 1)


@pytest.mark.rule("U6")
def test_uno_said_with_the_card_is_wiped_by_its_own_rule() -> None:
    """The player draws one by the rule: the call is gone with the single card."""
    state = at("WC1 R1", "G1 G2", edition="swap-112", written=written({"draw": 1}))
    state = play(state, "0: play WC1 red uno")
    assert (state.table.called, counts(state)) == (frozenset(), (2, 2))
    assert "catch 0" not in may(state, 1)


# As a last card (W9).


@pytest.mark.rule("W9")
@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ({"draw": 2, "who": "next"}, (0, 3, 1, 1)),
        ({"draw": 2, "who": "others"}, (0, 3, 1, 1)),
        ({"draw": 2, "who": "everyone"}, (0, 3, 1, 1)),
        ({"draw": 2, "who": "previous"}, (0, 1, 1, 1)),
        ({"draw": 2, "who": "self"}, (0, 1, 1, 1)),
        ({"draw": 2, "who": "chosen"}, (0, 1, 1, 1)),
        ({"draw": 2, "who": "partner"}, (0, 1, 1, 1)),
        ({"discard": "red", "who": "others"}, (0, 1, 1, 1)),
        ({"give": 1, "who": "next", "to": "self"}, (0, 1, 1, 1)),
        ({"swap": "next"}, (0, 1, 1, 1)),
        ({"rotate": "left"}, (0, 1, 1, 1)),
        ({"skip": "everyone"}, (0, 1, 1, 1)),
        ({"dare": "Sing", "who": "next", "else": {"draw": 2}}, (0, 1, 1, 1)),
        ({"charade": True, "winner": {"draw": 2}}, (0, 1, 1, 1)),
    ],
)
def test_what_a_rule_does_on_a_last_card(effect: dict[str, Any], expected: tuple[int, ...]) -> None:
    """Only an unconditional draw that includes the next player is drawn, by that player alone."""
    state = after(effect, hands=("WC1", "G1", "R1", "Y1"), teams=FOUR)
    assert (state.over, state.out, counts(state)) == (True, 0, expected)


@pytest.mark.rule("W9", "N3")
@pytest.mark.parametrize("who", ["next", "previous", "others", "everyone"])
def test_between_two_the_previous_player_is_the_next(who: str) -> None:
    """As last card a draw for the previous player includes the next one, who is the same."""
    assert counts(after({"draw": 2, "who": who}, hands=("WC1", "G1"))) == (0, 3)


@pytest.mark.rule("W9")
def test_all_unconditional_draws_of_the_next_player_count() -> None:
    """Two such effects are drawn together."""
    state = after(
        {"draw": 2, "who": "next"}, {"show": "self"}, {"draw": 1, "who": "others"}, hands=("WC1", "G1", "B1")
    )
    assert counts(state) == (0, 4, 1)


@pytest.mark.rule("W9", "H7")
def test_a_rule_tied_to_drawing_does_nothing_when_its_card_is_played_last() -> None:
    """The next player draws nothing."""
    rules = {"WC1": {"text": "Next draws.", "when": "draw", "effects": [{"draw": 2, "who": "next"}]}}
    state = play(at("WC1", "G1", "B1", edition="swap-112", written=rules), "0: play WC1 red")
    assert (state.out, counts(state)) == (0, (0, 1, 1))


@pytest.mark.rule("W9", "H7")
def test_a_rule_tied_to_drawing_does_nothing_when_its_card_is_played() -> None:
    """It is a Wild then."""
    rules = {"WC1": {"text": "Next draws.", "when": "draw", "effects": [{"draw": 2, "who": "next"}]}}
    state = play(at("WC1 R1", "G1", "B1", edition="swap-112", written=rules), "0: play WC1 red uno")
    assert (state.phase, counts(state)) == (Turn(1), (1, 1, 1))


@pytest.mark.rule("W9", "H7")
@pytest.mark.parametrize(("nth", "drawn"), [(1, 2), (2, 0)])
def test_a_last_card_counts_as_a_time_it_is_played(nth: int, drawn: int) -> None:
    """Tied to the first play it is drawn for, tied to the second it is not."""
    rules = {"WC1": {"text": "Next draws.", "nth": nth, "effects": [{"draw": 2, "who": "next"}]}}
    state = play(at("WC1", "G1", edition="swap-112", written=rules), "0: play WC1 red")
    assert counts(state) == (0, 1 + drawn)


@pytest.mark.rule("H7", "V9")
def test_each_of_several_cards_carries_out_its_rule() -> None:
    """Two equal numbers in one turn, the first of which bears a rule: it was played."""
    rules = {"R3": {"text": "Others draw one.", "effects": [{"draw": 1, "who": "others"}]}}
    state = at("R3 R3 G3 B1", "G1 G2", written=rules, multi_play=True)
    assert counts(play(state, "0: play R3 G3")) == (2, 3)
    assert counts(play(state, "0: play R3 R3 G3 uno")) == (1, 4)


@pytest.mark.rule("H7", "V2")
def test_a_card_that_sends_a_debt_on_carries_out_its_rule() -> None:
    """The rule on a Skip is carried out before the debt is asked of the next."""
    rules = {"RS": {"text": "Others draw one.", "effects": [{"draw": 1, "who": "others"}]}}
    state = at("R+2 B1 B2", "RS G1 G2", "B3", "B4", written=rules, stacking="same", deflect=True)
    state = play(state, "0: play R+2", "1: play RS")
    assert (counts(state), state.turn) == ((3, 2, 2, 2), 3)
    assert counts(play(state, "3: draw")) == (3, 2, 2, 4)


@pytest.mark.rule("H8", "V2")
def test_a_dare_on_a_card_that_sends_a_debt_on_is_judged_first() -> None:
    """Nobody draws the debt while the dare is open."""
    rules = {"RR": {"text": "Sing.", "effects": [{"dare": "Sing", "else": {"draw": 1}}]}}
    state = at("R+2 B1 B2", "RR G1 G2", "B3", written=rules, stacking="same", deflect=True)
    state = play(state, "0: play R+2", "1: play RR")
    assert refused(state, "0: draw").rule == "H8"
    assert counts(play(state, "0: failed", "0: draw")) == (5, 2, 1)
