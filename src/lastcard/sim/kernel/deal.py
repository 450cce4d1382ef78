"""The deal and the first card (S3-S12)."""

import cython

from lastcard.sim.kernel.bits import bit
from lastcard.sim.kernel.codes import (
    ADD,
    BEGIN,
    CALLING,
    END,
    EVEN_CHANCE,
    FULL,
    MULTIPLY,
    N_DEALT_AGAIN,
    N_PUT_BACK,
    NO_COLOUR,
    ONE,
    OPENING,
    PILE_GIVEN,
    PILE_PICKED,
    S_CALL,
    S_CALL_SWAP,
    S_DRAW,
    S_REVERSE,
    S_SKIP,
)
from lastcard.sim.kernel.drawing import draw
from lastcard.sim.kernel.game import (
    Game,
    RoundLog,
    add_card,
    begin_turn,
    below,
    end_turn,
    mixed,
    note,
    put_on_top,
    reorder_pile,
    resize_hand,
    set_shuffles,
    take_card,
)
from lastcard.sim.kernel.tasks import push_dues, push_task
from lastcard.sim.kernel.written import go_on
from lastcard.sim.plain import cold


def deal_round(game: Game, dealer: cython.int, seats=None, order=None, orders=()):
    """Deal a round. `order` is the deck, next card first, and `orders` what each later shuffle gives.

    Without them chance does it.

    `seats` are those in the round, all if left out. ValueError for seats, a dealer or orders that cannot be.
    """
    set_seats(game, range(game.t.players) if seats is None else sorted(seats))
    if not 0 <= dealer < game.t.players or not (game.seats >> dealer) & 1:
        raise ValueError(f"seat {dealer} is not in the round and cannot deal")
    game.dealer = dealer
    game.pile_mode = PILE_PICKED if order is None else PILE_GIVEN
    if order is not None:
        if len(order) != game.t.cards:
            raise ValueError(f"the deck has {game.t.cards} cards, and not {len(order)}")
        game.log = game.log or RoundLog()
        set_shuffles(game, [order, *orders])
    game.broken = 0
    begin_round(game)


def seat_players(game: Game, seats, dares: cython.uint = EVEN_CHANCE, guesses: cython.uint = EVEN_CHANCE):
    """These seats are in the rounds to come; dares are done and charades guessed with these probabilities out of 65,536."""
    set_seats(game, sorted(seats))
    game.dares = dares
    game.guesses = guesses


@cython.cfunc
def set_seats(game: Game, seats):
    i: cython.int
    n: cython.int = len(seats)
    if n < 2 or len(set(seats)) != n or min(seats) < 0 or max(seats) >= game.t.players:
        raise ValueError(f"two or more of the seats 0 to {game.t.players - 1} are needed, not {list(seats)}")
    game.seats = 0
    game.playing = n
    for i in range(n):
        game.seats |= bit(seats[i])
        game.beyond[seats[i]] = seats[(i + 1) % n]
        game.beyond[16 + seats[i]] = seats[(i + n - 1) % n]


@cold
def begin_round(game: Game) -> cython.void:
    game.began = game.rng
    clear_round(game)
    deal_hands(game)
    turn_up(game)
    open_round(game)


@cold
def clear_hands(game: Game) -> cython.void:
    """No hand holds a card."""
    i: cython.int
    for i in range(10):
        game.has[i] = 0
    for i in range(32):
        game.size[i] = 0
    for i in range(640):
        game.count[i] = 0


@cold
def clear_round(game: Game) -> cython.void:
    i: cython.int
    clear_hands(game)
    for i in range(64):
        game.times[i] = 0
        game.buried[i] = 0
    game.in_discard = 0
    game.backwards = 0
    game.phase = OPENING
    game.debt = game.four_debt = game.accused = game.effect = game.picks = 0
    game.before = NO_COLOUR
    game.taker = -1
    game.run_of = 0
    game.voted = game.done = 0
    game.swap_called = 0
    game.drawn = -1
    game.drawer = 0
    game.reneged = 0
    game.from_has = 0
    game.from_size = 0
    game.window = 0
    game.owing = game.old = game.settled = game.called = 0
    game.jumpable = 0
    game.several = 0
    game.losing = 0
    game.passes = 0
    game.serial = 0
    game.out = game.going = -1
    game.steps = game.tasks = game.saves = game.dues = 0


@cold
def deal_hands(game: Game) -> cython.void:
    """The deck is the pile, and the hands come from it, one card at a time from the dealer's left (S3)."""
    i: cython.int
    n: cython.int = game.t.cards
    seat: cython.int
    for i in range(n):
        game.pile[i] = game.t.deck[i]
    game.in_pile = n
    if game.pile_mode != PILE_PICKED:
        reorder_pile(game)
    seat = game.dealer
    if game.pile_mode == PILE_PICKED and not game.noting:
        deal_hands_fast(game, seat)
        return
    for i in range(game.t.hand_size * game.playing):
        seat = game.beyond[seat]
        add_card(game, seat, take_card(game))


@cold
def deal_hands_fast(game: Game, seat: cython.int) -> cython.void:
    """The same where chance picks from the pile and nobody notes it: most of what a short round costs."""
    i: cython.int
    at: cython.int
    card: cython.int
    left: cython.int = game.in_pile
    total: cython.int = game.t.hand_size * game.playing
    chance: cython.ulonglong = game.rng
    for i in range(total):
        seat = game.beyond[seat]
        at = cython.cast(cython.int, (mixed(chance) * cython.cast(cython.ulonglong, left)) >> 32)
        chance = (chance * MULTIPLY + ADD) & FULL
        left -= 1
        card = game.pile[at]
        game.pile[at] = game.pile[left]
        game.has[seat] |= ONE << card
        game.count[64 * seat + card] += 1
    game.rng = chance
    game.in_pile = left
    game.draws += total
    for i in range(game.playing):
        seat = game.beyond[seat]
        resize_hand(game, seat, game.t.hand_size)


@cold
def turn_up(game: Game) -> cython.void:
    """Turn up cards until one may start (S6, S7); deal again if the pile holds none."""
    i: cython.int
    at: cython.int
    card: cython.int = -1
    able: cython.int = 0
    while True:
        able = 0
        for i in range(game.in_pile):
            if (game.t.startable >> game.pile[i]) & ONE:
                able = 1
                break
        if able == 0:
            clear_hands(game)
            if game.noting:
                note(game, N_DEALT_AGAIN)
            deal_hands(game)
            continue
        at = below(game, game.in_pile) if game.pile_mode == PILE_PICKED else game.in_pile - 1
        card = game.pile[at]
        if game.noting:
            note(game, card)
        if (game.t.startable >> card) & ONE:
            break
        if game.noting:
            note(game, N_PUT_BACK)
        if game.pile_mode != PILE_PICKED:
            reorder_pile(game)
        if game.broken:
            break
    game.in_pile -= 1
    game.pile[at] = game.pile[game.in_pile]
    put_on_top(game, card, NO_COLOUR)


@cold
def open_round(game: Game) -> cython.void:
    """What the first card does (S4, S7-S12)."""
    kind: cython.int = game.t.start[game.top]
    first: cython.int = game.t.first_seat
    if first < 0:
        first = game.beyond[game.dealer]
    elif not (game.seats >> first) & 1:
        first = next_present(game, first)
    if kind == S_CALL or kind == S_CALL_SWAP:
        push_task(game, BEGIN, first, 0)
        game.phase = CALLING
        game.seat = first
        game.swap_called = 1 if kind == S_CALL_SWAP else 0
    elif kind == S_DRAW:
        draw(game, first, game.t.owe[game.top], 1)
        push_task(game, END, first, 0)
        push_dues(game)
        go_on(game)
    elif kind == S_REVERSE:
        game.backwards = 1
        begin_turn(game, game.dealer if game.t.reverse_dealer else game.beyond[16 + game.dealer])
    elif kind == S_SKIP:
        if game.t.skip_dealer:
            begin_turn(game, game.dealer)
        else:
            end_turn(game, first)
    else:
        begin_turn(game, first)


@cold
def next_present(game: Game, seat: cython.int) -> cython.int:
    """The next seat to the left of one that is not in the round."""
    while True:
        seat = (seat + 1) % game.t.players
        if (game.seats >> seat) & 1:
            return seat
