"""The lawful actions of a seat."""

import cython

from lastcard.sim.kernel.acts import encode, plain
from lastcard.sim.kernel.bits import ctz
from lastcard.sim.kernel.codes import (
    ACCEPT,
    ACTING,
    ANSWERING,
    CALLING,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLOUR,
    DISCARD,
    DONE,
    DRAW,
    DRAWN,
    FAILED,
    GIVE,
    GUESSED,
    JUDGING,
    JUMP,
    MAX_ACTIONS,
    NO_CARD,
    NO_COLOUR,
    NONE,
    ONE,
    OPENING,
    OVER,
    OWING,
    PASS,
    PICKING,
    PLAY,
    SAID,
    SINGLE,
    TURN,
    UNO,
)
from lastcard.sim.kernel.game import Game, seat_after
from lastcard.sim.kernel.matching import lawful, must_play_drawn, playable
from lastcard.sim.kernel.uno import lost_race, may_call_ahead, owes_uno
from lastcard.sim.kernel.written import cards_meant
from lastcard.sim.plain import cold


@cold
def list_legal(game: Game, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
    """Write the lawful actions of the seat; how many."""
    n: cython.int = 0
    if game.phase == OVER or game.phase == OPENING or not (game.seats >> seat) & 1:
        return 0
    if game.seat == seat or game.phase == JUDGING:
        n = list_phase(game, seat, out)
    return list_asides(game, seat, out, n)


@cold
def list_phase(game: Game, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
    c: cython.int
    n: cython.int = 0
    phase: cython.int = game.phase
    if phase == TURN or phase == OWING:
        n = list_plays(game, seat, out, 0)
        if phase == OWING or game.t.renege or lawful(game, seat) == 0:
            out[n] = plain(DRAW)
            n += 1
    elif phase == DRAWN:
        if game.drawn >= 0:
            n = list_ways(game, seat, ONE << game.drawn, out, 0)
        if must_play_drawn(game) == 0:
            out[n] = plain(PASS)
            n += 1
    elif phase == ANSWERING:
        out[0] = plain(CHALLENGE)
        out[1] = plain(ACCEPT)
        n = list_plays(game, seat, out, 2) if game.t.stacking else 2
    elif phase == CALLING:
        for c in range(4):
            n = with_swaps(game, seat, encode(COLOUR, NO_CARD, c, NONE, 0, NONE), game.swap_called, 0, out, n)
    elif phase == JUDGING:
        n = list_verdicts(game, seat, out)
    elif phase == PICKING:
        n = list_picks(game, seat, out)
    else:
        n = list_named(game, seat, out)
    return n


@cold
def list_verdicts(game: Game, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
    n: cython.int = 0
    if seat != game.seat and not (game.voted >> seat) & 1:
        out[n] = plain(DONE)
        n += 1
    if seat == game.seat or not (game.voted >> seat) & 1:
        out[n] = plain(FAILED)
        n += 1
    return n


@cold
def list_picks(game: Game, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
    n: cython.int = 0
    mask: cython.ulonglong = cards_meant(game, seat, game.effect)
    while mask:
        out[n] = encode(GIVE if game.taker >= 0 else DISCARD, ctz(mask), NO_COLOUR, NONE, 0, NONE)
        n += 1
        mask &= mask - 1
    return n


@cold
def list_named(game: Game, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
    """Whom a written rule concerns, or who guessed."""
    n: cython.int = 0
    other: cython.int = seat_after(game, seat)
    verb: cython.int = GUESSED if game.phase == ACTING else CHOOSE
    while other != seat:
        out[n] = encode(verb, NO_CARD, NO_COLOUR, NONE, 0, other)
        n += 1
        other = seat_after(game, other)
    if verb == GUESSED:
        out[n] = plain(verb)
        n += 1
    return n


@cold
def list_plays(game: Game, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
    mask: cython.ulonglong = playable(game, seat)
    n = list_ways(game, seat, mask, out, n)
    if game.t.multi_play and game.phase == TURN:
        mask &= game.t.numbers
        while mask:
            n = sets_from(game, seat, ctz(mask), out, n)
            mask &= mask - 1
    return n


@cold
def list_ways(
    game: Game, seat: cython.int, mask: cython.ulonglong, out: cython.p_ulonglong, n: cython.int
) -> cython.int:
    """The plays of one card each with every colour, swap and UNO that may go with it."""
    card: cython.int
    c: cython.int
    swapping: cython.int
    left: cython.int = game.size[seat] - 1
    unos: cython.int = 1 if left == 1 else 0
    while mask:
        card = ctz(mask)
        mask &= mask - 1
        swapping = 1 if left and (game.t.swapping >> card) & ONE else 0
        if (game.t.wilds >> card) & ONE:
            for c in range(4):
                n = with_swaps(game, seat, encode(PLAY, card, c, NONE, 0, NONE), swapping, unos, out, n)
        else:
            n = with_swaps(game, seat, encode(PLAY, card, NO_COLOUR, NONE, 0, NONE), swapping, unos, out, n)
    return n


@cold
def with_swaps(
    game: Game,
    seat: cython.int,
    action: cython.ulonglong,
    swapping: cython.int,
    unos: cython.int,
    out: cython.p_ulonglong,
    n: cython.int,
) -> cython.int:
    """The action with each player to swap with, without and with UNO."""
    other: cython.int = seat_after(game, seat) if swapping else NONE
    while n < MAX_ACTIONS:
        out[n] = action ^ (cython.cast(cython.ulonglong, NONE ^ other) << 14)
        n += 1
        if unos:
            out[n] = out[n - 1] | SAID
            n += 1
        if not swapping:
            break
        other = seat_after(game, other)
        if other == seat:
            break
    return n


@cold
def sets_from(
    game: Game, seat: cython.int, first: cython.int, out: cython.p_ulonglong, n: cython.int
) -> cython.int:
    """All ways to play several numbers of the first card's value, it first (V9)."""
    at: cython.int = 64 * seat + first % 14
    own: cython.int = first // 14
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    for a in range(game.count[at] + (0 if own == 0 else 1)):
        for b in range(game.count[at + 14] + (0 if own == 1 else 1)):
            for c in range(game.count[at + 28] + (0 if own == 2 else 1)):
                for d in range(game.count[at + 42] + (0 if own == 3 else 1)):
                    n = several_of(game, seat, first, a | (b << 3) | (c << 6) | (d << 9), out, n)
    return n


@cold
def several_of(
    game: Game, seat: cython.int, first: cython.int, more: cython.int, out: cython.p_ulonglong, n: cython.int
) -> cython.int:
    """The first card with those of `more` (three bits for each colour), any of them last, with every swap and UNO."""
    last: cython.int
    left: cython.int = (
        game.size[seat] - 1 - (more & 7) - ((more >> 3) & 7) - ((more >> 6) & 7) - ((more >> 9) & 7)
    )
    swapping: cython.int = 1 if left and (game.t.swapping >> first) & ONE else 0
    action: cython.ulonglong
    for last in range(4):
        if (more >> (3 * last)) & 7:
            action = encode(PLAY, first, NO_COLOUR, NONE, 0, NONE) ^ SINGLE
            action |= cython.cast(cython.ulonglong, more - (1 << (3 * last))) << 23
            action |= cython.cast(cython.ulonglong, last) << 35
            n = with_swaps(game, seat, action, swapping, 1 if left == 1 else 0, out, n)
    return n


@cold
def list_asides(game: Game, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
    """Calls, catches and jumps."""
    other: cython.int
    if owes_uno(game, seat) or may_call_ahead(game, seat):
        out[n] = plain(UNO)
        n += 1
    if game.window or game.t.false_catch:
        other = seat_after(game, seat)
        while other != seat:
            if owes_uno(game, other) or (game.t.false_catch and not lost_race(game, other)):
                out[n] = encode(CATCH, NO_CARD, NO_COLOUR, NONE, 0, other)
                n += 1
            other = seat_after(game, other)
    if game.t.jump_in and game.jumpable and game.phase == TURN and game.seat != seat:
        n = list_jumps(game, seat, out, n)
    return n


@cold
def list_jumps(game: Game, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
    top: cython.int = game.top
    left: cython.int = game.size[seat] - 1
    if not ((game.has[seat] & game.t.jumps) >> top) & ONE:
        return n
    if left == 0 and not (game.t.may_be_last >> top) & ONE:
        return n
    return with_swaps(
        game,
        seat,
        encode(JUMP, top, NO_COLOUR, NONE, 0, NONE),
        1 if left and (game.t.swapping >> top) & ONE else 0,
        1 if left == 1 else 0,
        out,
        n,
    )
