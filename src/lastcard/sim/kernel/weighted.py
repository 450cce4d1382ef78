"""Policies that weigh the features of a play, and rounds played on by a policy for each seat."""

import cython

from lastcard.sim.kernel.acts import act, encode, plain
from lastcard.sim.kernel.bits import ctz
from lastcard.sim.kernel.codes import (
    ANSWERING,
    CATCH,
    CHALLENGE,
    JUMP,
    MANY_CARDS,
    NO_CARD,
    NO_COLOUR,
    NO_MORE,
    NONE,
    ON_TURN,
    ONE,
    OVER,
    SAID,
    TURN,
)
from lastcard.sim.kernel.game import Game, below, count_held, happens, seat_after
from lastcard.sim.kernel.legal import list_phase
from lastcard.sim.kernel.policy_r import answer_by_chance, choice_of_r, keep_honest_plays, step_r
from lastcard.sim.kernel.uno import catchable
from lastcard.sim.plain import cold


@cython.final
@cython.cclass
class KernelPolicy:
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
class KernelPolicies:
    """The policies of a table, one for each seat, kept so that they can be used without the interpreter's lock."""

    each: list
    if cython.compiled:
        at: cython.p_void[10]

    def __init__(self, policies):
        """One for each seat."""
        i: cython.int
        self.each = list(policies)
        if len(self.each) > 10 or not all(isinstance(policy, KernelPolicy) for policy in self.each):
            raise ValueError("a policy for each of ten seats at most is needed")
        if not cython.compiled:
            self.at = self.each
        else:
            for i in range(len(self.each)):
                self.at[i] = cython.cast(cython.p_void, self.each[i])


@cold
def colour_left(
    game: Game, seat: cython.int, colour: cython.int, card: cython.int, laid: cython.int
) -> cython.int:
    """How many cards of the colour the seat has after it laid some of one colour."""
    held: cython.int = 0
    if colour >= 0 and colour < NO_COLOUR:
        held = count_held(game, seat, game.has[seat] & game.t.col[colour])
        if game.t.colour_of[card] == colour:
            held -= laid
    return held


@cold
def worth(game: Game, policy: KernelPolicy, seat: cython.int, action: cython.ulonglong) -> cython.double:
    """What the play is worth to the policy."""
    card: cython.int = cython.cast(cython.int, (action >> 5) & 63)
    swap: cython.int = cython.cast(cython.int, (action >> 14) & 15)
    last: cython.int = cython.cast(cython.int, (action >> 35) & 7)
    between: cython.int = cython.cast(cython.int, (action >> 23) & 4095)
    victim: cython.int = seat_after(game, seat)
    colour: cython.int
    laid: cython.int = 1
    found: cython.double = 0
    if last != NO_MORE:
        laid += 1 + (between & 7) + ((between >> 3) & 7) + ((between >> 6) & 7) + ((between >> 9) & 7)
        card = card % 14 + 14 * last
    colour = game.t.colour_of[card]
    if (game.t.wilds >> card) & ONE:
        colour = cython.cast(cython.int, (action >> 11) & 7)
        found -= policy.weights[1]
    else:
        found += policy.weights[0] * laid * game.t.points[card]
    found += policy.weights[2] * colour_left(game, seat, colour, card, laid)
    if game.size[victim] <= 2 and not (game.t.same[seat] >> victim) & 1:
        if game.t.owe[card] or game.t.skip[card] or (game.t.turns[card] and game.playing == 2):
            found += policy.weights[3]
    if swap != NONE:
        found += policy.weights[4] * (game.size[seat] - laid - game.size[swap])
    if action & SAID or game.size[seat] == laid:
        found += policy.weights[5]
    return found


@cold
def best_of(
    game: Game, policy: KernelPolicy, seat: cython.int, out: cython.p_ulonglong, plays: cython.int
) -> cython.ulonglong:
    """The play of most worth; of equals any."""
    i: cython.int
    equal: cython.int = 0
    best: cython.int = 0
    most: cython.double = 0
    now: cython.double
    for i in range(plays):
        now = worth(game, policy, seat, out[i])
        if i == 0 or now > most:
            most = now
            best = i
            equal = 1
        elif now == most:
            equal += 1
            if below(game, equal) == 0:
                best = i
    return out[best]


@cold
def step_of(game: Game, policy: KernelPolicy, out: cython.p_ulonglong) -> cython.ulonglong:
    """The seat for whom the round waits does what its policy chooses; what that was, or nothing where chance judges."""
    seat: cython.int = game.seat
    n: cython.int
    plays: cython.int
    chosen: cython.ulonglong
    if answer_by_chance(game, out):
        return 0
    n = list_phase(game, seat, out)
    plays = keep_honest_plays(game, seat, out, n)
    if plays and policy.weighs:
        chosen = best_of(game, policy, seat, out, plays)
    else:
        chosen = choice_of_r(game, out, n, plays)
    if plays:
        if chosen & SAID and policy.forgets and happens(game, policy.forgets):
            chosen ^= SAID
    elif game.phase == ANSWERING:
        if happens(
            game, policy.challenges_many if game.size[game.accused] >= MANY_CARDS else policy.challenges
        ):
            chosen = plain(CHALLENGE)
    act(game, seat, chosen)
    return chosen


@cold
def jumped(game: Game, policies: KernelPolicies) -> cython.int:
    """Whether somebody has jumped in."""
    other: cython.int = seat_after(game, game.seat)
    last: cython.int
    swap: cython.int = NONE
    policy: cython.p_void
    if not game.jumpable or game.phase != TURN:
        return 0
    while other != game.seat:
        policy = policies.at[other]
        if (
            cython.cast(KernelPolicy, policy).jumps
            and able_to_jump(game, other)
            and happens(game, cython.cast(KernelPolicy, policy).jumps)
        ):
            last = 1 if game.size[other] == 2 else 0
            if game.size[other] > 1 and (game.t.swapping >> game.top) & ONE:
                swap = smallest_hand(game, other)
            act(game, other, encode(JUMP, game.top, NO_COLOUR, swap, last, NONE))
            return 1
        other = seat_after(game, other)
    return 0


@cold
def able_to_jump(game: Game, seat: cython.int) -> cython.int:
    if not ((game.has[seat] & game.t.jumps) >> game.top) & ONE:
        return 0
    return 1 if game.size[seat] > 1 or (game.t.may_be_last >> game.top) & ONE else 0


@cold
def smallest_hand(game: Game, seat: cython.int) -> cython.int:
    """The player with the fewest cards, but for one."""
    best: cython.int = seat_after(game, seat)
    other: cython.int = seat_after(game, best)
    while other != seat:
        if game.size[other] < game.size[best]:
            best = other
        other = seat_after(game, other)
    return best


@cold
def caught_by_chance(game: Game, policies: KernelPolicies, late: cython.uint) -> cython.int:
    """Whoever forgot UNO may be caught by each of the others in turn; whether that happened."""
    seat: cython.int = ctz(late)
    other: cython.int = seat_after(game, seat)
    policy: cython.p_void
    while other != seat:
        policy = policies.at[other]
        if cython.cast(KernelPolicy, policy).catches and happens(
            game, cython.cast(KernelPolicy, policy).catches
        ):
            act(game, other, encode(CATCH, NO_CARD, NO_COLOUR, NONE, 0, seat))
            return 1
        other = seat_after(game, other)
    return 0


@cold
def play_on(game: Game, policies: KernelPolicies, most: cython.int, out: cython.p_ulonglong) -> cython.void:
    """Play the round to its end by the policies, or until `most` decisions are made."""
    n: cython.int = 0
    late: cython.uint
    asked: cython.uint = 0
    policy: cython.p_void
    while game.phase != OVER and n < most:
        n += 1
        policy = policies.at[game.seat]
        if cython.cast(KernelPolicy, policy).is_r and game.t.plain and (ON_TURN >> game.phase) & 1:
            step_r(game)
        else:
            step_of(game, cython.cast(KernelPolicy, policy), out)
        if game.t.jump_in:
            while jumped(game, policies):
                pass
        late = catchable(game) if game.window else 0
        if late and late != asked:
            asked = late
            caught_by_chance(game, policies, late)
        elif not late:
            asked = 0
