"""The draw pile and the discards: cards are taken as far as the piles and the limit on hands allow (T5, V11)."""

from __future__ import annotations

from lastcard.rules import events as ev
from lastcard.rules.cards import Cards
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import Agenda
from lastcard.rules.triggers import drawn_rules


def draw(
    resolution: Resolution, seat: int, count: int, why: ev.DrawReason, *, chained: bool = True
) -> Agenda:
    """The seat draws up to `count` cards, as piles and V11 allow; returns what rules tied to drawing set off (H7)."""
    drawn = take(resolution, seat, room(resolution, seat, count), why)
    if not drawn:
        resolution.emit(ev.Drew(seat, (), why))
    return drawn_rules(resolution, seat, drawn) if chained else ()


def take(
    resolution: Resolution, seat: int, count: int, why: ev.DrawReason, *, reneged: bool = False
) -> Cards:
    """The seat takes `count` cards from the draw pile, fewer if there are no more (T5)."""
    taken: Cards = ()
    while len(taken) < count and refill(resolution):
        cards = resolution.round.hidden.pile[: count - len(taken)]
        resolution.emit(ev.Drew(seat, cards, why, reneged))
        taken += cards
    return taken


def refill(resolution: Resolution) -> bool:
    """Make the discards the draw pile if it is used up (T5); whether there is a card to draw."""
    if not resolution.round.hidden.pile and resolution.round.table.discard:
        resolution.emit(ev.Reshuffled(resolution.shuffle(resolution.round.table.discard)))
    return bool(resolution.round.hidden.pile)


def room(resolution: Resolution, seat: int, count: int) -> int:
    """How many of `count` cards the seat may draw before its hand is as large as drawing may make it (V11)."""
    limit = resolution.round.rules.draw_limit
    return count if limit is None else max(0, min(count, limit - len(resolution.round.hands[seat].cards)))
