"""H7, H8: rules tied to drawing a card."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules import events as ev
from lastcard.rules.legal import awaited
from lastcard.rules.round import Choosing, Drawn, Judging, Picking, Turn
from lastcard.rules.view import seen_by
from tests.rooms.rules.positions import (
    at,
    counts,
    hand,
    happens,
    leaves,
    may,
    play,
    refused,
    start,
    tokens,
    turn_acts,
)


def on_draw(card: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The effects written on the card, tied to drawing it."""
    return {card: {"text": "Whoever draws it.", "when": "draw", "effects": list(effects), **more}}


ONE_EACH = {"draw": 1, "who": "others"}


@pytest.mark.rule("H7")
def test_a_card_drawn_sets_off_its_rule() -> None:
    """The others draw one as soon as it is drawn."""
    state = play(at("G1 G2", "G3", "G4", written=on_draw("B9", ONE_EACH), pile="B9"), "0: draw")
    assert (counts(state), state.phase) == ((3, 2, 2), Turn(1))


@pytest.mark.rule("H7")
def test_a_card_without_a_rule_sets_off_nothing() -> None:
    """Another card of the same colour is only drawn."""
    state = play(at("G1 G2", "G3", "G4", written=on_draw("B9", ONE_EACH), pile="B8"), "0: draw")
    assert counts(state) == (3, 1, 1)


@pytest.mark.rule("H7")
def test_a_rule_tied_to_playing_sets_off_nothing_when_drawn() -> None:
    """Drawing the card does nothing."""
    written = {"B9": {"text": "When played.", "effects": [ONE_EACH]}}
    assert counts(play(at("G1 G2", "G3", written=written, pile="B9"), "0: draw")) == (3, 1)


@pytest.mark.rule("H7")
def test_both_copies_bear_the_rule() -> None:
    """The rule stands on every card of that colour and face."""
    state = at("G1 G2", "G3", written=on_draw("B9", ONE_EACH), pile="B9 B8 B9 B7")
    assert counts(play(state, "0: draw", "1: draw")) == (4, 3)


@pytest.mark.rule("H7", "H8")
def test_the_card_drawn_is_shown_to_all() -> None:
    """Everybody learns that it was drawn and that its rule is carried out, spectators too."""
    events = happens(at("G1 G2", "G3", written=on_draw("B9", ONE_EACH), pile="B9"), "0: draw")
    shown = [seen_by(e, None) for e in events if isinstance(e, ev.RuleInvoked)]
    assert [str(e.card) for e in shown if isinstance(e, ev.RuleInvoked) and e.carried_out] == ["B9"]


@pytest.mark.rule("H7", "H8")
def test_a_card_whose_time_has_not_come_is_shown_too() -> None:
    """All can count, because it is shown each time."""
    state = at("G1 G2", "G3", written=on_draw("B9", ONE_EACH, nth=2), pile="B9")
    invoked = [e for e in happens(state, "0: draw") if isinstance(e, ev.RuleInvoked)]
    assert [e.carried_out for e in invoked] == [False]


@pytest.mark.rule("H7")
@pytest.mark.parametrize(("nth", "expected"), [(None, (4, 4)), (1, (3, 4)), (2, (4, 3)), (3, (3, 3))])
def test_each_time_or_the_nth_time_only(nth: int | None, expected: tuple[int, ...]) -> None:
    """Both copies are drawn one after the other; the first draw gives seat 1 a card, the second seat 0."""
    more = {} if nth is None else {"nth": nth}
    state = at("G1 G2", "G3 G4", written=on_draw("B9", ONE_EACH, **more), pile="B9 B9")
    if nth in (None, 1):
        state = at("G1 G2", "G3 G4", written=on_draw("B9", ONE_EACH, **more), pile="B9 Y8 B9 Y7")
    assert counts(play(state, "0: draw", "1: draw")) == expected


@pytest.mark.rule("H7")
def test_times_are_counted_over_all_players() -> None:
    """The second time is the second for the table, whoever draws it."""
    state = at("G1", "G2", "G3", written=on_draw("B9", ONE_EACH, nth=2), pile="B9 B9 Y8 Y7")
    assert counts(play(state, "0: draw", "1: draw")) == (3, 2, 2)


@pytest.mark.rule("H7")
def test_times_of_one_act_are_counted_in_the_order_drawn() -> None:
    """Both copies in one forced draw: the second of them is the second time."""
    state = at("R+2 G1", "G2", "G3", written=on_draw("B9", {"draw": 1}, nth=2), pile="B9 B9 Y8")
    assert counts(play(state, "0: play R+2")) == (1, 4, 1)


@pytest.mark.rule("H7")
def test_plays_are_counted_for_a_rule_tied_to_the_nth_play() -> None:
    """The first play does nothing, the second is carried out."""
    written = {"B9": {"text": "Others draw.", "nth": 2, "effects": [ONE_EACH]}}
    state = at("B9 G1 G2", "B9 G3 G4", top="B5", written=written)
    state = play(state, "0: play B9")
    assert counts(state) == (2, 3)
    assert counts(play(state, "1: play B9")) == (3, 2)


@pytest.mark.rule("H7")
def test_draws_do_not_count_for_a_rule_tied_to_playing() -> None:
    """One copy is drawn, then the other played: that is the first time."""
    written = {"B9": {"text": "Others draw.", "nth": 1, "effects": [ONE_EACH]}}
    state = at("G1 G2", "B9 G3 G4", top="B5", written=written, pile="B9 Y8")
    assert counts(play(state, "0: draw", "0: pass", "1: play B9")) == (4, 2)


@pytest.mark.rule("H7", "H8")
@pytest.mark.parametrize(
    ("steps", "hands", "options", "victim"),
    [
        (["0: play R+2"], ("R+2 G1 G2", "G3 G4", "B3 B4"), {}, 1),
        (["0: play W+4 blue", "1: accept"], ("W+4 G1 G2", "G3 G4", "B3 B4"), {}, 1),
        (["0: play W+4 blue", "1: challenge"], ("W+4 R1 G2", "G3 G4", "B3 B4"), {}, 0),
        (["0: play W+4 blue", "1: challenge"], ("W+4 G1 G2", "G3 G4", "B3 B4"), {}, 1),
        (["0: play R1", "1: catch 0"], ("R1 G1", "G3 G4", "B3 B4"), {}, 0),
        (["1: catch 0"], ("R1 G1 G2", "G3 G4", "B3 B4"), {"false_catch_penalty": 1}, 1),
        (["0: report 1", "2: uphold"], ("R1 G1 G2", "G3 G4", "B3 B4"), {}, 1),
        (["0: play R+2", "1: draw"], ("R+2 G1 G2", "G3 G4", "B3 B4"), {"stacking": "same"}, 1),
        (["0: draw"], ("G1 G2", "G3 G4", "B3 B4"), {}, 0),
        (["0: draw"], ("G1 G2", "G3 G4", "B3 B4"), {"draw_to_match": True}, 0),
    ],
)
def test_any_draw_in_the_round_sets_it_off(
    steps: list[str], hands: tuple[str, ...], options: dict[str, Any], victim: int
) -> None:
    """Draw Two, Wild Draw Four, challenge, UNO, false catch, report, debt, a draw of one's own will."""
    state = at(*hands, written=on_draw("Y9", {"show": "self", "to": "others"}), pile="Y9", **options)
    state = play(state, *steps)
    assert all(seat == victim or victim in dict(h.shown) for seat, h in enumerate(state.hands))


@pytest.mark.rule("H7", "H8")
def test_a_written_draw_of_a_played_rule_sets_it_off() -> None:
    """A draw that a rule tied to playing causes is a draw like any other."""
    written = on_draw("B9", {"draw": 1}) | {
        "WC1": {"text": "Next draws.", "effects": [{"draw": 1, "who": "next"}]}
    }
    state = at("WC1 G1 G2", "G3", edition="swap-112", written=written, pile="B9 Y8")
    assert counts(play(state, "0: play WC1 red")) == (2, 3)


@pytest.mark.rule("H8")
def test_a_draw_caused_by_a_rule_tied_to_drawing_triggers_nothing() -> None:
    """The other copy, drawn because of the first, is only drawn, and is not counted."""
    state = at("G1 G2", "G3", written=on_draw("B9", ONE_EACH), pile="B9 B9 Y8")
    state = play(state, "0: draw")
    assert (counts(state), state.table.times[0][1]) == ((3, 2), 1)


@pytest.mark.rule("H8")
def test_the_penalty_of_a_dare_tied_to_drawing_triggers_nothing() -> None:
    """What the dare costs is caused by the draw as well."""
    dare = {"dare": "Sing", "who": "self", "else": {"draw": 1}}
    state = at("G1 G2", "G3", written=on_draw("B9", dare), pile="B9 B9 Y8")
    assert counts(play(state, "0: draw", "0: failed")) == (4, 1)


@pytest.mark.rule("H8")
def test_never_in_the_deal() -> None:
    """The hands dealt and the first card turned up set off nothing."""
    state = start("B9", "B9", "G1", players=3, written=on_draw("B9", ONE_EACH))
    assert (counts(state), state.table.times) == ((7, 7, 7), ())


@pytest.mark.rule("H8", "S8")
def test_the_draw_for_a_start_draw_two_sets_it_off() -> None:
    """It is a draw like any other: neither deal nor turn-up."""
    state = start("R+2", players=3, written=on_draw("B9", ONE_EACH), pile="B9 Y8 Y7 Y6")
    assert (counts(state), state.phase) == ((8, 9, 8), Turn(2))


@pytest.mark.rule("H8", "S8")
def test_a_dare_may_come_before_the_first_turn() -> None:
    """The first player is dared over the cards of a start Draw Two."""
    state = start(
        "R+2", players=3, written=on_draw("B9", {"dare": "Sing", "who": "self", "else": []}), pile="B9"
    )
    assert isinstance(state.phase, Judging)
    assert play(state, "1: failed").phase == Turn(2)


@pytest.mark.rule("H8")
def test_after_the_whole_draw() -> None:
    """All cards of the forced draw are in the hand before the rule gives them away."""
    written = on_draw("B9", {"discard": "blue"})
    state = play(at("R+2 G1", "G2", "G3", written=written, pile="B9 B8"), "0: play R+2")
    assert (hand(state, 1), state.phase) == ("G2", Turn(2))


@pytest.mark.rule("H8", "T5")
def test_after_the_whole_draw_over_a_reshuffle() -> None:
    """A draw interrupted by a reshuffle is one draw."""
    written = on_draw("B9", {"discard": "blue"})
    state = at(
        "W+4 G1", "G2 G3", "G4", written=written, pile="B9", only=True, discard="B8 B7 B6 B5", top="Y1"
    )
    state = play(state, "0: play W+4 red", "1: accept")
    assert (hand(state, 1), tokens(state.table.discard)) == ("Y1 G2 G3", "B5 B6 B9")


@pytest.mark.rule("H8")
def test_in_the_order_drawn() -> None:
    """Two cards with rules in one draw: the first drawn is carried out first."""
    written = on_draw("B9", {"show": "self", "to": "next"}) | on_draw("B8", {"discard": "blue"})
    for pile, shown in (("B9 B8", 3), ("B8 B9", 1)):
        state = play(at("R+2 G1", "G2", "G3", written=written, pile=pile), "0: play R+2")
        assert len(dict(state.hands[2].shown)[1]) == shown


@pytest.mark.rule("H8")
def test_before_the_drawn_card_is_played() -> None:
    """The others have drawn already when the choice to play comes."""
    state = play(at("G1 G2", "G3", written=on_draw("R9", ONE_EACH), pile="R9"), "0: draw")
    assert (counts(state), state.phase, turn_acts(state, 0)) == ((3, 2), Drawn(0), {"play R9", "pass"})


@pytest.mark.rule("H8", "T3")
def test_a_draw_by_the_rule_does_not_become_the_drawn_card() -> None:
    """Only the card drawn of one's own will may be played."""
    state = play(at("G1 G2", "G3", written=on_draw("R9", {"draw": 1}), pile="R9 R8"), "0: draw")
    assert turn_acts(state, 0) == {"play R9", "pass"}


@pytest.mark.rule("H8", "T3")
def test_a_card_discarded_by_its_own_rule_is_not_played() -> None:
    """The drawn card is gone, so the turn passes."""
    state = play(at("G1 G2", "G3", written=on_draw("R9", {"discard": "red"}), pile="R9"), "0: draw")
    assert (hand(state, 0), state.phase) == ("G1 G2", Turn(1))


@pytest.mark.rule("H8", "T3")
def test_a_card_given_away_by_its_own_rule_is_not_played() -> None:
    """The one who drew it picks it as the gift."""
    written = on_draw("R9", {"give": 1, "who": "self", "to": "next"})
    state = play(at("G1 G2", "G3", written=written, pile="R9"), "0: draw")
    assert isinstance(state.phase, Picking)
    assert play(state, "0: give R9").phase == Turn(1)
    assert play(state, "0: give G1").phase == Drawn(0)


@pytest.mark.rule("H8", "T3")
def test_a_swapped_hand_takes_the_drawn_card_along() -> None:
    """The drawn card is in another's hand: nothing may be played, and the turn passes."""
    state = play(at("G1 G2", "R1 G3", written=on_draw("R9", {"swap": "next"}), pile="R9"), "0: draw")
    assert (hand(state, 1), state.phase) == ("R9 G1 G2", Turn(1))


@pytest.mark.rule("H8", "T3")
def test_a_colour_called_by_the_rule_decides_whether_the_card_fits() -> None:
    """The drawn card is looked at after the rule was carried out."""
    state = play(at("G1 G2", "G3", written=on_draw("B9", {"call": "colour"}), pile="B9"), "0: draw")
    assert play(state, "0: colour blue").phase == Drawn(0)
    assert play(state, "0: colour green").phase == Turn(1)


@pytest.mark.rule("H8", "T3")
def test_must_play_binds_after_the_rule() -> None:
    """With the blanks' edition the drawn card is played, once its rule was carried out."""
    state = at("G1 G2", "G3", edition="blanks-112", written=on_draw("R9", ONE_EACH), pile="R9")
    assert turn_acts(play(state, "0: draw"), 0) == {"play R9"}


@pytest.mark.rule("H8", "V5")
def test_draw_to_match_sets_off_all_rules_after_its_whole_draw() -> None:
    """Blue cards with a rule are drawn on the way; the rules follow, then the fitting card may be played."""
    state = at("G1 G2", "G3", written=on_draw("B9", ONE_EACH), pile="B9 B8 B9 R1 Y1 Y2", draw_to_match=True)
    state = play(state, "0: draw")
    assert (counts(state), hand(state, 1), turn_acts(state, 0)) == ((6, 3), "Y1 Y2 G3", {"play R1", "pass"})


@pytest.mark.rule("H8", "V1")
def test_a_written_draw_neither_makes_nor_joins_a_debt() -> None:
    """A catch during a debt draws a card whose rule makes the debtor draw one: the debt is as it was."""
    state = at("R+2 G1", "G2 G3", "B1 B2", written=on_draw("B9", ONE_EACH), pile="B9 Y8", stacking="same")
    state = play(state, "0: play R+2", "2: catch 0")
    assert counts(state) == (3, 3, 3)
    assert counts(play(state, "1: draw"))[1] == 5


@pytest.mark.rule("H8", "H6")
def test_an_extra_turn_tied_to_drawing() -> None:
    """The drawer keeps the card and has another turn."""
    state = play(at("G1 G2", "G3", "G4", written=on_draw("B9", {"extra_turn": True}), pile="B9"), "0: draw")
    assert state.phase == Turn(0)


@pytest.mark.rule("H8", "W1")
def test_an_extra_turn_in_a_forced_draw_is_the_drawers() -> None:
    """The victim of a Draw Two loses the turn, and then all others lose theirs."""
    state = play(
        at("R+2 G1", "G2", "G3", written=on_draw("B9", {"extra_turn": True}), pile="B9"), "0: play R+2"
    )
    assert state.phase == Turn(1)


@pytest.mark.rule("H8")
def test_a_choice_tied_to_drawing_waits_for_the_drawer() -> None:
    """The one caught names who draws, though it is another's turn; then play goes on there."""
    written = on_draw("B9", {"draw": 1, "who": "chosen"})
    state = play(at("R1 G1", "G2 G3", "B1 B2", written=written, pile="B9 Y8 Y7"), "0: play R1", "2: catch 0")
    assert isinstance(state.phase, Choosing)
    assert awaited(state) == (0,)
    assert refused(state, "1: draw").rule == "H8"
    state = play(state, "0: choose 2")
    assert (counts(state), state.phase) == ((3, 2, 3), Turn(1))


@pytest.mark.rule("H8", "W6")
def test_an_answer_waits_for_the_rule_and_comes_back() -> None:
    """A catch while a Wild Draw Four waits: after the dare the answer is due again, and guilt is as it was."""
    written = on_draw("B9", {"dare": "Sing", "who": "self", "else": []})
    state = play(
        at("W+4 R1", "G2 G3", "B1 B2", written=written, pile="B9 Y8"), "0: play W+4 blue", "2: catch 0"
    )
    assert refused(state, "1: challenge").code == "nothing-to-answer"
    state = play(state, "0: failed", "1: challenge")
    assert (counts(state), state.phase) == ((7, 2, 2), Turn(1))


@pytest.mark.rule("H8", "T3")
def test_the_choice_about_the_drawn_card_waits_and_comes_back() -> None:
    """A report settled between draw and play sets off a dare; afterwards the drawn card may be played."""
    written = on_draw("B9", {"dare": "Sing", "who": "self", "else": []})
    state = at("G1 G2", "G3 G4", "B1 B2", "B3", written=written, pile="R9 B9")
    state = play(state, "0: draw", "1: report 2", "0: uphold", "3: uphold")
    assert refused(state, "0: play R9").rule == "H8"
    state = play(state, "2: failed")
    assert turn_acts(state, 0) == {"play R9", "pass"}


@pytest.mark.rule("H8")
def test_who_must_pick_among_cards_that_are_gone_need_not() -> None:
    """Between the asking and the pick the hand changes owner and holds no such card any more: play goes on."""
    written = {"WC1": {"text": "A red.", "effects": [{"discard": "red", "who": "next", "count": 1}]}}
    written |= on_draw("B9", {"swap": "next"})
    hands = ("WC1 R1 R2", "R3 R4 G3", "B3 B4", "Y3 Y4")
    state = at(*hands, edition="swap-112", written=written, pile="B9 B1 B2 Y1")
    state = play(state, "0: play WC1 blue", "0: report 1", "2: uphold", "3: uphold")
    assert (hand(state, 1), state.phase) == ("B3 B4", Turn(1))


@pytest.mark.rule("H8", "U4", "U7")
def test_the_window_of_a_rule_tied_to_drawing_outlives_the_draw() -> None:
    """The draw closes the old window; the rule that follows opens a new one, until the next move."""
    written = on_draw("B9", {"discard": "wild", "who": "next"})
    state = play(at("G1 G2", "W G3", "B1 B2", written=written, pile="B9"), "0: draw")
    assert "catch 1" in may(state, 2)
    assert "catch 1" not in may(play(state, "1: draw"), 2)


@pytest.mark.rule("H8", "U4")
def test_the_window_of_a_rule_tied_to_drawing_is_not_closed_by_the_turns_end() -> None:
    """Under C's reading the drawer's own turn ends after the act that opened it, so it stays open."""
    written = on_draw("B9", {"discard": "wild", "who": "next"})
    state = at("G1 G2", "W G3", "B1 B2", written=written, pile="B9", catch_window="next_done")
    assert "catch 1" in may(play(state, "0: draw"), 2)


@pytest.mark.rule("H8", "T5")
def test_a_draw_that_finds_no_card_sets_off_nothing() -> None:
    """It is a pass."""
    state = at("G1", "G2", top="R5", written=on_draw("B9", ONE_EACH), only=True)
    assert play(state, "0: draw").phase == Turn(1)


@pytest.mark.rule("H7", "H8")
def test_the_kings_cup_rule() -> None:
    """C's mix: each time a Wild Draw Four is drawn something happens, here a dare for who drew it."""
    written = on_draw("W+4", {"dare": "Pour", "who": "self", "else": {"draw": 1}}, nth=4)
    state = at("R+2 G1", "G2", "G3", written=written, pile="W+4 W+4 W+4 W+4 Y8")
    state = play(state, "0: play R+2")
    assert state.phase == Turn(2)
    state = play(state, "2: draw")
    assert isinstance(state.phase, Drawn)
    state = play(state, "2: pass", "0: draw")
    assert isinstance(state.phase, Judging)


@pytest.mark.rule("H7", "V14")
def test_cards_of_one_who_left_are_drawn_like_any_other() -> None:
    """They come back from under the draw pile and set off their rules."""
    state = leaves(
        at("B9", "G2", "G3", written=on_draw("B9", ONE_EACH), pile="Y8 Y7", only=True, discard="Y1", turn=1),
        0,
    )
    state = play(state, "1: draw", "2: draw", "1: draw")
    assert counts(state) == (0, 3, 3)


@pytest.mark.rule("H8", "W6")
def test_guilt_is_judged_on_the_hand_played_from_after_a_swap() -> None:
    """While the answer is open a catch makes the accused swap hands: the hand of the moment of play counts."""
    written = on_draw("B9", {"swap": "previous"})
    state = at("W+4 R1", "G2 G3", "B1 B2", written=written, pile="B9 Y8")
    state = play(state, "0: play W+4 blue", "1: catch 0")
    assert hand(state, 0) == "B1 B2"
    state = play(state, "1: challenge")
    assert (counts(state), state.phase) == ((6, 2, 3), Turn(1))
