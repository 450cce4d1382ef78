"""Going out: the last card, what is still drawn for it, and the end of the round (O1–O3, W9)."""

from __future__ import annotations

from lastcard.rules import events as ev
from lastcard.rules.cards import Card
from lastcard.rules.effects import Draw, When, Who
from lastcard.rules.piles import draw
from lastcard.rules.resolution import Resolution
from lastcard.rules.round import Agenda, Finish, Resume, Round, waiting_agenda
from lastcard.rules.scoring import round_points


def draw_for_last(resolution: Resolution, seat: int, victim: int, count: int) -> Agenda:
    """The seat has played its last card: what the victim must draw is drawn before the count (O2)."""
    agenda = draw(resolution, victim, count, ev.DrawReason.DEBT) if count else ()
    return (*agenda, Finish(seat))


def written_draw(state: Round, seat: int, card: Card) -> int:
    """How many cards the rule on the last card makes the next player draw unconditionally (W9)."""
    rule = state.rules.rules_on.get(card)
    if (
        rule is None
        or rule.when is When.DRAW
        or rule.nth not in (None, dict(state.table.times).get(card, 0) + 1)
    ):
        return 0
    others = state.after(seat)
    including = {Who.NEXT, Who.OTHERS, Who.EVERYONE}
    if len(others) == 1:
        including.add(Who.PREVIOUS)
    return sum(e.count for e in rule.effects if isinstance(e, Draw) and e.who in including)


def already_out(agenda: Agenda) -> int | None:
    """Who has gone out already, while what the last card set off is still carried out (O2); None otherwise."""
    last = agenda[-1] if agenda else None
    if isinstance(last, Resume):
        return already_out(waiting_agenda(last.phase))
    return last.seat if isinstance(last, Finish) else None


def settle_empty(resolution: Resolution, source: int) -> None:
    """End the round if a hand is empty; of several the first in turn order after `source` is out (O3)."""
    if resolution.out is not None:
        return
    state = resolution.round
    order = (*state.after(source), source)
    empty = [s for s in order if s in state.table.seats and not state.hands[s].cards]
    if empty:
        finish(resolution, empty[0])


def finish(resolution: Resolution, out: int | None, *, scored: bool = True) -> None:
    """End the round with `out` out, or nobody, and count (O1, P2, P3, P4)."""
    if resolution.round.over:
        return
    hands = tuple(hand.cards for hand in resolution.round.hands)
    table = resolution.round.table
    points = round_points(table.rules, table.seats, hands, out) if scored else ()
    resolution.emit(ev.RoundEnded(out, hands, points, scored))
