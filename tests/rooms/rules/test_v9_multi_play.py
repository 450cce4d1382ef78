"""V9: several equal numbers in one turn."""

from __future__ import annotations

from functools import partial

import pytest

from lastcard.rules.round import Turn
from tests.rooms.rules.positions import at, counts, ended, hand, jumps, may, play, refused, tokens, turn_acts

at9 = partial(at, multi_play=True)


@pytest.mark.rule("V9")
def test_the_last_sets_the_colour() -> None:
    """A red, a green, a blue one: blue is in force, and the others lie under it in the order played."""
    state = play(at9("R1 G1 B1 Y2", "G3"), "0: play R1 G1 B1 uno")
    assert (str(state.table.top), str(state.table.colour)) == ("B1", "blue")
    assert [c.token for c in state.table.discard] == ["R5", "R1", "G1"]


@pytest.mark.rule("V9")
def test_the_first_must_be_playable() -> None:
    """A green 1 first does not go on a red 5."""
    assert refused(at9("R1 G1 Y2", "G3"), "0: play G1 R1").code == "no-match"


@pytest.mark.rule("V9")
def test_a_first_card_playable_by_number() -> None:
    """A 5 goes on a 5 of another colour, and the next 5 follows."""
    assert str(play(at9("B5 G5 Y2", "G3"), "0: play B5 G5 uno").table.top) == "G5"


@pytest.mark.rule("V9")
def test_two_of_the_same_card() -> None:
    """Both copies may go together."""
    assert counts(play(at9("R1 R1 Y2", "G3"), "0: play R1 R1"))[0] == 1


@pytest.mark.rule("V9")
def test_only_equal_numbers_go_together() -> None:
    """Neither two numbers of a colour, nor word cards, nor wild cards."""
    state = at9("R1 R2 RS GS R+2 G+2 W W G1", "G3")
    for cards in ("R1 R2", "RS GS", "R+2 G+2", "W W red", "R1 G1 R2", "R1 RS", "R1 W"):
        assert refused(state, f"0: play {cards}").rule in {"V9", "T2"}


@pytest.mark.rule("V9", "T1")
def test_without_the_house_rule_one_card_a_turn() -> None:
    """Two equal numbers are refused."""
    assert refused(at("R1 G1 Y2", "G3"), "0: play R1 G1").code == "one-card"


@pytest.mark.rule("V9")
def test_only_cards_that_are_held() -> None:
    """As often as they are held."""
    assert refused(at9("R1 G1 Y2", "G3"), "0: play R1 R1").code == "not-held"
    assert refused(at9("R1 G1 Y2", "G3"), "0: play R1 B1").code == "not-held"


@pytest.mark.rule("V9")
def test_a_drawn_card_is_played_alone() -> None:
    """Though an equal number is held."""
    state = play(at9("G1 Y2", "G3", pile="R1"), "0: draw")
    assert refused(state, "0: play R1 G1").code == "drawn-alone"
    assert turn_acts(state, 0) == {"play R1", "pass"}


@pytest.mark.rule("V9", "V3")
def test_a_jump_is_played_alone() -> None:
    """One identical card."""
    state = play(at9("R1 G2 G5", "G3", "R1 G1 B2", jump_in="numbers"), "0: play R1")
    assert jumps(state, 2) == {"jump R1"}


@pytest.mark.rule("V9", "V3")
def test_a_jump_is_on_the_last_of_several() -> None:
    """It lies on top."""
    state = play(at9("R1 G1 G5 Y4", "G3 G4", "R1 G1 B2", jump_in="numbers"), "0: play R1 G1")
    assert (jumps(state, 2), refused(state, "2: jump R1").code) == ({"jump G1"}, "not-identical")


@pytest.mark.rule("V9", "U1")
def test_uno_is_due_when_the_play_leaves_one_card() -> None:
    """Said with it, or owed; not with a play that leaves more, or none."""
    state = at9("R1 G1 B1 Y2", "G3")
    assert play(state, "0: play R1 G1 B1 uno").table.called == frozenset({0})
    assert "catch 0" in may(play(state, "0: play R1 G1 B1"), 1)
    assert refused(state, "0: play R1 G1 uno").code == "uno-not-due"
    assert refused(at9("R1 G1", "G3"), "0: play R1 G1 uno").code == "uno-not-due"


@pytest.mark.rule("V9", "U1")
def test_three_cards_may_become_one_and_be_called_with_the_play_only() -> None:
    """In advance UNO is called with two cards: with three it is not."""
    assert refused(at9("R1 G1 Y2", "G3"), "0: uno").code == "no-uno-owed"


@pytest.mark.rule("V9")
def test_the_order_in_between_does_not_matter() -> None:
    """First and last count; each set is listed once."""
    acts = [a for a in may(at9("R1 G1 B1 Y1 W", "G3"), 0) if a.startswith("play R1 ") and len(a.split()) == 5]
    assert sorted(a.split()[-1] for a in acts) == ["B1", "G1", "Y1"]
    one = play(at9("R1 G1 B1 Y1 W", "G3"), "0: play R1 G1 B1 Y1 uno")
    other = play(at9("R1 G1 B1 Y1 W", "G3"), "0: play R1 B1 G1 Y1 uno")
    assert (one.table, one.hands) == (other.table, other.hands)


@pytest.mark.rule("V9", "V1")
def test_nothing_of_it_while_a_debt_stands() -> None:
    """Numbers are not playable then."""
    state = play(at9("R+2 G1 G2", "R1 G1 B2", stacking="same"), "0: play R+2")
    assert refused(state, "1: play R1 G1").rule == "V1"
    assert turn_acts(state, 1) == {"draw"}


@pytest.mark.rule("V9", "T1")
def test_all_sets_that_may_be_played_are_listed() -> None:
    """Each playable first card with each set of its number."""
    assert turn_acts(at9("R1 G1 G2", "G3"), 0) == {"play R1", "play R1 G1", "draw"}
    assert turn_acts(at9("R1 R1 G1", "G3"), 0) == {
        "play R1",
        "play R1 R1",
        "play R1 G1",
        "play R1 R1 G1",
        "play R1 G1 R1",
        "draw",
    }


@pytest.mark.rule("V9", "N1")
def test_between_two_the_turn_passes() -> None:
    """Several numbers are one turn."""
    assert play(at9("R1 G1 G2", "G3"), "0: play R1 G1 uno").phase == Turn(1)


@pytest.mark.rule("V9", "O1")
def test_the_whole_hand_may_go() -> None:
    """The round is over."""
    assert ended(at9("R1 G1 B1", "G3"), "0: play R1 B1 G1").out == 0


@pytest.mark.rule("V9", "U4")
def test_it_closes_the_window_like_one_card() -> None:
    """The next player has begun."""
    state = play(at9("R1 G2", "R3 G3 B2 B4", "B1"), "0: play R1", "1: play R3 G3")
    assert "catch 0" not in may(state, 2)


@pytest.mark.rule("V9", "T5")
def test_all_of_them_come_back_with_the_reshuffle() -> None:
    """The cards under the last are discards."""
    state = at9("R1 G1 B1", "G3 Y4", only=True)
    state = play(state, "0: play R1 G1 uno", "1: play G3 uno", "0: draw")
    assert tokens(state.hands[0].cards) == "G1 B1"


@pytest.mark.rule("V9", "V5")
def test_draw_to_match_gives_one_card_to_play() -> None:
    """The one drawn last, alone."""
    state = play(at9("G1 G9", "B3", draw_to_match=True, pile="Y1 B1 R1"), "0: draw")
    assert (hand(state, 0), turn_acts(state, 0)) == ("R1 Y1 G1 G9 B1", {"play R1", "pass"})
