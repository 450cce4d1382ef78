"""The rules of a table as numbers; `lastcard.sim.tables` compiles them from a `Ruleset`."""

import cython

from lastcard.sim.kernel.bits import all_if
from lastcard.sim.kernel.codes import (
    BLUFF,
    COLOURED,
    FULL,
    K_FOUR,
    K_WILD,
    M_ASKS,
    M_SLOW,
    M_TAKES,
    MAX_CARDS,
    MAX_TAKEN,
    NO_COLOUR,
    ONE,
    TWO_WILDS,
    WAYS_OF_FOUR,
    WAYS_OF_WILD,
)
from lastcard.sim.plain import cold, fast


@fast
def colour_at(place: cython.int) -> cython.int:
    """Red, green, blue, yellow is the order of the numbers; red, yellow, green, blue that of the kernel."""
    return (0x1320 >> (4 * place)) & 15


@cold
def card_numbered(number: cython.int) -> cython.int:
    """The card that one of the first sixty numbers plays."""
    card: cython.int = number % 15
    return card + 14 * colour_at(number // 15) if card < 13 else card + K_WILD - 13


@cold
def hue_numbered(number: cython.int) -> cython.int:
    """The colour that one of the first sixty numbers calls."""
    return NO_COLOUR if number % 15 < 13 else colour_at(number // 15)


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
    # cards that swap hands, and numbers where several are played at once: they can be played in several ways
    several_ways: cython.ulonglong
    # those, and wild cards beyond the two of every deck: policy R lists their ways, since no mask has them
    listed_ways: cython.ulonglong
    # those, all wild cards, and cards that may not be the last: policy R looks at them before it plays one
    needs_check: cython.ulonglong
    ruled: cython.ulonglong
    # cards that do more than skip or reverse: others draw, hands move, or a rule is written on them
    has_effect: cython.ulonglong
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
    # whether turns of policy R can be played by `run_fast`
    fast_turns: cython.int
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
        self.several_ways = data["several_ways"]
        self.swapping, self.ruled, self.has_effect = data["swapping"], data["ruled"], data["has_effect"]

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
        """Derive from the masks and the kinds what every decision needs."""
        card: cython.int
        self.listed_ways = self.several_ways | ((self.wilds ^ TWO_WILDS) & FULL)
        self.needs_check = self.listed_ways | self.wilds | (FULL ^ self.may_be_last)
        for card in range(64):
            self.own_col[card] = self.col[self.colour_of[card]]
            self.own_fits[card] = self.own_col[card] | self.sym[card] | self.wilds
            self.way_card[card] = card if card < K_WILD else K_WILD + (card - K_WILD) // 4
            self.way_hue[card] = NO_COLOUR if card < K_WILD else card & 3

    def _ways(self):
        """Derive the tables of ways to play a card, and whether policy R can play turns in its fast loop (`run_fast`)."""
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
        self.fast_turns = 1 if self.plain and self.draw_to_match == 0 and self.draw_limit >= MAX_CARDS else 0
        for way in range(self.cards):
            card = self.deck[way]
            if ((self.listed_ways | (FULL ^ self.may_be_last)) >> card) & ONE or (
                self.skip[card] and self.turns[card]
            ):
                self.fast_turns = 0

    def _mark(self, card):
        if not (self.has_effect >> card) & ONE:
            return 0
        other: cython.int = self.skip[card] + self.turns[card] + self.swaps[card] + self.rotates[card]
        if other or self.stacking or (self.ruled >> card) & ONE or self.owe[card] > MAX_TAKEN:
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
