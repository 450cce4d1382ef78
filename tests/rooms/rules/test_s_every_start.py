"""S4, S7-S12: every first card, dealer, number of players and edition, against plain counting."""

from __future__ import annotations

import pytest

from lastcard.rules.round import Calling, Direction
from lastcard.rules.ruleset import EDITIONS
from tests.rooms.rules.positions import counts, start


def expected(
    seats: list[int], dealer: int, card: str, edition: str, first_seat: int | None
) -> tuple[int, int, str]:
    """Who is on turn, how many cards the first player drew, which way play runs."""
    place = seats.index(dealer)
    left = seats[(place + 1) % len(seats)]
    first = left if first_seat is None else first_seat
    after = seats[(seats.index(first) + 1) % len(seats)]
    if card == "RR":
        return (seats[place - 1] if edition == "blanks-112" else dealer), 0, "right"
    if card in ("RS", "R+2"):
        return after, 2 * (card == "R+2"), "left"
    return first, 0, "left"


@pytest.mark.rule("S4", "S7", "S8", "S9", "S10")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["R5", "RS", "RR", "R+2", "W"])
@pytest.mark.parametrize("seats", [[0, 1], [0, 1, 2], [0, 2, 3], [1, 4], [0, 1, 2, 3, 4]])
def test_every_start(edition: str, card: str, seats: list[int]):
    """From every dealer, with and without a named first player."""
    if card == "W" and edition == "blanks-112":
        return  # another card is turned there
    for dealer in seats:
        for first_seat in [None, *seats]:
            state = start(card, dealer=dealer, players=5, seats=seats, edition=edition, first_seat=first_seat)
            turn, drew, way = expected(seats, dealer, card, edition, first_seat)
            assert (state.turn, state.table.direction) == (turn, Direction(way))
            assert isinstance(state.phase, Calling) is (card == "W")
            assert sum(counts(state)) == 7 * len(seats) + drew
