"""Reports that a player suggested a card to another, and the votes on them (X1)."""

from __future__ import annotations

from functools import lru_cache

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.piles import draw
from lastcard.rules.reasons import Reason, about_seat
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import Agenda, Resume, Round
from lastcard.rules.votes import majority


def report(resolution: Resolution, seat: int, action: act.Report) -> Agenda:
    """The seat says that another suggested a card (X1)."""
    resolution.emit(ev.Reported(seat, action.seat))
    return settle_report(resolution)


def vote(resolution: Resolution, seat: int, action: act.Uphold | act.Dismiss) -> Agenda:
    """The seat votes on the open report (X1)."""
    resolution.emit(ev.ReportVoted(seat, isinstance(action, act.Uphold)))
    return settle_report(resolution)


def settle_report(resolution: Resolution) -> Agenda:
    """Settle the open report as soon as the majority is certain; a tie dismisses it (X1)."""
    table = resolution.round.table
    opened = table.report
    if opened is None:
        return ()
    voters = [s for s in table.seats if s not in (opened.accuser, opened.accused)]
    upheld = majority(opened.votes, len(voters), for_it=True)
    if upheld is None:
        return ()
    resolution.emit(ev.ReportSettled(opened.accused, upheld))
    if not upheld:
        return ()
    set_off = draw(resolution, opened.accused, table.rules.suggestion_penalty, ev.DrawReason.SUGGESTION)
    return (*set_off, Resume(table.phase))


# Why not, and the predicates.


def reports_allowed(state: Round) -> bool:
    """Whether anybody may ever report a suggestion: where it costs something and three are left (X1)."""
    return bool(state.table.rules.suggestion_penalty) and len(state.table.seats) > 2  # noqa: PLR2004


@lru_cache
def possible_reports(seats: tuple[int, ...], seat: int) -> tuple[act.Report, ...]:
    """Every report that the seat could make where none is open (X1)."""
    return tuple(act.Report(s) for s in seats if s != seat)


def against_report(state: Round, seat: int, action: act.Report) -> Reason | None:
    """The reason against reporting a suggestion (X1)."""
    if not reports_allowed(state):
        return Reason("no-reports", "X1")
    if state.table.report:
        return Reason("report-open", "X1")
    if action.seat == seat:
        return Reason("self-report", "X1")
    if action.seat in state.table.seats:
        return None
    return Reason("not-in-round", "X1", about_seat(action.seat))


def against_vote(state: Round, seat: int, action: act.Uphold | act.Dismiss | None) -> Reason | None:
    """The reason against voting on the open report: the two concerned have no vote, the others one (X1)."""
    del action
    opened = state.table.report
    if opened is None:
        return Reason("no-report", "X1")
    if seat in (opened.accuser, opened.accused):
        return Reason("no-vote", "X1")
    return Reason("voted", "X1", about_seat(seat)) if seat in dict(opened.votes) else None
