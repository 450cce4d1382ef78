"""Laws that every match keeps, over results made at random."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.match import Match, RoundResult, new_match, record
from lastcard.rules.options import Scoring
from lastcard.rules.ruleset import EDITIONS, Ruleset, ruleset
from lastcard.rules.scoring import hand_points


@st.composite
def rule_sets(draw: st.DrawFn) -> Ruleset:
    """Rules of every edition, scoring, number of players and team."""
    players = draw(st.integers(2, 10))
    scoring = draw(st.sampled_from([mode.value for mode in Scoring]))
    teams = []
    if scoring == "first-to" and players in (4, 6, 8, 10) and draw(st.booleans()):
        teams = [list(range(0, players, 2)), list(range(1, players, 2))]
    edition, target = draw(st.sampled_from(EDITIONS)), draw(st.integers(1, 600))
    return ruleset(edition, players=players, teams=teams, scoring=scoring, target=target)


@st.composite
def results(draw: st.DrawFn, match: Match) -> RoundResult:
    """A result that a round of the match may have; now and then somebody has left."""
    seats = match.seats
    if draw(st.integers(0, 9)) == 0:
        gone = draw(st.sets(st.sampled_from(seats), max_size=len(seats)))
        seats = tuple(seat for seat in seats if seat not in gone)
    out = draw(st.sampled_from([*seats, None])) if seats else None
    cards = st.lists(st.sampled_from(match.rules.cards), min_size=1, max_size=8)
    hands = tuple(tuple(draw(cards)) if s in seats and s != out else () for s in range(match.rules.players))
    return RoundResult(seats, out, hands, scored=len(seats) > 1)


@pytest.mark.tier("default")
@settings(deadline=None)
@given(data=st.data(), rules=rule_sets(), dealer=st.integers(0, 9))
def test_a_match_keeps_its_laws_to_the_end(data: st.DataObject, rules: Ruleset, dealer: int) -> None:
    """Everybody is in it, eliminated or gone; the dealer is in it; totals are sums; a winner ends it."""
    match = new_match(rules, dealer % rules.players)
    for _ in range(12):
        if match.over:
            break
        result = data.draw(results(match))
        after = record(match, result)
        keeps_everybody(after)
        deals_to_the_left(match, after)
        adds_up(match, after, result)
        match = after
    if match.winner is not None:
        winner_is_right(match)


def keeps_everybody(match: Match) -> None:
    """Each seat is in exactly one of the three places."""
    assert sorted(match.seats + match.eliminated + match.left) == list(range(match.rules.players))


def deals_to_the_left(before: Match, after: Match) -> None:
    """The deal goes to the next seat that is still in the match, and to no later one."""
    if after.seats:
        assert after.dealer in after.seats
        passed = [(before.dealer + i) % before.rules.players for i in range(1, before.rules.players + 1)]
        assert not set(passed[: passed.index(after.dealer)]) & set(after.seats)


def adds_up(before: Match, after: Match, result: RoundResult) -> None:
    """What a round adds in all is what lies in the hands that it counts."""
    added = sum(total for _, total in after.scores) - sum(total for _, total in before.scores)
    rules = before.rules
    if not result.scored:
        assert added == 0
    elif rules.scoring is Scoring.FIRST_TO:
        out = result.out
        counted = [s for s in result.seats if out is not None and not rules.same_side(s, out)]
        assert added == sum(hand_points(rules, result.hands[s]) for s in counted)
    else:
        assert added == sum(hand_points(rules, result.hands[s]) for s in result.seats)
    assert after.rounds[:-1] == before.rounds


def winner_is_right(match: Match) -> None:
    """The winner is in the match, and stands best in it unless everybody else has left."""
    assert match.over
    assert match.winner is not None
    if match.rules.teams:
        assert set(match.rules.teams[match.winner]) & set(match.seats)
        return
    assert match.winner in match.seats
    totals = {seat: total for seat, total in match.scores if seat in match.seats}
    if match.rules.scoring is Scoring.RUNNING_TOTAL:
        assert totals[match.winner] == min(totals.values())
    if match.rules.scoring is Scoring.ELIMINATION:
        assert match.seats == (match.winner,)
