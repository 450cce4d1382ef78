"""Rounds that are played for their figures, by a policy for each seat (lastcard.sim.play)."""

import cython

from lastcard.sim.kernel.codes import (
    C_HELD,
    C_HELD_HELD,
    C_HELD_WON,
    C_LAST,
    C_PLAYED,
    C_WON,
    C_WON_WON,
    CHALLENGE,
    DRAW,
    FULL,
    GOLDEN,
    JUMP,
    NO_MORE,
    OVER,
    PILE_SHUFFLED,
    PLAY,
    R_CAUGHT,
    R_CHALLENGED,
    R_DEALER,
    R_DECISIONS,
    R_DRAWN,
    R_FIRST,
    R_FIRST_UNO,
    R_FORCED,
    R_LEADS,
    R_OUT,
    R_TURNS,
    R_WON,
    TURN,
)
from lastcard.sim.kernel.deal import begin_round, seat_players, set_seats
from lastcard.sim.kernel.game import ActionBuffer, Game, set_seed
from lastcard.sim.kernel.going_out import points_of, winnings
from lastcard.sim.kernel.policy_r import run_out
from lastcard.sim.kernel.tables import Tables
from lastcard.sim.kernel.uno import catchable
from lastcard.sim.kernel.weighted import KernelPolicies, KernelPolicy, caught_by_chance, jumped, step_of
from lastcard.sim.plain import cold


@cython.final
@cython.cclass
class RoundNotes:
    """What is noted of a round while it is played."""

    if cython.compiled:
        row: cython.int[16]
        held: cython.uchar[640]
        dealt: cython.int[64]
    leader: cython.int
    taken: cython.int

    def __init__(self):
        """Nothing yet."""
        if not cython.compiled:
            self.row, self.held, self.dealt = [0] * 16, [0] * 640, [0] * 64
        self.leader = -1
        self.taken = 0


@cold
def begin_notes(notes: RoundNotes, game: Game) -> cython.void:
    """The first player is about to act; what the first card made somebody draw was forced."""
    i: cython.int
    seat: cython.int
    for i in range(16):
        notes.row[i] = 0
    notes.row[R_FIRST] = game.seat
    notes.row[R_DEALER] = game.dealer
    notes.row[R_FIRST_UNO] = -1
    notes.leader = -1
    notes.taken = game.draws
    for i in range(640):
        notes.held[i] = game.count[i]
    for i in range(64):
        notes.dealt[i] = 0
    for seat in range(game.t.players):
        if (game.seats >> seat) & 1:
            notes.row[R_DRAWN] += game.size[seat] - game.t.hand_size
            for i in range(64):
                notes.dealt[i] += game.count[64 * seat + i]
    notes.row[R_FORCED] = notes.row[R_DRAWN]


@cold
def note_draws(notes: RoundNotes, game: Game, forced: cython.int) -> cython.void:
    """Cards have been drawn since the last look, or not."""
    notes.row[R_DRAWN] += game.draws - notes.taken
    if forced:
        notes.row[R_FORCED] += game.draws - notes.taken
    notes.taken = game.draws


@cold
def note_lead(notes: RoundNotes, game: Game) -> cython.void:
    """Who has the fewest cards, and who was first to one."""
    seat: cython.int
    fewest: cython.int = 1000
    who: cython.int = -1
    for seat in range(game.t.players):
        if (game.seats >> seat) & 1:
            if game.size[seat] < fewest:
                fewest = game.size[seat]
                who = seat
            elif game.size[seat] == fewest and seat == notes.leader:
                who = seat
    if fewest == 1 and notes.row[R_FIRST_UNO] < 0:
        notes.row[R_FIRST_UNO] = who
    if who != notes.leader:
        if notes.leader >= 0 and game.size[notes.leader] == fewest:
            return
        if notes.leader >= 0:
            notes.row[R_LEADS] += 1
        notes.leader = who


@cold
def count_cards(notes: RoundNotes, game: Game, cards: cython.longlong[:, ::1]) -> cython.void:
    """With which card the round was won, and what of the cards held at its beginning was in the winning hand.

    The cards held are counted by face: those of the four colours together.
    """
    face: cython.int
    i: cython.int
    won: cython.int
    held: cython.int
    if game.out < 0:
        return
    if game.made == PLAY or game.made == JUMP:
        cards[C_LAST, game.top] += 1
    for face in range(22):
        held = 0
        won = 0
        i = face if face < 14 else face + 42
        while i < 64 and (i < 56 or i == face + 42):
            held += notes.dealt[i]
            won += notes.held[64 * game.out + i]
            i += 14
        cards[C_HELD, face] += held
        cards[C_WON, face] += won
        cards[C_HELD_HELD, face] += held * held
        cards[C_HELD_WON, face] += held * won
        cards[C_WON_WON, face] += won * won


def play_noted(
    tables: Tables,
    policies: KernelPolicies,
    seed: cython.ulonglong,
    numbers: cython.longlong[::1],
    dealers: cython.int[::1],
    seats: cython.uint[::1],
    dares: cython.uint,
    guesses: cython.uint,
    most: cython.int,
    rows: cython.int[:, ::1],
    points: cython.int[:, ::1],
    behind: cython.int[:, ::1],
    cards: cython.longlong[:, ::1],
    watched: Game = None,
):
    """Play rounds of a seed by their numbers, each with its dealer and its seats as a mask, and note a row of figures for each.

    Round k is the same whichever rounds are played with it. The order of the cards comes from a stream of its own: with the
    same deck it is the same whatever the rules and the players do, until the discards are shuffled. `watched` is a game to play
    them in.
    """
    game: Game = watched or Game(tables, 0)
    if game.t is not tables or len(policies.each) != tables.players:
        raise ValueError("a game of the same rules and a policy for each seat are needed")
    buffer: ActionBuffer = ActionBuffer()
    notes: RoundNotes = RoundNotes()
    policy: cython.p_void
    i: cython.int
    seat: cython.int
    phase: cython.int
    late: cython.uint
    asked: cython.uint
    done: cython.ulonglong
    n: cython.int = tables.players
    game.pile_mode = PILE_SHUFFLED
    seat_players(game, range(n), dares, guesses)
    for i in range(numbers.shape[0]):
        if seats[i] != game.seats:
            set_seats(game, [seat for seat in range(n) if (seats[i] >> seat) & 1])
        set_seed(game, (seed * GOLDEN + cython.cast(cython.ulonglong, numbers[i])) & FULL)
        game.dealer = dealers[i]
        game.draws = 0
        begin_round(game)
        begin_notes(notes, game)
        asked = 0
        while game.phase != OVER and notes.row[R_DECISIONS] < most:
            notes.row[R_DECISIONS] += 1
            phase = game.phase
            if phase == TURN:
                notes.row[R_TURNS] += 1
            policy = policies.at[game.seat]
            done = step_of(game, cython.cast(KernelPolicy, policy), buffer.actions)
            if game.made == PLAY:
                count_played(done, cards)
            if game.made == CHALLENGE:
                notes.row[R_CHALLENGED] += 1
            note_draws(notes, game, 0 if game.made == DRAW and phase == TURN else 1)
            if tables.jump_in and game.jumpable and game.phase == TURN:
                jump_by_chance(game, policies, cards)
            note_lead(notes, game)
            note_behind(game, notes, behind, i)
            late = catchable(game) if game.window else 0
            if late and late != asked:
                asked = late
                notes.row[R_CAUGHT] += caught_by_chance(game, policies, late)
            elif not late:
                asked = 0
            note_draws(notes, game, 1)
        rows_of(game, notes, rows, i)
        count_cards(notes, game, cards)
        for seat in range(n):
            points[i, seat] = points_of(game, seat)


@cold
def count_played(action: cython.ulonglong, cards: cython.longlong[:, ::1]) -> cython.void:
    """The cards of a play: one, or several equal numbers (V9)."""
    first: cython.int = cython.cast(cython.int, (action >> 5) & 63)
    last: cython.int = cython.cast(cython.int, (action >> 35) & 7)
    c: cython.int
    cards[C_PLAYED, first] += 1
    if last == NO_MORE:
        return
    cards[C_PLAYED, first % 14 + 14 * last] += 1
    for c in range(4):
        cards[C_PLAYED, first % 14 + 14 * c] += cython.cast(cython.int, (action >> (23 + 3 * c)) & 7)


@cold
def note_behind(game: Game, notes: RoundNotes, behind: cython.int[:, ::1], i: cython.int) -> cython.void:
    """The most cards that each seat was behind the leader."""
    seat: cython.int
    fewest: cython.int = game.size[notes.leader] if notes.leader >= 0 else 0
    for seat in range(game.t.players):
        if game.size[seat] - fewest > behind[i, seat]:
            behind[i, seat] = game.size[seat] - fewest


@cold
def jump_by_chance(game: Game, policies: KernelPolicies, cards: cython.longlong[:, ::1]) -> cython.void:
    """Whoever holds a card identical to the top one may jump in with it, the next in turn order first (V3).

    `cards` counts them.
    """
    while jumped(game, policies):
        cards[C_PLAYED, game.top] += 1


@cold
def rows_of(game: Game, notes: RoundNotes, rows: cython.int[:, ::1], i: cython.int) -> cython.void:
    k: cython.int
    notes.row[R_OUT] = game.out
    notes.row[R_WON] = winnings(game)
    for k in range(12):
        rows[i, k] = notes.row[k]


def playouts(tables: Tables, seed: cython.ulonglong, rounds: cython.int, most: cython.int = 5000):
    """Play rounds with policy R; the decisions, the points and how often each seat was out, seat 0 first.

    The deal passes round the table.
    """
    game: Game = Game(tables, seed)
    buffer: ActionBuffer = ActionBuffer()
    i: cython.int
    decisions: cython.longlong = 0
    points: cython.longlong = 0
    outs: list = [0] * 11
    set_seats(game, range(tables.players))
    for i in range(rounds):
        game.dealer = i % tables.players
        begin_round(game)
        decisions += run_out(game, most, buffer.actions)
        points += winnings(game)
        outs[game.out if game.out >= 0 else 10] += 1
    return decisions, points, outs
