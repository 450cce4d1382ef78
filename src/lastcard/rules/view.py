"""What a seat may see: a round and its events with `??` for every card it may not (design: composed, never cut down)."""

from __future__ import annotations

from dataclasses import replace

from lastcard.rules import events as ev
from lastcard.rules.cards import UNSEEN, Cards
from lastcard.rules.round import (
    Acting,
    Agenda,
    Calling,
    Choosing,
    Hand,
    Hidden,
    Judging,
    Phase,
    Picking,
    Resume,
    Round,
    Table,
    Votes,
)


def view(state: Round, seat: int | None) -> Round:
    """The round as `seat` may see it (None: as anybody may): the table, its own hand, and how many cards there are.

    When the round is over all hands lie open. How anybody voted is seen by nobody: the outcome tells what it must (H8, X1).
    """
    hands = tuple(
        hand if at == seat else Hand(hand.cards) if state.over else Hand(unseen(hand.cards))
        for at, hand in enumerate(state.hands)
    )
    return Round(_veiled_table(state.table), hands, Hidden(unseen(state.hidden.pile)))


def view_at(public: Round, state: Round, seat: int) -> Round:
    """`view(state, seat)`, made of `view(state, None)`, from which it differs in nothing but the seat's own hand."""
    hands = public.hands
    return Round(
        public.table, (*hands[:seat], *state.hands[seat : seat + 1], *hands[seat + 1 :]), public.hidden
    )


def unseen(cards: Cards) -> Cards:
    """The same number of cards that one may not see."""
    return (UNSEEN,) * len(cards)


def _veiled_table(table: Table) -> Table:
    """The table with all votes unseen; the same table if there are none."""
    report = table.report
    if report is not None and report.votes:
        table = table._replace(report=replace(report, votes=_without_words(report.votes)))
    phase = veiled(table.phase)
    return table if phase is table.phase else table._replace(phase=phase)


def veiled(phase: Phase) -> Phase:
    """The phase with the votes in it and in what it resumes unseen; the same phase if there are none."""
    if not isinstance(phase, Judging | Acting | Calling | Choosing | Picking):
        return phase
    agenda = _veiled_agenda(phase.agenda)
    if isinstance(phase, Judging) and phase.votes:
        return replace(phase, agenda=agenda, votes=_without_words(phase.votes))
    return phase if agenda is phase.agenda else replace(phase, agenda=agenda)


def _veiled_agenda(agenda: Agenda) -> Agenda:
    """The same for phases that wait to be resumed."""
    if not any(isinstance(task, Resume) and veiled(task.phase) is not task.phase for task in agenda):
        return agenda
    return tuple(Resume(veiled(task.phase)) if isinstance(task, Resume) else task for task in agenda)


def _without_words(votes: Votes) -> Votes:
    return tuple((seat, None) for seat, _ in votes)


def seen_by(event: ev.Event, seat: int | None) -> ev.Event:
    """The event as `seat` may see it (None: as anybody may)."""
    match event:
        case ev.RoundBegan():
            hands = tuple(h if at == seat else unseen(h) for at, h in enumerate(event.hands))
            return replace(event, hands=hands, pile=unseen(event.pile))
        case ev.PutBack() | ev.Reshuffled():
            return replace(event, pile=unseen(event.pile))
        case ev.Drew():
            return event if event.seat == seat else replace(event, cards=unseen(event.cards), reneged=False)
        case ev.Challenged():
            return event if event.by == seat else replace(event, hand=unseen(event.hand))
        case ev.HandsMoved():
            moved = tuple((at, cards if at == seat else unseen(cards)) for at, cards in event.hands)
            return replace(event, hands=moved)
        case ev.Gave():
            given = event.given if event.seat == seat else unseen(event.given)
            received = event.received if event.to == seat else unseen(event.received)
            return replace(event, given=given, received=received)
        case ev.Shown():
            return event if event.to == seat else replace(event, hand=unseen(event.hand))
        case ev.Left():
            return replace(event, cards=unseen(event.cards), aside=None)
        case ev.Judged():
            return replace(event, done=None)
        case ev.ReportVoted():
            return replace(event, upheld=None)
        case ev.Waiting():
            phase = veiled(event.phase)
            return event if phase is event.phase else replace(event, phase=phase)
        case _ if type(event) in _PUBLIC:
            return event
        case _:
            raise TypeError(f"nobody decided who may see {type(event).__name__}")


_PUBLIC = frozenset({
    ev.TurnedUp, ev.TurnBegan, ev.Played, ev.Kept, ev.Passed, ev.ColourCalled, ev.DirectionTurned,
    ev.MustSkip, ev.SaidUno, ev.WindowOpened, ev.WindowAged, ev.WindowClosed, ev.Caught, ev.FalselyCaught, ev.Accepted,
    ev.Discarded, ev.RuleInvoked, ev.DareSettled, ev.CharadeSettled, ev.Chose, ev.CutShort, ev.Reported,
    ev.ReportSettled, ev.RoundEnded,
})  # fmt: skip
"""Events in which nothing is hidden from anybody; `seen_by` must handle every other one."""
