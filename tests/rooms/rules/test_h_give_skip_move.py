"""H6, H8: written gifts, lost turns, swaps, shown hands, and whom they befall."""

from __future__ import annotations

import pytest

from lastcard.rules import events as ev
from lastcard.rules.legal import awaited as awaits
from lastcard.rules.round import Calling, Turn
from lastcard.rules.ruleset import ruleset
from lastcard.rules.view import seen_by
from tests.rooms.rules.agreed import FOUR, HANDS, after, drew, written
from tests.rooms.rules.positions import at, counts, hand, happens, may, play, refused, tokens, turn_acts

# Give.


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("who", "to", "picks", "left"),
    [
        ("next", "self", ["1: give G1"], (3, 2, 3, 3)),
        ("self", "next", ["0: give R1"], (1, 4, 3, 3)),
        ("self", "previous", ["0: give R1"], (1, 3, 3, 4)),
        ("previous", "next", ["3: give Y1"], (2, 4, 3, 2)),
        ("next", "previous", ["1: give G1"], (2, 2, 3, 4)),
        ("self", "partner", ["0: give R1"], (1, 3, 4, 3)),
        ("partner", "self", ["2: give B1"], (3, 3, 2, 3)),
        ("others", "self", ["1: give G1", "2: give B1", "3: give Y1"], (5, 2, 2, 2)),
        ("others", "next", ["2: give B1", "3: give Y1"], (2, 5, 2, 2)),
        ("everyone", "next", ["2: give B1", "3: give Y1", "0: give R1"], (1, 6, 2, 2)),
    ],
)
def test_who_gives_to_whom(who: str, to: str, picks: list[str], left: tuple[int, ...]) -> None:
    """Those meant give a card of their choice each; nobody gives to themselves."""
    state = play(after({"give": 1, "who": who, "to": to}, teams=FOUR), *picks)
    assert (counts(state), state.phase) == (left, Turn(1))


@pytest.mark.rule("H8")
def test_giver_and_taker_may_be_chosen() -> None:
    """The chosen one gives, or takes."""
    taken = play(after({"give": 1, "who": "chosen", "to": "self"}), "0: choose 2", "2: give B3")
    assert (hand(taken, 0), hand(taken, 2)) == ("R1 R2 B3", "B1 B2")
    given = play(after({"give": 1, "who": "self", "to": "chosen"}), "0: choose 3", "0: give R2")
    assert (hand(given, 0), hand(given, 3)) == ("R1", "R2 Y1 Y2 Y3")


@pytest.mark.rule("H8")
def test_others_give_to_a_chosen_one() -> None:
    """The chosen one gives nothing to itself."""
    state = play(
        after({"give": 1, "who": "others", "to": "chosen"}), "0: choose 2", "1: give G1", "3: give Y1"
    )
    assert counts(state) == (2, 2, 5, 2)


@pytest.mark.rule("H8")
def test_gifts_are_one_an_act() -> None:
    """Two of three cards: two picks, both to the same player."""
    state = play(after({"give": 2, "who": "next", "to": "self"}), "1: give G3", "1: give G1")
    assert (hand(state, 0), hand(state, 1), state.phase) == ("R1 R2 G1 G3", "G2", Turn(1))


@pytest.mark.rule("H8", "O3")
def test_who_has_no_more_than_the_gift_gives_all() -> None:
    """Without a choice it happens at once, and the hand goes out."""
    state = after({"give": 3, "who": "next", "to": "self"})
    assert (state.over, state.out, counts(state)) == (True, 1, (5, 0, 3, 3))


@pytest.mark.rule("H8")
def test_only_cards_of_the_hand_are_given_and_only_by_the_giver() -> None:
    """Neither another's card, nor a discard, nor by another."""
    state = after({"give": 1, "who": "next", "to": "self"})
    assert refused(state, "1: give R1").code == "bad-pick"
    assert refused(state, "1: discard G1").code == "no-discard"
    assert refused(state, "2: give B1").code == "no-gift"


@pytest.mark.rule("H8")
def test_a_gift_is_seen_by_giver_and_taker_alone() -> None:
    """The others see that a card went from one to the other."""
    (gift,) = [
        e
        for e in happens(after({"give": 1, "who": "next", "to": "self"}), "1: give G2")
        if isinstance(e, ev.Gave)
    ]
    sides = [seen_by(gift, seat) for seat in (0, 1, 2, None)]
    seen = [(tokens(e.given), tokens(e.received)) for e in sides if isinstance(e, ev.Gave)]
    assert seen == [("??", "G2"), ("G2", "??"), ("??", "??"), ("??", "??")]


@pytest.mark.rule("H8", "U6", "U7")
def test_a_gift_wipes_the_takers_call_and_opens_the_givers_window() -> None:
    """The taker has two cards, the giver one."""
    state = after(
        {"give": 1, "who": "next", "to": "previous"}, hands=("WC1 R1 R2", "G1 G2", "B1"), called=[2]
    )
    state = play(state, "1: give G2")
    assert (state.table.called, "catch 1" in may(state, 2)) == (frozenset(), True)


@pytest.mark.rule("H8")
def test_a_gift_to_a_partner_needs_teams() -> None:
    """Where everybody plays alone nothing is given."""
    assert counts(after({"give": 1, "who": "self", "to": "partner"})) == (2, 3, 3, 3)


# Skip, extra turn.


@pytest.mark.rule("H6", "H8")
@pytest.mark.parametrize(
    ("who", "turns"),
    [
        ("next", (2, 3, 0, 1)),
        ("previous", (1, 2, 0, 1)),
        ("others", (0, 1, 2, 3)),
        ("everyone", (0, 1, 2, 3)),
        ("self", (1, 2, 3, 1)),
        ("partner", (1, 3, 0, 1)),
    ],
)
def test_who_loses_the_next_turn(who: str, turns: tuple[int, ...]) -> None:
    """Each of those meant is passed over once, at the next turn that they would have."""
    state = after({"skip": who}, teams=FOUR, pile="G8 B8 Y8 G9 B9 Y9")
    found = [state.turn]
    for _ in turns[1:]:
        state = play(state, f"{state.turn}: draw")
        found.append(state.turn)
    assert tuple(found) == turns


@pytest.mark.rule("H8")
def test_the_chosen_one_loses_the_next_turn() -> None:
    """The player named is passed over."""
    state = play(after({"skip": "chosen"}, pile="G8"), "0: choose 2")
    assert (state.turn, play(state, "1: draw").turn) == (1, 3)


@pytest.mark.rule("H6")
def test_extra_turn_is_skipping_everyone() -> None:
    """`extra_turn: true` says the same as `skip: everyone`."""
    assert after({"extra_turn": True}).phase == Turn(0)
    assert (
        ruleset("swap-112", written=written({"extra_turn": True})).written
        == ruleset("swap-112", written=written({"skip": "everyone"})).written
    )


@pytest.mark.rule("H6", "W9")
def test_an_extra_turn_is_a_whole_turn() -> None:
    """The same player may play or draw."""
    state = after({"skip": "everyone"})
    assert turn_acts(state, 0) == {"play R1", "play R2", "draw"}
    assert play(state, "0: play R1 uno").turn == 1


@pytest.mark.rule("H6")
def test_an_extra_turn_between_two() -> None:
    """The other is passed over once."""
    state = after({"skip": "everyone"}, hands=HANDS[:2])
    assert (state.turn, play(state, "0: play R1 uno").turn) == (0, 1)


@pytest.mark.rule("H6")
def test_those_passed_over_are_named() -> None:
    """Everybody sees who lost the turn, in turn order."""
    state = at(*HANDS, edition="swap-112", written=written({"skip": "everyone"}))
    assert happens(state, "0: play WC1 red")[-1] == ev.TurnBegan(0, (1, 2, 3))


@pytest.mark.rule("H6", "H8")
def test_when_all_lose_a_turn_the_next_player_follows() -> None:
    """Everyone and oneself: four turns are passed over, and then it is the next player's."""
    state = at(*HANDS, edition="swap-112", written=written({"skip": "everyone"}, {"skip": "self"}))
    assert happens(state, "0: play WC1 red")[-1] == ev.TurnBegan(1, (1, 2, 3, 0))


@pytest.mark.rule("H6")
def test_only_one_turn_is_lost() -> None:
    """Two skips of the same players in one rule are one lost turn each."""
    state = after({"skip": "everyone"}, {"skip": "next"})
    assert play(state, "0: play R1 uno").turn == 1


@pytest.mark.rule("H6", "U4")
def test_the_extra_turn_closes_the_window() -> None:
    """The player's own next play is the next move of U4."""
    state = after({"skip": "everyone"}, hands=("WC1 R1", "G1 G2", "B1 B2"))
    assert "catch 0" in may(state, 1)
    assert play(state, "0: play R1").over


@pytest.mark.rule("H6", "V9")
def test_an_extra_turn_may_be_several_equal_numbers() -> None:
    """It is a turn like any other."""
    state = after({"skip": "everyone"}, hands=("WC1 R1 G1 B2", "G2 G3"), multi_play=True)
    assert counts(play(state, "0: play R1 G1 uno")) == (1, 2)


@pytest.mark.rule("H8", "W3")
def test_a_lost_turn_waits_for_its_time() -> None:
    """The previous player loses a turn that comes round only later, a Skip in between notwithstanding."""
    state = after({"skip": "previous"}, hands=("WC1 R1 R2", "RS G2", "B1 B2", "Y1 R9"))
    assert play(state, "1: play RS uno").turn == 0


# Reverse.


@pytest.mark.rule("H8")
def test_a_written_reverse_turns_the_direction() -> None:
    """Play goes on to the right."""
    state = after({"reverse": True})
    assert (state.table.direction.value, state.turn) == ("right", 3)


@pytest.mark.rule("H8")
def test_effects_after_a_reverse_see_the_new_direction() -> None:
    """Next is on the right then."""
    assert drew(after({"reverse": True}, {"draw": 1, "who": "next"})) == (0, 0, 0, 1)


@pytest.mark.rule("H8", "N1")
def test_a_written_reverse_between_two_turns_the_direction_only() -> None:
    """N1 is about the Reverse card: the turn passes."""
    state = after({"reverse": True}, hands=HANDS[:2])
    assert (state.table.direction.value, state.turn) == ("right", 1)


@pytest.mark.rule("H8")
def test_two_reverses_undo_each_other() -> None:
    """The direction is as before."""
    assert after({"reverse": True}, {"reverse": True}).table.direction.value == "left"


# Swap and rotate.


@pytest.mark.rule("H8")
@pytest.mark.parametrize(("who", "other"), [("next", 1), ("previous", 3), ("partner", 2)])
def test_with_whom_hands_are_swapped(who: str, other: int) -> None:
    """The player of the card swaps with the one meant."""
    state = after({"swap": who}, teams=FOUR)
    assert (hand(state, 0), hand(state, other)) == (" ".join(sorted(HANDS[other].split())), "R1 R2")
    assert sum(len(h.cards) == 3 for h in state.hands) == 3


@pytest.mark.rule("H8")
def test_hands_are_swapped_with_a_chosen_one() -> None:
    """The player names the other."""
    state = play(after({"swap": "chosen"}), "0: choose 2")
    assert (hand(state, 0), hand(state, 2), state.turn) == ("B1 B2 B3", "R1 R2", 1)


@pytest.mark.rule("H8")
def test_a_swap_with_a_partner_needs_teams() -> None:
    """Where everybody plays alone nothing is swapped."""
    assert counts(after({"swap": "partner"})) == (2, 3, 3, 3)


@pytest.mark.rule("U6", "U7")
def test_a_written_swap_wipes_calls_and_opens_windows() -> None:
    """The card with a call changes hands: its new owner owes a call."""
    state = after({"swap": "next"}, hands=("WC1 R1 R2", "G1", "B1 B2"), called=[1])
    assert (state.table.called, "catch 0" in may(state, 2)) == (frozenset(), True)


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("way", "direction", "hands"),
    [
        ("play", "left", ("Y1 Y2 Y3", "R1 R2", "G1 G2 G3", "B1 B2 B3")),
        ("play", "right", ("G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3", "R1 R2")),
        ("left", "right", ("Y1 Y2 Y3", "R1 R2", "G1 G2 G3", "B1 B2 B3")),
        ("right", "left", ("G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3", "R1 R2")),
    ],
)
def test_which_way_hands_rotate(way: str, direction: str, hands: tuple[str, ...]) -> None:
    """With the direction of play, or always to one side."""
    state = after({"rotate": way}, direction=direction)
    assert tuple(hand(state, seat) for seat in range(4)) == hands


@pytest.mark.rule("H8")
def test_hands_rotate_over_absent_seats() -> None:
    """A seat that is not in the round gets no hand."""
    state = after({"rotate": "left"}, hands=("WC1 R1 R2", None, "B1", "Y1 Y2 Y3"))
    assert counts(state) == (3, 0, 2, 1)


@pytest.mark.rule("U6", "U7")
def test_rotated_hands_owe_their_calls() -> None:
    """Every hand of one card after a rotation opens a window for its new owner."""
    state = after({"rotate": "left"}, hands=("WC1 R1", "G1", "B1 B2"), called=[1])
    assert {"catch 1", "catch 2"} <= may(state, 0)


# Show.


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("who", "to", "seen"),
    [
        ("next", "self", {0: [1]}),
        ("self", "next", {1: [0]}),
        ("self", "others", {1: [0], 2: [0], 3: [0]}),
        ("others", "self", {0: [1, 2, 3]}),
        ("previous", "partner", {2: [3]}),
        ("partner", "previous", {3: [2]}),
        ("everyone", "everyone", {0: [1, 2, 3], 1: [2, 3, 0], 2: [1, 3, 0], 3: [1, 2, 0]}),
    ],
)
def test_who_shows_to_whom(who: str, to: str, seen: dict[int, list[int]]) -> None:
    """Those meant show their hands to those meant alone, never to themselves."""
    state = after({"show": who, "to": to}, teams=FOUR)
    assert {seat: [s for s, _ in h.shown] for seat, h in enumerate(state.hands) if h.shown} == seen


@pytest.mark.rule("H8")
def test_a_hand_is_shown_to_a_chosen_one() -> None:
    """The player names who may look, or into whose hand."""
    state = play(after({"show": "self", "to": "chosen"}), "0: choose 3")
    assert state.hands[3].shown[0][0] == 0
    state = play(after({"show": "chosen", "to": "self"}), "0: choose 3")
    assert tokens(state.hands[0].shown[0][1]) == "Y1 Y2 Y3"


@pytest.mark.rule("H8")
def test_without_recipients_a_hand_is_shown_to_all_others() -> None:
    """Left out, `to` is the others."""
    state = after({"show": "self"})
    assert [len(h.shown) for h in state.hands] == [0, 1, 1, 1]


# Call.


@pytest.mark.rule("H8")
def test_a_colour_may_be_called_by_a_written_rule() -> None:
    """A coloured card can ask for a colour: the top stays, the colour in force changes."""
    rules = {"R*": {"text": "Call a colour.", "effects": [{"call": "colour"}]}}
    state = play(at("R* G1 G2", "B1 R2 G9", edition="blanks-112", written=rules), "0: play R*")
    assert isinstance(state.phase, Calling)
    assert (awaits(state), turn_acts(state, 0)) == (
        (0,),
        {f"colour {c}" for c in ("red", "yellow", "green", "blue")},
    )
    assert refused(state, "1: play R2").rule == "S7"
    state = play(state, "0: colour blue")
    assert (str(state.table.colour), str(state.table.top), turn_acts(state, 1)) == (
        "blue",
        "R*",
        {"play B1", "draw"},
    )


@pytest.mark.rule("H8")
def test_a_called_colour_swaps_no_hands() -> None:
    """A swap belongs to a start card only."""
    rules = {"R*": {"text": "Call a colour.", "effects": [{"call": "colour"}]}}
    state = at("R* G1 G2", "B1 R2", edition="blanks-112", written=rules)
    assert refused(state, "0: play R*", "0: colour blue swap 1").code == "no-swap"


@pytest.mark.rule("H8", "H5")
def test_a_discard_after_a_call_is_of_the_new_colour() -> None:
    """Effects run one after the other, each on what the earlier ones led to."""
    state = play(after({"call": "colour"}, {"discard": "called-colour", "who": "next"}), "0: colour green")
    assert (state.over, state.out) == (True, 1)


@pytest.mark.rule("H6", "T5")
def test_one_passed_over_has_not_passed() -> None:
    """Nothing is left to draw: the round ends when all have passed, and a lost turn is no pass."""
    full = "B1 B1 B2 B2 B3 B3 B4 B4 B6 B6 B7 B7 B8 B8 B9"
    state = at("WC1 R1 R2", full, edition="swap-112", written=written({"skip": "self"}), draw_limit=15)
    state = play(state, "0: play WC1 red", "1: draw", "1: draw")
    assert (state.over, state.turn) == (False, 0)
