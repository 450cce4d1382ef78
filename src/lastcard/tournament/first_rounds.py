"""First rounds of whist tournaments for 4 to 40 players (rulebook M5): data found by a search.

The last of `players` players, number `players - 1`, never moves; the others form a circle. Round r adds r to everyone in
the circle. A first round is right if, around the circle, each distance appears once between partners and twice between
opponents; then every two players partner once and oppose twice. tests/rooms/tournament/test_whist.py counts it for each
size, so the search need not be trusted. A table is (seat 0, seat 1, seat 2, seat 3); partners sit opposite each other.
"""

from __future__ import annotations

from typing import Final

FIRST_ROUNDS: Final[dict[int, tuple[tuple[int, int, int, int], ...]]] = {
    4: ((3, 2, 0, 1),),
    8: (
        (7, 1, 0, 5),
        (2, 4, 3, 6),
    ),
    12: (
        (11, 1, 0, 8),
        (2, 5, 3, 7),
        (4, 6, 10, 9),
    ),
    16: (
        (15, 1, 0, 8),
        (2, 4, 13, 14),
        (3, 7, 12, 10),
        (5, 9, 6, 11),
    ),
    20: (
        (19, 10, 0, 11),
        (1, 12, 5, 17),
        (2, 3, 18, 16),
        (4, 7, 13, 9),
        (6, 8, 14, 15),
    ),
    24: (
        (23, 10, 0, 21),
        (1, 9, 5, 18),
        (2, 3, 4, 20),
        (6, 13, 16, 14),
        (7, 12, 15, 19),
        (8, 17, 11, 22),
    ),
    28: (
        (27, 23, 0, 11),
        (1, 7, 18, 15),
        (2, 14, 9, 17),
        (3, 8, 25, 21),
        (4, 6, 5, 24),
        (10, 12, 26, 16),
        (13, 20, 19, 22),
    ),
    32: (
        (31, 30, 0, 21),
        (1, 27, 14, 28),
        (2, 13, 9, 15),
        (3, 11, 18, 19),
        (4, 20, 23, 26),
        (5, 22, 16, 25),
        (6, 8, 10, 29),
        (7, 12, 24, 17),
    ),
    36: (
        (35, 31, 0, 21),
        (1, 9, 19, 22),
        (2, 10, 5, 34),
        (3, 16, 33, 18),
        (4, 28, 30, 32),
        (6, 7, 25, 15),
        (8, 17, 29, 24),
        (11, 12, 23, 27),
        (13, 20, 14, 26),
    ),
    40: (
        (39, 13, 0, 38),
        (1, 5, 2, 37),
        (3, 18, 20, 26),
        (4, 32, 23, 36),
        (6, 17, 9, 28),
        (7, 14, 19, 29),
        (8, 22, 34, 24),
        (10, 11, 31, 16),
        (12, 21, 35, 30),
        (15, 27, 25, 33),
    ),
}
