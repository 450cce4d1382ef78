"""`leave`: a player goes and nobody takes over the seat (V14)."""

from __future__ import annotations

from lastcard.rules import events as ev
from lastcard.rules.acts import decide, run
from lastcard.rules.autopilot import default_action
from lastcard.rules.cards import Shuffle
from lastcard.rules.errors import LastcardError
from lastcard.rules.going_out import already_out, finish
from lastcard.rules.reports import settle_report
from lastcard.rules.resolution import Resolution
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
from lastcard.rules.written import settle_dare

MAX_SETTLED = 100
"""How many acts a leaving player may leave open at once; each is settled in turn."""


def leave(state: Round, seat: int, shuffle: Shuffle) -> tuple[ev.Event, ...]:
    """What happens when the seat leaves the round; LastcardError if it is not in it (V14).

    What is open for the seat is settled as V12 says, its cards go under the draw pile, and play goes on without it; when
    one side is left the round ends unscored.
    """
    if state.over or seat not in state.table.seats:
        raise LastcardError(f"seat {seat} is not in a round that is being played (V14)")
    resolution = Resolution(state, shuffle)
    gone_out = already_out(waiting_agenda(state.phase))
    if gone_out is not None:
        finish(resolution, gone_out)
        return tuple(resolution.events)
    _settle_open(resolution, seat)
    if resolution.round.over:
        return tuple(resolution.events)
    accused = _accused(resolution.round.phase, seat)
    hand = resolution.round.hands[seat]
    resolution.emit(ev.Left(seat, hand.cards, (hand.played_from or ()) if accused else None))
    _go_on(resolution, seat)
    return tuple(resolution.events)


def _accused(phase: Phase, seat: int) -> bool:
    """Whether a Wild Draw Four of the seat waits for its answer, now or after what is being settled (W6)."""
    if isinstance(phase, Answering):
        return phase.accused == seat
    agenda = waiting_agenda(phase)
    return bool(agenda) and isinstance(agenda[-1], Resume) and _accused(agenda[-1].phase, seat)


def _settle_open(resolution: Resolution, seat: int) -> None:
    """Take the acts that the round waits for from the seat, its plain turn and its vote on a report aside (V12, V14)."""
    for _ in range(MAX_SETTLED):
        if resolution.round.turn != seat or isinstance(resolution.round.phase, Turn | Judging):
            return
        unreported = resolution.round._replace(table=resolution.round.table._replace(report=None))
        for event in decide(resolution.round, seat, default_action(unreported, seat), resolution.shuffle):
            resolution.emit(event)


def _go_on(resolution: Resolution, seat: int) -> None:
    """Play on without the seat; if one side is left, the round ends unscored (V14)."""
    table = resolution.round.table
    if all(table.rules.same_side(table.seats[0], other) for other in table.seats):
        finish(resolution, None, scored=False)
        return
    if table.report and table.report.accused == seat:
        resolution.emit(ev.ReportSettled(seat, upheld=False))
    run(resolution, settle_report(resolution))
    phase = resolution.round.table.phase
    match phase:
        case Turn(at) | Drawn(at) | Owing(at) if at == seat:
            run(resolution, (EndTurn(seat),))
        case Judging(at) if at == seat:
            resolution.emit(ev.DareSettled(seat, done=True))
            run(resolution, phase.agenda)
        case Judging():
            run(resolution, settle_dare(resolution))
        case Picking(to=to) if to == seat:
            run(resolution, phase.agenda)
        case _:
            pass
