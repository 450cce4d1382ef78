"""UNO and the windows in which it may be caught (U1, U4, U7, V7)."""

import cython

from lastcard.sim.kernel.bits import bit, ctz, rare
from lastcard.sim.kernel.codes import ANSWERING, DRAWN, FULL, ONE, OWING, TURN
from lastcard.sim.kernel.game import Game
from lastcard.sim.plain import cold, fast


@cold
def close_window(game: Game, still: cython.uint) -> cython.void:
    game.owing = still
    game.old = game.settled = 0
    game.window = 1 if still else 0


@fast
def turn_taken(game: Game) -> cython.void:
    if rare(game.window) and game.t.closes_late:
        close_window(game, game.owing & (FULL ^ game.old))


@cold
def settle(game: Game, seat: cython.int) -> cython.void:
    game.owing &= FULL ^ (ONE << seat)
    game.old &= FULL ^ (ONE << seat)
    game.settled |= bit(seat)


@fast
def open_window(game: Game, seats: cython.uint) -> cython.void:
    """Those of the seats left with one card and without a call may be caught from now (U1, U7)."""
    seat: cython.int
    late: cython.uint = 0
    seats &= FULL ^ game.called
    while seats:
        seat = ctz(seats)
        seats &= seats - 1
        if game.size[seat] == 1:
            late |= bit(seat)
    if late:
        game.window = 1
        game.owing |= late
        game.old &= FULL ^ late
        game.settled &= FULL ^ late


@cold
def owes_uno(game: Game, seat: cython.int) -> cython.int:
    if game.window == 0 or not (game.owing >> seat) & 1:
        return 0
    return 1 if game.size[seat] == 1 and not (game.called >> seat) & 1 else 0


@cold
def catchable(game: Game) -> cython.uint:
    """The seats that owe UNO and may be caught for it."""
    found: cython.uint = 0
    seat: cython.int
    for seat in range(game.t.players):
        if owes_uno(game, seat):
            found |= bit(seat)
    return found


@cold
def lost_race(game: Game, seat: cython.int) -> cython.int:
    return 1 if game.window and (game.settled >> seat) & 1 else 0


@cold
def may_call_ahead(game: Game, seat: cython.int) -> cython.int:
    """Whether the seat may say UNO in advance (U1)."""
    if game.size[seat] != 2 or (game.called >> seat) & 1 or game.seat != seat:
        return 0
    if game.phase == TURN or game.phase == DRAWN:
        return 1
    return 1 if game.t.stacking and (game.phase == ANSWERING or game.phase == OWING) else 0
