"""Actions as numbers, and carrying one out (`lastcard.sim.actions` has the encoding)."""

import cython

from lastcard.sim.kernel.bits import bit, rare
from lastcard.sim.kernel.codes import (
    ACCEPT,
    AFTER,
    BEGIN,
    CATCH,
    CHALLENGE,
    COLOUR,
    DRAW,
    FULL,
    JUMP,
    NO_CARD,
    NO_COLOUR,
    NO_MORE,
    NONE,
    ONE,
    OWING,
    PASS,
    PLAY,
    SINGLE,
    UNO,
)
from lastcard.sim.kernel.drawing import after_drawing, draw, draw_for_turn, draw_noted
from lastcard.sim.kernel.game import Game, call_colour, end_turn, note_act
from lastcard.sim.kernel.going_out import finish
from lastcard.sim.kernel.matching import lawful
from lastcard.sim.kernel.playing import open_debt, play, play_several
from lastcard.sim.kernel.swapping import swap_hands
from lastcard.sim.kernel.tasks import push_dues, push_task, save_phase
from lastcard.sim.kernel.uno import close_window, owes_uno, settle, turn_taken
from lastcard.sim.kernel.written import act_written, end_after_dues, go_on
from lastcard.sim.plain import cold, fast


@fast
def encode(
    verb: cython.int,
    card: cython.int,
    colour: cython.int,
    swap: cython.int,
    uno: cython.int,
    seat: cython.int,
) -> cython.ulonglong:
    """An action as a number: see `lastcard.sim.actions`."""
    return (
        cython.cast(cython.ulonglong, verb)
        | (cython.cast(cython.ulonglong, card) << 5)
        | (cython.cast(cython.ulonglong, colour) << 11)
        | (cython.cast(cython.ulonglong, swap) << 14)
        | (cython.cast(cython.ulonglong, uno) << 18)
        | (cython.cast(cython.ulonglong, seat) << 19)
        | SINGLE
    )


@fast
def plain(verb: cython.int) -> cython.ulonglong:
    """An action that is only a word."""
    return encode(verb, NO_CARD, NO_COLOUR, NONE, 0, NONE)


@cold
def act(game: Game, seat: cython.int, action: cython.ulonglong) -> cython.void:
    """Take a lawful action (`lastcard.sim.actions` has the encoding)."""
    verb: cython.int = cython.cast(cython.int, action & 31)
    card: cython.int = cython.cast(cython.int, (action >> 5) & 63)
    colour: cython.int = cython.cast(cython.int, (action >> 11) & 7)
    swap: cython.int = cython.cast(cython.int, (action >> 14) & 15)
    uno: cython.int = cython.cast(cython.int, (action >> 18) & 1)
    other: cython.int = cython.cast(cython.int, (action >> 19) & 15)
    if game.noting:
        note_act(game, seat, action)
    game.steps = 0
    game.dues = 0
    game.made = verb
    if verb == JUMP or (verb == PLAY and (action >> 35) & 7 == NO_MORE):
        play(game, seat, card, colour, swap, uno, open_debt(game))
    elif verb == PLAY:
        play_several(game, seat, card, action, swap, uno)
    elif verb == DRAW:
        act_draw(game, seat)
    elif verb == PASS:
        keep_drawn(game, seat)
    elif verb == ACCEPT:
        game.from_has = 0
        game.from_size = 0
        draw(game, seat, game.debt, 1)
        end_after_dues(game, seat)
    elif verb == CHALLENGE:
        challenge(game, seat)
    elif verb == COLOUR:
        call_colour(game, colour)
        if swap != NONE:
            swap_hands(game, seat, swap)
        go_on(game)
    elif verb == UNO:
        game.called |= bit(seat)
        if game.window and (game.owing >> seat) & 1:
            settle(game, seat)
    elif verb == CATCH:
        catch_player(game, seat, other)
    else:
        act_written(game, seat, verb, card, other)


@cold
def act_draw(game: Game, seat: cython.int) -> cython.void:
    """The seat draws: a debt, or by choice (T3-T5, V1)."""
    if rare(game.phase == OWING):
        draw(game, seat, game.debt, 1)
        end_after_dues(game, seat)
    else:
        draw_by_choice(game, seat, 1 if lawful(game, seat) else 0)


@cold
def draw_by_choice(game: Game, seat: cython.int, reneged: cython.int) -> cython.void:
    """The seat draws though it need not, or because nothing fits."""
    held: cython.int
    if rare(game.window):
        if game.t.closes_late:
            game.old = game.owing
        else:
            close_window(game, 0)
    held = game.size[seat]
    if rare(game.t.drawn_rules):
        draw_noted(game, seat)
    else:
        game.drawn = draw_for_turn(game, seat)
    game.jumpable = 0
    if rare(game.size[seat] == held):
        game.passes += 1
        turn_taken(game)
        if game.passes >= game.playing:
            finish(game, -1)
        else:
            end_turn(game, seat)
        return
    game.passes = 0
    game.called &= FULL ^ (ONE << seat)
    game.drawer = seat
    game.reneged = reneged
    if rare(game.dues):
        push_task(game, AFTER, seat, 0)
        push_dues(game)
        go_on(game)
    else:
        after_drawing(game, seat)


@fast
def keep_drawn(game: Game, seat: cython.int) -> cython.void:
    """The turn ends, what was drawn is kept."""
    turn_taken(game)
    end_turn(game, seat)


@cold
def challenge(game: Game, seat: cython.int) -> cython.void:
    """Guilt is judged on the hand played from, against the colour in force before (W6)."""
    guilty: cython.int = 1 if game.from_has & game.t.col[game.before] else 0
    game.from_has = 0
    game.from_size = 0
    if guilty:
        draw(game, game.accused, game.debt, 1)
        push_task(game, BEGIN, seat, 0)
        push_dues(game)
        go_on(game)
    else:
        draw(game, seat, game.debt + game.t.challenge_failed - 4, 1)
        end_after_dues(game, seat)


@cold
def catch_player(game: Game, seat: cython.int, other: cython.int) -> cython.void:
    """A catch, right or false (U5, V7); the phase goes on afterwards."""
    save_phase(game)
    if owes_uno(game, other):
        settle(game, other)
        draw(game, other, game.t.uno_penalty, 1)
    else:
        draw(game, seat, game.t.false_catch, 1)
    push_dues(game)
    go_on(game)
