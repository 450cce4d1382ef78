"""Playing cards, and what they do as printed (W1-W9, V1, V9)."""

import cython

from lastcard.sim.kernel.bits import bit, rare
from lastcard.sim.kernel.codes import ANSWERING, BLUFF, END, NO_COLOUR, NONE, ONE, OWING
from lastcard.sim.kernel.drawing import deflected_to, draw
from lastcard.sim.kernel.game import Game, bury, end_turn, lose_turn, put_on_top, remove_card, seat_after
from lastcard.sim.kernel.going_out import go_out
from lastcard.sim.kernel.swapping import rotate_hands, swap_hands
from lastcard.sim.kernel.tasks import push_task, save_phase
from lastcard.sim.kernel.uno import close_window, open_window
from lastcard.sim.kernel.written import end_after_dues, go_on, push_written
from lastcard.sim.plain import cold, fast


@fast
def open_debt(game: Game) -> cython.int:
    """The debt that waits for an answer."""
    return game.debt if game.phase == ANSWERING or game.phase == OWING else 0


@fast
def play(
    game: Game,
    seat: cython.int,
    card: cython.int,
    colour: cython.int,
    swap: cython.int,
    uno: cython.int,
    debt: cython.int,
) -> cython.void:
    """The seat plays one card, where it meets a debt or not; `colour` is called for it, `NO_COLOUR` if it has one."""
    if rare(game.window):
        close_window(game, 0)
    bury(game, game.top)
    remove_card(game, seat, card)
    put_card(game, seat, card, colour, swap, uno, debt)


@fast
def put_card(
    game: Game,
    seat: cython.int,
    card: cython.int,
    colour: cython.int,
    swap: cython.int,
    uno: cython.int,
    debt: cython.int,
) -> cython.void:
    """The card lies: the window opens, it does what it does (U, W, V)."""
    before: cython.int = game.colour
    game.from_has = 0
    game.from_size = 0
    put_on_top(game, card, colour)
    game.called |= cython.cast(cython.uint, uno) << seat
    game.jumpable = 1
    game.passes = 0
    if rare(game.size[seat] < 2):
        if game.size[seat] == 0:
            forget_drawn(game, seat)
            go_out(game, seat, card, debt)
            go_on(game)
            return
        open_window(game, bit(seat))
    if rare((game.t.has_effect >> card) & ONE or debt or game.several):
        put_with_effect(game, seat, card, swap, debt, before)
        return
    if rare(game.t.skip[card]):
        lose_turn(game, seat_after(game, seat))
    if rare(game.t.turns[card]):
        game.backwards ^= 1
        if game.playing == 2:
            lose_turn(game, seat_after(game, seat))
    end_turn(game, seat)


@fast
def forget_drawn(game: Game, seat: cython.int) -> cython.void:
    """The seat has played after it drew; where the next turn begins at once that is forgotten anyway."""
    if seat == game.drawer:
        game.drawn = -1
    else:
        game.reneged = 0


@cold
def put_with_effect(
    game: Game, seat: cython.int, card: cython.int, swap: cython.int, debt: cython.int, before: cython.int
) -> cython.void:
    """A card that makes others draw, meets a debt, moves hands or has a rule written on it."""
    owed: cython.int = game.t.owe[card]
    four_debt: cython.int = 1 if game.phase == ANSWERING else game.four_debt
    victim: cython.int
    forget_drawn(game, seat)
    if owed:
        impose_debt(game, seat, card, debt + owed, before)
        return
    if debt:
        victim = deflected_to(game, seat, card)
        game.phase = OWING
        game.seat = victim
        game.debt = debt
        game.four_debt = four_debt
        if (game.t.ruled >> card) & ONE:
            save_phase(game)
            push_written(game, seat, card)
            go_on(game)
        return
    # what is printed counts against the bound as well (H8); between two a Reverse is two effects (N)
    game.steps += game.t.skip[card] + game.t.swaps[card] + (1 if game.t.rotates[card] else 0)
    if game.t.turns[card]:
        game.steps += 2 if game.playing == 2 else 1
    if game.t.skip[card]:
        lose_turn(game, seat_after(game, seat))
    if game.t.turns[card]:
        game.backwards ^= 1
    if game.t.swaps[card]:
        if swap != NONE and swap != seat:
            swap_hands(game, seat, swap)
            open_window(game, bit(seat) | bit(swap))
    if game.t.rotates[card]:
        rotate_hands(game, game.t.rotates[card] - 1)
    if game.t.turns[card] and game.playing == 2:
        lose_turn(game, seat_after(game, seat))
    push_task(game, END, seat, 0)
    push_written(game, seat, card)
    go_on(game)


@fast
def impose_debt(
    game: Game, seat: cython.int, card: cython.int, debt: cython.int, before: cython.int
) -> cython.void:
    """A draw card: the next player answers, owes, or draws at once (W1, W5, W6, V1)."""
    victim: cython.int = seat_after(game, seat)
    if game.t.four_mode == BLUFF and (game.t.fours >> card) & ONE:
        game.from_has = game.has[seat]
        game.from_size = game.size[seat]
        game.phase = ANSWERING
        game.seat = victim
        game.accused = seat
        game.debt = debt
        game.before = before
    elif game.t.stacking:
        game.phase = OWING
        game.seat = victim
        game.debt = debt
        game.four_debt = 1 if (game.t.fours >> card) & ONE else 0
    else:
        draw(game, victim, debt, 1)
        end_after_dues(game, victim)


@cold
def play_several(
    game: Game,
    seat: cython.int,
    card: cython.int,
    action: cython.ulonglong,
    swap: cython.int,
    uno: cython.int,
) -> cython.void:
    """Several equal numbers, the first and the last named, between them a count for each colour (V9)."""
    c: cython.int
    i: cython.int
    middle: cython.int
    last: cython.int = card % 14 + 14 * cython.cast(cython.int, (action >> 35) & 7)
    if game.window:
        close_window(game, 0)
    bury(game, game.top)
    bury(game, card)
    remove_card(game, seat, card)
    for c in range(4):
        middle = card % 14 + 14 * c
        for i in range(cython.cast(cython.int, (action >> (23 + 3 * c)) & 7)):
            bury(game, middle)
            remove_card(game, seat, middle)
    remove_card(game, seat, last)
    game.several = action if game.t.ruled else 0
    put_card(game, seat, last, NO_COLOUR, swap, uno, 0)
    game.several = 0
