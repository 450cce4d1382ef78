"""What may be done: `why_illegal` gives the reason against an action, `legal_actions` all that have none.

The two share their predicates; that the list is exactly the actions without a reason is a law that the tests hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any

from lastcard.rules import actions as act
from lastcard.rules.cards import Card, Colour, Kind
from lastcard.rules.options import JumpIn, Stacking
from lastcard.rules.picking import pickable
from lastcard.rules.playable import against_card, against_last, holds_playable, must_play, playable
from lastcard.rules.reasons import Reason
from lastcard.rules.round import (
    Acting,
    Answering,
    Calling,
    Choosing,
    Drawn,
    Judging,
    Opening,
    Over,
    Owing,
    Picking,
    Round,
    Turn,
)

_COLOURS = tuple(Colour)
_play = lru_cache(maxsize=4096)(act.Play)
_DRAW, _PASS, _CHALLENGE, _ACCEPT, _UNO = (
    act.DrawCard(),
    act.Pass(),
    act.Challenge(),
    act.Accept(),
    act.SayUno(),
)
_VOTES = (act.Uphold(), act.Dismiss())
_catch = lru_cache(act.Catch)
_LAST_BUT_ONE = 2
"""With so many cards UNO may be said, in advance or with a play that leaves one (U1)."""


def why_illegal(state: Round, seat: int, action: act.Action) -> Reason | None:
    """The reason against the action now, or None if the seat may take it; it asks nothing that the seat cannot see."""
    if isinstance(state.table.phase, (Over, Opening)):
        return Reason("over", "O1")
    if seat not in state.table.seats:
        return Reason("not-in-round", "S1", (("seat", seat),))
    return _CHECKS[type(action)](state, seat, action)


def legal_actions(state: Round, seat: int) -> tuple[act.Action, ...]:
    """All actions that the seat may take now, each once, turn actions first; a view gives the same as the round."""
    return tuple(_legal(state, seat))


def actors(state: Round) -> tuple[int, ...]:
    """The seats that may do anything now, calls, catches, reports and votes included."""
    table = state.table
    if table.report is None and _reports_allowed(state) and not isinstance(table.phase, (Over, Opening)):
        return table.seats
    return tuple(seat for seat in table.seats if _legal(state, seat))


def awaited(state: Round) -> tuple[int, ...]:
    """The seats for whose act the round waits: the one on turn, or the judges of a dare who have not judged."""
    phase = state.table.phase
    if isinstance(phase, Judging):
        judged = {seat for seat, _ in phase.votes}
        return tuple(s for s in state.table.seats if s != phase.seat and s not in judged)
    return () if isinstance(phase, Over | Opening) else (phase.seat,)


def owes_uno(state: Round, seat: int) -> bool:
    """Whether the seat may be caught now: one card, no call, and the window open (U2–U7)."""
    window = state.table.window
    return (
        window is not None
        and seat in window.owing
        and len(state.hands[seat].cards) == 1
        and seat not in state.table.called
    )


# Reasons, one function for each action.


def _seat_param(seat: int) -> tuple[tuple[str, str | int], ...]:
    return (("seat", seat),)


def _against_turn(state: Round, seat: int) -> Reason | None:
    """The reason against the seat's playing or drawing anything at all."""
    phase = state.table.phase
    if isinstance(phase, (Turn, Drawn, Owing, Answering)):
        return None if phase.seat == seat else Reason("not-your-turn", "T1", _seat_param(seat))
    if isinstance(phase, Calling):
        return Reason("colour-due", "S7", _seat_param(phase.seat))
    return Reason("written-due", "H8")


def _against_held(state: Round, seat: int, cards: tuple[Card, ...]) -> Reason | None:
    if len(cards) == 1 and cards[0] in state.hands[seat].cards:
        return None
    held = Counter(state.hands[seat].cards)
    for card, count in Counter(cards).items():
        if held[card] < count:
            return Reason("not-held", "T1", (("card", card.token),))
    return None


def _against_play(state: Round, seat: int, action: act.Play) -> Reason | None:
    reason = _against_turn(state, seat) or _against_held(state, seat, action.cards)
    if reason:
        return reason
    phase = state.table.phase
    if len(action.cards) != 1:
        reason = _against_several(state, action.cards)
    elif isinstance(phase, Drawn) and action.cards[0] is not state.hands[seat].drawn:
        reason = Reason("only-drawn", "T4")
    reason = reason or against_card(state, seat, action.cards[0])
    return reason or _against_manner(state, seat, action, len(action.cards))


def _against_several(state: Round, cards: tuple[Card, ...]) -> Reason | None:
    if not state.rules.multi_play:
        return Reason("one-card", "T1")
    if not act.several(cards):
        return Reason("not-several", "V9")
    if isinstance(state.table.phase, Drawn):
        return Reason("drawn-alone", "V9")
    return None


def _against_manner(state: Round, seat: int, action: act.Play | act.Jump, count: int) -> Reason | None:
    """The reason against the colour, swap and UNO that come with a play or jump."""
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
        return Reason("bad-swap", rule, _seat_param(action.swap))
    return Reason("uno-not-due", "U1") if action.uno and left != 1 else None


def _against_jump(state: Round, seat: int, action: act.Jump) -> Reason | None:
    reason = _against_jumping(state, seat) or _against_held(state, seat, (action.card,))
    return reason or _against_jump_card(state, seat, action.card) or _against_manner(state, seat, action, 1)


def _against_jumping(state: Round, seat: int) -> Reason | None:
    table = state.table
    if table.rules.jump_in is JumpIn.NONE:
        return Reason("no-jumping", "V3")
    if not table.jumpable or not isinstance(table.phase, Turn):
        return Reason("no-jump-now", "V3")
    return Reason("jump-on-turn", "V3") if table.phase.seat == seat else None


def _against_jump_card(state: Round, seat: int, card: Card) -> Reason | None:
    if card is not state.table.top:
        return Reason("not-identical", "V3", (("card", card.token), ("top", str(state.table.top))))
    if card.wild or card.kind is Kind.BLANK:
        return Reason("jump-wild", "V3")
    if state.rules.jump_in is JumpIn.NUMBERS and card.number is None:
        return Reason("jump-number", "V3")
    return against_last(state, seat, card)


def _against_draw(state: Round, seat: int, action: act.DrawCard) -> Reason | None:
    del action
    reason = _against_turn(state, seat)
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


def _against_pass(state: Round, seat: int, action: act.Pass) -> Reason | None:
    del action
    reason = _against_turn(state, seat)
    phase = state.table.phase
    if reason:
        return reason
    if not isinstance(phase, Drawn):
        return Reason("nothing-drawn", "T3")
    return Reason("must-play", "T3") if must_play(state, seat) else None


def _against_answer(state: Round, seat: int, action: act.Challenge | act.Accept) -> Reason | None:
    del action
    phase = state.table.phase
    if not isinstance(phase, Answering):
        return Reason("nothing-to-answer", "W6")
    return None if phase.seat == seat else Reason("not-your-turn", "W6", _seat_param(seat))


def _against_call(state: Round, seat: int, action: act.CallColour) -> Reason | None:
    phase = state.table.phase
    if not isinstance(phase, Calling):
        return Reason("nothing-to-call", "S7")
    if phase.seat != seat:
        return Reason("not-your-turn", "S7", _seat_param(seat))
    if not phase.swap:
        return None if action.swap is None else Reason("no-swap", "S7")
    if action.swap is None:
        return Reason("needs-swap", "S11")
    bad = action.swap == seat or action.swap not in state.table.seats
    return Reason("bad-swap", "S11", _seat_param(action.swap)) if bad else None


def _against_uno(state: Round, seat: int, action: act.SayUno) -> Reason | None:
    del action
    if owes_uno(state, seat) or _may_call_ahead(state, seat):
        return None
    return Reason("no-uno-owed", "U2")


def _may_call_ahead(state: Round, seat: int) -> bool:
    """Whether the seat may say UNO in advance: its own turn, two cards, a card it may yet play (U1)."""
    if len(state.hands[seat].cards) != _LAST_BUT_ONE or seat in state.table.called:
        return False
    phase = state.table.phase
    if isinstance(phase, Answering | Owing):
        return phase.seat == seat and state.rules.stacking is not Stacking.NONE
    return isinstance(phase, Turn | Drawn) and phase.seat == seat


def _against_catch(state: Round, seat: int, action: act.Catch) -> Reason | None:
    if action.seat == seat:
        return Reason("self-catch", "U5")
    if action.seat not in state.table.seats:
        return Reason("not-in-round", "U5", _seat_param(action.seat))
    if owes_uno(state, action.seat):
        return None
    window = state.table.window
    if window is not None and action.seat in window.settled:
        return Reason("lost-race", "U5", _seat_param(action.seat))
    return (
        None if state.rules.false_catch_penalty else Reason("not-catchable", "U4", _seat_param(action.seat))
    )


def _against_report(state: Round, seat: int, action: act.Report) -> Reason | None:
    if not _reports_allowed(state):
        return Reason("no-reports", "X1")
    if state.table.report:
        return Reason("report-open", "X1")
    if action.seat == seat:
        return Reason("self-report", "X1")
    return (
        None if action.seat in state.table.seats else Reason("not-in-round", "X1", _seat_param(action.seat))
    )


def _reports_allowed(state: Round) -> bool:
    """Whether anybody may ever report a suggestion: where it costs something and three are left (X1)."""
    return bool(state.table.rules.suggestion_penalty) and len(state.table.seats) > 2  # noqa: PLR2004


@lru_cache
def _reports(seats: tuple[int, ...], seat: int) -> tuple[act.Report, ...]:
    return tuple(act.Report(s) for s in seats if s != seat)


def _against_vote(state: Round, seat: int, action: act.Uphold | act.Dismiss | None) -> Reason | None:
    del action
    report = state.table.report
    if report is None:
        return Reason("no-report", "X1")
    if seat in (report.accuser, report.accused):
        return Reason("no-vote", "X1")
    return Reason("voted", "X1", _seat_param(seat)) if seat in dict(report.votes) else None


def _against_verdict(state: Round, seat: int, action: act.Done | act.Failed) -> Reason | None:
    phase = state.table.phase
    if not isinstance(phase, Judging):
        return Reason("no-dare", "H8")
    if phase.seat == seat:
        return None if isinstance(action, act.Failed) else Reason("not-judge", "H8")
    return Reason("voted", "H8", _seat_param(seat)) if seat in dict(phase.votes) else None


def _against_guessed(state: Round, seat: int, action: act.Guessed) -> Reason | None:
    phase = state.table.phase
    if not isinstance(phase, Acting) or phase.seat != seat:
        return Reason("no-charade", "H8", _seat_param(seat))
    if action.seat is None or (action.seat != seat and action.seat in state.table.seats):
        return None
    return Reason("bad-guesser", "H8", _seat_param(action.seat))


def _against_choose(state: Round, seat: int, action: act.Choose) -> Reason | None:
    phase = state.table.phase
    if not isinstance(phase, Choosing) or phase.seat != seat:
        return Reason("no-choice", "H8")
    good = action.seat != seat and action.seat in state.table.seats
    return None if good else Reason("bad-choice", "H8", _seat_param(action.seat))


def _against_pick(state: Round, seat: int, action: act.DiscardCard | act.GiveCard) -> Reason | None:
    phase = state.table.phase
    gives = isinstance(action, act.GiveCard)
    if not isinstance(phase, Picking) or phase.seat != seat or (phase.to is not None) is not gives:
        return Reason("no-gift" if gives else "no-discard", "H8")
    if action.card in pickable(state, phase):
        return None
    return Reason("bad-pick", "H8", (("card", action.card.token),))


_CHECKS: dict[type, Callable[[Round, int, Any], Reason | None]] = {
    act.Play: _against_play,
    act.Jump: _against_jump,
    act.DrawCard: _against_draw,
    act.Pass: _against_pass,
    act.CallColour: _against_call,
    act.Challenge: _against_answer,
    act.Accept: _against_answer,
    act.SayUno: _against_uno,
    act.Catch: _against_catch,
    act.Report: _against_report,
    act.Uphold: _against_vote,
    act.Dismiss: _against_vote,
    act.Done: _against_verdict,
    act.Failed: _against_verdict,
    act.Guessed: _against_guessed,
    act.Choose: _against_choose,
    act.DiscardCard: _against_pick,
    act.GiveCard: _against_pick,
}


# The list, phase by phase.


def _legal(state: Round, seat: int) -> list[act.Action]:
    phase = state.table.phase
    if isinstance(phase, (Over, Opening)) or seat not in state.table.seats:
        return []
    if phase.seat == seat or isinstance(phase, Judging):
        return _phase_actions(state, seat) + _asides(state, seat)
    return _asides(state, seat)


def _phase_actions(state: Round, seat: int) -> list[act.Action]:
    phase = state.table.phase
    if isinstance(phase, (Turn, Owing)):
        may_draw = isinstance(phase, Owing) or state.table.rules.renege or not holds_playable(state, seat)
        return _plays(state, seat) + ([_DRAW] if may_draw else [])
    match phase:
        case Drawn():
            drawn = state.hands[seat].drawn
            plays = _completed(state, seat, (drawn,)) if drawn else []
            return plays if must_play(state, seat) else [*plays, _PASS]
        case Answering():
            stacked = state.rules.stacking is not Stacking.NONE
            return [_CHALLENGE, _ACCEPT, *(_plays(state, seat) if stacked else ())]
        case Calling():
            swaps = state.after(seat) if phase.swap else (None,)
            return [act.CallColour(colour, swap) for colour, swap in product(_COLOURS, swaps)]
        case Judging():
            return [v for v in (act.Done(), act.Failed()) if not _against_verdict(state, seat, v)]
        case Acting():
            return [act.Guessed(s) for s in (*state.after(seat), None)]
        case Choosing():
            return [act.Choose(s) for s in state.after(seat)]
        case Picking():
            pick = act.DiscardCard if phase.to is None else act.GiveCard
            return [pick(card) for card in pickable(state, phase)]
        case _:
            return []


def _plays(state: Round, seat: int) -> list[act.Action]:
    cards, rules = playable(state, seat), state.table.rules
    if len(state.hands[seat].cards) == _LAST_BUT_ONE:
        plays = [p for card in cards for p in _completed(state, seat, (card,))]
    else:
        swapping = rules.swapping
        plays = []
        for card in cards:
            plays += _completed(state, seat, (card,)) if card in swapping else _plain_plays(card)
    if rules.multi_play and isinstance(state.table.phase, Turn):
        numbers = [card for card in cards if card.number is not None]
        hand = state.hands[seat].cards
        plays += [
            p for n in numbers for several in _sets_from(hand, n) for p in _completed(state, seat, several)
        ]
    return plays


@cache
def _plain_plays(card: Card) -> list[act.Action]:
    """The ways to play the card where no UNO and no swap goes with it."""
    return [act.Play((card,), colour) for colour in (_COLOURS if card.wild else (None,))]


def _sets_from(hand: tuple[Card, ...], first: Card) -> Iterator[tuple[Card, ...]]:
    """All ways to play several numbers of the first card's value, it first (V9); the order between the ends is sorted."""
    rest = Counter(c for c in hand if c.number == first.number)
    rest[first] -= 1
    kinds = sorted(rest)
    for counts in product(*(range(rest[c] + 1) for c in kinds)):
        chosen = [c for c, n in zip(kinds, counts, strict=True) for _ in range(n)]
        for last in dict.fromkeys(chosen):
            middle = list(chosen)
            middle.remove(last)
            yield (first, *middle, last)


def _completed(state: Round, seat: int, cards: tuple[Card, ...]) -> list[act.Action]:
    """The plays of these cards with every colour, swap and UNO that may go with them."""
    left = len(state.hands[seat].cards) - len(cards)
    colours = _COLOURS if cards[0].wild else (None,)
    swaps = state.after(seat) if left and cards[0] in state.rules.swapping else (None,)
    unos = (False, True) if left == 1 else (False,)
    return [_play(cards, colour, swap, uno) for colour in colours for swap in swaps for uno in unos]


def _asides(state: Round, seat: int) -> list[act.Action]:
    """Calls, catches, jumps, reports and votes."""
    table = state.table
    found: list[act.Action] = []
    if owes_uno(state, seat) or _may_call_ahead(state, seat):
        found.append(_UNO)
    if table.window is not None or table.rules.false_catch_penalty:
        found += [a for s in table.seats if not _against_catch(state, seat, a := _catch(s))]
    if table.rules.jump_in is not JumpIn.NONE:
        found += _jumps(state, seat)
    if table.report is not None:
        found += () if _against_vote(state, seat, None) else _VOTES
    elif _reports_allowed(state):
        found += _reports(table.seats, seat)
    return found


def _jumps(state: Round, seat: int) -> list[act.Action]:
    card = state.table.top
    if card is None or card not in state.hands[seat].cards:
        return []
    if _against_jumping(state, seat) or _against_jump_card(state, seat, card):
        return []
    left = len(state.hands[seat].cards) - 1
    swaps = state.after(seat) if left and card in state.rules.swapping else (None,)
    return [act.Jump(card, swap, uno) for swap in swaps for uno in ((False, True) if left == 1 else (False,))]
