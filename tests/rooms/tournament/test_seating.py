"""Tables, seatings and schedules as values."""

from __future__ import annotations

import pytest

from lastcard.tournament import Pairing, Seating, TableSeating


@pytest.mark.rule("M5")
def test_a_pairing_has_no_order() -> None:
    """Three with seven is seven with three."""
    assert Pairing.of(7, 3) == Pairing.of(3, 7)
    assert str(Pairing.of(7, 3)) == "3+7"


@pytest.mark.rule("M5")
def test_nobody_partners_themselves() -> None:
    """A pairing needs two players."""
    with pytest.raises(ValueError, match="two different players"):
        Pairing.of(3, 3)


@pytest.mark.rule("M1")
def test_partners_sit_opposite() -> None:
    """Seats 0 and 2 play together, and so do 1 and 3; everybody else is an opponent."""
    table = TableSeating((10, 11, 12, 13), partners=True)
    assert table.pairings == (Pairing(10, 12), Pairing(11, 13))
    assert table.oppositions == (Pairing(10, 11), Pairing(10, 13), Pairing(11, 12), Pairing(12, 13))
    assert table.teams == ((0, 2), (1, 3))


@pytest.mark.rule("M5")
def test_without_partners_everybody_opposes_everybody() -> None:
    """Three who play alone are three oppositions and no team."""
    table = TableSeating((0, 1, 2))
    assert (table.pairings, len(table.oppositions), table.teams) == ((), 3, ())


@pytest.mark.rule("M1")
def test_partners_are_four() -> None:
    """A table of three cannot play in partners."""
    with pytest.raises(ValueError, match="four"):
        TableSeating((0, 1, 2), partners=True)


@pytest.mark.rule("S5")
def test_the_dealer_sits_at_the_table() -> None:
    """Seat 3 does not deal at a table of three."""
    with pytest.raises(ValueError, match="seat 3"):
        TableSeating((0, 1, 2), dealer=3)


@pytest.mark.rule("M5")
def test_nobody_sits_in_two_places() -> None:
    """A player at two tables, or at a table and with a bye, is refused."""
    with pytest.raises(ValueError, match="two places"):
        Seating((TableSeating((0, 1)), TableSeating((1, 2))))
    with pytest.raises(ValueError, match="two places"):
        Seating((TableSeating((0, 1)),), byes=(1,))
    with pytest.raises(ValueError, match="different players"):
        TableSeating((0, 0))
