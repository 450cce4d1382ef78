"""Matches: rounds add up, the deal passes on, players go out of it, somebody wins."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.match import Match, MatchError, RoundResult, leave, new_match, record
from lastcard.rules.cards import parse_cards
from lastcard.rules.ruleset import ruleset


def match_of(
    players: int, scoring: str = "first-to", target: int = 100, dealer: int = 0, **more: Any
) -> Match:
    """A match that is about to begin."""
    return new_match(ruleset(players=players, scoring=scoring, target=target, **more), dealer)


def play(
    match: Match, out: int | None, gone: tuple[int, ...] = (), *, scored: bool = True, **left: str
) -> Match:
    """The match after a round in which `out` went out; seat 1 has `s1="R5 W"` left, `gone` left the table."""
    hands = tuple(parse_cards(left.get(f"s{seat}", "")) for seat in range(match.rules.players))
    seats = tuple(seat for seat in match.seats if seat not in gone)
    return record(match, RoundResult(seats, out, hands, scored))


@pytest.mark.rule("P2")
def test_who_goes_out_scores_all_opponents_hands() -> None:
    """The one out scores what all others hold, and nobody else scores."""
    assert play(match_of(3), 1, s0="R5 W", s2="GS").scores == ((0, 0), (1, 75), (2, 0))


@pytest.mark.rule("P2")
def test_below_the_target_nobody_has_won() -> None:
    """One point short of the target the match goes on."""
    assert play(match_of(2), 0, s1="W BS BR R9").winner is None


@pytest.mark.rule("P2")
def test_the_target_reached_exactly_wins() -> None:
    """Exactly the target is enough."""
    assert play(match_of(2), 0, s1="W W+4").winner == 0


@pytest.mark.rule("P2")
def test_points_of_several_rounds_add_up_to_the_target() -> None:
    """Two rounds of fifty are a hundred."""
    match = play(play(match_of(2), 0, s1="W"), 0, s1="W")
    assert (match.scores, match.winner) == (((0, 100), (1, 0)), 0)


@pytest.mark.rule("P2")
@pytest.mark.rule("T5")
def test_a_round_with_nobody_out_scores_nothing_under_first_to() -> None:
    """Nobody is out, so nobody scores."""
    assert play(match_of(3), None, s0="W", s1="W", s2="W").scores == ((0, 0), (1, 0), (2, 0))


@pytest.mark.rule("P3")
def test_everyone_is_charged_with_their_own_hand() -> None:
    """Under the running total each hand counts against its owner."""
    assert play(match_of(3, "running-total"), 0, s1="W R5", s2="R1").scores == ((0, 0), (1, 55), (2, 1))


@pytest.mark.rule("P3")
@pytest.mark.rule("T5")
def test_a_round_with_nobody_out_charges_everybody() -> None:
    """Nobody is out: all hands count against their owners."""
    assert play(match_of(2, "running-total"), None, s0="R3", s1="W").scores == ((0, 3), (1, 50))


@pytest.mark.rule("P3")
def test_the_lowest_total_wins_once_anyone_has_the_target() -> None:
    """The lowest wins, not the one who went out."""
    match = play(play(match_of(3, "running-total"), 2, s0="R1", s1="W"), 0, s1="W", s2="R9")
    assert (dict(match.scores), match.winner) == ({0: 1, 1: 100, 2: 9}, 0)


@pytest.mark.rule("P3")
def test_a_tie_for_lowest_plays_another_round() -> None:
    """Two with the lowest total play on, and everybody else with them."""
    match = play(match_of(3, "running-total"), 0, s1="W W")
    assert (match.winner, match.seats) == (None, (0, 1, 2))


@pytest.mark.rule("P3")
def test_the_round_after_a_tie_may_let_the_third_win() -> None:
    """In the further round every player's total counts again."""
    match = play(match_of(3, "running-total"), 0, s1="W W", s2="")
    assert play(match, 1, s0="W W W", s2="W W W W").winner == 1


@pytest.mark.rule("P4")
def test_whoever_reaches_the_target_is_eliminated() -> None:
    """The others play on with their totals."""
    match = play(match_of(4, "elimination"), 0, s1="W W", s2="R1", s3="W")
    assert (match.eliminated, match.seats, match.winner) == ((1,), (0, 2, 3), None)
    assert dict(match.scores) == {0: 0, 1: 100, 2: 1, 3: 50}


@pytest.mark.rule("P4")
def test_one_point_below_the_target_plays_on() -> None:
    """Ninety-nine of a hundred is not out."""
    assert play(match_of(3, "elimination"), 0, s1="W BS BR R9").eliminated == ()


@pytest.mark.rule("P4")
def test_the_last_two_play_on_with_the_totals_they_have() -> None:
    """Head to head, whoever reaches the target from there loses."""
    match = play(match_of(3, "elimination"), 0, s1="W W", s2="W R9")
    assert (match.seats, match.winner) == ((0, 2), None)
    match = play(match, 0, s2="W R1")
    assert (match.eliminated, match.winner, match.seats) == ((1, 2), 0, (0,))


@pytest.mark.rule("P4")
def test_a_round_that_leaves_one_makes_that_player_win() -> None:
    """Two eliminated at once leave the third."""
    match = play(match_of(3, "elimination"), 0, s1="W W", s2="W+4 W+4")
    assert (match.winner, match.eliminated) == (0, (1, 2))


@pytest.mark.rule("P4")
@pytest.mark.parametrize(("dealer", "order"), list(enumerate([(1, 2, 3), (2, 3, 1), (3, 1, 2), (1, 2, 3)])))
def test_those_eliminated_together_are_listed_from_the_dealers_left(
    dealer: int, order: tuple[int, ...]
) -> None:
    """Turn order from the dealer's left, the dealer last, whatever their totals."""
    match = play(match_of(4, "elimination", dealer=dealer), 0, s1="W W", s2="W W W", s3="W W")
    assert match.eliminated == order


@pytest.mark.rule("P4")
@pytest.mark.rule("T5")
def test_when_all_reach_the_target_at_once_the_lowest_total_wins() -> None:
    """Nobody was out and everybody is over: the lowest stays."""
    match = play(match_of(3, "elimination"), None, s0="W W W", s1="W W R1", s2="W W W W")
    assert (match.winner, match.eliminated) == (1, (2, 0))


@pytest.mark.rule("P4")
@pytest.mark.rule("T5")
def test_when_all_reach_the_target_at_once_those_tied_for_lowest_play_on() -> None:
    """They stay past the target until a round tells them apart."""
    match = play(match_of(3, "elimination"), None, s0="W W", s1="W W", s2="W W W")
    assert (match.winner, match.eliminated, match.seats) == (None, (2,), (0, 1))
    match = play(match, 1, s0="R0")
    assert (match.winner, match.seats) == (None, (0, 1))
    match = play(match, 1, s0="R1")
    assert (match.winner, match.eliminated) == (1, (2, 0))


@pytest.mark.rule("M1")
def test_a_team_scores_both_opponents_and_not_the_partner() -> None:
    """The points go to the team's number."""
    match = play(match_of(4, teams=[[0, 2], [1, 3]]), 2, s0="W W", s1="R2 G3", s3="B4")
    assert match.scores == ((0, 9), (1, 0))


@pytest.mark.rule("M1")
def test_a_team_wins_as_a_team() -> None:
    """The winner is the team's number, whichever partner was out."""
    match = play(match_of(4, teams=[[0, 2], [1, 3]]), 1, s0="W", s2="R9")
    match = play(match, 3, s0="W", s2="R1")
    assert (match.scores, match.winner) == (((0, 0), (1, 110)), 1)


@pytest.mark.rule("M4")
@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_a_side_scores_all_opposing_hands(players: int) -> None:
    """Every opponent's hand counts, no hand of the own side."""
    sides = [list(range(0, players, 2)), list(range(1, players, 2))]
    hands = tuple(parse_cards("" if seat == 0 else "R1" if seat % 2 else "W") for seat in range(players))
    match = record(match_of(players, teams=sides), RoundResult(tuple(range(players)), 0, hands))
    assert match.scores == ((0, players // 2), (1, 0))


@pytest.mark.rule("S5")
def test_the_deal_passes_to_the_left_and_round() -> None:
    """One seat up each time, then seat 0 again."""
    match = match_of(3, dealer=1)
    dealers = []
    for _ in range(3):
        match = play(match, 0, s1="R1")
        dealers.append(match.dealer)
    assert dealers == [2, 0, 1]


@pytest.mark.rule("S5")
def test_the_first_dealer_is_seat_0_unless_said_otherwise() -> None:
    """Seat 0, or the one that was given."""
    assert (match_of(3).dealer, match_of(3, dealer=2).dealer) == (0, 2)


@pytest.mark.rule("S5")
@pytest.mark.rule("P4")
def test_the_deal_passes_over_players_who_are_out_of_the_match() -> None:
    """Seat 1 is eliminated, so seat 2 deals."""
    assert play(match_of(4, "elimination"), 0, s1="W W").dealer == 2


@pytest.mark.rule("S5")
@pytest.mark.rule("P4")
def test_an_eliminated_dealer_passes_the_deal_on_as_well() -> None:
    """The dealer's left deals next, not the left of somebody else."""
    assert play(match_of(4, "elimination", dealer=1), 0, s1="W W").dealer == 2


@pytest.mark.rule("V14")
def test_who_left_during_a_round_is_out_of_the_match() -> None:
    """The seat keeps its total, but it is not in the match any more and was not eliminated."""
    match = play(play(match_of(3), 2, s0="R5"), 0, gone=(2,), s1="R1")
    assert (match.seats, match.left, match.eliminated) == ((0, 1), (2,), ())
    assert match.scores == ((0, 1), (1, 0), (2, 5))


@pytest.mark.rule("V14")
def test_who_is_left_alone_wins_whatever_the_totals() -> None:
    """One player left: the round gives nothing and that player wins."""
    match = play(match_of(3, "running-total"), 0, s1="W", s2="R1")
    match = play(match, None, gone=(0, 2), scored=False, s1="W W")
    assert (match.winner, dict(match.scores), match.rounds[-1]) == (1, {0: 0, 1: 50, 2: 1}, ())


@pytest.mark.rule("V14")
def test_a_partner_who_stays_plays_on() -> None:
    """With one of a team gone, the team is still in it."""
    match = play(match_of(4, teams=[[0, 2], [1, 3]]), 0, gone=(2,), s1="R1", s3="R2")
    assert (match.winner, match.scores, match.seats) == (None, ((0, 3), (1, 0)), (0, 1, 3))


@pytest.mark.rule("V14")
def test_a_team_without_opponents_wins() -> None:
    """When both of the other team have left there is nobody to play against."""
    assert play(match_of(4, teams=[[0, 2], [1, 3]]), 0, gone=(1, 3)).winner == 0


@pytest.mark.rule("V14")
def test_a_low_total_that_left_does_not_win_the_running_total() -> None:
    """The lowest total is looked for among those who are still in the match."""
    match = play(match_of(3, "running-total"), 2, s0="W", s1="R9")
    assert play(match, 1, gone=(2,), s0="W").winner == 1


@pytest.mark.rule("V14")
def test_leaving_between_rounds_makes_the_last_one_win() -> None:
    """Two leave, the third has won."""
    match = leave(leave(match_of(3), 0), 1)
    assert (match.seats, match.winner, match.left) == ((2,), 2, (0, 1))


@pytest.mark.rule("V14")
@pytest.mark.rule("S5")
@pytest.mark.parametrize(("seat", "dealer"), [(1, 2), (0, 1), (3, 1)])
def test_leaving_between_rounds_passes_the_deal_only_from_the_dealer(seat: int, dealer: int) -> None:
    """The dealer's left deals instead; anybody else's going changes nothing."""
    assert leave(match_of(4, dealer=1), seat).dealer == dealer


@pytest.mark.rule("V14")
def test_a_match_that_everybody_left_is_over_without_a_winner() -> None:
    """Nobody is left to win."""
    match = play(match_of(2), None, gone=(0, 1), scored=False)
    assert (match.over, match.winner) == (True, None)


def test_each_round_keeps_what_it_gave() -> None:
    """A score sheet can be drawn up from the match."""
    match = play(play(match_of(2), 0, s1="R5"), 1, s0="R7")
    assert match.rounds == (((0, 5), (1, 0)), ((0, 0), (1, 7)))


def test_a_match_that_is_over_takes_no_round_and_nobody_leaves_it() -> None:
    """Both are refused with a sentence."""
    match = play(match_of(2), 0, s1="W W")
    with pytest.raises(MatchError, match="over"):
        play(match, 0)
    with pytest.raises(MatchError, match="over"):
        leave(match, 1)


def test_a_result_of_other_seats_is_refused() -> None:
    """Who is out of the match cannot be in a round of it."""
    match = play(match_of(4, "elimination"), 0, s1="W W")
    hands = ((), (), (), ())
    with pytest.raises(MatchError, match="not seats of this match"):
        record(match, RoundResult((0, 1, 2, 3), 0, hands))
    with pytest.raises(MatchError, match="cannot have gone out"):
        record(match, RoundResult((0, 2, 3), 1, hands))
    with pytest.raises(MatchError, match="3 hands"):
        record(match, RoundResult((0, 2, 3), 0, hands[:3]))


def test_a_dealer_who_is_not_at_the_table_is_refused() -> None:
    """The error names the seat and those there are."""
    with pytest.raises(MatchError, match="seat 4 cannot deal"):
        match_of(4, dealer=4)
    with pytest.raises(MatchError, match="seat 3 is not in the match"):
        leave(match_of(3), 3)
