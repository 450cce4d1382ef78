"""O1–O3: how a round ends."""

from __future__ import annotations

import pytest

from lastcard.rules import events as ev
from lastcard.rules.round import Judging
from tests.rooms.rules.positions import at, counts, ended, hand, happens, leaves, may, play, points, refused

BLANKS = {"R*": {"text": "Everyone but you draws two.", "effects": [{"draw": 2, "who": "others"}]}}


@pytest.mark.rule("O1")
def test_the_last_card_ends_the_round() -> None:
    """The round is over as soon as a player has no cards."""
    assert ended(at("R1", "G2", "B2"), "0: play R1").out == 0


@pytest.mark.rule("O1")
def test_nobody_does_anything_in_a_round_that_is_over() -> None:
    """Nothing is lawful any more: no play, no catch, no report."""
    over = play(at("R1", "R2", "B2"), "0: play R1")
    assert [may(over, seat) for seat in range(3)] == [set(), set(), set()]
    assert refused(over, "1: play R2").rule == "O1"
    assert refused(over, "1: report 2").code == "over"


@pytest.mark.rule("O1")
def test_a_last_wild_needs_a_colour_and_ends_the_round() -> None:
    """A Wild as last card is a play like any other."""
    state = at("W", "G2")
    assert refused(state, "0: play W").code == "needs-colour"
    assert ended(state, "0: play W green").out == 0


@pytest.mark.rule("O1")
def test_the_drawn_card_may_be_the_last_but_one() -> None:
    """Who draws and plays the drawn card still holds the other and is not out."""
    assert counts(play(at("G1", "G2", pile="R3"), "0: draw", "0: play R3")) == (1, 1)


@pytest.mark.rule("O1")
def test_a_last_card_without_uno_goes_out_all_the_same() -> None:
    """Who was not caught in time goes out without ever having said UNO."""
    state = play(at("R1 R2", "R3 G4 G5"), "0: play R1", "1: play R3")
    assert ended(state, "0: play R2").out == 0


@pytest.mark.rule("O1")
@pytest.mark.parametrize("card", ["RS", "RR"])
def test_a_last_skip_or_reverse_ends_the_round(card: str) -> None:
    """A Skip or a Reverse may be the last card; nobody draws for it."""
    state = at(card, "G2 G3", "B2")
    assert ended(state, f"0: play {card}").out == 0
    assert counts(play(state, f"0: play {card}")) == (0, 2, 1)


@pytest.mark.rule("O1")
def test_out_by_several_equal_numbers() -> None:
    """With V9 the last cards may go in one turn."""
    assert ended(at("R1 G1", "G2", multi_play=True), "0: play R1 G1").out == 0


@pytest.mark.rule("O2")
@pytest.mark.parametrize(("card", "drawn"), [("R+2", 2), ("W+4 blue", 4)])
def test_the_next_player_draws_before_the_count(card: str, drawn: int) -> None:
    """A draw card as last card is drawn by the next player, and what was drawn counts."""
    state = at(card.split(maxsplit=1)[0], "G1", "G2", pile="Y1 Y2 Y3 Y4")
    assert counts(play(state, f"0: play {card}")) == (0, 1 + drawn, 1)
    assert points(state, f"0: play {card}")[0] == 1 + 2 + sum(range(1, drawn + 1))


@pytest.mark.rule("O2")
def test_the_next_player_in_the_direction_of_play_draws() -> None:
    """With play running to the right it is the player on the right."""
    assert counts(play(at("R+2", "G1", "G2", direction="right"), "0: play R+2")) == (0, 1, 3)


@pytest.mark.rule("O2")
def test_the_next_seat_in_the_round_draws() -> None:
    """A seat that is out of the match is passed over."""
    assert counts(play(at("R+2", None, "G2", "G3"), "0: play R+2")) == (0, 0, 3, 1)


@pytest.mark.rule("O2")
def test_two_handed_the_opponent_draws_for_the_last_card() -> None:
    """Between two players the opponent draws."""
    assert counts(play(at("R1", "W+4", turn=1), "1: play W+4 red")) == (5, 0)


@pytest.mark.rule("O2")
def test_a_partner_draws_as_well() -> None:
    """Whoever is next draws; in M4's sides that is never a partner, and the opponents' cards give the points."""
    state = at("R+2", "G1", "G2", "G3", teams=[[0, 2], [1, 3]], pile="Y5 Y6")
    assert points(state, "0: play R+2") == {0: 1 + 3 + 5 + 6, 1: 0}


@pytest.mark.rule("O2")
def test_a_last_wild_draw_four_is_not_challenged() -> None:
    """It is always lawful: the round ends at once, without an answer."""
    over = play(at("W+4", "G1", "G2"), "0: play W+4 blue")
    assert over.over
    assert refused(over, "1: challenge").code == "over"


@pytest.mark.rule("O2")
def test_a_last_wild_draw_four_is_lawful_where_only_lawful_ones_are_played() -> None:
    """Under `strict` nothing stands in the way of the last card."""
    assert ended(at("W+4", "G1", "G2", wild_draw_four="strict"), "0: play W+4 red").out == 0


@pytest.mark.rule("O2")
def test_the_discards_are_shuffled_in_for_the_last_draw() -> None:
    """The draw before the count reshuffles when the pile is used up."""
    state = at("R+2", "G1", "G2", pile="Y1", only=True, discard="B1 B2")
    assert hand(play(state, "0: play R+2"), 1) == "R5 Y1 G1"


@pytest.mark.rule("O2")
def test_the_next_player_draws_what_there_is() -> None:
    """If fewer cards are left than are owed, the round ends with those."""
    over = play(at("W+4", "G1", "G2", pile="Y1", only=True), "0: play W+4 red")
    assert (counts(over), hand(over, 1)) == ((0, 3, 1), "R5 Y1 G1")


@pytest.mark.rule("O2")
@pytest.mark.rule("V1")
@pytest.mark.parametrize("stacking", ["same", "cross"])
def test_with_stacking_nobody_adds_to_a_last_draw_card(stacking: str) -> None:
    """The next player draws unasked, though able to stack."""
    assert counts(play(at("R+2", "G+2 G1", "G2", stacking=stacking), "0: play R+2")) == (0, 4, 1)


@pytest.mark.rule("O2")
@pytest.mark.rule("V1")
def test_the_whole_debt_is_drawn_for_a_last_draw_card() -> None:
    """A debt under the last card is drawn with it."""
    state = at("R+2 G1", "G+2 B1", "B+2", stacking="same")
    over = play(state, "0: play R+2 uno", "1: play G+2 uno", "2: play B+2")
    assert counts(over) == (7, 1, 0)


@pytest.mark.rule("O2")
@pytest.mark.rule("V1")
def test_the_challenge_is_given_up_by_going_out_on_a_wild_draw_four() -> None:
    """A last Wild Draw Four on another: the next player draws eight, though the first was bluffed."""
    state = at("W+4 R1 G1", "W+4", "B1 B2", stacking="same")
    over = play(state, "0: play W+4 blue", "1: play W+4 red")
    assert (over.out, counts(over)) == (1, (2, 0, 10))


@pytest.mark.rule("O2")
def test_the_last_draw_stops_at_the_draw_limit() -> None:
    """V11 holds for it too."""
    full = "G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7 G7"
    assert counts(play(at("W+4", full, draw_limit=15), "0: play W+4 red")) == (0, 15)


@pytest.mark.rule("O2")
@pytest.mark.rule("H7")
def test_a_rule_tied_to_drawing_holds_for_the_last_draw() -> None:
    """What the card drawn for the last card says is done before the count, but not to the one who is out."""
    written = {
        "Y9": {"when": "draw", "text": "All others draw one.", "effects": [{"draw": 1, "who": "others"}]}
    }
    state = at("R+2", "G1", "G2", written=written, pile="Y9 Y1 Y2 Y3")
    over = play(state, "0: play R+2")
    assert (over.out, counts(over)) == (0, (0, 3, 2))


@pytest.mark.rule("O2")
@pytest.mark.rule("O3")
@pytest.mark.rule("H7")
def test_who_played_the_last_card_is_out_before_a_hand_emptied_after_it() -> None:
    """The round ends with the first who had no card."""
    written = {"Y9": {"when": "draw", "text": "Away.", "effects": [{"discard": "green", "who": "others"}]}}
    state = at("R+2", "B1 B2", "G1 G2", written=written, pile="Y9 Y1")
    assert ended(state, "0: play R+2").out == 0


@pytest.mark.rule("O2")
@pytest.mark.rule("H7")
@pytest.mark.parametrize("effect", [{"swap": "next"}, {"swap": "previous"}, {"rotate": "play"}])
def test_the_empty_hand_of_who_is_out_does_not_change_owner(effect: dict[str, str]) -> None:
    """A swap or rotation set off by the last draw leaves the one who is out without cards."""
    written = {"Y9": {"when": "draw", "text": "Move.", "effects": [effect]}}
    over = play(at("R+2", "B1 B2", written=written, pile="Y9 Y1"), "0: play R+2")
    assert (over.out, counts(over)) == (0, (0, 4))


@pytest.mark.rule("O2")
@pytest.mark.rule("H8")
def test_a_dare_set_off_by_the_last_draw_is_judged_before_the_count() -> None:
    """The round waits for the judges, then ends with the same player out."""
    dare = {"dare": "Sing", "who": "self", "else": {"draw": 3}}
    state = at(
        "R+2", "B1 B2", written={"Y9": {"when": "draw", "text": "Sing.", "effects": [dare]}}, pile="Y9 Y1"
    )
    waiting = play(state, "0: play R+2")
    assert isinstance(waiting.phase, Judging)
    over = play(waiting, "0: failed")
    assert (over.out, counts(over)) == (0, (0, 7))


@pytest.mark.rule("W9")
@pytest.mark.rule("O2")
def test_a_last_blank_lets_the_next_player_alone_draw() -> None:
    """Of the rule on a last card only the next player's unconditional draw is carried out."""
    state = at("R*", "G1", "G2", edition="blanks-112", written=BLANKS)
    assert counts(play(state, "0: play R*")) == (0, 3, 1)


def _discard_written(who: str, what: str = "green") -> dict[str, object]:
    return {"WC1": {"text": "Away with them.", "effects": [{"discard": what, "who": who}]}}


@pytest.mark.rule("O3")
def test_a_hand_emptied_by_a_written_rule_goes_out() -> None:
    """Who must discard all cards is out and scores the others' hands, the player's of the card too."""
    state = at("WC1 R1 R2", "G1 G2", "B5", edition="swap-112", written=_discard_written("next"))
    assert points(state, "0: play WC1 blue") == {0: 0, 1: 1 + 2 + 5, 2: 0}


@pytest.mark.rule("O3")
def test_of_several_emptied_hands_the_first_after_the_player_is_out() -> None:
    """Seats 1 and 2 both lose all their cards: seat 1 comes first."""
    state = at("WC1 R1", "G1 G2", "G3 G4", edition="swap-112", written=_discard_written("others"))
    assert ended(state, "0: play WC1 blue").out == 1


@pytest.mark.rule("O3")
def test_of_several_emptied_hands_the_direction_of_play_decides() -> None:
    """Running to the right, seat 2 comes first after seat 0."""
    written = _discard_written("others")
    state = at("WC1 R1", "G1 G2", "G3 G4", edition="swap-112", written=written, direction="right")
    assert ended(state, "0: play WC1 blue").out == 2


@pytest.mark.rule("O3")
def test_the_player_of_the_card_comes_last() -> None:
    """If the player's own hand empties with another's, the other is out."""
    state = at("WC1 G5", "B1 B2", "G3 G4", edition="swap-112", written=_discard_written("everyone"))
    assert ended(state, "0: play WC1 blue").out == 2


@pytest.mark.rule("O3")
def test_the_player_of_the_card_may_go_out_by_it() -> None:
    """A player who discards the rest of the own hand is out."""
    state = at("WC1 G5 G6", "B1 B2", edition="swap-112", written=_discard_written("self"))
    assert ended(state, "0: play WC1 blue").out == 0


@pytest.mark.rule("O3")
def test_everybody_meant_discards_before_the_round_ends() -> None:
    """The effect befalls all it means, then the round is counted."""
    state = at("WC1 R1 R2", "G1 G2", "G9 B5", edition="swap-112", written=_discard_written("others"))
    assert points(state, "0: play WC1 blue") == {0: 0, 1: 1 + 2 + 5, 2: 0}


@pytest.mark.rule("O3")
def test_what_stands_after_the_emptying_effect_is_not_carried_out() -> None:
    """The round is over once a hand is empty: the rule's next draw does not happen."""
    effects = [{"discard": "green", "who": "next"}, {"draw": 3, "who": "everyone"}]
    state = at(
        "WC1 R1", "G1 G2", "B1", edition="swap-112", written={"WC1": {"text": "Two.", "effects": effects}}
    )
    over = play(state, "0: play WC1 blue")
    assert (over.out, counts(over)) == (1, (1, 0, 1))


@pytest.mark.rule("O3")
def test_a_hand_given_away_goes_out() -> None:
    """Who gives the last cards to another is out."""
    written = {"WC1": {"text": "Take these.", "effects": [{"give": 2, "who": "next", "to": "self"}]}}
    over = play(at("WC1 R1", "G1 G2", "B1", edition="swap-112", written=written), "0: play WC1 blue")
    assert (over.out, hand(over, 0)) == (1, "R1 G1 G2")


@pytest.mark.rule("O3")
@pytest.mark.rule("H5")
def test_the_winner_of_a_charade_may_go_out() -> None:
    """Discarding all cards of the colour called empties the guesser's hand."""
    charade = {"charade": True, "winner": {"discard": "called-colour"}}
    written = {"WC1": {"text": "Charade.", "effects": [charade]}}
    state = play(at("WC1 R1", "B1 B2", "B3", edition="swap-112", written=written), "0: play WC1 blue")
    assert ended(state, "0: guessed 2").out == 2


@pytest.mark.rule("O3")
def test_no_draw_card_is_drawn_for_after_a_hand_was_emptied_by_a_rule() -> None:
    """A Draw Two discarded last is no play: nobody draws for it."""
    written = _discard_written("next", "word")
    over = play(at("WC1 R1", "R+2 G+2", "B1", edition="swap-112", written=written), "0: play WC1 blue")
    assert (over.out, counts(over)) == (1, (1, 0, 1))


@pytest.mark.rule("O3")
@pytest.mark.rule("V8")
def test_the_last_card_house_rule_does_not_bind_a_written_discard() -> None:
    """V8 speaks of the card played last, not of one discarded by a rule."""
    written = _discard_written("next", "wild")
    state = at("WC1 R1 R2", "W W+4", edition="swap-112", written=written, last_card="number")
    assert ended(state, "0: play WC1 blue").out == 1


@pytest.mark.rule("O3")
@pytest.mark.rule("H7")
def test_a_discard_tied_to_drawing_may_end_the_round() -> None:
    """Whoever draws the card discards all of its colour, even the hand's last cards."""
    written = {"G9": {"when": "draw", "text": "Greens away.", "effects": [{"discard": "green"}]}}
    state = at("G1 G2", "B1 B2", "B3", written=written, pile="G9")
    assert ended(state, "0: draw").out == 0


@pytest.mark.rule("O3")
@pytest.mark.rule("H7")
def test_a_penalty_may_end_the_round_for_the_one_caught() -> None:
    """A card drawn for a forgotten UNO takes the hand away: the one caught is out."""
    written = {"G9": {"when": "draw", "text": "Greens away.", "effects": [{"discard": "green"}]}}
    state = at("R1 G2", "R3 B2", "B3", written=written, pile="G9 G8")
    assert ended(state, "0: play R1", "1: catch 0").out == 0


@pytest.mark.rule("O3")
@pytest.mark.rule("V14")
def test_a_hand_emptied_before_another_picks_is_out_when_the_other_leaves() -> None:
    """Seat 1's hand is empty while seat 2 still picks: seat 2 goes, and the round ends with seat 1 out."""
    written = {"WC1": {"text": "One red each.", "effects": [{"discard": "red", "who": "others", "count": 1}]}}
    state = play(at("WC1 B1", "R1", "R2 R3", "R4", edition="swap-112", written=written), "0: play WC1 blue")
    assert leaves(state, 2).out == 1


@pytest.mark.rule("O1")
@pytest.mark.rule("M1")
def test_either_partner_ends_the_round() -> None:
    """In teams the round ends when one of the partners is out."""
    state = at("R1", "G1", "G2", "G3", teams=[[0, 2], [1, 3]], turn=0)
    assert ended(state, "0: play R1").points == ((0, 4), (1, 0))


@pytest.mark.rule("O1")
def test_all_hands_lie_open_at_the_end() -> None:
    """The end shows every hand."""
    end = ended(at("R1", "G1", "G2"), "0: play R1")
    assert [" ".join(map(str, cards)) for cards in end.hands] == ["", "G1", "G2"]


@pytest.mark.rule("O2")
def test_the_last_draw_is_told_before_the_end() -> None:
    """Those who look on see the play, the draw and the end, in this order."""
    kinds = [type(event) for event in happens(at("R+2", "G1", "G2"), "0: play R+2")]
    assert kinds == [ev.Played, ev.Drew, ev.RoundEnded]


@pytest.mark.rule("O2", "H7", "X1")
def test_a_report_while_the_last_draw_is_settled_does_not_let_another_out() -> None:
    """A dare over the last draw is open when a report makes another draw: who is out stays so, without a card."""
    written = {
        "Y9": {"when": "draw", "text": "Sing.", "effects": [{"dare": "Sing", "who": "self"}]},
        "Y8": {"when": "draw", "text": "All draw.", "effects": [{"draw": 1, "who": "everyone"}]},
    }
    state = play(at("R+2", "B1 B2", "G1 G2", written=written, pile="Y9 Y1 Y8"), "0: play R+2")
    state = play(state, "0: report 2", "1: uphold")
    assert isinstance(state.phase, Judging)
    over = play(state, "1: failed")
    assert (over.out, counts(over)) == (0, (0, 5, 7))
