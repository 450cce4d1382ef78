"""Which cards may be played (T1, T2, W5, W7, D6, V1, V2, V8)."""

import cython

from lastcard.sim.kernel.bits import all_if, rare
from lastcard.sim.kernel.codes import ANSWERING, FREE, FULL, ONE, OWING, STRICT
from lastcard.sim.kernel.game import Game
from lastcard.sim.plain import cold, fast


@fast
def playable(game: Game, seat: cython.int) -> cython.ulonglong:
    """The cards of the seat that have nothing against them on its turn."""
    held: cython.ulonglong = game.has[seat]
    mask: cython.ulonglong
    if rare(game.phase == ANSWERING or game.phase == OWING):
        mask = held & game.t.meets[5 * (1 if game.phase == ANSWERING else game.four_debt) + game.colour]
    else:
        mask = held & game.fits
    mask &= game.t.may_be_last | all_if(game.size[seat] != 1)
    if rare(game.t.four_mode == STRICT) and held & game.hue:
        mask &= FULL ^ game.t.fours
    return mask


@fast
def within_law(game: Game, seat: cython.int, playable: cython.ulonglong) -> cython.ulonglong:
    barred: cython.ulonglong = all_if((game.has[seat] & game.hue) != 0)
    if rare(game.t.four_mode == FREE):
        return playable
    return playable & (FULL ^ (game.t.fours & barred))


@fast
def lawful(game: Game, seat: cython.int) -> cython.ulonglong:
    """The playable cards, an unlawful Wild Draw Four left out (W5, V6)."""
    return within_law(game, seat, playable(game, seat))


@fast
def honest(game: Game, seat: cython.int) -> cython.ulonglong:
    """The playable cards; a Wild Draw Four only if W5 allows it, whatever the table makes of that, or as the last card."""
    barred: cython.ulonglong = all_if(game.size[seat] != 1) & all_if((game.has[seat] & game.hue) != 0)
    return playable(game, seat) & (FULL ^ (game.t.fours & barred))


@cold
def must_play_drawn(game: Game) -> cython.int:
    """Whether the card just drawn must be played (T3, T4)."""
    if game.drawn < 0 or game.reneged or game.t.must_play == 0:
        return 0
    return 1 if (lawful(game, game.drawer) >> game.drawn) & ONE else 0
