"""A turn's draw: one card or until one fits, what becomes of the card drawn, and passing (T3–T5, V5, V6, V11)."""

from __future__ import annotations

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.cards import Card, Cards
from lastcard.rules.going_out import finish
from lastcard.rules.matching import against_card, against_turn, holds_playable, must_play
from lastcard.rules.piles import draw, refill, room, take
from lastcard.rules.reasons import Reason
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import AfterDrawing, Agenda, Answering, Drawn, EndTurn, Owing, Round
from lastcard.rules.triggers import drawn_rules
from lastcard.rules.uno import begin_draw, turn_taken


def draw_card(resolution: Resolution, seat: int, action: act.DrawCard) -> Agenda:
    """The seat draws on its turn, or its whole debt (T3, T4, T5, V1, V5)."""
    del action
    phase = resolution.round.table.phase
    if isinstance(phase, Owing):
        return (*draw(resolution, seat, phase.debt, ev.DrawReason.DEBT), EndTurn(seat))
    reneged = holds_playable(resolution.round, seat)
    begin_draw(resolution)
    take_turn = _until_one_fits if resolution.round.rules.draw_to_match else _one_card
    drawn = take_turn(resolution, seat, reneged=reneged)
    if drawn:
        return (*drawn_rules(resolution, seat, drawn), AfterDrawing(seat))
    resolution.emit(ev.Passed(seat))
    turn_taken(resolution)
    if resolution.round.table.passes >= len(resolution.round.table.seats):
        finish(resolution, None)  # T5
        return ()
    return (EndTurn(seat),)


def _one_card(resolution: Resolution, seat: int, *, reneged: bool) -> Cards:
    """The seat draws one card, if there is one and V11 allows (T3)."""
    return take(resolution, seat, room(resolution, seat, 1), ev.DrawReason.TURN, reneged=reneged)


def _until_one_fits(resolution: Resolution, seat: int, *, reneged: bool) -> Cards:
    """The seat draws until the card just drawn can be played, or the piles or V11 stop it (V5)."""
    drawn: list[Card] = []
    while room(resolution, seat, 1) and refill(resolution):
        pile = resolution.round.hidden.pile
        fit = next((i for i, card in enumerate(pile) if _would_fit(resolution, seat, card)), len(pile) - 1)
        count = room(resolution, seat, fit + 1)
        drawn += take(resolution, seat, count, ev.DrawReason.TURN, reneged=reneged)
        if _would_fit(resolution, seat, drawn[-1]):
            break
    return tuple(drawn)


def _would_fit(resolution: Resolution, seat: int, card: Card) -> bool:
    """Whether the card could be played once it is in the hand."""
    hand = resolution.round.hands[seat]
    hands = list(resolution.round.hands)
    hands[seat] = hand._replace(cards=(*hand.cards, card))
    return against_card(resolution.round._replace(hands=tuple(hands)), seat, card) is None


def after_drawing(resolution: Resolution, seat: int, rest: Agenda) -> Agenda | None:
    """The card drawn may be played, or the turn passes (T3, T4)."""
    if not can_play_drawn(resolution.round, seat):
        turn_taken(resolution)
        return (EndTurn(seat), *rest)
    resolution.wait(Drawn(seat))
    return None


def keep(resolution: Resolution, seat: int, action: act.Pass) -> Agenda:
    """The seat keeps the card just drawn (T3)."""
    del action
    resolution.emit(ev.Kept(seat))
    turn_taken(resolution)
    return (EndTurn(seat),)


# Why not, and the predicates.


def can_play_drawn(state: Round, seat: int) -> bool:
    """Whether the seat is in the round and may play the card that it has just drawn (T3, T4)."""
    drawn = state.hands[seat].drawn
    return drawn is not None and seat in state.table.seats and against_card(state, seat, drawn) is None


def against_draw(state: Round, seat: int, action: act.DrawCard) -> Reason | None:
    """The reason against drawing (T3, W6, V6)."""
    del action
    reason = against_turn(state, seat)
    phase = state.table.phase
    if reason or isinstance(phase, Owing):
        return reason
    if isinstance(phase, Answering):
        return Reason("answer-first", "W6")
    if isinstance(phase, Drawn):
        return Reason("drew-already", "T3")
    if not state.rules.renege and holds_playable(state, seat):
        return Reason("must-not-draw", "V6")
    return None


def against_pass(state: Round, seat: int, action: act.Pass) -> Reason | None:
    """The reason against keeping a drawn card: none was drawn, or it must be played (T3)."""
    del action
    reason = against_turn(state, seat)
    phase = state.table.phase
    if reason:
        return reason
    if not isinstance(phase, Drawn):
        return Reason("nothing-drawn", "T3")
    return Reason("must-play", "T3") if must_play(state, seat) else None
