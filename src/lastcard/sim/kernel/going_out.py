"""The last card, the end of a round and its points (O1-O3, P1, P2)."""

import cython

from lastcard.sim.kernel.bits import ctz
from lastcard.sim.kernel.codes import FINISH, OVER, RULE_ON_PLAY
from lastcard.sim.kernel.drawing import deflected_to, draw
from lastcard.sim.kernel.game import Game, seat_after
from lastcard.sim.kernel.tasks import push_dues, push_task
from lastcard.sim.plain import cold


@cold
def finish(game: Game, out: cython.int) -> cython.void:
    """The round is over with `out` out, or nobody (O1, T5)."""
    game.phase = OVER
    game.out = out
    game.window = 0
    game.owing = game.old = game.settled = 0
    game.jumpable = 0
    game.drawn = -1
    game.reneged = 0
    game.from_has = 0
    game.tasks = 0
    game.saves = 0


@cold
def settle_empty(game: Game, source: cython.int) -> cython.void:
    """The round ends if a hand is empty; of several the first in turn order after `source` is out (O3)."""
    i: cython.int
    seat: cython.int = source
    if game.going >= 0:
        return
    for i in range(game.playing):
        seat = seat_after(game, seat)
        if game.size[seat] == 0:
            finish(game, seat)
            return


@cold
def go_out(game: Game, seat: cython.int, card: cython.int, debt: cython.int) -> cython.void:
    """The last card: what the next player must draw is drawn before the count (O2, V1, V2, W9)."""
    victim: cython.int
    count: cython.int
    owed: cython.int = game.t.owe[card]
    if debt and owed == 0:
        victim = deflected_to(game, seat, card)
        count = debt
    else:
        victim = seat_after(game, seat)
        count = debt + owed
        if game.t.rule_when[card] == RULE_ON_PLAY and (
            game.t.rule_nth[card] == 0 or game.t.rule_nth[card] == game.times[card] + 1
        ):
            count += game.t.rule_draws_two[card] if game.playing == 2 else game.t.rule_draws[card]
    draw(game, victim, count, 1)
    if game.dues:
        push_task(game, FINISH, seat, 0)
        push_dues(game)
    else:
        finish(game, seat)


@cold
def points_of(game: Game, seat: cython.int) -> cython.int:
    """What the hand of the seat counts."""
    total: cython.int = 0
    card: cython.int
    mask: cython.ulonglong = game.has[seat]
    while mask:
        card = ctz(mask)
        mask &= mask - 1
        total += game.count[64 * seat + card] * game.t.points[card]
    return total


@cold
def winnings(game: Game) -> cython.int:
    """What the one who is out scores: the hands of all opponents, never a partner's (P2, M1, M4)."""
    total: cython.int = 0
    seat: cython.int
    if game.out < 0:
        return 0
    for seat in range(game.t.players):
        if (game.seats >> seat) & 1 and not (game.t.same[game.out] >> seat) & 1:
            total += points_of(game, seat)
    return total
