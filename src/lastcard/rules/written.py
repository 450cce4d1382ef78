"""Written rules: each effect gets its meaning here, and the players judge, choose and pick (H1–H8, W9)."""

from __future__ import annotations

from dataclasses import replace

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.cards import Cards
from lastcard.rules.effects import (
    Call,
    Charade,
    Dare,
    Discard,
    Draw,
    Effect,
    Give,
    Owe,
    Reverse,
    Rotate,
    Show,
    Skip,
    Swap,
    Who,
)
from lastcard.rules.going_out import settle_empty
from lastcard.rules.picking import meant, pickable
from lastcard.rules.piles import draw
from lastcard.rules.playing import reverse, rotate_hands, skip, swap_hands
from lastcard.rules.reasons import Reason, about_seat
from lastcard.rules.resolution import Resolution, expected
from lastcard.rules.round import (
    Acting,
    Agenda,
    ApplyEffect,
    Calling,
    Choosing,
    Judging,
    Picking,
    Round,
    RuleRun,
)
from lastcard.rules.uno import open_window
from lastcard.rules.votes import dare_failed

# Effects: the one place where they get their meaning. None instead of an agenda: the round waits for players.


def apply_effect(resolution: Resolution, task: ApplyEffect, rest: Agenda) -> Agenda | None:
    """Apply a printed or written effect, to the next of its targets where it has several (W2, W3, W8, W9, V4, H6, H8)."""
    effect, run = task.effect, task.run
    if task.targets is not None:
        return _next_target(resolution, task, task.targets, rest)
    if _needs_choice(effect) and run.chosen is None:
        if run.actor not in resolution.round.table.seats:
            return rest
        resolution.wait(Choosing(run.actor, run, (task, *rest)))
        return None
    match effect:
        case Draw() | Discard() | Give() | Show() | Dare():
            return (replace(task, targets=_seats_meant(resolution, effect.who, run)), *rest)
        case Skip():
            who = Who.OTHERS if effect.who is Who.EVERYONE else effect.who
            skip(resolution, _seats_meant(resolution, who, run))
        case Reverse():
            reverse(resolution)
        case Swap():
            for other in _seats_meant(resolution, effect.who, run)[:1]:
                swap_hands(resolution, run.actor, other)
        case Rotate():
            rotate_hands(resolution, effect.way)
        case Call() | Charade():
            return _ask_actor(resolution, effect, run, rest)
        case Owe():
            raise ValueError("a debt is no written effect")
    return rest


def _needs_choice(effect: Effect) -> bool:
    """Whether the effect means a player whom the acting player chooses."""
    return Who.CHOSEN in (getattr(effect, "who", None), getattr(effect, "to", None))


def _next_target(
    resolution: Resolution, task: ApplyEffect, targets: tuple[int, ...], rest: Agenda
) -> Agenda | None:
    """Apply the effect to the first target left; when none is left, whoever has no card is out (O3, H1–H4, H8)."""
    if not targets:
        settle_empty(resolution, task.run.source)
        return rest
    seat, run = targets[0], task.run
    rest = (replace(task, targets=targets[1:]), *rest)
    if seat not in resolution.round.table.seats:
        return rest
    match task.effect:
        case Draw(count):
            return draw(resolution, seat, count, ev.DrawReason.WRITTEN, chained=run.chained) + rest
        case Discard() as effect:
            return _pick_discards(resolution, seat, effect, effect.count, run, rest)
        case Give() as effect:
            return _give_to(resolution, seat, effect, run, rest)
        case Show() as effect:
            hand = resolution.round.hands[seat].cards
            for to in _seats_meant(resolution, effect.to, run):
                if to != seat and to in resolution.round.table.seats:
                    resolution.emit(ev.Shown(seat, to, hand))
        case Dare(text, _, otherwise):
            resolution.wait(Judging(seat, text, otherwise, run, rest))
            return None
        case _:
            pass
    return rest


def _seats_meant(resolution: Resolution, who: Who, run: RuleRun) -> tuple[int, ...]:
    """The seats in the round that `who` means, in turn order after the acting player (H8)."""
    seats = _meant_by(resolution.round, who, run)
    return seats if resolution.out is None else tuple(s for s in seats if s != resolution.out)


def _meant_by(state: Round, who: Who, run: RuleRun) -> tuple[int, ...]:
    others = state.after(run.actor)
    match who:
        case Who.NEXT:
            return others[:1]
        case Who.PREVIOUS:
            return others[-1:]
        case Who.OTHERS:
            return others
        case Who.EVERYONE:
            return (*others, run.actor)
        case Who.SELF:
            return (run.actor,)
        case Who.CHOSEN:
            return () if run.chosen is None else (run.chosen,)
        case Who.PARTNER:
            return tuple(s for s in others if state.rules.same_side(s, run.actor))


def _ask_actor(resolution: Resolution, effect: Call | Charade, run: RuleRun, rest: Agenda) -> Agenda | None:
    """The acting player calls a colour or plays a charade (H5), unless it has left."""
    if run.actor not in resolution.round.table.seats:
        return rest
    if isinstance(effect, Call):
        resolution.wait(Calling(run.actor, swap=False, agenda=rest))
    else:
        resolution.wait(Acting(run.actor, effect.winner, run, rest))
    return None


# Discarding and giving cards.


def _pick_discards(
    resolution: Resolution, seat: int, effect: Discard, count: int | None, run: RuleRun, rest: Agenda
) -> Agenda | None:
    """The seat discards all cards meant, or picks `count` of them where it has more (H4)."""
    if count == 0:
        return rest
    cards = meant(resolution.round.table, effect.what, resolution.round.hands[seat].cards)
    if count is None or len(cards) <= count:
        if cards:
            _discard(resolution, seat, cards)
        return rest
    resolution.wait(Picking(seat, effect, count, None, run, rest))
    return None


def _discard(resolution: Resolution, seat: int, cards: Cards) -> None:
    """Cards go under the top card by a written rule (H4)."""
    resolution.emit(ev.Discarded(seat, cards))
    open_window(resolution, (seat,))


def _give_to(resolution: Resolution, seat: int, effect: Give, run: RuleRun, rest: Agenda) -> Agenda | None:
    taker = next(iter(_seats_meant(resolution, effect.to, run)), None)
    if taker is None or taker == seat or taker not in resolution.round.table.seats:
        return rest
    return _pick_gifts(resolution, seat, effect, effect.count, taker, run, rest)


def _pick_gifts(
    resolution: Resolution, seat: int, effect: Give, count: int, to: int, run: RuleRun, rest: Agenda
) -> Agenda | None:
    """The seat gives all its cards, or picks `count` of them where it has more (H8)."""
    if count == 0:
        return rest
    cards = resolution.round.hands[seat].cards
    if len(cards) <= count:
        if cards:
            _give(resolution, seat, to, cards)
        return rest
    resolution.wait(Picking(seat, effect, count, to, run, rest))
    return None


def _give(resolution: Resolution, seat: int, to: int, cards: Cards) -> None:
    """Cards go from one seat to another by a written rule."""
    resolution.emit(ev.Gave(seat, to, cards, cards))
    open_window(resolution, (seat, to))


def pick(resolution: Resolution, seat: int, action: act.DiscardCard | act.GiveCard) -> Agenda:
    """The seat picks a card to discard or give, and goes on picking if more are due (H4, H8)."""
    phase = expected(resolution.round, Picking)
    left, effect = phase.count - 1, phase.effect
    more: Agenda | None
    if phase.to is None:
        _discard(resolution, seat, (action.card,))
        assert isinstance(effect, Discard)  # noqa: S101
        more = _pick_discards(resolution, seat, effect, left, phase.run, phase.agenda)
    else:
        _give(resolution, seat, phase.to, (action.card,))
        assert isinstance(effect, Give)  # noqa: S101
        more = _pick_gifts(resolution, seat, effect, left, phase.to, phase.run, phase.agenda)
    return more or ()


# Dares, charades and choices.


def judge(resolution: Resolution, seat: int, action: act.Done | act.Failed) -> Agenda:
    """A judge votes on the dare, or the one dared gives up (H1, H2, H8)."""
    phase = expected(resolution.round, Judging)
    if seat == phase.seat:
        return dare_settled(resolution, phase, done=False)
    resolution.emit(ev.Judged(seat, isinstance(action, act.Done)))
    return settle_dare(resolution)


def settle_dare(resolution: Resolution) -> Agenda:
    """Settle the open dare as soon as the majority is certain; a tie favours the one judged (H8)."""
    phase = expected(resolution.round, Judging)
    failed = dare_failed(resolution.round, phase)
    return () if failed is None else dare_settled(resolution, phase, done=not failed)


def dare_settled(resolution: Resolution, phase: Judging, *, done: bool) -> Agenda:
    """The dare was done or not: returns what comes of it, and what had to wait for it (H8)."""
    resolution.emit(ev.DareSettled(phase.seat, done))
    run = replace(phase.run, actor=phase.seat)
    penalty = () if done else tuple(ApplyEffect(effect, run) for effect in phase.otherwise)
    return penalty + phase.agenda


def guessed(resolution: Resolution, seat: int, action: act.Guessed) -> Agenda:
    """The acting player names who guessed the charade, or nobody (H5, H8)."""
    phase = expected(resolution.round, Acting)
    resolution.emit(ev.CharadeSettled(seat, action.seat))
    prize: Agenda = ()
    if action.seat is not None:
        run = replace(phase.run, actor=action.seat)
        prize = tuple(ApplyEffect(effect, run) for effect in phase.winner)
    return prize + phase.agenda


def choose(resolution: Resolution, seat: int, action: act.Choose) -> Agenda:
    """The acting player chooses whom the rule means, for all effects of this run of it (H8)."""
    phase = expected(resolution.round, Choosing)
    resolution.emit(ev.Chose(seat, action.seat))
    chosen = replace(phase.run, chosen=action.seat)
    return tuple(
        replace(task, run=chosen) if isinstance(task, ApplyEffect) and task.run == phase.run else task
        for task in phase.agenda
    )


# Why not.


def against_verdict(state: Round, seat: int, action: act.Done | act.Failed) -> Reason | None:
    """The reason against a verdict on a dare (H8)."""
    phase = state.table.phase
    if not isinstance(phase, Judging):
        return Reason("no-dare", "H8")
    if phase.seat == seat:
        return None if isinstance(action, act.Failed) else Reason("not-judge", "H8")
    return Reason("voted", "H8", about_seat(seat)) if seat in dict(phase.votes) else None


def against_guessed(state: Round, seat: int, action: act.Guessed) -> Reason | None:
    """The reason against naming who guessed the charade (H5, H8)."""
    phase = state.table.phase
    if not isinstance(phase, Acting) or phase.seat != seat:
        return Reason("no-charade", "H8", about_seat(seat))
    if action.seat is None or (action.seat != seat and action.seat in state.table.seats):
        return None
    return Reason("bad-guesser", "H8", about_seat(action.seat))


def against_choose(state: Round, seat: int, action: act.Choose) -> Reason | None:
    """The reason against choosing this player (H8)."""
    phase = state.table.phase
    if not isinstance(phase, Choosing) or phase.seat != seat:
        return Reason("no-choice", "H8")
    good = action.seat != seat and action.seat in state.table.seats
    return None if good else Reason("bad-choice", "H8", about_seat(action.seat))


def against_pick(state: Round, seat: int, action: act.DiscardCard | act.GiveCard) -> Reason | None:
    """The reason against picking this card to discard or give (H4, H8)."""
    phase = state.table.phase
    gives = isinstance(action, act.GiveCard)
    if not isinstance(phase, Picking) or phase.seat != seat or (phase.to is not None) is not gives:
        return Reason("no-gift" if gives else "no-discard", "H8")
    if action.card in pickable(state, phase):
        return None
    return Reason("bad-pick", "H8", (("card", action.card.token),))
