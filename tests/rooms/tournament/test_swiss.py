"""Swiss rounds: no rematch while avoidable, byes in turn, tables of every size."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.rules.errors import RulesError
from lastcard.tournament import Leftover, Pairing, Seating, SwissRound, swiss_round


def tournament(
    data: st.DataObject, players: int, rounds: int, size: int = 2, leftover: Leftover = Leftover.SMALLER
) -> list[SwissRound]:
    """Play so many rounds, ranks falling anyhow in between."""
    found: list[SwissRound] = []
    for _ in range(rounds):
        ranked = data.draw(st.permutations(range(players)))
        found.append(swiss_round(ranked, [result.seating for result in found], size, leftover))
    return found


def meetings(seatings: list[Seating]) -> Counter[Pairing]:
    """How often every two sat at one table."""
    return Counter(
        Pairing.of(*pair)
        for seating in seatings
        for table in seating.tables
        for pair in combinations(table.seats, 2)
    )


def fewest_rematches(players: list[int], met: Counter[Pairing]) -> int:
    """The fewest rematches of any way to pair these players, by trying all."""
    if not players:
        return 0
    first, *rest = players
    return min(
        (met[Pairing.of(first, other)] > 0)
        + fewest_rematches([player for player in rest if player != other], met)
        for other in rest
    )


@pytest.mark.rule("M5")
def test_neighbours_in_rank_meet() -> None:
    """Without a history first plays second, third plays fourth."""
    found = swiss_round([5, 3, 8, 1])
    assert [table.seats for table in found.seating.tables] == [(5, 3), (8, 1)]


@pytest.mark.rule("M5")
def test_who_has_met_does_not_meet_again() -> None:
    """When first has met second, first plays third and second plays fourth."""
    found = swiss_round([0, 1, 2, 3], [swiss_round([0, 1, 2, 3]).seating])
    assert [table.seats for table in found.seating.tables] == [(0, 2), (1, 3)]
    assert not found.rematches


@pytest.mark.rule("M5")
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 8), st.integers(1, 9))
def test_no_rematch_while_avoidable(data: st.DataObject, players: int, rounds: int) -> None:
    """Heads-up there are never more rematches than the best pairing of those who play has."""
    found = tournament(data, players, rounds)
    for number, result in enumerate(found):
        met = meetings([earlier.seating for earlier in found[:number]])
        playing = sorted(set(range(players)) - set(result.seating.byes))
        assert len(result.rematches) == fewest_rematches(playing, met)
        assert result.fewest


@pytest.mark.rule("M5")
@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(2, 5))
def test_an_even_field_can_always_go_half_way_round(data: st.DataObject, half: int) -> None:
    """With 2n players the first n rounds, whatever the ranks, have no rematch."""
    assert not any(result.rematches for result in tournament(data, 2 * half, half))


@pytest.mark.rule("M5")
@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(2, 15), st.integers(1, 12))
def test_byes_go_round(data: st.DataObject, players: int, rounds: int) -> None:
    """An odd field gives one bye a round, an even one none, and nobody is two byes ahead of another."""
    found = tournament(data, players, rounds)
    assert all(len(result.seating.byes) == players % 2 for result in found)
    byes = Counter(player for result in found for player in result.seating.byes)
    assert max(byes[player] for player in range(players)) - min(byes[p] for p in range(players)) <= 1


@pytest.mark.rule("M5")
def test_the_last_in_rank_has_the_first_bye() -> None:
    """Of three players with no byes so far the third sits out, then the second."""
    first = swiss_round([0, 1, 2])
    assert first.seating.byes == (2,)
    assert swiss_round([0, 1, 2], [first.seating]).seating.byes == (1,)


@pytest.mark.rule("M5")
def test_a_bye_goes_where_it_costs_no_rematch() -> None:
    """With 0 and 1 having met, the last of three may not sit out: the one before does."""
    past = [swiss_round([0, 1]).seating]
    assert swiss_round([0, 1, 2], past).seating.byes == (1,)


@pytest.mark.tier("default")
@pytest.mark.rule("M5")
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 30), st.integers(1, 4), st.integers(2, 10), st.sampled_from(Leftover))
def test_tables_of_every_size(
    data: st.DataObject, players: int, rounds: int, size: int, leftover: Leftover
) -> None:
    """Everybody plays or has a bye, no table is above its size, and each names its rematches truly."""
    found = tournament(data, players, rounds, size, leftover)
    for number, result in enumerate(found):
        assert sorted(result.seating.players) == list(range(players))
        sizes = [len(table.seats) for table in result.seating.tables]
        assert max(sizes) <= size
        assert max(sizes) - min(sizes) <= 1
        met = meetings([earlier.seating for earlier in found[:number]])
        now = meetings([result.seating])
        assert set(result.rematches) == {pair for pair in now if met[pair]}
        assert result.fewest or result.rematches


@pytest.mark.rule("M5")
@given(st.integers(2, 60), st.integers(3, 10))
def test_smaller_tables_leave_nobody_out(players: int, size: int) -> None:
    """At tables of three and more nobody has a bye and nobody sits alone."""
    seating = swiss_round(range(players), size=size).seating
    assert not seating.byes
    assert min(len(table.seats) for table in seating.tables) >= 2
    assert len(seating.tables) == -(-players // size)


@pytest.mark.rule("M5")
@settings(max_examples=30, deadline=None)
@given(st.data(), st.integers(4, 20), st.integers(3, 8), st.integers(1, 6))
def test_full_tables_give_byes_in_turn(data: st.DataObject, players: int, size: int, rounds: int) -> None:
    """With byes all tables are full when they can be, and nobody is two byes ahead of another."""
    found = tournament(data, players, rounds, size, Leftover.BYES)
    if players >= size:
        assert all(len(table.seats) == size for result in found for table in result.seating.tables)
    byes = Counter(player for result in found for player in result.seating.byes)
    assert max(byes[player] for player in range(players)) - min(byes[p] for p in range(players)) <= 1


@pytest.mark.rule("M5")
def test_nine_at_tables_of_three_all_meet_in_four_rounds() -> None:
    """Four rounds of three tables are found without a rematch, a perfect schedule."""
    past: list[Seating] = []
    for _ in range(4):
        found = swiss_round(range(9), past, size=3)
        assert not found.rematches
        past.append(found.seating)
    assert set(meetings(past).values()) == {1}
    assert len(meetings(past)) == 36


@pytest.mark.rule("M5")
def test_rematches_at_larger_tables_are_named() -> None:
    """Four players at one table of four meet all again, and it is certain that they must."""
    again = swiss_round(range(4), [swiss_round(range(4), size=4).seating], size=4)
    assert len(again.rematches) == 6
    assert again.fewest


@pytest.mark.rule("M5")
@pytest.mark.parametrize("size", [-1, 0, 1, 11])
def test_a_table_has_two_to_ten_seats(size: int) -> None:
    """Any other size is refused."""
    with pytest.raises(RulesError, match="2 to 10 seats"):
        swiss_round(range(8), size=size)


@pytest.mark.rule("M5")
def test_players_are_named_once() -> None:
    """A player named twice, or a tournament of one, is refused."""
    with pytest.raises(RulesError, match="named twice"):
        swiss_round([1, 2, 1])
    with pytest.raises(RulesError, match="at least two"):
        swiss_round([1])
