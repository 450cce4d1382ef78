"""UNO: the catch window, saying UNO, and catching who did not (U1–U7, V7)."""

from __future__ import annotations

from collections.abc import Iterable

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.options import CatchWindow, Stacking
from lastcard.rules.piles import draw
from lastcard.rules.reasons import Reason, about_seat
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import Agenda, Answering, Drawn, Owing, Resume, Round, Turn

TWO_CARDS = 2
"""With two cards UNO may be said in advance, or with a play that leaves one (U1)."""


# The window.


def open_window(resolution: Resolution, seats: Iterable[int]) -> None:
    """Those of the seats left with one card and without a call may be caught from now (U1, U7)."""
    table, hands = resolution.round.table, resolution.round.hands
    owing = tuple(s for s in seats if s in table.seats and len(hands[s].cards) == 1 and s not in table.called)
    if owing:
        resolution.emit(ev.WindowOpened(owing))


def begin_play(resolution: Resolution) -> None:
    """A player is about to play a card: nobody can be caught any more (U4)."""
    resolution.emit(ev.WindowClosed())


def begin_draw(resolution: Resolution) -> None:
    """A player is about to draw on the turn: the window closes now, or when the turn is taken (U4)."""
    if resolution.round.table.window:
        later = resolution.round.rules.catch_window is CatchWindow.NEXT_DONE
        resolution.emit(ev.WindowAged() if later else ev.WindowClosed())


def turn_taken(resolution: Resolution) -> None:
    """The draw was kept or cannot be played: the window that waited for it closes (U4)."""
    window = resolution.round.table.window
    if window and resolution.round.rules.catch_window is CatchWindow.NEXT_DONE:
        resolution.emit(ev.WindowClosed(tuple(sorted(window.owing - window.old))))


# What the players do.


def say_uno(resolution: Resolution, seat: int, action: act.SayUno) -> Agenda:
    """The seat says UNO apart from a play (U1, U2, U3)."""
    del action
    resolution.emit(ev.SaidUno(seat))
    return ()


def catch(resolution: Resolution, seat: int, action: act.Catch) -> Agenda:
    """The seat catches another: that one draws, or the catcher where the other owed nothing (U5, X3, V7)."""
    phase, rules = resolution.round.table.phase, resolution.round.rules
    if owes_uno(resolution.round, action.seat):
        resolution.emit(ev.Caught(seat, action.seat))
        set_off = draw(resolution, action.seat, rules.uno_penalty, ev.DrawReason.UNO)
    else:
        resolution.emit(ev.FalselyCaught(seat, action.seat))
        set_off = draw(resolution, seat, rules.false_catch_penalty, ev.DrawReason.FALSE_CATCH)
    return (*set_off, Resume(phase))


# Why not, and the predicates.


def owes_uno(state: Round, seat: int) -> bool:
    """Whether the seat may be caught now: one card, no call, and the window open (U2–U7)."""
    window = state.table.window
    return (
        window is not None
        and seat in window.owing
        and len(state.hands[seat].cards) == 1
        and seat not in state.table.called
    )


def may_call_ahead(state: Round, seat: int) -> bool:
    """Whether the seat may say UNO in advance: its own turn, two cards, a card it may yet play (U1)."""
    if len(state.hands[seat].cards) != TWO_CARDS or seat in state.table.called:
        return False
    phase = state.table.phase
    if isinstance(phase, Answering | Owing):
        return phase.seat == seat and state.rules.stacking is not Stacking.NONE
    return isinstance(phase, Turn | Drawn) and phase.seat == seat


def against_uno(state: Round, seat: int, action: act.SayUno) -> Reason | None:
    """The reason against saying UNO apart from a play (U1, U2)."""
    del action
    if owes_uno(state, seat) or may_call_ahead(state, seat):
        return None
    return Reason("no-uno-owed", "U2")


def against_catch(state: Round, seat: int, action: act.Catch) -> Reason | None:
    """The reason against catching: oneself, too late, or somebody who owes nothing (U4, U5, V7)."""
    if action.seat == seat:
        return Reason("self-catch", "U5")
    if action.seat not in state.table.seats:
        return Reason("not-in-round", "U5", about_seat(action.seat))
    if owes_uno(state, action.seat):
        return None
    window = state.table.window
    if window is not None and action.seat in window.settled:
        return Reason("lost-race", "U5", about_seat(action.seat))
    if state.rules.false_catch_penalty:
        return None
    return Reason("not-catchable", "U4", about_seat(action.seat))
