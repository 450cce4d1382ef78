"""A round under way: its fields, random numbers, hands, piles and turns."""

import cython

from lastcard.sim.kernel.bits import bit, ctz, rare
from lastcard.sim.kernel.codes import (
    ADD,
    EVEN_CHANCE,
    FULL,
    GOLDEN,
    LOW32,
    MAX_NOTES,
    MIX_A,
    MIX_B,
    MULTIPLY,
    N_ACTED,
    N_RESHUFFLED,
    NO_COLOUR,
    ONE,
    OPENING,
    PILE_GIVEN,
    PILE_PICKED,
    PROBABILITY_ONE,
    TURN,
)
from lastcard.sim.kernel.tables import Tables
from lastcard.sim.plain import cold, fast

SHOWN = (
    "backwards", "top", "colour", "phase", "seat", "debt", "four_debt", "accused", "before", "effect", "picks", "taker", "run_of",
    "voted", "done", "swap_called", "drawn", "drawer", "reneged", "from_has", "from_size", "window", "owing", "old", "settled",
    "called", "jumpable", "losing", "passes", "out", "tasks", "broken", "dealer",
)  # fmt: skip
NUMBERS = (
    *SHOWN, "rng", "card_rng", "began", "in_pile", "in_discard", "fits", "hue", "several", "serial", "going", "steps", "draws",
    "made", "saves", "dues", "dares", "guesses",
)  # fmt: skip
SEATED = ("seats", "playing")


@cython.final
@cython.cclass
class RoundLog:
    """Outcomes of chance that are given to a round (`given`), those that it had (`noted`), and the acts."""

    if cython.compiled:
        given: cython.uchar[65536]
        noted: cython.short[65536]
        acts: cython.ulonglong[65536]
    read: cython.int
    end: cython.int
    notes: cython.int
    acted: cython.int

    def __init__(self):
        """Nothing given, nothing noted."""
        if not cython.compiled:
            self.given, self.noted, self.acts = [0] * 65536, [0] * 65536, [0] * 65536
        self.read = self.end = self.notes = self.acted = 0


@cython.final
@cython.cclass
class ActionBuffer:
    """Room for the actions of a seat while one of them is chosen."""

    if cython.compiled:
        actions: cython.ulonglong[65536]

    def __init__(self):
        """Empty."""
        if not cython.compiled:
            self.actions = [0] * 65536


@cython.final
@cython.cclass
class Agenda:
    """What is still to be done within an act: tasks, phases to come back to, what drawn cards have set off."""

    if cython.compiled:
        task: cython.uchar[1024]
        task_a: cython.short[1024]
        task_b: cython.short[1024]
        task_run: cython.ulonglong[1024]
        task_targets: cython.ulonglong[1024]
        saved: cython.int[3328]
        saved_run: cython.ulonglong[256]
        due: cython.uchar[256]
        due_run: cython.ulonglong[256]

    def __init__(self):
        """Nothing."""
        if not cython.compiled:
            self.task, self.task_a, self.task_b = [0] * 1024, [0] * 1024, [0] * 1024
            self.task_run, self.task_targets = [0] * 1024, [0] * 1024
            self.saved, self.saved_run = [0] * 3328, [0] * 256
            self.due, self.due_run = [0] * 256, [0] * 256


@fast
def mixed(state: cython.ulonglong) -> cython.ulonglong:
    """The 32 bits that a state of chance gives (PCG32); in this form C compilers see that they are only turned round."""
    x: cython.uint = (((state >> 18) ^ state) >> 27) & LOW32
    k: cython.uint = state >> 59
    return ((x >> (k & 31)) | (x << ((0 - k) & 31))) & LOW32


@cython.cclass
class Game:
    """The fields of a round. Their order is that in memory: what every decision touches comes first (`WARM`).

    `SHOWN` are the numbers that describe a round to Python (`state_of`), `NUMBERS` all that a pickle keeps, `SEATED` those that
    follow from who is in the round. How the pile is used (`pile_mode`) and whether outcomes are noted (`noting`) belong to the
    game, not to the round in it.
    """

    t: Tables
    rng = cython.declare(cython.ulonglong, visibility="public")
    card_rng = cython.declare(cython.ulonglong, visibility="public")
    in_pile = cython.declare(cython.int, visibility="public")
    in_discard = cython.declare(cython.int, visibility="public")
    top = cython.declare(cython.int, visibility="public")
    colour = cython.declare(cython.int, visibility="public")
    fits = cython.declare(cython.ulonglong, visibility="public")
    hue = cython.declare(cython.ulonglong, visibility="public")
    phase = cython.declare(cython.int, visibility="public")
    seat = cython.declare(cython.int, visibility="public")
    backwards = cython.declare(cython.int, visibility="public")
    drawn = cython.declare(cython.int, visibility="public")
    drawer = cython.declare(cython.int, visibility="public")
    reneged = cython.declare(cython.int, visibility="public")
    window = cython.declare(cython.int, visibility="public")
    called = cython.declare(cython.uint, visibility="public")
    losing = cython.declare(cython.uint, visibility="public")
    jumpable = cython.declare(cython.int, visibility="public")
    passes = cython.declare(cython.int, visibility="public")
    debt = cython.declare(cython.int, visibility="public")
    four_debt = cython.declare(cython.int, visibility="public")
    from_has = cython.declare(cython.ulonglong, visibility="public")
    from_size = cython.declare(cython.int, visibility="public")
    several = cython.declare(cython.ulonglong, visibility="public")
    pile_mode: cython.int
    noting: cython.int
    draws = cython.declare(cython.int, visibility="public")
    made = cython.declare(cython.int, visibility="public")
    steps = cython.declare(cython.int, visibility="public")
    dues = cython.declare(cython.int, visibility="public")
    owing = cython.declare(cython.uint, visibility="public")
    dealer = cython.declare(cython.int, visibility="public")
    playing = cython.declare(cython.int, visibility="public")
    seats = cython.declare(cython.uint, visibility="public")
    before = cython.declare(cython.int, visibility="public")
    tasks = cython.declare(cython.int, visibility="public")
    accused = cython.declare(cython.int, visibility="public")
    effect = cython.declare(cython.int, visibility="public")
    picks = cython.declare(cython.int, visibility="public")
    taker = cython.declare(cython.int, visibility="public")
    run_of = cython.declare(cython.ulonglong, visibility="public")
    voted = cython.declare(cython.uint, visibility="public")
    done = cython.declare(cython.uint, visibility="public")
    swap_called = cython.declare(cython.int, visibility="public")
    old = cython.declare(cython.uint, visibility="public")
    settled = cython.declare(cython.uint, visibility="public")
    serial = cython.declare(cython.int, visibility="public")
    out = cython.declare(cython.int, visibility="public")
    going = cython.declare(cython.int, visibility="public")
    saves = cython.declare(cython.int, visibility="public")
    dares = cython.declare(cython.uint, visibility="public")
    guesses = cython.declare(cython.uint, visibility="public")
    broken = cython.declare(cython.int, visibility="public")
    began = cython.declare(cython.ulonglong, visibility="public")
    log: RoundLog
    agenda: Agenda
    buffer: ActionBuffer
    if cython.compiled:
        has: cython.ulonglong[10]
        size: cython.uchar[32]
        beyond: cython.uchar[32]
        buried: cython.uchar[64]
        count: cython.uchar[640]
        pile: cython.uchar[256]
        discard: cython.uchar[256]
        times: cython.uchar[64]

    def __init__(self, tables: Tables, seed: cython.ulonglong = 0, agenda: Agenda = None):
        """A table with no cards dealt; `seed` starts its random numbers.

        `agenda` is room for acts under way, its own if left out.
        """
        if not cython.compiled:
            self.has, self.count, self.size = [0] * 10, [0] * 640, [0] * 32
            self.beyond = [0] * 32
            self.pile, self.discard, self.times = [0] * 256, [0] * 256, [0] * 64
            self.buried = [0] * 64
            for name in (*NUMBERS, *SEATED):
                setattr(self, name, 0)
        self.agenda = Agenda() if agenda is None else agenda
        self.t = tables
        self.pile_mode = PILE_PICKED
        self.noting = 0
        self.dares = self.guesses = EVEN_CHANCE
        self.draws = self.made = 0
        self.broken = 0
        self.began = 0
        self.log = None
        self.buffer = None
        self.phase = OPENING
        self.playing = 0
        set_seed(self, seed)


@cold
def set_seed(game: Game, seed: cython.ulonglong) -> cython.void:
    """Begin another stream of chance (splitmix64 of the seed, then PCG32)."""
    x: cython.ulonglong = (seed + GOLDEN) & FULL
    x = ((x ^ (x >> 30)) * MIX_A) & FULL
    x = ((x ^ (x >> 27)) * MIX_B) & FULL
    game.rng = x ^ (x >> 31)
    game.card_rng = (game.rng * MIX_A + GOLDEN) & FULL


@fast
def below(game: Game, n: cython.uint) -> cython.int:
    """A number from 0 to n - 1. Its bias is below n in 2^32."""
    old: cython.ulonglong = game.rng
    game.rng = (old * MULTIPLY + ADD) & FULL
    return cython.cast(cython.int, (mixed(old) * n) >> 32)


@fast
def happens(game: Game, often: cython.uint) -> cython.int:
    """Whether something happens that does so `often` times in 65,536."""
    return 1 if cython.cast(cython.uint, below(game, PROBABILITY_ONE)) < often else 0


@cold
def note(game: Game, what: cython.int) -> cython.void:
    if game.log.notes < MAX_NOTES:
        game.log.noted[game.log.notes] = what
        game.log.notes += 1


@cold
def note_act(game: Game, seat: cython.int, action: cython.ulonglong) -> cython.void:
    """The act, its seat above it; among the outcomes of chance -4 says where it was taken."""
    if game.log.acted < MAX_NOTES:
        game.log.acts[game.log.acted] = action | (cython.cast(cython.ulonglong, seat) << 40)
        game.log.acted += 1
    note(game, N_ACTED)


def set_shuffles(game: Game, orders):
    """What the shuffles to come give, for a round whose chance is not the kernel's."""
    card: cython.int
    game.log = game.log or RoundLog()
    orders = [list(order) for order in orders]
    if sum(map(len, orders)) > MAX_NOTES or not all(0 <= card < 63 for order in orders for card in order):
        raise ValueError("orders are of cards by their numbers, no more than 65,536 together")
    game.log.read = game.log.end = 0
    for order in orders:
        for card in order:
            game.log.given[game.log.end] = card
            game.log.end += 1


@fast
def add_card(game: Game, seat: cython.int, card: cython.int) -> cython.void:
    game.has[seat] |= ONE << card
    game.count[64 * seat + card] += 1
    resize_hand(game, seat, 1)


@fast
def remove_card(game: Game, seat: cython.int, card: cython.int) -> cython.void:
    left: cython.int = game.count[64 * seat + card] - 1
    game.count[64 * seat + card] = left
    resize_hand(game, seat, -1)
    if left == 0:
        game.has[seat] ^= ONE << card


@fast
def resize_hand(game: Game, seat: cython.int, by: cython.int) -> cython.void:
    """Change the size of a hand; the sizes are stored twice in a row, so that they can be read on from any seat."""
    size: cython.int = game.size[seat] + by
    game.size[seat] = size
    game.size[seat + game.t.players] = size


@cold
def count_held(game: Game, seat: cython.int, mask: cython.ulonglong) -> cython.int:
    total: cython.int = 0
    while mask:
        total += game.count[64 * seat + ctz(mask)]
        mask &= mask - 1
    return total


@fast
def bury(game: Game, card: cython.int) -> cython.void:
    game.discard[game.in_discard] = card
    game.in_discard += 1
    game.buried[card] += 1


@fast
def take_card(game: Game) -> cython.int:
    """The next card of the pile, or -1 if there is none; the discards are made the pile when it is used up (T5)."""
    at: cython.int
    card: cython.int
    if rare(game.in_pile == 0):
        if game.in_discard == 0:
            return -1
        refill_pile(game)
    at = below(game, game.in_pile) if game.pile_mode == PILE_PICKED else game.in_pile - 1
    game.in_pile -= 1
    game.draws += 1
    card = game.pile[at]
    game.pile[at] = game.pile[game.in_pile]
    if rare(game.noting):
        note(game, card)
    return card


@cold
def refill_pile(game: Game) -> cython.void:
    """The discards become the pile: in any order if chance picks from it, otherwise in the next one given."""
    i: cython.int
    for i in range(game.in_discard):
        game.pile[i] = game.discard[i]
    game.in_pile = game.in_discard
    game.in_discard = 0
    for i in range(64):
        game.buried[i] = 0
    if game.pile_mode != PILE_PICKED:
        reorder_pile(game)
    if game.noting:
        note(game, N_RESHUFFLED)


@cold
def reorder_pile(game: Game) -> cython.void:
    """The pile is in the next order given, or in one by the chance that is for cards alone."""
    i: cython.int
    n: cython.int = game.in_pile
    if game.pile_mode != PILE_GIVEN:
        shuffle_pile(game)
        return
    if game.log.read + n > game.log.end:
        game.broken = 1
        return
    for i in range(n):
        game.pile[n - 1 - i] = game.log.given[game.log.read + i]
    game.log.read += n


@cold
def shuffle_pile(game: Game) -> cython.void:
    """The order of the pile comes from a stream of its own, so that it does not depend on what the players do."""
    i: cython.int
    at: cython.int
    card: cython.uchar
    others: cython.ulonglong = game.rng
    game.rng = game.card_rng
    for i in range(game.in_pile - 1, 0, -1):
        at = below(game, i + 1)
        card = game.pile[i]
        game.pile[i] = game.pile[at]
        game.pile[at] = card
    game.card_rng = game.rng
    game.rng = others


@fast
def put_on_top(game: Game, card: cython.int, colour: cython.int) -> cython.void:
    """The card is on top, with the colour called for it, `NO_COLOUR` if it has one of its own."""
    own: cython.int = game.t.colour_of[card]
    game.top = card
    game.colour = colour if own == NO_COLOUR else own
    game.fits = game.t.own_fits[card] | game.t.col[colour]
    game.hue = game.t.own_col[card] | game.t.col[colour]


@cold
def call_colour(game: Game, colour: cython.int) -> cython.void:
    """Another colour is in force, whatever is on top."""
    game.colour = colour
    game.hue = game.t.col[colour]
    game.fits = game.hue | game.t.sym[game.top] | game.t.wilds


@fast
def seat_after(game: Game, seat: cython.int) -> cython.int:
    """The next seat in the direction of play."""
    return game.beyond[16 * game.backwards + seat]


@fast
def begin_turn(game: Game, seat: cython.int) -> cython.void:
    game.phase = TURN
    game.seat = seat
    game.drawn = -1
    game.reneged = 0


@fast
def end_turn(game: Game, seat: cython.int) -> cython.void:
    """The next player's turn begins; those who lose theirs are passed over (W3, H6)."""
    seat = seat_after(game, seat)
    if rare(game.losing):
        while (game.losing >> seat) & 1:
            game.losing ^= bit(seat)
            seat = seat_after(game, seat)
            game.passes = 0
    begin_turn(game, seat)


@fast
def lose_turn(game: Game, seat: cython.int) -> cython.void:
    game.losing |= bit(seat)
