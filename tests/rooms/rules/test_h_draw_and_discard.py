"""H3, H4, H8: written draws and discards, and whom they befall."""

from __future__ import annotations

import pytest

from lastcard.rules import events as ev
from lastcard.rules.legal import awaited as awaits
from lastcard.rules.round import Choosing, Picking, Turn
from tests.rooms.rules.agreed import FOUR, HANDS, after, drew, written
from tests.rooms.rules.positions import at, counts, hand, happens, may, play, refused, tokens, turn_acts

# Draw.


@pytest.mark.rule("H3", "H8")
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("next", (0, 2, 0, 0)),
        ("previous", (0, 0, 0, 2)),
        ("others", (0, 2, 2, 2)),
        ("everyone", (2, 2, 2, 2)),
        ("self", (2, 0, 0, 0)),
    ],
)
def test_whom_a_draw_befalls(who: str, expected: tuple[int, ...]) -> None:
    """The draw befalls those it names, seen from the player of the card; the next player's turn is not lost."""
    state = after({"draw": 2, "who": who})
    assert (drew(state), state.phase) == (expected, Turn(1))


@pytest.mark.rule("H3", "H8")
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("next", (0, 0, 0, 2)),
        ("previous", (0, 2, 0, 0)),
        ("others", (0, 2, 2, 2)),
        ("everyone", (2, 2, 2, 2)),
        ("self", (2, 0, 0, 0)),
    ],
)
def test_whom_a_draw_befalls_when_play_runs_to_the_right(who: str, expected: tuple[int, ...]) -> None:
    """Next is the player on the right then, and its turn follows."""
    state = after({"draw": 2, "who": who}, direction="right")
    assert (drew(state), state.phase) == (expected, Turn(3))


@pytest.mark.rule("H8")
def test_a_draw_without_who_is_the_players_own() -> None:
    """Left out, `who` is the one who acts."""
    assert drew(after({"draw": 2})) == (2, 0, 0, 0)


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("who", "expected"), [("next", (0, 1)), ("previous", (0, 1)), ("others", (0, 1)), ("everyone", (1, 1))]
)
def test_whom_a_draw_befalls_between_two(who: str, expected: tuple[int, ...]) -> None:
    """The other player is next and previous at once, and keeps the turn that follows."""
    state = after({"draw": 1, "who": who}, hands=HANDS[:2])
    assert (drew(state, HANDS[:2]), state.phase) == (expected, Turn(1))


@pytest.mark.rule("H8")
def test_who_means_only_seats_in_the_round() -> None:
    """A seat that is out of the match is never meant."""
    hands = ("WC1 R1 R2", None, "B1 B2 B3", None)
    state = after(
        {"draw": 1, "who": "next"}, {"draw": 1, "who": "previous"}, {"draw": 1, "who": "others"}, hands=hands
    )
    assert (drew(state, hands), state.phase) == ((0, 0, 3, 0), Turn(2))


@pytest.mark.rule("H8")
def test_a_draw_by_choice_waits_for_the_choice() -> None:
    """The player of the card names who draws; nobody else is awaited, and nobody plays."""
    state = after({"draw": 2, "who": "chosen"})
    assert isinstance(state.phase, Choosing)
    assert (awaits(state), turn_acts(state, 0)) == ((0,), {"choose 1", "choose 2", "choose 3"})
    assert refused(state, "1: draw").rule == "H8"
    assert (drew(play(state, "0: choose 2")), play(state, "0: choose 2").phase) == ((0, 0, 2, 0), Turn(1))


@pytest.mark.rule("H8")
def test_the_choice_is_of_another_player_in_the_round() -> None:
    """Neither oneself nor an absent seat, and by nobody else."""
    state = after({"draw": 2, "who": "chosen"}, hands=("WC1 R1 R2", None, "B1 B2", "Y1 Y2"))
    assert refused(state, "0: choose 0").code == "bad-choice"
    assert refused(state, "0: choose 1").code == "bad-choice"
    assert refused(state, "2: choose 3").code == "no-choice"
    assert refused(play(state, "0: choose 2"), "0: choose 3").code == "no-choice"


@pytest.mark.rule("H8")
def test_a_choice_holds_for_the_rest_of_the_rule() -> None:
    """Two effects mean the chosen one: the player is asked once."""
    state = play(
        after({"draw": 1, "who": "chosen"}, {"draw": 1}, {"draw": 2, "who": "chosen"}), "0: choose 3"
    )
    assert (drew(state), state.phase) == ((1, 0, 0, 3), Turn(1))


@pytest.mark.rule("H8")
def test_a_choice_is_open_to_all() -> None:
    """Everybody learns who was chosen."""
    assert ev.Chose(0, 2) in happens(after({"draw": 2, "who": "chosen"}), "0: choose 2")


@pytest.mark.rule("H8", "M1")
def test_a_partner_is_meant_in_teams_only() -> None:
    """In teams it is the partner; where everybody plays alone it is nobody."""
    assert drew(after({"draw": 2, "who": "partner"}, teams=FOUR)) == (0, 0, 2, 0)
    assert drew(after({"draw": 2, "who": "partner"})) == (0, 0, 0, 0)


@pytest.mark.rule("H8", "M4")
def test_all_partners_of_a_side_are_meant() -> None:
    """With three on a side both partners draw."""
    hands = (*HANDS, "R3 R4", "G5 G6")
    state = after({"draw": 1, "who": "partner"}, hands=hands, teams=[[0, 2, 4], [1, 3, 5]])
    assert drew(state, hands) == (0, 0, 1, 0, 1, 0)


@pytest.mark.rule("H8")
def test_effects_run_in_turn_order_after_the_one_who_acts() -> None:
    """With everyone meant the player of the card comes last."""
    state = at(*HANDS, edition="swap-112", written=written({"draw": 1, "who": "everyone"}))
    drawn = [e.seat for e in happens(state, "0: play WC1 red") if isinstance(e, ev.Drew)]
    assert drawn == [1, 2, 3, 0]


@pytest.mark.rule("H8")
def test_effects_run_in_the_direction_of_play() -> None:
    """To the right it is the right-hand neighbour first."""
    state = at(*HANDS, edition="swap-112", direction="right", written=written({"draw": 1, "who": "everyone"}))
    drawn = [e.seat for e in happens(state, "0: play WC1 red") if isinstance(e, ev.Drew)]
    assert drawn == [3, 2, 1, 0]


@pytest.mark.rule("H8", "V1")
@pytest.mark.parametrize("stacking", ["same", "cross"])
def test_a_written_draw_makes_no_debt(stacking: str) -> None:
    """It is drawn at once, though the next player could stack."""
    state = after({"draw": 2, "who": "next"}, hands=("WC1 R1 R2", "R+2 G1", "B1 B2"), stacking=stacking)
    assert (counts(state), state.phase) == ((2, 4, 2), Turn(1))


@pytest.mark.rule("H8", "V11")
def test_a_written_draw_stops_at_the_limit() -> None:
    """The rest lapses."""
    full = "G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7 G7"
    assert counts(after({"draw": 3, "who": "next"}, hands=("WC1 R1", full), draw_limit=15)) == (1, 15)


@pytest.mark.rule("H8", "V5")
def test_a_written_draw_is_as_large_as_it_says_under_draw_to_match() -> None:
    """V5 is for voluntary draws."""
    state = after({"draw": 1, "who": "next"}, draw_to_match=True, pile="B9 R9")
    assert drew(state) == (0, 1, 0, 0)


@pytest.mark.rule("H8", "T5")
def test_a_written_draw_takes_what_there_is() -> None:
    """The earlier in turn order draws the last cards; the others get none."""
    state = at(
        *HANDS,
        edition="swap-112",
        pile="Y9",
        only=True,
        top="W",
        colour="red",
        written=written({"draw": 2, "who": "others"}),
    )
    assert drew(play(state, "0: play WC1 red")) == (0, 2, 0, 0)


@pytest.mark.rule("H8", "U4")
def test_a_written_draw_does_not_begin_a_turn() -> None:
    """The window of the player of the card stays open after the next player's written draw."""
    state = after({"draw": 1, "who": "next"}, hands=("WC1 R1", "G1 G2", "B1 B2"))
    assert "catch 0" in may(state, 2)


@pytest.mark.rule("H8", "U6")
def test_a_written_draw_wipes_a_call() -> None:
    """One who had said UNO needs a new call."""
    state = after({"draw": 1, "who": "next"}, hands=("WC1 R1 R2", "G1", "B1 B2"), called=[1])
    assert state.table.called == frozenset()


# Discard.


@pytest.mark.rule("H4", "H8")
@pytest.mark.parametrize(
    ("what", "stays"),
    [
        ("red", "G2 B+2 W W+4 WS"),
        ("yellow", "R1 RS G2 B+2 W W+4 WS"),
        ("green", "R1 RS B+2 W W+4 WS"),
        ("blue", "R1 RS G2 W W+4 WS"),
        ("called-colour", "G2 B+2 W W+4 WS"),
        ("wild", "R1 RS G2 B+2"),
        ("number", "RS B+2 W W+4 WS"),
        ("word", "R1 G2 W W+4 WS"),
    ],
)
def test_which_cards_are_discarded(what: str, stays: str) -> None:
    """By colour, by the colour in force, by kind: wild cards of every kind, numbers, words."""
    state = after({"discard": what, "who": "next"}, hands=("WC1 R2 R3", "R1 RS G2 B+2 W W+4 WS"))
    assert hand(state, 1) == stays


@pytest.mark.rule("H4", "D6")
@pytest.mark.parametrize(
    ("what", "stays"), [("red", "G1 G2"), ("word", "R* G1 G2"), ("number", "R*"), ("wild", "R* G1 G2")]
)
def test_a_coloured_blank_is_of_its_colour_and_no_word_card(what: str, stays: str) -> None:
    """A blank goes with its colour only."""
    rules = {
        "B*": {"text": "Away.", "effects": [{"discard": what, "who": "next"}]},
        "R*": {"text": "Nothing.", "effects": []},
    }
    state = at("B* B1 B2", "R* G1 G2", edition="blanks-112", top="B5", written=rules)
    assert hand(play(state, "0: play B*"), 1) == stays


@pytest.mark.rule("H4")
def test_customizable_cards_are_wild_cards() -> None:
    """Wild cards of every kind: Wild, Wild Draw Four, Swap Hands, Customizable."""
    rules = {
        "WC1": {"text": "Away.", "effects": [{"discard": "wild", "who": "others"}]},
        "WC2": {"text": "", "effects": []},
    }
    state = at("WC1 W R2", "W W+4 WS WC2 R1", edition="swap-112", written=rules)
    assert hand(play(state, "0: play WC1 red"), 1) == "R1"


@pytest.mark.rule("H4")
@pytest.mark.parametrize(
    ("who", "left"),
    [
        ("next", ("R1 W", "G1", "B1 W", "Y1 W")),
        ("previous", ("R1 W", "G1 W", "B1 W", "Y1")),
        ("others", ("R1 W", "G1", "B1", "Y1")),
        ("everyone", ("R1", "G1", "B1", "Y1")),
        ("self", ("R1", "G1 W", "B1 W", "Y1 W")),
        ("partner", ("R1 W", "G1 W", "B1", "Y1 W")),
    ],
)
def test_who_discards(who: str, left: tuple[str, ...]) -> None:
    """Those meant put their wild cards away."""
    state = after({"discard": "wild", "who": who}, hands=("WC1 R1 W", "G1 W", "B1 W", "Y1 W"), teams=FOUR)
    assert tuple(hand(state, seat) for seat in range(4)) == left


@pytest.mark.rule("H4")
def test_the_chosen_one_discards() -> None:
    """One named by the player of the card."""
    state = after({"discard": "wild", "who": "chosen"}, hands=("WC1 R1 W", "G1 W", "B1 W", "Y1 W"))
    assert counts(play(state, "0: choose 3")) == (2, 2, 2, 1)


@pytest.mark.rule("H8")
def test_discards_go_under_the_top_card() -> None:
    """The card played stays on top, its colour in force; the discards lie under it."""
    state = after({"discard": "wild", "who": "next"}, hands=("WC1 R1 R2", "W G1 G2", "B1 B2"))
    assert (str(state.table.top), str(state.table.colour)) == ("WC1", "red")
    assert tokens(state.table.discard) == "R5 W"


@pytest.mark.rule("H8", "T5")
def test_discards_come_back_with_the_reshuffle() -> None:
    """What was discarded is shuffled into the new draw pile."""
    state = after({"discard": "wild", "who": "next"}, hands=("WC1 R1 R2", "W G1 G2"), only=True)
    assert hand(play(state, "1: draw"), 1) == "G1 G2 W"


@pytest.mark.rule("H4")
def test_no_card_of_the_kind_is_no_discard() -> None:
    """Who holds none of them is passed by without an event."""
    state = at(*HANDS, edition="swap-112", written=written({"discard": "wild", "who": "others"}))
    assert not [e for e in happens(state, "0: play WC1 red") if isinstance(e, ev.Discarded)]


@pytest.mark.rule("H4")
def test_discards_are_open() -> None:
    """Everybody sees which cards went."""
    state = at(
        "WC1 R1 R2", "W W+4 G1", edition="swap-112", written=written({"discard": "wild", "who": "next"})
    )
    (gone,) = [e for e in happens(state, "0: play WC1 red") if isinstance(e, ev.Discarded)]
    assert (gone.seat, tokens(gone.cards)) == (1, "W W+4")


@pytest.mark.rule("H4", "H8")
def test_discards_by_count_are_picked_by_their_player() -> None:
    """One of three greens: the player picks, each distinct card once, and nobody else does anything."""
    state = after(
        {"discard": "green", "who": "next", "count": 1}, hands=("WC1 R1 R2", "G1 G1 G3 B1", "B2 B3")
    )
    assert isinstance(state.phase, Picking)
    assert (awaits(state), turn_acts(state, 1)) == ((1,), {"discard G1", "discard G3"})
    assert refused(state, "1: discard B1").code == "bad-pick"
    assert refused(state, "1: give G1").code == "no-gift"
    assert refused(state, "0: discard R1").code == "no-discard"
    assert refused(state, "1: play G1").rule == "H8"
    assert hand(play(state, "1: discard G3"), 1) == "G1 G1 B1"


@pytest.mark.rule("H8")
def test_discards_by_count_are_one_an_act() -> None:
    """Two of any four: two picks, then the turn goes on."""
    state = after({"discard": "any", "who": "next", "count": 2}, hands=("WC1 R1 R2", "G1 G2 G3 B1"))
    state = play(state, "1: discard G1")
    assert isinstance(state.phase, Picking)
    state = play(state, "1: discard B1")
    assert (hand(state, 1), state.phase) == ("G2 G3", Turn(1))


@pytest.mark.rule("H8")
def test_the_second_pick_has_no_choice_left() -> None:
    """Of two greens the second goes by itself where two of three cards were asked and two are left."""
    state = after({"discard": "green", "who": "next", "count": 2}, hands=("WC1 R1 R2", "G1 G2 B1"))
    assert (hand(state, 1), state.phase) == ("B1", Turn(1))


@pytest.mark.rule("H8")
def test_with_fewer_cards_than_the_count_all_go() -> None:
    """There is no choice, so it happens at once."""
    state = after({"discard": "green", "who": "next", "count": 5}, hands=("WC1 R1 R2", "G1 G2 B1 B2"))
    assert hand(state, 1) == "B1 B2"


@pytest.mark.rule("H8")
def test_each_of_several_picks_in_turn_order() -> None:
    """Seat 1 picks, then seat 2, then the player of the card."""
    state = after(
        {"discard": "any", "who": "everyone", "count": 1}, hands=("WC1 R1 R2", "G1 G2 G3", "B1 B2 B3")
    )
    assert awaits(state) == (1,)
    assert awaits(play(state, "1: discard G1")) == (2,)
    assert awaits(play(state, "1: discard G1", "2: discard B1")) == (0,)
    assert play(state, "1: discard G1", "2: discard B1", "0: discard R2").phase == Turn(1)


@pytest.mark.rule("H8", "U7")
def test_who_is_left_with_one_card_by_a_discard_can_be_caught() -> None:
    """The act opens a window for the hand left with one card."""
    state = after({"discard": "wild", "who": "next"}, hands=("WC1 R1 R2", "W G1", "B1 B2"))
    assert {"catch 1"} <= may(state, 2)
    assert counts(play(state, "2: catch 1"))[1] == 3


@pytest.mark.rule("H8", "U7", "U2")
def test_who_is_left_with_one_card_by_a_discard_can_call() -> None:
    """A call before anybody catches is safe."""
    state = play(after({"discard": "wild", "who": "next"}, hands=("WC1 R1 R2", "W G1", "B1 B2")), "1: uno")
    assert refused(state, "2: catch 1").code == "lost-race"


@pytest.mark.rule("U7", "U4")
def test_the_window_of_a_discard_closes_when_the_next_player_moves() -> None:
    """Seat 2's own window, too, is closed by the play of seat 1."""
    state = after({"discard": "wild", "who": "others"}, hands=("WC1 R1 R2", "W G1 R9", "B1 W"))
    assert refused(state, "1: play R9 uno", "0: catch 2").rule == "U4"


@pytest.mark.rule("U6", "U7")
def test_a_pick_that_leaves_one_card_opens_a_window() -> None:
    """The window opens with the pick."""
    state = after({"discard": "any", "who": "next", "count": 1}, hands=("WC1 R1 R2", "G1 G2"))
    assert "catch 1" in may(play(state, "1: discard G2"), 0)
