"""Rotating partners at one table and at two."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby
from typing import TYPE_CHECKING

import pytest

from lastcard.rules.errors import RulesError
from lastcard.tournament import Balance, Pairing, Schedule, balance, eight_players, rotating_partners

if TYPE_CHECKING:
    from collections.abc import Callable

BOTH = pytest.mark.parametrize(("make", "players"), [(rotating_partners, 4), (eight_players, 8)])
CYCLES = pytest.mark.parametrize("cycles", [1, 2, 3])


def partners(schedule: Schedule) -> Counter[Pairing]:
    """How many rounds every two are partners."""
    return Counter(
        pairing for seating in schedule.rounds for table in seating.tables for pairing in table.pairings
    )


@pytest.mark.rule("M2")
def test_four_players_play_twelve_rounds_a_cycle() -> None:
    """Three partners, four rounds with each: 12 rounds, and 24 in two cycles."""
    assert [len(rotating_partners(cycles).rounds) for cycles in (1, 2)] == [12, 24]


@pytest.mark.rule("M3")
def test_eight_players_play_twenty_eight_rounds_a_cycle() -> None:
    """Seven partners, four rounds with each, at two tables all the time."""
    schedule = eight_players()
    assert len(schedule.rounds) == 28
    assert all(len(seating.tables) == 2 for seating in schedule.rounds)


@pytest.mark.rule("M2", "M3")
@BOTH
@CYCLES
def test_everybody_partners_everybody_for_four_rounds(
    make: Callable[[int], Schedule], players: int, cycles: int
) -> None:
    """Every two players are partners for exactly four rounds of each cycle."""
    expected = {Pairing(*pair): 4 * cycles for pair in combinations(range(players), 2)}
    assert partners(make(cycles)) == expected


@pytest.mark.rule("M2", "M3")
@BOTH
def test_the_four_rounds_follow_each_other(make: Callable[[int], Schedule], players: int) -> None:
    """A cycle is one pairing after the other, four rounds each: three for four players, seven for eight."""
    together = [
        {pairing for table in seating.tables for pairing in table.pairings} for seating in make(1).rounds
    ]
    assert [len(list(same)) for _, same in groupby(together)] == [4] * (players - 1)


@pytest.mark.rule("M2", "M3")
@BOTH
@CYCLES
def test_everybody_deals_once_with_each_partner(
    make: Callable[[int], Schedule], players: int, cycles: int
) -> None:
    """The four rounds at a table are dealt by its four players."""
    rounds = make(cycles).rounds
    for start in range(0, len(rounds), 4):
        dealers = {
            table.seats[table.dealer] for seating in rounds[start : start + 4] for table in seating.tables
        }
        assert dealers == set(range(players))


@pytest.mark.rule("M2", "M3")
@BOTH
@CYCLES
def test_everybody_plays_every_round(make: Callable[[int], Schedule], players: int, cycles: int) -> None:
    """Nobody sits out and nobody sits twice."""
    assert all(sorted(seating.players) == list(range(players)) for seating in make(cycles).rounds)


@pytest.mark.rule("M2")
def test_the_second_cycle_turns_the_table_round() -> None:
    """After one cycle, whoever sat on your left sits on your right."""
    rounds = rotating_partners(2).rounds
    first, second = rounds[0].tables[0], rounds[12].tables[0]
    assert first.pairings == second.pairings[::-1] or first.pairings == second.pairings
    assert second.seats == (first.seats[0], first.seats[3], first.seats[2], first.seats[1])


@pytest.mark.rule("M3")
def test_eight_players_meet_evenly() -> None:
    """Everybody opposes everybody for eight rounds of a cycle, which the sheets do not even ask."""
    assert balance(eight_players()) == Balance(partners=(4, 4), opponents=(8, 8))


@pytest.mark.rule("M2", "M3")
@BOTH
def test_at_least_one_cycle(make: Callable[[int], Schedule], players: int) -> None:
    """No cycles is refused."""
    assert players in (4, 8)
    with pytest.raises(RulesError, match="cycles: 0 is below 1"):
        make(0)
