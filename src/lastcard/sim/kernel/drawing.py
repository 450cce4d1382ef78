"""Drawing cards: for a turn, for a debt, and what drawn cards set off (T3-T5, V2, V5, V11, H7)."""

import cython

from lastcard.sim.kernel.bits import rare
from lastcard.sim.kernel.codes import DRAWN, FULL, ONE, RULE_ON_DRAW
from lastcard.sim.kernel.game import Game, add_card, end_turn, seat_after, take_card
from lastcard.sim.kernel.matching import playable
from lastcard.sim.kernel.tasks import invoke, run_for
from lastcard.sim.kernel.uno import turn_taken
from lastcard.sim.plain import cold, fast


@fast
def room_for(game: Game, seat: cython.int, count: cython.int) -> cython.int:
    """How many of the cards V11 lets the seat draw."""
    left: cython.int = game.t.draw_limit - game.size[seat]
    if count <= left:
        return count
    return left if left > 0 else 0


@cold
def note_drawn(game: Game, seat: cython.int, card: cython.int) -> cython.void:
    if game.t.rule_when[card] == RULE_ON_DRAW and invoke(game, card):
        game.agenda.due[game.dues] = card
        game.agenda.due_run[game.dues] = run_for(game, seat, 0)
        game.dues += 1


@fast
def draw(game: Game, seat: cython.int, count: cython.int, chained: cython.int) -> cython.void:
    """The seat draws as piles and V11 allow; what rules tied to drawing set off is due (H7)."""
    i: cython.int
    card: cython.int
    count = room_for(game, seat, count)
    for i in range(count):
        card = take_card(game)
        if card < 0:
            break
        add_card(game, seat, card)
        game.passes = 0
        game.called &= FULL ^ (ONE << seat)
        if rare(chained and game.t.drawn_rules):
            note_drawn(game, seat, card)


@fast
def draw_one(game: Game, seat: cython.int) -> cython.int:
    """One card, or -1 where there is none or the hand may hold no more."""
    card: cython.int = -1
    if not rare(game.size[seat] >= game.t.draw_limit):
        card = take_card(game)
        if not rare(card < 0):
            add_card(game, seat, card)
    return card


@cold
def draw_until_fit(game: Game, seat: cython.int, last: cython.int) -> cython.int:
    """Draw until a card fits, after the first; the last there was."""
    card: cython.int = last
    while card >= 0 and not (playable(game, seat) >> card) & ONE:
        card = draw_one(game, seat)
        if card >= 0:
            last = card
    return last


@fast
def draw_for_turn(game: Game, seat: cython.int) -> cython.int:
    """One card, or cards until one fits (T3, V5); the last of them, or -1 if there was none."""
    card: cython.int = draw_one(game, seat)
    return draw_until_fit(game, seat, card) if rare(game.t.draw_to_match) else card


@cold
def draw_noted(game: Game, seat: cython.int) -> cython.void:
    """As `draw_for_turn`, where drawn cards may set off rules: they come up after the last card has been drawn."""
    i: cython.int
    n: cython.int = 0
    card: cython.int = -1
    game.drawn = -1
    while room_for(game, seat, 1):
        card = take_card(game)
        if card < 0:
            break
        add_card(game, seat, card)
        game.drawn = card
        game.agenda.due[n] = card
        n += 1
        if game.t.draw_to_match == 0 or (playable(game, seat) >> card) & ONE:
            break
    game.dues = 0
    for i in range(n):
        note_drawn(game, seat, game.agenda.due[i])


@fast
def after_drawing(game: Game, seat: cython.int) -> cython.void:
    """The card drawn may be played, or the turn passes (T3, T4)."""
    if game.drawn >= 0 and (playable(game, seat) >> game.drawn) & ONE:
        game.phase = DRAWN
        game.seat = seat
    else:
        turn_taken(game)
        game.tasks = 0
        end_turn(game, seat)


@cold
def deflected_to(game: Game, seat: cython.int, card: cython.int) -> cython.int:
    """Where a Reverse or Skip sends a debt (V2)."""
    if game.t.turns[card]:
        game.backwards ^= 1
        return seat_after(game, seat)
    if game.playing == 2:
        return seat_after(game, seat)
    return seat_after(game, seat_after(game, seat))
