"""`leave`: a player goes and nobody takes the seat (V14)."""

from __future__ import annotations

from lastcard.rules import events as ev
from lastcard.rules.autopilot import default_action
from lastcard.rules.cards import Shuffle
from lastcard.rules.course import Course, going_out
from lastcard.rules.decide import decide, settle_dare, settle_report
from lastcard.rules.errors import LastcardError
from lastcard.rules.round import (
    Answering,
    Drawn,
    EndTurn,
    Judging,
    Owing,
    Phase,
    Picking,
    Resume,
    Round,
    Turn,
    waiting_agenda,
)

_MOST_SETTLED = 100
"""How many acts a leaving player may leave open at once; each is settled in turn."""


def leave(state: Round, seat: int, shuffle: Shuffle) -> tuple[ev.Event, ...]:
    """What happens when the seat leaves the round; LastcardError if it is not in it.

    What is open for the seat is settled as V12 says, its cards go under the draw pile, and play goes on without it; when
    one side is left the round ends unscored.
    """
    if state.over or seat not in state.table.seats:
        raise LastcardError(f"seat {seat} is not in a round that is being played (V14)")
    course = Course(state, shuffle)
    gone_out = going_out(waiting_agenda(state.phase))
    if gone_out is not None:
        course.finish(gone_out)
        return tuple(course.events)
    _settle_open(course, seat)
    if course.round.over:
        return tuple(course.events)
    accused = _accused(course.round.phase, seat)
    hand = course.round.hands[seat]
    course.emit(ev.Left(seat, hand.cards, (hand.played_from or ()) if accused else None))
    _go_on(course, seat)
    return tuple(course.events)


def _accused(phase: Phase, seat: int) -> bool:
    """Whether a Wild Draw Four of the seat waits for its answer, now or after what is being settled (W6)."""
    if isinstance(phase, Answering):
        return phase.accused == seat
    agenda = waiting_agenda(phase)
    return bool(agenda) and isinstance(agenda[-1], Resume) and _accused(agenda[-1].phase, seat)


def _settle_open(course: Course, seat: int) -> None:
    """Take the acts that the round waits for from the seat, its plain turn and its word on a report aside."""
    for _ in range(_MOST_SETTLED):
        if course.round.turn != seat or isinstance(course.round.phase, Turn | Judging):
            return
        unreported = course.round._replace(table=course.round.table._replace(report=None))
        for event in decide(course.round, seat, default_action(unreported, seat), course.shuffle):
            course.emit(event)


def _go_on(course: Course, seat: int) -> None:
    """Play on without the seat."""
    table = course.round.table
    if all(table.rules.same_side(table.seats[0], other) for other in table.seats):
        course.finish(None, scored=False)
        return
    if table.report and table.report.accused == seat:
        course.emit(ev.ReportSettled(seat, upheld=False))
    settle_report(course)
    if isinstance(course.events[-1], ev.TurnBegan):
        return
    phase = course.round.table.phase
    match phase:
        case Turn(at) | Drawn(at) | Owing(at) if at == seat:
            course.run((EndTurn(seat),))
        case Judging(at) if at == seat:
            course.emit(ev.DareSettled(seat, done=True))
            course.run(phase.agenda)
        case Judging():
            settle_dare(course)
        case Picking(to=to) if to == seat:
            course.run(phase.agenda)
        case _:
            pass
