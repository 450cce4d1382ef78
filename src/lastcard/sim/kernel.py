# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, auto_pickle=False
"""The kernel: a round on integers and 64-bit masks. This file runs as Python, and Cython compiles the very same file to C.

It knows no card, count or rule: `Tables` has them as numbers, compiled from a `Ruleset` by `lastcard.sim.tables`. A card is
its `order` in the notation (0-55 coloured, 56-62 wild). A hand is a mask of the cards it holds and a count for each. What has
still to be done within an act stands on a stack of tasks, as in `lastcard.rules.acts`; where people must act in the
middle the stack waits for them.
"""

import cython

if cython.compiled:
    from cython.cimports.lastcard.sim.bits import ctz, get_eight, nth, popcount, prefetch, put_eight, rare
    from cython.cimports.libc.string import memcpy
else:

    def popcount(x):
        return x.bit_count()

    def ctz(x):
        return (x & -x).bit_length() - 1

    def nth(x, n):
        for _ in range(n):
            x &= x - 1
        return ctz(x)

    def prefetch(what, length):
        pass

    def rare(so):
        return so

    def get_eight(array, at):
        return sum(array[at + i] << (8 * i) for i in range(8))

    def put_eight(out, at, x):
        for i in range(8):
            out[at + i] = (x >> (8 * i)) & 255


SEATS = cython.declare(cython.int, 10)
KINDS = cython.declare(cython.int, 64)
MOST_CARDS = cython.declare(cython.int, 256)
MOST_TASKS = cython.declare(cython.int, 1024)
MOST_SAVED = cython.declare(cython.int, 256)
MOST_STEPS = cython.declare(cython.int, 200)
NONE = cython.declare(cython.int, 15)  # no seat, in four bits
NO_COLOUR = cython.declare(cython.int, 4)

ONE = cython.declare(cython.ulonglong, 1)
FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
LOW32 = cython.declare(cython.ulonglong, 0xFFFFFFFF)
MULTIPLY = cython.declare(cython.ulonglong, 6364136223846793005)
ADD = cython.declare(cython.ulonglong, 1442695040888963407)
MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MOST_ACTIONS = cython.declare(cython.int, 65000)
SAID = cython.declare(cython.ulonglong, 1 << 18)  # UNO is said with it
SINGLE = cython.declare(cython.ulonglong, 7 << 35)  # in place of the last colour: one card is played
NO_TARGETS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# The ways to play a card where there is one for each coloured card, four for a Wild and four for a Wild Draw Four: bits again.
K_WILD = cython.declare(cython.int, 56)
K_FOUR = cython.declare(cython.int, 57)
TWO_WILDS = cython.declare(cython.ulonglong, 3 << 56)
COLOURED = cython.declare(cython.ulonglong, (1 << 56) - 1)
WAYS_OF_WILD = cython.declare(cython.ulonglong, 15 << 56)
WAYS_OF_FOUR = cython.declare(cython.ulonglong, 15 << 60)

# What is to be thought of once a card is chosen: it goes another way, or the next player draws at once, or may challenge before.
M_SLOW = cython.declare(cython.int, 1)
M_TAKES = cython.declare(cython.int, 2)
M_ASKS = cython.declare(cython.int, 4)
MOST_TAKEN = cython.declare(cython.int, 4)
ENOUGH = cython.declare(cython.int, 8)  # cards in the pile for whatever a swift turn draws

# Phases.
OPENING = cython.declare(cython.int, 0)
TURN = cython.declare(cython.int, 1)
DRAWN = cython.declare(cython.int, 2)
CALLING = cython.declare(cython.int, 3)
ANSWERING = cython.declare(cython.int, 4)
OWING = cython.declare(cython.int, 5)
JUDGING = cython.declare(cython.int, 6)
ACTING = cython.declare(cython.int, 7)
CHOOSING = cython.declare(cython.int, 8)
PICKING = cython.declare(cython.int, 9)
OVER = cython.declare(cython.int, 10)

ON_TURN = cython.declare(cython.int, (1 << 1) | (1 << 2) | (1 << 4) | (1 << 5))  # cards may be played

# Verbs of actions.
PLAY = cython.declare(cython.int, 0)
JUMP = cython.declare(cython.int, 1)
DRAW = cython.declare(cython.int, 2)
PASS = cython.declare(cython.int, 3)
COLOUR = cython.declare(cython.int, 4)
CHALLENGE = cython.declare(cython.int, 5)
ACCEPT = cython.declare(cython.int, 6)
UNO = cython.declare(cython.int, 7)
CATCH = cython.declare(cython.int, 8)
DONE = cython.declare(cython.int, 9)
FAILED = cython.declare(cython.int, 10)
GUESSED = cython.declare(cython.int, 11)
CHOOSE = cython.declare(cython.int, 12)
DISCARD = cython.declare(cython.int, 13)
GIVE = cython.declare(cython.int, 14)

# Effects, and whom they mean (rulebook H).
E_DRAW = cython.declare(cython.int, 1)
E_DISCARD = cython.declare(cython.int, 2)
E_GIVE = cython.declare(cython.int, 3)
E_SKIP = cython.declare(cython.int, 4)
E_REVERSE = cython.declare(cython.int, 5)
E_SWAP = cython.declare(cython.int, 6)
E_ROTATE = cython.declare(cython.int, 7)
E_SHOW = cython.declare(cython.int, 8)
E_CALL = cython.declare(cython.int, 9)
E_DARE = cython.declare(cython.int, 10)
E_CHARADE = cython.declare(cython.int, 11)
W_NEXT = cython.declare(cython.int, 0)
W_PREVIOUS = cython.declare(cython.int, 1)
W_OTHERS = cython.declare(cython.int, 2)
W_EVERYONE = cython.declare(cython.int, 3)
W_CHOSEN = cython.declare(cython.int, 4)
W_SELF = cython.declare(cython.int, 5)
W_PARTNER = cython.declare(cython.int, 6)
CALLED = cython.declare(cython.int, 4)  # of what an effect speaks: the colour in force

# Tasks.
SEQUENCE = cython.declare(cython.int, 1)
TARGETS = cython.declare(cython.int, 2)
AFTER = cython.declare(cython.int, 3)
END = cython.declare(cython.int, 4)
BEGIN = cython.declare(cython.int, 5)
RESUME = cython.declare(cython.int, 6)
FINISH = cython.declare(cython.int, 7)

# What the first card does (S7-S12), and how the condition on a Wild Draw Four is kept (W7).
S_PLAIN = cython.declare(cython.int, 0)
S_CALL = cython.declare(cython.int, 1)
S_CALL_SWAP = cython.declare(cython.int, 2)
S_DRAW = cython.declare(cython.int, 3)
S_REVERSE = cython.declare(cython.int, 4)
S_SKIP = cython.declare(cython.int, 5)
BLUFF = cython.declare(cython.int, 0)
STRICT = cython.declare(cython.int, 1)
FREE = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class Tables:
    """The rules of a table as numbers; `fill` takes them by name from a mapping (see `lastcard.sim.tables`)."""

    if cython.compiled:
        col: cython.ulonglong[5]
        sym: cython.ulonglong[64]
        own_col: cython.ulonglong[64]
        own_fits: cython.ulonglong[64]
        meets: cython.ulonglong[10]
        what: cython.ulonglong[9]
        same: cython.uint[10]
        points: cython.short[64]
        deck: cython.uchar[256]
        colour_of: cython.uchar[64]
        card_at: cython.uchar[64]
        hue_at: cython.uchar[64]
        way_card: cython.uchar[64]
        way_hue: cython.uchar[64]
        way_colour: cython.uchar[64]
        way_mark: cython.uchar[64]
        way_takes: cython.uchar[64]
        way_fits: cython.ulonglong[64]
        way_open: cython.ulonglong[64]
        way_same: cython.ulonglong[64]
        way_hops: cython.ulonglong[64]
        way_turns: cython.ulonglong[64]
        card_ways: cython.ulonglong[64]
        wild_ways: cython.ulonglong[4]
        owe: cython.uchar[64]
        skip: cython.uchar[64]
        turns: cython.uchar[64]
        swaps: cython.uchar[64]
        rotates: cython.uchar[64]
        start: cython.uchar[64]
        rule_when: cython.uchar[64]
        rule_nth: cython.uchar[64]
        rule_first: cython.short[64]
        rule_end: cython.short[64]
        rule_draws: cython.short[64]
        rule_draws_two: cython.short[64]
        op: cython.uchar[1024]
        amount: cython.short[1024]
        who: cython.uchar[1024]
        to: cython.uchar[1024]
        of: cython.uchar[1024]
        sub_first: cython.short[1024]
        sub_end: cython.short[1024]
    wilds: cython.ulonglong
    fours: cython.ulonglong
    may_be_last: cython.ulonglong
    startable: cython.ulonglong
    jumps: cython.ulonglong
    numbers: cython.ulonglong
    swapping: cython.ulonglong
    manifold: cython.ulonglong
    roundabout: cython.ulonglong
    touchy: cython.ulonglong
    ruled: cython.ulonglong
    busy: cython.ulonglong
    players: cython.int
    cards: cython.int
    four_mode: cython.int
    stacking: cython.int
    uno_penalty: cython.int
    false_catch: cython.int
    challenge_failed: cython.int
    closes_late: cython.int
    must_play: cython.int
    renege: cython.int
    draw_to_match: cython.int
    multi_play: cython.int
    hand_size: cython.int
    draw_limit: cython.int
    first_seat: cython.int
    reverse_dealer: cython.int
    skip_dealer: cython.int
    jump_in: cython.int
    first_to: cython.int
    drawn_rules: cython.int
    plain: cython.int
    swift: cython.int
    everybody: cython.uint
    places: cython.ulonglong

    def __init__(self, data):
        """Take the numbers over; KeyError if one is missing."""
        if not cython.compiled:
            self.col, self.sym, self.meets, self.what = [0] * 5, [0] * 64, [0] * 10, [0] * 9
            self.same, self.points, self.deck = [0] * 10, [0] * 64, [0] * 256
            self.own_col, self.own_fits = [0] * 64, [0] * 64
            self.card_at, self.hue_at, self.way_card, self.way_hue = [0] * 64, [0] * 64, [0] * 64, [0] * 64
            self.way_colour, self.way_mark, self.way_takes = [0] * 64, [0] * 64, [0] * 64
            self.way_fits, self.way_open, self.way_same = [0] * 64, [0] * 64, [0] * 64
            self.way_hops, self.way_turns = [0] * 64, [0] * 64
            self.card_ways, self.wild_ways = [0] * 64, [0] * 4
            self.colour_of, self.owe, self.skip, self.turns = [0] * 64, [0] * 64, [0] * 64, [0] * 64
            self.swaps, self.rotates, self.start = [0] * 64, [0] * 64, [0] * 64
            self.rule_when, self.rule_nth = [0] * 64, [0] * 64
            self.rule_first, self.rule_end, self.rule_draws, self.rule_draws_two = (
                [0] * 64,
                [0] * 64,
                [0] * 64,
                [0] * 64,
            )
            self.op, self.amount, self.who, self.to, self.of = (
                [0] * 1024,
                [0] * 1024,
                [0] * 1024,
                [0] * 1024,
                [0] * 1024,
            )
            self.sub_first, self.sub_end = [0] * 1024, [0] * 1024
        self._masks(data)
        self._kinds(data)
        self._derived()
        self._effects(data)
        self._options(data)
        self._ways()

    def _masks(self, data):
        i: cython.int
        for i in range(5):
            self.col[i] = data["col"][i]
        for i in range(64):
            self.sym[i] = data["sym"][i]
        for i in range(10):
            self.meets[i] = data["meets"][i]
            self.same[i] = data["same"][i]
        for i in range(9):
            self.what[i] = data["what"][i]
        self.wilds, self.fours = data["wilds"], data["fours"]
        self.may_be_last, self.startable = data["may_be_last"], data["startable"]
        self.jumps, self.numbers = data["jumps"], data["numbers"]
        self.manifold = data["manifold"]
        self.swapping, self.ruled, self.busy = data["swapping"], data["ruled"], data["busy"]

    def _kinds(self, data):
        i: cython.int
        for i in range(64):
            self.points[i] = data["points"][i]
            self.colour_of[i] = data["colour_of"][i]
            self.card_at[i], self.hue_at[i] = card_numbered(i), hue_numbered(i)
            self.owe[i] = data["owe"][i]
            self.skip[i] = data["skip"][i]
            self.turns[i] = data["turns"][i]
            self.swaps[i] = data["swaps"][i]
            self.rotates[i] = data["rotates"][i]
            self.start[i] = data["start"][i]
            self.rule_when[i] = data["rule_when"][i]
            self.rule_nth[i] = data["rule_nth"][i]
            self.rule_first[i] = data["rule_first"][i]
            self.rule_end[i] = data["rule_end"][i]
            self.rule_draws[i] = data["rule_draws"][i]
            self.rule_draws_two[i] = data["rule_draws_two"][i]
        for i in range(len(data["deck"])):
            self.deck[i] = data["deck"][i]
        self.cards = len(data["deck"])

    def _derived(self):
        """What follows from the masks and the kinds, at hand where it is asked for at every decision."""
        card: cython.int
        self.roundabout = self.manifold | ((self.wilds ^ TWO_WILDS) & FULL)
        self.touchy = self.roundabout | self.wilds | (FULL ^ self.may_be_last)
        for card in range(64):
            self.own_col[card] = self.col[self.colour_of[card]]
            self.own_fits[card] = self.own_col[card] | self.sym[card] | self.wilds
            self.way_card[card] = card if card < K_WILD else K_WILD + (card - K_WILD) // 4
            self.way_hue[card] = NO_COLOUR if card < K_WILD else card & 3

    def _ways(self):
        """What is worked out for each way to play a card, and whether turns of policy R can go the swift way (`run_swiftly`)."""
        way: cython.int
        card: cython.int
        for way in range(64):
            card = self.way_card[way]
            self.way_colour[way] = self.colour_of[card] if way < K_WILD else way & 3
            self.way_same[way] = self.col[self.way_colour[way]]
            self.way_fits[way] = self.own_fits[card] | self.way_same[way]
            self.way_open[way] = self.way_fits[way] & COLOURED
            self.way_hops[way] = all_if(self.skip[card] | (self.turns[card] if self.players == 2 else 0))
            self.way_turns[way] = all_if(self.turns[card])
            self.way_mark[way] = self._mark(card)
            self.way_takes[way] = self.owe[card]
            self.card_ways[way] = ONE << way
        self.card_ways[K_WILD], self.card_ways[K_FOUR] = WAYS_OF_WILD, WAYS_OF_FOUR
        self.wild_ways[1], self.wild_ways[2], self.wild_ways[3] = (
            WAYS_OF_WILD,
            WAYS_OF_FOUR,
            WAYS_OF_WILD | WAYS_OF_FOUR,
        )
        self.swift = 1 if self.plain and self.draw_to_match == 0 and self.draw_limit >= MOST_CARDS else 0
        for way in range(self.cards):
            card = self.deck[way]
            if ((self.roundabout | (FULL ^ self.may_be_last)) >> card) & ONE or (
                self.skip[card] and self.turns[card]
            ):
                self.swift = 0

    def _mark(self, card):
        if not (self.busy >> card) & ONE:
            return 0
        other: cython.int = self.skip[card] + self.turns[card] + self.swaps[card] + self.rotates[card]
        if other or self.stacking or (self.ruled >> card) & ONE or self.owe[card] > MOST_TAKEN:
            return M_SLOW
        return M_TAKES | (M_ASKS if self.four_mode == BLUFF and (self.fours >> card) & ONE else 0)

    def _effects(self, data):
        i: cython.int
        for i in range(len(data["op"])):
            self.op[i] = data["op"][i]
            self.amount[i] = data["amount"][i]
            self.who[i] = data["who"][i]
            self.to[i] = data["to"][i]
            self.of[i] = data["of"][i]
            self.sub_first[i] = data["sub_first"][i]
            self.sub_end[i] = data["sub_end"][i]

    def _options(self, data):
        self.players, self.four_mode, self.stacking = data["players"], data["four_mode"], data["stacking"]
        self.uno_penalty, self.false_catch = data["uno_penalty"], data["false_catch"]
        self.challenge_failed, self.closes_late = data["challenge_failed"], data["closes_late"]
        self.must_play, self.renege = data["must_play"], data["renege"]
        self.draw_to_match, self.multi_play = data["draw_to_match"], data["multi_play"]
        self.hand_size, self.draw_limit = data["hand_size"], data["draw_limit"]
        self.first_seat, self.reverse_dealer = data["first_seat"], data["reverse_dealer"]
        self.skip_dealer, self.jump_in = data["skip_dealer"], data["jump_in"]
        self.first_to, self.drawn_rules = data["first_to"], data["drawn_rules"]
        self.plain = data["plain"]
        self.everybody = (1 << self.players) - 1
        self.places = FULL >> (8 * (8 - min(self.players, 8)))


@cython.final
@cython.cclass
class Tape:
    """Outcomes of chance: those that a round still takes from outside (`given`), those that it had (`noted`), and what was done."""

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
class Scratch:
    """Room for the actions of a seat while one of them is chosen."""

    if cython.compiled:
        actions: cython.ulonglong[65536]

    def __init__(self):
        """Empty."""
        if not cython.compiled:
            self.actions = [0] * 65536


@cython.final
@cython.cclass
class Plan:
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


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def mixed(state: cython.ulonglong) -> cython.ulonglong:
    """The 32 bits that a state of chance gives (PCG32); in this form C compilers see that they are only turned round."""
    x: cython.uint = (((state >> 18) ^ state) >> 27) & LOW32
    k: cython.uint = state >> 59
    return ((x >> (k & 31)) | (x << ((0 - k) & 31))) & LOW32


@cython.final
@cython.cclass
class Game:
    """A round under way. `deal` begins one; `act` takes an action that must be lawful; `legal` lists those of a seat."""

    t: Tables
    rng: cython.ulonglong
    card_rng: cython.ulonglong
    in_pile: cython.int
    in_discard: cython.int
    top: cython.int
    colour: cython.int
    fits: cython.ulonglong
    hue: cython.ulonglong
    phase: cython.int
    seat: cython.int
    backwards: cython.int
    drawn: cython.int
    drawer: cython.int
    reneged: cython.int
    window: cython.int
    called: cython.uint
    losing: cython.uint
    jumpable: cython.int
    passes: cython.int
    debt: cython.int
    four_debt: cython.int
    from_has: cython.ulonglong
    from_size: cython.int
    several: cython.ulonglong
    lazy: cython.int
    noting: cython.int
    draws: cython.int
    made: cython.int
    steps: cython.int
    dues: cython.int
    owing: cython.uint
    dealer: cython.int
    playing: cython.int
    seats: cython.uint
    before: cython.int
    tasks: cython.int
    accused: cython.int
    effect: cython.int
    picks: cython.int
    taker: cython.int
    run_of: cython.ulonglong
    voted: cython.uint
    done: cython.uint
    swap_called: cython.int
    old: cython.uint
    settled: cython.uint
    serial: cython.int
    out: cython.int
    going: cython.int
    saves: cython.int
    dares: cython.uint
    guesses: cython.uint
    broken: cython.int
    began: cython.ulonglong
    tape: Tape
    plan: Plan
    scratch: Scratch
    if cython.compiled:
        has: cython.ulonglong[10]
        size: cython.uchar[32]
        beyond: cython.uchar[32]
        buried: cython.uchar[64]
        count: cython.uchar[640]
        pile: cython.uchar[256]
        discard: cython.uchar[256]
        times: cython.uchar[64]

    def __init__(self, tables: Tables, seed: cython.ulonglong = 0, plan: Plan = None):
        """A table with no cards dealt; `seed` decides what chance does. `plan` is room for acts under way, its own if left out."""
        if not cython.compiled:
            self.has, self.count, self.size = [0] * 10, [0] * 640, [0] * 32
            self.beyond = [0] * 32
            self.pile, self.discard, self.times = [0] * 256, [0] * 256, [0] * 64
            self.buried = [0] * 64
        self.plan = Plan() if plan is None else plan
        self.t = tables
        self.lazy = 1
        self.noting = 0
        self.dares = self.guesses = 32768
        self.draws = self.made = 0
        self.broken = 0
        self.began = 0
        self.tape = None
        self.scratch = None
        self.phase = OPENING
        self.playing = 0
        self.seed(seed)

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def seed(self, seed: cython.ulonglong) -> cython.void:
        """Begin another stream of chance (splitmix64 of the seed, then PCG32)."""
        x: cython.ulonglong = (seed + GOLDEN) & FULL
        x = ((x ^ (x >> 30)) * MIX_A) & FULL
        x = ((x ^ (x >> 27)) * MIX_B) & FULL
        self.rng = x ^ (x >> 31)
        self.card_rng = (self.rng * MIX_A + GOLDEN) & FULL

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def below(self, n: cython.uint) -> cython.int:
        """A number from 0 to n - 1. Its bias is below n in 2^32."""
        old: cython.ulonglong = self.rng
        self.rng = (old * MULTIPLY + ADD) & FULL
        return cython.cast(cython.int, (mixed(old) * n) >> 32)

    # Hands and piles.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def add(self, seat: cython.int, card: cython.int) -> cython.void:
        self.has[seat] |= ONE << card
        self.count[64 * seat + card] += 1
        self.resize(seat, 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def remove(self, seat: cython.int, card: cython.int) -> cython.void:
        left: cython.int = self.count[64 * seat + card] - 1
        self.count[64 * seat + card] = left
        self.resize(seat, -1)
        if left == 0:
            self.has[seat] ^= ONE << card

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def resize(self, seat: cython.int, by: cython.int) -> cython.void:
        """The hand has so many cards more; sizes stand there twice, so that they can be read on from any seat."""
        size: cython.int = self.size[seat] + by
        self.size[seat] = size
        self.size[seat + self.t.players] = size

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def bury(self, card: cython.int) -> cython.void:
        self.discard[self.in_discard] = card
        self.in_discard += 1
        self.buried[card] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def take(self) -> cython.int:
        """The next card of the pile, or -1 if there is none; the discards are made the pile when it is used up (T5)."""
        at: cython.int
        card: cython.int
        if rare(self.in_pile == 0):
            if self.in_discard == 0:
                return -1
            self.refill()
        at = self.below(self.in_pile) if self.lazy == 1 else self.in_pile - 1
        self.in_pile -= 1
        self.draws += 1
        card = self.pile[at]
        self.pile[at] = self.pile[self.in_pile]
        if rare(self.noting):
            self.note(card)
        return card

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def refill(self) -> cython.void:
        """The discards become the pile: in any order if chance picks from it, otherwise in the next one given."""
        i: cython.int
        for i in range(self.in_discard):
            self.pile[i] = self.discard[i]
        self.in_pile = self.in_discard
        self.in_discard = 0
        for i in range(64):
            self.buried[i] = 0
        if self.lazy != 1:
            self.reorder()
        if self.noting:
            self.note(-1)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def reorder(self) -> cython.void:
        """The pile is in the next order given, or in one by the chance that is for cards alone."""
        i: cython.int
        n: cython.int = self.in_pile
        if self.lazy:
            self.shuffle()
            return
        if self.tape.read + n > self.tape.end:
            self.broken = 1
            return
        for i in range(n):
            self.pile[n - 1 - i] = self.tape.given[self.tape.read + i]
        self.tape.read += n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def shuffle(self) -> cython.void:
        """The order of the pile comes from a stream of its own, so that it does not depend on what the players do."""
        i: cython.int
        at: cython.int
        card: cython.uchar
        others: cython.ulonglong = self.rng
        self.rng = self.card_rng
        for i in range(self.in_pile - 1, 0, -1):
            at = self.below(i + 1)
            card = self.pile[i]
            self.pile[i] = self.pile[at]
            self.pile[at] = card
        self.card_rng = self.rng
        self.rng = others

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def note(self, what: cython.int) -> cython.void:
        if self.tape.notes < 65536:
            self.tape.noted[self.tape.notes] = what
            self.tape.notes += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def note_act(self, seat: cython.int, action: cython.ulonglong) -> cython.void:
        """The act, its seat above it; among the outcomes of chance -4 says where it was taken."""
        if self.tape.acted < 65536:
            self.tape.acts[self.tape.acted] = action | (cython.cast(cython.ulonglong, seat) << 40)
            self.tape.acted += 1
        self.note(-4)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def after(self, seat: cython.int) -> cython.int:
        """The next seat in the direction of play."""
        return self.beyond[16 * self.backwards + seat]

    # The deal and the first card (S3-S12).

    def deal(self, dealer: cython.int, seats=None, order=None, orders=()):
        """Deal a round. `order` is the deck, next card first, and `orders` what each later shuffle gives; without them chance does it.

        `seats` are those in the round, all if left out. ValueError for seats, a dealer or orders that cannot be.
        """
        self.sit(range(self.t.players) if seats is None else sorted(seats))
        if not 0 <= dealer < self.t.players or not (self.seats >> dealer) & 1:
            raise ValueError(f"seat {dealer} is not in the round and cannot deal")
        self.dealer = dealer
        self.lazy = 1 if order is None else 0
        if order is not None:
            if len(order) != self.t.cards:
                raise ValueError(f"the deck has {self.t.cards} cards, and not {len(order)}")
            self.tape = self.tape or Tape()
            self.orders_are([order, *orders])
        self.broken = 0
        self.begin()

    def be_seated(self, seats, dares: cython.uint = 32768, guesses: cython.uint = 32768):
        """These seats are in the rounds to come; of 65,536 dares so many are done, and of as many charades so many guessed."""
        self.sit(sorted(seats))
        self.dares = dares
        self.guesses = guesses

    @cython.cfunc
    def sit(self, seats):
        i: cython.int
        n: cython.int = len(seats)
        if n < 2 or len(set(seats)) != n or min(seats) < 0 or max(seats) >= self.t.players:
            raise ValueError(
                f"two or more of the seats 0 to {self.t.players - 1} are needed, not {list(seats)}"
            )
        self.seats = 0
        self.playing = n
        for i in range(n):
            self.seats |= bit(seats[i])
            self.beyond[seats[i]] = seats[(i + 1) % n]
            self.beyond[16 + seats[i]] = seats[(i + n - 1) % n]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def begin(self) -> cython.void:
        self.began = self.rng
        self.clear()
        self.lay()
        self.turn_up()
        self.open()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def take_back(self) -> cython.void:
        """No hand holds a card."""
        i: cython.int
        for i in range(10):
            self.has[i] = 0
        for i in range(32):
            self.size[i] = 0
        for i in range(640):
            self.count[i] = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def clear(self) -> cython.void:
        i: cython.int
        self.take_back()
        for i in range(64):
            self.times[i] = 0
            self.buried[i] = 0
        self.in_discard = 0
        self.backwards = 0
        self.phase = OPENING
        self.debt = self.four_debt = self.accused = self.effect = self.picks = 0
        self.before = NO_COLOUR
        self.taker = -1
        self.run_of = 0
        self.voted = self.done = 0
        self.swap_called = 0
        self.drawn = -1
        self.drawer = 0
        self.reneged = 0
        self.from_has = 0
        self.from_size = 0
        self.window = 0
        self.owing = self.old = self.settled = self.called = 0
        self.jumpable = 0
        self.several = 0
        self.losing = 0
        self.passes = 0
        self.serial = 0
        self.out = self.going = -1
        self.steps = self.tasks = self.saves = self.dues = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def lay(self) -> cython.void:
        """The deck is the pile, and the hands come from it, one card at a time from the dealer's left (S3)."""
        i: cython.int
        n: cython.int = self.t.cards
        seat: cython.int
        for i in range(n):
            self.pile[i] = self.t.deck[i]
        self.in_pile = n
        if self.lazy != 1:
            self.reorder()
        seat = self.dealer
        if self.lazy == 1 and not self.noting:
            self.hand_out(seat)
            return
        for i in range(self.t.hand_size * self.playing):
            seat = self.beyond[seat]
            self.add(seat, self.take())

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def hand_out(self, seat: cython.int) -> cython.void:
        """The same where chance picks from the pile and nobody notes it: most of what a short round costs."""
        i: cython.int
        at: cython.int
        card: cython.int
        left: cython.int = self.in_pile
        total: cython.int = self.t.hand_size * self.playing
        chance: cython.ulonglong = self.rng
        for i in range(total):
            seat = self.beyond[seat]
            at = cython.cast(cython.int, (mixed(chance) * cython.cast(cython.ulonglong, left)) >> 32)
            chance = (chance * MULTIPLY + ADD) & FULL
            left -= 1
            card = self.pile[at]
            self.pile[at] = self.pile[left]
            self.has[seat] |= ONE << card
            self.count[64 * seat + card] += 1
        self.rng = chance
        self.in_pile = left
        self.draws += total
        for i in range(self.playing):
            seat = self.beyond[seat]
            self.resize(seat, self.t.hand_size)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def turn_up(self) -> cython.void:
        """Turn up cards until one may start (S6, S7); deal again if the pile holds none."""
        i: cython.int
        at: cython.int
        card: cython.int = -1
        able: cython.int = 0
        while True:
            able = 0
            for i in range(self.in_pile):
                if (self.t.startable >> self.pile[i]) & ONE:
                    able = 1
                    break
            if able == 0:
                self.take_back()
                if self.noting:
                    self.note(-2)
                self.lay()
                continue
            at = self.below(self.in_pile) if self.lazy == 1 else self.in_pile - 1
            card = self.pile[at]
            if self.noting:
                self.note(card)
            if (self.t.startable >> card) & ONE:
                break
            if self.noting:
                self.note(-3)
            if self.lazy != 1:
                self.reorder()
            if self.broken:
                break
        self.in_pile -= 1
        self.pile[at] = self.pile[self.in_pile]
        self.lie(card, NO_COLOUR)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def open(self) -> cython.void:
        """What the first card does (S4, S7-S12)."""
        kind: cython.int = self.t.start[self.top]
        first: cython.int = self.t.first_seat
        if first < 0:
            first = self.beyond[self.dealer]
        elif not (self.seats >> first) & 1:
            first = self.next_present(first)
        if kind == S_CALL or kind == S_CALL_SWAP:
            self.push(BEGIN, first, 0)
            self.phase = CALLING
            self.seat = first
            self.swap_called = 1 if kind == S_CALL_SWAP else 0
        elif kind == S_DRAW:
            self.draw(first, self.t.owe[self.top], 1)
            self.push(END, first, 0)
            self.push_dues()
            self.go_on()
        elif kind == S_REVERSE:
            self.backwards = 1
            self.begin_turn(self.dealer if self.t.reverse_dealer else self.beyond[16 + self.dealer])
        elif kind == S_SKIP:
            if self.t.skip_dealer:
                self.begin_turn(self.dealer)
            else:
                self.end_turn(first)
        else:
            self.begin_turn(first)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def next_present(self, seat: cython.int) -> cython.int:
        """The next seat to the left of one that is not in the round."""
        while True:
            seat = (seat + 1) % self.t.players
            if (self.seats >> seat) & 1:
                return seat

    # Turns.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def begin_turn(self, seat: cython.int) -> cython.void:
        self.phase = TURN
        self.seat = seat
        self.drawn = -1
        self.reneged = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def end_turn(self, seat: cython.int) -> cython.void:
        """The next player's turn begins; those who lose theirs are passed over (W3, H6)."""
        seat = self.after(seat)
        if rare(self.losing):
            while (self.losing >> seat) & 1:
                self.losing ^= bit(seat)
                seat = self.after(seat)
                self.passes = 0
        self.begin_turn(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def lie(self, card: cython.int, colour: cython.int) -> cython.void:
        """The card is on top, with the colour called for it, `NO_COLOUR` if it has one of its own."""
        own: cython.int = self.t.colour_of[card]
        self.top = card
        self.colour = colour if own == NO_COLOUR else own
        self.fits = self.t.own_fits[card] | self.t.col[colour]
        self.hue = self.t.own_col[card] | self.t.col[colour]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def call_colour(self, colour: cython.int) -> cython.void:
        """Another colour is in force, whatever is on top."""
        self.colour = colour
        self.hue = self.t.col[colour]
        self.fits = self.hue | self.t.sym[self.top] | self.t.wilds

    # Which cards may be played (T1, T2, W5, W7, D6, V1, V2, V8).

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def playable(self, seat: cython.int) -> cython.ulonglong:
        """The cards of the seat that have nothing against them on its turn."""
        held: cython.ulonglong = self.has[seat]
        mask: cython.ulonglong
        if rare(self.phase == ANSWERING or self.phase == OWING):
            mask = held & self.t.meets[5 * (1 if self.phase == ANSWERING else self.four_debt) + self.colour]
        else:
            mask = held & self.fits
        mask &= self.t.may_be_last | all_if(self.size[seat] != 1)
        if rare(self.t.four_mode == STRICT) and held & self.hue:
            mask &= FULL ^ self.t.fours
        return mask

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def lawful(self, seat: cython.int) -> cython.ulonglong:
        """The playable cards, an unlawful Wild Draw Four left out (W5, V6)."""
        return self.within_law(seat, self.playable(seat))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def within_law(self, seat: cython.int, playable: cython.ulonglong) -> cython.ulonglong:
        barred: cython.ulonglong = all_if((self.has[seat] & self.hue) != 0)
        if rare(self.t.four_mode == FREE):
            return playable
        return playable & (FULL ^ (self.t.fours & barred))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def must_play_drawn(self) -> cython.int:
        """Whether the card just drawn must be played (T3, T4)."""
        if self.drawn < 0 or self.reneged or self.t.must_play == 0:
            return 0
        return 1 if (self.lawful(self.drawer) >> self.drawn) & ONE else 0

    # Tasks.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def push(self, kind: cython.int, a: cython.int, b: cython.int) -> cython.void:
        if self.tasks >= MOST_TASKS:
            self.broken = 1
            return
        self.plan.task[self.tasks] = kind
        self.plan.task_a[self.tasks] = a
        self.plan.task_b[self.tasks] = b
        self.plan.task_run[self.tasks] = 0
        self.plan.task_targets[self.tasks] = 0
        self.tasks += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def push_run(self, first: cython.int, end: cython.int, run: cython.ulonglong) -> cython.void:
        """Carry out the effects from `first` up to `end`."""
        if first < end:
            self.push(SEQUENCE, first, end)
            self.plan.task_run[self.tasks - 1] = run

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def push_dues(self) -> cython.void:
        """What the cards just drawn set off, the first of them on top (H7)."""
        i: cython.int
        for i in range(self.dues - 1, -1, -1):
            self.push_run(
                self.t.rule_first[self.plan.due[i]], self.t.rule_end[self.plan.due[i]], self.plan.due_run[i]
            )
        self.dues = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def run_for(self, actor: cython.int, chained: cython.int) -> cython.ulonglong:
        """A run: serial, actor, source, whether draws in it set off rules, whom they chose."""
        return (
            cython.cast(cython.ulonglong, self.serial)
            | (cython.cast(cython.ulonglong, actor) << 16)
            | (cython.cast(cython.ulonglong, actor) << 20)
            | (cython.cast(cython.ulonglong, chained) << 24)
            | (cython.cast(cython.ulonglong, NONE) << 25)
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def invoke(self, card: cython.int) -> cython.int:
        """Count that the card's written rule came up; whether it is carried out this time (H7)."""
        self.times[card] += 1
        self.serial += 1
        return 1 if self.t.rule_nth[card] == 0 or self.t.rule_nth[card] == self.times[card] else 0

    # Drawing.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def room(self, seat: cython.int, count: cython.int) -> cython.int:
        """How many of the cards V11 lets the seat draw."""
        left: cython.int = self.t.draw_limit - self.size[seat]
        if count <= left:
            return count
        return left if left > 0 else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def draw(self, seat: cython.int, count: cython.int, chained: cython.int) -> cython.void:
        """The seat draws as piles and V11 allow; what rules tied to drawing set off is due (H7)."""
        i: cython.int
        card: cython.int
        count = self.room(seat, count)
        for i in range(count):
            card = self.take()
            if card < 0:
                break
            self.add(seat, card)
            self.passes = 0
            self.called &= FULL ^ (ONE << seat)
            if rare(chained and self.t.drawn_rules):
                self.note_drawn(seat, card)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def note_drawn(self, seat: cython.int, card: cython.int) -> cython.void:
        if self.t.rule_when[card] == 2 and self.invoke(card):
            self.plan.due[self.dues] = card
            self.plan.due_run[self.dues] = self.run_for(seat, 0)
            self.dues += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def draw_for_turn(self, seat: cython.int) -> cython.int:
        """One card, or cards until one fits (T3, V5); the last of them, or -1 if there was none."""
        card: cython.int = self.draw_one(seat)
        return self.draw_on(seat, card) if rare(self.t.draw_to_match) else card

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def draw_one(self, seat: cython.int) -> cython.int:
        """One card, or -1 where there is none or the hand may hold no more."""
        card: cython.int = -1
        if not rare(self.size[seat] >= self.t.draw_limit):
            card = self.take()
            if not rare(card < 0):
                self.add(seat, card)
        return card

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def draw_on(self, seat: cython.int, last: cython.int) -> cython.int:
        """Draw until a card fits, after the first; the last there was."""
        card: cython.int = last
        while card >= 0 and not (self.playable(seat) >> card) & ONE:
            card = self.draw_one(seat)
            if card >= 0:
                last = card
        return last

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def act_draw(self, seat: cython.int) -> cython.void:
        """The seat draws: a debt, or of its own will (T3-T5, V1)."""
        if rare(self.phase == OWING):
            self.draw(seat, self.debt, 1)
            self.end_after_dues(seat)
        else:
            self.draw_by_choice(seat, 1 if self.lawful(seat) else 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def draw_by_choice(self, seat: cython.int, reneged: cython.int) -> cython.void:
        """The seat draws though it need not, or because nothing fits."""
        held: cython.int
        if rare(self.window):
            if self.t.closes_late:
                self.old = self.owing
            else:
                self.close(0)
        held = self.size[seat]
        if rare(self.t.drawn_rules):
            self.draw_noted(seat)
        else:
            self.drawn = self.draw_for_turn(seat)
        self.jumpable = 0
        if rare(self.size[seat] == held):
            self.passes += 1
            self.turn_taken()
            if self.passes >= self.playing:
                self.finish(-1)
            else:
                self.end_turn(seat)
            return
        self.passes = 0
        self.called &= FULL ^ (ONE << seat)
        self.drawer = seat
        self.reneged = reneged
        if rare(self.dues):
            self.push(AFTER, seat, 0)
            self.push_dues()
            self.go_on()
        else:
            self.after_drawing(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def draw_noted(self, seat: cython.int) -> cython.void:
        """As `draw_for_turn`, where drawn cards may set off rules: they come up after the last card has been drawn."""
        i: cython.int
        n: cython.int = 0
        card: cython.int = -1
        self.drawn = -1
        while self.room(seat, 1):
            card = self.take()
            if card < 0:
                break
            self.add(seat, card)
            self.drawn = card
            self.plan.due[n] = card
            n += 1
            if self.t.draw_to_match == 0 or (self.playable(seat) >> card) & ONE:
                break
        self.dues = 0
        for i in range(n):
            self.note_drawn(seat, self.plan.due[i])

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def after_drawing(self, seat: cython.int) -> cython.void:
        """The card drawn may be played, or the turn passes (T3, T4)."""
        if self.drawn >= 0 and (self.playable(seat) >> self.drawn) & ONE:
            self.phase = DRAWN
            self.seat = seat
        else:
            self.turn_taken()
            self.tasks = 0
            self.end_turn(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def end_after_dues(self, seat: cython.int) -> cython.void:
        """The turn of the seat ends once what has been drawn has done what it does."""
        if rare(self.dues):
            self.push(END, seat, 0)
            self.push_dues()
            self.go_on()
        else:
            self.tasks = 0
            self.end_turn(seat)

    # Windows (U4, U7, V7).

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def close(self, still: cython.uint) -> cython.void:
        self.owing = still
        self.old = self.settled = 0
        self.window = 1 if still else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def turn_taken(self) -> cython.void:
        if rare(self.window) and self.t.closes_late:
            self.close(self.owing & (FULL ^ self.old))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def settle(self, seat: cython.int) -> cython.void:
        self.owing &= FULL ^ (ONE << seat)
        self.old &= FULL ^ (ONE << seat)
        self.settled |= bit(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def open_window(self, seats: cython.uint) -> cython.void:
        """Those of the seats left with one card and without a call may be caught from now (U1, U7)."""
        seat: cython.int
        late: cython.uint = 0
        seats &= FULL ^ self.called
        while seats:
            seat = ctz(seats)
            seats &= seats - 1
            if self.size[seat] == 1:
                late |= bit(seat)
        if late:
            self.window = 1
            self.owing |= late
            self.old &= FULL ^ late
            self.settled &= FULL ^ late

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def owes_uno(self, seat: cython.int) -> cython.int:
        if self.window == 0 or not (self.owing >> seat) & 1:
            return 0
        return 1 if self.size[seat] == 1 and not (self.called >> seat) & 1 else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def catchable(self) -> cython.uint:
        """The seats that owe UNO and may be caught for it."""
        found: cython.uint = 0
        seat: cython.int
        for seat in range(self.t.players):
            if self.owes_uno(seat):
                found |= bit(seat)
        return found

    # Playing.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def owed(self) -> cython.int:
        """The debt that waits for an answer."""
        return self.debt if self.phase == ANSWERING or self.phase == OWING else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def play(
        self,
        seat: cython.int,
        card: cython.int,
        colour: cython.int,
        swap: cython.int,
        uno: cython.int,
        debt: cython.int,
    ) -> cython.void:
        """The seat plays one card, where it meets a debt or not; `colour` is called for it, `NO_COLOUR` if it has one."""
        if rare(self.window):
            self.close(0)
        self.bury(self.top)
        self.remove(seat, card)
        self.put(seat, card, colour, swap, uno, debt)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def put(
        self,
        seat: cython.int,
        card: cython.int,
        colour: cython.int,
        swap: cython.int,
        uno: cython.int,
        debt: cython.int,
    ) -> cython.void:
        """The card lies: the window opens, it does what it does (U, W, V)."""
        before: cython.int = self.colour
        self.from_has = 0
        self.from_size = 0
        self.lie(card, colour)
        self.called |= cython.cast(cython.uint, uno) << seat
        self.jumpable = 1
        self.passes = 0
        if rare(self.size[seat] < 2):
            if self.size[seat] == 0:
                self.forget_drawn(seat)
                self.go_out(seat, card, debt)
                return
            self.open_window(bit(seat))
        if rare((self.t.busy >> card) & ONE or debt or self.several):
            self.put_busy(seat, card, swap, debt, before)
            return
        if rare(self.t.skip[card]):
            self.lose(self.after(seat))
        if rare(self.t.turns[card]):
            self.backwards ^= 1
            if self.playing == 2:
                self.lose(self.after(seat))
        self.end_turn(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def lose(self, seat: cython.int) -> cython.void:
        self.losing |= bit(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def forget_drawn(self, seat: cython.int) -> cython.void:
        """The seat has played after it drew; where the next turn begins at once that is forgotten anyway."""
        if seat == self.drawer:
            self.drawn = -1
        else:
            self.reneged = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def put_busy(
        self, seat: cython.int, card: cython.int, swap: cython.int, debt: cython.int, before: cython.int
    ) -> cython.void:
        """A card that makes others draw, meets a debt, moves hands or has a rule written on it."""
        owed: cython.int = self.t.owe[card]
        four_debt: cython.int = 1 if self.phase == ANSWERING else self.four_debt
        victim: cython.int
        self.forget_drawn(seat)
        if owed:
            self.owe(seat, card, debt + owed, before)
            return
        if debt:
            victim = self.deflected_to(seat, card)
            self.phase = OWING
            self.seat = victim
            self.debt = debt
            self.four_debt = four_debt
            if (self.t.ruled >> card) & ONE:
                self.save()
                self.push_written(seat, card)
                self.go_on()
            return
        # what is printed counts against the bound as well (H8); between two a Reverse is two effects (N)
        self.steps += self.t.skip[card] + self.t.swaps[card] + (1 if self.t.rotates[card] else 0)
        if self.t.turns[card]:
            self.steps += 2 if self.playing == 2 else 1
        if self.t.skip[card]:
            self.lose(self.after(seat))
        if self.t.turns[card]:
            self.backwards ^= 1
        if self.t.swaps[card]:
            if swap != NONE and swap != seat:
                self.swap(seat, swap)
                self.open_window(bit(seat) | bit(swap))
        if self.t.rotates[card]:
            self.rotate(self.t.rotates[card] - 1)
        if self.t.turns[card] and self.playing == 2:
            self.lose(self.after(seat))
        self.push(END, seat, 0)
        self.push_written(seat, card)
        self.go_on()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def push_written(self, seat: cython.int, card: cython.int) -> cython.void:
        """What the rules written on the cards just played set off, each card's in the order played (W9, H7)."""
        c: cython.int
        i: cython.int
        middle: cython.int
        self.dues = 0
        if self.several:
            self.come_up(seat, cython.cast(cython.int, (self.several >> 5) & 63))
            for c in range(4):
                middle = card % 14 + 14 * c
                for i in range(cython.cast(cython.int, (self.several >> (23 + 3 * c)) & 7)):
                    self.come_up(seat, middle)
        self.come_up(seat, card)
        self.push_dues()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def come_up(self, seat: cython.int, card: cython.int) -> cython.void:
        if self.t.rule_when[card] == 1 and self.invoke(card):
            self.plan.due[self.dues] = card
            self.plan.due_run[self.dues] = self.run_for(seat, 1)
            self.dues += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def owe(self, seat: cython.int, card: cython.int, debt: cython.int, before: cython.int) -> cython.void:
        """A draw card: the next player answers, owes, or draws at once (W1, W5, W6, V1)."""
        victim: cython.int = self.after(seat)
        if self.t.four_mode == BLUFF and (self.t.fours >> card) & ONE:
            self.from_has = self.has[seat]
            self.from_size = self.size[seat]
            self.phase = ANSWERING
            self.seat = victim
            self.accused = seat
            self.debt = debt
            self.before = before
        elif self.t.stacking:
            self.phase = OWING
            self.seat = victim
            self.debt = debt
            self.four_debt = 1 if (self.t.fours >> card) & ONE else 0
        else:
            self.draw(victim, debt, 1)
            self.end_after_dues(victim)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def deflected_to(self, seat: cython.int, card: cython.int) -> cython.int:
        """Where a Reverse or Skip sends a debt (V2)."""
        if self.t.turns[card]:
            self.backwards ^= 1
            return self.after(seat)
        if self.playing == 2:
            return self.after(seat)
        return self.after(self.after(seat))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def go_out(self, seat: cython.int, card: cython.int, debt: cython.int) -> cython.void:
        """The last card: what the next player must draw is drawn before the count (O2, V1, V2, W9)."""
        victim: cython.int
        count: cython.int
        owed: cython.int = self.t.owe[card]
        if debt and owed == 0:
            victim = self.deflected_to(seat, card)
            count = debt
        else:
            victim = self.after(seat)
            count = debt + owed
            if self.t.rule_when[card] == 1 and (
                self.t.rule_nth[card] == 0 or self.t.rule_nth[card] == self.times[card] + 1
            ):
                count += self.t.rule_draws_two[card] if self.playing == 2 else self.t.rule_draws[card]
        self.draw(victim, count, 1)
        if self.dues:
            self.push(FINISH, seat, 0)
            self.push_dues()
            self.go_on()
        else:
            self.finish(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def finish(self, out: cython.int) -> cython.void:
        """The round is over with `out` out, or nobody (O1, T5)."""
        self.phase = OVER
        self.out = out
        self.window = 0
        self.owing = self.old = self.settled = 0
        self.jumpable = 0
        self.drawn = -1
        self.reneged = 0
        self.from_has = 0
        self.tasks = 0
        self.saves = 0

    # Hands that move (W8, V4).

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def swap(self, a: cython.int, b: cython.int) -> cython.void:
        i: cython.int
        x: cython.int
        mask: cython.ulonglong = self.has[a]
        for i in range(64):
            x = self.count[64 * a + i]
            self.count[64 * a + i] = self.count[64 * b + i]
            self.count[64 * b + i] = x
        self.has[a] = self.has[b]
        self.has[b] = mask
        x = self.size[b] - self.size[a]
        self.resize(a, x)
        self.resize(b, -x)
        self.moved(bit(a) | bit(b))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def moved(self, seats: cython.uint) -> cython.void:
        self.called &= FULL ^ seats
        self.passes = 0
        if self.drawn >= 0 and (seats >> self.drawer) & 1:
            self.drawn = -1
            self.reneged = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def rotate(self, way: cython.int) -> cython.void:
        """All hands move one seat: with play (0), to the left (1) or to the right (2); who is out takes no part."""
        leftwards: cython.int = 1 - self.backwards if way == 0 else 1 if way == 1 else 0
        seats: cython.uint = self.seats
        first: cython.int
        at: cython.int
        nxt: cython.int
        if self.going >= 0:
            seats &= FULL ^ (ONE << self.going)
        first = ctz(seats)
        at = first
        while True:  # a cycle of n hands is n - 1 swaps
            nxt = self.beside(at, seats, 1 - leftwards)
            if nxt == first:
                break
            self.swap(at, nxt)
            at = nxt
        self.moved(seats)
        self.open_window(seats)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def beside(self, seat: cython.int, seats: cython.uint, leftwards: cython.int) -> cython.int:
        """The next of the seats to one side."""
        while True:
            seat = self.beyond[16 * (1 - leftwards) + seat]
            if (seats >> seat) & 1:
                return seat

    # Effects (H).

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def go_on(self) -> cython.void:
        """Carry out tasks until one waits for people, or the round is over."""
        kind: cython.int
        at: cython.int
        while self.tasks and self.phase != OVER:
            at = self.tasks - 1
            kind = self.plan.task[at]
            self.going = self.plan.task_a[0] if self.plan.task[0] == FINISH else -1
            if kind == END:
                self.tasks = 0
                self.end_turn(self.plan.task_a[at])
            elif kind == SEQUENCE or kind == TARGETS:
                self.steps += 1
                if self.steps > MOST_STEPS:
                    self.cut_short(source_of(self.plan.task_run[at]))
                elif kind == SEQUENCE:
                    if self.carry(at):
                        break
                elif self.next_target(at):
                    break
            else:
                self.tasks = at
                if kind == AFTER:
                    self.after_drawing(self.plan.task_a[at])
                    break
                if kind == BEGIN:
                    self.begin_turn(self.plan.task_a[at])
                elif kind == FINISH:
                    self.finish(self.plan.task_a[at])
                elif self.resume():
                    break
        self.going = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def cut_short(self, source: cython.int) -> cython.void:
        """The rest of the written effects of this act is dropped (H8)."""
        i: cython.int
        kept: cython.int
        low: cython.int = self.tasks
        while low > 0 and self.plan.task[low - 1] != RESUME:
            low -= 1
        kept = low
        for i in range(low, self.tasks):
            if self.plan.task[i] != SEQUENCE and self.plan.task[i] != TARGETS:
                self.plan.task[kept] = self.plan.task[i]
                self.plan.task_a[kept] = self.plan.task_a[i]
                self.plan.task_b[kept] = self.plan.task_b[i]
                kept += 1
        self.tasks = kept
        self.settle_empty(source)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def settle_empty(self, source: cython.int) -> cython.void:
        """The round ends if a hand is empty; of several the first in turn order after `source` is out (O3)."""
        i: cython.int
        seat: cython.int = source
        if self.going >= 0:
            return
        for i in range(self.playing):
            seat = self.after(seat)
            if self.size[seat] == 0:
                self.finish(seat)
                return

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def those(self, who: cython.int, run: cython.ulonglong) -> cython.ulonglong:
        """The seats meant, in turn order after the one who acts: four bits each, fifteen after the last."""
        actor: cython.int = actor_of(run)
        chosen: cython.int = chosen_of(run)
        seat: cython.int = actor
        found: cython.ulonglong = 0
        n: cython.int = 0
        i: cython.int
        if who == W_CHOSEN:
            if chosen != NONE and chosen != self.going:
                found = chosen
                n = 1
        elif who == W_SELF:
            if actor != self.going:
                found = actor
                n = 1
        else:
            for i in range(self.playing):
                seat = self.after(seat)
                if seat == self.going:
                    if who == W_NEXT and i == 0:
                        break
                    continue
                if seat == actor and who != W_EVERYONE:
                    continue
                if who == W_PARTNER and not (self.t.same[actor] >> seat) & 1:
                    continue
                if who == W_NEXT and i > 0:
                    break
                if who == W_PREVIOUS and i != self.playing - 2:
                    continue
                found |= cython.cast(cython.ulonglong, seat) << (4 * n)
                n += 1
        return found | ((NO_TARGETS << (4 * n)) & FULL)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def carry(self, at: cython.int) -> cython.int:
        """Begin the next effect of a sequence; 1 if the round waits for people now."""
        e: cython.int = self.plan.task_a[at]
        run: cython.ulonglong = self.plan.task_run[at]
        op: cython.int = self.t.op[e]
        actor: cython.int = actor_of(run)
        first: cython.int
        if (self.t.who[e] == W_CHOSEN or self.t.to[e] == W_CHOSEN) and chosen_of(run) == NONE:
            self.phase = CHOOSING
            self.seat = actor
            self.run_of = run
            return 1
        if e + 1 == self.plan.task_b[at]:
            self.tasks = at
        else:
            self.plan.task_a[at] = e + 1
        if op == E_DRAW or op == E_DISCARD or op == E_GIVE or op == E_SHOW or op == E_DARE:
            self.push(TARGETS, e, 0)
            self.plan.task_run[self.tasks - 1] = run
            self.plan.task_targets[self.tasks - 1] = self.those(self.t.who[e], run)
        elif op == E_SKIP:
            self.lose_all(self.those(W_OTHERS if self.t.who[e] == W_EVERYONE else self.t.who[e], run))
        elif op == E_REVERSE:
            self.backwards ^= 1
        elif op == E_SWAP:
            first = cython.cast(cython.int, self.those(self.t.who[e], run) & 15)
            if first != NONE and first != actor and actor != self.going:
                self.swap(actor, first)
                self.open_window(bit(actor) | bit(first))
        elif op == E_ROTATE:
            self.rotate(self.t.amount[e])
        elif op == E_CALL:
            self.phase = CALLING
            self.seat = actor
            self.swap_called = 0
            return 1
        elif op == E_CHARADE:
            self.phase = ACTING
            self.seat = actor
            self.effect = e
            self.run_of = run
            return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def lose_all(self, seats: cython.ulonglong) -> cython.void:
        while seats & 15 != 15:
            self.lose(cython.cast(cython.int, seats & 15))
            seats = (seats >> 4) | (cython.cast(cython.ulonglong, 15) << 60)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def next_target(self, at: cython.int) -> cython.int:
        """The effect befalls the first of those left; 1 if the round waits for people now."""
        targets: cython.ulonglong = self.plan.task_targets[at]
        run: cython.ulonglong = self.plan.task_run[at]
        e: cython.int = self.plan.task_a[at]
        seat: cython.int = cython.cast(cython.int, targets & 15)
        op: cython.int = self.t.op[e]
        to: cython.int
        if seat == NONE:
            self.tasks = at
            self.settle_empty(source_of(run))
            return 0
        self.plan.task_targets[at] = (targets >> 4) | (cython.cast(cython.ulonglong, 15) << 60)
        if op == E_DRAW:
            self.draw(seat, self.t.amount[e], cython.cast(cython.int, (run >> 24) & 1))
            self.push_dues()
        elif op == E_DISCARD:
            return self.pick_discards(seat, e, self.t.amount[e], run)
        elif op == E_GIVE:
            to = cython.cast(cython.int, self.those(self.t.to[e], run) & 15)
            if to != NONE and to != seat:
                return self.pick_gifts(seat, to, e, self.t.amount[e], run)
        elif op == E_DARE:
            self.phase = JUDGING
            self.seat = seat
            self.effect = e
            self.run_of = run
            self.voted = self.done = 0
            return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def meant(self, seat: cython.int, e: cython.int) -> cython.ulonglong:
        """The cards of the seat that the effect means (H4)."""
        if self.t.op[e] != E_DISCARD:
            return self.has[seat]
        if self.t.of[e] == CALLED:
            return self.has[seat] & self.t.col[self.colour]
        return self.has[seat] & self.t.what[self.t.of[e]]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def held_of(self, seat: cython.int, mask: cython.ulonglong) -> cython.int:
        total: cython.int = 0
        while mask:
            total += self.count[64 * seat + ctz(mask)]
            mask &= mask - 1
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def pick_discards(
        self, seat: cython.int, e: cython.int, count: cython.int, run: cython.ulonglong
    ) -> cython.int:
        """The seat discards all cards meant, or picks `count` of them where it has more (H4); below 0 is all."""
        mask: cython.ulonglong = self.meant(seat, e)
        card: cython.int
        if count < 0 or self.held_of(seat, mask) <= count:
            if mask and count != 0:
                while mask:
                    card = ctz(mask)
                    mask &= mask - 1
                    while (self.has[seat] >> card) & ONE:
                        self.remove(seat, card)
                        self.bury(card)
                self.lost_some(seat)
                self.open_window(bit(seat))
            return 0
        return self.wait_for_pick(seat, e, count, -1, run)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def pick_gifts(
        self, seat: cython.int, to: cython.int, e: cython.int, count: cython.int, run: cython.ulonglong
    ) -> cython.int:
        """The seat gives all its cards, or picks `count` of them where it has more (H)."""
        card: cython.int
        if self.size[seat] <= count:
            if self.size[seat] and count:
                while self.has[seat]:
                    card = ctz(self.has[seat])
                    self.remove(seat, card)
                    self.add(to, card)
                self.gave(seat, to)
            return 0
        return self.wait_for_pick(seat, e, count, to, run)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def wait_for_pick(
        self, seat: cython.int, e: cython.int, count: cython.int, to: cython.int, run: cython.ulonglong
    ) -> cython.int:
        if count == 0:
            return 0
        self.phase = PICKING
        self.seat = seat
        self.effect = e
        self.picks = count
        self.taker = to
        self.run_of = run
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def lost_some(self, seat: cython.int) -> cython.void:
        """Cards left the hand by a written rule; the one just drawn may be among them."""
        self.passes = 0
        if self.drawn >= 0 and self.drawer == seat and not (self.has[seat] >> self.drawn) & ONE:
            self.drawn = -1
            self.reneged = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def gave(self, seat: cython.int, to: cython.int) -> cython.void:
        self.lost_some(seat)
        self.called &= FULL ^ (ONE << to)
        self.open_window(bit(seat) | bit(to))

    # Phases that a catch interrupts.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def save(self) -> cython.void:
        """Come back to this phase once the tasks above are done."""
        at: cython.int = 13 * self.saves
        if self.saves >= MOST_SAVED:
            self.broken = 1
            return
        self.plan.saved[at] = self.phase
        self.plan.saved[at + 1] = self.seat
        self.plan.saved[at + 2] = self.debt
        self.plan.saved[at + 3] = self.four_debt
        self.plan.saved[at + 4] = self.accused
        self.plan.saved[at + 5] = self.before
        self.plan.saved[at + 6] = self.effect
        self.plan.saved[at + 7] = self.picks
        self.plan.saved[at + 8] = self.taker
        self.plan.saved[at + 9] = self.voted
        self.plan.saved[at + 10] = self.done
        self.plan.saved[at + 11] = self.swap_called
        self.plan.saved_run[self.saves] = self.run_of
        self.saves += 1
        self.push(RESUME, 0, 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def resume(self) -> cython.int:
        """Back to the phase in which a catch fell, as far as it still makes sense; 1 if it does."""
        at: cython.int
        self.saves -= 1
        at = 13 * self.saves
        self.seat = self.plan.saved[at + 1]
        self.debt = self.plan.saved[at + 2]
        self.four_debt = self.plan.saved[at + 3]
        self.accused = self.plan.saved[at + 4]
        self.before = self.plan.saved[at + 5]
        self.effect = self.plan.saved[at + 6]
        self.picks = self.plan.saved[at + 7]
        self.taker = self.plan.saved[at + 8]
        self.voted = self.plan.saved[at + 9]
        self.done = self.plan.saved[at + 10]
        self.swap_called = self.plan.saved[at + 11]
        self.run_of = self.plan.saved_run[self.saves]
        self.phase = self.plan.saved[at]
        if self.phase == DRAWN:
            self.phase = TURN
            self.after_drawing(self.seat)
            return 1
        if self.phase == PICKING and self.meant(self.seat, self.effect) == 0:
            return 0
        return 1

    # Actions.

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def act(self, seat: cython.int, action: cython.ulonglong) -> cython.void:
        """Take a lawful action (`lastcard.sim.actions` has the encoding)."""
        verb: cython.int = cython.cast(cython.int, action & 31)
        card: cython.int = cython.cast(cython.int, (action >> 5) & 63)
        colour: cython.int = cython.cast(cython.int, (action >> 11) & 7)
        swap: cython.int = cython.cast(cython.int, (action >> 14) & 15)
        uno: cython.int = cython.cast(cython.int, (action >> 18) & 1)
        other: cython.int = cython.cast(cython.int, (action >> 19) & 15)
        if self.noting:
            self.note_act(seat, action)
        self.steps = 0
        self.dues = 0
        self.made = verb
        if verb == JUMP or (verb == PLAY and (action >> 35) & 7 == 7):
            self.play(seat, card, colour, swap, uno, self.owed())
        elif verb == PLAY:
            self.play_several(seat, card, action, swap, uno)
        elif verb == DRAW:
            self.act_draw(seat)
        elif verb == PASS:
            self.keep_drawn(seat)
        elif verb == ACCEPT:
            self.from_has = 0
            self.from_size = 0
            self.draw(seat, self.debt, 1)
            self.end_after_dues(seat)
        elif verb == CHALLENGE:
            self.challenge(seat)
        elif verb == COLOUR:
            self.call_colour(colour)
            if swap != NONE:
                self.swap(seat, swap)
            self.go_on()
        elif verb == UNO:
            self.called |= bit(seat)
            if self.window and (self.owing >> seat) & 1:
                self.settle(seat)
        elif verb == CATCH:
            self.catch(seat, other)
        else:
            self.act_written(seat, verb, card, other)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def keep_drawn(self, seat: cython.int) -> cython.void:
        """The turn ends, what was drawn is kept."""
        self.turn_taken()
        self.end_turn(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def play_several(
        self, seat: cython.int, card: cython.int, action: cython.ulonglong, swap: cython.int, uno: cython.int
    ) -> cython.void:
        """Several equal numbers, the first and the last named, between them a count for each colour (V9)."""
        c: cython.int
        i: cython.int
        middle: cython.int
        last: cython.int = card % 14 + 14 * cython.cast(cython.int, (action >> 35) & 7)
        if self.window:
            self.close(0)
        self.bury(self.top)
        self.bury(card)
        self.remove(seat, card)
        for c in range(4):
            middle = card % 14 + 14 * c
            for i in range(cython.cast(cython.int, (action >> (23 + 3 * c)) & 7)):
                self.bury(middle)
                self.remove(seat, middle)
        self.remove(seat, last)
        self.several = action if self.t.ruled else 0
        self.put(seat, last, NO_COLOUR, swap, uno, 0)
        self.several = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def challenge(self, seat: cython.int) -> cython.void:
        """Guilt is judged on the hand played from, against the colour in force before (W6)."""
        guilty: cython.int = 1 if self.from_has & self.t.col[self.before] else 0
        self.from_has = 0
        self.from_size = 0
        if guilty:
            self.draw(self.accused, self.debt, 1)
            self.push(BEGIN, seat, 0)
            self.push_dues()
            self.go_on()
        else:
            self.draw(seat, self.debt + self.t.challenge_failed - 4, 1)
            self.end_after_dues(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def catch(self, seat: cython.int, other: cython.int) -> cython.void:
        """A catch, right or false (U5, V7); the phase goes on afterwards."""
        self.save()
        if self.owes_uno(other):
            self.settle(other)
            self.draw(other, self.t.uno_penalty, 1)
        else:
            self.draw(seat, self.t.false_catch, 1)
        self.push_dues()
        self.go_on()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def act_written(
        self, seat: cython.int, verb: cython.int, card: cython.int, other: cython.int
    ) -> cython.void:
        """What people say where a written rule asks them (H8)."""
        e: cython.int = self.effect
        if verb == DONE or verb == FAILED:
            self.judge(seat, verb)
            return
        if verb == GUESSED:
            if other != NONE:
                self.push_run(self.t.sub_first[e], self.t.sub_end[e], self.acted_by(self.run_of, other))
        elif verb == CHOOSE:
            self.choose(other)
        elif verb == DISCARD:
            self.remove(seat, card)
            self.bury(card)
            self.lost_some(seat)
            self.open_window(bit(seat))
            if self.pick_discards(seat, e, self.picks - 1, self.run_of):
                return
        elif verb == GIVE:
            self.remove(seat, card)
            self.add(self.taker, card)
            self.gave(seat, self.taker)
            if self.pick_gifts(seat, self.taker, e, self.picks - 1, self.run_of):
                return
        self.go_on()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def acted_by(self, run: cython.ulonglong, actor: cython.int) -> cython.ulonglong:
        """The same run with another who acts."""
        return (run & (FULL ^ (cython.cast(cython.ulonglong, 15) << 16))) | (
            cython.cast(cython.ulonglong, actor) << 16
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def choose(self, other: cython.int) -> cython.void:
        """Whom a written rule befalls is named, for all of this run that is left."""
        at: cython.int = self.tasks
        run: cython.ulonglong = self.run_of
        chosen: cython.ulonglong = (run & (FULL ^ (cython.cast(cython.ulonglong, 15) << 25))) | (
            cython.cast(cython.ulonglong, other) << 25
        )
        while at > 0 and self.plan.task[at - 1] != RESUME:
            at -= 1
            if (self.plan.task[at] == SEQUENCE or self.plan.task[at] == TARGETS) and self.plan.task_run[
                at
            ] == run:
                self.plan.task_run[at] = chosen

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def judge(self, seat: cython.int, verb: cython.int) -> cython.void:
        """A judge speaks, or the one dared gives up; the dare is settled once the majority is certain (H8)."""
        voters: cython.int = self.playing - 1
        failed: cython.int
        if seat == self.seat:
            self.dare_settled(0)
            return
        self.voted |= bit(seat)
        if verb == DONE:
            self.done |= bit(seat)
        failed = popcount(self.voted) - popcount(self.done)
        if failed * 2 > voters:
            self.dare_settled(0)
        elif (failed + voters - popcount(self.voted)) * 2 <= voters:
            self.dare_settled(1)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def dare_settled(self, done: cython.int) -> cython.void:
        if not done:
            self.push_run(
                self.t.sub_first[self.effect],
                self.t.sub_end[self.effect],
                self.acted_by(self.run_of, self.seat),
            )
        self.go_on()

    # What may be done.

    def legal(self, seat: cython.int):
        """All actions that the seat may take now, each once, as `act` takes them."""
        self.scratch = self.scratch or Scratch()
        scratch: Scratch = self.scratch
        n: cython.int = self.list_legal(seat, scratch.actions)
        return [scratch.actions[i] for i in range(n)]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_legal(self, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
        """Write the lawful actions of the seat; how many."""
        n: cython.int = 0
        if self.phase == OVER or self.phase == OPENING or not (self.seats >> seat) & 1:
            return 0
        if self.seat == seat or self.phase == JUDGING:
            n = self.list_phase(seat, out)
        return self.list_asides(seat, out, n)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_phase(self, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
        c: cython.int
        n: cython.int = 0
        phase: cython.int = self.phase
        if phase == TURN or phase == OWING:
            n = self.list_plays(seat, out, 0)
            if phase == OWING or self.t.renege or self.lawful(seat) == 0:
                out[n] = plain(DRAW)
                n += 1
        elif phase == DRAWN:
            if self.drawn >= 0:
                n = self.complete(seat, ONE << self.drawn, out, 0)
            if self.must_play_drawn() == 0:
                out[n] = plain(PASS)
                n += 1
        elif phase == ANSWERING:
            out[0] = plain(CHALLENGE)
            out[1] = plain(ACCEPT)
            n = self.list_plays(seat, out, 2) if self.t.stacking else 2
        elif phase == CALLING:
            for c in range(4):
                n = self.with_swaps(seat, encode(COLOUR, 63, c, NONE, 0, NONE), self.swap_called, 0, out, n)
        elif phase == JUDGING:
            n = self.list_verdicts(seat, out)
        elif phase == PICKING:
            n = self.list_picks(seat, out)
        else:
            n = self.list_named(seat, out)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_verdicts(self, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
        n: cython.int = 0
        if seat != self.seat and not (self.voted >> seat) & 1:
            out[n] = plain(DONE)
            n += 1
        if seat == self.seat or not (self.voted >> seat) & 1:
            out[n] = plain(FAILED)
            n += 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_picks(self, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
        n: cython.int = 0
        mask: cython.ulonglong = self.meant(seat, self.effect)
        while mask:
            out[n] = encode(GIVE if self.taker >= 0 else DISCARD, ctz(mask), NO_COLOUR, NONE, 0, NONE)
            n += 1
            mask &= mask - 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_named(self, seat: cython.int, out: cython.p_ulonglong) -> cython.int:
        """Whom a written rule befalls, or who guessed."""
        n: cython.int = 0
        other: cython.int = self.after(seat)
        verb: cython.int = GUESSED if self.phase == ACTING else CHOOSE
        while other != seat:
            out[n] = encode(verb, 63, NO_COLOUR, NONE, 0, other)
            n += 1
            other = self.after(other)
        if verb == GUESSED:
            out[n] = plain(verb)
            n += 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_plays(self, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
        mask: cython.ulonglong = self.playable(seat)
        n = self.complete(seat, mask, out, n)
        if self.t.multi_play and self.phase == TURN:
            mask &= self.t.numbers
            while mask:
                n = self.sets_from(seat, ctz(mask), out, n)
                mask &= mask - 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def complete(
        self, seat: cython.int, mask: cython.ulonglong, out: cython.p_ulonglong, n: cython.int
    ) -> cython.int:
        """The plays of one card each with every colour, swap and UNO that may go with it."""
        card: cython.int
        c: cython.int
        swapping: cython.int
        left: cython.int = self.size[seat] - 1
        unos: cython.int = 1 if left == 1 else 0
        while mask:
            card = ctz(mask)
            mask &= mask - 1
            swapping = 1 if left and (self.t.swapping >> card) & ONE else 0
            if (self.t.wilds >> card) & ONE:
                for c in range(4):
                    n = self.with_swaps(seat, encode(PLAY, card, c, NONE, 0, NONE), swapping, unos, out, n)
            else:
                n = self.with_swaps(
                    seat, encode(PLAY, card, NO_COLOUR, NONE, 0, NONE), swapping, unos, out, n
                )
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def with_swaps(
        self,
        seat: cython.int,
        action: cython.ulonglong,
        swapping: cython.int,
        unos: cython.int,
        out: cython.p_ulonglong,
        n: cython.int,
    ) -> cython.int:
        """The action with each player to swap with, without and with UNO."""
        other: cython.int = self.after(seat) if swapping else NONE
        while n < MOST_ACTIONS:
            out[n] = action ^ (cython.cast(cython.ulonglong, NONE ^ other) << 14)
            n += 1
            if unos:
                out[n] = out[n - 1] | SAID
                n += 1
            if not swapping:
                break
            other = self.after(other)
            if other == seat:
                break
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def sets_from(
        self, seat: cython.int, first: cython.int, out: cython.p_ulonglong, n: cython.int
    ) -> cython.int:
        """All ways to play several numbers of the first card's value, it first (V9)."""
        at: cython.int = 64 * seat + first % 14
        own: cython.int = first // 14
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        for a in range(self.count[at] + (0 if own == 0 else 1)):
            for b in range(self.count[at + 14] + (0 if own == 1 else 1)):
                for c in range(self.count[at + 28] + (0 if own == 2 else 1)):
                    for d in range(self.count[at + 42] + (0 if own == 3 else 1)):
                        n = self.several_of(seat, first, a | (b << 3) | (c << 6) | (d << 9), out, n)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def several_of(
        self, seat: cython.int, first: cython.int, more: cython.int, out: cython.p_ulonglong, n: cython.int
    ) -> cython.int:
        """The first card with those of `more` (three bits for each colour), any of them last, with every swap and UNO."""
        last: cython.int
        left: cython.int = (
            self.size[seat] - 1 - (more & 7) - ((more >> 3) & 7) - ((more >> 6) & 7) - ((more >> 9) & 7)
        )
        swapping: cython.int = 1 if left and (self.t.swapping >> first) & ONE else 0
        action: cython.ulonglong
        for last in range(4):
            if (more >> (3 * last)) & 7:
                action = encode(PLAY, first, NO_COLOUR, NONE, 0, NONE) ^ SINGLE
                action |= cython.cast(cython.ulonglong, more - (1 << (3 * last))) << 23
                action |= cython.cast(cython.ulonglong, last) << 35
                n = self.with_swaps(seat, action, swapping, 1 if left == 1 else 0, out, n)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_asides(self, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
        """Calls, catches and jumps."""
        other: cython.int
        if self.owes_uno(seat) or self.may_call_ahead(seat):
            out[n] = plain(UNO)
            n += 1
        if self.window or self.t.false_catch:
            other = self.after(seat)
            while other != seat:
                if self.owes_uno(other) or (self.t.false_catch and not self.lost_race(other)):
                    out[n] = encode(CATCH, 63, NO_COLOUR, NONE, 0, other)
                    n += 1
                other = self.after(other)
        if self.t.jump_in and self.jumpable and self.phase == TURN and self.seat != seat:
            n = self.list_jumps(seat, out, n)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def lost_race(self, seat: cython.int) -> cython.int:
        return 1 if self.window and (self.settled >> seat) & 1 else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_jumps(self, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
        top: cython.int = self.top
        left: cython.int = self.size[seat] - 1
        if not ((self.has[seat] & self.t.jumps) >> top) & ONE:
            return n
        if left == 0 and not (self.t.may_be_last >> top) & ONE:
            return n
        return self.with_swaps(
            seat,
            encode(JUMP, top, NO_COLOUR, NONE, 0, NONE),
            1 if left and (self.t.swapping >> top) & ONE else 0,
            1 if left == 1 else 0,
            out,
            n,
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def may_call_ahead(self, seat: cython.int) -> cython.int:
        """Whether the seat may say UNO in advance (U1)."""
        if self.size[seat] != 2 or (self.called >> seat) & 1 or self.seat != seat:
            return 0
        if self.phase == TURN or self.phase == DRAWN:
            return 1
        return 1 if self.t.stacking and (self.phase == ANSWERING or self.phase == OWING) else 0

    # Points (P1).

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def points(self, seat: cython.int) -> cython.int:
        """What the hand of the seat counts."""
        total: cython.int = 0
        card: cython.int
        mask: cython.ulonglong = self.has[seat]
        while mask:
            card = ctz(mask)
            mask &= mask - 1
            total += self.count[64 * seat + card] * self.t.points[card]
        return total

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def won(self) -> cython.int:
        """What the one who is out scores: the hands of all opponents, never a partner's (P2, M1, M4)."""
        total: cython.int = 0
        seat: cython.int
        if self.out < 0:
            return 0
        for seat in range(self.t.players):
            if (self.seats >> seat) & 1 and not (self.t.same[self.out] >> seat) & 1:
                total += self.points(seat)
        return total

    # Policy R (bots/policy_r.py).

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def play_one_of(
        self, seat: cython.int, mask: cython.ulonglong, keep: cython.int, debt: cython.int
    ) -> cython.void:
        """One of the cards, a wild once for each colour, or keeping what was drawn; UNO is said with it."""
        ways: cython.ulonglong
        many: cython.int
        pick: cython.int
        if rare((mask & self.t.roundabout) != 0):
            self.play_some_way(seat, mask, keep)
            return
        ways = (
            (mask & COLOURED)
            | (all_if((mask >> K_WILD) & 1) & WAYS_OF_WILD)
            | (all_if((mask >> K_FOUR) & 1) & WAYS_OF_FOUR)
        )
        many = popcount(ways)
        pick = self.below(many + keep)
        if pick < many:
            pick = nth(ways, pick)
            self.play_as_r(seat, self.t.way_card[pick], self.t.way_hue[pick], debt)
        else:
            self.act(seat, plain(PASS))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def play_as_r(
        self, seat: cython.int, card: cython.int, colour: cython.int, debt: cython.int
    ) -> cython.void:
        """The card, UNO being said where it is due."""
        if rare(self.noting):
            self.note_play(seat, card, colour)
        self.play(seat, card, colour, NONE, 1 if self.size[seat] == 2 else 0, debt)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def note_play(self, seat: cython.int, card: cython.int, colour: cython.int) -> cython.void:
        self.note_act(seat, encode(PLAY, card, colour, NONE, 1 if self.size[seat] == 2 else 0, NONE))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def play_some_way(self, seat: cython.int, mask: cython.ulonglong, keep: cython.int) -> cython.void:
        """As `play_one_of` where a card can be played in more ways: with whom hands are swapped, several numbers at once."""
        rest: cython.ulonglong = mask
        ways: cython.int = keep
        card: cython.int
        pick: cython.int
        while rest:
            ways += self.ways_of(seat, ctz(rest))
            rest &= rest - 1
        pick = self.below(ways)
        while mask:
            card = ctz(mask)
            ways = self.ways_of(seat, card)
            if pick < ways:
                self.play_way(seat, card, pick)
                return
            pick -= ways
            mask &= mask - 1
        self.act(seat, plain(PASS))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def ways_alone(self, seat: cython.int, card: cython.int) -> cython.int:
        """In how many ways the card is played by itself."""
        ways: cython.int = 4 if (self.t.wilds >> card) & ONE else 1
        if (self.t.swapping >> card) & ONE and self.size[seat] > 1:
            ways *= self.playing - 1
        return ways

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def ways_of(self, seat: cython.int, card: cython.int) -> cython.int:
        """In how many ways the card is played, UNO being said where it is due; several numbers never swap (see `plain`)."""
        ways: cython.int = self.ways_alone(seat, card)
        c: cython.int
        every: cython.int = 1
        if self.t.multi_play and self.phase == TURN and (self.t.numbers >> card) & ONE:
            for c in range(4):
                every *= self.more_of(seat, card, c) + 1
            for c in range(4):  # those with a card of colour c on top
                ways += every - every // (self.more_of(seat, card, c) + 1)
        return ways

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def more_of(self, seat: cython.int, card: cython.int, c: cython.int) -> cython.int:
        """How many cards of a colour the seat could lay on a number."""
        return self.count[64 * seat + card % 14 + 14 * c] - (1 if card // 14 == c else 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def play_way(self, seat: cython.int, card: cython.int, pick: cython.int) -> cython.void:
        """Play the card in one of its ways."""
        colour: cython.int = NO_COLOUR
        swap: cython.int = NONE
        alone: cython.int = self.ways_alone(seat, card)
        if pick >= alone:
            self.lay_several(seat, card, pick - alone)
            return
        if (self.t.wilds >> card) & ONE:
            colour = pick & 3
            pick >>= 2
        if (self.t.swapping >> card) & ONE and self.size[seat] > 1:
            swap = self.after(seat)
            while pick:
                swap = self.after(swap)
                pick -= 1
        self.act(seat, encode(PLAY, card, colour, swap, 1 if self.size[seat] == 2 else 0, NONE))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def lay_several(self, seat: cython.int, card: cython.int, pick: cython.int) -> cython.void:
        """The card with others of its number: the colour on top decides first, then how many of each colour lie between."""
        c: cython.int
        last: cython.int = 0
        held: cython.int
        laid: cython.int = 2
        action: cython.ulonglong
        every: cython.int = 1
        for c in range(4):
            every *= self.more_of(seat, card, c) + 1
        while True:
            held = every - every // (self.more_of(seat, card, last) + 1)
            if pick < held:
                break
            pick -= held
            last += 1
        action = encode(PLAY, card, NO_COLOUR, NONE, 0, NONE) ^ SINGLE
        for c in range(4):
            held = self.more_of(seat, card, c) + (0 if c == last else 1)
            action |= cython.cast(cython.ulonglong, pick % held) << (23 + 3 * c)
            laid += pick % held
            pick = pick // held
        action |= cython.cast(cython.ulonglong, last) << 35
        self.act(seat, action | SAID if self.size[seat] - laid == 1 else action)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def step_r(self) -> cython.void:
        """What policy R does where no rules are written on cards: cards about which nothing is to be thought at once."""
        seat: cython.int = self.seat
        mask: cython.ulonglong
        many: cython.int
        pick: cython.int
        keep: cython.int = 0
        self.steps = 0
        if self.phase == TURN:
            mask = self.has[seat] & self.fits
        elif self.phase == DRAWN:
            mask = ONE << self.drawn
            keep = 1 - self.must_play_drawn() if rare(self.t.must_play) else 1
        else:
            self.answer_r(seat)
            return
        if mask & self.t.touchy:
            self.step_touchy(seat, mask, keep)
        elif mask:
            many = popcount(mask)
            pick = self.below(many + keep)
            if pick < many:
                self.play_as_r(seat, nth(mask, pick), NO_COLOUR, 0)
            else:
                if rare(self.noting):
                    self.note_act(seat, plain(PASS))
                self.keep_drawn(seat)
        else:
            if rare(self.noting):
                self.note_act(seat, plain(DRAW))
            self.draw_by_choice(seat, 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def step_touchy(self, seat: cython.int, mask: cython.ulonglong, keep: cython.int) -> cython.void:
        """As `step_r` where a card fits that can be played in several ways, or not always."""
        mask &= self.honest(seat)
        if mask:
            self.play_one_of(seat, mask, keep, 0)
        elif self.phase == DRAWN:
            self.act(seat, plain(PASS))
        else:
            self.act(seat, plain(DRAW))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def answer_r(self, seat: cython.int) -> cython.void:
        """As `step_r` where the seat must draw, or lay what passes that on."""
        mask: cython.ulonglong = self.honest(seat)
        if mask and (self.phase != ANSWERING or self.t.stacking):
            self.play_one_of(seat, mask, 0, self.debt)
        else:
            self.act(seat, plain(ACCEPT if self.phase == ANSWERING else DRAW))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def honest(self, seat: cython.int) -> cython.ulonglong:
        """The playable cards; a Wild Draw Four only if W5 allows it, whatever the table makes of that, or as the last card."""
        barred: cython.ulonglong = all_if(self.size[seat] != 1) & all_if((self.has[seat] & self.hue) != 0)
        return self.playable(seat) & (FULL ^ (self.t.fours & barred))

    def play_out(self, most: cython.int):
        """Policy R for all seats until the round is over or `most` decisions are made; how many were."""
        scratch: Scratch = Scratch()
        return self.run_out(most, scratch.actions)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def run_out(self, most: cython.int, out: cython.p_ulonglong) -> cython.int:
        n: cython.int = 0
        quickly: cython.int = ON_TURN if self.t.plain else 0
        swift: cython.int = 1 if self.t.swift and self.lazy == 1 and self.playing == self.t.players else 0
        while n < most:
            if swift and self.phase == TURN and not rare(self.window or self.losing or self.noting):
                n = self.run_swiftly(n, most)
                if n >= most:
                    break
            if not rare(not (quickly >> self.phase) & 1):
                self.step_r()
            elif self.phase == OVER:
                break
            else:
                self.step_any(out)
            n += 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def run_swiftly(self, n: cython.int, most: cython.int) -> cython.int:
        """Turns as by `step_r` while nothing is out of the ordinary; how many decisions there were, with the `n` before.

        It is one function so that what every turn changes is kept in variables of C and written down only at the end. `way` is how
        the card on top was played. Only drawing, what makes others draw and the last card are branches: see docs/decisions/simulator.md.
        """
        chance: cython.ulonglong = self.rng
        seat: cython.ulonglong = self.seat
        held: cython.ulonglong = self.has[self.seat]
        course: cython.ulonglong = 16 * self.backwards
        pile: cython.ulonglong = self.in_pile
        lying: cython.ulonglong = self.in_discard
        top: cython.ulonglong = self.top
        way: cython.ulonglong = top if top < K_WILD else K_WILD + 4 * (top - K_WILD) + self.colour
        called: cython.uint = self.called
        drawer: cython.int = self.drawer
        jumpable: cython.int = self.jumpable
        before: cython.int = NO_COLOUR
        keep: cython.ulonglong = 1 - self.t.must_play
        began: cython.int = n
        playing: cython.int = 0
        size: cython.int = 0
        left: cython.int
        once: cython.ulonglong
        ways: cython.ulonglong
        many: cython.ulonglong
        fit: cython.ulonglong
        at: cython.ulonglong
        back: cython.ulonglong
        over: cython.ulonglong
        hops: cython.ulonglong
        turns: cython.ulonglong
        card: cython.ulonglong = 0
        pick: cython.ulonglong = 0
        if rare(pile < ENOUGH or top > K_FOUR) or rare(self.fits != self.t.way_fits[way]):
            return n
        most -= 2  # a turn is up to three decisions: draw, play, and the answer to it
        while n < most:
            once = (chance * MULTIPLY + ADD) & FULL
            ways = (held & self.t.way_open[way]) | (
                self.t.wild_ways[(held >> K_WILD) & 3]
                & (all_if((held & self.t.way_same[way]) == 0) | WAYS_OF_WILD)
            )
            n += 1
            if ways:
                pick = (mixed(chance) * popcount(ways)) >> 32
                chance = once
            else:
                pick = (mixed(chance) * pile) >> 32
                pile -= 1
                if rare(pile < ENOUGH):
                    most = 0
                card = self.pile[pick]
                self.pile[pick] = self.pile[pile]
                self.has[seat] = held | (ONE << card)
                self.count[64 * seat + card] += 1
                size = self.size[seat] + 1
                self.size[seat] = size
                self.size[seat + self.t.players] = size
                called &= FULL ^ (ONE << seat)
                drawer = cython.cast(cython.int, seat)
                jumpable = 0
                ways = self.t.card_ways[card] & (self.t.way_open[way] | WAYS_OF_WILD | WAYS_OF_FOUR)
                many = popcount(ways)
                pick = (mixed(once) * (many + keep)) >> 32
                fit = (many + 7) >> 3
                n += cython.cast(cython.int, fit)
                chance = once ^ ((once ^ (once * MULTIPLY + ADD)) & (0 - fit) & FULL)
                if pick >= many:
                    seat = self.beyond[course + seat]
                    held = self.has[seat]
                    continue
            pick = nth(ways, cython.cast(cython.int, pick))
            card = self.t.way_card[pick]
            size = self.size[seat]
            if rare((self.t.way_mark[pick] & M_SLOW) | (size == 1)):
                playing = 1
                break
            self.discard[lying] = top
            lying += 1
            self.buried[top] += 1
            left = self.count[64 * seat + card] - 1
            self.count[64 * seat + card] = left
            self.has[seat] ^= cython.cast(cython.ulonglong, left == 0) << card
            size -= 1
            self.size[seat] = size
            self.size[seat + self.t.players] = size
            called |= cython.cast(cython.uint, size == 1) << seat
            top = card
            jumpable = 1
            before = self.t.way_colour[way]
            way = pick
            if rare(self.t.way_mark[way]):
                many = self.t.way_takes[way]
                if self.t.way_mark[way] & M_ASKS:
                    n += 1
                    self.accused = cython.cast(cython.int, seat)
                    self.debt = cython.cast(cython.int, many)
                    self.before = before
                seat = self.beyond[course + seat]
                held = self.has[seat]
                for at in range(many):
                    pick = (mixed(chance) * pile) >> 32
                    chance = (chance * MULTIPLY + ADD) & FULL
                    pile -= 1
                    card = self.pile[pick]
                    self.pile[pick] = self.pile[pile]
                    held |= ONE << card
                    self.count[64 * seat + card] += 1
                self.has[seat] = held
                size = self.size[seat] + cython.cast(cython.int, many)
                self.size[seat] = size
                self.size[seat + self.t.players] = size
                called &= FULL ^ (ONE << seat)
                seat = self.beyond[course + seat]
                held = self.has[seat]
                if rare(pile < ENOUGH):
                    break
                continue
            hops = self.t.way_hops[way]
            turns = self.t.way_turns[way]
            at = self.beyond[course + seat]
            over = self.beyond[course + at]
            back = self.beyond[(course ^ 16) + seat]
            held = self.has[at]
            held ^= (held ^ self.has[back]) & turns
            held ^= (held ^ self.has[over]) & hops
            at ^= (at ^ back) & turns
            seat = at ^ ((at ^ over) & hops)
            course ^= turns & 16
        self.draws += self.in_pile - cython.cast(cython.int, pile)
        self.rng = chance
        self.seat = cython.cast(cython.int, seat)
        self.backwards = cython.cast(cython.int, course >> 4)
        self.in_pile = cython.cast(cython.int, pile)
        self.in_discard = cython.cast(cython.int, lying)
        self.top = cython.cast(cython.int, top)
        self.colour = self.t.way_colour[way]
        self.fits = self.t.way_fits[way]
        self.hue = self.t.way_same[way]
        self.called = called
        self.drawer = drawer
        self.jumpable = jumpable
        self.steps = 0
        if n > began:
            self.passes = 0
        if playing:
            self.play(
                self.seat, cython.cast(cython.int, card), self.t.way_hue[pick], NONE, 1 if size == 2 else 0, 0
            )
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def step_any(self, out: cython.p_ulonglong) -> cython.void:
        """What policy R does elsewhere: as `step_r` over the list of lawful actions, and any other answer by chance."""
        seat: cython.int = self.seat
        n: cython.int
        plays: cython.int
        if self.phase == JUDGING:
            self.judge_by_chance()
            return
        if self.phase == ACTING:
            self.guess_by_chance(out)
            return
        n = self.list_phase(seat, out)
        plays = self.keep_honest_plays(seat, out, n)
        if plays:
            if self.phase == DRAWN and self.must_play_drawn() == 0:
                out[plays] = plain(PASS)
                plays += 1
            self.act(seat, out[self.below(plays)])
        elif self.phase == TURN or self.phase == OWING:
            self.act(seat, plain(DRAW))
        elif self.phase == ANSWERING:
            self.act(seat, plain(ACCEPT))
        elif self.phase == DRAWN:
            self.act(seat, plain(PASS) if self.must_play_drawn() == 0 else out[n - 1])
        else:
            self.act(seat, out[self.below(n)])

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def keep_honest_plays(self, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
        """Move the plays that policy R thinks of to the front: honest ones, with UNO where it is due; how many."""
        i: cython.int
        kept: cython.int = 0
        honest: cython.ulonglong = self.honest(seat)
        x: cython.ulonglong
        for i in range(n):
            x = out[i]
            if x & 31 != PLAY or not (honest >> cython.cast(cython.int, (x >> 5) & 63)) & ONE:
                continue
            if i + 1 < n and out[i + 1] == x | SAID and not x & SAID:
                continue
            out[i] = out[kept]
            out[kept] = x
            kept += 1
        return kept

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def judge_by_chance(self) -> cython.void:
        """The next judge finds that the dare was done, as often as `dares` says."""
        seat: cython.int = self.after(self.seat)
        while (self.voted >> seat) & 1:
            seat = self.after(seat)
        self.act(seat, plain(DONE) if self.happens(self.dares) else plain(FAILED))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def guess_by_chance(self, out: cython.p_ulonglong) -> cython.void:
        """Somebody guesses the charade as often as `guesses` says, any other player alike."""
        nobody: cython.int = self.list_named(self.seat, out) - 1
        guessed: cython.int = nobody > 0 and self.happens(self.guesses) == 1
        self.act(self.seat, out[self.below(nobody)] if guessed else out[nobody])

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def happens(self, often: cython.uint) -> cython.int:
        """Whether something happens that does so `often` times in 65,536."""
        return 1 if cython.cast(cython.uint, self.below(65536)) < often else 0

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def copy_from(self, other: "Game") -> cython.void:
        """Be the same round as another, with the same chance to come (a tape is not copied)."""
        i: cython.int
        for i in range(10):
            self.has[i] = other.has[i]
        for i in range(32):
            self.size[i] = other.size[i]
            self.beyond[i] = other.beyond[i]
        for i in range(other.saves):
            self.plan.saved_run[i] = other.plan.saved_run[i]
        for i in range(64):
            self.buried[i] = other.buried[i]
            self.times[i] = other.times[i]
        for i in range(256):
            self.pile[i] = other.pile[i]
            self.discard[i] = other.discard[i]
            self.plan.due[i] = other.plan.due[i]
            self.plan.due_run[i] = other.plan.due_run[i]
        for i in range(13 * other.saves):
            self.plan.saved[i] = other.plan.saved[i]
        for i in range(other.tasks):
            self.plan.task[i] = other.plan.task[i]
            self.plan.task_a[i] = other.plan.task_a[i]
            self.plan.task_b[i] = other.plan.task_b[i]
            self.plan.task_run[i] = other.plan.task_run[i]
            self.plan.task_targets[i] = other.plan.task_targets[i]
        for i in range(640):
            self.count[i] = other.count[i]
        self.copy_numbers(other)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def copy_numbers(self, other: "Game") -> cython.void:
        self.rng = other.rng
        self.card_rng = other.card_rng
        self.in_pile = other.in_pile
        self.in_discard = other.in_discard
        self.seats = other.seats
        self.playing = other.playing
        self.dealer = other.dealer
        self.backwards = other.backwards
        self.top = other.top
        self.colour = other.colour
        self.fits = other.fits
        self.hue = other.hue
        self.phase = other.phase
        self.seat = other.seat
        self.debt = other.debt
        self.four_debt = other.four_debt
        self.accused = other.accused
        self.before = other.before
        self.effect = other.effect
        self.picks = other.picks
        self.taker = other.taker
        self.run_of = other.run_of
        self.voted = other.voted
        self.done = other.done
        self.swap_called = other.swap_called
        self.drawn = other.drawn
        self.drawer = other.drawer
        self.reneged = other.reneged
        self.from_has = other.from_has
        self.from_size = other.from_size
        self.window = other.window
        self.owing = other.owing
        self.old = other.old
        self.settled = other.settled
        self.called = other.called
        self.jumpable = other.jumpable
        self.several = other.several
        self.losing = other.losing
        self.passes = other.passes
        self.serial = other.serial
        self.out = other.out
        self.going = other.going
        self.steps = other.steps
        self.tasks = other.tasks
        self.saves = other.saves
        self.dues = other.dues
        self.dares = other.dares
        self.guesses = other.guesses
        self.broken = other.broken
        self.began = other.began
        self.lazy = 1

    # Between Python and the kernel.

    def state(self):
        """Everything about the round as plain values, for `lastcard.sim.bridge` and comparisons."""
        return {
            "hands": [{i: self.count[64 * s + i] for i in range(64) if self.count[64 * s + i]} for s in range(10)],
            "has": [self.has[s] for s in range(10)],
            "size": [self.size[s] for s in range(10)],
            "pile": [self.pile[self.in_pile - 1 - i] for i in range(self.in_pile)],
            "discard": [self.discard[i] for i in range(self.in_discard)],
            "times": {i: self.times[i] for i in range(64) if self.times[i]},
            "seats": self.seats, "dealer": self.dealer, "backwards": self.backwards, "top": self.top,
            "colour": self.colour, "phase": self.phase, "seat": self.seat, "debt": self.debt,
            "four_debt": self.four_debt, "accused": self.accused, "before": self.before, "effect": self.effect,
            "picks": self.picks, "taker": self.taker, "run": self.run_of, "voted": self.voted, "done": self.done,
            "swap_called": self.swap_called, "drawn": self.drawn, "drawer": self.drawer, "reneged": self.reneged,
            "from_has": self.from_has, "from_size": self.from_size, "window": self.window, "owing": self.owing, "old": self.old,
            "settled": self.settled, "called": self.called, "jumpable": self.jumpable, "losing": self.losing,
            "passes": self.passes, "out": self.out, "tasks": self.tasks, "broken": self.broken,
        }  # fmt: skip

    def restore(self, data):
        """Be the round that `data` describes, under the names of `state`; one that waits within a written rule cannot be.

        Chance is taken from a tape: see `orders_are`.
        """
        seat: cython.int
        card: cython.int
        n: cython.int
        self.sit(data["seats"])
        self.clear()
        for seat in range(self.t.players):
            for card, n in data["hands"][seat].items():
                for _ in range(n):
                    self.add(seat, card)
        pile = data["pile"]
        self.in_pile = len(pile)
        for n in range(len(pile)):
            self.pile[self.in_pile - 1 - n] = pile[n]
        for card in data["discard"]:
            self.bury(card)
        for card, n in data["times"].items():
            self.times[card] = n
            self.serial += n
        self.dealer, self.backwards, self.top, self.colour = (
            data["dealer"],
            data["backwards"],
            data["top"],
            data["colour"],
        )
        self.phase, self.seat, self.debt, self.four_debt = (
            data["phase"],
            data["seat"],
            data["debt"],
            data["four_debt"],
        )
        self.accused, self.before, self.from_has = data["accused"], data["before"], data["from_has"]
        self.drawn, self.drawer, self.reneged = data["drawn"], data["drawer"], data["reneged"]
        self.window, self.owing, self.old, self.settled = (
            data["window"],
            data["owing"],
            data["old"],
            data["settled"],
        )
        self.called, self.jumpable, self.losing, self.passes = (
            data["called"],
            data["jumpable"],
            data["losing"],
            data["passes"],
        )
        self.call_colour(self.colour)
        self.lazy = 0
        self.tape = self.tape or Tape()

    def orders_are(self, orders):
        """What the shuffles to come give, for a round whose chance is not the kernel's."""
        card: cython.int
        self.tape = self.tape or Tape()
        orders = [list(order) for order in orders]
        if sum(map(len, orders)) > 65536 or not all(0 <= card < 63 for order in orders for card in order):
            raise ValueError("orders are of cards by their numbers, no more than 65,536 together")
        self.tape.read = self.tape.end = 0
        for order in orders:
            for card in order:
                self.tape.given[self.tape.end] = card
                self.tape.end += 1

    def watch(self, on):
        """Note every outcome of chance and every act from now on, or no more."""
        self.tape = self.tape or Tape()
        self.tape.notes = self.tape.acted = 0
        self.noting = 1 if on else 0

    def noted(self):
        """What was noted: cards drawn or turned up in their order, -1 a reshuffle, -2 a new deal, -3 a card put back, -4 an act.

        There is room for 65,536.
        """
        return [self.tape.noted[i] for i in range(self.tape.notes)]

    def acts(self):
        """The acts that were noted, as (seat, action)."""
        return [
            (self.tape.acts[i] >> 40, self.tape.acts[i] & ((ONE << 40) - 1)) for i in range(self.tape.acted)
        ]

    def remember(self, noted, acts):
        """What `noted` and `acts` gave of the same round before it was packed; the game is watched."""
        what: cython.int
        seat: cython.ulonglong
        action: cython.ulonglong
        self.tape.notes = self.tape.acted = 0
        for what in noted:
            self.note(what)
        for seat, action in acts:
            self.tape.acts[self.tape.acted] = action | (seat << 40)
            self.tape.acted += 1

    def chance(self):
        """How chance stands: what `chance_is` takes."""
        return self.rng

    def chance_is(self, chance: cython.ulonglong):
        """Chance stands so from now on."""
        self.rng = chance

    def dealt_with(self):
        """How chance stood when the round was dealt, and who dealt."""
        return self.began, self.dealer

    def hold(self, hands, pile, drawn: cython.int, from_has: cython.ulonglong):
        """Other cards in the hands and in the pile, as many as before (under the names of `state`): for `lastcard.sim.hidden`."""
        seat: cython.int
        card: cython.int
        n: cython.int
        for seat in range(self.t.players):
            self.has[seat] = 0
            for card in range(64):
                self.count[64 * seat + card] = 0
            for card, n in hands[seat].items():
                self.count[64 * seat + card] = n
                self.has[seat] |= ONE << card
        for n in range(self.in_pile):
            self.pile[self.in_pile - 1 - n] = pile[n]
        self.drawn = drawn
        self.from_has = from_has

    def packed(self):
        """All that the round is, chance to come included, as plain values for `unpack`: what a pickle keeps. A tape is not in it."""
        return (
            [i for i in range(self.t.players) if (self.seats >> i) & 1],
            [self.has[i] for i in range(10)],
            bytes([self.size[i] for i in range(32)]),
            bytes([self.buried[i] for i in range(64)]),
            bytes([self.times[i] for i in range(64)]),
            bytes([self.pile[i] for i in range(self.in_pile)]),
            bytes([self.discard[i] for i in range(self.in_discard)]),
            bytes([self.count[i] for i in range(640)]),
            [
                (self.plan.task[i], self.plan.task_a[i], self.plan.task_b[i], self.plan.task_run[i], self.plan.task_targets[i])
                for i in range(self.tasks)
            ],
            [self.plan.saved[i] for i in range(13 * self.saves)],
            [self.plan.saved_run[i] for i in range(self.saves)],
            [(self.plan.due[i], self.plan.due_run[i]) for i in range(self.dues)],
            (
                self.rng, self.card_rng, self.began, self.in_pile, self.in_discard, self.dealer,
                self.backwards, self.top, self.colour, self.fits, self.hue, self.phase, self.seat, self.debt,
                self.four_debt, self.accused, self.before, self.effect, self.picks, self.taker, self.run_of,
                self.voted, self.done, self.swap_called, self.drawn, self.drawer, self.reneged, self.from_has,
                self.from_size, self.window, self.owing, self.old, self.settled, self.called, self.jumpable,
                self.several, self.losing, self.passes, self.serial, self.out, self.going, self.steps,
                self.draws, self.made, self.tasks, self.saves, self.dues, self.dares, self.guesses,
                self.broken,
            ),
        )  # fmt: skip

    def unpack(self, values):
        """Be the round that `packed` gave, of the same rules."""
        i: cython.int
        seats, has, size, buried, times, pile, discard, count, tasks, saved, saved_runs, dues, numbers = (
            values
        )
        (
            self.rng, self.card_rng, self.began, self.in_pile, self.in_discard, self.dealer, self.backwards,
            self.top, self.colour, self.fits, self.hue, self.phase, self.seat, self.debt, self.four_debt,
            self.accused, self.before, self.effect, self.picks, self.taker, self.run_of, self.voted, self.done,
            self.swap_called, self.drawn, self.drawer, self.reneged, self.from_has, self.from_size,
            self.window, self.owing, self.old, self.settled, self.called, self.jumpable, self.several,
            self.losing, self.passes, self.serial, self.out, self.going, self.steps, self.draws, self.made,
            self.tasks, self.saves, self.dues, self.dares, self.guesses, self.broken,
        ) = numbers  # fmt: skip
        self.lazy = 1
        self.sit(seats)
        for i in range(10):
            self.has[i] = has[i]
        for i in range(32):
            self.size[i] = size[i]
        for i in range(64):
            self.buried[i] = buried[i]
            self.times[i] = times[i]
        for i in range(self.in_pile):
            self.pile[i] = pile[i]
        for i in range(self.in_discard):
            self.discard[i] = discard[i]
        for i in range(640):
            self.count[i] = count[i]
        for i in range(self.tasks):
            (
                self.plan.task[i], self.plan.task_a[i], self.plan.task_b[i], self.plan.task_run[i], self.plan.task_targets[i],
            ) = tasks[i]  # fmt: skip
        for i in range(13 * self.saves):
            self.plan.saved[i] = saved[i]
        for i in range(self.saves):
            self.plan.saved_run[i] = saved_runs[i]
        for i in range(self.dues):
            self.plan.due[i], self.plan.due_run[i] = dues[i]


# A table at which decisions are asked for one by one: see docs/encoding.md.

I_DRAW = cython.declare(cython.int, 60)
I_KEEP = cython.declare(cython.int, 61)
I_CHALLENGE = cython.declare(cython.int, 62)
I_ACCEPT = cython.declare(cython.int, 63)
I_BLANK = cython.declare(cython.int, 64)
I_SWAP = cython.declare(cython.int, 68)
I_COLOUR = cython.declare(cython.int, 88)
I_UNO = cython.declare(cython.int, 92)
I_NOTHING = cython.declare(cython.int, 93)
I_PLAYER = cython.declare(cython.int, 94)
I_NOBODY = cython.declare(cython.int, 103)
I_DONE = cython.declare(cython.int, 104)
I_FAILED = cython.declare(cython.int, 105)
I_CARD = cython.declare(cython.int, 106)
I_JUMP = cython.declare(cython.int, 169)
I_SAME = cython.declare(cython.int, 170)
I_LAY = cython.declare(cython.int, 174)

# What is asked of the seat.
Q_PHASE = cython.declare(cython.int, 0)
Q_SAME = cython.declare(cython.int, 1)
Q_PLAYER = cython.declare(cython.int, 2)
Q_UNO = cython.declare(cython.int, 3)
Q_ASIDE = cython.declare(cython.int, 4)

COLOURED13 = cython.declare(cython.ulonglong, 0x1FFF)
WILD_IDS = cython.declare(cython.ulonglong, (1 << 13) | (1 << 28) | (1 << 43) | (1 << 58))
OBSERVED = cython.declare(cython.int, 192)
MASKED = cython.declare(cython.int, 3)  # words of a mask
AHEAD = cython.declare(cython.int, 2)  # how many desks memory is asked for in advance
WARM = cython.declare(cython.int, 512)  # the bytes at the beginning of a game that every decision touches
PRESENT = cython.declare(cython.ulonglong, 0x0808080808080808)
RARE = cython.declare(cython.ulonglong, (31 << 58) | (1 << 13) | (1 << 27) | (1 << 41) | (1 << 55))


@cython.final
@cython.cclass
class Desk:
    """A round in which one seat after the other is asked for one number: an action's parts become questions of their own.

    `calls` says whether UNO, catches and jumps are asked for; otherwise UNO is said, but for `forgets` in 65,536 times, and who
    owes it is caught `catches` in 65,536 times. A dare is judged by chance (`Game.dares`) unless `judges` says to ask.
    """

    game: Game
    who: cython.int
    question: cython.int
    pending: cython.ulonglong
    more: cython.int
    asked: cython.uint
    calls: cython.int
    judges: cython.int
    swift: cython.int
    forgets: cython.uint
    catches: cython.uint
    decisions: cython.int
    taken: cython.int
    swift_made: cython.int
    swift_said: cython.int
    made: cython.ulonglong

    def __init__(self, game: Game, calls=0, judges=0, forgets=0, catches=0):
        """A desk at which no round has begun: see `start`."""
        self.game = game
        self.calls, self.judges = calls, judges
        self.swift = 1 if game.t.plain and not game.t.manifold and not calls else 0
        self.forgets, self.catches = forgets, catches
        self.who = self.question = self.more = self.decisions = self.taken = 0
        self.pending = self.made = 0
        self.swift_made, self.swift_said = -1, 0
        self.asked = 0

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def start(self, dealer: cython.int) -> cython.void:
        """Deal, and ask the first question."""
        self.game.dealer = dealer
        self.game.begin()
        self.decisions = 0
        self.asked = 0
        self.ask()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def ask(self) -> cython.void:
        """Find who is asked next: those who may act aside, in turn order, then the one for whom the round waits."""
        late: cython.uint
        self.question = Q_PHASE
        while self.game.phase == JUDGING and not self.judges:
            self.game.judge_by_chance()
        if self.game.phase == OVER:
            return
        if self.game.window or self.game.t.jump_in:
            if self.calls:
                if self.ask_aside():
                    return
            elif not self.asked:
                self.asked = 1
                late = self.game.catchable()
                if late and self.game.happens(self.catches):
                    self.catch(ctz(late))
                    return
        self.who = self.game.seat
        if self.game.phase == JUDGING:
            self.who = self.game.after(self.game.seat)
            while (self.game.voted >> self.who) & 1:
                self.who = self.game.after(self.who)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def catch(self, late: cython.int) -> cython.void:
        """By chance the next player catches who owes UNO."""
        self.game.act(self.game.after(late), encode(CATCH, 63, NO_COLOUR, NONE, 0, late))
        self.ask()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def ask_aside(self) -> cython.int:
        """Whether somebody who has not been asked since the last act may call, catch or jump."""
        i: cython.int
        seat: cython.int = self.game.seat
        for i in range(self.game.playing):
            if not (self.asked >> seat) & 1 and self.aside_of(seat):
                self.who = seat
                self.question = Q_ASIDE
                return 1
            seat = self.game.after(seat)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def aside_of(self, seat: cython.int) -> cython.int:
        """Whether the seat may call UNO late, catch somebody or jump in."""
        if self.game.window and self.game.catchable() & (FULL ^ (ONE << seat)):
            return 1
        return 1 if self.game.owes_uno(seat) or self.may_jump(seat) else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def may_jump(self, seat: cython.int) -> cython.int:
        if (
            not self.game.t.jump_in
            or not self.game.jumpable
            or self.game.phase != TURN
            or self.game.seat == seat
        ):
            return 0
        if not ((self.game.has[seat] & self.game.t.jumps) >> self.game.top) & ONE:
            return 0
        return 1 if self.game.size[seat] > 1 or (self.game.t.may_be_last >> self.game.top) & ONE else 0

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def take(self, chosen: cython.int) -> cython.void:
        """The seat that is asked chooses this number, which must be open to it."""
        self.go_on_with(chosen)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def go_on_with(self, chosen: cython.int) -> cython.void:
        seat: cython.int = self.who
        self.decisions += 1
        if rare(not self.swift or chosen >= I_KEEP or self.game.noting):
            self.take_slowly(seat, chosen)
        else:
            self.take_swiftly(seat, chosen)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def take_slowly(self, seat: cython.int, chosen: cython.int) -> cython.void:
        """The number answers the question that is open."""
        if self.question == Q_PHASE:
            self.take_phase(seat, chosen)
        elif self.question == Q_ASIDE:
            self.take_aside(seat, chosen)
        elif self.question == Q_SAME:
            if chosen == I_LAY:
                self.pending |= cython.cast(cython.ulonglong, self.more) << 23
                self.complete_play(seat)
            else:
                self.add_same(chosen - I_SAME)
        elif self.question == Q_PLAYER:
            self.pending ^= cython.cast(cython.ulonglong, NONE ^ self.seat_at(chosen - I_PLAYER)) << 14
            self.say_uno(seat)
        else:
            if chosen == I_UNO:
                self.pending |= SAID
            self.commit(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def take_swiftly(self, seat: cython.int, chosen: cython.int) -> cython.void:
        """A card or a draw where nothing more is asked and no rules are written: what `take_phase` would come to."""
        said: cython.int = 0
        card: cython.int
        colour: cython.int
        self.asked = 0
        self.taken += 1
        self.swift_made = chosen
        self.game.steps = 0
        self.game.dues = 0
        if chosen == I_DRAW:
            self.game.made = DRAW
            self.game.act_draw(seat)
        else:
            card = self.game.t.card_at[chosen]
            colour = self.game.t.hue_at[chosen]
            if self.game.size[seat] == 2 and (
                not rare(self.forgets != 0) or not self.game.happens(self.forgets)
            ):
                said = 1
            self.swift_said = said
            self.game.made = PLAY
            self.game.play(seat, card, colour, NONE, said, self.game.owed())
        if not rare(self.game.phase == OVER):
            self.who = self.game.seat
            if rare(self.game.window or self.game.t.jump_in):
                self.ask()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def take_phase(self, seat: cython.int, chosen: cython.int) -> cython.void:
        verb: cython.int = PLAY
        if chosen < I_DRAW or (I_BLANK <= chosen < I_COLOUR):
            self.begin_play(seat, chosen)
            return
        self.pending = 0
        if chosen == I_DRAW:
            self.pending = plain(DRAW)
        elif chosen == I_KEEP:
            self.pending = plain(PASS)
        elif chosen == I_CHALLENGE:
            self.pending = plain(CHALLENGE)
        elif chosen == I_ACCEPT:
            self.pending = plain(ACCEPT)
        elif chosen == I_DONE:
            self.pending = plain(DONE)
        elif chosen == I_FAILED:
            self.pending = plain(FAILED)
        elif chosen < I_UNO:
            self.pending = encode(COLOUR, 63, colour_at(chosen - I_COLOUR), NONE, 0, NONE)
            if self.game.swap_called:
                self.question = Q_PLAYER
                return
        elif chosen < I_CARD:
            verb = GUESSED if self.game.phase == ACTING else CHOOSE
            self.pending = encode(
                verb, 63, NO_COLOUR, NONE, 0, NONE if chosen == I_NOBODY else self.seat_at(chosen - I_PLAYER)
            )
        else:
            verb = GIVE if self.game.taker >= 0 else DISCARD
            self.pending = encode(verb, chosen - I_CARD, NO_COLOUR, NONE, 0, NONE)
        self.commit(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def begin_play(self, seat: cython.int, chosen: cython.int) -> cython.void:
        """A card is chosen; what else belongs to playing it is asked next."""
        card: cython.int
        colour: cython.int = NO_COLOUR
        if chosen < I_DRAW:
            card = self.game.t.card_at[chosen]
            colour = self.game.t.hue_at[chosen]
        elif chosen < I_SWAP:
            card = 13 + 14 * colour_at(chosen - I_BLANK)
        else:
            card = K_FOUR + 1 + (chosen - I_SWAP) // 4
            colour = colour_at((chosen - I_SWAP) % 4)
        self.pending = encode(PLAY, card, colour, NONE, 0, NONE)
        self.more = 0
        if self.game.t.multi_play and self.game.phase == TURN and (self.game.t.numbers >> card) & ONE:
            if self.same_left(seat):
                self.question = Q_SAME
                return
        self.complete_play(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def held_more(self, seat: cython.int, c: cython.int) -> cython.int:
        """How many more of the number in play the seat holds in a colour, those chosen already left out."""
        card: cython.int = cython.cast(cython.int, (self.pending >> 5) & 63)
        last: cython.int = cython.cast(cython.int, (self.pending >> 35) & 7)
        held: cython.int = self.game.count[64 * seat + card % 14 + 14 * c] - ((self.more >> (3 * c)) & 7)
        if card // 14 == c:
            held -= 1
        return held - 1 if last == c else held

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def same_left(self, seat: cython.int) -> cython.int:
        c: cython.int
        for c in range(4):
            if self.held_more(seat, c) > 0:
                return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def add_same(self, at: cython.int) -> cython.void:
        """One more of the same number; the one chosen last lies on top (V9)."""
        last: cython.int = cython.cast(cython.int, (self.pending >> 35) & 7)
        if last < 4:
            self.more += 1 << (3 * last)
        self.pending = (self.pending & (FULL ^ SINGLE)) | (cython.cast(cython.ulonglong, colour_at(at)) << 35)
        if self.same_left(self.who) == 0:
            self.pending |= cython.cast(cython.ulonglong, self.more) << 23
            self.complete_play(self.who)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def laid(self) -> cython.int:
        """How many cards the play in hand lays."""
        more: cython.int = self.more
        cards: cython.int = 1 + (more & 7) + ((more >> 3) & 7) + ((more >> 6) & 7) + ((more >> 9) & 7)
        return cards if (self.pending >> 35) & 7 == 7 else cards + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def complete_play(self, seat: cython.int) -> cython.void:
        """The cards are chosen: with whom hands are swapped, and UNO."""
        card: cython.int = cython.cast(cython.int, (self.pending >> 5) & 63)
        if (self.game.t.swapping >> card) & ONE and self.game.size[seat] > self.laid():
            self.question = Q_PLAYER
        else:
            self.say_uno(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def say_uno(self, seat: cython.int) -> cython.void:
        verb: cython.int = cython.cast(cython.int, self.pending & 31)
        if (verb == PLAY or verb == JUMP) and self.game.size[seat] - self.laid() == 1:
            if self.calls:
                self.question = Q_UNO
                return
            if self.forgets == 0 or not self.game.happens(self.forgets):
                self.pending |= SAID
        self.commit(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def commit(self, seat: cython.int) -> cython.void:
        """Take the action and ask on."""
        self.more = 0
        self.asked = 0
        self.taken += 1
        self.made = self.pending
        self.swift_made = -1
        self.game.act(seat, self.pending)
        self.ask()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def take_aside(self, seat: cython.int, chosen: cython.int) -> cython.void:
        """A call, a catch, a jump, or nothing."""
        self.more = 0
        if chosen == I_NOTHING:
            self.asked |= bit(seat)
            self.ask()
        elif chosen == I_JUMP:
            self.pending = encode(JUMP, self.game.top, NO_COLOUR, NONE, 0, NONE)
            self.complete_play(seat)
        else:
            self.pending = plain(UNO)
            if chosen != I_UNO:
                self.pending = encode(CATCH, 63, NO_COLOUR, NONE, 0, self.seat_at(chosen - I_PLAYER))
            self.commit(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def seat_at(self, steps: cython.int) -> cython.int:
        """The seat so many places to the left of the one asked, and one more."""
        return (self.who + 1 + steps) % self.game.t.players

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def place_of(self, seat: cython.int) -> cython.int:
        """The opposite of `seat_at`."""
        return (seat - self.who - 1 + self.game.t.players) % self.game.t.players

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def steps_to(self, seat: cython.int) -> cython.int:
        """How many places to the left of the one asked a seat is, itself at 0."""
        steps: cython.int = seat - self.who
        return steps + (self.game.t.players & (steps >> 31))

    # What is open to the seat that is asked, and what it sees.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def write_mask(self, out: cython.p_ulonglong) -> cython.void:
        """The numbers that may be chosen, in three words of 64 bits."""
        cards: cython.ulonglong
        out[1] = out[2] = 0
        if not rare(self.game.phase != TURN or self.question != Q_PHASE):
            cards = self.game.playable(self.who)
            out[0] = 0
            if self.game.t.renege or self.game.within_law(self.who, cards) == 0:
                out[0] = ONE << I_DRAW
            ids_of(cards, out)
        else:
            out[0] = 0
            self.mask_other(out)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def mask_other(self, out: cython.p_ulonglong) -> cython.void:
        """The same but for a turn that begins."""
        seat: cython.int = self.who
        if self.game.phase == OVER:
            return
        if self.question == Q_PHASE:
            self.mask_phase(seat, out)
        elif self.question == Q_SAME:
            self.mask_same(seat, out)
        elif self.question == Q_PLAYER:
            out[1] = self.others(seat, self.game.seats)
        elif self.question == Q_UNO:
            out[1] = (ONE << (I_UNO - 64)) | (ONE << (I_NOTHING - 64))
        else:
            out[1] = ONE << (I_NOTHING - 64)
            if self.game.owes_uno(seat):
                out[1] |= ONE << (I_UNO - 64)
            if self.game.window:
                out[1] |= self.others(seat, self.game.catchable())
            if self.may_jump(seat):
                out[2] = ONE << (I_JUMP - 128)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def mask_phase(self, seat: cython.int, out: cython.p_ulonglong) -> cython.void:
        phase: cython.int = self.game.phase
        cards: cython.ulonglong = 0
        if phase == OWING:
            cards = self.game.playable(seat)
            out[0] = ONE << I_DRAW
        elif phase == DRAWN:
            cards = ONE << self.game.drawn if self.game.drawn >= 0 else 0
            if self.game.must_play_drawn() == 0:
                out[0] = ONE << I_KEEP
        elif phase == ANSWERING:
            cards = self.game.playable(seat) if self.game.t.stacking else 0
            out[0] = (ONE << I_CHALLENGE) | (ONE << I_ACCEPT)
        elif phase == CALLING:
            out[1] = cython.cast(cython.ulonglong, 15) << (I_COLOUR - 64)
        elif phase == PICKING:
            cards = self.game.meant(seat, self.game.effect)
            out[1] = (cards << (I_CARD - 64)) & FULL
            out[2] = cards >> (128 - I_CARD)
            return
        else:
            self.mask_written(seat, out)
            return
        ids_of(cards, out)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def mask_written(self, seat: cython.int, out: cython.p_ulonglong) -> cython.void:
        if self.game.phase == JUDGING:
            out[1] = (ONE << (I_DONE - 64)) | (ONE << (I_FAILED - 64))
        else:
            out[1] = self.others(seat, self.game.seats)
            if self.game.phase == ACTING:
                out[1] |= ONE << (I_NOBODY - 64)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def mask_same(self, seat: cython.int, out: cython.p_ulonglong) -> cython.void:
        i: cython.int
        out[2] = ONE << (I_LAY - 128)
        for i in range(4):
            if self.held_more(seat, colour_at(i)) > 0:
                out[2] |= ONE << (I_SAME + i - 128)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def others(self, seat: cython.int, seats: cython.uint) -> cython.ulonglong:
        """The seats but the one asked, as bits of the second word."""
        found: cython.ulonglong = 0
        other: cython.int
        seats &= FULL ^ (ONE << seat)
        while seats:
            other = ctz(seats)
            seats &= seats - 1
            found |= ONE << (I_PLAYER - 64 + self.place_of(other))
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def write_seen(self, out: cython.p_uchar) -> cython.void:
        """What the seat that is asked sees: see docs/encoding.md. Nothing in it is hidden from that seat."""
        seat: cython.int = self.who
        i: cython.int
        owed: cython.int = 1 if self.game.phase == ANSWERING or self.game.phase == OWING else 0
        answering: cython.int = 1 if self.game.phase == ANSWERING else 0
        if cython.compiled:
            memcpy(out, cython.address(self.game.count[64 * seat]), 64)
            memcpy(out + 64, cython.address(self.game.buried[0]), 64)
        else:
            for i in range(64):
                out[i] = self.game.count[64 * seat + i]
                out[64 + i] = self.game.buried[i]
        self.write_places(seat, out)
        put_eight(
            out,
            148,
            eight(
                self.game.top,
                self.game.colour,
                self.game.backwards,
                self.game.phase,
                self.question,
                (self.game.drawn + 1) * (1 if self.game.drawer == seat else 0),
                self.game.debt * owed,
                self.game.four_debt * (owed - answering),
            ),
        )
        put_eight(
            out,
            156,
            eight(
                self.steps_to(self.game.seat),
                self.game.in_pile,
                0,
                NO_COLOUR,
                0,
                0,
                self.game.passes,
                self.steps_to(self.game.dealer),
            ),
        )
        if rare(self.question != Q_PHASE):
            out[158] = cython.cast(cython.int, (self.pending >> 5) & 63) + 1
        if answering:
            out[159] = self.game.before
            out[160] = self.steps_to(self.game.accused)
        if rare(self.game.phase == PICKING):
            out[161] = self.game.picks

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def write_places(self, seat: cython.int, out: cython.p_uchar) -> cython.void:
        """How many cards each place holds, and what is said of it."""
        put_eight(out, 128, get_eight(self.game.size, seat) & self.game.t.places)
        if rare(
            (
                self.game.owing
                | self.game.called
                | self.game.losing
                | (self.game.seats ^ self.game.t.everybody)
            )
            != 0
        ):
            self.write_marks(out)
        else:
            put_eight(out, 138, self.game.t.places & PRESENT)
        if rare(self.game.t.players > 8):
            self.write_far_places(seat, out)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def write_far_places(self, seat: cython.int, out: cython.p_uchar) -> cython.void:
        """The ninth place and the tenth."""
        i: cython.int
        at: cython.int
        for i in range(8, self.game.t.players):
            at = (seat + i) % self.game.t.players
            out[128 + i] = self.game.size[at]
            out[138 + i] = (
                ((self.game.owing >> at) & 1)
                | (((self.game.called >> at) & 1) << 1)
                | (((self.game.losing >> at) & 1) << 2)
                | (((self.game.seats >> at) & 1) << 3)
            )

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def write_marks(self, out: cython.p_uchar) -> cython.void:
        """What is said of each place, a byte for each."""
        owing: cython.uint = self.turned(self.game.owing)
        called: cython.uint = self.turned(self.game.called)
        losing: cython.uint = self.turned(self.game.losing)
        present: cython.uint = self.turned(self.game.seats)
        low: cython.ulonglong = marks(owing >> 4, called >> 4, losing >> 4, present >> 4) << 32
        put_eight(out, 138, low | marks(owing, called, losing, present))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def turned(self, seats: cython.uint) -> cython.uint:
        """A set of seats as places counted from the one asked."""
        n: cython.int = self.game.t.players
        return ((seats >> self.who) | (seats << (n - self.who))) & ((1 << n) - 1)

    @cython.ccall
    @cython.exceptval(check=False)
    @cython.nogil
    def copy_from(self, other: "Desk") -> cython.void:
        """Be the same desk as another."""
        self.game.copy_from(other.game)
        self.who, self.question, self.more = other.who, other.question, other.more
        self.pending, self.asked, self.decisions = other.pending, other.asked, other.decisions
        self.taken, self.made = other.taken, other.made
        self.swift_made, self.swift_said = other.swift_made, other.swift_said

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def any_of(
        self, a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong, draws: cython.int
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
            return nth(a, self.game.below(n))
        m = popcount(b)
        pick = self.game.below(n + m + popcount(c))
        if pick < n:
            return nth(a, pick)
        if pick < n + m:
            return 64 + nth(b, pick - n)
        return 128 + nth(c, pick - n - m)

    def packed(self):
        """All that the desk is, its round included, as plain values for `unpack`."""
        return self.game.packed(), (
            self.who, self.question, self.more, self.pending, self.asked, self.decisions, self.taken,
            self.made, self.swift_made, self.swift_said,
        )  # fmt: skip

    def unpack(self, values):
        """Be the desk that `packed` gave."""
        game, numbers = values
        self.game.unpack(game)
        (
            self.who, self.question, self.more, self.pending, self.asked, self.decisions, self.taken,
            self.made, self.swift_made, self.swift_said,
        ) = numbers  # fmt: skip

    def last_action(self):
        """The action that was taken last."""
        card: cython.int
        if self.swift_made == I_DRAW:
            return plain(DRAW)
        if self.swift_made >= 0:
            card = self.game.t.card_at[self.swift_made]
            return encode(PLAY, card, self.game.t.hue_at[self.swift_made], NONE, self.swift_said, NONE)
        return self.made

    def actions_taken(self):
        """How many actions the numbers have made so far."""
        return self.taken

    def question_is(self):
        """What is asked: `phase`, `same`, `player`, `uno` or `aside`."""
        return ("phase", "same", "player", "uno", "aside")[self.question]

    def mask(self):
        """The numbers that may be chosen, as three words."""
        scratch: Scratch = Scratch()
        self.write_mask(scratch.actions)
        return scratch.actions[0], scratch.actions[1], scratch.actions[2]

    def asked_of(self):
        """Which seat is asked, or -1 when the round is over."""
        return -1 if self.game.phase == OVER else self.who


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def colour_at(place: cython.int) -> cython.int:
    """Red, green, blue, yellow is the order of the numbers; red, yellow, green, blue that of the kernel."""
    return (0x1320 >> (4 * place)) & 15


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def card_numbered(number: cython.int) -> cython.int:
    """The card that one of the first sixty numbers plays."""
    card: cython.int = number % 15
    return card + 14 * colour_at(number // 15) if card < 13 else card + K_WILD - 13


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def hue_numbered(number: cython.int) -> cython.int:
    """The colour that one of the first sixty numbers calls."""
    return NO_COLOUR if number % 15 < 13 else colour_at(number // 15)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
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


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
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


@cython.final
@cython.cclass
class Hall:
    """Many desks that are stepped together, with what is asked of each written into arrays."""

    desks: list
    n: cython.int
    players: cython.int
    by_points: cython.int
    if cython.compiled:
        at: cython.p_void[65536]
        games: cython.p_void[65536]

    def __init__(self, desks, by_points=0):
        """`by_points` gives the points of a round as its reward, otherwise who is out gains 1 and everybody else loses 1."""
        self.desks = list(desks)
        self.n = len(self.desks)
        if not 1 <= self.n <= 65536 or not all(isinstance(desk, Desk) for desk in self.desks):
            raise ValueError("1 to 65,536 desks are needed")
        desk: Desk = self.desks[0]
        self.players = desk.game.t.players
        self.by_points = by_points
        if not cython.compiled:
            self.at = self.desks
            self.games = [desk.game for desk in self.desks]
        else:
            for i in range(self.n):
                desk = self.desks[i]
                self.at[i] = cython.cast(cython.p_void, desk)
                self.games[i] = cython.cast(cython.p_void, desk.game)

    def pay(self, i: cython.int, rewards: cython.float[:, ::1]):
        """Write what the round of a desk, which is over, brought each seat."""
        self.reward(i, rewards)

    def begin(self, first: cython.int, end: cython.int, dealers: cython.uchar[::1]):
        """Deal at the desks from `first` up to `end`."""
        i: cython.int
        for i in range(first, end):
            cython.cast(Desk, self.at[i]).start(cython.cast(cython.int, whole(dealers[i])))

    def show(
        self,
        first: cython.int,
        end: cython.int,
        seats: cython.uchar[::1],
        masks: cython.ulonglong[:, ::1],
        seen: cython.uchar[:, ::1],
    ):
        """Write who is asked, what is open to them and what they see."""
        i: cython.int
        with cython.nogil:
            for i in range(first, end):
                if cython.compiled:
                    self.write(
                        i, cython.address(seats[0]), cython.address(masks[0, 0]), cython.address(seen[0, 0])
                    )
                else:
                    self.write(i, seats, masks, seen)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def write(
        self,
        i: cython.int,
        seats: cython.p_uchar,
        masks: cython.p_ulonglong,
        seen: cython.p_uchar,
    ) -> cython.void:
        """Rows of arrays by their addresses: arrays themselves would be copied with all that describes them."""
        seats[i] = cython.cast(Desk, self.at[i]).who
        if cython.compiled:
            cython.cast(Desk, self.at[i]).write_mask(masks + MASKED * i)
            cython.cast(Desk, self.at[i]).write_seen(seen + OBSERVED * i)
        else:
            self.at[i].write_mask(masks[i])
            self.at[i].write_seen(seen[i])

    def step(
        self,
        first: cython.int,
        end: cython.int,
        chosen: cython.short[::1],
        seats: cython.uchar[::1],
        masks: cython.ulonglong[:, ::1],
        seen: cython.uchar[:, ::1],
        rewards: cython.float[:, ::1],
        over: cython.uchar[::1],
    ):
        """Each desk takes its number; where the round is over that is written and the next one dealt, the deal passing on.

        A number below 0 leaves its desk as it is.
        """
        i: cython.int
        with cython.nogil:
            for i in range(first, end):
                over[i] = 0
                if rare(chosen[i] < 0):
                    continue
                self.fetch(i + AHEAD if i + AHEAD < end else i)
                self.turn(i, cython.cast(cython.int, whole(chosen[i])), rewards, over)
                if cython.compiled:
                    self.write(
                        i, cython.address(seats[0]), cython.address(masks[0, 0]), cython.address(seen[0, 0])
                    )
                else:
                    self.write(i, seats, masks, seen)

    def wander(
        self,
        first: cython.int,
        end: cython.int,
        steps: cython.int,
        draws: cython.int,
        chosen: cython.short[::1],
        seats: cython.uchar[::1],
        masks: cython.ulonglong[:, ::1],
        seen: cython.uchar[:, ::1],
        rewards: cython.float[:, ::1],
        over: cython.uchar[::1],
    ):
        """As many steps with numbers chosen as by `choose`, everything being written after each."""
        i: cython.int
        with cython.nogil:
            for _ in range(steps):
                for i in range(first, end):
                    self.fetch(i + AHEAD if i + AHEAD < end else i)
                    chosen[i] = cython.cast(Desk, self.at[i]).any_of(
                        whole(masks[i, 0]), whole(masks[i, 1]), whole(masks[i, 2]), draws
                    )
                    self.turn(i, cython.cast(cython.int, whole(chosen[i])), rewards, over)
                    if cython.compiled:
                        self.write(
                            i,
                            cython.address(seats[0]),
                            cython.address(masks[0, 0]),
                            cython.address(seen[0, 0]),
                        )
                    else:
                        self.write(i, seats, masks, seen)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def fetch(self, i: cython.int) -> cython.void:
        """Ask for the memory of a desk before its turn comes: a thousand of them are more than the nearest cache holds."""
        if cython.compiled:
            prefetch(self.at[i], 128)
            prefetch(self.games[i], WARM)
            prefetch(cython.address(cython.cast(Game, self.games[i]).count[0]), 64 * self.players)
            prefetch(cython.address(cython.cast(Game, self.games[i]).pile[0]), 128)
            prefetch(cython.address(cython.cast(Game, self.games[i]).discard[0]), 128)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    @cython.inline
    def turn(
        self, i: cython.int, chosen: cython.int, rewards: cython.float[:, ::1], over: cython.uchar[::1]
    ) -> cython.void:
        """A desk takes its number; a round that is over is paid, and the next one dealt."""
        over[i] = 0
        cython.cast(Desk, self.at[i]).go_on_with(chosen)
        if rare(cython.cast(Desk, self.at[i]).game.phase == OVER):
            over[i] = 1
            self.reward(i, rewards)
            cython.cast(Desk, self.at[i]).start(
                (cython.cast(Desk, self.at[i]).game.dealer + 1) % self.players
            )

    def choose(
        self,
        first: cython.int,
        end: cython.int,
        masks: cython.ulonglong[:, ::1],
        chosen: cython.short[::1],
        draws: cython.int,
    ):
        """Choose one of the open numbers at random; drawing only where nothing else is open, unless `draws`."""
        i: cython.int
        with cython.nogil:
            for i in range(first, end):
                chosen[i] = cython.cast(Desk, self.at[i]).any_of(
                    whole(masks[i, 0]), whole(masks[i, 1]), whole(masks[i, 2]), draws
                )

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def reward(self, i: cython.int, rewards: cython.float[:, ::1]) -> cython.void:
        """What the round of a desk brought each seat."""
        at: cython.p_void = self.games[i]
        seat: cython.int
        won: cython.int = cython.cast(Game, at).won()
        for seat in range(self.players):
            rewards[i, seat] = brought(cython.cast(Game, at), seat, won, self.by_points)

    def playouts(
        self,
        first: cython.int,
        end: cython.int,
        panel: "Panel",
        rounds: cython.int,
        seed: cython.ulonglong,
        most: cython.int,
        rewards: cython.float[:, ::1],
    ):
        """Play on from each desk as often as `rounds` says, by the panel, on a copy; the mean of what each seat got."""
        game: Game = Game(cython.cast(Game, self.games[first]).t, 0)
        scratch: Scratch = Scratch()
        at: cython.p_void
        i: cython.int
        k: cython.int
        seat: cython.int
        won: cython.int
        with cython.nogil:
            for i in range(first, end):
                at = self.games[i]
                for k in range(rounds):
                    game.copy_from(cython.cast(Game, at))
                    game.seed(
                        (
                            seed * GOLDEN
                            + (cython.cast(cython.ulonglong, i) << 32)
                            + cython.cast(cython.ulonglong, k)
                        )
                        & FULL
                    )
                    play_on(game, panel, most, scratch.actions)
                    won = game.won()
                    for seat in range(self.players):
                        rewards[i, seat] += brought(game, seat, won, self.by_points)
                for seat in range(self.players):
                    rewards[i, seat] = rewards[i, seat] / rounds


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def brought(game: Game, seat: cython.int, won: cython.int, by_points: cython.int) -> cython.int:
    """Points as P2-P4 give them, or 1 for the side of who is out and -1 for the others; 0 where nobody is."""
    if by_points and not game.t.first_to:
        return -game.points(seat)
    if game.out >= 0 and (game.t.same[game.out] >> seat) & 1:
        return won if by_points else 1
    return -1 if game.out >= 0 and not by_points and (game.seats >> seat) & 1 else 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
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


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def bit(seat: cython.int) -> cython.uint:
    return cython.cast(cython.uint, 1) << seat


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def marks(
    owing: cython.uint, called: cython.uint, losing: cython.uint, present: cython.uint
) -> cython.ulonglong:
    """What is said of the four first places, a byte for each."""
    return four_bits(owing) | (four_bits(called) << 1) | (four_bits(losing) << 2) | (four_bits(present) << 3)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def four_bits(x: cython.uint) -> cython.ulonglong:
    """The four lowest bits, a byte for each."""
    return (cython.cast(cython.ulonglong, x & 15) * 0x204081) & 0x01010101


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def eight(
    a: cython.uint,
    b: cython.uint,
    c: cython.uint,
    d: cython.uint,
    e: cython.uint,
    f: cython.uint,
    g: cython.uint,
    h: cython.uint,
) -> cython.ulonglong:
    """Eight small numbers as bytes of one, the first lowest."""
    return (
        cython.cast(cython.ulonglong, a | (b << 8) | (c << 16) | (d << 24))
        | cython.cast(cython.ulonglong, e | (f << 8) | (g << 16) | (h << 24)) << 32
    )


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def whole(x: cython.ulonglong) -> cython.ulonglong:
    """A number from an array; as plain Python, where those overflow, one of Python's own."""
    return x if cython.compiled else int(x)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def all_if(so: cython.int) -> cython.ulonglong:
    """All bits if it is so (1), else none: where a branch would be taken as often as not."""
    return (0 - cython.cast(cython.ulonglong, so)) & FULL


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def actor_of(run: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (run >> 16) & 15)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def source_of(run: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (run >> 20) & 15)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def chosen_of(run: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (run >> 25) & 15)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.inline
def plain(verb: cython.int) -> cython.ulonglong:
    """An action that is only a word."""
    return encode(verb, 63, NO_COLOUR, NONE, 0, NONE)


# Rounds that are played for their figures, by a policy for each seat: see lastcard.sim.play.

R_OUT = cython.declare(cython.int, 0)
R_FIRST = cython.declare(cython.int, 1)
R_DEALER = cython.declare(cython.int, 2)
R_DECISIONS = cython.declare(cython.int, 3)
R_TURNS = cython.declare(cython.int, 4)
R_DRAWN = cython.declare(cython.int, 5)
R_FORCED = cython.declare(cython.int, 6)
R_WON = cython.declare(cython.int, 7)
R_LEADS = cython.declare(cython.int, 8)
R_FIRST_UNO = cython.declare(cython.int, 9)
R_CAUGHT = cython.declare(cython.int, 10)
R_CHALLENGED = cython.declare(cython.int, 11)


@cython.final
@cython.cclass
class Mind:
    """How a seat plays: policy R, or the play of most worth by weights of its features; and its chances in 65,536.

    The features: points shed; a wild card spent; cards left of the colour that will be in force; a next player about to go out
    who is hit; cards gained by a swap; whether UNO is said or the hand is empty.
    """

    if cython.compiled:
        weights: cython.double[6]
    weighs: cython.int
    is_r: cython.int
    forgets: cython.uint
    catches: cython.uint
    challenges: cython.uint
    challenges_many: cython.uint
    jumps: cython.uint

    def __init__(self, weights=None, forgets=0, catches=0, challenges=0, challenges_many=0, jumps=0):
        """Policy R without `weights`."""
        if weights is not None and len(weights) != 6:
            raise ValueError(f"six weights are needed, not {len(weights)}")
        self.weighs = 0 if weights is None else 1
        if not cython.compiled:
            self.weights = [0.0] * 6
        if weights is not None:
            for i in range(6):
                self.weights[i] = weights[i]
        self.forgets, self.catches = forgets, catches
        self.challenges, self.challenges_many = challenges, challenges_many
        self.jumps = jumps
        self.is_r = 0 if weights is not None or forgets or challenges or challenges_many else 1


@cython.final
@cython.cclass
class Panel:
    """The minds of a table, one for each seat, where no lock of the interpreter is needed to ask them."""

    minds: list
    if cython.compiled:
        at: cython.p_void[10]

    def __init__(self, minds):
        """One for each seat."""
        i: cython.int
        self.minds = list(minds)
        if len(self.minds) > 10 or not all(isinstance(mind, Mind) for mind in self.minds):
            raise ValueError("a mind for each of ten seats at most is needed")
        if not cython.compiled:
            self.at = self.minds
        else:
            for i in range(len(self.minds)):
                self.at[i] = cython.cast(cython.p_void, self.minds[i])


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def colour_left(
    game: Game, seat: cython.int, colour: cython.int, card: cython.int, laid: cython.int
) -> cython.int:
    """How many cards of the colour the seat has after it laid some of one colour."""
    held: cython.int = 0
    if colour >= 0 and colour < NO_COLOUR:
        held = game.held_of(seat, game.has[seat] & game.t.col[colour])
        if game.t.colour_of[card] == colour:
            held -= laid
    return held


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def worth(game: Game, mind: Mind, seat: cython.int, action: cython.ulonglong) -> cython.double:
    """What the play is worth to the mind."""
    card: cython.int = cython.cast(cython.int, (action >> 5) & 63)
    swap: cython.int = cython.cast(cython.int, (action >> 14) & 15)
    last: cython.int = cython.cast(cython.int, (action >> 35) & 7)
    between: cython.int = cython.cast(cython.int, (action >> 23) & 4095)
    victim: cython.int = game.after(seat)
    colour: cython.int
    laid: cython.int = 1
    found: cython.double = 0
    if last != 7:
        laid += 1 + (between & 7) + ((between >> 3) & 7) + ((between >> 6) & 7) + ((between >> 9) & 7)
        card = card % 14 + 14 * last
    colour = game.t.colour_of[card]
    if (game.t.wilds >> card) & ONE:
        colour = cython.cast(cython.int, (action >> 11) & 7)
        found -= mind.weights[1]
    else:
        found += mind.weights[0] * laid * game.t.points[card]
    found += mind.weights[2] * colour_left(game, seat, colour, card, laid)
    if game.size[victim] <= 2 and not (game.t.same[seat] >> victim) & 1:
        if game.t.owe[card] or game.t.skip[card] or (game.t.turns[card] and game.playing == 2):
            found += mind.weights[3]
    if swap != NONE:
        found += mind.weights[4] * (game.size[seat] - laid - game.size[swap])
    if action & SAID or game.size[seat] == laid:
        found += mind.weights[5]
    return found


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def best_of(
    game: Game, mind: Mind, seat: cython.int, out: cython.p_ulonglong, plays: cython.int
) -> cython.ulonglong:
    """The play of most worth; of equals any."""
    i: cython.int
    equal: cython.int = 0
    best: cython.int = 0
    most: cython.double = 0
    now: cython.double
    for i in range(plays):
        now = worth(game, mind, seat, out[i])
        if i == 0 or now > most:
            most = now
            best = i
            equal = 1
        elif now == most:
            equal += 1
            if game.below(equal) == 0:
                best = i
    return out[best]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def step_of(game: Game, mind: Mind, out: cython.p_ulonglong) -> cython.ulonglong:
    """The seat for whom the round waits does what its mind wants; what that was, or nothing where chance judges."""
    seat: cython.int = game.seat
    n: cython.int
    plays: cython.int
    chosen: cython.ulonglong
    if game.phase == JUDGING:
        game.judge_by_chance()
        return 0
    if game.phase == ACTING:
        game.guess_by_chance(out)
        return 0
    n = game.list_phase(seat, out)
    plays = game.keep_honest_plays(seat, out, n)
    if plays:
        if mind.weighs:
            chosen = best_of(game, mind, seat, out, plays)
        else:
            if game.phase == DRAWN and game.must_play_drawn() == 0:
                out[plays] = plain(PASS)
                plays += 1
            chosen = out[game.below(plays)]
        if chosen & SAID and mind.forgets and game.happens(mind.forgets):
            chosen ^= SAID
    elif game.phase == TURN or game.phase == OWING:
        chosen = plain(DRAW)
    elif game.phase == ANSWERING:
        chosen = plain(ACCEPT)
        if game.happens(mind.challenges_many if game.size[game.accused] >= 7 else mind.challenges):
            chosen = plain(CHALLENGE)
    elif game.phase == DRAWN:
        chosen = plain(PASS) if game.must_play_drawn() == 0 else out[n - 1]
    else:
        chosen = out[game.below(n)]
    game.act(seat, chosen)
    return chosen


C_PLAYED = cython.declare(cython.int, 0)
C_LAST = cython.declare(cython.int, 1)
C_HELD = cython.declare(cython.int, 2)
C_WON = cython.declare(cython.int, 3)
C_HELD_HELD = cython.declare(cython.int, 4)
C_HELD_WON = cython.declare(cython.int, 5)
C_WON_WON = cython.declare(cython.int, 6)


@cython.final
@cython.cclass
class Watch:
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

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def begin(self, game: Game) -> cython.void:
        """The first player is about to act; what the first card made somebody draw was forced."""
        i: cython.int
        seat: cython.int
        for i in range(16):
            self.row[i] = 0
        self.row[R_FIRST] = game.seat
        self.row[R_DEALER] = game.dealer
        self.row[R_FIRST_UNO] = -1
        self.leader = -1
        self.taken = game.draws
        for i in range(640):
            self.held[i] = game.count[i]
        for i in range(64):
            self.dealt[i] = 0
        for seat in range(game.t.players):
            if (game.seats >> seat) & 1:
                self.row[R_DRAWN] += game.size[seat] - game.t.hand_size
                for i in range(64):
                    self.dealt[i] += game.count[64 * seat + i]
        self.row[R_FORCED] = self.row[R_DRAWN]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def drawn(self, game: Game, forced: cython.int) -> cython.void:
        """Cards have been drawn since the last look, or not."""
        self.row[R_DRAWN] += game.draws - self.taken
        if forced:
            self.row[R_FORCED] += game.draws - self.taken
        self.taken = game.draws

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def look(self, game: Game) -> cython.void:
        """Who has the fewest cards, and who was first to one."""
        seat: cython.int
        fewest: cython.int = 1000
        who: cython.int = -1
        for seat in range(game.t.players):
            if (game.seats >> seat) & 1:
                if game.size[seat] < fewest:
                    fewest = game.size[seat]
                    who = seat
                elif game.size[seat] == fewest and seat == self.leader:
                    who = seat
        if fewest == 1 and self.row[R_FIRST_UNO] < 0:
            self.row[R_FIRST_UNO] = who
        if who != self.leader:
            if self.leader >= 0 and game.size[self.leader] == fewest:
                return
            if self.leader >= 0:
                self.row[R_LEADS] += 1
            self.leader = who

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def count_cards(self, game: Game, cards: cython.longlong[:, ::1]) -> cython.void:
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
                held += self.dealt[i]
                won += self.held[64 * game.out + i]
                i += 14
            cards[C_HELD, face] += held
            cards[C_WON, face] += won
            cards[C_HELD_HELD, face] += held * held
            cards[C_HELD_WON, face] += held * won
            cards[C_WON_WON, face] += won * won


def play_noted(
    tables: Tables,
    panel: Panel,
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
    watched=None,
):
    """Play rounds of a seed by their numbers, each with its dealer and its seats as a mask, and note a row of figures for each.

    Round k is the same whichever rounds are played with it. The order of the cards comes from a stream of its own: with the
    same deck it is the same whatever the rules and the players do, until the discards are shuffled. `watched` is a game to play them in.
    """
    game: Game = watched or Game(tables, 0)
    if game.t is not tables or len(panel.minds) != tables.players:
        raise ValueError("a game of the same rules and a policy for each seat are needed")
    scratch: Scratch = Scratch()
    watch: Watch = Watch()
    mind: cython.p_void
    i: cython.int
    seat: cython.int
    phase: cython.int
    late: cython.uint
    asked: cython.uint
    done: cython.ulonglong
    n: cython.int = tables.players
    game.lazy = 2
    game.be_seated(range(n), dares, guesses)
    for i in range(numbers.shape[0]):
        if seats[i] != game.seats:
            game.sit([seat for seat in range(n) if (seats[i] >> seat) & 1])
        game.seed((seed * GOLDEN + cython.cast(cython.ulonglong, numbers[i])) & FULL)
        game.dealer = dealers[i]
        game.draws = 0
        game.begin()
        watch.begin(game)
        asked = 0
        while game.phase != OVER and watch.row[R_DECISIONS] < most:
            watch.row[R_DECISIONS] += 1
            phase = game.phase
            if phase == TURN:
                watch.row[R_TURNS] += 1
            mind = panel.at[game.seat]
            done = step_of(game, cython.cast(Mind, mind), scratch.actions)
            if game.made == PLAY:
                count_played(done, cards)
            if game.made == CHALLENGE:
                watch.row[R_CHALLENGED] += 1
            watch.drawn(game, 0 if game.made == DRAW and phase == TURN else 1)
            if tables.jump_in and game.jumpable and game.phase == TURN:
                jump_by_chance(game, panel, cards)
            watch.look(game)
            note_behind(game, watch, behind, i)
            late = game.catchable() if game.window else 0
            if late and late != asked:
                asked = late
                watch.row[R_CAUGHT] += caught_by_chance(game, panel, late)
            elif not late:
                asked = 0
            watch.drawn(game, 1)
        rows_of(game, watch, rows, i)
        watch.count_cards(game, cards)
        for seat in range(n):
            points[i, seat] = game.points(seat)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def count_played(action: cython.ulonglong, cards: cython.longlong[:, ::1]) -> cython.void:
    """The cards of a play: one, or several equal numbers (V9)."""
    first: cython.int = cython.cast(cython.int, (action >> 5) & 63)
    last: cython.int = cython.cast(cython.int, (action >> 35) & 7)
    c: cython.int
    cards[C_PLAYED, first] += 1
    if last == 7:
        return
    cards[C_PLAYED, first % 14 + 14 * last] += 1
    for c in range(4):
        cards[C_PLAYED, first % 14 + 14 * c] += cython.cast(cython.int, (action >> (23 + 3 * c)) & 7)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def note_behind(game: Game, watch: Watch, behind: cython.int[:, ::1], i: cython.int) -> cython.void:
    """The most cards that each seat was behind the leader."""
    seat: cython.int
    fewest: cython.int = game.size[watch.leader] if watch.leader >= 0 else 0
    for seat in range(game.t.players):
        if game.size[seat] - fewest > behind[i, seat]:
            behind[i, seat] = game.size[seat] - fewest


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def jump_by_chance(game: Game, panel: Panel, cards: cython.longlong[:, ::1]) -> cython.void:
    """Whoever holds a card identical to the top one may jump in with it, the next in turn order first (V3); `cards` counts them."""
    while jumped(game, panel):
        cards[C_PLAYED, game.top] += 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def jumped(game: Game, panel: Panel) -> cython.int:
    """Whether somebody has jumped in."""
    other: cython.int = game.after(game.seat)
    last: cython.int
    swap: cython.int = NONE
    mind: cython.p_void
    if not game.jumpable or game.phase != TURN:
        return 0
    while other != game.seat:
        mind = panel.at[other]
        if (
            cython.cast(Mind, mind).jumps
            and able_to_jump(game, other)
            and game.happens(cython.cast(Mind, mind).jumps)
        ):
            last = 1 if game.size[other] == 2 else 0
            if game.size[other] > 1 and (game.t.swapping >> game.top) & ONE:
                swap = smallest_hand(game, other)
            game.act(other, encode(JUMP, game.top, NO_COLOUR, swap, last, NONE))
            return 1
        other = game.after(other)
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def able_to_jump(game: Game, seat: cython.int) -> cython.int:
    if not ((game.has[seat] & game.t.jumps) >> game.top) & ONE:
        return 0
    return 1 if game.size[seat] > 1 or (game.t.may_be_last >> game.top) & ONE else 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def smallest_hand(game: Game, seat: cython.int) -> cython.int:
    """The player with the fewest cards, but for one."""
    best: cython.int = game.after(seat)
    other: cython.int = game.after(best)
    while other != seat:
        if game.size[other] < game.size[best]:
            best = other
        other = game.after(other)
    return best


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def caught_by_chance(game: Game, panel: Panel, late: cython.uint) -> cython.int:
    """Whoever forgot UNO may be caught by each of the others in turn; whether that happened."""
    seat: cython.int = ctz(late)
    other: cython.int = game.after(seat)
    mind: cython.p_void
    while other != seat:
        mind = panel.at[other]
        if cython.cast(Mind, mind).catches and game.happens(cython.cast(Mind, mind).catches):
            game.act(other, encode(CATCH, 63, NO_COLOUR, NONE, 0, seat))
            return 1
        other = game.after(other)
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def play_on(game: Game, panel: Panel, most: cython.int, out: cython.p_ulonglong) -> cython.void:
    """Play the round to its end by the panel, or until so many decisions are made."""
    n: cython.int = 0
    late: cython.uint
    asked: cython.uint = 0
    mind: cython.p_void
    while game.phase != OVER and n < most:
        n += 1
        mind = panel.at[game.seat]
        if cython.cast(Mind, mind).is_r and game.t.plain and (ON_TURN >> game.phase) & 1:
            game.step_r()
        else:
            step_of(game, cython.cast(Mind, mind), out)
        if game.t.jump_in:
            while jumped(game, panel):
                pass
        late = game.catchable() if game.window else 0
        if late and late != asked:
            asked = late
            caught_by_chance(game, panel, late)
        elif not late:
            asked = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def rows_of(game: Game, watch: Watch, rows: cython.int[:, ::1], i: cython.int) -> cython.void:
    k: cython.int
    watch.row[R_OUT] = game.out
    watch.row[R_WON] = game.won()
    for k in range(12):
        rows[i, k] = watch.row[k]


def playouts(tables: Tables, seed: cython.ulonglong, rounds: cython.int, most: cython.int = 5000):
    """Play rounds with policy R; the decisions, the points and how often each seat was out, seat 0 first.

    The deal passes round the table.
    """
    game: Game = Game(tables, seed)
    scratch: Scratch = Scratch()
    i: cython.int
    decisions: cython.longlong = 0
    points: cython.longlong = 0
    outs: list = [0] * 11
    game.sit(range(tables.players))
    for i in range(rounds):
        game.dealer = i % tables.players
        game.begin()
        decisions += game.run_out(most, scratch.actions)
        points += game.won()
        outs[game.out if game.out >= 0 else 10] += 1
    return decisions, points, outs
