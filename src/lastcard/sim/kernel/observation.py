"""The choices that are open to the seat that is asked, and what it sees (docs/encoding.md)."""

import cython

from lastcard.sim.kernel.bits import ctz, eight, get_eight, marks, memcpy, put_eight, rare
from lastcard.sim.kernel.codes import (
    ACTING,
    ANSWERING,
    CALLING,
    COLOURED13,
    DRAWN,
    FULL,
    I_ACCEPT,
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
    K_FOUR,
    K_WILD,
    NO_COLOUR,
    ONE,
    OVER,
    OWING,
    PICKING,
    PRESENT,
    Q_PHASE,
    Q_PLAYER,
    Q_SAME,
    Q_UNO,
    RARE,
    TURN,
    WILD_IDS,
)
from lastcard.sim.kernel.env import TableFields, held_more, may_jump, place_of, steps_to
from lastcard.sim.kernel.matching import must_play_drawn, playable, within_law
from lastcard.sim.kernel.tables import colour_at
from lastcard.sim.kernel.uno import catchable, owes_uno
from lastcard.sim.kernel.written import cards_meant
from lastcard.sim.plain import cold, fast


@fast
def write_mask(table: TableFields, out: cython.p_ulonglong) -> cython.void:
    """The numbers that may be chosen, in three words of 64 bits."""
    cards: cython.ulonglong
    out[1] = out[2] = 0
    if not rare(table.game.phase != TURN or table.question != Q_PHASE):
        cards = playable(table.game, table.who)
        out[0] = 0
        if table.game.t.renege or within_law(table.game, table.who, cards) == 0:
            out[0] = ONE << I_DRAW
        ids_of(cards, out)
    else:
        out[0] = 0
        mask_other(table, out)


@cold
def mask_other(table: TableFields, out: cython.p_ulonglong) -> cython.void:
    """The same but for a turn that begins."""
    seat: cython.int = table.who
    if table.game.phase == OVER:
        return
    if table.question == Q_PHASE:
        mask_phase(table, seat, out)
    elif table.question == Q_SAME:
        mask_same(table, seat, out)
    elif table.question == Q_PLAYER:
        out[1] = others_of(table, seat, table.game.seats)
    elif table.question == Q_UNO:
        out[1] = (ONE << (I_UNO - 64)) | (ONE << (I_NOTHING - 64))
    else:
        out[1] = ONE << (I_NOTHING - 64)
        if owes_uno(table.game, seat):
            out[1] |= ONE << (I_UNO - 64)
        if table.game.window:
            out[1] |= others_of(table, seat, catchable(table.game))
        if may_jump(table, seat):
            out[2] = ONE << (I_JUMP - 128)


@cold
def mask_phase(table: TableFields, seat: cython.int, out: cython.p_ulonglong) -> cython.void:
    phase: cython.int = table.game.phase
    cards: cython.ulonglong = 0
    if phase == OWING:
        cards = playable(table.game, seat)
        out[0] = ONE << I_DRAW
    elif phase == DRAWN:
        cards = ONE << table.game.drawn if table.game.drawn >= 0 else 0
        if must_play_drawn(table.game) == 0:
            out[0] = ONE << I_KEEP
    elif phase == ANSWERING:
        cards = playable(table.game, seat) if table.game.t.stacking else 0
        out[0] = (ONE << I_CHALLENGE) | (ONE << I_ACCEPT)
    elif phase == CALLING:
        out[1] = cython.cast(cython.ulonglong, 15) << (I_COLOUR - 64)
    elif phase == PICKING:
        cards = cards_meant(table.game, seat, table.game.effect)
        out[1] = (cards << (I_CARD - 64)) & FULL
        out[2] = cards >> (128 - I_CARD)
        return
    else:
        mask_written(table, seat, out)
        return
    ids_of(cards, out)


@cold
def mask_written(table: TableFields, seat: cython.int, out: cython.p_ulonglong) -> cython.void:
    if table.game.phase == JUDGING:
        out[1] = (ONE << (I_DONE - 64)) | (ONE << (I_FAILED - 64))
    else:
        out[1] = others_of(table, seat, table.game.seats)
        if table.game.phase == ACTING:
            out[1] |= ONE << (I_NOBODY - 64)


@cold
def mask_same(table: TableFields, seat: cython.int, out: cython.p_ulonglong) -> cython.void:
    i: cython.int
    out[2] = ONE << (I_LAY - 128)
    for i in range(4):
        if held_more(table, seat, colour_at(i)) > 0:
            out[2] |= ONE << (I_SAME + i - 128)


@cold
def others_of(table: TableFields, seat: cython.int, seats: cython.uint) -> cython.ulonglong:
    """The seats but the one asked, as bits of the second word."""
    found: cython.ulonglong = 0
    other: cython.int
    seats &= FULL ^ (ONE << seat)
    while seats:
        other = ctz(seats)
        seats &= seats - 1
        found |= ONE << (I_PLAYER - 64 + place_of(table, other))
    return found


@fast
def ids_of(cards: cython.ulonglong, out: cython.p_ulonglong) -> cython.void:
    """The numbers for playing these cards, wild ones once for each colour."""
    out[0] |= (
        (cards & COLOURED13)
        | (((cards >> 28) & COLOURED13) << 15)
        | (((cards >> 42) & COLOURED13) << 30)
        | (((cards >> 14) & COLOURED13) << 45)
        | (WILD_IDS * ((cards >> K_WILD) & 3))
    )
    if rare((cards & RARE) != 0):
        rare_ids_of(cards, out)


@cold
def rare_ids_of(cards: cython.ulonglong, out: cython.p_ulonglong) -> cython.void:
    """As `ids_of` for the cards that few editions have."""
    i: cython.int
    out[1] |= (
        ((cards >> 13) & 1)
        | (((cards >> 41) & 1) << 1)
        | (((cards >> 55) & 1) << 2)
        | (((cards >> 27) & 1) << 3)
    )
    for i in range(5):
        if (cards >> (K_FOUR + 1 + i)) & ONE:
            out[1] |= cython.cast(cython.ulonglong, 15) << (I_SWAP - 64 + 4 * i)


@fast
def write_observation(table: TableFields, out: cython.p_uchar) -> cython.void:
    """What the seat that is asked sees: see docs/encoding.md. Nothing in it is hidden from that seat."""
    seat: cython.int = table.who
    i: cython.int
    owed: cython.int = 1 if table.game.phase == ANSWERING or table.game.phase == OWING else 0
    answering: cython.int = 1 if table.game.phase == ANSWERING else 0
    if cython.compiled:
        memcpy(out, cython.address(table.game.count[64 * seat]), 64)
        memcpy(out + 64, cython.address(table.game.buried[0]), 64)
    else:
        for i in range(64):
            out[i] = table.game.count[64 * seat + i]
            out[64 + i] = table.game.buried[i]
    write_places(table, seat, out)
    put_eight(
        out,
        148,
        eight(
            table.game.top,
            table.game.colour,
            table.game.backwards,
            table.game.phase,
            table.question,
            (table.game.drawn + 1) * (1 if table.game.drawer == seat else 0),
            table.game.debt * owed,
            table.game.four_debt * (owed - answering),
        ),
    )
    put_eight(
        out,
        156,
        eight(
            steps_to(table, table.game.seat),
            table.game.in_pile,
            0,
            NO_COLOUR,
            0,
            0,
            table.game.passes,
            steps_to(table, table.game.dealer),
        ),
    )
    if rare(table.question != Q_PHASE):
        out[158] = cython.cast(cython.int, (table.pending >> 5) & 63) + 1
    if answering:
        out[159] = table.game.before
        out[160] = steps_to(table, table.game.accused)
    if rare(table.game.phase == PICKING):
        out[161] = table.game.picks


@fast
def write_places(table: TableFields, seat: cython.int, out: cython.p_uchar) -> cython.void:
    """How many cards each place holds, and what is said of it."""
    put_eight(out, 128, get_eight(table.game.size, seat) & table.game.t.places)
    if rare(
        (
            table.game.owing
            | table.game.called
            | table.game.losing
            | (table.game.seats ^ table.game.t.everybody)
        )
        != 0
    ):
        write_marks(table, out)
    else:
        put_eight(out, 138, table.game.t.places & PRESENT)
    if rare(table.game.t.players > 8):
        write_far_places(table, seat, out)


@cold
def write_far_places(table: TableFields, seat: cython.int, out: cython.p_uchar) -> cython.void:
    """The ninth place and the tenth."""
    i: cython.int
    at: cython.int
    for i in range(8, table.game.t.players):
        at = (seat + i) % table.game.t.players
        out[128 + i] = table.game.size[at]
        out[138 + i] = (
            ((table.game.owing >> at) & 1)
            | (((table.game.called >> at) & 1) << 1)
            | (((table.game.losing >> at) & 1) << 2)
            | (((table.game.seats >> at) & 1) << 3)
        )


@cold
def write_marks(table: TableFields, out: cython.p_uchar) -> cython.void:
    """What is said of each place, a byte for each."""
    owing: cython.uint = as_places(table, table.game.owing)
    called: cython.uint = as_places(table, table.game.called)
    losing: cython.uint = as_places(table, table.game.losing)
    present: cython.uint = as_places(table, table.game.seats)
    low: cython.ulonglong = marks(owing >> 4, called >> 4, losing >> 4, present >> 4) << 32
    put_eight(out, 138, low | marks(owing, called, losing, present))


@fast
def as_places(table: TableFields, seats: cython.uint) -> cython.uint:
    """A set of seats as places counted from the one asked."""
    n: cython.int = table.game.t.players
    return ((seats >> table.who) | (seats << (n - table.who))) & ((1 << n) - 1)
