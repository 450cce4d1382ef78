"""The deals of a table, read from its log: for the page's verification and for records (docs/deals.md)."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from lastcard.dealing import Proof, read_contribution, read_hash
from lastcard.record import rules_text
from lastcard.record.replay import order_of_deal
from lastcard.rules import events as ev
from lastcard.rules.encode import encode
from lastcard.server.model.events import (
    Contributed,
    DealOpened,
    DealSealed,
    DealVoided,
    MatchBegan,
    RoomChanged,
    TableOpened,
    read_event,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastcard.rules.cards import Card
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState

_TAGS: Final = (
    *("table-opened", "room-changed", "match-began", "round-began", "put-back", "reshuffled"),
    *("deal-sealed", "contributed", "deal-opened", "deal-voided"),
)
_BEGINNINGS: Final = tuple(f'{{"t":"{tag}"' for tag in _TAGS)
"""How the lines of the log about deals begin; the others need not be read."""


@dataclass(frozen=True, slots=True)
class LoggedDeal:
    """One deal: what was bound, what was given, what was dealt and shuffled, and how it ended."""

    sealed: DealSealed
    game: str
    rules: str
    contributions: tuple[tuple[int, str], ...] = ()
    draws: tuple[tuple[tuple[int, Card], ...], ...] = ()
    dealer: int | None = None
    order: tuple[Card, ...] = ()
    shuffles: tuple[tuple[Card, ...], ...] = ()
    end: str = ""

    @property
    def stage(self) -> str:
        """`sealed`, `dealt`, `opened` or `void`."""
        return self.end or ("sealed" if self.dealer is None else "dealt")


def deals_from_log(bodies: Iterable[str]) -> dict[int, LoggedDeal]:
    """The deals of a table by their numbers, from the lines of its log."""
    found: dict[int, LoggedDeal] = {}
    game = rules = ""
    number = 0
    for body in bodies:
        if not body.startswith(_BEGINNINGS):
            continue
        match read_event(json.loads(body)):
            case TableOpened(rules=written, game=name):
                game, rules = name, rules_text(written)
            case RoomChanged(rules=written):
                rules = rules_text(written)
            case DealSealed() as sealed:
                number = sealed.number
                found[number] = LoggedDeal(sealed, game, rules)
            case event if number:
                found[number] = _after(found[number], event)
            case _:  # a round from before deals were bound
                pass
    return found


def _after(deal: LoggedDeal, event: Event) -> LoggedDeal:
    if deal.end:
        return deal
    match event:
        case Contributed(seat, _, value):
            return replace(deal, contributions=(*deal.contributions, (seat, value)))
        case MatchBegan(_, draws):
            return replace(deal, draws=draws)
        case ev.RoundBegan(_, seats, dealer, hands, pile):
            order = order_of_deal({seat: hands[seat] for seat in seats}, pile, dealer)
            if deal.dealer is not None:
                return replace(deal, shuffles=(*deal.shuffles, order))
            given = tuple(sorted(share for share in deal.contributions if share[0] in seats))
            return replace(deal, contributions=given, dealer=dealer, order=order)
        case ev.PutBack(cards) | ev.Reshuffled(cards):
            return replace(deal, shuffles=(*deal.shuffles, cards))
        case DealOpened():
            return replace(deal, end="opened")
        case DealVoided():
            return replace(deal, end="void")
        case _:
            return deal


def logged_deal_data(deal: LoggedDeal) -> Json:
    """What anybody may know of the deal: before its end what is bound and given, after it everything."""
    sealed = deal.sealed
    found: dict[str, Any] = {
        "game": deal.game,
        "number": sealed.number,
        "rules": deal.rules,
        "previous": sealed.previous,
        "commitment": sealed.commitment,
        "contributions": [{"seat": seat, "value": value} for seat, value in deal.contributions],
        "stage": deal.stage,
        "secret": None,
        "dealer": None,
        "draws": [],
        "order": "",
        "shuffles": [],
    }
    if deal.end != "opened":
        return found
    return found | {
        "secret": sealed.secret,
        "dealer": deal.dealer,
        "draws": encode(deal.draws),
        "order": encode(deal.order) or "",
        "shuffles": [encode(cards) or "" for cards in deal.shuffles],
    }


def proof_of_deal(state: TableState) -> Proof | None:
    """What a record proves the latest deal with; None before it is opened, and for rounds from before deals were bound."""
    deal = state.deal
    if deal is None or not deal.opened or not deal.dealt:
        return None
    given = tuple((seat, read_contribution(value)) for seat, value in deal.contributions)
    previous, made, secret = map(read_hash, (deal.previous, deal.commitment, deal.secret))
    return Proof(state.game, deal.number, previous, made, given, secret)
