"""`evolve` applies an event to a round. It takes no decision; the same code follows masked events on a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lastcard.rules import events as ev
from lastcard.rules.cards import UNSEEN, Card, Cards, Face
from lastcard.rules.options import WildDrawFour
from lastcard.rules.round import (
    Answering,
    Hand,
    Hidden,
    Judging,
    Opening,
    OpenReport,
    Over,
    Round,
    Table,
    Turn,
    Window,
)

_turn = lru_cache(Turn)
_FOUR = Card(Face.WILD_DRAW_FOUR)


def evolve(state: Round | None, event: ev.Event) -> Round:
    """The round after the event; `state` is None only before a RoundBegan."""
    return _APPLIERS[type(event)](state, event)


def evolve_all(state: Round | None, events: Iterable[ev.Event]) -> Round:
    """The round after all the events; at least one is needed if `state` is None."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("no round and no event")
    return state


def take_away(cards: Cards, gone: Cards) -> Cards:
    """The cards without those gone; a card that is not seen among them is one of the unseen."""
    if len(gone) == 1:
        card = gone[0]
        at = cards.index(card if card in cards else UNSEEN)
        return cards[:at] + cards[at + 1 :]
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else UNSEEN)
    return tuple(left)


def _hand(state: Round, seat: int, hand: Hand) -> tuple[Hand, ...]:
    hands = state.hands
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _round_began(state: Round | None, e: ev.RoundBegan) -> Round:
    del state
    table = Table(e.rules, e.seats, e.dealer, Opening())
    return Round(table, tuple(Hand(cards) for cards in e.hands), Hidden(e.pile))


def _turned_up(state: Round, e: ev.TurnedUp) -> Round:
    table = state.table._replace(top=e.card, colour=e.card.colour)
    return Round(table, state.hands, Hidden(state.hidden.pile[1:]))


def _put_back(state: Round, e: ev.PutBack) -> Round:
    return Round(state.table._replace(top=None, colour=None), state.hands, Hidden(e.pile))


def _reshuffled(state: Round, e: ev.Reshuffled) -> Round:
    return Round(state.table._replace(discard=()), state.hands, state.hidden._replace(pile=e.pile))


def _turn_began(state: Round, e: ev.TurnBegan) -> Round:
    table, hands, hidden = state
    for seat, hand in enumerate(hands):
        if hand.drawn is not None:
            hands = _hand(state, seat, hand._replace(drawn=None, reneged=False))
    if e.over:
        table = table._replace(losing=table.losing.difference(e.over), passes=0)
    return Round(table._replace(phase=_turn(e.seat)), hands, hidden)


def _waiting(state: Round, e: ev.Waiting) -> Round:
    return state._replace(table=state.table._replace(phase=e.phase))


def _played(state: Round, e: ev.Played) -> Round:
    if isinstance(state.table.phase, Answering):
        state = _answered(state)
    table, old = state.table, state.hands[e.seat]
    left = take_away(old.cards, e.cards)
    card = e.cards[-1]
    bluff = card is _FOUR and table.rules.wild_draw_four is WildDrawFour.BLUFF
    hand = Hand(left, None, left if bluff and left and UNSEEN not in left else None, old.shown)
    under = (table.top, *e.cards[:-1]) if table.top else e.cards[:-1]
    table = table._replace(
        top=card,
        colour=e.colour if card.wild else card.colour,
        discard=table.discard + under,
        called=table.called | {e.seat} if e.uno else table.called,
        jumpable=True,
        passes=0,
    )
    return Round(table, _hand(state, e.seat, hand), state.hidden)


def _drew(state: Round, e: ev.Drew) -> Round:
    """Cards go from the draw pile into the hand, and a call of UNO is used up (U6)."""
    table = state.table
    own_will = e.why is ev.DrawReason.TURN
    if not e.cards:
        return state._replace(table=table._replace(jumpable=False)) if own_will else state
    old = state.hands[e.seat]
    last = e.cards[-1]
    drawn = last if own_will and last is not UNSEEN else old.drawn
    reneged = e.reneged if own_will else old.reneged
    hands = _hand(state, e.seat, old._replace(cards=old.cards + e.cards, drawn=drawn, reneged=reneged))
    called = table.called - {e.seat} if e.seat in table.called else table.called
    table = table._replace(called=called, jumpable=table.jumpable and not own_will, passes=0)
    return Round(table, hands, Hidden(state.hidden.pile[len(e.cards) :], state.hidden.aside))


def _kept(state: Round, e: ev.Kept) -> Round:
    return state._replace(hands=_hand(state, e.seat, state.hands[e.seat]._replace(drawn=None, reneged=False)))


def _passed(state: Round, e: ev.Passed) -> Round:
    del e
    table = state.table
    return state._replace(table=table._replace(passes=table.passes + 1, jumpable=False))


def _colour_called(state: Round, e: ev.ColourCalled) -> Round:
    return state._replace(table=state.table._replace(colour=e.colour))


def _direction_turned(state: Round, e: ev.DirectionTurned) -> Round:
    return state._replace(table=state.table._replace(direction=e.direction))


def _must_skip(state: Round, e: ev.MustSkip) -> Round:
    return state._replace(table=state.table._replace(losing=state.table.losing.union(e.seats)))


def _settle(window: Window | None, seat: int) -> Window | None:
    if window is None:
        return None
    return replace(
        window, owing=window.owing - {seat}, old=window.old - {seat}, settled=window.settled | {seat}
    )


def _said_uno(state: Round, e: ev.SaidUno) -> Round:
    table = state.table
    owed = table.window is not None and e.seat in table.window.owing
    window = _settle(table.window, e.seat) if owed else table.window
    return state._replace(table=table._replace(called=table.called | {e.seat}, window=window))


def _window_opened(state: Round, e: ev.WindowOpened) -> Round:
    window = state.table.window or Window(frozenset())
    window = Window(
        window.owing.union(e.seats), window.old.difference(e.seats), window.settled.difference(e.seats)
    )
    return state._replace(table=state.table._replace(window=window))


def _window_aged(state: Round, e: ev.WindowAged) -> Round:
    del e
    window = state.table.window
    return state._replace(table=state.table._replace(window=window and replace(window, old=window.owing)))


def _window_closed(state: Round, e: ev.WindowClosed) -> Round:
    return state._replace(table=state.table._replace(window=Window(frozenset(e.still)) if e.still else None))


def _caught(state: Round, e: ev.Caught) -> Round:
    return state._replace(table=state.table._replace(window=_settle(state.table.window, e.seat)))


def _unchanged(state: Round, e: ev.Event) -> Round:
    """For events that change nothing by themselves."""
    del e
    return state


def _answered(state: Round) -> Round:
    """The Wild Draw Four waits for no answer any more: what it was played from need not be known."""
    phase = state.table.phase
    if isinstance(phase, Answering):
        hands = _hand(state, phase.accused, state.hands[phase.accused]._replace(played_from=None))
        return state._replace(hands=hands, hidden=state.hidden._replace(aside=None))
    return state


def _challenged(state: Round, e: ev.Challenged) -> Round:
    state = _answered(state)
    return _show(state, e.accused, e.by, e.hand)


def _accepted(state: Round, e: ev.Accepted) -> Round:
    del e
    return _answered(state)


def _show(state: Round, seat: int, to: int, hand: Cards) -> Round:
    if not hand or UNSEEN in hand:
        return state
    old = state.hands[to]
    shown = (*((s, c) for s, c in old.shown if s != seat), (seat, hand))
    return state._replace(hands=_hand(state, to, old._replace(shown=shown)))


def _shown(state: Round, e: ev.Shown) -> Round:
    return _show(state, e.seat, e.to, e.hand)


def _hands_moved(state: Round, e: ev.HandsMoved) -> Round:
    """Hands change owners, and calls of UNO are used up (U6)."""
    hands = list(state.hands)
    for seat, cards in e.hands:
        hands[seat] = hands[seat]._replace(cards=cards, drawn=None, reneged=False)
    called = state.table.called.difference(seat for seat, _ in e.hands)
    return Round(state.table._replace(called=called, passes=0), tuple(hands), state.hidden)


def _drop(hand: Hand, gone: Cards) -> Hand:
    left = take_away(hand.cards, gone)
    if hand.drawn in left:
        return hand._replace(cards=left)
    return hand._replace(cards=left, drawn=None, reneged=False)


def _discarded(state: Round, e: ev.Discarded) -> Round:
    hands = _hand(state, e.seat, _drop(state.hands[e.seat], e.cards))
    table = state.table._replace(discard=state.table.discard + e.cards, passes=0)
    return Round(table, hands, state.hidden)


def _gave(state: Round, e: ev.Gave) -> Round:
    """Cards change hands, and the taker's call of UNO is used up (U6)."""
    state = state._replace(hands=_hand(state, e.seat, _drop(state.hands[e.seat], e.given)))
    taker = state.hands[e.to]
    hands = _hand(state, e.to, taker._replace(cards=taker.cards + e.received))
    table = state.table._replace(called=state.table.called - {e.to}, passes=0)
    return Round(table, hands, state.hidden)


def _rule_invoked(state: Round, e: ev.RuleInvoked) -> Round:
    times = dict(state.table.times)
    times[e.card] = times.get(e.card, 0) + 1
    ordered = tuple(sorted(times.items(), key=lambda pair: pair[0].order))
    return state._replace(table=state.table._replace(times=ordered))


def _judged(state: Round, e: ev.Judged) -> Round:
    phase = state.table.phase
    if not isinstance(phase, Judging):
        return state
    phase = replace(phase, votes=(*phase.votes, (e.judge, e.done)))
    return state._replace(table=state.table._replace(phase=phase))


def _reported(state: Round, e: ev.Reported) -> Round:
    return state._replace(table=state.table._replace(report=OpenReport(e.by, e.seat)))


def _report_voted(state: Round, e: ev.ReportVoted) -> Round:
    report = state.table.report
    report = report and replace(report, votes=(*report.votes, (e.seat, e.upheld)))
    return state._replace(table=state.table._replace(report=report))


def _report_settled(state: Round, e: ev.ReportSettled) -> Round:
    del e
    return state._replace(table=state.table._replace(report=None))


def _left(state: Round, e: ev.Left) -> Round:
    table, phase, report = state.table, state.table.phase, state.table.report
    if isinstance(phase, Judging):
        phase = replace(phase, votes=tuple(v for v in phase.votes if v[0] != e.seat))
    window = table.window
    if window:
        window = replace(window, owing=window.owing - {e.seat}, old=window.old - {e.seat})
    table = table._replace(
        seats=tuple(s for s in table.seats if s != e.seat),
        phase=phase,
        called=table.called - {e.seat},
        losing=table.losing - {e.seat},
        window=window,
        report=report and replace(report, votes=tuple(v for v in report.votes if v[0] != e.seat)),
        passes=0,
    )
    pile = state.hidden.pile + e.cards
    aside = e.aside if e.aside and UNSEEN not in e.aside else state.hidden.aside
    return Round(table, _hand(state, e.seat, Hand(shown=state.hands[e.seat].shown)), Hidden(pile, aside))


def _round_ended(state: Round, e: ev.RoundEnded) -> Round:
    hands = tuple(
        hand._replace(cards=cards, drawn=None, played_from=None, reneged=False)
        for hand, cards in zip(state.hands, e.hands, strict=True)
    )
    table = state.table._replace(phase=Over(e.out), window=None, report=None, jumpable=False)
    return Round(table, hands, state.hidden._replace(aside=None))


_APPLIERS: dict[type, Callable[[Any, Any], Round]] = {
    ev.RoundBegan: _round_began,
    ev.TurnedUp: _turned_up,
    ev.PutBack: _put_back,
    ev.Reshuffled: _reshuffled,
    ev.TurnBegan: _turn_began,
    ev.Waiting: _waiting,
    ev.Played: _played,
    ev.Drew: _drew,
    ev.Kept: _kept,
    ev.Passed: _passed,
    ev.ColourCalled: _colour_called,
    ev.DirectionTurned: _direction_turned,
    ev.MustSkip: _must_skip,
    ev.SaidUno: _said_uno,
    ev.WindowOpened: _window_opened,
    ev.WindowAged: _window_aged,
    ev.WindowClosed: _window_closed,
    ev.Caught: _caught,
    ev.FalselyCaught: _unchanged,
    ev.Challenged: _challenged,
    ev.Accepted: _accepted,
    ev.HandsMoved: _hands_moved,
    ev.Discarded: _discarded,
    ev.Gave: _gave,
    ev.Shown: _shown,
    ev.RuleInvoked: _rule_invoked,
    ev.Judged: _judged,
    ev.DareSettled: _unchanged,
    ev.CharadeSettled: _unchanged,
    ev.Chose: _unchanged,
    ev.CutShort: _unchanged,
    ev.Reported: _reported,
    ev.ReportVoted: _report_voted,
    ev.ReportSettled: _report_settled,
    ev.Left: _left,
    ev.RoundEnded: _round_ended,
}
