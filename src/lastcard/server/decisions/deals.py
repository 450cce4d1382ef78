"""Deals that can be checked, at a table: called, bound, added to, dealt, opened (docs/deals.md).

Each step is an event in the log, and each next one follows from those before, so a table that was stopped between
two of them goes on with the same deal. `due` says what comes next; nothing here knows time or chance.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastcard import dealing
from lastcard.record import rules_text
from lastcard.record.replay import order_of_deal
from lastcard.rules import events as ev
from lastcard.rules.deal import begin
from lastcard.server.decisions.checks import after_events
from lastcard.server.decisions.starting import bots_for_free_seats, match_began
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Contributed, DealCalled, DealOpened, DealSealed, DealVoided
from lastcard.server.model.state import SeatKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.rules.cards import Card, Shuffle
    from lastcard.rules.ruleset import Ruleset
    from lastcard.server.decisions.checks import Events
    from lastcard.server.model.events import Event
    from lastcard.server.model.state import TableDeal, TableState


def due(state: TableState, bits: Callable[[int], bytes], *, wait: bool) -> Events:
    """What the deal comes to next by itself; nothing while it waits for people.

    `bits` gives random bytes, for a secret; `wait` says that contributions may still come.
    """
    deal = state.deal
    if deal is not None and not deal.closed and _done(state, deal):
        return (DealOpened(deal.number, deal.secret),)
    if state.called:
        return (_sealed(state, bits(dealing.SECRET_BYTES)),)
    if deal is None or deal.closed or deal.dealt or wait:
        return ()
    return _dealt(state, deal)


def settled(state: TableState, bits: Callable[[int], bytes], *, wait: bool) -> Events:
    """All that comes by itself, one step after the other."""
    events: Events = ()
    while more := due(after_events(state, events), bits, wait=wait):
        events += more
    return events


def voided(state: TableState) -> Events:
    """The deal counts for nothing and another one is called for, if the log does not give its secret any more."""
    deal = state.deal
    if deal is None or deal.closed or _whole(state, deal):
        return ()
    events: Events = (DealVoided(deal.number),)
    after = after_events(state, events)
    # a match that was under way may have ended by people leaving: then another one does not begin by itself
    begun = state.stake is not None and not state.stake.over
    again = _can_be_dealt(after) and not (begun and after.idle)
    return (*events, DealCalled()) if again else events


def contribute(state: TableState, seat: int, number: int, value: str) -> Events:
    """A person's share of the chance; RefusedError says why it is none."""
    deal = state.deal
    if deal is None or number != deal.number or deal.closed:
        raise RefusedError("deal-over", {"round": number})
    if deal.dealt:
        raise RefusedError("deal-done", {"round": number})
    if seat not in _seats(state):
        raise RefusedError("no-share")
    if seat in dict(deal.contributions):
        raise RefusedError("share-given", {"round": number})
    return (Contributed(seat, number, value),)


def missing(state: TableState) -> frozenset[int]:
    """The seats of people who may still contribute to the deal."""
    deal = state.deal
    if deal is None or deal.dealt or deal.closed:
        return frozenset()
    people = set(state.seats_of(SeatKind.PERSON)).intersection(_seats(state))
    return frozenset(people.difference(dict(deal.contributions)))


def shuffle(state: TableState, otherwise: Shuffle) -> Shuffle:
    """What shuffles in the round being played: its deal's chance; `otherwise` if it was dealt before deals were bound."""
    deal = state.deal
    if deal is None or not deal.dealt or deal.closed:
        return otherwise
    return _Shuffles(deal)


class _Shuffles:
    """The shuffles of a deal; few acts need one, so it is prepared for the first that does."""

    def __init__(self, deal: TableDeal) -> None:
        self._deal = deal
        self._made: dealing.Shuffles | None = None

    def __call__(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in their new order."""
        deal = self._deal
        if self._made is None:
            self._made = dealing.Shuffles(bytes.fromhex(deal.secret), _given(deal), deal.shuffles)
        return self._made(cards)


def check(state: TableState, event: Event) -> None:
    """ValueError if the event, on this table, gives cards another order than the deal's chance: it must not be kept."""
    deal = state.deal
    if deal is None or deal.closed or not isinstance(event, ev.RoundBegan | ev.PutBack | ev.Reshuffled):
        return
    secret = bytes.fromhex(deal.secret)
    if isinstance(event, ev.RoundBegan):
        order = order_of_deal({seat: event.hands[seat] for seat in event.seats}, event.pile, event.dealer)
        given = _given(deal, event.seats)
    else:
        order, given = event.pile, _given(deal)
    again = dealing.Shuffles(secret, given, deal.shuffles)
    right = again(order) if deal.dealt else dealing.deal_order(order, secret, given)
    if order != right:
        raise ValueError(f"round {deal.number}: cards in an order that was not bound")


def _sealed(state: TableState, secret: bytes) -> DealSealed:
    number = state.numbered + 1
    before = dealing.first_link(state.game) if state.deal is None else bytes.fromhex(state.deal.commitment)
    made = dealing.commit(secret, state.game, number, _digest(state.rules), before)
    return DealSealed(number, made.hex(), secret.hex(), before.hex())


def _dealt(state: TableState, deal: TableDeal) -> Events:
    """Marks for those who gave nothing, the match if it begins, and the cards (S2, S3)."""
    events: Events = bots_for_free_seats(state) if state.idle else ()
    events += _marks(after_events(state, events))
    after = after_events(state, events)
    whole = after.deal or deal
    secret, given = bytes.fromhex(whole.secret), _given(whole, _seats(after))
    if after.idle:
        order = dealing.dealer_order(state.rules.cards, secret, given)
        began = match_began(after, order, dealing.Shuffles(secret, given, label="dealer"))
        events, after = (*events, began), after_events(after, (began,))
    if after.match is None:
        raise ValueError("cards are dealt in a match")
    order = dealing.deal_order(state.rules.cards, secret, given)
    again = dealing.Shuffles(secret, given)
    return events + begin(state.rules, after.match.dealer, order, again, after.match.seats)


def _marks(state: TableState) -> Events:
    """Marks in place of the contributions of those who gave none."""
    if state.deal is None:
        return ()
    given, number = dict(state.deal.contributions), state.deal.number
    bots = state.seats_of(SeatKind.BOT)
    mark = {seat: (dealing.BOT if seat in bots else dealing.ABSENT).decode() for seat in _seats(state)}
    return tuple(Contributed(seat, number, mark[seat]) for seat in mark if seat not in given)


def _seats(state: TableState) -> tuple[int, ...]:
    """The seats that get cards in the round to be dealt."""
    return tuple(range(state.rules.players)) if state.idle or state.match is None else state.match.seats


def _done(state: TableState, deal: TableDeal) -> bool:
    """Whether no card will be dealt or shuffled any more from the deal's chance."""
    if deal.dealt:
        return state.ended or state.round is None or state.round.over
    return not _can_be_dealt(state)


def _can_be_dealt(state: TableState) -> bool:
    """Whether there is somebody to deal to: people may have left since cards were called for."""
    if state.ended:
        return False
    if state.idle:
        return state.room.bots or not state.free
    return True


def _given(deal: TableDeal, seats: tuple[int, ...] | None = None) -> dealing.Contributions:
    """The contributions as bytes, by seat; those of `seats` only."""
    chosen = (c for c in deal.contributions if seats is None or c[0] in seats)
    return tuple(sorted((seat, dealing.read_contribution(value)) for seat, value in chosen))


def _whole(state: TableState, deal: TableDeal) -> bool:
    """Whether the secret is the one that was bound."""
    try:
        secret, before = dealing.read_hash(deal.secret), dealing.read_hash(deal.previous)
    except ValueError:
        return False
    made = dealing.commit(secret, state.game, deal.number, _digest(state.rules), before)
    return made.hex() == deal.commitment


@lru_cache(maxsize=256)
def _digest(rules: Ruleset) -> bytes:
    """The rules as a commitment hashes them; they seldom change."""
    return dealing.rules_digest(rules_text(rules))
