"""`default_action`: what the table does for a player whose clock ran out or who leaves (V12)."""

from __future__ import annotations

from lastcard.rules import actions as act
from lastcard.rules.cards import Card, Colour
from lastcard.rules.errors import LastcardError
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import Owing, Round


def default_action(state: Round, seat: int) -> act.Action:
    """The first lawful act of V12's list, without UNO; it needs no more than the seat's own view.

    LastcardError if the round waits for nothing from the seat.
    """
    legal = legal_actions(state, seat)
    debt = (act.DrawCard(),) if isinstance(state.phase, Owing) else ()
    wanted: act.Action
    for wanted in (
        act.Accept(),
        *debt,
        act.Done(),
        act.Dismiss(),
        act.Guessed(None),
        act.Pass(),
        act.DrawCard(),
    ):
        if wanted in legal:
            return wanted
    for kind in (act.CallColour, act.Choose, act.DiscardCard, act.GiveCard, act.Play):
        of_kind: list[act.Action] = [a for a in legal if isinstance(a, kind)]
        if of_kind:
            return max(of_kind, key=lambda a: _worth(state, seat, a))
    raise LastcardError(f"the round waits for nothing from seat {seat} (V12)")


def _worth(state: Round, seat: int, action: act.Action) -> tuple[int, ...]:
    """How much V12 prefers the action: the colour held most, the fewest cards to swap for, the highest card, no UNO."""
    hand = state.hands[seat].cards
    match action:
        case act.CallColour(colour, swap):
            return (_held(hand, colour), _fewness(state, swap))
        case act.Choose(other):
            return (_fewness(state, other),)
        case act.DiscardCard(card) | act.GiveCard(card):
            return (state.rules.points[card],)
        case act.Play(cards, colour, swap, uno):
            points = max(state.rules.points[c] for c in cards)
            return (-len(cards), points, _held(hand, colour), _fewness(state, swap), -uno)
        case _:
            return ()


def _held(hand: tuple[Card, ...], colour: Colour | None) -> int:
    return sum(card.colour is colour for card in hand if colour)


def _fewness(state: Round, seat: int | None) -> int:
    return 0 if seat is None else -len(state.hands[seat].cards)
