"""Written rules come up when their card is played or drawn, each time or only the n-th time (H7)."""

from __future__ import annotations

from collections.abc import Iterable

from lastcard.rules import events as ev
from lastcard.rules.cards import Card
from lastcard.rules.effects import When
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import Agenda, ApplyEffect, RuleRun, Task


def drawn_rules(resolution: Resolution, seat: int, cards: Iterable[Card]) -> Agenda:
    """Show the drawn cards that bear a rule tied to drawing; returns its effects in the order drawn (H7, H8)."""
    rules = resolution.round.rules.rules_on
    if not rules:
        return ()
    agenda: list[Task] = []
    for card in cards:
        rule = rules.get(card)
        if rule and rule.when is When.DRAW and _comes_up(resolution, seat, card):
            agenda += _rule_effects(resolution, card, seat, chained=False)
    return tuple(agenda)


def played_rules(resolution: Resolution, seat: int, cards: Iterable[Card]) -> Agenda:
    """The effects of the rules written on the cards played, in the order played (V9, H7)."""
    rules = resolution.round.rules.rules_on
    agenda: Agenda = ()
    for card in cards if rules else ():
        rule = rules.get(card)
        if rule and rule.when is When.PLAY and _comes_up(resolution, seat, card):
            agenda += _rule_effects(resolution, card, seat, chained=True)
    return agenda


def _comes_up(resolution: Resolution, seat: int, card: Card) -> bool:
    """Count that the card's written rule came up; whether it is carried out this time (H7)."""
    nth = resolution.round.rules.rules_on[card].nth
    times = dict(resolution.round.table.times).get(card, 0) + 1
    carried_out = nth is None or nth == times
    resolution.emit(ev.RuleInvoked(seat, card, carried_out))
    return carried_out


def _rule_effects(resolution: Resolution, card: Card, seat: int, *, chained: bool) -> Agenda:
    """The effects of the rule written on the card, with `seat` acting."""
    run = RuleRun(_serial(resolution), seat, seat, chained)
    return tuple(ApplyEffect(effect, run) for effect in resolution.round.rules.rules_on[card].effects)


def _serial(resolution: Resolution) -> int:
    """A number that no other run under way in this act has: how often rules have come up so far."""
    return sum(n for _, n in resolution.round.table.times)
