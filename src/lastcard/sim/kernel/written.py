"""Rules written on cards: the loop over tasks, effects, whom they concern, and what people answer (H)."""

import cython

from lastcard.sim.kernel.bits import bit, ctz, popcount, rare
from lastcard.sim.kernel.codes import (
    ACTING,
    AFTER,
    BEGIN,
    CALLED,
    CALLING,
    CHOOSE,
    CHOOSING,
    DISCARD,
    DONE,
    DRAWN,
    E_CALL,
    E_CHARADE,
    E_DARE,
    E_DISCARD,
    E_DRAW,
    E_GIVE,
    E_REVERSE,
    E_ROTATE,
    E_SHOW,
    E_SKIP,
    E_SWAP,
    END,
    FAILED,
    FINISH,
    FULL,
    GIVE,
    GUESSED,
    JUDGING,
    MAX_STEPS,
    NO_TARGETS,
    NONE,
    ONE,
    OVER,
    PICKING,
    RESUME,
    RULE_ON_PLAY,
    SEQUENCE,
    TARGETS,
    TURN,
    W_CHOSEN,
    W_EVERYONE,
    W_NEXT,
    W_OTHERS,
    W_PARTNER,
    W_PREVIOUS,
    W_SELF,
)
from lastcard.sim.kernel.drawing import after_drawing, draw
from lastcard.sim.kernel.game import (
    Game,
    add_card,
    begin_turn,
    bury,
    count_held,
    end_turn,
    lose_turn,
    remove_card,
    seat_after,
)
from lastcard.sim.kernel.going_out import finish, settle_empty
from lastcard.sim.kernel.swapping import rotate_hands, swap_hands
from lastcard.sim.kernel.tasks import (
    acted_by,
    actor_of,
    chosen_of,
    invoke,
    push_dues,
    push_run,
    push_task,
    run_for,
    source_of,
)
from lastcard.sim.kernel.uno import open_window
from lastcard.sim.plain import cold, fast


@cold
def go_on(game: Game) -> cython.void:
    """Carry out tasks until one waits for people, or the round is over."""
    kind: cython.int
    at: cython.int
    while game.tasks and game.phase != OVER:
        at = game.tasks - 1
        kind = game.agenda.task[at]
        game.going = game.agenda.task_a[0] if game.agenda.task[0] == FINISH else -1
        if kind == END:
            game.tasks = 0
            end_turn(game, game.agenda.task_a[at])
        elif kind == SEQUENCE or kind == TARGETS:
            game.steps += 1
            if game.steps > MAX_STEPS:
                cut_short(game, source_of(game.agenda.task_run[at]))
            elif kind == SEQUENCE:
                if begin_effect(game, at):
                    break
            elif next_target(game, at):
                break
        else:
            game.tasks = at
            if kind == AFTER:
                after_drawing(game, game.agenda.task_a[at])
                break
            if kind == BEGIN:
                begin_turn(game, game.agenda.task_a[at])
            elif kind == FINISH:
                finish(game, game.agenda.task_a[at])
            elif resume_phase(game):
                break
    game.going = -1


@cold
def cut_short(game: Game, source: cython.int) -> cython.void:
    """The rest of the written effects of this act is dropped (H8)."""
    i: cython.int
    kept: cython.int
    low: cython.int = game.tasks
    while low > 0 and game.agenda.task[low - 1] != RESUME:
        low -= 1
    kept = low
    for i in range(low, game.tasks):
        if game.agenda.task[i] != SEQUENCE and game.agenda.task[i] != TARGETS:
            game.agenda.task[kept] = game.agenda.task[i]
            game.agenda.task_a[kept] = game.agenda.task_a[i]
            game.agenda.task_b[kept] = game.agenda.task_b[i]
            kept += 1
    game.tasks = kept
    settle_empty(game, source)


@cold
def targets_of(game: Game, who: cython.int, run: cython.ulonglong) -> cython.ulonglong:
    """The seats meant, in turn order after the one who acts: four bits each, fifteen after the last."""
    actor: cython.int = actor_of(run)
    chosen: cython.int = chosen_of(run)
    seat: cython.int = actor
    found: cython.ulonglong = 0
    n: cython.int = 0
    i: cython.int
    if who == W_CHOSEN:
        if chosen != NONE and chosen != game.going:
            found = chosen
            n = 1
    elif who == W_SELF:
        if actor != game.going:
            found = actor
            n = 1
    else:
        for i in range(game.playing):
            seat = seat_after(game, seat)
            if seat == game.going:
                if who == W_NEXT and i == 0:
                    break
                continue
            if seat == actor and who != W_EVERYONE:
                continue
            if who == W_PARTNER and not (game.t.same[actor] >> seat) & 1:
                continue
            if who == W_NEXT and i > 0:
                break
            if who == W_PREVIOUS and i != game.playing - 2:
                continue
            found |= cython.cast(cython.ulonglong, seat) << (4 * n)
            n += 1
    return found | ((NO_TARGETS << (4 * n)) & FULL)


@cold
def begin_effect(game: Game, at: cython.int) -> cython.int:
    """Begin the next effect of a sequence; 1 if the round waits for people now."""
    e: cython.int = game.agenda.task_a[at]
    run: cython.ulonglong = game.agenda.task_run[at]
    op: cython.int = game.t.op[e]
    actor: cython.int = actor_of(run)
    first: cython.int
    if (game.t.who[e] == W_CHOSEN or game.t.to[e] == W_CHOSEN) and chosen_of(run) == NONE:
        game.phase = CHOOSING
        game.seat = actor
        game.run_of = run
        return 1
    if e + 1 == game.agenda.task_b[at]:
        game.tasks = at
    else:
        game.agenda.task_a[at] = e + 1
    if op == E_DRAW or op == E_DISCARD or op == E_GIVE or op == E_SHOW or op == E_DARE:
        push_task(game, TARGETS, e, 0)
        game.agenda.task_run[game.tasks - 1] = run
        game.agenda.task_targets[game.tasks - 1] = targets_of(game, game.t.who[e], run)
    elif op == E_SKIP:
        lose_turns(game, targets_of(game, W_OTHERS if game.t.who[e] == W_EVERYONE else game.t.who[e], run))
    elif op == E_REVERSE:
        game.backwards ^= 1
    elif op == E_SWAP:
        first = cython.cast(cython.int, targets_of(game, game.t.who[e], run) & 15)
        if first != NONE and first != actor and actor != game.going:
            swap_hands(game, actor, first)
            open_window(game, bit(actor) | bit(first))
    elif op == E_ROTATE:
        rotate_hands(game, game.t.amount[e])
    elif op == E_CALL:
        game.phase = CALLING
        game.seat = actor
        game.swap_called = 0
        return 1
    elif op == E_CHARADE:
        game.phase = ACTING
        game.seat = actor
        game.effect = e
        game.run_of = run
        return 1
    return 0


@cold
def lose_turns(game: Game, seats: cython.ulonglong) -> cython.void:
    while seats & 15 != 15:
        lose_turn(game, cython.cast(cython.int, seats & 15))
        seats = (seats >> 4) | (cython.cast(cython.ulonglong, 15) << 60)


@cold
def next_target(game: Game, at: cython.int) -> cython.int:
    """Carry out the effect on the first target left; 1 if the round waits for people now."""
    targets: cython.ulonglong = game.agenda.task_targets[at]
    run: cython.ulonglong = game.agenda.task_run[at]
    e: cython.int = game.agenda.task_a[at]
    seat: cython.int = cython.cast(cython.int, targets & 15)
    op: cython.int = game.t.op[e]
    to: cython.int
    if seat == NONE:
        game.tasks = at
        settle_empty(game, source_of(run))
        return 0
    game.agenda.task_targets[at] = (targets >> 4) | (cython.cast(cython.ulonglong, 15) << 60)
    if op == E_DRAW:
        draw(game, seat, game.t.amount[e], cython.cast(cython.int, (run >> 24) & 1))
        push_dues(game)
    elif op == E_DISCARD:
        return pick_discards(game, seat, e, game.t.amount[e], run)
    elif op == E_GIVE:
        to = cython.cast(cython.int, targets_of(game, game.t.to[e], run) & 15)
        if to != NONE and to != seat:
            return pick_gifts(game, seat, to, e, game.t.amount[e], run)
    elif op == E_DARE:
        game.phase = JUDGING
        game.seat = seat
        game.effect = e
        game.run_of = run
        game.voted = game.done = 0
        return 1
    return 0


@cold
def cards_meant(game: Game, seat: cython.int, e: cython.int) -> cython.ulonglong:
    """The cards of the seat that the effect means (H4)."""
    if game.t.op[e] != E_DISCARD:
        return game.has[seat]
    if game.t.of[e] == CALLED:
        return game.has[seat] & game.t.col[game.colour]
    return game.has[seat] & game.t.what[game.t.of[e]]


@cold
def pick_discards(
    game: Game, seat: cython.int, e: cython.int, count: cython.int, run: cython.ulonglong
) -> cython.int:
    """The seat discards all cards meant, or picks `count` of them where it has more (H4); below 0 is all."""
    mask: cython.ulonglong = cards_meant(game, seat, e)
    card: cython.int
    if count < 0 or count_held(game, seat, mask) <= count:
        if mask and count != 0:
            while mask:
                card = ctz(mask)
                mask &= mask - 1
                while (game.has[seat] >> card) & ONE:
                    remove_card(game, seat, card)
                    bury(game, card)
            lost_cards(game, seat)
            open_window(game, bit(seat))
        return 0
    return wait_for_pick(game, seat, e, count, -1, run)


@cold
def pick_gifts(
    game: Game, seat: cython.int, to: cython.int, e: cython.int, count: cython.int, run: cython.ulonglong
) -> cython.int:
    """The seat gives all its cards, or picks `count` of them where it has more (H)."""
    card: cython.int
    if game.size[seat] <= count:
        if game.size[seat] and count:
            while game.has[seat]:
                card = ctz(game.has[seat])
                remove_card(game, seat, card)
                add_card(game, to, card)
            gave_cards(game, seat, to)
        return 0
    return wait_for_pick(game, seat, e, count, to, run)


@cold
def wait_for_pick(
    game: Game, seat: cython.int, e: cython.int, count: cython.int, to: cython.int, run: cython.ulonglong
) -> cython.int:
    if count == 0:
        return 0
    game.phase = PICKING
    game.seat = seat
    game.effect = e
    game.picks = count
    game.taker = to
    game.run_of = run
    return 1


@cold
def lost_cards(game: Game, seat: cython.int) -> cython.void:
    """Cards left the hand by a written rule; the one just drawn may be among them."""
    game.passes = 0
    if game.drawn >= 0 and game.drawer == seat and not (game.has[seat] >> game.drawn) & ONE:
        game.drawn = -1
        game.reneged = 0


@cold
def gave_cards(game: Game, seat: cython.int, to: cython.int) -> cython.void:
    lost_cards(game, seat)
    game.called &= FULL ^ (ONE << to)
    open_window(game, bit(seat) | bit(to))


@cold
def resume_phase(game: Game) -> cython.int:
    """Back to the phase in which a catch fell, as far as it still makes sense; 1 if it does."""
    at: cython.int
    game.saves -= 1
    at = 13 * game.saves
    game.seat = game.agenda.saved[at + 1]
    game.debt = game.agenda.saved[at + 2]
    game.four_debt = game.agenda.saved[at + 3]
    game.accused = game.agenda.saved[at + 4]
    game.before = game.agenda.saved[at + 5]
    game.effect = game.agenda.saved[at + 6]
    game.picks = game.agenda.saved[at + 7]
    game.taker = game.agenda.saved[at + 8]
    game.voted = game.agenda.saved[at + 9]
    game.done = game.agenda.saved[at + 10]
    game.swap_called = game.agenda.saved[at + 11]
    game.run_of = game.agenda.saved_run[game.saves]
    game.phase = game.agenda.saved[at]
    if game.phase == DRAWN:
        game.phase = TURN
        after_drawing(game, game.seat)
        return 1
    if game.phase == PICKING and cards_meant(game, game.seat, game.effect) == 0:
        return 0
    return 1


@fast
def end_after_dues(game: Game, seat: cython.int) -> cython.void:
    """The turn of the seat ends once what has been drawn has done what it does."""
    if rare(game.dues):
        push_task(game, END, seat, 0)
        push_dues(game)
        go_on(game)
    else:
        game.tasks = 0
        end_turn(game, seat)


@cold
def act_written(
    game: Game, seat: cython.int, verb: cython.int, card: cython.int, other: cython.int
) -> cython.void:
    """What people say where a written rule asks them (H8)."""
    e: cython.int = game.effect
    if verb == DONE or verb == FAILED:
        judge(game, seat, verb)
        return
    if verb == GUESSED:
        if other != NONE:
            push_run(game, game.t.sub_first[e], game.t.sub_end[e], acted_by(game.run_of, other))
    elif verb == CHOOSE:
        choose_target(game, other)
    elif verb == DISCARD:
        remove_card(game, seat, card)
        bury(game, card)
        lost_cards(game, seat)
        open_window(game, bit(seat))
        if pick_discards(game, seat, e, game.picks - 1, game.run_of):
            return
    elif verb == GIVE:
        remove_card(game, seat, card)
        add_card(game, game.taker, card)
        gave_cards(game, seat, game.taker)
        if pick_gifts(game, seat, game.taker, e, game.picks - 1, game.run_of):
            return
    go_on(game)


@cold
def choose_target(game: Game, other: cython.int) -> cython.void:
    """Set the player chosen for a written rule, for all of this run that is left."""
    at: cython.int = game.tasks
    run: cython.ulonglong = game.run_of
    chosen: cython.ulonglong = (run & (FULL ^ (cython.cast(cython.ulonglong, 15) << 25))) | (
        cython.cast(cython.ulonglong, other) << 25
    )
    while at > 0 and game.agenda.task[at - 1] != RESUME:
        at -= 1
        if (game.agenda.task[at] == SEQUENCE or game.agenda.task[at] == TARGETS) and game.agenda.task_run[
            at
        ] == run:
            game.agenda.task_run[at] = chosen


@cold
def judge(game: Game, seat: cython.int, verb: cython.int) -> cython.void:
    """A judge speaks, or the one dared gives up; the dare is settled once the majority is certain (H8)."""
    voters: cython.int = game.playing - 1
    failed: cython.int
    if seat == game.seat:
        dare_settled(game, 0)
        return
    game.voted |= bit(seat)
    if verb == DONE:
        game.done |= bit(seat)
    failed = popcount(game.voted) - popcount(game.done)
    if failed * 2 > voters:
        dare_settled(game, 0)
    elif (failed + voters - popcount(game.voted)) * 2 <= voters:
        dare_settled(game, 1)


@cold
def dare_settled(game: Game, done: cython.int) -> cython.void:
    if not done:
        push_run(
            game,
            game.t.sub_first[game.effect],
            game.t.sub_end[game.effect],
            acted_by(game.run_of, game.seat),
        )
    go_on(game)


@cold
def push_written(game: Game, seat: cython.int, card: cython.int) -> cython.void:
    """What the rules written on the cards just played set off, each card's in the order played (W9, H7)."""
    c: cython.int
    i: cython.int
    middle: cython.int
    game.dues = 0
    if game.several:
        come_up(game, seat, cython.cast(cython.int, (game.several >> 5) & 63))
        for c in range(4):
            middle = card % 14 + 14 * c
            for i in range(cython.cast(cython.int, (game.several >> (23 + 3 * c)) & 7)):
                come_up(game, seat, middle)
    come_up(game, seat, card)
    push_dues(game)


@cold
def come_up(game: Game, seat: cython.int, card: cython.int) -> cython.void:
    if game.t.rule_when[card] == RULE_ON_PLAY and invoke(game, card):
        game.agenda.due[game.dues] = card
        game.agenda.due_run[game.dues] = run_for(game, seat, 1)
        game.dues += 1
