"""A bot that looks one move ahead: it sheds points, keeps wild cards and holds on to the colour it has most of."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from lastcard.rules import actions
from lastcard.rules.cards import Card, Colour, Face, Kind
from lastcard.rules.legal import awaited
from lastcard.rules.matching import is_honest
from lastcard.rules.round import Answering, Judging, Round
from lastcard.rules.uno import owes_uno

_DANGER: Final = 2
"""With this many cards or fewer, the next player is about to go out."""
_KEEP: Final = 60
"""What a wild card in the hand is worth, in points of cards played instead."""
_CHALLENGE_PROBABILITY: Final = 0.08
"""The probability that it challenges; the second one applies when the accused holds many cards."""
_CHALLENGE_PROBABILITY_MANY: Final = 0.25
_MANY: Final = 7


class Greedy:
    """Says UNO with the card, catches when it can, challenges rarely, and plays a Wild Draw Four only lawfully.

    `forget` is the probability that it forgets to say UNO, so that people have somebody to catch.
    """

    def __init__(self, random: Random, forget: float = 0.0) -> None:
        """`random` breaks ties and decides what happens with some probability."""
        self._random = random
        self._forget = forget

    def act(self, view: Round, seat: int, legal: tuple[actions.Action, ...]) -> actions.Action | None:
        """See `Bot.act`."""
        aside = _call_or_catch(view, seat, legal)
        if aside is not None:
            return aside
        if seat in awaited(view):
            return self._on_turn(view, seat, legal)
        jumps = [a for a in legal if isinstance(a, actions.Jump)]
        if jumps:
            return max(jumps, key=lambda jump: (jump.uno, -_swapped(view, jump.swap)))
        return actions.Dismiss() if actions.Dismiss() in legal else None

    def _on_turn(self, view: Round, seat: int, legal: tuple[actions.Action, ...]) -> actions.Action:
        phase = view.phase
        if isinstance(phase, Judging):
            return actions.Done()
        plays = [a for a in legal if isinstance(a, actions.Play) and self._wanted(view, seat, a)]
        if plays:
            return self._forgetful(
                max(plays, key=lambda play: (_worth(view, seat, play), self._random.random())), legal
            )
        if (
            isinstance(phase, Answering)
            and actions.Challenge() in legal
            and self._challenges(view, phase.accused)
        ):
            return actions.Challenge()
        return _without_playing(view, seat, legal)

    def _wanted(self, view: Round, seat: int, play: actions.Play) -> bool:
        """Whether the play is honest, and no worse than drawing a card."""
        hand = view.hands[seat].cards
        return is_honest(view, seat, play.cards[0]) and (
            play.swap is None
            or len(hand) == 1
            or _swapped(view, play.swap) <= len(hand) + 1
            or view.hands[seat].drawn is None
        )

    def _challenges(self, view: Round, accused: int) -> bool:
        many = len(view.hands[accused].cards) >= _MANY
        return self._random.random() < (_CHALLENGE_PROBABILITY_MANY if many else _CHALLENGE_PROBABILITY)

    def _forgetful(self, play: actions.Play, legal: tuple[actions.Action, ...]) -> actions.Action:
        if play.uno and self._forget and self._random.random() < self._forget:
            silent = actions.Play(play.cards, play.colour, play.swap)
            return silent if silent in legal else play
        return play


def _call_or_catch(view: Round, seat: int, legal: tuple[actions.Action, ...]) -> actions.Action | None:
    """Say UNO if it is owed; catch anybody who owes it, except a partner."""
    if owes_uno(view, seat) and actions.SayUno() in legal:
        return actions.SayUno()
    for action in legal:
        if (
            isinstance(action, actions.Catch)
            and owes_uno(view, action.seat)
            and not view.rules.same_side(seat, action.seat)
        ):
            return action
    return None


def _worth(view: Round, seat: int, play: actions.Play) -> float:
    """The value of a play: points shed, its effect on the next player, what remains in the hand."""
    rest = Counter(view.hands[seat].cards)
    rest.subtract(play.cards)
    top = play.cards[-1]
    danger = len(view.hands[view.step(seat)].cards) <= _DANGER and not view.rules.same_side(
        seat, view.step(seat)
    )
    worth: float = sum(view.rules.points[card] for card in play.cards if not card.wild)
    if top.wild:
        worth -= _KEEP - _held(rest, play.colour)
    worth += 3 * _held(rest, play.colour or top.colour)
    if danger and (
        top.face in (Face.DRAW_TWO, Face.SKIP, Face.WILD_DRAW_FOUR)
        or (top.face is Face.REVERSE and view.two_handed)
    ):
        worth += 2 * _KEEP
    if play.swap is not None:
        worth += 10 * (sum(rest.values()) - _swapped(view, play.swap))
    return worth + (1000 if play.uno or not +rest else 0)


def _held(cards: Counter[Card], colour: Colour | None) -> int:
    return sum(count for card, count in cards.items() if colour is not None and card.colour is colour)


def _swapped(view: Round, seat: int | None) -> int:
    """The number of cards gained by swapping hands with the seat."""
    return 0 if seat is None else len(view.hands[seat].cards)


def _without_playing(view: Round, seat: int, legal: tuple[actions.Action, ...]) -> actions.Action:
    """Accept, draw, keep, call, choose or pick; a Wild Draw Four that is a bluff only if nothing else is left."""
    hand = Counter(view.hands[seat].cards)
    for plain in (
        actions.Accept(),
        actions.DrawCard(),
        actions.Pass(),
        actions.Done(),
        actions.Guessed(None),
    ):
        if plain in legal:
            return plain
    calls = [a for a in legal if isinstance(a, actions.CallColour)]
    if calls:
        return max(calls, key=lambda call: (-_swapped(view, call.swap), _held(hand, call.colour)))
    chosen = [a for a in legal if isinstance(a, actions.Choose)]
    if chosen:
        return min(chosen, key=lambda a: (view.rules.same_side(seat, a.seat), _swapped(view, a.seat)))
    picked = [a for a in legal if isinstance(a, actions.DiscardCard | actions.GiveCard)]
    if picked:
        return max(picked, key=lambda a: (a.card.kind is not Kind.WILD, view.rules.points[a.card]))
    return next(a for a in legal if not isinstance(a, actions.Report | actions.Catch))
