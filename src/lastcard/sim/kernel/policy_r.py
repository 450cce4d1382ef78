"""Policy R (lastcard/bots/policy_r.py): any lawful card alike, UNO always said, never a challenge."""

import cython

from lastcard.sim.kernel.acts import act, draw_by_choice, encode, keep_drawn, plain
from lastcard.sim.kernel.bits import all_if, ctz, nth, popcount, rare
from lastcard.sim.kernel.codes import (
    ACCEPT,
    ACTING,
    ADD,
    ANSWERING,
    COLOURED,
    DONE,
    DRAW,
    DRAWN,
    ENOUGH,
    FAILED,
    FULL,
    JUDGING,
    K_FOUR,
    K_WILD,
    M_ASKS,
    M_SLOW,
    MULTIPLY,
    NO_COLOUR,
    NONE,
    ON_TURN,
    ONE,
    OVER,
    OWING,
    PASS,
    PILE_PICKED,
    PLAY,
    SAID,
    SINGLE,
    TURN,
    WAYS_OF_FOUR,
    WAYS_OF_WILD,
)
from lastcard.sim.kernel.game import Game, below, happens, mixed, note_act, seat_after
from lastcard.sim.kernel.legal import list_named, list_phase
from lastcard.sim.kernel.matching import honest, must_play_drawn
from lastcard.sim.kernel.playing import play
from lastcard.sim.plain import cold, fast


@cold
def play_one_of(
    game: Game, seat: cython.int, mask: cython.ulonglong, keep: cython.int, debt: cython.int
) -> cython.void:
    """One of the cards, a wild once for each colour, or keeping what was drawn; UNO is said with it."""
    ways: cython.ulonglong
    many: cython.int
    pick: cython.int
    if rare((mask & game.t.listed_ways) != 0):
        play_some_way(game, seat, mask, keep)
        return
    ways = (
        (mask & COLOURED)
        | (all_if((mask >> K_WILD) & 1) & WAYS_OF_WILD)
        | (all_if((mask >> K_FOUR) & 1) & WAYS_OF_FOUR)
    )
    many = popcount(ways)
    pick = below(game, many + keep)
    if pick < many:
        pick = nth(ways, pick)
        play_as_r(game, seat, game.t.way_card[pick], game.t.way_hue[pick], debt)
    else:
        act(game, seat, plain(PASS))


@fast
def play_as_r(
    game: Game, seat: cython.int, card: cython.int, colour: cython.int, debt: cython.int
) -> cython.void:
    """The card, UNO being said where it is due."""
    if rare(game.noting):
        note_play(game, seat, card, colour)
    play(game, seat, card, colour, NONE, 1 if game.size[seat] == 2 else 0, debt)


@cold
def note_play(game: Game, seat: cython.int, card: cython.int, colour: cython.int) -> cython.void:
    note_act(game, seat, encode(PLAY, card, colour, NONE, 1 if game.size[seat] == 2 else 0, NONE))


@cold
def play_some_way(game: Game, seat: cython.int, mask: cython.ulonglong, keep: cython.int) -> cython.void:
    """As `play_one_of` where a card can be played in more ways: with whom hands are swapped, several numbers at once."""
    rest: cython.ulonglong = mask
    ways: cython.int = keep
    card: cython.int
    pick: cython.int
    while rest:
        ways += ways_of(game, seat, ctz(rest))
        rest &= rest - 1
    pick = below(game, ways)
    while mask:
        card = ctz(mask)
        ways = ways_of(game, seat, card)
        if pick < ways:
            play_way(game, seat, card, pick)
            return
        pick -= ways
        mask &= mask - 1
    act(game, seat, plain(PASS))


@fast
def ways_alone(game: Game, seat: cython.int, card: cython.int) -> cython.int:
    """In how many ways the card is played by itself."""
    ways: cython.int = 4 if (game.t.wilds >> card) & ONE else 1
    if (game.t.swapping >> card) & ONE and game.size[seat] > 1:
        ways *= game.playing - 1
    return ways


@cold
def ways_of(game: Game, seat: cython.int, card: cython.int) -> cython.int:
    """In how many ways the card is played, UNO being said where it is due; several numbers never swap (see `plain`)."""
    ways: cython.int = ways_alone(game, seat, card)
    c: cython.int
    every: cython.int = 1
    if game.t.multi_play and game.phase == TURN and (game.t.numbers >> card) & ONE:
        for c in range(4):
            every *= more_of(game, seat, card, c) + 1
        for c in range(4):  # those with a card of colour c on top
            ways += every - every // (more_of(game, seat, card, c) + 1)
    return ways


@fast
def more_of(game: Game, seat: cython.int, card: cython.int, c: cython.int) -> cython.int:
    """How many cards of a colour the seat could lay on a number."""
    return game.count[64 * seat + card % 14 + 14 * c] - (1 if card // 14 == c else 0)


@cold
def play_way(game: Game, seat: cython.int, card: cython.int, pick: cython.int) -> cython.void:
    """Play the card in one of its ways."""
    colour: cython.int = NO_COLOUR
    swap: cython.int = NONE
    alone: cython.int = ways_alone(game, seat, card)
    if pick >= alone:
        lay_several(game, seat, card, pick - alone)
        return
    if (game.t.wilds >> card) & ONE:
        colour = pick & 3
        pick >>= 2
    if (game.t.swapping >> card) & ONE and game.size[seat] > 1:
        swap = seat_after(game, seat)
        while pick:
            swap = seat_after(game, swap)
            pick -= 1
    act(game, seat, encode(PLAY, card, colour, swap, 1 if game.size[seat] == 2 else 0, NONE))


@cold
def lay_several(game: Game, seat: cython.int, card: cython.int, pick: cython.int) -> cython.void:
    """The card with others of its number: the colour on top decides first, then how many of each colour lie between."""
    c: cython.int
    last: cython.int = 0
    held: cython.int
    laid: cython.int = 2
    action: cython.ulonglong
    every: cython.int = 1
    for c in range(4):
        every *= more_of(game, seat, card, c) + 1
    while True:
        held = every - every // (more_of(game, seat, card, last) + 1)
        if pick < held:
            break
        pick -= held
        last += 1
    action = encode(PLAY, card, NO_COLOUR, NONE, 0, NONE) ^ SINGLE
    for c in range(4):
        held = more_of(game, seat, card, c) + (0 if c == last else 1)
        action |= cython.cast(cython.ulonglong, pick % held) << (23 + 3 * c)
        laid += pick % held
        pick = pick // held
    action |= cython.cast(cython.ulonglong, last) << 35
    act(game, seat, action | SAID if game.size[seat] - laid == 1 else action)


@fast
def step_r(game: Game) -> cython.void:
    """What policy R does where no rules are written on cards: cards about which nothing is to be thought at once."""
    seat: cython.int = game.seat
    mask: cython.ulonglong
    many: cython.int
    pick: cython.int
    keep: cython.int = 0
    game.steps = 0
    if game.phase == TURN:
        mask = game.has[seat] & game.fits
    elif game.phase == DRAWN:
        mask = ONE << game.drawn
        keep = 1 - must_play_drawn(game) if rare(game.t.must_play) else 1
    else:
        answer_r(game, seat)
        return
    if mask & game.t.needs_check:
        step_checked(game, seat, mask, keep)
    elif mask:
        many = popcount(mask)
        pick = below(game, many + keep)
        if pick < many:
            play_as_r(game, seat, nth(mask, pick), NO_COLOUR, 0)
        else:
            if rare(game.noting):
                note_act(game, seat, plain(PASS))
            keep_drawn(game, seat)
    else:
        if rare(game.noting):
            note_act(game, seat, plain(DRAW))
        draw_by_choice(game, seat, 0)


@cold
def step_checked(game: Game, seat: cython.int, mask: cython.ulonglong, keep: cython.int) -> cython.void:
    """As `step_r` where a card fits that can be played in several ways, or not always."""
    mask &= honest(game, seat)
    if mask:
        play_one_of(game, seat, mask, keep, 0)
    elif game.phase == DRAWN:
        act(game, seat, plain(PASS))
    else:
        act(game, seat, plain(DRAW))


@cold
def answer_r(game: Game, seat: cython.int) -> cython.void:
    """As `step_r` where the seat must draw, or lay what passes that on."""
    mask: cython.ulonglong = honest(game, seat)
    if mask and (game.phase != ANSWERING or game.t.stacking):
        play_one_of(game, seat, mask, 0, game.debt)
    else:
        act(game, seat, plain(ACCEPT if game.phase == ANSWERING else DRAW))


@cold
def run_out(game: Game, most: cython.int, out: cython.p_ulonglong) -> cython.int:
    n: cython.int = 0
    quickly: cython.int = ON_TURN if game.t.plain else 0
    may_run_fast: cython.int = (
        1 if game.t.fast_turns and game.pile_mode == PILE_PICKED and game.playing == game.t.players else 0
    )
    while n < most:
        if may_run_fast and game.phase == TURN and not rare(game.window or game.losing or game.noting):
            n = run_fast(game, n, most)
            if n >= most:
                break
        if not rare(not (quickly >> game.phase) & 1):
            step_r(game)
        elif game.phase == OVER:
            break
        else:
            step_any(game, out)
        n += 1
    return n


@cold
def run_fast(game: Game, n: cython.int, most: cython.int) -> cython.int:
    """Turns as by `step_r` while nothing is out of the ordinary; how many decisions there were, with the `n` before.

    It is one function so that what every turn changes is kept in variables of C and written down only at the end. `way` is how
    the card on top was played. Only drawing, what makes others draw and the last card are branches: see
    docs/decisions/simulator.md.
    """
    chance: cython.ulonglong = game.rng
    seat: cython.ulonglong = game.seat
    held: cython.ulonglong = game.has[game.seat]
    direction: cython.ulonglong = 16 * game.backwards
    pile: cython.ulonglong = game.in_pile
    lying: cython.ulonglong = game.in_discard
    top: cython.ulonglong = game.top
    way: cython.ulonglong = top if top < K_WILD else K_WILD + 4 * (top - K_WILD) + game.colour
    called: cython.uint = game.called
    drawer: cython.int = game.drawer
    jumpable: cython.int = game.jumpable
    before: cython.int = NO_COLOUR
    keep: cython.ulonglong = 1 - game.t.must_play
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
    if rare(pile < ENOUGH or top > K_FOUR) or rare(game.fits != game.t.way_fits[way]):
        return n
    most -= 2  # a turn is up to three decisions: draw, play, and the answer to it
    while n < most:
        once = (chance * MULTIPLY + ADD) & FULL
        ways = (held & game.t.way_open[way]) | (
            game.t.wild_ways[(held >> K_WILD) & 3]
            & (all_if((held & game.t.way_same[way]) == 0) | WAYS_OF_WILD)
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
            card = game.pile[pick]
            game.pile[pick] = game.pile[pile]
            game.has[seat] = held | (ONE << card)
            game.count[64 * seat + card] += 1
            size = game.size[seat] + 1
            game.size[seat] = size
            game.size[seat + game.t.players] = size
            called &= FULL ^ (ONE << seat)
            drawer = cython.cast(cython.int, seat)
            jumpable = 0
            ways = game.t.card_ways[card] & (game.t.way_open[way] | WAYS_OF_WILD | WAYS_OF_FOUR)
            many = popcount(ways)
            pick = (mixed(once) * (many + keep)) >> 32
            fit = (many + 7) >> 3
            n += cython.cast(cython.int, fit)
            chance = once ^ ((once ^ (once * MULTIPLY + ADD)) & (0 - fit) & FULL)
            if pick >= many:
                seat = game.beyond[direction + seat]
                held = game.has[seat]
                continue
        pick = nth(ways, cython.cast(cython.int, pick))
        card = game.t.way_card[pick]
        size = game.size[seat]
        if rare((game.t.way_mark[pick] & M_SLOW) | (size == 1)):
            playing = 1
            break
        game.discard[lying] = top
        lying += 1
        game.buried[top] += 1
        left = game.count[64 * seat + card] - 1
        game.count[64 * seat + card] = left
        game.has[seat] ^= cython.cast(cython.ulonglong, left == 0) << card
        size -= 1
        game.size[seat] = size
        game.size[seat + game.t.players] = size
        called |= cython.cast(cython.uint, size == 1) << seat
        top = card
        jumpable = 1
        before = game.t.way_colour[way]
        way = pick
        if rare(game.t.way_mark[way]):
            many = game.t.way_takes[way]
            if game.t.way_mark[way] & M_ASKS:
                n += 1
                game.accused = cython.cast(cython.int, seat)
                game.debt = cython.cast(cython.int, many)
                game.before = before
            seat = game.beyond[direction + seat]
            held = game.has[seat]
            for at in range(many):
                pick = (mixed(chance) * pile) >> 32
                chance = (chance * MULTIPLY + ADD) & FULL
                pile -= 1
                card = game.pile[pick]
                game.pile[pick] = game.pile[pile]
                held |= ONE << card
                game.count[64 * seat + card] += 1
            game.has[seat] = held
            size = game.size[seat] + cython.cast(cython.int, many)
            game.size[seat] = size
            game.size[seat + game.t.players] = size
            called &= FULL ^ (ONE << seat)
            seat = game.beyond[direction + seat]
            held = game.has[seat]
            if rare(pile < ENOUGH):
                break
            continue
        hops = game.t.way_hops[way]
        turns = game.t.way_turns[way]
        at = game.beyond[direction + seat]
        over = game.beyond[direction + at]
        back = game.beyond[(direction ^ 16) + seat]
        held = game.has[at]
        held ^= (held ^ game.has[back]) & turns
        held ^= (held ^ game.has[over]) & hops
        at ^= (at ^ back) & turns
        seat = at ^ ((at ^ over) & hops)
        direction ^= turns & 16
    game.draws += game.in_pile - cython.cast(cython.int, pile)
    game.rng = chance
    game.seat = cython.cast(cython.int, seat)
    game.backwards = cython.cast(cython.int, direction >> 4)
    game.in_pile = cython.cast(cython.int, pile)
    game.in_discard = cython.cast(cython.int, lying)
    game.top = cython.cast(cython.int, top)
    game.colour = game.t.way_colour[way]
    game.fits = game.t.way_fits[way]
    game.hue = game.t.way_same[way]
    game.called = called
    game.drawer = drawer
    game.jumpable = jumpable
    game.steps = 0
    if n > began:
        game.passes = 0
    if playing:
        play(
            game,
            game.seat,
            cython.cast(cython.int, card),
            game.t.way_hue[pick],
            NONE,
            1 if size == 2 else 0,
            0,
        )
    return n


@cold
def step_any(game: Game, out: cython.p_ulonglong) -> cython.void:
    """What policy R does elsewhere: as `step_r` over the list of lawful actions, and any other answer by chance."""
    n: cython.int
    plays: cython.int
    if answer_by_chance(game, out):
        return
    n = list_phase(game, game.seat, out)
    plays = keep_honest_plays(game, game.seat, out, n)
    act(game, game.seat, choice_of_r(game, out, n, plays))


@fast
def answer_by_chance(game: Game, out: cython.p_ulonglong) -> cython.int:
    """Where a dare is judged or a charade guessed, chance answers; whether it did."""
    if game.phase == JUDGING:
        judge_by_chance(game)
        return 1
    if game.phase == ACTING:
        guess_by_chance(game, out)
        return 1
    return 0


@fast
def choice_of_r(game: Game, out: cython.p_ulonglong, n: cython.int, plays: cython.int) -> cython.ulonglong:
    """Policy R's choice of `n` lawful actions, the `plays` that it considers being first among them."""
    if plays:
        if game.phase == DRAWN and must_play_drawn(game) == 0:
            out[plays] = plain(PASS)
            plays += 1
        return out[below(game, plays)]
    if game.phase == TURN or game.phase == OWING:
        return plain(DRAW)
    if game.phase == ANSWERING:
        return plain(ACCEPT)
    if game.phase == DRAWN:
        return plain(PASS) if must_play_drawn(game) == 0 else out[n - 1]
    return out[below(game, n)]


@cold
def keep_honest_plays(game: Game, seat: cython.int, out: cython.p_ulonglong, n: cython.int) -> cython.int:
    """Move the plays that policy R thinks of to the front: honest ones, with UNO where it is due; how many."""
    i: cython.int
    kept: cython.int = 0
    kept_cards: cython.ulonglong = honest(game, seat)
    x: cython.ulonglong
    for i in range(n):
        x = out[i]
        if x & 31 != PLAY or not (kept_cards >> cython.cast(cython.int, (x >> 5) & 63)) & ONE:
            continue
        if i + 1 < n and out[i + 1] == x | SAID and not x & SAID:
            continue
        out[i] = out[kept]
        out[kept] = x
        kept += 1
    return kept


@cold
def judge_by_chance(game: Game) -> cython.void:
    """The next judge finds that the dare was done, as often as `dares` says."""
    seat: cython.int = seat_after(game, game.seat)
    while (game.voted >> seat) & 1:
        seat = seat_after(game, seat)
    act(game, seat, plain(DONE) if happens(game, game.dares) else plain(FAILED))


@cold
def guess_by_chance(game: Game, out: cython.p_ulonglong) -> cython.void:
    """Somebody guesses the charade as often as `guesses` says, any other player alike."""
    nobody: cython.int = list_named(game, game.seat, out) - 1
    guessed: cython.int = nobody > 0 and happens(game, game.guesses) == 1
    act(game, game.seat, out[below(game, nobody)] if guessed else out[nobody])
