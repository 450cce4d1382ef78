"""`decide`: one act, from the action to the last task of its agenda.

Each action has a function in the chapter of the rules that it belongs to, which emits events and returns an agenda. The agenda
is run task by task. Where players must act in the middle (a dare, a colour, a choice) the rest of it waits in the phase that
asks for their act. A catch, report or draw in between comes back to the phase during which it happened: catch window,
answer and vote are independent of each other, and none of them waits for another (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lastcard.rules import actions as act
from lastcard.rules import drawing, playing, reports, uno, written
from lastcard.rules import events as ev
from lastcard.rules.cards import Shuffle
from lastcard.rules.going_out import already_out, finish, settle_empty
from lastcard.rules.legal import why_illegal
from lastcard.rules.picking import pickable
from lastcard.rules.reasons import IllegalAction
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import (
    Acting,
    AfterDrawing,
    Agenda,
    Answering,
    ApplyEffect,
    BeginTurn,
    Calling,
    Choosing,
    Drawn,
    EndTurn,
    Finish,
    Judging,
    Over,
    Owing,
    Phase,
    Picking,
    Resume,
    Round,
    Turn,
)
from lastcard.rules.votes import dare_failed

MAX_STEPS = 200
"""How many effects one act may set off, printed ones included, before the rest is cut short (H8)."""


def decide(state: Round, seat: int, action: act.Action, shuffle: Shuffle) -> tuple[ev.Event, ...]:
    """What happens when the seat takes the action; IllegalAction with the reason if it may not.

    The round itself is not changed: apply the events to it with `evolve`. `shuffle` is called only where cards are reshuffled.
    """
    reason = why_illegal(state, seat, action)
    if reason:
        raise IllegalAction(reason)
    resolution = Resolution(state, shuffle)
    run(resolution, _DECIDERS[type(action)](resolution, seat, action))
    return tuple(resolution.events)


_DECIDERS: dict[type, Callable[[Resolution, int, Any], Agenda]] = {
    act.Play: playing.play,
    act.Jump: playing.jump_in,
    act.DrawCard: drawing.draw_card,
    act.Pass: drawing.keep,
    act.CallColour: playing.call_colour,
    act.Challenge: playing.challenge,
    act.Accept: playing.accept,
    act.SayUno: uno.say_uno,
    act.Catch: uno.catch,
    act.Report: reports.report,
    act.Uphold: reports.vote,
    act.Dismiss: reports.vote,
    act.Done: written.judge,
    act.Failed: written.judge,
    act.Guessed: written.guessed,
    act.Choose: written.choose,
    act.DiscardCard: written.pick,
    act.GiveCard: written.pick,
}


# The agenda.


def run(resolution: Resolution, agenda: Agenda) -> None:
    """Carry out the tasks until one waits for players, or the round is over; at most `MAX_STEPS` effects (H8)."""
    while agenda and not isinstance(resolution.round.table.phase, Over):
        task, rest = agenda[0], agenda[1:]
        resolution.out = already_out(agenda)
        if isinstance(task, ApplyEffect):
            resolution.steps += 1
            if resolution.steps > MAX_STEPS:
                resolution.emit(ev.CutShort())
                agenda = tuple(t for t in agenda if not isinstance(t, ApplyEffect))
                settle_empty(resolution, task.run.source)
                continue
        more = _do(resolution, task, rest)
        if more is None:
            return
        agenda = more


def _do(
    resolution: Resolution,
    task: ApplyEffect | AfterDrawing | EndTurn | BeginTurn | Resume | Finish,
    rest: Agenda,
) -> Agenda | None:
    """Carry out one task; returns the agenda after it, or None if the round waits for players now."""
    match task:
        case EndTurn(seat):  # always the last task
            resolution.emit(_end_turn(resolution.round, seat))
            return ()
        case ApplyEffect():
            return written.apply_effect(resolution, task, rest)
        case BeginTurn(seat):
            if seat not in resolution.round.table.seats:
                return (EndTurn(seat),)
            resolution.emit(ev.TurnBegan(seat))
        case AfterDrawing(seat):
            return drawing.after_drawing(resolution, seat, rest)
        case Resume(phase):
            return _resume(resolution, phase, rest)
        case Finish(seat):
            finish(resolution, seat)
    return rest


_turn_of = lru_cache(ev.TurnBegan)


def _end_turn(state: Round, seat: int) -> ev.TurnBegan:
    """The next player's turn begins; those who lose theirs are passed over (T1, W3, H6)."""
    if not state.table.losing:
        return _turn_of(state.step(seat))
    losing = set(state.table.losing)
    over: list[int] = []
    at = state.step(seat)
    while at in losing:
        losing.remove(at)
        over.append(at)
        at = state.step(at)
    return ev.TurnBegan(at, tuple(over))


def _resume(resolution: Resolution, phase: Phase, rest: Agenda) -> Agenda | None:
    """Return to the phase during which a catch or report happened, as far as it still makes sense."""
    state = resolution.round
    seats = state.table.seats
    match phase:
        case Drawn(seat) if not drawing.can_play_drawn(state, seat):
            uno.turn_taken(resolution)
            return (EndTurn(seat), *rest)
        case Turn(seat) | Answering(seat) | Owing(seat) if seat not in seats:
            return (EndTurn(seat), *rest)
        case Judging() | Acting() | Calling() | Choosing() | Picking() if phase.seat not in seats:
            return (*phase.agenda, *rest)
        case Picking(to=to) if to not in (None, *seats) or not pickable(state, phase):
            return (*phase.agenda, *rest)
        case Judging():
            phase = replace(phase, votes=tuple(vote for vote in phase.votes if vote[0] in seats))
        case _:
            pass
    if state.table.phase != phase:
        resolution.wait(phase)
    if isinstance(phase, Judging):  # a judge may have left (V14)
        failed = dare_failed(resolution.round, phase)
        if failed is not None:
            return (*written.dare_settled(resolution, phase, done=not failed), *rest)
    return None
