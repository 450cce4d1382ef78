"""`decide`: what follows from an action, as events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.cards import Card, Face, Shuffle
from lastcard.rules.course import Course
from lastcard.rules.effects import Draw, Reverse, Skip, When, Who
from lastcard.rules.errors import LastcardError
from lastcard.rules.legality import owes_uno, why_illegal
from lastcard.rules.options import Stacking, WildDrawFour
from lastcard.rules.playable import holds_playable, lawful_draw_four
from lastcard.rules.reasons import IllegalAction
from lastcard.rules.round import (
    Acting,
    AfterDrawing,
    Agenda,
    Answering,
    BeginTurn,
    Calling,
    Carry,
    Choosing,
    EndTurn,
    Finish,
    Judging,
    Owing,
    Phase,
    Picking,
    Resume,
    Round,
    Run,
)
from lastcard.rules.votes import dare_failed, majority

_P = TypeVar("_P", Answering, Calling, Judging, Acting, Choosing, Picking)
_PRINTED = -1
"""The serial of the run of a card's printed effects, which is over before any written rule starts."""


def decide(state: Round, seat: int, action: act.Action, shuffle: Shuffle) -> tuple[ev.Event, ...]:
    """What happens when the seat takes the action; IllegalAction with the reason if it may not.

    The round itself is not changed: `evolve` the events on it. `shuffle` is asked only where cards are reshuffled.
    """
    reason = why_illegal(state, seat, action)
    if reason:
        raise IllegalAction(reason)
    course = Course(state, shuffle)
    _DECIDERS[type(action)](course, seat, action)
    return tuple(course.events)


def _expect(state: Round, kind: type[_P]) -> _P:
    """The phase, which legality has made sure to be of this kind."""
    if not isinstance(state.table.phase, kind):
        raise LastcardError(f"the round waits for {state.table.phase}")
    return state.table.phase


# Playing.


def _play(course: Course, seat: int, action: act.Play) -> None:
    _put(course, seat, ev.Played(seat, action.cards, action.colour, action.swap, action.uno))


def _jump(course: Course, seat: int, action: act.Jump) -> None:
    _put(course, seat, ev.Played(seat, (action.card,), None, action.swap, action.uno, jump=True))


def _put(course: Course, seat: int, played: ev.Played) -> None:
    """A card is played: it lies, the window opens, it does what it does (U, W, V3)."""
    before = course.round
    if before.table.window:
        course.begin_play()
    course.emit(played)
    debt = _debt(before.table.phase)
    left = len(course.round.hands[seat].cards)
    if not left:
        course.run(_going_out(course, seat, played.cards[-1], debt))
        return
    if left == 1:
        course.open_window((seat,))
    course.run(_effects(course, before, played, debt))


def _debt(phase: Phase) -> int:
    return phase.debt if isinstance(phase, Answering | Owing) else 0


def _effects(course: Course, before: Round, played: ev.Played, debt: int) -> Agenda:
    """What the card sets off, up to the end of the turn."""
    rules, card, seat = before.rules, played.cards[-1], played.seat
    owed = rules.debts.get(card, 0)
    if owed:
        return _owe(course, before, seat, card, debt + owed)
    if debt:
        deflected = Resume(_deflect(course, before, seat, card, debt))
        return (*_written(course, played), deflected)
    effects = rules.effects[card]
    run = Run(_PRINTED, seat, seat, chained=True, chosen=played.swap)
    agenda: Agenda = tuple(Carry(effect, run) for effect in effects)
    if before.two_handed and Reverse() in effects:
        agenda += (Carry(Skip(Who.NEXT), run),)  # N1
    return (*agenda, *_written(course, played), EndTurn(seat))


def _written(course: Course, played: ev.Played) -> Agenda:
    """What the rules written on the cards set off, each card's in the order played (W9, H7)."""
    agenda: Agenda = ()
    for card in played.cards if course.round.rules.written else ():
        rule = course.round.rules.rules_on.get(card)
        if rule and rule.when is When.PLAY and course.invoke(played.seat, card):
            agenda += course.written(card, played.seat, chained=True)
    return agenda


def _owe(course: Course, before: Round, seat: int, card: Card, debt: int) -> Agenda:
    """A draw card: the next player answers, owes, or draws at once (W1, W5, W6, V1)."""
    rules, victim = before.rules, course.round.step(seat)
    four = card.face is Face.WILD_DRAW_FOUR
    if four and rules.wild_draw_four is WildDrawFour.BLUFF:
        course.emit(ev.Waiting(Answering(victim, seat, debt, before.table.colour)))
        return ()
    if rules.stacking is not Stacking.NONE:
        course.emit(ev.Waiting(Owing(victim, debt, card.face.value)))
        return ()
    return (*course.draw(victim, debt, ev.Why.DEBT), EndTurn(victim))


def _deflect(course: Course, before: Round, seat: int, card: Card, debt: int) -> Owing:
    """A Reverse or Skip sends the debt on (V2)."""
    phase = before.table.phase
    kind = phase.kind if isinstance(phase, Owing) else Face.WILD_DRAW_FOUR.value
    return Owing(_deflected_to(course, seat, card), debt, kind)


def _deflected_to(course: Course, seat: int, card: Card) -> int:
    if card.face is Face.REVERSE:
        course.emit(ev.DirectionTurned(course.round.table.direction.turned))
        return course.round.step(seat)
    if course.round.two_handed:
        return course.round.step(seat)
    return course.round.step(course.round.step(seat))


def _going_out(course: Course, seat: int, card: Card, debt: int) -> Agenda:
    """The last card: what the next player must draw is drawn before the count (O2, V1, V2, W9)."""
    owed = course.round.rules.debts.get(card, 0)
    if debt and not owed:
        victim, count = _deflected_to(course, seat, card), debt
    else:
        victim, count = course.round.step(seat), debt + owed + _written_draw(course.round, seat, card)
    agenda = course.draw(victim, count, ev.Why.DEBT) if count else ()
    return (*agenda, Finish(seat))


def _written_draw(state: Round, seat: int, card: Card) -> int:
    """How many cards the rule on the card makes the next player draw unconditionally (W9)."""
    rule = state.rules.rules_on.get(card)
    if (
        rule is None
        or rule.when is When.DRAW
        or rule.nth not in (None, dict(state.table.times).get(card, 0) + 1)
    ):
        return 0
    others = state.after(seat)
    including = {Who.NEXT, Who.OTHERS, Who.EVERYONE}
    if len(others) == 1:
        including.add(Who.PREVIOUS)
    return sum(e.count for e in rule.effects if isinstance(e, Draw) and e.who in including)


# Drawing.


def _draw(course: Course, seat: int, action: act.DrawCard) -> None:
    del action
    phase = course.round.table.phase
    if isinstance(phase, Owing):
        course.run((*course.draw(seat, phase.debt, ev.Why.DEBT), EndTurn(seat)))
        return
    reneged = holds_playable(course.round, seat)
    course.begin_draw()
    draw = course.draw_to_match if course.round.rules.draw_to_match else course.draw_one
    drawn = draw(seat, reneged=reneged)
    if drawn:
        course.run((*course.drawn_rules(seat, drawn), AfterDrawing(seat)))
        return
    course.emit(ev.Passed(seat))
    course.turn_taken()
    if course.round.table.passes >= len(course.round.table.seats):
        course.finish(None)  # T5
    else:
        course.run((EndTurn(seat),))


def _pass(course: Course, seat: int, action: act.Pass) -> None:
    del action
    course.emit(ev.Kept(seat))
    course.turn_taken()
    course.run((EndTurn(seat),))


# Answers.


def _accept(course: Course, seat: int, action: act.Accept) -> None:
    del action
    phase = _expect(course.round, Answering)
    course.emit(ev.Accepted(seat))
    course.run((*course.draw(seat, phase.debt, ev.Why.DEBT), EndTurn(seat)))


def _challenge(course: Course, seat: int, action: act.Challenge) -> None:
    """Guilt is judged on the hand played from, against the colour in force before (W6, V1)."""
    del action
    phase = _expect(course.round, Answering)
    present = phase.accused in course.round.table.seats
    hand = course.round.hands[phase.accused].played_from if present else course.round.hidden.aside
    hand = hand or ()
    guilty = not lawful_draw_four(hand, phase.before)
    course.emit(ev.Challenged(seat, phase.accused, guilty, hand))
    if guilty:
        set_off = course.draw(phase.accused, phase.debt, ev.Why.CHALLENGE) if present else ()
        course.run((*set_off, BeginTurn(seat)))
        return
    fine = course.round.rules.challenge_cost(phase.debt)
    course.run((*course.draw(seat, fine, ev.Why.CHALLENGE), EndTurn(seat)))


def _call(course: Course, seat: int, action: act.CallColour) -> None:
    """A colour is called; at the start hands may be swapped, which opens no window (S7, S11, S12)."""
    phase = _expect(course.round, Calling)
    course.emit(ev.ColourCalled(seat, action.colour))
    if action.swap is not None:
        hands = course.round.hands
        course.emit(ev.HandsMoved(((seat, hands[action.swap].cards), (action.swap, hands[seat].cards))))
    course.run(phase.agenda)


# Saying UNO, catching, reporting.


def _uno(course: Course, seat: int, action: act.SayUno) -> None:
    del action
    course.emit(ev.SaidUno(seat))


def _catch(course: Course, seat: int, action: act.Catch) -> None:
    phase, rules = course.round.table.phase, course.round.rules
    if owes_uno(course.round, action.seat):
        course.emit(ev.Caught(seat, action.seat))
        set_off = course.draw(action.seat, rules.uno_penalty, ev.Why.UNO)
    else:
        course.emit(ev.FalselyCaught(seat, action.seat))
        set_off = course.draw(seat, rules.false_catch_penalty, ev.Why.FALSE_CATCH)
    course.run((*set_off, Resume(phase)))


def _report(course: Course, seat: int, action: act.Report) -> None:
    course.emit(ev.Reported(seat, action.seat))
    settle_report(course)


def _vote(course: Course, seat: int, action: act.Uphold | act.Dismiss) -> None:
    course.emit(ev.ReportVoted(seat, isinstance(action, act.Uphold)))
    settle_report(course)


def settle_report(course: Course) -> None:
    """Settle the open report as soon as the majority is certain; a tie dismisses it (X1)."""
    table = course.round.table
    report = table.report
    if report is None:
        return
    voters = [s for s in table.seats if s not in (report.accuser, report.accused)]
    upheld = majority(report.votes, len(voters), for_it=True)
    if upheld is None:
        return
    course.emit(ev.ReportSettled(report.accused, upheld))
    if upheld:
        set_off = course.draw(report.accused, table.rules.suggestion_penalty, ev.Why.SUGGESTION)
        course.run((*set_off, Resume(table.phase)))


# Written rules: what people say.


def _verdict(course: Course, seat: int, action: act.Done | act.Failed) -> None:
    phase = _expect(course.round, Judging)
    if seat == phase.seat:
        course.run(course.dare_settled(phase, done=False))
        return
    course.emit(ev.Judged(seat, isinstance(action, act.Done)))
    settle_dare(course)


def settle_dare(course: Course) -> None:
    """Settle the open dare as soon as the majority is certain; a tie favours the one judged (H8)."""
    phase = _expect(course.round, Judging)
    failed = dare_failed(course.round, phase)
    if failed is not None:
        course.run(course.dare_settled(phase, done=not failed))


def _guessed(course: Course, seat: int, action: act.Guessed) -> None:
    phase = _expect(course.round, Acting)
    course.emit(ev.CharadeSettled(seat, action.seat))
    prize: Agenda = ()
    if action.seat is not None:
        run = replace(phase.run, actor=action.seat)
        prize = tuple(Carry(effect, run) for effect in phase.winner)
    course.run(prize + phase.agenda)


def _choose(course: Course, seat: int, action: act.Choose) -> None:
    phase = _expect(course.round, Choosing)
    course.emit(ev.Chose(seat, action.seat))
    chosen = replace(phase.run, chosen=action.seat)
    course.run(
        tuple(
            replace(t, run=chosen) if isinstance(t, Carry) and t.run == phase.run else t for t in phase.agenda
        )
    )


def _pick(course: Course, seat: int, action: act.DiscardCard | act.GiveCard) -> None:
    phase = _expect(course.round, Picking)
    left = phase.count - 1
    if phase.to is None:
        course.discard(seat, (action.card,))
        more = course.pick_discards(seat, phase.effect, left, phase.run, phase.agenda)  # type: ignore[arg-type]
    else:
        course.give(seat, phase.to, (action.card,))
        more = course.pick_gifts(seat, phase.effect, left, phase.to, phase.run, phase.agenda)  # type: ignore[arg-type]
    if more is not None:
        course.run(more)


_DECIDERS: dict[type, Callable[[Course, int, Any], None]] = {
    act.Play: _play,
    act.Jump: _jump,
    act.DrawCard: _draw,
    act.Pass: _pass,
    act.CallColour: _call,
    act.Challenge: _challenge,
    act.Accept: _accept,
    act.SayUno: _uno,
    act.Catch: _catch,
    act.Report: _report,
    act.Uphold: _vote,
    act.Dismiss: _vote,
    act.Done: _verdict,
    act.Failed: _verdict,
    act.Guessed: _guessed,
    act.Choose: _choose,
    act.DiscardCard: _pick,
    act.GiveCard: _pick,
}
