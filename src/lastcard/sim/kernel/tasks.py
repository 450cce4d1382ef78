"""What is still to be done within an act: a stack of tasks, and phases to come back to (H7)."""

import cython

from lastcard.sim.kernel.codes import FULL, MAX_SAVED, MAX_TASKS, NONE, RESUME, SEQUENCE
from lastcard.sim.kernel.game import Game
from lastcard.sim.plain import cold, fast


@fast
def actor_of(run: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (run >> 16) & 15)


@fast
def source_of(run: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (run >> 20) & 15)


@fast
def chosen_of(run: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (run >> 25) & 15)


@cold
def run_for(game: Game, actor: cython.int, chained: cython.int) -> cython.ulonglong:
    """A run: serial, actor, source, whether draws in it set off rules, whom they chose."""
    return (
        cython.cast(cython.ulonglong, game.serial)
        | (cython.cast(cython.ulonglong, actor) << 16)
        | (cython.cast(cython.ulonglong, actor) << 20)
        | (cython.cast(cython.ulonglong, chained) << 24)
        | (cython.cast(cython.ulonglong, NONE) << 25)
    )


@cold
def acted_by(run: cython.ulonglong, actor: cython.int) -> cython.ulonglong:
    """The same run with another who acts."""
    return (run & (FULL ^ (cython.cast(cython.ulonglong, 15) << 16))) | (
        cython.cast(cython.ulonglong, actor) << 16
    )


@cold
def push_task(game: Game, kind: cython.int, a: cython.int, b: cython.int) -> cython.void:
    if game.tasks >= MAX_TASKS:
        game.broken = 1
        return
    game.agenda.task[game.tasks] = kind
    game.agenda.task_a[game.tasks] = a
    game.agenda.task_b[game.tasks] = b
    game.agenda.task_run[game.tasks] = 0
    game.agenda.task_targets[game.tasks] = 0
    game.tasks += 1


@cold
def push_run(game: Game, first: cython.int, end: cython.int, run: cython.ulonglong) -> cython.void:
    """Carry out the effects from `first` up to `end`."""
    if first < end:
        push_task(game, SEQUENCE, first, end)
        game.agenda.task_run[game.tasks - 1] = run


@cold
def push_dues(game: Game) -> cython.void:
    """What the cards just drawn set off, the first of them on top (H7)."""
    i: cython.int
    for i in range(game.dues - 1, -1, -1):
        push_run(
            game,
            game.t.rule_first[game.agenda.due[i]],
            game.t.rule_end[game.agenda.due[i]],
            game.agenda.due_run[i],
        )
    game.dues = 0


@cold
def invoke(game: Game, card: cython.int) -> cython.int:
    """Count that the card's written rule came up; whether it is carried out this time (H7)."""
    game.times[card] += 1
    game.serial += 1
    return 1 if game.t.rule_nth[card] == 0 or game.t.rule_nth[card] == game.times[card] else 0


@cold
def save_phase(game: Game) -> cython.void:
    """Come back to this phase once the tasks above are done."""
    at: cython.int = 13 * game.saves
    if game.saves >= MAX_SAVED:
        game.broken = 1
        return
    game.agenda.saved[at] = game.phase
    game.agenda.saved[at + 1] = game.seat
    game.agenda.saved[at + 2] = game.debt
    game.agenda.saved[at + 3] = game.four_debt
    game.agenda.saved[at + 4] = game.accused
    game.agenda.saved[at + 5] = game.before
    game.agenda.saved[at + 6] = game.effect
    game.agenda.saved[at + 7] = game.picks
    game.agenda.saved[at + 8] = game.taker
    game.agenda.saved[at + 9] = game.voted
    game.agenda.saved[at + 10] = game.done
    game.agenda.saved[at + 11] = game.swap_called
    game.agenda.saved_run[game.saves] = game.run_of
    game.saves += 1
    push_task(game, RESUME, 0, 0)
