"""M1–M5: partners, sides; what schedules give is shown in tests/rooms/tournament."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from lastcard.match import new_match, record, round_result
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import ruleset
from lastcard.tournament import Pairing, eight_players, rotating_partners, whist
from tests.rooms.rules.positions import at, counts, ended, hand, leaves, play, points

FOUR = [[0, 2], [1, 3]]
SIX = [[0, 2, 4], [1, 3, 5]]


@pytest.mark.rule("M1")
@pytest.mark.parametrize(("seat", "gives"), [(0, {0: 13, 1: 0}), (2, {0: 13, 1: 0})])
def test_the_team_scores_both_opponents_hands(seat: int, gives: dict[int, int]) -> None:
    """Whichever partner goes out, the opponents' hands are scored and never the partner's."""
    hands = ["W W", "G4", "W+4", "G9"]
    hands[seat] = "R1"
    assert points(at(*hands, turn=seat, teams=FOUR), f"{seat}: play R1") == gives


@pytest.mark.rule("M1")
def test_the_other_team_scores_when_it_is_out() -> None:
    """Seat 3 goes out: team 1 scores the hands of seats 0 and 2."""
    state = at("W", "W", "G2", "R1", turn=3, teams=FOUR)
    assert points(state, "3: play R1") == {0: 0, 1: 52}


@pytest.mark.rule("M1")
def test_the_round_ends_when_either_partner_is_out() -> None:
    """The partner still holds cards, and the round is over."""
    end = ended(at("R1", "G4", "W+4", "G9", teams=FOUR), "0: play R1")
    assert (end.out, len(end.hands[2])) == (0, 1)


@pytest.mark.rule("M1")
@pytest.mark.parametrize(
    "teams",
    [[[0, 1], [2, 3]], [[0, 2]], [[0, 2], [1, 3], []], [[0, 2, 1], [3]], [[0, 2], [1, 2]], [[0, 2], [1, 4]]],
)
def test_partners_sit_opposite(teams: list[list[int]]) -> None:
    """Teams that do not sit alternately, or are not two, are refused."""
    with pytest.raises(RulesError, match="teams"):
        ruleset(teams=teams)


@pytest.mark.rule("M1")
def test_teams_may_be_named_in_any_order() -> None:
    """Which team comes first is the table's choice, and the points are numbered so."""
    state = at("R1", "G4", "W", "G9", teams=[[3, 1], [2, 0]])
    assert points(state, "0: play R1") == {0: 0, 1: 13}


@pytest.mark.rule("M1")
@pytest.mark.rule("U5")
def test_a_partner_may_catch() -> None:
    """Anybody else at the table catches, a partner too."""
    state = at("R1 G2", "G4 G5", "B1 B2", "Y1 Y2", teams=FOUR)
    assert counts(play(state, "0: play R1", "2: catch 0"))[0] == 3


@pytest.mark.rule("M1")
@pytest.mark.rule("W8")
def test_hands_may_be_swapped_with_a_partner() -> None:
    """Swap Hands names any other player."""
    state = at("WS R1 R2", "G4 G5", "B1", "Y1 Y2", edition="swap-112", teams=FOUR)
    assert hand(play(state, "0: play WS red swap 2"), 0) == "B1"


@pytest.mark.rule("M1")
@pytest.mark.rule("H8")
def test_a_written_rule_may_mean_the_partner() -> None:
    """`partner` is the one opposite."""
    written = {"R*": {"text": "Partner draws two.", "effects": [{"draw": 2, "who": "partner"}]}}
    state = at("R* G1 G2", "B1", "B2", "B3", teams=FOUR, edition="blanks-112", written=written)
    assert counts(play(state, "0: play R*")) == (2, 1, 3, 1)


@pytest.mark.rule("M1")
@pytest.mark.rule("V14")
def test_a_partner_plays_on_alone() -> None:
    """One of a team leaves: the round goes on and scores for the team."""
    state = leaves(at("R1 R9", "G4", "R2", "G9", teams=FOUR, pile="B8"), 0)
    assert (state.over, state.turn) == (False, 1)
    assert points(state, "1: draw", "2: play R2") == {0: 4 + 8 + 9, 1: 0}


@pytest.mark.rule("M1")
@pytest.mark.rule("V14")
def test_when_a_team_is_gone_the_other_wins_the_match_unscored() -> None:
    """Both of a team leave: the round gives nothing and the match is the other team's."""
    over = leaves(leaves(at("R1 R9", "G4", "R2", "G9", teams=FOUR), 0), 2)
    match = record(new_match(over.rules), round_result(over))
    assert (over.over, over.out, match.scores, match.winner) == (True, None, ((0, 0), (1, 0)), 1)


@pytest.mark.rule("M4")
@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_two_sides_sit_alternately(players: int) -> None:
    """Four, six, eight or ten make two sides."""
    sides = [list(range(0, players, 2)), list(range(1, players, 2))]
    assert len(ruleset(players=players, teams=sides).teams) == 2


@pytest.mark.rule("M4")
@pytest.mark.parametrize("players", [2, 3, 5, 7, 9])
def test_other_numbers_make_no_sides(players: int) -> None:
    """Two players are no sides, and an odd number makes none."""
    sides = [list(range(0, players, 2)), list(range(1, players, 2))]
    with pytest.raises(RulesError, match="teams"):
        ruleset(players=players, teams=sides)


@pytest.mark.rule("M4")
def test_the_side_of_who_is_out_scores_all_opposing_hands() -> None:
    """All on that side lay down their cards: only the three opposing hands count."""
    state = at("R1", "G4", "W", "G9", "W+4", "B7", teams=SIX)
    assert points(state, "0: play R1") == {0: 4 + 9 + 7, 1: 0}


@pytest.mark.rule("M4")
def test_the_first_side_to_the_target_wins() -> None:
    """A side's points are one total."""
    over = play(at("R1", "W", "G1", "W+4", "G2", "G3", teams=SIX, target=100), "0: play R1")
    assert record(new_match(over.rules), round_result(over)).winner == 0


@pytest.mark.rule("M4")
@pytest.mark.rule("O2")
def test_an_opponent_draws_for_the_last_draw_card_of_a_side() -> None:
    """Seated alternately, the next player is of the other side, and the cards count for the one out."""
    state = at("R+2", "G4", "W", "G9", "W+4", "B7", teams=SIX, pile="Y1 Y2")
    assert points(state, "0: play R+2") == {0: 20 + 3, 1: 0}


@pytest.mark.rule("M2")
def test_every_two_of_four_are_partners_for_four_rounds() -> None:
    """Twelve rounds: three partners, four rounds with each."""
    rounds = rotating_partners().rounds
    met = Counter(pair for seating in rounds for table in seating.tables for pair in table.pairings)
    assert (len(rounds), met) == (12, {Pairing(*two): 4 for two in combinations(range(4), 2)})


@pytest.mark.rule("M3")
def test_every_two_of_eight_are_partners_for_four_rounds() -> None:
    """Twenty-eight rounds at two tables."""
    rounds = eight_players().rounds
    met = Counter(pair for seating in rounds for table in seating.tables for pair in table.pairings)
    assert (len(rounds), met) == (28, {Pairing(*two): 4 for two in combinations(range(8), 2)})


@pytest.mark.rule("M5")
@pytest.mark.parametrize("players", [4, 8, 12, 40])
def test_every_two_partner_once_and_oppose_twice(players: int) -> None:
    """A whist tournament is balanced up to forty players."""
    tables = [table for seating in whist(players).rounds for table in seating.tables]
    partners = Counter(pair for table in tables for pair in table.pairings)
    opposed = Counter(Pairing.of(table.seats[at], table.seats[at - 1]) for table in tables for at in range(4))
    every = {Pairing(*two) for two in combinations(range(players), 2)}
    assert partners == dict.fromkeys(every, 1)
    assert opposed == dict.fromkeys(every, 2)
