"""W: Draw Two, Reverse, Skip, Wild Draw Four and its challenge, Swap Hands, Customizable."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules import events as ev
from lastcard.rules.cards import Colour
from lastcard.rules.errors import RulesError
from lastcard.rules.round import Answering, Direction, Round, Turn
from lastcard.rules.ruleset import EDITIONS, ruleset
from lastcard.rules.view import seen_by, view
from tests.rooms.rules.positions import (
    at,
    counts,
    ended,
    hand,
    happens,
    may,
    play,
    points,
    refused,
    tokens,
    turn_acts,
)

FOUR = "G1 G2 G3 G4 G6 G7 G8 G9"
"""Cards to be drawn, none of them red, yellow or blue."""
TWO = {"text": "Everyone else draws two", "effects": [{"draw": 2, "who": "others"}]}


# W1-W3.


@pytest.mark.rule("W1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_draw_two_the_next_player_draws_two_and_loses_the_turn(edition: str):
    """Seat 1 draws, seat 2 plays."""
    state = play(at("R+2 R1 R2", "B1", "B2", pile=FOUR, edition=edition), "0: play R+2")
    assert (hand(state, 1), counts(state), state.phase) == ("G1 G2 B1", (2, 3, 1), Turn(2))


@pytest.mark.rule("W1")
def test_draw_two_against_the_clock():
    """Seat 3 draws, seat 2 plays."""
    state = play(at("R+2 R1 R2", "B1", "B2", "B3", pile=FOUR, direction="right"), "0: play R+2")
    assert (counts(state), state.turn) == ((2, 1, 1, 3), 2)


@pytest.mark.rule("W1")
def test_draw_two_finds_the_next_player_over_empty_seats():
    """Seats 1 and 3 are out: seat 2 draws, seat 4 plays."""
    state = play(at("R+2 R1 R2", None, "B2", None, "B3", pile=FOUR), "0: play R+2")
    assert (counts(state), state.turn) == ((2, 0, 3, 0, 1), 4)


@pytest.mark.rule("W1")
def test_a_draw_two_may_hit_the_partner():
    """Seat 1 is gone, so the partner is next."""
    state = at("R+2 R1 R2", None, "B2", "B3", pile=FOUR, teams=[[0, 2], [1, 3]])
    assert counts(play(state, "0: play R+2")) == (2, 0, 3, 1)


@pytest.mark.rule("W1")
def test_a_draw_two_is_not_stacked_unless_the_table_stacks():
    """Seat 1 has drawn already when it could have added one."""
    state = play(at("R+2 R1 R2", "B+2 B1", "B2", pile=FOUR), "0: play R+2")
    assert counts(state)[1] == 4
    assert refused(state, "1: play B+2").code == "not-your-turn"


@pytest.mark.rule("W1")
def test_the_one_passed_over_by_a_draw_two_plays_the_next_time():
    """It is one turn that is lost."""
    state = play(at("R+2 R1 R2", "B1", "R4 B2", pile=FOUR), "0: play R+2", "2: play R4", "0: play R1")
    assert state.turn == 1


@pytest.mark.rule("W2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("direction", "after", "turn"), [("left", "right", 0), ("right", "left", 2)])
def test_reverse_turns_the_direction_round(edition: str, direction: str, after: str, turn: int):
    """Left becomes right and right becomes left."""
    state = play(at("B1", "RR R1 R2", "B2", turn=1, direction=direction, edition=edition), "1: play RR")
    assert (state.table.direction, state.phase) == (Direction(after), Turn(turn))


@pytest.mark.rule("W2")
def test_the_new_direction_stays():
    """Play goes on to the right until the next Reverse."""
    state = play(at("R6 B1", "RR R1 R2", "R7 B2", "R8 B3", turn=1), "1: play RR", "0: play R6", "3: play R8")
    assert state.turn == 2


@pytest.mark.rule("W2")
def test_a_reverse_draws_no_card_and_skips_nobody_with_three():
    """The one before is on turn."""
    state = play(at("RR R1", "B1", "B2"), "0: play RR")
    assert (counts(state), state.turn) == ((1, 1, 1), 2)


@pytest.mark.rule("W3")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("direction", "turn"), [("left", 2), ("right", 2)])
def test_skip_the_next_player_loses_the_turn(edition: str, direction: str, turn: int):
    """Of four, the one opposite plays, either way round."""
    state = play(at("RS R1 R2", "B1", "B2", "B3", direction=direction, edition=edition), "0: play RS")
    assert (state.phase, counts(state)) == (Turn(turn), (2, 1, 1, 1))


@pytest.mark.rule("W3")
def test_skip_with_three_players():
    """Left: seat 2; right: seat 1."""
    assert play(at("RS R1 R2", "B1", "B2"), "0: play RS").turn == 2
    assert play(at("RS R1 R2", "B1", "B2", direction="right"), "0: play RS").turn == 1


@pytest.mark.rule("W3")
def test_skip_counts_only_those_in_the_round():
    """Seat 1 is out of the match: seat 2 is skipped."""
    assert play(at("RS R1 R2", None, "B2", "B3"), "0: play RS").turn == 3


@pytest.mark.rule("W3")
def test_skip_on_skip_skips_again():
    """Seat 0 skips 1, seat 2 skips 3, seat 0 plays."""
    state = play(at("RS R1 R2", "B1", "BS B2", "B3"), "0: play RS", "2: play BS")
    assert state.turn == 0


# W5: the condition.


def four(rest: str, top: str = "R5", colour: str | None = None, **options: Any) -> Round:
    """Seat 0 holds a Wild Draw Four and these cards; three play."""
    return at(f"W+4 {rest}", "B1 B2", "Y6 Y7", top=top, colour=colour, pile=FOUR, **options)


def guilty(state: Round) -> bool:
    """Whether a challenge of the Wild Draw Four played with yellow succeeds."""
    (challenged,) = (
        event
        for event in happens(state, "0: play W+4 yellow", "1: challenge")
        if isinstance(event, ev.Challenged)
    )
    return challenged.guilty


@pytest.mark.rule("W5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_wild_draw_four_the_next_player_draws_four_and_loses_the_turn(edition: str):
    """The colour called is in force, seat 2 plays."""
    state = play(four("G9 G5", edition=edition), "0: play W+4 yellow", "1: accept")
    assert (counts(state), state.phase, state.table.colour) == ((2, 6, 2), Turn(2), Colour.YELLOW)


@pytest.mark.rule("W5")
def test_wild_draw_four_against_the_clock():
    """Seat 2 draws, seat 1 plays."""
    state = play(four("G9 G5", direction="right"), "0: play W+4 yellow", "2: accept")
    assert (counts(state), state.turn) == ((2, 2, 6), 1)


@pytest.mark.rule("W5")
@pytest.mark.parametrize("rest", ["B5", "G9", "Y1 B2", "W", "W+4", "W W+4 B5"])
def test_it_is_lawful_without_a_card_of_the_colour_in_force(rest: str):
    """Number matches in another colour and wilds of any kind do not stand in its way."""
    assert not guilty(four(rest))


@pytest.mark.rule("W5")
@pytest.mark.parametrize("rest", ["R1", "RS", "R+2 B5", "R5 G9"])
def test_it_is_unlawful_with_a_card_of_the_colour_in_force(rest: str):
    """Numbers and words alike."""
    assert guilty(four(rest))


@pytest.mark.rule("W5")
def test_a_word_match_in_another_colour_does_not_stand_in_its_way():
    """A blue Skip on a red one."""
    assert not guilty(four("BS", top="RS"))


@pytest.mark.rule("W5")
def test_a_coloured_blank_is_a_card_of_its_colour():
    """It has the colour in force."""
    assert guilty(four("R*", written={"R*": TWO}))
    assert not guilty(four("B*", written={"B*": TWO}))


@pytest.mark.rule("W5", "W8")
def test_swap_hands_and_customizable_do_not_stand_in_its_way():
    """They have no colour."""
    assert not guilty(four("WS WC", edition="swap-112", written={"WC": TWO}))


@pytest.mark.rule("W5")
@pytest.mark.parametrize(("rest", "unlawful"), [("B3", True), ("R3", False)])
def test_on_a_wild_the_colour_called_is_in_force(rest: str, unlawful: bool):
    """Blue was called."""
    assert guilty(four(rest, top="W", colour="blue")) is unlawful


@pytest.mark.rule("W5")
def test_any_colour_may_be_called_with_it():
    """The one in force included."""
    assert {f"play W+4 {colour}" for colour in Colour} <= turn_acts(four("G9"), 0)


@pytest.mark.rule("W5")
def test_a_drawn_wild_draw_four_may_be_played_at_once():
    """And is judged like any other: the hand has a red card."""
    state = play(at("R1 Y1", "B1", "B2", pile=f"W+4 {FOUR}"), "0: draw", "0: play W+4 blue", "1: challenge")
    assert counts(state) == (6, 1, 1)


# W6: the challenge.


def faced(rest: str = "R1 G9", **options: Any) -> Round:
    """Seat 1 faces the Wild Draw Four of seat 0."""
    return play(four(rest, **options), "0: play W+4 yellow")


@pytest.mark.rule("W6")
def test_the_one_who_must_draw_accepts_or_challenges():
    """Nothing else can be done by seat 1."""
    assert turn_acts(faced(), 1) == {"accept", "challenge"}


@pytest.mark.rule("W6")
def test_nobody_else_may_challenge_or_accept():
    """Neither the accused nor a third player."""
    for step in ("0: challenge", "2: challenge", "2: accept", "0: accept"):
        assert refused(faced(), step).rule == "W6"


@pytest.mark.rule("W6")
def test_until_the_answer_nobody_plays():
    """Plays and draws are refused, also by the one who faces it."""
    state = faced()
    for step in ("1: draw", "1: play B1", "1: pass", "2: play Y6", "2: draw", "0: play R1"):
        refused(state, step)


@pytest.mark.rule("W6")
def test_there_is_nothing_to_challenge_after_a_draw_two_or_a_wild():
    """A challenge is for the Wild Draw Four."""
    assert refused(at("W R1 R2", "B1", "B2"), "0: play W red", "1: challenge").code == "nothing-to-answer"
    assert refused(at("R+2 R1 R2", "B1", "B2"), "0: play R+2", "1: challenge").code == "nothing-to-answer"


@pytest.mark.rule("W6")
def test_an_accepted_draw_cannot_be_challenged_afterwards():
    """The answer was given."""
    assert refused(faced(), "1: accept", "1: challenge").code == "nothing-to-answer"


@pytest.mark.rule("W6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_guilty_the_accused_draws_the_four(edition: str):
    """The challenger draws nothing; card and colour stand."""
    state = play(faced(edition=edition), "1: challenge")
    assert counts(state) == (6, 2, 2)
    assert (str(state.table.top), state.table.colour) == ("W+4", Colour.YELLOW)


@pytest.mark.rule("W6")
def test_guilty_the_challenger_plays_a_normal_turn():
    """Seat 1 may play in the called colour or draw."""
    state = play(at("W+4 R1 G9", "Y1 B2", "Y6", pile=FOUR), "0: play W+4 yellow", "1: challenge")
    assert state.phase == Turn(1)
    assert turn_acts(state, 1) == {"play Y1", "draw"}
    assert play(state, "1: play Y1").turn == 2


@pytest.mark.rule("W6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_not_guilty_the_challenger_draws_six_and_loses_the_turn(edition: str):
    """Four and two more."""
    state = play(faced("G9 G5", edition=edition), "1: challenge")
    assert (counts(state), state.phase) == ((2, 8, 2), Turn(2))


@pytest.mark.rule("W6")
@pytest.mark.parametrize("total", [4, 5, 10, 20])
def test_what_a_failed_challenge_costs_in_all_is_an_option(total: int):
    """The four are included."""
    state = play(faced("G9 G5", challenge_failed=total), "1: challenge")
    assert counts(state)[1] == 2 + total


@pytest.mark.rule("W6")
@pytest.mark.parametrize("total", [3, 21, True])
def test_a_failed_challenge_costs_at_least_the_four(total: int):
    """Less than four, or more than twenty, is refused."""
    with pytest.raises(RulesError) as error:
        ruleset(challenge_failed=total)
    assert error.value.rule == "W6"


@pytest.mark.rule("W6")
@pytest.mark.parametrize("rest", ["R1 G9", "G9 G5"])
def test_only_the_challenger_is_shown_the_hand_played_from(rest: str):
    """Guilty or not; neither the third player nor a spectator."""
    state = play(faced(rest), "1: challenge")
    ((owner, cards),) = view(state, 1).hands[1].shown
    assert (owner, tokens(cards)) == (0, tokens(four(rest).hands[0].cards[1:]))
    for other in (0, 2, None):
        assert view(state, other).hands[1].shown == ()
        assert all(hand.shown == () for hand in view(state, other).hands)


@pytest.mark.rule("W6")
def test_the_event_shows_the_hand_to_the_challenger_alone():
    """Others see how many cards, and the judgement."""
    state = faced()
    (challenged,) = (e for e in happens(state, "1: challenge") if isinstance(e, ev.Challenged))
    for seat, shown in ((1, "R1 G9"), (0, "?? ??"), (2, "?? ??"), (None, "?? ??")):
        seen = seen_by(challenged, seat)
        assert isinstance(seen, ev.Challenged)
        assert (tokens(seen.hand), seen.guilty) == (shown, True)


@pytest.mark.rule("W6")
def test_accepting_shows_nobody_anything():
    """The hand stays hidden, and nothing of it is kept."""
    state = play(faced(), "1: accept")
    assert all(hand.shown == () and hand.played_from is None for hand in state.hands)


@pytest.mark.rule("W6")
def test_the_hand_is_shown_without_cards_that_came_later():
    """Seat 0 is caught without UNO and draws two before the challenge."""
    state = play(four("G9"), "0: play W+4 yellow", "2: catch 0")
    assert counts(state)[0] == 3
    ((_, cards),) = view(play(state, "1: challenge"), 1).hands[1].shown
    assert tokens(cards) == "G9"


@pytest.mark.rule("W6")
def test_cards_drawn_after_the_play_do_not_make_it_unlawful():
    """The penalty brings a red card: still not guilty."""
    state = at("W+4 G9", "B1 B2", "Y6 Y7", pile=f"R1 R2 {FOUR}")
    state = play(state, "0: play W+4 yellow", "2: catch 0", "1: challenge")
    assert counts(state) == (3, 8, 2)


@pytest.mark.rule("W6", "X1")
def test_a_penalty_for_a_suggestion_does_not_make_it_unlawful_either():
    """Four cards come to the accused between play and answer."""
    state = at("W+4 G9 G5", "B1 B2", "Y6 Y7", pile=f"R1 R2 R3 R4 {FOUR}")
    state = play(state, "0: play W+4 yellow", "1: report 0", "2: uphold")
    assert counts(state) == (6, 2, 2)
    assert counts(play(state, "1: challenge")) == (6, 8, 2)


@pytest.mark.rule("W6")
def test_guilt_is_judged_against_the_colour_before_not_the_one_called():
    """Yellow in hand, yellow called, red was in force: not guilty."""
    assert not guilty(four("Y1 Y2"))
    assert guilty(four("R1 Y2"))


@pytest.mark.rule("W6")
def test_calling_the_colour_in_force_does_not_help():
    """Red is held and red is called on red."""
    state = play(four("R1 R2"), "0: play W+4 red", "1: challenge")
    assert counts(state) == (6, 2, 2)


@pytest.mark.rule("W6", "U6")
def test_a_guilty_player_with_one_card_no_longer_owes_the_call():
    """Four cards came in: nobody can be caught."""
    state = play(faced("R1"), "1: challenge")
    assert counts(state)[0] == 5
    assert "catch 0" not in may(state, 1) | may(state, 2)


@pytest.mark.rule("W6", "U6")
def test_a_guilty_players_call_is_wiped():
    """UNO was said with the card, then four came in."""
    state = play(four("R1"), "0: play W+4 yellow uno", "1: challenge")
    assert state.table.called == frozenset()


@pytest.mark.rule("W6", "U5")
def test_a_player_may_be_caught_while_the_answer_is_awaited():
    """By the one who must answer, who goes on to answer."""
    state = play(faced("R1"), "1: catch 0")
    assert (counts(state)[0], turn_acts(state, 1)) == (3, {"accept", "challenge"})
    assert isinstance(state.phase, Answering)


@pytest.mark.rule("W6")
def test_the_challenge_falls_short_when_the_piles_do():
    """Six are due, three are there."""
    state = at("W+4 G9 G5", "B1 B2", "Y6 Y7", pile="G1 G2", only=True)
    state = play(state, "0: play W+4 yellow", "1: challenge")
    assert counts(state) == (2, 5, 2)


@pytest.mark.rule("W6", "V11")
def test_the_draw_limit_stops_a_failed_challenge():
    """Fourteen cards and six more stop at fifteen."""
    many = "B1 B1 B2 B2 B3 B3 B4 B4 B6 B6 B7 B7 B8 B8"
    state = at("W+4 G9 G5", many, "Y6 Y7", draw_limit=15)
    state = play(state, "0: play W+4 yellow", "1: challenge")
    assert (counts(state), state.turn) == ((2, 15, 2), 2)


@pytest.mark.rule("W6", "M1")
def test_a_partner_between_challenges_like_anyone():
    """Seat 2 is the next in the round after seat 1 left it: the partner of seat 0."""
    state = at("W+4 R1 G9", None, "Y6 Y7", "B3", pile=FOUR, teams=[[0, 2], [1, 3]])
    state = play(state, "0: play W+4 yellow", "2: challenge")
    assert (counts(state), state.turn) == ((6, 0, 2, 1), 2)


@pytest.mark.rule("W6")
def test_an_old_sight_of_a_hand_gives_way_to_the_new_one():
    """Challenged twice, seat 1 keeps what it saw last."""
    state = at("W+4 W+4 R1 G9", "Y1 Y2 B2", "Y6 Y7", pile=FOUR)
    state = play(state, "0: play W+4 yellow", "1: challenge", "1: play Y1", "2: play Y6", "0: play W+4 red")
    state = play(state, "1: challenge")
    ((owner, cards),) = state.hands[1].shown
    assert (owner, tokens(cards)) == (0, "R1 G1 G2 G3 G4 G9")


# W7: three ways.


@pytest.mark.rule("W7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_bluffing_is_what_every_edition_prints(edition: str):
    """It may be played unlawfully."""
    assert ruleset(edition).wild_draw_four.value == "bluff"
    assert "play W+4 blue" in turn_acts(four("R1", edition=edition), 0)


@pytest.mark.rule("W7")
def test_strict_refuses_an_unlawful_one():
    """A red card stands in its way."""
    state = four("R1 G9", wild_draw_four="strict")
    assert refused(state, "0: play W+4 blue").rule == "W7"
    assert turn_acts(state, 0) == {"play R1", "draw"}


@pytest.mark.rule("W7")
def test_strict_lets_a_lawful_one_through_and_knows_no_challenge():
    """Seat 1 draws four at once and has lost the turn."""
    state = play(four("G9 G5", wild_draw_four="strict"), "0: play W+4 blue")
    assert (counts(state), state.phase) == ((2, 6, 2), Turn(2))
    assert refused(state, "1: challenge").code == "nothing-to-answer"


@pytest.mark.rule("W7")
def test_strict_a_drawn_one_that_is_unlawful_cannot_be_played():
    """The turn passes by itself."""
    state = play(at("R1 Y1", "B1", "B2", pile="W+4", wild_draw_four="strict"), "0: draw")
    assert (state.phase, hand(state, 0)) == (Turn(1), "R1 Y1 W+4")


@pytest.mark.rule("W7")
def test_strict_a_lawful_drawn_one_must_be_played_under_must_play():
    """No red card is held."""
    options = {"wild_draw_four": "strict", "drawn_card": "must_play"}
    state = play(at("Y1 Y2", "B1", "B2", pile="W+4", **options), "0: draw")
    assert turn_acts(state, 0) == {f"play W+4 {colour}" for colour in Colour}


@pytest.mark.rule("W7")
def test_free_always_lets_it_through_and_knows_no_challenge():
    """Red in hand, red in force: seat 1 draws four."""
    state = play(four("R1 R2", wild_draw_four="free"), "0: play W+4 blue")
    assert (counts(state), state.phase) == ((2, 6, 2), Turn(2))
    assert refused(state, "1: challenge").code == "nothing-to-answer"


@pytest.mark.rule("W7", "T3")
def test_free_a_drawn_one_must_be_played_under_must_play():
    """It is lawful whatever else is held, and nothing else could be played."""
    options = {"wild_draw_four": "free", "drawn_card": "must_play"}
    state = play(at("Y1 Y2", "B1", "B2", pile="W+4", **options), "0: draw")
    assert "pass" not in turn_acts(state, 0)


@pytest.mark.rule("W7")
def test_the_last_one_is_lawful_under_strict_as_well():
    """No other card is held (O2)."""
    end = ended(at("W+4", "B1", "B2", pile=FOUR, wild_draw_four="strict"), "0: play W+4 red")
    assert (end.out, len(end.hands[1])) == (0, 5)


# W8: Swap Hands.


def swap(*hands: str, **options: Any) -> Round:
    """A position in the edition with Swap Hands."""
    return at(*hands, edition="swap-112", pile=FOUR, **options)


@pytest.mark.rule("W8")
@pytest.mark.parametrize("top", ["R5", "RS", "R+2"])
def test_swap_hands_goes_on_anything(top: str):
    """Like a Wild, with any colour and any other player."""
    state = swap("WS G9", "B1", "B2", top=top)
    wanted = {f"play WS {colour} swap {seat}" for colour in Colour for seat in (1, 2)}
    assert wanted <= turn_acts(state, 0)


@pytest.mark.rule("W8")
def test_swap_hands_goes_on_a_called_wild():
    """Whatever was called."""
    assert "play WS red swap 1" in turn_acts(swap("WS G9", "B1", "B2", top="W", colour="blue"), 0)


@pytest.mark.rule("W8")
def test_hands_are_swapped_the_colour_is_called_and_the_turn_is_over():
    """Seat 0 takes seat 2's hand; seat 1 plays on."""
    state = play(swap("WS G9 G8", "B1 B2", "Y1"), "0: play WS blue swap 2")
    assert (hand(state, 0), hand(state, 1), hand(state, 2)) == ("Y1", "B1 B2", "G8 G9")
    assert (state.phase, state.table.colour) == (Turn(1), Colour.BLUE)


@pytest.mark.rule("W8")
def test_swapping_with_the_next_player_gives_them_the_hand_to_play_from():
    """Seat 1 plays what seat 0 held."""
    state = play(swap("WS B9 G8", "B1 B2", "Y1"), "0: play WS blue swap 1", "1: play B9")
    assert (hand(state, 0), hand(state, 1)) == ("B1 B2", "G8")


@pytest.mark.rule("W8")
def test_hands_may_be_swapped_with_a_partner():
    """Seat 2 is on the same side."""
    state = swap("WS G9 G8", "B1", "B2 B3 B4", "Y1", teams=[[0, 2], [1, 3]])
    assert hand(play(state, "0: play WS red swap 2"), 0) == "B2 B3 B4"


@pytest.mark.rule("W8")
def test_a_swap_must_be_with_another_player_in_the_round():
    """Not with nobody, oneself, a seat that is out, or one that there is not."""
    state = at("WS G9", "B1", None, "B2", edition="swap-112")
    assert refused(state, "0: play WS red").code == "needs-swap"
    for seat in (0, 2, 4, 9):
        assert refused(state, f"0: play WS red swap {seat}").code == "bad-swap"


@pytest.mark.rule("W8")
def test_no_other_card_swaps():
    """Neither a Wild nor a number, a seven included while V4 is off."""
    state = at("W R7 G9", "B1", "B2")
    assert refused(state, "0: play W red swap 1").code == "no-swap"
    assert refused(state, "0: play R7 swap 1").code == "no-swap"


@pytest.mark.rule("W8")
def test_as_last_card_it_ends_the_round_like_a_wild():
    """No hands are swapped, and no swap is named."""
    state = swap("WS", "B1", "B2 B3")
    assert refused(state, "0: play WS red swap 1").code == "no-swap"
    assert points(state, "0: play WS red") == {0: 6, 1: 0, 2: 0}


@pytest.mark.rule("W8", "U7")
def test_who_is_left_with_one_card_by_the_swap_can_be_caught():
    """Seat 0 got a single card, seat 2 kept two."""
    state = play(swap("WS G9 G8", "B1 B2", "Y1"), "0: play WS blue swap 2")
    assert {"catch 0"} == {a for a in may(state, 1) if a.startswith("catch")}
    assert counts(play(state, "1: catch 0")) == (3, 2, 2)


@pytest.mark.rule("W8", "U6")
def test_a_call_made_with_the_card_is_wiped_by_the_swap():
    """The hand that was called for changed owner."""
    state = play(swap("WS G9", "B1 B2", "Y1 Y2"), "0: play WS blue swap 2 uno")
    assert (hand(state, 0), hand(state, 2)) == ("Y1 Y2", "G9")
    assert "catch 2" in may(state, 1)
    assert "catch 0" not in may(state, 1)


@pytest.mark.rule("W8")
def test_a_drawn_swap_hands_may_be_played_at_once():
    """With a swap, and the hand without it goes over."""
    state = at("Y1 Y2", "B1", "B2", edition="swap-112", pile="WS")
    state = play(state, "0: draw", "0: play WS red swap 1")
    assert (hand(state, 0), hand(state, 1)) == ("B1", "Y1 Y2")


@pytest.mark.rule("W8", "V8")
def test_a_swap_hands_that_may_not_be_last_stays():
    """Under `no_wild` its holder must draw."""
    assert turn_acts(swap("WS", "B1", "B2", last_card="no_wild"), 0) == {"draw"}


# W9: Customizable and coloured blanks.


def custom(*hands: str, rule: Any = None, **options: Any) -> Round:
    """A position with one rule on all three Customizable cards."""
    return at(*hands, edition="swap-112", written={"WC": rule or TWO}, pile=FOUR, **options)


@pytest.mark.rule("W9")
@pytest.mark.parametrize(("top", "colour"), [("R5", None), ("RS", None), ("W", "green"), ("W+4", "blue")])
def test_a_customizable_card_goes_on_anything(top: str, colour: str | None):
    """With any colour."""
    state = custom("WC Y9", "B1", "B2", top=top, colour=colour)
    assert {f"play WC {colour}" for colour in Colour} <= turn_acts(state, 0)


@pytest.mark.rule("W9")
def test_its_player_calls_a_colour_and_then_its_rule_is_carried_out():
    """The others draw two, and seat 1's turn is not lost."""
    state = play(custom("WC Y9 Y8", "B1", "B2"), "0: play WC blue")
    assert (counts(state), state.phase, state.table.colour) == ((2, 3, 3), Turn(1), Colour.BLUE)
    assert refused(custom("WC Y9", "B1", "B2"), "0: play WC").code == "needs-colour"


@pytest.mark.rule("W9", "H5")
def test_the_colour_is_called_before_the_rule_is_carried_out():
    """The rule discards the called colour: it is the new one that counts."""
    rule = {"text": "All discard it", "effects": [{"discard": "called-colour", "who": "others"}]}
    state = play(custom("WC Y9 Y8", "B1 R1", "B2 R2", rule=rule), "0: play WC blue")
    assert (hand(state, 1), hand(state, 2)) == ("R1", "R2")


@pytest.mark.rule("W9")
def test_the_turn_is_over_after_the_rule():
    """Its player does not play again."""
    state = play(custom("WC Y9 Y8", "B1", "B2"), "0: play WC yellow")
    assert refused(state, "0: play Y9").code == "not-your-turn"


@pytest.mark.rule("W9", "H6")
def test_an_extra_turn_is_the_exception():
    """Everyone is skipped: seat 0 moves again, and then seat 1 does."""
    rule = {"text": "Again", "effects": [{"skip": "everyone"}]}
    state = play(custom("WC Y9 Y8", "Y1 B1", "B2", rule=rule), "0: play WC yellow")
    assert state.phase == Turn(0)
    assert play(state, "0: play Y9").phase == Turn(1)


@pytest.mark.rule("W9")
def test_each_customizable_card_has_its_own_rule():
    """WC1 makes others draw, WC2 its player."""
    own = {"text": "Draw one yourself", "effects": [{"draw": 1, "who": "self"}]}
    state = at("WC1 WC2 Y9", "B1", "B2", edition="swap-112", written={"WC1": TWO, "WC2": own}, pile=FOUR)
    assert counts(play(state, "0: play WC1 red")) == (2, 3, 3)
    assert counts(play(state, "0: play WC2 red")) == (3, 1, 1)


@pytest.mark.rule("W9", "D6")
def test_a_coloured_blank_carries_out_its_rule_and_calls_no_colour():
    """The others draw two, its colour is in force."""
    state = play(at("R* Y9 Y8", "B1", "B2", written={"R*": TWO}, pile=FOUR), "0: play R*")
    assert (counts(state), state.phase, state.table.colour) == ((2, 3, 3), Turn(1), Colour.RED)


@pytest.mark.rule("W9", "O2")
@pytest.mark.parametrize("who", ["next", "others", "everyone"])
def test_as_last_card_a_draw_that_includes_the_next_player_is_drawn_by_that_player_alone(who: str):
    """Seat 1 draws two before the count, seat 2 and seat 0 nothing."""
    rule = {"text": "Draw two", "effects": [{"draw": 2, "who": who}]}
    state = custom("WC", "B1", "B2", rule=rule)
    assert counts(play(state, "0: play WC red")) == (0, 3, 1)
    assert points(state, "0: play WC red") == {0: 1 + 2 + 1 + 2, 1: 0, 2: 0}


@pytest.mark.rule("W9")
@pytest.mark.parametrize(
    "effect",
    [
        {"draw": 2, "who": "self"},
        {"draw": 2, "who": "previous"},
        {"discard": "wild", "who": "others"},
        {"skip": "everyone"},
        {"dare": "sing", "else": {"draw": 2, "who": "self"}},
        {"charade": True, "winner": {"draw": 2, "who": "self"}},
        {"swap": "next"},
        {"rotate": "play"},
        {"give": 1, "who": "next", "to": "self"},
        {"draw": 2, "who": "chosen"},
    ],
)
def test_as_last_card_the_rest_of_a_rule_is_not_carried_out(effect: dict[str, Any]):
    """The round is over at once, and nobody's hand changes."""
    state = custom("WC", "B1 W", "B2", rule={"text": "Whatever", "effects": [effect]})
    assert play(state, "0: play WC red").over
    assert points(state, "0: play WC red") == {0: 53, 1: 0, 2: 0}


@pytest.mark.rule("W9")
def test_as_last_card_a_draw_beside_other_effects_is_still_drawn():
    """The dare is not held, the draw is."""
    effects = [{"dare": "sing", "else": {"draw": 4, "who": "self"}}, {"draw": 1, "who": "next"}]
    state = custom("WC", "B1", "B2", rule={"text": "Sing", "effects": effects})
    assert counts(play(state, "0: play WC red")) == (0, 2, 1)


@pytest.mark.rule("W9", "N3")
def test_two_handed_the_previous_player_is_the_next_one():
    """An unconditional draw of the previous player includes the next where they are one."""
    rule = {"text": "Draw", "effects": [{"draw": 2, "who": "previous"}]}
    assert counts(play(custom("WC", "B1", rule=rule), "0: play WC red")) == (0, 3)


@pytest.mark.rule("W9")
def test_as_last_card_against_the_clock():
    """The next player sits to the right."""
    assert counts(play(custom("WC", "B1", "B2", direction="right"), "0: play WC red")) == (0, 1, 3)


@pytest.mark.rule("W9")
def test_a_last_coloured_blank_is_drawn_for_like_a_customizable_card():
    """Seat 1 draws two."""
    state = at("R*", "B1", "B2", written={"R*": TWO}, pile=FOUR)
    assert counts(play(state, "0: play R*")) == (0, 3, 1)


@pytest.mark.rule("W9", "H7")
def test_a_rule_tied_to_drawing_does_nothing_when_played():
    """Neither in the middle of a round nor as last card."""
    rule = {**TWO, "when": "draw"}
    assert counts(play(custom("WC Y9 Y8", "B1", "B2", rule=rule), "0: play WC red")) == (2, 1, 1)
    assert counts(play(custom("WC", "B1", "B2", rule=rule), "0: play WC red")) == (0, 1, 1)


@pytest.mark.rule("W9", "H7")
def test_as_last_card_a_rule_for_another_time_is_not_drawn_for():
    """It is written for the second time; this is the first."""
    assert counts(play(custom("WC", "B1", "B2", rule={**TWO, "nth": 2}), "0: play WC red")) == (0, 1, 1)
    assert counts(play(custom("WC", "B1", "B2", rule={**TWO, "nth": 1}), "0: play WC red")) == (0, 3, 1)


@pytest.mark.rule("W9", "H7")
def test_as_last_card_the_right_time_is_drawn_for():
    """Seat 1 played the first, seat 0 goes out with the second."""
    state = custom("WC", "WC B1", "B2", turn=1, rule={**TWO, "nth": 2})
    state = play(state, "1: play WC red", "2: draw", "0: play WC red")
    assert counts(state)[1] == 3


@pytest.mark.rule("W9", "M1")
def test_with_teams_the_next_player_is_an_opponent_and_the_partner_draws_nothing():
    """Seat 1 draws, and its points go to the other side."""
    state = custom("WC", "B1", "B2", "B3", teams=[[0, 2], [1, 3]])
    assert points(state, "0: play WC red") == {0: 1 + 3 + 1 + 2, 1: 0}


@pytest.mark.rule("W9", "T3")
def test_a_drawn_customizable_card_may_be_played_at_once():
    """And its rule is carried out."""
    state = at("Y1 Y2", "B1", "B2", edition="swap-112", written={"WC": TWO}, pile="WC G1 G2 G3 G4")
    assert counts(play(state, "0: draw", "0: play WC red")) == (2, 3, 3)
