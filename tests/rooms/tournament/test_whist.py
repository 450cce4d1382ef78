"""Whist tournaments: the committed first rounds are counted here, not trusted."""

from __future__ import annotations

from collections import Counter

import pytest

from lastcard.rules.errors import RulesError
from lastcard.tournament import Balance, balance, whist
from lastcard.tournament.first_rounds import FIRST_ROUNDS

EXACT = pytest.mark.parametrize("players", range(4, 41, 4))
ABOVE = pytest.mark.parametrize("players", [44, 48, 60])


@pytest.mark.rule("M5")
def test_there_is_a_first_round_for_every_size() -> None:
    """4, 8, 12 and so on to 40 players."""
    assert list(FIRST_ROUNDS) == list(range(4, 41, 4))


@pytest.mark.rule("M5")
@EXACT
def test_every_two_partner_once_and_oppose_twice(players: int) -> None:
    """Counted over all rounds, for every pair of players."""
    schedule = whist(players)
    assert balance(schedule) == Balance(partners=(1, 1), opponents=(2, 2))
    assert schedule.exact
    assert schedule.players == players


@pytest.mark.rule("M5")
@pytest.mark.parametrize("players", [*range(4, 41, 4), 44, 60])
def test_everybody_plays_every_round(players: int) -> None:
    """There are as many rounds as others to partner, and in each everybody sits at one table of four."""
    schedule = whist(players)
    assert len(schedule.rounds) == players - 1
    for seating in schedule.rounds:
        assert sorted(seating.players) == list(range(players))
        assert not seating.byes
        assert all(table.partners for table in seating.tables)


@pytest.mark.tier("default")
@pytest.mark.rule("M5")
@ABOVE
def test_above_forty_it_says_that_it_is_an_approximation(players: int) -> None:
    """Partners are still exact; opponents meet once to three times, and the result says so."""
    schedule = whist(players)
    least, most = balance(schedule).opponents
    assert balance(schedule).partners == (1, 1)
    assert 1 <= least <= most <= 3
    assert not schedule.exact
    assert "approximation" in schedule.note
    assert f"between {least} and {most} times" in schedule.note


@pytest.mark.rule("M5")
def test_the_same_number_gives_the_same_schedule() -> None:
    """A schedule is a function of the number of players, above 40 too."""
    assert whist(44) == whist(44)


@pytest.mark.rule("M5")
@pytest.mark.parametrize("players", [5, 6, 7, 9, 39, 41, 42, 43])
def test_players_that_do_not_fill_tables_are_refused(players: int) -> None:
    """The reason names the number left over and the sizes that would do."""
    with pytest.raises(RulesError) as refusal:
        whist(players)
    assert refusal.value.rule == "M5"
    assert f"({players % 4} would be left over)" in str(refusal.value)
    assert f"play with {players // 4 * 4} or {players // 4 * 4 + 4}" in str(refusal.value)


@pytest.mark.rule("M5")
@pytest.mark.parametrize("players", [-4, 0, 1, 3])
def test_fewer_than_four_are_refused(players: int) -> None:
    """Partners need a table of four."""
    with pytest.raises(RulesError, match="do not fill a table"):
        whist(players)


@pytest.mark.rule("M5")
@EXACT
def test_the_deal_is_shared(players: int) -> None:
    """Nobody deals more than two rounds oftener than another."""
    dealt = Counter(
        table.seats[table.dealer] for seating in whist(players).rounds for table in seating.tables
    )
    assert max(dealt.values()) - min(dealt[player] for player in range(players)) <= 2
