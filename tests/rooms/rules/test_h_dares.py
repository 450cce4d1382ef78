"""H1, H2, H5, H8: dares and charades, which people judge."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules import events as ev
from lastcard.rules.legal import awaited
from lastcard.rules.round import Acting, Calling, Choosing, Judging, Picking, Turn
from tests.rooms.rules.agreed import FOUR, HANDS, after, drew
from tests.rooms.rules.positions import at, counts, hand, happens, leaves, may, play, refused, turn_acts

SIT_UPS = {"dare": "Three sit-ups", "who": "next", "else": {"draw": 3}}
SING = {"dare": "Sing a song", "who": "next", "else": {"draw": 2}}
CHARADE = {"charade": True, "winner": {"discard": "called-colour"}}
FIVE = (*HANDS, "R8 R9 G9")


@pytest.mark.rule("H1")
def test_a_dare_waits_for_the_judges() -> None:
    """All but the one dared are awaited."""
    state = after(SIT_UPS)
    assert isinstance(state.phase, Judging)
    assert (state.phase.seat, state.phase.text, awaited(state)) == (1, "Three sit-ups", (0, 2, 3))


@pytest.mark.rule("H1")
def test_failing_draws_three() -> None:
    """A failed dare costs what the rule says, and not the turn."""
    state = play(after(SIT_UPS), "0: failed", "2: failed")
    assert (drew(state), state.phase) == ((0, 3, 0, 0), Turn(1))


@pytest.mark.rule("H1")
def test_refusing_draws_three() -> None:
    """The one dared may give up at once."""
    state = play(after(SIT_UPS), "1: failed")
    assert (drew(state), state.phase) == ((0, 3, 0, 0), Turn(1))


@pytest.mark.rule("H2")
def test_a_song_not_sung_draws_two() -> None:
    """The other printed example."""
    assert drew(play(after(SING), "1: failed")) == (0, 2, 0, 0)


@pytest.mark.rule("H1", "H2")
def test_a_dare_that_was_done_costs_nothing() -> None:
    """Two of three judges find it done."""
    state = play(after(SING), "2: done", "3: done")
    assert (drew(state), state.phase) == ((0, 0, 0, 0), Turn(1))


@pytest.mark.rule("H8")
def test_the_one_dared_may_give_up_after_words_in_favour() -> None:
    """As long as it is not settled."""
    assert drew(play(after(SING), "2: done", "1: failed")) == (0, 2, 0, 0)


@pytest.mark.rule("H8")
def test_the_one_dared_cannot_say_that_it_was_done() -> None:
    """Others judge."""
    assert refused(after(SING), "1: done").code == "not-judge"


@pytest.mark.rule("H8")
def test_each_judge_has_one_word() -> None:
    """A second is refused, a different one too."""
    assert refused(after(SING), "0: failed", "0: failed").code == "voted"
    assert refused(after(SING), "0: failed", "0: done").code == "voted"
    assert awaited(play(after(SING), "2: failed")) == (0, 3)


@pytest.mark.rule("H8")
def test_the_majority_settles_it_as_soon_as_it_is_certain() -> None:
    """With four judges the third word of one kind settles it, and the second in favour does already."""
    state = after(SING, hands=FIVE)
    assert isinstance(play(state, "0: failed", "2: failed").phase, Judging)
    assert drew(play(state, "0: failed", "2: failed", "3: failed"), FIVE) == (0, 2, 0, 0, 0)
    assert play(state, "0: done", "2: done").phase == Turn(1)


@pytest.mark.rule("H8")
def test_a_tie_favours_the_one_judged() -> None:
    """Two against two: done."""
    state = play(after(SING, hands=FIVE), "0: failed", "2: failed", "3: done", "4: done")
    assert (drew(state, FIVE), state.phase) == ((0, 0, 0, 0, 0), Turn(1))


@pytest.mark.rule("H8")
def test_with_three_players_one_word_in_favour_settles_it() -> None:
    """Of two judges one in favour is at least a tie."""
    assert play(after(SING, hands=HANDS[:3]), "2: done").phase == Turn(1)
    assert isinstance(play(after(SING, hands=HANDS[:3]), "2: failed").phase, Judging)


@pytest.mark.rule("H8")
@pytest.mark.parametrize(("word", "cards"), [("done", 0), ("failed", 2)])
def test_between_two_the_other_judges_alone(word: str, cards: int) -> None:
    """One judge is the majority."""
    state = play(after(SING, hands=HANDS[:2]), f"0: {word}")
    assert (drew(state, HANDS[:2]), state.phase) == ((0, cards), Turn(1))


@pytest.mark.rule("H8", "M1")
def test_a_partner_judges_too() -> None:
    """All but the one judged."""
    assert awaited(after(SING, teams=FOUR)) == (0, 2, 3)


@pytest.mark.rule("H8")
def test_nobody_plays_while_a_dare_is_open() -> None:
    """No play, no draw, no jump, by nobody."""
    state = after(SING, hands=("WC1 R1 R2", "R3 G1", "R4 G2"), jump_in="all")
    for step in ("0: play R1", "1: play R3", "1: draw", "2: draw", "1: pass", "0: jump R1"):
        assert refused(state, step).rule in {"H8", "T1", "V3", "T3"}
    assert turn_acts(state, 1) == set()


@pytest.mark.rule("H8", "U5")
def test_catching_and_calling_go_on_while_a_dare_is_open() -> None:
    """The window of the card's player is open meanwhile, and the dare waits on."""
    state = after(SING, hands=("WC1 R1", "G1 G2", "B1 B2"))
    assert {"catch 0"} <= may(state, 1)
    caught = play(state, "2: failed", "1: catch 0")
    assert (counts(caught), awaited(caught)) == ((3, 2, 2), (0,))
    assert counts(play(caught, "0: failed")) == (3, 4, 2)
    assert "catch 0" not in may(play(state, "0: uno"), 1)


@pytest.mark.rule("H8")
def test_verdicts_without_a_dare_are_refused() -> None:
    """There is nothing to judge."""
    assert refused(at("R1", "R2"), "0: done").code == "no-dare"
    assert refused(at("R1", "R2"), "1: failed").code == "no-dare"


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("who", "order"),
    [
        ("next", [1]),
        ("previous", [3]),
        ("others", [1, 2, 3]),
        ("everyone", [1, 2, 3, 0]),
        ("self", [0]),
        ("partner", [2]),
    ],
)
def test_who_is_dared(who: str, order: list[int]) -> None:
    """Each of those meant in turn order, one after the other; who gives up draws."""
    state = after({"dare": "Sing", "who": who, "else": {"draw": 1}}, teams=FOUR)
    for seat in order:
        assert isinstance(state.phase, Judging)
        assert state.phase.seat == seat
        state = play(state, f"{seat}: failed")
    assert state.phase == Turn(1)
    assert drew(state) == tuple(int(seat in order) for seat in range(4))


@pytest.mark.rule("H8")
def test_a_chosen_one_is_dared() -> None:
    """The player of the card names who it is."""
    state = play(after({"dare": "Sing", "who": "chosen", "else": {"draw": 1}}), "0: choose 2")
    assert isinstance(state.phase, Judging)
    assert state.phase.seat == 2


@pytest.mark.rule("H8")
def test_a_dare_left_without_who_is_the_next_players() -> None:
    """Left out, it is the next."""
    state = after({"dare": "Sing", "else": {"draw": 1}})
    assert isinstance(state.phase, Judging)
    assert state.phase.seat == 1


@pytest.mark.rule("H8")
def test_a_dare_may_cost_nothing() -> None:
    """Without a penalty it is only said."""
    assert drew(play(after({"dare": "Sing"}), "1: failed")) == (0, 0, 0, 0)


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("penalty", "expected"),
    [
        ({"draw": 1}, (0, 1, 0, 0)),
        ({"draw": 1, "who": "self"}, (0, 1, 0, 0)),
        ({"draw": 1, "who": "next"}, (0, 0, 1, 0)),
        ({"draw": 1, "who": "previous"}, (1, 0, 0, 0)),
        ({"draw": 1, "who": "others"}, (1, 0, 1, 1)),
        ({"draw": 1, "who": "partner"}, (0, 0, 0, 1)),
        ([{"draw": 1}, {"draw": 1, "who": "next"}], (0, 1, 1, 0)),
    ],
)
def test_a_penalty_is_seen_from_the_one_who_failed(penalty: Any, expected: tuple[int, ...]) -> None:
    """In a dare's penalty the one judged is the one who acts."""
    state = play(after({"dare": "Sing", "else": penalty}, teams=FOUR), "1: failed")
    assert drew(state) == expected


@pytest.mark.rule("H8")
def test_a_penalty_by_choice_asks_the_one_who_failed() -> None:
    """The one judged names whom it befalls."""
    state = play(after({"dare": "Sing", "else": {"give": 1, "who": "self", "to": "chosen"}}), "1: failed")
    assert isinstance(state.phase, Choosing)
    assert awaited(state) == (1,)
    state = play(state, "1: choose 3", "1: give G2")
    assert (hand(state, 1), hand(state, 3), state.phase) == (
        "G1 G3",
        "Y1 Y2 Y3 G2",
        Turn(1),
    )


@pytest.mark.rule("H8")
def test_a_penalty_may_be_picked() -> None:
    """Two cards of one's choice to the player of the card."""
    state = play(after({"dare": "Sing", "else": {"give": 2, "to": "previous"}}), "1: failed")
    assert isinstance(state.phase, Picking)
    assert hand(play(state, "1: give G1", "1: give G3"), 0) == "R1 R2 G1 G3"


@pytest.mark.rule("H8")
def test_a_penalty_may_cost_the_turn_if_it_says_so() -> None:
    """A skip of oneself takes the next turn of the one who failed."""
    assert play(after({"dare": "Sing", "else": {"skip": "self"}}), "1: failed").phase == Turn(2)


@pytest.mark.rule("H8")
def test_a_dare_in_a_dare() -> None:
    """Failing the first, the player is dared again, and so is the next player."""
    inner = {"dare": "Dance", "who": "next", "else": {"draw": 1}}
    state = play(after({"dare": "Sing", "else": inner}), "1: failed")
    assert isinstance(state.phase, Judging)
    assert (state.phase.seat, state.phase.text) == (2, "Dance")
    assert drew(play(state, "2: failed")) == (0, 0, 1, 0)


@pytest.mark.rule("H8")
def test_effects_after_a_dare_wait_for_it() -> None:
    """The draw written after the dare comes when the dare is settled."""
    state = after(SING, {"draw": 1, "who": "everyone"})
    assert drew(state) == (0, 0, 0, 0)
    assert drew(play(state, "1: failed")) == (1, 3, 1, 1)


@pytest.mark.rule("H8")
def test_words_on_one_dare_do_not_count_for_the_next() -> None:
    """Each of several dared is judged anew."""
    state = play(after({"dare": "Sing", "who": "others", "else": {"draw": 1}}), "0: failed", "2: failed")
    assert isinstance(state.phase, Judging)
    assert (state.phase.seat, state.phase.votes) == (2, ())


@pytest.mark.rule("H8", "O3")
def test_a_penalty_that_empties_a_hand_ends_the_round() -> None:
    """Those not dared yet are not dared any more."""
    state = after({"dare": "Sing", "who": "others", "else": {"discard": "green"}})
    over = play(state, "1: failed")
    assert (over.over, over.out) == (True, 1)


@pytest.mark.rule("H8", "U7")
def test_a_penalty_that_leaves_one_card_opens_a_window() -> None:
    """The one who failed can be caught for it."""
    state = play(
        after({"dare": "Sing", "else": {"discard": "any", "count": 1}}, hands=("WC1 R1 R2", "G1 G2", "B1")),
        "1: failed",
        "1: discard G1",
    )
    assert "catch 1" in may(state, 0)


@pytest.mark.rule("H8")
def test_words_are_open_to_all() -> None:
    """Each judge's word and the outcome are events."""
    events = happens(after(SING), "0: failed", "2: failed")
    assert [e for e in events if isinstance(e, ev.Judged | ev.DareSettled)] == [
        ev.Judged(2, done=False),
        ev.DareSettled(1, done=False),
    ]


@pytest.mark.rule("H8", "V1")
def test_a_failed_dares_draw_is_no_debt() -> None:
    """Nobody stacks on it."""
    state = play(after(SING, hands=("WC1 R1 R2", "R+2 G1", "B1 B2"), stacking="cross"), "1: failed")
    assert (counts(state), state.phase) == ((2, 4, 2), Turn(1))


# Charades.


@pytest.mark.rule("H5")
def test_a_charade_waits_for_its_actor() -> None:
    """The player of the card names who guessed it; nobody else does."""
    state = after(CHARADE)
    assert isinstance(state.phase, Acting)
    assert (awaited(state), turn_acts(state, 0)) == (
        (0,),
        {"guessed 1", "guessed 2", "guessed 3", "guessed none"},
    )
    assert refused(state, "1: guessed 2").code == "no-charade"


@pytest.mark.rule("H5")
def test_the_guesser_discards_the_called_colour() -> None:
    """All cards of the colour called, no other's, and no wild card."""
    state = play(after(CHARADE, hands=("WC1 R1 B2", "R3 R4 G1 W", "R6 B1")), "0: guessed 1")
    assert ([hand(state, s) for s in range(3)], state.phase) == (["R1 B2", "G1 W", "R6 B1"], Turn(1))


@pytest.mark.rule("H5")
def test_seat_0_may_have_guessed_it() -> None:
    """The first seat is a player like any other."""
    charade = {"WC1": {"text": "Charade.", "effects": [CHARADE]}}
    state = at("R1 G1", "WC1 B1 B2", "Y1 Y2", turn=1, edition="swap-112", written=charade)
    assert hand(play(state, "1: play WC1 red", "1: guessed 0"), 0) == "G1"


@pytest.mark.rule("H5")
def test_a_charade_that_nobody_guesses() -> None:
    """Nobody discards."""
    state = play(after(CHARADE, hands=("WC1 R1 B2", "R3 R4 G1", "R6 B1")), "0: guessed none")
    assert (counts(state), state.phase) == ((2, 3, 2), Turn(1))


@pytest.mark.rule("H5")
def test_who_guesses_is_another_player_in_the_round() -> None:
    """Neither the actor nor an absent seat."""
    state = after(CHARADE, hands=("WC1 R1 B2", None, "R6 B1", "Y1 Y2"))
    assert refused(state, "0: guessed 0").code == "bad-guesser"
    assert refused(state, "0: guessed 1").code == "bad-guesser"
    assert refused(state, "0: guessed 7").code == "bad-guesser"


@pytest.mark.rule("H5", "H8")
def test_nobody_plays_while_a_charade_is_open() -> None:
    """Neither the next player nor the actor."""
    state = after(CHARADE, hands=("WC1 R1 B2", "R3 R4 G1", "R6 B1"))
    assert refused(state, "1: play R3").rule == "H8"
    assert refused(state, "0: play R1").rule == "H8"
    assert refused(state, "0: done").code == "no-dare"


@pytest.mark.rule("H5")
def test_a_charade_is_over_once() -> None:
    """After it there is none to name a guesser for."""
    assert refused(after(CHARADE), "0: guessed 1", "0: guessed 2").code == "no-charade"


@pytest.mark.rule("H5", "O3")
def test_a_charade_may_empty_the_guessers_hand() -> None:
    """The guesser is out."""
    over = play(after(CHARADE, hands=("WC1 R1 B2", "R3 R4", "R6 B1")), "0: guessed 1")
    assert (over.over, over.out) == (True, 1)


@pytest.mark.rule("H5", "U7")
def test_a_charade_may_leave_the_guesser_one_card() -> None:
    """The guesser owes a call in the window that this opens."""
    state = play(after(CHARADE, hands=("WC1 R1 B2", "R3 R4 G1", "R6 B1")), "0: guessed 1")
    assert ("catch 1" in may(state, 0), "uno" in may(state, 1)) == (True, True)


@pytest.mark.rule("H5", "H8")
def test_the_winners_effects_are_seen_from_the_guesser() -> None:
    """Next is the one after the guesser."""
    state = play(after({"charade": True, "winner": {"draw": 1, "who": "next"}}), "0: guessed 2")
    assert drew(state) == (0, 0, 0, 1)


@pytest.mark.rule("H5")
def test_a_colour_is_called_before_the_charade() -> None:
    """On a coloured blank: call a colour, then act; the colour called is what is discarded."""
    written = {"R*": {"text": "Charade.", "effects": [{"call": "colour"}, CHARADE]}}
    state = play(at("R* G1 G2", "B1 B2 G9", "G3 G4", edition="blanks-112", written=written), "0: play R*")
    assert isinstance(state.phase, Calling)
    state = play(state, "0: colour blue", "0: guessed 1")
    assert (hand(state, 1), str(state.table.colour)) == ("G9", "blue")


@pytest.mark.rule("H5", "H8")
def test_a_dare_in_a_charade() -> None:
    """The guesser is dared in turn."""
    state = play(
        after({"charade": True, "winner": {"dare": "Sing", "who": "self", "else": {"draw": 1}}}),
        "0: guessed 2",
    )
    assert isinstance(state.phase, Judging)
    assert (state.phase.seat, awaited(state)) == (2, (0, 1, 3))


@pytest.mark.rule("H5")
def test_a_charade_between_two() -> None:
    """The other guesses, or nobody."""
    assert turn_acts(after(CHARADE, hands=HANDS[:2]), 0) == {"guessed 1", "guessed none"}


@pytest.mark.rule("H5", "V12")
def test_the_outcome_of_a_charade_is_open() -> None:
    """Everybody learns who guessed it."""
    assert ev.CharadeSettled(0, 2) in happens(after(CHARADE), "0: guessed 2")
    assert ev.CharadeSettled(0, None) in happens(after(CHARADE), "0: guessed none")


# Leaving while something is open (V14).


@pytest.mark.rule("H8", "V14")
def test_a_judge_who_leaves_drops_out_of_the_vote() -> None:
    """The word already given goes too: two judges are left and have not spoken."""
    state = leaves(play(after(SING), "2: failed"), 2)
    assert isinstance(state.phase, Judging)
    assert (state.phase.votes, awaited(state)) == ((), (0, 3))


@pytest.mark.rule("H8", "V14")
def test_a_leaving_judge_can_make_the_verdict_certain() -> None:
    """Of three judges one says failed, another goes: the one left ties at best; a third gone decides."""
    state = leaves(play(after(SING), "0: failed"), 2)
    assert isinstance(state.phase, Judging)
    assert counts(leaves(state, 3)) == (2, 5, 0, 0)


@pytest.mark.rule("H8", "V14")
def test_a_leaving_judge_can_make_a_tie_certain() -> None:
    """Of two that are left one found it done."""
    state = play(after(SING), "0: done")
    assert leaves(state, 2).phase == Turn(1)


@pytest.mark.rule("H8", "V14")
def test_the_one_dared_leaves() -> None:
    """The dare is over, and the turn goes to the one after."""
    state = leaves(play(after(SING), "0: failed"), 1)
    assert (state.phase, counts(state)) == (Turn(2), (2, 0, 3, 3))


@pytest.mark.rule("H8", "V14")
def test_the_player_of_the_card_leaves_during_the_dare() -> None:
    """The dare is judged by those left, and the turn passes on from where the card was played."""
    state = leaves(after(SING), 0)
    assert awaited(state) == (2, 3)
    state = play(state, "2: failed", "3: failed")
    assert (counts(state), state.phase) == ((0, 5, 3, 3), Turn(1))


@pytest.mark.rule("H8", "V14")
def test_one_of_several_dared_leaves_before_the_dare() -> None:
    """It is passed over in the row."""
    state = leaves(after({"dare": "Sing", "who": "others", "else": {"draw": 1}}), 2)
    state = play(state, "1: failed")
    assert isinstance(state.phase, Judging)
    assert state.phase.seat == 3


@pytest.mark.rule("H8", "V14")
def test_the_actor_of_a_charade_ends_it_by_leaving() -> None:
    """Nobody has guessed it."""
    state = leaves(after(CHARADE), 0)
    assert (state.phase, counts(state)) == (Turn(1), (0, 3, 3, 3))


@pytest.mark.rule("H8", "V14")
def test_an_audience_that_leaves_cannot_have_guessed() -> None:
    """The actor names one of those left."""
    assert turn_acts(leaves(after(CHARADE), 2), 0) == {"guessed 1", "guessed 3", "guessed none"}


@pytest.mark.rule("H8", "V14", "V12")
def test_one_who_must_choose_leaves() -> None:
    """The choice is taken as the clock would: the fewest cards."""
    hands = ("WC1 R1 R2", "G1 G2 G3", "B1 B2", "Y1 Y2 Y3")
    assert counts(leaves(after({"draw": 1, "who": "chosen"}, hands=hands), 0)) == (0, 3, 3, 3)


@pytest.mark.rule("H8", "V14")
def test_the_chosen_one_leaves_while_another_picks() -> None:
    """What was meant for the chosen one befalls nobody."""
    state = play(
        after({"draw": 1, "who": "chosen"}, {"discard": "any", "count": 1}, {"draw": 3, "who": "chosen"}),
        "0: choose 2",
    )
    state = leaves(state, 2)
    assert counts(play(state, "0: discard R1")) == (1, 3, 0, 3)


@pytest.mark.rule("H8", "V14")
def test_one_who_must_pick_leaves() -> None:
    """The pick is made as the clock would: the highest card goes, the rest goes under the pile."""
    state = after({"discard": "any", "who": "next", "count": 1})
    left = leaves(state, 1)
    assert (left.phase, counts(left)) == (Turn(2), (2, 0, 3, 3))
    assert "G3" in {card.token for card in left.table.discard}


@pytest.mark.rule("H8", "V14")
def test_the_taker_of_a_gift_leaves() -> None:
    """The giver keeps the cards, and play goes on."""
    state = leaves(after({"give": 1, "who": "self", "to": "next"}), 1)
    assert (counts(state), state.phase) == ((2, 0, 3, 3), Turn(2))


@pytest.mark.rule("H8", "V14")
def test_who_is_given_to_by_several_leaves() -> None:
    """Each of the others gives to the player of the card, who leaves: the gifts end."""
    state = leaves(play(after({"give": 1, "who": "others", "to": "self"}), "1: give G1"), 0)
    assert (counts(state), state.phase) == ((0, 2, 3, 3), Turn(1))


@pytest.mark.rule("H8", "V14")
def test_one_who_must_call_a_colour_leaves() -> None:
    """The colour held most is called."""
    written = {"R*": {"text": "Call.", "effects": [{"call": "colour"}]}}
    state = at("R* G1 G2 B1", "B2 B3", "G3 G4", edition="blanks-112", written=written)
    left = leaves(play(state, "0: play R*"), 0)
    assert (str(left.table.colour), left.phase) == ("green", Turn(1))


@pytest.mark.rule("H8", "V14")
def test_a_lost_turn_of_one_who_left_is_gone() -> None:
    """The one passed over leaves; nobody else loses a turn for it."""
    state = after({"skip": "previous"})
    state = leaves(state, 3)
    assert state.table.losing == frozenset()


def _judged_over_a_catch() -> Any:
    """A dare of seat 1 with a word of seat 2, interrupted by a dare of seat 0 that a catch set off."""
    written = {"WC1": {"text": "Sing.", "effects": [SING]}}
    written["B9"] = {"text": "Dance.", "when": "draw", "effects": [{"dare": "Dance", "who": "self"}]}
    hands = ("WC1 R1", "R3 R4 G3", "B3 B4", "Y3 Y4")
    state = at(*hands, edition="swap-112", written=written, pile="B9 B1 B2 Y1")
    return play(state, "0: play WC1 blue", "2: failed", "1: catch 0")


@pytest.mark.rule("H8", "V14")
def test_a_word_on_an_interrupted_dare_goes_with_its_judge() -> None:
    """Seat 2 leaves during the other dare: when the first comes back its word is gone."""
    state = play(leaves(_judged_over_a_catch(), 2), "0: failed")
    assert isinstance(state.phase, Judging)
    assert (state.phase.seat, state.phase.votes, awaited(state)) == (1, (), (0, 3))


@pytest.mark.rule("H8", "V14")
def test_an_interrupted_dare_is_settled_when_it_comes_back_to_nobody() -> None:
    """Seats 0 and 3 leave during the other dare: the word of seat 2 is the majority now."""
    state = leaves(leaves(_judged_over_a_catch(), 3), 0)
    assert (state.phase, counts(state)) == (Turn(1), (0, 5, 2, 0))


@pytest.mark.rule("H8", "V14")
def test_the_one_dared_leaves_while_the_dare_is_interrupted() -> None:
    """There is nothing left to judge when the other dare is over."""
    state = play(leaves(_judged_over_a_catch(), 1), "0: failed")
    assert state.phase == Turn(2)


@pytest.mark.rule("H8", "V14")
def test_a_taker_leaves_while_the_pick_is_interrupted() -> None:
    """No card goes to a seat that is not in the round any more."""
    written = {"WC1": {"text": "Give.", "effects": [{"give": 1, "who": "self", "to": "next"}]}}
    written["B9"] = {"text": "Dance.", "when": "draw", "effects": [{"dare": "Dance", "who": "self"}]}
    hands = ("WC1 R1 R2", "R3 R4 G3", "B3 B4", "Y3 Y4")
    state = at(*hands, edition="swap-112", written=written, pile="B9 B1 B2 Y1")
    state = play(state, "0: play WC1 blue", "0: report 2", "1: uphold", "3: uphold")
    state = play(leaves(state, 1), "2: failed")
    assert (counts(state), state.phase) == ((2, 0, 6, 2), Turn(2))
