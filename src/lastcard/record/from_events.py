"""Reconstructs a record from events (docs/events.md).

A table keeps events, a record holds actions. Each action is inferred from an event that reveals it, carried out with the
chance that the events hold, and accepted only if exactly those events follow: the record replays to the same events.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from lastcard.record.notation import ActEntry, DealEntry, LeaveEntry, ShuffledOrder
from lastcard.record.replay import order_of_deal
from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.acts import decide
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError
from lastcard.rules.evolve import evolve_all
from lastcard.rules.leave import leave
from lastcard.rules.reasons import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastcard.dealing import Proof
    from lastcard.match import Match
    from lastcard.record.notation import RecordEntry
    from lastcard.rules.cards import Cards
    from lastcard.rules.round import Round

_LOOKAHEAD: Final = 8
"""How many events of an action may come before the one that reveals it."""


class UnexplainedEventsError(LastcardError):
    """Events that no legal action leads to."""


def entries_from_events(
    match: Match, events: Sequence[ev.Event], proof: Proof | None = None, leaver: int | None = None
) -> Iterator[RecordEntry]:
    """Yield the entries of a record for one round of the match from all of the round's events.

    `match` is the match before the round. `leaver` is the seat that left while the last card was being settled, which ends the
    round without an event of its own. UnexplainedEventsError if the events are not of a round under these rules.
    """
    deal, state, done = _deal(match, events, proof)
    yield deal
    while done < len(events):
        entry, caused = _entry(state, events[done:], leaver)
        yield entry
        state = evolve_all(state, caused)
        done += len(caused)


def _deal(match: Match, events: Sequence[ev.Event], proof: Proof | None) -> tuple[DealEntry, Round, int]:
    """The entry for the deal, the round after it, and the number of events it took."""
    dealt = events[0] if events else None
    if not isinstance(dealt, ev.RoundBegan):
        raise UnexplainedEventsError("a round begins with its deal (S3)")
    hands = {seat: dealt.hands[seat] for seat in dealt.seats}
    chance = _RecordedOrders(events[1:])
    order = order_of_deal(hands, dealt.pile, dealt.dealer)
    caused = begin(match.rules, match.dealer, order, chance, match.seats)
    if caused != tuple(events[: len(caused)]):
        raise UnexplainedEventsError("the first events are not those of this deal (S3)")
    entry = DealEntry(hands, dealt.pile, chance.given, proof=proof)
    return entry, evolve_all(None, caused), len(caused)


def _entry(
    state: Round, events: Sequence[ev.Event], leaver: int | None
) -> tuple[RecordEntry, Sequence[ev.Event]]:
    """The first action, and the events that it led to."""
    for at, event in enumerate(islice(events, _LOOKAHEAD)):
        for seat, action in _candidates(state, event, events[at + 1 :], leaver):
            chance = _RecordedOrders(events)
            caused = _outcome(state, seat, action, chance)
            if caused and caused == tuple(events[: len(caused)]):
                entry = (
                    LeaveEntry(seat, chance.given) if action is None else ActEntry(seat, action, chance.given)
                )
                return entry, caused
    raise UnexplainedEventsError(f"nothing that may be done leads to {events[0]}")


def _outcome(
    state: Round, seat: int, action: act.Action | None, chance: _RecordedOrders
) -> tuple[ev.Event, ...]:
    """The events that the action (None: to leave) would lead to; empty if it is illegal."""
    try:
        return leave(state, seat, chance) if action is None else decide(state, seat, action, chance)
    except (IllegalAction, UnexplainedEventsError):
        return ()


def _candidates(
    state: Round, event: ev.Event, later: Sequence[ev.Event], leaver: int | None
) -> Iterator[tuple[int, act.Action | None]]:
    """The seats and actions that this event may reveal; None as the action is to leave."""
    match event:
        case ev.Left(seat):
            yield seat, None
        case ev.RoundEnded():
            yield from ((seat, None) for seat in state.table.seats if leaver in (None, seat))
        case ev.ColourCalled(seat, colour):
            yield seat, act.CallColour(colour)
            yield from ((seat, act.CallColour(colour, other)) for other in _swapped(seat, later))
        case ev.DareSettled(seat, False):
            yield seat, act.Failed()
        case _:
            guess = _candidate(event)
            if guess is not None:
                yield guess


def _swapped(seat: int, later: Sequence[ev.Event]) -> Iterator[int]:
    """Seats with which hands may have been swapped when a colour was called at the start (S11)."""
    if later and isinstance(later[0], ev.HandsMoved):
        yield from (other for other, _ in later[0].hands if other != seat)


def _candidate(event: ev.Event) -> tuple[int, act.Action] | None:
    match event:
        case ev.Played(seat, cards, jump=True):
            return seat, act.Jump(cards[0], event.swap, event.uno)
        case ev.Played(seat, cards, colour, swap, uno):
            return seat, act.Play(cards, colour, swap, uno)
        case ev.Drew(seat) | ev.Passed(seat):
            return seat, act.DrawCard()
        case ev.Kept(seat):
            return seat, act.Pass()
        case ev.SaidUno(seat):
            return seat, act.SayUno()
        case ev.Caught(by, seat) | ev.FalselyCaught(by, seat):
            return by, act.Catch(seat)
        case ev.Challenged(by):
            return by, act.Challenge()
        case ev.Accepted(seat):
            return seat, act.Accept()
        case ev.Reported(by, seat):
            return by, act.Report(seat)
        case ev.ReportVoted(seat, upheld):
            return seat, act.Uphold() if upheld else act.Dismiss()
        case _:
            return _candidate_for_written_rule(event)


def _candidate_for_written_rule(event: ev.Event) -> tuple[int, act.Action] | None:
    """The same for actions that written rules ask for."""
    match event:
        case ev.Judged(judge, done):
            return judge, act.Done() if done else act.Failed()
        case ev.CharadeSettled(actor, winner):
            return actor, act.Guessed(winner)
        case ev.Chose(seat, chosen):
            return seat, act.Choose(chosen)
        case ev.Discarded(seat, cards):
            return seat, act.DiscardCard(cards[0])
        case ev.Gave(seat, given=given):
            return seat, act.GiveCard(given[0])
        case _:
            return None


class _RecordedOrders:
    """A shuffle that returns the orders found in the events, one after the other."""

    def __init__(self, events: Sequence[ev.Event]) -> None:
        self._orders = (order for event in events if (order := _order(event)) is not None)
        self._given: list[ShuffledOrder] = []

    def __call__(self, cards: Cards) -> Cards:
        order = next(self._orders, None)
        if order is None or sorted(order) != sorted(cards):
            raise UnexplainedEventsError(
                f"{len(cards)} cards are shuffled here, and no event shows their order (T5)"
            )
        self._given.append(ShuffledOrder(order))
        return order

    @property
    def given(self) -> tuple[ShuffledOrder, ...]:
        """The orders returned so far."""
        return tuple(self._given)


def _order(event: ev.Event) -> Cards | None:
    """The order that a shuffle gave, if the event shows one."""
    match event:
        case ev.PutBack(pile) | ev.Reshuffled(pile):
            return pile
        case ev.RoundBegan(seats=seats, dealer=dealer, hands=hands, pile=pile):
            return order_of_deal({seat: hands[seat] for seat in seats}, pile, dealer)
        case _:
            return None
