"""A table at which decisions are asked for one by one, as numbers (docs/encoding.md)."""

import cython

from lastcard.sim.kernel.acts import act, act_draw, encode, plain
from lastcard.sim.kernel.bits import bit, ctz, nth, popcount, rare
from lastcard.sim.kernel.codes import (
    ACCEPT,
    ACTING,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLOUR,
    DISCARD,
    DONE,
    DRAW,
    FAILED,
    FULL,
    GIVE,
    GUESSED,
    I_ACCEPT,
    I_BLANK,
    I_CARD,
    I_CHALLENGE,
    I_COLOUR,
    I_DONE,
    I_DRAW,
    I_FAILED,
    I_JUMP,
    I_KEEP,
    I_LAY,
    I_NOBODY,
    I_NOTHING,
    I_PLAYER,
    I_SAME,
    I_SWAP,
    I_UNO,
    JUDGING,
    JUMP,
    K_FOUR,
    NO_CARD,
    NO_COLOUR,
    NO_MORE,
    NONE,
    ONE,
    OVER,
    PASS,
    PLAY,
    Q_ASIDE,
    Q_PHASE,
    Q_PLAYER,
    Q_SAME,
    Q_UNO,
    SAID,
    SINGLE,
    TURN,
    UNO,
)
from lastcard.sim.kernel.deal import begin_round
from lastcard.sim.kernel.game import Game, below, happens, seat_after
from lastcard.sim.kernel.playing import open_debt, play
from lastcard.sim.kernel.policy_r import judge_by_chance
from lastcard.sim.kernel.snapshot import copy_game
from lastcard.sim.kernel.tables import colour_at
from lastcard.sim.kernel.uno import catchable, owes_uno
from lastcard.sim.plain import cold, fast

ASKED = (
    "who",
    "question",
    "more",
    "pending",
    "asked",
    "decisions",
    "taken",
    "made",
    "fast_choice",
    "fast_uno",
)
"""The fields of a table that change from one decision to the next."""


@cython.cclass
class TableFields:
    """A round in which one seat after the other is asked for one number: an action's parts become questions of their own.

    `calls` says whether UNO, catches and jumps are asked for; otherwise UNO is said, but for `forgets` in 65,536 times, and who
    owes it is caught `catches` in 65,536 times. A dare is judged by chance (`Game.dares`) unless `judges` says to ask.
    """

    game: Game
    who = cython.declare(cython.int, visibility="public")
    question = cython.declare(cython.int, visibility="public")
    pending = cython.declare(cython.ulonglong, visibility="public")
    more = cython.declare(cython.int, visibility="public")
    asked = cython.declare(cython.uint, visibility="public")
    calls: cython.int
    judges: cython.int
    fast_answers: cython.int
    forgets: cython.uint
    catches: cython.uint
    decisions = cython.declare(cython.int, visibility="public")
    taken = cython.declare(cython.int, visibility="public")
    fast_choice = cython.declare(cython.int, visibility="public")
    fast_uno = cython.declare(cython.int, visibility="public")
    made = cython.declare(cython.ulonglong, visibility="public")

    def __init__(self, game: Game, calls=0, judges=0, forgets=0, catches=0):
        """A table at which no round has begun: see `start`."""
        self.game = game
        self.calls, self.judges = calls, judges
        self.fast_answers = 1 if game.t.plain and not game.t.several_ways and not calls else 0
        self.forgets, self.catches = forgets, catches
        self.who = self.question = self.more = self.decisions = self.taken = 0
        self.pending = self.made = 0
        self.fast_choice, self.fast_uno = -1, 0
        self.asked = 0


@cold
def start_round(table: TableFields, dealer: cython.int) -> cython.void:
    """Deal, and ask the first question."""
    table.game.dealer = dealer
    begin_round(table.game)
    table.decisions = 0
    table.asked = 0
    ask_next(table)


@cold
def ask_next(table: TableFields) -> cython.void:
    """Find who is asked next: those who may act aside, in turn order, then the one for whom the round waits."""
    late: cython.uint
    table.question = Q_PHASE
    while table.game.phase == JUDGING and not table.judges:
        judge_by_chance(table.game)
    if table.game.phase == OVER:
        return
    if table.game.window or table.game.t.jump_in:
        if table.calls:
            if ask_aside(table):
                return
        elif not table.asked:
            table.asked = 1
            late = catchable(table.game)
            if late and happens(table.game, table.catches):
                catch_late(table, ctz(late))
                return
    table.who = table.game.seat
    if table.game.phase == JUDGING:
        table.who = seat_after(table.game, table.game.seat)
        while (table.game.voted >> table.who) & 1:
            table.who = seat_after(table.game, table.who)


@cold
def catch_late(table: TableFields, late: cython.int) -> cython.void:
    """By chance the next player catches who owes UNO."""
    act(table.game, seat_after(table.game, late), encode(CATCH, NO_CARD, NO_COLOUR, NONE, 0, late))
    ask_next(table)


@cold
def ask_aside(table: TableFields) -> cython.int:
    """Whether somebody who has not been asked since the last act may call, catch or jump."""
    i: cython.int
    seat: cython.int = table.game.seat
    for i in range(table.game.playing):
        if not (table.asked >> seat) & 1 and has_aside(table, seat):
            table.who = seat
            table.question = Q_ASIDE
            return 1
        seat = seat_after(table.game, seat)
    return 0


@cold
def has_aside(table: TableFields, seat: cython.int) -> cython.int:
    """Whether the seat may call UNO late, catch somebody or jump in."""
    if table.game.window and catchable(table.game) & (FULL ^ (ONE << seat)):
        return 1
    return 1 if owes_uno(table.game, seat) or may_jump(table, seat) else 0


@cold
def may_jump(table: TableFields, seat: cython.int) -> cython.int:
    if (
        not table.game.t.jump_in
        or not table.game.jumpable
        or table.game.phase != TURN
        or table.game.seat == seat
    ):
        return 0
    if not ((table.game.has[seat] & table.game.t.jumps) >> table.game.top) & ONE:
        return 0
    return 1 if table.game.size[seat] > 1 or (table.game.t.may_be_last >> table.game.top) & ONE else 0


@fast
def answer(table: TableFields, chosen: cython.int) -> cython.void:
    seat: cython.int = table.who
    table.decisions += 1
    if rare(not table.fast_answers or chosen >= I_KEEP or table.game.noting):
        answer_slow(table, seat, chosen)
    else:
        answer_fast(table, seat, chosen)


@cold
def answer_slow(table: TableFields, seat: cython.int, chosen: cython.int) -> cython.void:
    """The number answers the question that is open."""
    if table.question == Q_PHASE:
        answer_phase(table, seat, chosen)
    elif table.question == Q_ASIDE:
        answer_aside(table, seat, chosen)
    elif table.question == Q_SAME:
        if chosen == I_LAY:
            table.pending |= cython.cast(cython.ulonglong, table.more) << 23
            complete_play(table, seat)
        else:
            add_same(table, chosen - I_SAME)
    elif table.question == Q_PLAYER:
        table.pending ^= cython.cast(cython.ulonglong, NONE ^ seat_at(table, chosen - I_PLAYER)) << 14
        say_uno(table, seat)
    else:
        if chosen == I_UNO:
            table.pending |= SAID
        commit(table, seat)


@fast
def answer_fast(table: TableFields, seat: cython.int, chosen: cython.int) -> cython.void:
    """A card or a draw where nothing more is asked and no rules are written: what `answer_phase` would come to."""
    said: cython.int = 0
    card: cython.int
    colour: cython.int
    table.asked = 0
    table.taken += 1
    table.fast_choice = chosen
    table.game.steps = 0
    table.game.dues = 0
    if chosen == I_DRAW:
        table.game.made = DRAW
        act_draw(table.game, seat)
    else:
        card = table.game.t.card_at[chosen]
        colour = table.game.t.hue_at[chosen]
        if table.game.size[seat] == 2 and (
            not rare(table.forgets != 0) or not happens(table.game, table.forgets)
        ):
            said = 1
        table.fast_uno = said
        table.game.made = PLAY
        play(table.game, seat, card, colour, NONE, said, open_debt(table.game))
    if not rare(table.game.phase == OVER):
        table.who = table.game.seat
        if rare(table.game.window or table.game.t.jump_in):
            ask_next(table)


@cold
def answer_phase(table: TableFields, seat: cython.int, chosen: cython.int) -> cython.void:
    verb: cython.int = PLAY
    if chosen < I_DRAW or (I_BLANK <= chosen < I_COLOUR):
        begin_play(table, seat, chosen)
        return
    table.pending = 0
    if chosen == I_DRAW:
        table.pending = plain(DRAW)
    elif chosen == I_KEEP:
        table.pending = plain(PASS)
    elif chosen == I_CHALLENGE:
        table.pending = plain(CHALLENGE)
    elif chosen == I_ACCEPT:
        table.pending = plain(ACCEPT)
    elif chosen == I_DONE:
        table.pending = plain(DONE)
    elif chosen == I_FAILED:
        table.pending = plain(FAILED)
    elif chosen < I_UNO:
        table.pending = encode(COLOUR, NO_CARD, colour_at(chosen - I_COLOUR), NONE, 0, NONE)
        if table.game.swap_called:
            table.question = Q_PLAYER
            return
    elif chosen < I_CARD:
        verb = GUESSED if table.game.phase == ACTING else CHOOSE
        table.pending = encode(
            verb,
            NO_CARD,
            NO_COLOUR,
            NONE,
            0,
            NONE if chosen == I_NOBODY else seat_at(table, chosen - I_PLAYER),
        )
    else:
        verb = GIVE if table.game.taker >= 0 else DISCARD
        table.pending = encode(verb, chosen - I_CARD, NO_COLOUR, NONE, 0, NONE)
    commit(table, seat)


@cold
def begin_play(table: TableFields, seat: cython.int, chosen: cython.int) -> cython.void:
    """A card is chosen; what else belongs to playing it is asked next."""
    card: cython.int
    colour: cython.int = NO_COLOUR
    if chosen < I_DRAW:
        card = table.game.t.card_at[chosen]
        colour = table.game.t.hue_at[chosen]
    elif chosen < I_SWAP:
        card = 13 + 14 * colour_at(chosen - I_BLANK)
    else:
        card = K_FOUR + 1 + (chosen - I_SWAP) // 4
        colour = colour_at((chosen - I_SWAP) % 4)
    table.pending = encode(PLAY, card, colour, NONE, 0, NONE)
    table.more = 0
    if table.game.t.multi_play and table.game.phase == TURN and (table.game.t.numbers >> card) & ONE:
        if same_left(table, seat):
            table.question = Q_SAME
            return
    complete_play(table, seat)


@cold
def held_more(table: TableFields, seat: cython.int, c: cython.int) -> cython.int:
    """How many more of the number in play the seat holds in a colour, those chosen already left out."""
    card: cython.int = cython.cast(cython.int, (table.pending >> 5) & 63)
    last: cython.int = cython.cast(cython.int, (table.pending >> 35) & 7)
    held: cython.int = table.game.count[64 * seat + card % 14 + 14 * c] - ((table.more >> (3 * c)) & 7)
    if card // 14 == c:
        held -= 1
    return held - 1 if last == c else held


@cold
def same_left(table: TableFields, seat: cython.int) -> cython.int:
    c: cython.int
    for c in range(4):
        if held_more(table, seat, c) > 0:
            return 1
    return 0


@cold
def add_same(table: TableFields, at: cython.int) -> cython.void:
    """One more of the same number; the one chosen last lies on top (V9)."""
    last: cython.int = cython.cast(cython.int, (table.pending >> 35) & 7)
    if last < 4:
        table.more += 1 << (3 * last)
    table.pending = (table.pending & (FULL ^ SINGLE)) | (cython.cast(cython.ulonglong, colour_at(at)) << 35)
    if same_left(table, table.who) == 0:
        table.pending |= cython.cast(cython.ulonglong, table.more) << 23
        complete_play(table, table.who)


@cold
def cards_laid(table: TableFields) -> cython.int:
    """How many cards the play in hand lays."""
    more: cython.int = table.more
    cards: cython.int = 1 + (more & 7) + ((more >> 3) & 7) + ((more >> 6) & 7) + ((more >> 9) & 7)
    return cards if (table.pending >> 35) & 7 == NO_MORE else cards + 1


@cold
def complete_play(table: TableFields, seat: cython.int) -> cython.void:
    """The cards are chosen: with whom hands are swapped, and UNO."""
    card: cython.int = cython.cast(cython.int, (table.pending >> 5) & 63)
    if (table.game.t.swapping >> card) & ONE and table.game.size[seat] > cards_laid(table):
        table.question = Q_PLAYER
    else:
        say_uno(table, seat)


@cold
def say_uno(table: TableFields, seat: cython.int) -> cython.void:
    verb: cython.int = cython.cast(cython.int, table.pending & 31)
    if (verb == PLAY or verb == JUMP) and table.game.size[seat] - cards_laid(table) == 1:
        if table.calls:
            table.question = Q_UNO
            return
        if table.forgets == 0 or not happens(table.game, table.forgets):
            table.pending |= SAID
    commit(table, seat)


@cold
def commit(table: TableFields, seat: cython.int) -> cython.void:
    """Take the action and ask on."""
    table.more = 0
    table.asked = 0
    table.taken += 1
    table.made = table.pending
    table.fast_choice = -1
    act(table.game, seat, table.pending)
    ask_next(table)


@cold
def answer_aside(table: TableFields, seat: cython.int, chosen: cython.int) -> cython.void:
    """A call, a catch, a jump, or nothing."""
    table.more = 0
    if chosen == I_NOTHING:
        table.asked |= bit(seat)
        ask_next(table)
    elif chosen == I_JUMP:
        table.pending = encode(JUMP, table.game.top, NO_COLOUR, NONE, 0, NONE)
        complete_play(table, seat)
    else:
        table.pending = plain(UNO)
        if chosen != I_UNO:
            table.pending = encode(CATCH, NO_CARD, NO_COLOUR, NONE, 0, seat_at(table, chosen - I_PLAYER))
        commit(table, seat)


@cold
def seat_at(table: TableFields, steps: cython.int) -> cython.int:
    """The seat that is `steps` + 1 places to the left of the one asked."""
    return (table.who + 1 + steps) % table.game.t.players


@cold
def place_of(table: TableFields, seat: cython.int) -> cython.int:
    """The opposite of `seat_at`."""
    return (seat - table.who - 1 + table.game.t.players) % table.game.t.players


@fast
def steps_to(table: TableFields, seat: cython.int) -> cython.int:
    """How many places to the left of the one asked a seat is, itself at 0."""
    steps: cython.int = seat - table.who
    return steps + (table.game.t.players & (steps >> 31))


@cold
def copy_table(table: TableFields, other: TableFields) -> cython.void:
    """Be the same table as another."""
    copy_game(table.game, other.game)
    table.who, table.question, table.more = other.who, other.question, other.more
    table.pending, table.asked, table.decisions = other.pending, other.asked, other.decisions
    table.taken, table.made = other.taken, other.made
    table.fast_choice, table.fast_uno = other.fast_choice, other.fast_uno


@cold
def random_choice(
    table: TableFields, a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong, draws: cython.int
) -> cython.int:
    """One of the numbers in a mask."""
    n: cython.int
    m: cython.int
    pick: cython.int
    rest: cython.ulonglong = a & (FULL ^ (ONE << I_DRAW))
    if not draws and (rest | b | c):
        a = rest
    n = popcount(a)
    if not rare((b | c) != 0):
        return nth(a, below(table.game, n))
    m = popcount(b)
    pick = below(table.game, n + m + popcount(c))
    if pick < n:
        return nth(a, pick)
    if pick < n + m:
        return 64 + nth(b, pick - n)
    return 128 + nth(c, pick - n - m)
