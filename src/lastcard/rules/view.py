"""What a seat may see: a round and its events with `??` for every card it may not (design: composed, never cut down)."""

from __future__ import annotations

from dataclasses import replace

from lastcard.rules import events as ev
from lastcard.rules.cards import UNSEEN, Card
from lastcard.rules.round import Hand, Hidden, Round

Cards = tuple[Card, ...]


def view(state: Round, seat: int | None) -> Round:
    """The round as `seat` may see it (None: as anybody may): the table, its own hand, and how many cards there are.

    When the round is over all hands lie open.
    """
    hands = tuple(
        hand if at == seat else Hand(hand.cards) if state.over else Hand(unseen(hand.cards))
        for at, hand in enumerate(state.hands)
    )
    return Round(state.table, hands, Hidden(unseen(state.hidden.pile)))


def unseen(cards: Cards) -> Cards:
    """As many cards that one may not see."""
    return (UNSEEN,) * len(cards)


def seen_by(event: ev.Event, seat: int | None) -> ev.Event:
    """The event as `seat` may see it (None: as anybody may)."""
    match event:
        case ev.RoundBegan():
            hands = tuple(h if at == seat else unseen(h) for at, h in enumerate(event.hands))
            return replace(event, hands=hands, pile=unseen(event.pile))
        case ev.PutBack() | ev.Reshuffled():
            return replace(event, pile=unseen(event.pile))
        case ev.Drew():
            return event if event.seat == seat else replace(event, cards=unseen(event.cards), reneged=False)
        case ev.Challenged():
            return event if event.by == seat else replace(event, hand=unseen(event.hand))
        case ev.HandsMoved():
            moved = tuple((at, cards if at == seat else unseen(cards)) for at, cards in event.hands)
            return replace(event, hands=moved)
        case ev.Gave():
            given = event.given if event.seat == seat else unseen(event.given)
            received = event.received if event.to == seat else unseen(event.received)
            return replace(event, given=given, received=received)
        case ev.Shown():
            return event if event.to == seat else replace(event, hand=unseen(event.hand))
        case ev.Left():
            return replace(event, cards=unseen(event.cards), aside=None)
        case _ if type(event) in _PUBLIC:
            return event
        case _:
            raise TypeError(f"nobody decided who may see {type(event).__name__}")


_PUBLIC = frozenset({
    ev.TurnedUp, ev.TurnBegan, ev.Waiting, ev.Played, ev.Kept, ev.Passed, ev.ColourCalled, ev.DirectionTurned,
    ev.MustSkip, ev.SaidUno, ev.WindowOpened, ev.WindowAged, ev.WindowClosed, ev.Caught, ev.FalselyCaught, ev.Accepted,
    ev.Discarded, ev.RuleInvoked, ev.Judged, ev.DareSettled, ev.CharadeSettled, ev.Chose, ev.CutShort, ev.Reported,
    ev.ReportVoted, ev.ReportSettled, ev.RoundEnded,
})  # fmt: skip
"""Events in which nothing is hidden from anybody; any other must say above who sees what."""
