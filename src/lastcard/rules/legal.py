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
from lastcard.rules import drawing, playing, reports, uno, written
from lastcard.rules.cards import Card, Colour
from lastcard.rules.matching import holds_playable, must_play, playable
from lastcard.rules.options import JumpIn, Stacking
from lastcard.rules.picking import pickable
from lastcard.rules.reasons import Reason, about_seat
from lastcard.rules.reports import possible_reports, reports_allowed
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
from lastcard.rules.uno import TWO_CARDS, may_call_ahead, owes_uno

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


def why_illegal(state: Round, seat: int, action: act.Action) -> Reason | None:
    """The reason against the action now, or None if the seat may take it; it depends on nothing that the seat cannot see."""
    if isinstance(state.table.phase, (Over, Opening)):
        return Reason("over", "O1")
    if seat not in state.table.seats:
        return Reason("not-in-round", "S1", about_seat(seat))
    return _CHECKS[type(action)](state, seat, action)


def legal_actions(state: Round, seat: int) -> tuple[act.Action, ...]:
    """All actions that the seat may take now, each once, turn actions first; a view gives the same as the round."""
    return tuple(_legal(state, seat))


def actors(state: Round) -> tuple[int, ...]:
    """The seats that may do anything now, calls, catches, reports and votes included."""
    table = state.table
    if table.report is None and reports_allowed(state) and not isinstance(table.phase, (Over, Opening)):
        return table.seats
    return tuple(seat for seat in table.seats if _legal(state, seat))


def awaited(state: Round) -> tuple[int, ...]:
    """The seats for whose act the round waits: the one on turn, or the judges of a dare who have not judged."""
    phase = state.table.phase
    if isinstance(phase, Judging):
        judged = {seat for seat, _ in phase.votes}
        return tuple(s for s in state.table.seats if s != phase.seat and s not in judged)
    return () if isinstance(phase, Over | Opening) else (phase.seat,)


_CHECKS: dict[type, Callable[[Round, int, Any], Reason | None]] = {
    act.Play: playing.against_play,
    act.Jump: playing.against_jump,
    act.DrawCard: drawing.against_draw,
    act.Pass: drawing.against_pass,
    act.CallColour: playing.against_call,
    act.Challenge: playing.against_answer,
    act.Accept: playing.against_answer,
    act.SayUno: uno.against_uno,
    act.Catch: uno.against_catch,
    act.Report: reports.against_report,
    act.Uphold: reports.against_vote,
    act.Dismiss: reports.against_vote,
    act.Done: written.against_verdict,
    act.Failed: written.against_verdict,
    act.Guessed: written.against_guessed,
    act.Choose: written.against_choose,
    act.DiscardCard: written.against_pick,
    act.GiveCard: written.against_pick,
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
            return [v for v in (act.Done(), act.Failed()) if not written.against_verdict(state, seat, v)]
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
    if len(state.hands[seat].cards) == TWO_CARDS:
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
    if owes_uno(state, seat) or may_call_ahead(state, seat):
        found.append(_UNO)
    if table.window is not None or table.rules.false_catch_penalty:
        found += [a for s in table.seats if not uno.against_catch(state, seat, a := _catch(s))]
    if table.rules.jump_in is not JumpIn.NONE:
        found += _jumps(state, seat)
    if table.report is not None:
        found += () if reports.against_vote(state, seat, None) else _VOTES
    elif reports_allowed(state):
        found += possible_reports(table.seats, seat)
    return found


def _jumps(state: Round, seat: int) -> list[act.Action]:
    card = state.table.top
    if card is None or card not in state.hands[seat].cards:
        return []
    if playing.against_jumping(state, seat) or playing.against_jump_card(state, seat, card):
        return []
    left = len(state.hands[seat].cards) - 1
    swaps = state.after(seat) if left and card in state.rules.swapping else (None,)
    return [act.Jump(card, swap, uno) for swap in swaps for uno in ((False, True) if left == 1 else (False,))]
