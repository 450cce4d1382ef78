"""Knockout brackets: any number, heads-up and larger tables, byes to top seeds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastcard.rules.errors import RulesError
from lastcard.tournament import Bracket, Entrant, Seating, knockout


@st.composite
def brackets(draw: st.DrawFn) -> Bracket:
    """Any bracket of up to 120 players."""
    size = draw(st.integers(2, 10))
    return knockout(draw(st.integers(2, 120)), size, draw(st.integers(1, size - 1)))


def played(bracket: Bracket, data: st.DataObject | None = None) -> tuple[Seating, ...]:
    """All seatings when everybody finishes by seed, or anyhow."""
    finishes: list[list[list[int]]] = []
    seatings = bracket.seatings(range(bracket.players))
    while len(finishes) < len(bracket.rounds):
        tables = [sorted(table.seats) for table in seatings[-1].tables]
        finishes.append([data.draw(st.permutations(table)) for table in tables] if data else tables)
        seatings = bracket.seatings(range(bracket.players), finishes)
    return seatings


@pytest.mark.tier("default")
@pytest.mark.rule("M5")
@given(brackets(), st.data())
def test_everybody_plays_until_they_lose(bracket: Bracket, data: st.DataObject) -> None:
    """Every round holds the byes of the round before and the first few of each of its tables."""
    seatings = played(bracket, data)
    assert len(seatings) == len(bracket.rounds)
    assert sorted(seatings[0].players) == list(range(bracket.players))
    for before, after in pairwise(seatings):
        assert set(after.players) <= set(before.players)
        assert set(before.byes) <= set(after.players)
        assert len(after.players) == len(before.byes) + bracket.advance * len(before.tables)
        assert all(len(set(table.seats) & set(after.players)) == bracket.advance for table in before.tables)


@pytest.mark.rule("M5")
@given(brackets())
def test_the_final_is_one_table(bracket: Bracket) -> None:
    """All who are left sit down together."""
    final = bracket.rounds[-1]
    assert len(final.tables) == 1
    assert not final.byes


@pytest.mark.rule("M5")
@given(brackets())
def test_tables_are_even_and_somebody_leaves_each(bracket: Bracket) -> None:
    """No table is above its size, two tables of a round differ by one at most, and each sends someone home."""
    for stage in bracket.rounds[:-1]:
        sizes = [len(table) for table in stage.tables]
        assert bracket.advance < min(sizes) <= max(sizes) <= bracket.size
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.rule("M5")
@given(brackets())
def test_byes_of_the_first_round_go_to_the_top_seeds(bracket: Bracket) -> None:
    """Whoever has a bye is seeded above everybody who plays."""
    byes = bracket.rounds[0].byes
    assert byes == tuple(Entrant(seed) for seed in range(len(byes)))


@pytest.mark.rule("M5")
@pytest.mark.parametrize(
    ("players", "rounds", "byes"),
    [(2, 1, 0), (3, 2, 1), (4, 2, 0), (5, 3, 3), (6, 3, 2), (7, 3, 1), (8, 3, 0), (9, 4, 7), (33, 6, 31)],
)
def test_heads_up_is_the_usual_bracket(players: int, rounds: int, byes: int) -> None:
    """Byes fill the field up to a power of two, and only in the first round."""
    bracket = knockout(players)
    assert len(bracket.rounds) == rounds
    assert [len(stage.byes) for stage in bracket.rounds] == [byes] + [0] * (rounds - 1)


@pytest.mark.rule("M5")
def test_eight_players_are_seeded_as_usual() -> None:
    """First meets eighth, and if the better always wins first meets fourth and then second."""
    seatings = played(knockout(8))
    assert [table.seats for table in seatings[0].tables] == [(0, 7), (1, 6), (2, 5), (3, 4)]
    assert [table.seats for table in seatings[1].tables] == [(0, 3), (1, 2)]
    assert [table.seats for table in seatings[2].tables] == [(0, 1)]


@pytest.mark.rule("M5")
@given(st.integers(2, 128))
def test_the_two_best_meet_in_the_final(players: int) -> None:
    """Heads-up, if the better seed always wins, the final is first against second."""
    assert sorted(played(knockout(players))[-1].players) == [0, 1]


@pytest.mark.rule("M5")
def test_two_of_each_table_go_on() -> None:
    """Sixteen at tables of four, two going on: four tables, two tables, a final of four."""
    bracket = knockout(16, size=4, advance=2)
    assert [[len(table) for table in stage.tables] for stage in bracket.rounds] == [[4] * 4, [4] * 2, [4]]


@pytest.mark.rule("M5")
def test_who_came_from_one_table_is_kept_apart() -> None:
    """Sixteen at tables of four, two going on: nobody meets the other of their table in the next round."""
    first, second, _ = played(knockout(16, size=4, advance=2))
    for old in first.tables:
        assert all(len(set(old.seats) & set(new.seats)) <= 1 for new in second.tables)


@pytest.mark.rule("M5")
def test_only_as_many_play_as_must() -> None:
    """Six at tables of five with one going on: two play for the last place in a final of five."""
    bracket = knockout(6, size=5)
    assert [[len(table) for table in stage.tables] for stage in bracket.rounds] == [[2], [5]]
    assert len(bracket.rounds[0].byes) == 4


@pytest.mark.rule("M5")
def test_later_rounds_wait_for_their_players() -> None:
    """Before anything is finished only the first round is known."""
    bracket = knockout(8)
    assert len(bracket.seatings(range(8))) == 1
    assert len(bracket.seatings(range(8), [[[7], [1], [2], [3]]])) == 2


@pytest.mark.rule("M5")
def test_who_goes_on_was_at_the_table() -> None:
    """A finish with a stranger, with too few or of too few tables is refused."""
    bracket = knockout(4)
    for finishes in ([[[1], [2]]], [[[], [1]]], [[[0]]]):
        with pytest.raises(RulesError, match="finishes"):
            bracket.seatings(range(4), finishes)
    with pytest.raises(RulesError, match="for 4 different players"):
        bracket.seatings(range(5))


@pytest.mark.rule("M5")
@pytest.mark.parametrize(
    ("players", "size", "advance", "why"),
    [
        (1, 2, 1, "at least two"),
        (8, 11, 1, "2 to 10"),
        (8, 1, 1, "2 to 10"),
        (8, 4, 4, "1 to 3"),
        (8, 4, 0, "1 to 3"),
    ],
)
def test_impossible_brackets_are_refused(players: int, size: int, advance: int, why: str) -> None:
    """The reason says what would be possible."""
    with pytest.raises(RulesError, match=why):
        knockout(players, size, advance)
