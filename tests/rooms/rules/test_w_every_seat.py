"""W1-W3, N1-N3: word cards for every number of players, seat and direction, against plain counting."""

from __future__ import annotations

import pytest

from lastcard.rules.round import Direction, Round
from tests.rooms.rules.positions import at, counts, play

FILLER = ["B1 B2", "B3 B4", "B6 B7", "B8 B9", "Y1 Y2", "Y3 Y4", "Y6 Y7", "Y8 Y9", "B1 B2", "B3 B4"]


def table(seats: list[int], players: int, by: int, card: str, direction: str) -> Round:
    """A round of these seats in which `by` may play the card and keeps two others."""
    hands = [FILLER[seat] if seat in seats else None for seat in range(players)]
    hands[by] = f"{card} G8 G9"
    return at(*hands, top="R5", turn=by, direction=direction, wild_draw_four="free")


def expected(seats: list[int], by: int, card: str, direction: str) -> tuple[int, int | None, str]:
    """Who is on turn then, who drew, and which way play runs."""
    if card == "RR":
        direction = "right" if direction == "left" else "left"
    step = 1 if direction == "left" else -1
    at_seat = seats.index(by)
    one, two = (seats[(at_seat + step * n) % len(seats)] for n in (1, 2))
    if card == "RR":
        return (by if len(seats) == 2 else one), None, direction
    if card == "R7":
        return one, None, direction
    return two, (None if card == "RS" else one), direction


@pytest.mark.rule("W1", "W2", "W3", "W5", "N1", "N2", "N3")
@pytest.mark.parametrize("card", ["R7", "RS", "RR", "R+2", "W+4"])
@pytest.mark.parametrize("direction", ["left", "right"])
@pytest.mark.parametrize("players", range(2, 11))
def test_every_seat_plays_the_card(card: str, direction: str, players: int):
    """All in the round, then every second seat out, as far as two are left."""
    full = list(range(players))
    rounds = [full] + ([[s for s in full if s % 2 == 0]] if players > 2 else [])
    for seats in rounds:
        for by in seats:
            state = play(
                table(seats, players, by, card, direction),
                f"{by}: play {card}{' red' if card[0] == 'W' else ''}",
            )
            turn, drew, way = expected(seats, by, card, direction)
            assert (state.turn, state.table.direction) == (turn, Direction(way))
            drawn = 4 if card == "W+4" else 2
            held = [2 + drawn * (s == drew) if s in seats else 0 for s in range(players)]
            assert counts(state) == tuple(held)
