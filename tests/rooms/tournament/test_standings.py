"""Standings: points add up per player, in partnerships too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastcard.rules.errors import RulesError
from lastcard.tournament import (
    Pairing,
    Seating,
    TableResult,
    TableSeating,
    leaders,
    partnership_result,
    rotating_partners,
    standings,
)

FOUR = TableSeating((0, 1, 2, 3), partners=True)


@pytest.mark.rule("M2")
def test_partners_both_keep_their_points() -> None:
    """Fifty for a team are fifty for each of the two."""
    table = standings(range(4), [partnership_result(FOUR, (50, 0))])
    assert {standing.player: standing.points for standing in table} == {0: 50, 2: 50, 1: 0, 3: 0}


@pytest.mark.rule("M2")
def test_points_follow_the_player_to_the_next_partner() -> None:
    """Who wins with two partners has the points of both partnerships, told apart."""
    results = [
        partnership_result(FOUR, (50, 0)),
        partnership_result(TableSeating((0, 2, 1, 3), partners=True), (30, 0)),
    ]
    first = standings(range(4), results)[0]
    assert (first.player, first.points, first.played) == (0, 80, 2)
    assert first.partnerships == ((Pairing(0, 1), 30), (Pairing(0, 2), 50))


@pytest.mark.rule("M2")
@given(st.lists(st.tuples(st.integers(0, 300), st.booleans()), min_size=24, max_size=24))
def test_the_most_points_after_all_cycles_win(rounds: list[tuple[int, bool]]) -> None:
    """Over two cycles everybody's points are those of their partnerships, and the leaders have most."""
    results = [
        partnership_result(seating.tables[0], (points, 0) if first else (0, points))
        for seating, (points, first) in zip(rotating_partners(2).rounds, rounds, strict=True)
    ]
    table = standings(range(4), results)
    assert all(standing.points == sum(points for _, points in standing.partnerships) for standing in table)
    assert sum(standing.points for standing in table) == 2 * sum(points for points, _ in rounds)
    most = max(standing.points for standing in table)
    assert set(leaders(table)) == {standing.player for standing in table if standing.points == most}


@pytest.mark.rule("M5")
def test_equal_points_share_a_place() -> None:
    """Two second places are followed by a fourth."""
    results = [TableResult(((0, 10), (1, 5), (2, 5), (3, 1)))]
    assert [standing.place for standing in standings(range(4), results)] == [1, 2, 2, 4]


@pytest.mark.rule("M5")
def test_a_bye_is_counted_with_its_points() -> None:
    """A bye gives what was agreed, and is no round played."""
    seating = Seating((TableSeating((0, 1)),), byes=(2,))
    table = standings(range(3), [TableResult(((0, 40), (1, 0)))], [seating], bye_points=20)
    assert [(s.player, s.points, s.played, s.byes) for s in table] == [
        (0, 40, 1, 0),
        (2, 20, 0, 1),
        (1, 0, 1, 0),
    ]


@pytest.mark.rule("M5")
def test_before_the_first_round_all_share_the_first_place() -> None:
    """Nobody has points, nobody is left out."""
    assert leaders(standings(range(3), [])) == (0, 1, 2)


@pytest.mark.rule("M5")
def test_a_result_of_a_stranger_is_refused() -> None:
    """Player 9 is not in a tournament of three."""
    with pytest.raises(RulesError, match="player 9"):
        standings(range(3), [TableResult(((0, 1), (9, 1)))])


@pytest.mark.rule("M2")
def test_partnership_points_need_partners() -> None:
    """A table without partners, or three scores for two teams, is refused."""
    with pytest.raises(RulesError, match="partners"):
        partnership_result(TableSeating((0, 1, 2, 3)), (1, 2))
    with pytest.raises(RulesError, match="two scores"):
        partnership_result(FOUR, (1, 2, 3))
