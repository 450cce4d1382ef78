"""Rounds that were told: a record played in lockstep again, and made as short as it can be while the engines disagree.

A mismatch that was found becomes a test by saving its record in tests/laws/lockstep/found.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from lastcard.record import ActEntry, DealEntry, LeaveEntry, Record
from lastcard.record.replay import order_of_deal
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.rules.legal import why_illegal
from lastcard.rules.ruleset import Ruleset, ruleset_from
from tests.laws.lockstep.lockstep import Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastcard.rules.cards import Card

    Cards = tuple[Card, ...]
    Plays = Callable[["Telling"], Record | None]

TRIES = 12
"""How many rounds by reduced rules are tried before it is believed that they are no longer out of step."""


class Retold(Pair):
    """A pair whose shuffles are those of a record, as long as they fit."""

    given: list[Cards]

    def shuffled(self, cards: Cards) -> Cards:
        """The next order of the record if it is one of these cards."""
        while self.given:
            order = self.given.pop(0)
            if Counter(order) == Counter(cards):
                return order
        return super().shuffled(cards)


@dataclass(frozen=True)
class Telling:
    """What makes a round: the rules as data, who plays, the deck, what is done, what shuffles give; and whether it is taken over."""

    rules: dict[str, Any]
    dealer: int
    seats: tuple[int, ...]
    order: Cards
    acts: tuple[ActEntry, ...]
    orders: tuple[Cards, ...]
    taken_over: bool = False

    def play(self) -> Pair:
        """Play it in lockstep; acts that are not lawful are left out. OutOfStepError where the engines disagree."""
        pair = self.pair()
        self.play_on(pair)
        return pair

    def pair(self) -> Retold:
        """Both engines, nothing dealt yet."""
        pair = Retold(ruleset_from(self.rules), Random("told"))
        pair.given = list(self.orders)
        return pair

    def play_on(self, pair: Pair) -> None:
        """Deal, and do everything that is lawful."""
        pair.begin(self.dealer, self.seats, self.order)
        for act in self.acts:
            if pair.round.over:
                return
            if self.taken_over:
                pair.take_over()
            if why_illegal(pair.round, act.seat, act.action) is None:
                pair.do(act.seat, act.action)


def telling(record: Record, *, taken_over: bool = False) -> Telling:
    """A record of one round as what makes it."""
    deal = next(entry for entry in record.entries if isinstance(entry, DealEntry))
    gone = {entry.seat for entry in record.entries if isinstance(entry, LeaveEntry)}
    acts = tuple(entry for entry in record.entries if isinstance(entry, ActEntry))
    shuffling: tuple[DealEntry | ActEntry, ...] = (deal, *acts)
    return Telling(
        record.header.rules.as_data(),
        record.header.dealer,
        tuple(seat for seat in range(record.header.rules.players) if seat not in gone),
        order_of_deal(deal.hands, deal.pile, record.header.dealer),
        acts,
        tuple(s.cards for entry in shuffling for s in entry.shuffled),
        taken_over,
    )


def retell(record: Record) -> None:
    """Play the record in lockstep, by a kernel that plays it all and by one that takes over before every act."""
    for taken_over in (False, True):
        pair = telling(record, taken_over=taken_over).play()
        assert pair.record.entries == record.entries


def goes_wrong(told: Telling) -> Telling | None:
    """The round as far as it went if the engines disagree, or either fails, else None."""
    pair = told.pair()
    try:
        told.play_on(pair)
    except RulesError:
        return None
    except Exception:  # noqa: BLE001 - whatever goes wrong is what is looked for
        return telling(pair.record, taken_over=told.taken_over) if pair.entries else None
    return None


def smallest(told: Telling) -> Telling:
    """A round that goes wrong as well, with as few options, written rules, seats and acts as can be found."""
    told = goes_wrong(told) or told
    while True:
        smaller = _smaller(told)
        if smaller is None:
            return told
        told = smaller


def _smaller(told: Telling) -> Telling | None:
    for tried in _reduced(told):
        found = goes_wrong(tried)
        if found is not None and _size(found) < _size(told):
            return found
    for rules in _simpler(told.rules):
        found = _anew(told, rules)
        if found is not None:
            return found
    return None


def _size(told: Telling) -> tuple[int, int, int]:
    rules = told.rules
    return len(str(rules)), len(told.acts), len(told.seats)


def _reduced(told: Telling) -> Iterator[Telling]:
    """The same with simpler rules, or with fewer acts: halves first, then single ones."""
    for rules in _simpler(told.rules):
        with contextlib.suppress(RulesError):
            yield _under(told, rules)
    n = len(told.acts)
    width = n // 2
    while width:
        for at in range(0, n, width):
            yield _with_acts(told, told.acts[:at] + told.acts[at + width :])
        width //= 2


def _with_acts(told: Telling, acts: Sequence[ActEntry]) -> Telling:
    return Telling(told.rules, told.dealer, told.seats, told.order, tuple(acts), told.orders, told.taken_over)


def _under(told: Telling, data: dict[str, Any]) -> Telling:
    """The same cards and acts by other rules, as far as there are such cards and seats."""
    rules = ruleset_from(data)
    left, order = Counter(rules.cards), []
    for card in told.order:
        if left[card]:
            left[card] -= 1
            order.append(card)
    order += left.elements()
    seats = tuple(seat for seat in told.seats if seat < rules.players)
    if len(seats) < 2:
        seats = tuple(range(rules.players))
    dealer = told.dealer if told.dealer in seats else seats[-1]
    return Telling(data, dealer, seats, tuple(order), told.acts, told.orders, told.taken_over)


def _simpler(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The rules without one of the things that they say, or with one player less."""
    if data["edition"] != "classic":
        yield data | {"edition": "classic"}
    if "teams" in data:
        yield {key: value for key, value in data.items() if key != "teams"}
    for fewer in range(2, data["players"]):
        yield data | {"players": fewer, "teams": []}
    for group in ("options", "written"):
        for name in data.get(group, {}):
            yield data | {group: {key: value for key, value in data[group].items() if key != name}}
    for card, rule in data.get("written", {}).items():
        for i in range(len(rule["effects"])):
            less = rule | {"effects": rule["effects"][:i] + rule["effects"][i + 1 :]}
            yield data | {"written": data["written"] | {card: less}}


def _anew(told: Telling, data: dict[str, Any]) -> Telling | None:
    """Other rounds by the simpler rules: the shortest of some that goes wrong as well."""
    found: list[Telling] = []
    for number in range(TRIES):
        try:
            rules: Ruleset = ruleset_from(data)
        except RulesError:
            return None
        pair = Pair(rules, Random(f"anew:{number}"), 0.2 * told.taken_over)
        try:
            pair.deal()
            for _ in range(2 * len(told.acts) + 20):
                if pair.round.over:
                    break
                pair.step()
        except LastcardError:
            continue
        except Exception:  # noqa: BLE001 - whatever goes wrong is what is looked for
            found.append(telling(pair.record, taken_over=told.taken_over))
    smaller = [f for f in map(goes_wrong, found) if f is not None and _size(f) < _size(told)]
    return min(smaller, key=_size, default=None)
