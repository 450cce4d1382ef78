"""V12: what the table takes for a player whose clock ran out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from lastcard.rules.autopilot import default_action
from lastcard.rules.errors import LastcardError
from lastcard.rules.legal import awaited
from lastcard.rules.round import Round
from lastcard.rules.view import view
from tests.rooms.rules.agreed import after
from tests.rooms.rules.positions import at, play, start


def clock(state: Round, seat: int | None = None) -> str:
    """What the table takes for the seat, or for the first one awaited; from the seat's own view the same."""
    seat = awaited(state)[0] if seat is None else seat
    action = default_action(state, seat)
    assert default_action(view(state, seat), seat) == action
    return str(action)


@pytest.mark.rule("V12")
def test_a_plain_turn_draws() -> None:
    """Though a card could be played."""
    assert clock(at("R1 W G2", "G3")) == "draw"


@pytest.mark.rule("V12", "W6")
def test_a_wild_draw_four_is_accepted() -> None:
    """Neither challenged nor added to."""
    assert clock(play(at("W+4 R1 G2", "W+4 G3", stacking="same"), "0: play W+4 red")) == "accept"


@pytest.mark.rule("V12", "V1")
def test_a_debt_is_drawn() -> None:
    """Though a card could be added."""
    assert clock(play(at("R+2 R1 G2", "G+2 G3", stacking="same"), "0: play R+2")) == "draw"


@pytest.mark.rule("V12", "H8")
def test_a_judge_says_done() -> None:
    """In favour of the one judged."""
    state = after({"dare": "Sing", "else": {"draw": 1}})
    assert [clock(state, seat) for seat in awaited(state)] == ["done"] * 3


@pytest.mark.rule("V12", "X1")
def test_a_report_is_dismissed() -> None:
    """By one who is asked for a word on it."""
    state = play(at("R1 G2", "R2 G3", "R3 G4", turn=1), "1: report 2")
    assert clock(state, 0) == "dismiss"


@pytest.mark.rule("V12", "X1")
def test_a_report_is_dismissed_before_the_turn_is_taken() -> None:
    """The list has the word on a report before the draw, and before a card is kept."""
    assert clock(play(at("R1 G2", "R2 G3", "R3 G4"), "1: report 2")) == "dismiss"
    state = play(at("B1 G2", "R2 G3", "R3 G4", pile="R9"), "0: draw", "1: report 2")
    assert clock(state) == "dismiss"


@pytest.mark.rule("V12", "X1", "V1")
def test_a_debt_comes_before_a_report() -> None:
    """The list begins with the debt."""
    state = play(at("R+2 R1 G2", "R2 G3", "R3 G4", stacking="same"), "0: play R+2", "0: report 2")
    assert clock(state) == "draw"
    state = play(at("W+4 R1 G2", "R2 G3", "R3 G4"), "0: play W+4 red", "0: report 2")
    assert clock(state) == "accept"


@pytest.mark.rule("V12", "H5")
def test_nobody_has_guessed_a_charade() -> None:
    """The actor names nobody."""
    assert clock(after({"charade": True, "winner": {"draw": 1}})) == "guessed none"


@pytest.mark.rule("V12", "S7")
@pytest.mark.parametrize(
    ("hand", "colour"), [("B1 B2 G1 R1", "blue"), ("Y1 Y2 G1 G2 R1", "yellow"), ("W W+4", "red")]
)
def test_the_colour_held_most_is_called(hand: str, colour: str) -> None:
    """Of equals the first in the order of the notation."""
    written = {"R*": {"text": "Call.", "effects": [{"call": "colour"}]}}
    state = at(f"R* {hand}", "G3", edition="blanks-112", written=written)
    assert clock(play(state, "0: play R*")) == f"colour {colour}"


@pytest.mark.rule("V12", "S11")
def test_hands_are_swapped_with_the_fewest_cards() -> None:
    """A start Swap Hands: the colour held most, and the seat that holds least."""
    state = start("WS", "G1", "B1 B2 B3 B4", "G2", players=3, edition="swap-112")
    assert clock(state).startswith("colour ")
    uneven = state._replace(hands=(state.hands[0]._replace(cards=state.hands[0].cards[:3]), *state.hands[1:]))
    assert clock(uneven).endswith("swap 0")


@pytest.mark.rule("V12", "T3")
def test_the_drawn_card_is_kept() -> None:
    """Where it may be."""
    assert clock(play(at("G1 G2", "G3", pile="R9"), "0: draw")) == "pass"


@pytest.mark.rule("V12", "T3")
def test_the_drawn_card_is_played_where_it_must_be() -> None:
    """With the colour held most."""
    forced = partial(at, drawn_card="must_play")
    assert clock(play(forced("G1 G2", "G3", pile="R9"), "0: draw")) == "play R9"
    assert clock(play(forced("G1 G2 B1", "G3", pile="W"), "0: draw")) == "play W green"


@pytest.mark.rule("V12", "V4")
def test_a_seven_that_must_be_played_swaps_with_the_fewest_cards() -> None:
    """Of the other players the one with the smallest hand."""
    state = at("G1 G2 B1", "G3 G4", "B2", drawn_card="must_play", seven_zero=True, pile="R7")
    assert clock(play(state, "0: draw")) == "play R7 swap 2"


@pytest.mark.rule("V12", "V6")
def test_the_highest_card_is_played_where_drawing_is_not_allowed() -> None:
    """Fifty before twenty before nine."""
    assert clock(at("R9 RS R1 G2", "G3", renege=False)) == "play RS"
    assert clock(at("R9 W RS G2", "G3", renege=False)).startswith("play W ")


@pytest.mark.rule("V12", "U1")
def test_uno_is_not_said() -> None:
    """The clock plays without it."""
    assert clock(at("R9 G2", "G3", renege=False)) == "play R9"


@pytest.mark.rule("V12", "V9")
def test_one_card_is_played_where_several_could_be() -> None:
    """The highest, alone."""
    assert clock(at("R9 G9 G2", "G3", renege=False, multi_play=True)) == "play R9"


@pytest.mark.rule("V12", "W5")
def test_the_highest_card_is_a_lawful_one() -> None:
    """What is played has nothing against it, under `strict` too."""
    assert clock(at("W+4 R9 G2", "G3", renege=False, wild_draw_four="strict")) == "play R9"


@pytest.mark.rule("V12", "H8")
@pytest.mark.parametrize(
    ("effect", "act"),
    [
        ({"draw": 1, "who": "chosen"}, "choose 2"),
        ({"discard": "any", "who": "next", "count": 1}, "discard G9"),
        ({"give": 1, "who": "next", "to": "self"}, "give G9"),
    ],
)
def test_what_a_written_rule_asks_for(effect: dict[str, Any], act: str) -> None:
    """The fewest cards are chosen, the highest card is picked."""
    assert clock(after(effect, hands=("WC1 R1 R2", "G1 G9 G2", "B1 B2", "Y1 Y2 Y3"))) == act


@pytest.mark.rule("V12")
def test_where_nothing_is_asked_of_a_seat_there_is_no_act() -> None:
    """Neither of one who is not on turn, nor in a round that is over."""
    with pytest.raises(LastcardError, match="V12"):
        default_action(at("R1 G2", "G3 G4"), 1)
    with pytest.raises(LastcardError, match="V12"):
        default_action(play(at("R1", "G3 G4"), "0: play R1"), 1)
