"""Hands that are swapped or rotated (W8, V4)."""

import cython

from lastcard.sim.kernel.bits import bit, ctz
from lastcard.sim.kernel.codes import FULL, ONE
from lastcard.sim.kernel.game import Game, resize_hand
from lastcard.sim.kernel.uno import open_window
from lastcard.sim.plain import cold


@cold
def hands_moved(game: Game, seats: cython.uint) -> cython.void:
    game.called &= FULL ^ seats
    game.passes = 0
    if game.drawn >= 0 and (seats >> game.drawer) & 1:
        game.drawn = -1
        game.reneged = 0


@cold
def swap_hands(game: Game, a: cython.int, b: cython.int) -> cython.void:
    i: cython.int
    x: cython.int
    mask: cython.ulonglong = game.has[a]
    for i in range(64):
        x = game.count[64 * a + i]
        game.count[64 * a + i] = game.count[64 * b + i]
        game.count[64 * b + i] = x
    game.has[a] = game.has[b]
    game.has[b] = mask
    x = game.size[b] - game.size[a]
    resize_hand(game, a, x)
    resize_hand(game, b, -x)
    hands_moved(game, bit(a) | bit(b))


@cold
def beside(game: Game, seat: cython.int, seats: cython.uint, leftwards: cython.int) -> cython.int:
    """The next of the seats to one side."""
    while True:
        seat = game.beyond[16 * (1 - leftwards) + seat]
        if (seats >> seat) & 1:
            return seat


@cold
def rotate_hands(game: Game, way: cython.int) -> cython.void:
    """All hands move one seat: with play (0), to the left (1) or to the right (2); who is out takes no part."""
    leftwards: cython.int = 1 - game.backwards if way == 0 else 1 if way == 1 else 0
    seats: cython.uint = game.seats
    first: cython.int
    at: cython.int
    nxt: cython.int
    if game.going >= 0:
        seats &= FULL ^ (ONE << game.going)
    first = ctz(seats)
    at = first
    while True:  # a cycle of n hands is n - 1 swaps
        nxt = beside(game, at, seats, 1 - leftwards)
        if nxt == first:
            break
        swap_hands(game, at, nxt)
        at = nxt
    hands_moved(game, seats)
    open_window(game, seats)
