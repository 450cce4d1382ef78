"""Playing cards: what word cards do, and the house rules about playing (W1–W9, V1–V4, V9, N1–N3)."""

from __future__ import annotations

from collections import Counter

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.cards import Card, Face, Kind
from lastcard.rules.effects import Effect, Reverse, Skip, Way, Who
from lastcard.rules.going_out import draw_for_last, written_draw
from lastcard.rules.matching import against_card, against_last, against_turn, lawful_draw_four
from lastcard.rules.options import JumpIn, Stacking, WildDrawFour
from lastcard.rules.piles import draw
from lastcard.rules.reasons import Reason, about_seat
from lastcard.rules.resolution import Resolution, expected
from lastcard.rules.round import (
    Agenda,
    Answering,
    ApplyEffect,
    BeginTurn,
    Calling,
    Direction,
    Drawn,
    EndTurn,
    Owing,
    Phase,
    Resume,
    Round,
    RuleRun,
    Turn,
)
from lastcard.rules.triggers import played_rules
from lastcard.rules.uno import begin_play, open_window

_PRINTED = -1
"""The serial of the run of a card's printed effects, which is over before any written rule starts."""


# A card is played.


def play(resolution: Resolution, seat: int, action: act.Play) -> Agenda:
    """The seat plays a card on its turn, or several equal numbers (T1, V9)."""
    return _put(resolution, seat, ev.Played(seat, action.cards, action.colour, action.swap, action.uno))


def jump_in(resolution: Resolution, seat: int, action: act.Jump) -> Agenda:
    """The seat plays an identical card out of turn (V3)."""
    played = ev.Played(seat, (action.card,), None, action.swap, action.uno, jump=True)
    return _put(resolution, seat, played)


def _put(resolution: Resolution, seat: int, played: ev.Played) -> Agenda:
    """The card is put on the pile, the catch window opens, and the card does what it does (U1, V3)."""
    before = resolution.round
    if before.table.window:
        begin_play(resolution)
    resolution.emit(played)
    debt = _debt(before.table.phase)
    left = len(resolution.round.hands[seat].cards)
    if not left:
        return _last_card(resolution, seat, played.cards[-1], debt)
    if left == 1:
        open_window(resolution, (seat,))
    return _set_off(resolution, before, played, debt)


def _debt(phase: Phase) -> int:
    return phase.debt if isinstance(phase, Answering | Owing) else 0


def _set_off(resolution: Resolution, before: Round, played: ev.Played, debt: int) -> Agenda:
    """What the card sets off, up to the end of the turn (W9, V2, V4)."""
    rules, card, seat = before.rules, played.cards[-1], played.seat
    owed = rules.debts.get(card, 0)
    if owed:
        return _owe(resolution, before, seat, card, debt + owed)
    if debt:
        deflected = Resume(_deflect(resolution, before, seat, card, debt))
        return (*played_rules(resolution, seat, played.cards), deflected)
    effects = rules.effects[card]
    agenda = _printed(effects, played, two_handed=before.two_handed) if effects else ()
    return (*agenda, *played_rules(resolution, seat, played.cards), EndTurn(seat))


def _printed(effects: tuple[Effect, ...], played: ev.Played, *, two_handed: bool) -> Agenda:
    """The effects printed on the card; between two players a Reverse skips as well (N1)."""
    run = RuleRun(_PRINTED, played.seat, played.seat, chained=True, chosen=played.swap)
    agenda: Agenda = tuple(ApplyEffect(effect, run) for effect in effects)
    if two_handed and Reverse() in effects:
        agenda += (ApplyEffect(Skip(Who.NEXT), run),)
    return agenda


def _last_card(resolution: Resolution, seat: int, card: Card, debt: int) -> Agenda:
    """The last card: what the next player must draw is drawn before the count (O2, V1, V2, W9)."""
    owed = resolution.round.rules.debts.get(card, 0)
    if debt and not owed:
        return draw_for_last(resolution, seat, _deflected_to(resolution, seat, card), debt)
    count = debt + owed + written_draw(resolution.round, seat, card)
    return draw_for_last(resolution, seat, resolution.round.step(seat), count)


# Draw cards: debts, answers and challenges.


def _owe(resolution: Resolution, before: Round, seat: int, card: Card, debt: int) -> Agenda:
    """A draw card: the next player answers, owes, or draws at once and loses the turn (W1, W5, W6, V1, N3)."""
    rules, victim = before.rules, resolution.round.step(seat)
    four = card.face is Face.WILD_DRAW_FOUR
    if four and rules.wild_draw_four is WildDrawFour.BLUFF:
        resolution.wait(Answering(victim, seat, debt, before.table.colour))
        return ()
    if rules.stacking is not Stacking.NONE:
        resolution.wait(Owing(victim, debt, card.face.value))
        return ()
    return (*draw(resolution, victim, debt, ev.DrawReason.DEBT), EndTurn(victim))


def _deflect(resolution: Resolution, before: Round, seat: int, card: Card, debt: int) -> Owing:
    """A Reverse or Skip sends the debt on (V2)."""
    phase = before.table.phase
    kind = phase.kind if isinstance(phase, Owing) else Face.WILD_DRAW_FOUR.value
    return Owing(_deflected_to(resolution, seat, card), debt, kind)


def _deflected_to(resolution: Resolution, seat: int, card: Card) -> int:
    """Whom the debt is sent on to: back by a Reverse, past the next player by a Skip (V2, N1, N2)."""
    if card.face is Face.REVERSE:
        reverse(resolution)
        return resolution.round.step(seat)
    if resolution.round.two_handed:
        return resolution.round.step(seat)
    return resolution.round.step(resolution.round.step(seat))


def accept(resolution: Resolution, seat: int, action: act.Accept) -> Agenda:
    """The seat draws for a Wild Draw Four without a challenge and loses the turn (W5)."""
    del action
    phase = expected(resolution.round, Answering)
    resolution.emit(ev.Accepted(seat))
    return (*draw(resolution, seat, phase.debt, ev.DrawReason.DEBT), EndTurn(seat))


def challenge(resolution: Resolution, seat: int, action: act.Challenge) -> Agenda:
    """Guilt is judged on the hand played from, against the colour in force before (W6, X2, V1)."""
    del action
    phase = expected(resolution.round, Answering)
    present = phase.accused in resolution.round.table.seats
    hand = resolution.round.hands[phase.accused].played_from if present else resolution.round.hidden.aside
    hand = hand or ()
    guilty = not lawful_draw_four(hand, phase.before)
    resolution.emit(ev.Challenged(seat, phase.accused, guilty, hand))
    if guilty:
        set_off = draw(resolution, phase.accused, phase.debt, ev.DrawReason.CHALLENGE) if present else ()
        return (*set_off, BeginTurn(seat))
    fine = resolution.round.rules.challenge_cost(phase.debt)
    return (*draw(resolution, seat, fine, ev.DrawReason.CHALLENGE), EndTurn(seat))


def call_colour(resolution: Resolution, seat: int, action: act.CallColour) -> Agenda:
    """A colour is called; at the start hands may be swapped, which opens no window (S7, S11, S12)."""
    phase = expected(resolution.round, Calling)
    resolution.emit(ev.ColourCalled(seat, action.colour))
    if action.swap is not None:
        hands = resolution.round.hands
        swapped = ((seat, hands[action.swap].cards), (action.swap, hands[seat].cards))
        resolution.emit(ev.HandsMoved(swapped))
    return phase.agenda


# What the printed effects do; written rules may do the same.


def skip(resolution: Resolution, seats: tuple[int, ...]) -> None:
    """The seats lose their next turn (W3, H6, N2)."""
    table = resolution.round.table
    lose = tuple(s for s in seats if s in table.seats and s not in table.losing)  # or it has left (V14)
    if lose:
        resolution.emit(ev.MustSkip(lose))


def reverse(resolution: Resolution) -> None:
    """The direction of play turns round (W2)."""
    resolution.emit(ev.DirectionTurned(resolution.round.table.direction.turned))


def swap_hands(resolution: Resolution, seat: int, other: int) -> None:
    """Two seats swap hands, if both are still playing and differ (W8, V4)."""
    able = set(resolution.round.table.seats) - {resolution.out}
    if other == seat or not {seat, other} <= able:
        return
    hands = resolution.round.hands
    resolution.emit(ev.HandsMoved(((seat, hands[other].cards), (other, hands[seat].cards))))
    open_window(resolution, (seat, other))


def rotate_hands(resolution: Resolution, way: Way) -> None:
    """All hands move one seat (V4)."""
    table = resolution.round.table
    direction = table.direction if way is Way.PLAY else Direction(way.value)
    hands, seats = resolution.round.hands, tuple(s for s in table.seats if s != resolution.out)
    givers = (seats[-1], *seats[:-1]) if direction is Direction.LEFT else (*seats[1:], seats[0])
    moved = tuple((seat, hands[giver].cards) for seat, giver in zip(seats, givers, strict=True))
    resolution.emit(ev.HandsMoved(moved))
    open_window(resolution, seats)


# Why not.


def _against_held(state: Round, seat: int, cards: tuple[Card, ...]) -> Reason | None:
    if len(cards) == 1 and cards[0] in state.hands[seat].cards:
        return None
    held = Counter(state.hands[seat].cards)
    for card, count in Counter(cards).items():
        if held[card] < count:
            return Reason("not-held", "T1", (("card", card.token),))
    return None


def against_play(state: Round, seat: int, action: act.Play) -> Reason | None:
    """The reason against playing these cards in this way (T1, T2, T4, W7, W8, V1, V2, V4, V8, V9)."""
    reason = against_turn(state, seat) or _against_held(state, seat, action.cards)
    if reason:
        return reason
    phase = state.table.phase
    if len(action.cards) != 1:
        reason = _against_several(state, action.cards)
    elif isinstance(phase, Drawn) and action.cards[0] is not state.hands[seat].drawn:
        reason = Reason("only-drawn", "T4")
    reason = reason or against_card(state, seat, action.cards[0])
    return reason or _against_extras(state, seat, action, len(action.cards))


def _against_several(state: Round, cards: tuple[Card, ...]) -> Reason | None:
    """The reason against playing several cards in one turn (V9)."""
    if not state.rules.multi_play:
        return Reason("one-card", "T1")
    if not act.several(cards):
        return Reason("not-several", "V9")
    if isinstance(state.table.phase, Drawn):
        return Reason("drawn-alone", "V9")
    return None


def _against_extras(state: Round, seat: int, action: act.Play | act.Jump, count: int) -> Reason | None:
    """The reason against the colour, swap and UNO that come with a play or jump (T2, W4, W8, V4, U1)."""
    card = action.card if isinstance(action, act.Jump) else action.cards[0]
    colour = None if isinstance(action, act.Jump) else action.colour
    if card.wild and colour is None:
        return Reason("needs-colour", "T2")
    if colour is not None and not card.wild:
        return Reason("no-colour", "T2")
    left = len(state.hands[seat].cards) - count
    rule = "W8" if card.wild else "V4"
    if not (left and card in state.rules.swapping):
        if action.swap is not None:
            return Reason("no-swap", rule)
    elif action.swap is None:
        return Reason("needs-swap", rule)
    elif action.swap == seat or action.swap not in state.table.seats:
        return Reason("bad-swap", rule, about_seat(action.swap))
    return Reason("uno-not-due", "U1") if action.uno and left != 1 else None


def against_jump(state: Round, seat: int, action: act.Jump) -> Reason | None:
    """The reason against jumping in with the card (V3)."""
    reason = against_jumping(state, seat) or _against_held(state, seat, (action.card,))
    return reason or against_jump_card(state, seat, action.card) or _against_extras(state, seat, action, 1)


def against_jumping(state: Round, seat: int) -> Reason | None:
    """The reason against the seat's jumping in at all (V3)."""
    table = state.table
    if table.rules.jump_in is JumpIn.NONE:
        return Reason("no-jumping", "V3")
    if not table.jumpable or not isinstance(table.phase, Turn):
        return Reason("no-jump-now", "V3")
    return Reason("jump-on-turn", "V3") if table.phase.seat == seat else None


def against_jump_card(state: Round, seat: int, card: Card) -> Reason | None:
    """The reason against jumping in with this card, whoever holds it (V3, V8)."""
    if card is not state.table.top:
        return Reason("not-identical", "V3", (("card", card.token), ("top", str(state.table.top))))
    if card.wild or card.kind is Kind.BLANK:
        return Reason("jump-wild", "V3")
    if state.rules.jump_in is JumpIn.NUMBERS and card.number is None:
        return Reason("jump-number", "V3")
    return against_last(state, seat, card)


def against_answer(state: Round, seat: int, action: act.Challenge | act.Accept) -> Reason | None:
    """The reason against accepting or challenging a Wild Draw Four (W6)."""
    del action
    phase = state.table.phase
    if not isinstance(phase, Answering):
        return Reason("nothing-to-answer", "W6")
    return None if phase.seat == seat else Reason("not-your-turn", "W6", about_seat(seat))


def against_call(state: Round, seat: int, action: act.CallColour) -> Reason | None:
    """The reason against calling a colour without playing a card (S7, S11)."""
    phase = state.table.phase
    if not isinstance(phase, Calling):
        return Reason("nothing-to-call", "S7")
    if phase.seat != seat:
        return Reason("not-your-turn", "S7", about_seat(seat))
    if not phase.swap:
        return None if action.swap is None else Reason("no-swap", "S7")
    if action.swap is None:
        return Reason("needs-swap", "S11")
    bad = action.swap == seat or action.swap not in state.table.seats
    return Reason("bad-swap", "S11", about_seat(action.swap)) if bad else None
