"""Choosing lawful actions at random, so that every phase and every action is met soon."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from lastcard.rules import actions as act
from lastcard.rules.actions import Action
from lastcard.rules.cards import Face
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.round import Round


class Style(NamedTuple):
    """How a round is played: how eagerly cards are drawn, UNO is said, and others speak out of turn."""

    draw: float
    uno: float
    aside: float
    leave: float
    wrong: float


def style_at_random(chance: Random) -> Style:
    """A style for a round."""
    return Style(
        draw=chance.choice((0.02, 0.3, 1.5)),
        uno=chance.choice((0.1, 0.5, 0.9)),
        aside=chance.choice((0.05, 0.2, 0.5)),
        leave=chance.choice((0.0, 0.0, 0.0, 0.01, 0.05)),
        wrong=chance.choice((0.0, 0.05)),
    )


WEIGHTS: dict[type, float] = {
    act.Play: 1.0,
    act.Jump: 3.0,
    act.Pass: 0.3,
    act.Report: 0.05,
    act.SayUno: 0.7,
    act.Catch: 0.7,
    act.Uphold: 0.7,
    act.Dismiss: 0.4,
    act.Challenge: 1.0,
    act.Accept: 1.0,
}


def choose(round_: Round, style: Style, chance: Random) -> tuple[int, Action]:
    """A seat and one of its lawful actions: mostly of those waited for, now and then of anybody else."""
    seat = chance.choice(awaited(round_))
    if chance.random() < style.aside:
        other = chance.choice(round_.table.seats)
        legal = legal_actions(round_, other)
        if legal:
            return other, pick(legal, style, chance)
    return seat, pick(legal_actions(round_, seat), style, chance)


def pick(legal: tuple[Action, ...], style: Style, chance: Random) -> Action:
    """First a verb, then one of its actions; of plays first a card."""
    kinds = list(dict.fromkeys(type(action) for action in legal))
    weights = [style.draw if kind is act.DrawCard else WEIGHTS.get(kind, 1.0) for kind in kinds]
    kind = chance.choices(kinds, weights)[0]
    found = [action for action in legal if type(action) is kind]
    if kind is act.Play:
        found = _one_card(found, chance)
    said = chance.random() < style.uno
    return chance.choice([a for a in found if getattr(a, "uno", said) is said] or found)


def _one_card(plays: list[Action], chance: Random) -> list[Action]:
    """The plays that begin with one card, draw cards more often than others."""
    cards = list(dict.fromkeys(play.cards[0] for play in plays if isinstance(play, act.Play)))
    weights = [2.0 if card.face in (Face.WILD_DRAW_FOUR, Face.DRAW_TWO) else 1.0 for card in cards]
    card = chance.choices(cards, weights)[0]
    return [play for play in plays if isinstance(play, act.Play) and play.cards[0] is card]
