"""A round copied, packed for a pickle, described as plain values and made from them."""

import cython

from lastcard.sim.kernel.bits import memcpy
from lastcard.sim.kernel.codes import KINDS, ONE, PILE_GIVEN, PILE_PICKED, SAVED_FIELDS, SEATS
from lastcard.sim.kernel.deal import clear_round, set_seats
from lastcard.sim.kernel.game import (
    NUMBERS,
    SEATED,
    SHOWN,
    Agenda,
    Game,
    RoundLog,
    add_card,
    bury,
    call_colour,
)
from lastcard.sim.plain import cold


@cold
def copy_game(game: Game, other: Game) -> cython.void:
    """Be the same round as another, with the same random numbers to come (what was noted of it is not copied)."""
    i: cython.int
    noting: cython.int = game.noting
    if cython.compiled:
        memcpy(
            cython.address(game.rng),
            cython.address(other.rng),
            cython.cast(cython.size_t, cython.address(game.began))
            + cython.sizeof(game.began)
            - cython.cast(cython.size_t, cython.address(game.rng)),
        )
        memcpy(
            cython.address(game.has[0]),
            cython.address(other.has[0]),
            cython.cast(cython.size_t, cython.address(game.times[0]))
            + 64
            - cython.cast(cython.size_t, cython.address(game.has[0])),
        )
    else:
        for name in (*NUMBERS, *SEATED):
            setattr(game, name, getattr(other, name))
        for name in ("has", "size", "beyond", "buried", "count", "pile", "discard", "times"):
            getattr(game, name)[:] = getattr(other, name)
    game.noting = noting
    game.pile_mode = PILE_PICKED
    for i in range(other.dues):
        game.agenda.due[i] = other.agenda.due[i]
        game.agenda.due_run[i] = other.agenda.due_run[i]
    for i in range(SAVED_FIELDS * other.saves):
        game.agenda.saved[i] = other.agenda.saved[i]
    for i in range(other.saves):
        game.agenda.saved_run[i] = other.agenda.saved_run[i]
    for i in range(other.tasks):
        game.agenda.task[i] = other.agenda.task[i]
        game.agenda.task_a[i] = other.agenda.task_a[i]
        game.agenda.task_b[i] = other.agenda.task_b[i]
        game.agenda.task_run[i] = other.agenda.task_run[i]
        game.agenda.task_targets[i] = other.agenda.task_targets[i]


def state_of(game: Game):
    """Everything about the round as plain values, for `lastcard.sim.bridge` and comparisons."""
    shown = {name: getattr(game, name) for name in SHOWN}
    shown["run"] = shown.pop("run_of")
    return {
        "hands": [
            {i: game.count[KINDS * s + i] for i in range(KINDS) if game.count[KINDS * s + i]}
            for s in range(SEATS)
        ],
        "has": [game.has[s] for s in range(SEATS)],
        "size": [game.size[s] for s in range(SEATS)],
        "pile": [game.pile[game.in_pile - 1 - i] for i in range(game.in_pile)],
        "discard": [game.discard[i] for i in range(game.in_discard)],
        "times": {i: game.times[i] for i in range(KINDS) if game.times[i]},
        "seats": game.seats,
        **shown,
    }


def restore_game(game: Game, data):
    """Be the round that `data` describes, under the names of `state_of`; one that waits within a written rule cannot be.

    Shuffles to come are those given: see `set_shuffles`.
    """
    seat: cython.int
    card: cython.int
    n: cython.int
    set_seats(game, data["seats"])
    clear_round(game)
    for seat in range(game.t.players):
        for card, n in data["hands"][seat].items():
            for _ in range(n):
                add_card(game, seat, card)
    pile = data["pile"]
    game.in_pile = len(pile)
    for n in range(len(pile)):
        game.pile[game.in_pile - 1 - n] = pile[n]
    for card in data["discard"]:
        bury(game, card)
    for card, n in data["times"].items():
        game.times[card] = n
        game.serial += n
    for name in SHOWN:
        if name in data:
            setattr(game, name, data[name])
    call_colour(game, game.colour)
    game.pile_mode = PILE_GIVEN
    game.log = game.log or RoundLog()


def packed_game(game: Game):
    """All that the round is, random numbers to come included, as plain values for `unpack_game`: what a pickle keeps.

    What was noted of it is not part of it.
    """
    agenda: Agenda = game.agenda
    return (
        [i for i in range(game.t.players) if (game.seats >> i) & 1],
        [game.has[i] for i in range(SEATS)],
        bytes([game.size[i] for i in range(32)]),
        bytes([game.buried[i] for i in range(KINDS)]),
        bytes([game.times[i] for i in range(KINDS)]),
        bytes([game.pile[i] for i in range(game.in_pile)]),
        bytes([game.discard[i] for i in range(game.in_discard)]),
        bytes([game.count[i] for i in range(SEATS * KINDS)]),
        [
            (agenda.task[i], agenda.task_a[i], agenda.task_b[i], agenda.task_run[i], agenda.task_targets[i])
            for i in range(game.tasks)
        ],
        [agenda.saved[i] for i in range(SAVED_FIELDS * game.saves)],
        [agenda.saved_run[i] for i in range(game.saves)],
        [(agenda.due[i], agenda.due_run[i]) for i in range(game.dues)],
        tuple([getattr(game, name) for name in NUMBERS]),
    )


def unpack_game(game: Game, values):
    """Be the round that `packed_game` gave, of the same rules."""
    i: cython.int
    agenda: Agenda = game.agenda
    seats, has, size, buried, times, pile, discard, count, tasks, saved, saved_runs, dues, numbers = values
    for name, value in zip(NUMBERS, numbers, strict=True):
        setattr(game, name, value)
    game.pile_mode = PILE_PICKED
    set_seats(game, seats)
    for i in range(SEATS):
        game.has[i] = has[i]
    for i in range(32):
        game.size[i] = size[i]
    for i in range(KINDS):
        game.buried[i] = buried[i]
        game.times[i] = times[i]
    for i in range(game.in_pile):
        game.pile[i] = pile[i]
    for i in range(game.in_discard):
        game.discard[i] = discard[i]
    for i in range(SEATS * KINDS):
        game.count[i] = count[i]
    for i in range(game.tasks):
        (
            agenda.task[i],
            agenda.task_a[i],
            agenda.task_b[i],
            agenda.task_run[i],
            agenda.task_targets[i],
        ) = tasks[i]
    for i in range(SAVED_FIELDS * game.saves):
        agenda.saved[i] = saved[i]
    for i in range(game.saves):
        agenda.saved_run[i] = saved_runs[i]
    for i in range(game.dues):
        agenda.due[i], agenda.due_run[i] = dues[i]


def hold_cards(game: Game, hands, pile, drawn: cython.int, from_has: cython.ulonglong):
    """Other cards in the hands and in the pile, as many as before (under the names of `state_of`): for `lastcard.sim.hidden`."""
    seat: cython.int
    card: cython.int
    n: cython.int
    for seat in range(game.t.players):
        game.has[seat] = 0
        for card in range(KINDS):
            game.count[KINDS * seat + card] = 0
        for card, n in hands[seat].items():
            game.count[KINDS * seat + card] = n
            game.has[seat] |= ONE << card
    for n in range(game.in_pile):
        game.pile[game.in_pile - 1 - n] = pile[n]
    game.drawn = drawn
    game.from_has = from_has
