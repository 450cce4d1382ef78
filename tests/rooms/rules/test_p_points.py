"""P1–P4: what cards count, and what a round gives under each scoring."""

from __future__ import annotations

import pytest

from lastcard.match import new_match, record, round_result
from lastcard.rules.cards import parse_card, parse_cards
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import ruleset
from lastcard.rules.scoring import hand_points, round_points
from tests.rooms.rules.positions import at, play, points

NOTHING = {"text": "Nothing.", "effects": []}
FOUR = [[0, 2], [1, 3]]


def worth(cards: str, edition: str = "classic", **options: object) -> int:
    """What the cards count in the edition."""
    return hand_points(ruleset(edition, **options), parse_cards(cards))


@pytest.mark.rule("P1")
@pytest.mark.parametrize("edition", ["classic", "blanks-112", "swap-112"])
@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("colour", "RYGB")
def test_number_cards_count_their_number(edition: str, number: int, colour: str) -> None:
    """A 7 counts seven, a 0 nothing, whatever the colour."""
    assert worth(f"{colour}{number}", edition) == number


@pytest.mark.rule("P1")
@pytest.mark.parametrize("edition", ["classic", "blanks-112", "swap-112"])
@pytest.mark.parametrize("word", ["+2", "R", "S"])
@pytest.mark.parametrize("colour", "RYGB")
def test_word_cards_count_twenty(edition: str, word: str, colour: str) -> None:
    """Draw Two, Reverse and Skip count twenty."""
    assert worth(colour + word, edition) == 20


@pytest.mark.rule("P1")
@pytest.mark.parametrize("edition", ["classic", "blanks-112", "swap-112"])
@pytest.mark.parametrize("card", ["W", "W+4"])
def test_wilds_count_fifty(edition: str, card: str) -> None:
    """Wild and Wild Draw Four count fifty."""
    assert worth(card, edition) == 50


@pytest.mark.rule("P1")
@pytest.mark.parametrize("card", ["WS", "WC", "WC1", "WC2", "WC3"])
def test_swap_hands_and_customizable_count_forty(card: str) -> None:
    """The wild cards of the edition with Swap Hands count forty, whichever rule is on them."""
    assert worth(card, "swap-112") == 40


@pytest.mark.rule("P1")
@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    ("options", "expected"), [({}, 20), ({"blank_points": 0}, 0), ({"blank_points": 50}, 50)]
)
def test_a_coloured_blank_counts_what_the_table_says(options: dict[str, int], expected: int) -> None:
    """Twenty unless the table sets something else."""
    assert worth("R*", "blanks-112", written={"R*": NOTHING}, **options) == expected


@pytest.mark.rule("P1")
@pytest.mark.rule("D5")
def test_a_blank_that_stands_in_counts_as_the_card() -> None:
    """The deck has the lost card again, so it counts as that."""
    rules = ruleset("blanks-112", lost=["Y7"], replace={"Y*": "Y7"})
    assert (rules.cards.count(parse_card("Y7")), hand_points(rules, parse_cards("Y7 Y7"))) == (2, 14)


@pytest.mark.rule("P1")
@pytest.mark.rule("V4")
def test_house_rules_do_not_change_what_cards_count() -> None:
    """A seven is seven points where it swaps hands, too."""
    assert worth("R7 G0 W", seven_zero=True, stacking="cross") == 57


@pytest.mark.rule("P2")
def test_the_one_out_scores_all_opponents() -> None:
    """Every other hand counts for the one out, nobody else scores."""
    assert points(at("R1", "G5 W", None, "BS Y9"), "0: play R1") == {0: 84, 1: 0, 3: 0}


@pytest.mark.rule("P2")
def test_a_seat_that_is_not_in_the_round_gets_and_gives_nothing() -> None:
    """Only those in the round are counted."""
    given = points(at("R1", None, "G5"), "0: play R1")
    assert given == {0: 5, 2: 0}


@pytest.mark.rule("P2")
@pytest.mark.rule("T5")
def test_nobody_out_scores_nothing() -> None:
    """A round in which nobody can move gives nobody a point."""
    state = at("B1 G7", "G2", top="R5", pile="", only=True, draw_limit=15)
    assert round_points(state.rules, (0, 1), [h.cards for h in state.hands], None) == ((0, 0), (1, 0))


@pytest.mark.rule("P3")
@pytest.mark.rule("P4")
@pytest.mark.parametrize("scoring", ["running-total", "elimination"])
def test_everyone_is_charged_with_the_own_hand(scoring: str) -> None:
    """The one out is charged with nothing, the others with what they hold."""
    assert points(at("R1", "G5 W", "BS", scoring=scoring), "0: play R1") == {0: 0, 1: 55, 2: 20}


@pytest.mark.rule("P3")
@pytest.mark.rule("T5")
def test_everyone_is_charged_when_nobody_is_out() -> None:
    """A round with nobody out charges all."""
    state = at("G1 W", "B2", scoring="running-total")
    assert round_points(state.rules, (0, 1), [h.cards for h in state.hands], None) == ((0, 51), (1, 2))


@pytest.mark.rule("P3")
@pytest.mark.rule("O2")
def test_the_last_draw_is_charged() -> None:
    """The cards drawn for a last Draw Two count against the one who drew them."""
    state = at("R+2", "G1", "G2", scoring="running-total", pile="W Y9")
    assert points(state, "0: play R+2") == {0: 0, 1: 60, 2: 2}


@pytest.mark.rule("P3")
@pytest.mark.rule("O3")
def test_the_player_of_the_card_is_charged_when_another_goes_out_by_it() -> None:
    """A written discard that lets another out leaves the player with the own hand to count."""
    written = {"WC1": {"text": "Greens away.", "effects": [{"discard": "green", "who": "next"}]}}
    state = at("WC1 R1 R2", "G1 G2", edition="swap-112", written=written, scoring="running-total")
    assert points(state, "0: play WC1 blue") == {0: 3, 1: 0}


@pytest.mark.rule("P2")
def test_the_target_ends_the_match() -> None:
    """A round played to its end brings its winner to the target."""
    over = play(at("R1", "W W", "W+4", target=150), "0: play R1")
    match = record(new_match(over.rules), round_result(over))
    assert (match.scores, match.winner) == (((0, 150), (1, 0), (2, 0)), 0)


@pytest.mark.rule("P3")
def test_the_lowest_total_wins_when_one_reaches_the_target() -> None:
    """Seat 1 reaches the target, and seat 0 has least."""
    over = play(at("R1", "W W", "W+4", target=100, scoring="running-total"), "0: play R1")
    match = record(new_match(over.rules), round_result(over))
    assert (match.scores, match.winner) == (((0, 0), (1, 100), (2, 50)), 0)


@pytest.mark.rule("P4")
def test_the_next_round_is_dealt_to_those_who_are_left() -> None:
    """Seat 1 is eliminated, and the last two go on head to head."""
    over = play(at("R1", "W W", "W+4", target=100, scoring="elimination"), "0: play R1")
    match = record(new_match(over.rules), round_result(over))
    assert (match.seats, match.eliminated, match.winner) == ((0, 2), (1,), None)


@pytest.mark.rule("P4")
@pytest.mark.rule("N1")
def test_the_last_two_play_by_the_two_handed_rules() -> None:
    """Of four seats two are left in the round: a Reverse lets its player move again."""
    state = at("RR R1 R2", None, "G1 G2", None, scoring="elimination")
    assert play(state, "0: play RR").turn == 0


@pytest.mark.rule("P3")
@pytest.mark.rule("P4")
@pytest.mark.parametrize("scoring", ["running-total", "elimination"])
def test_with_teams_only_first_to_is_played(scoring: str) -> None:
    """Running totals are for single players: with teams they are refused."""
    with pytest.raises(RulesError, match="single players"):
        ruleset(teams=FOUR, scoring=scoring)


@pytest.mark.rule("P2")
@pytest.mark.parametrize("target", [1, 200, 500, 1000])
def test_any_target_may_be_agreed(target: int) -> None:
    """The target is the table's choice."""
    assert ruleset(target=target).target == target


@pytest.mark.rule("P2")
@pytest.mark.parametrize("target", [0, -1, 100_001, "500", True])
def test_a_target_is_a_number_of_points(target: object) -> None:
    """Nothing, less, and what is no number are refused."""
    with pytest.raises(RulesError, match="target"):
        ruleset(target=target)
