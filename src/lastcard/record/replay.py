"""Replays a record: applies its entries to the rules one by one, with the chance that it holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from lastcard import match as matches
from lastcard.record.errors import RecordError, record_error
from lastcard.record.notation import (
    ActEntry,
    DealEntry,
    Header,
    LeaveEntry,
    Record,
    RecordEntry,
    ShuffledOrder,
)
from lastcard.rules.acts import decide
from lastcard.rules.cards import Cards, Shuffle
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError
from lastcard.rules.evolve import evolve_all
from lastcard.rules.leave import leave
from lastcard.rules.reasons import IllegalAction, Reason, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lastcard.rules.events import Event
    from lastcard.rules.round import Round


class UnlawfulError(RecordError):
    """An entry that the rules refuse; `act` is the action in notation, `reason` why it is illegal."""

    def __init__(self, entry: ActEntry | LeaveEntry, reason: Reason) -> None:
        self.entry = entry
        self.act = str(getattr(entry, "action", "leave"))
        self.reason = reason
        params: dict[str, str | int] = {"seat": entry.seat, "act": self.act, "why": sentence(reason)}
        said = f"seat {entry.seat} may not {self.act}: {params['why']}"
        super().__init__(entry.line, said, reason.rule, "record-act", params)


class ReplayStep(NamedTuple):
    """One entry of a record with the events that followed, and the round and match after it.

    Between rounds, `round` is the one that ended; before the first round it is None.
    """

    entry: RecordEntry
    events: tuple[Event, ...]
    round: Round | None
    match: matches.Match


def replay(record: Record) -> Iterator[ReplayStep]:
    """Replay the record; RecordError names the line, and the rule, of an entry that is illegal or does not fit."""
    return replay_entries(record.header, record.entries)


def replay_entries(header: Header, entries: Iterable[RecordEntry]) -> Iterator[ReplayStep]:
    """Replay the entries lazily (see `read_entries`); RecordError as in `replay`."""
    match = matches.new_match(header.rules, first_dealer(header))
    state: Round | None = None
    for entry in entries:
        state, events, match = _apply(entry, state, match)
        yield ReplayStep(entry, events, state, match)


def _apply(
    entry: RecordEntry, state: Round | None, match: matches.Match
) -> tuple[Round | None, tuple[Event, ...], matches.Match]:
    """The round, the events and the match after one entry."""
    between = state is None or state.over
    if isinstance(entry, LeaveEntry) and between:
        return state, (), _leave_match(entry, match)
    chance = _RecordedShuffles(entry.line, entry.shuffled)
    events: tuple[Event, ...]
    if isinstance(entry, DealEntry):
        if not between:
            raise record_error(entry.line, "record-early")
        events = _deal(entry, match, chance)
        state = evolve_all(None, events)
    else:
        if state is None or state.over:
            raise record_error(entry.line, "record-between", "O1")
        events = _act(entry, state, chance)
        state = evolve_all(state, events)
    chance.finish()
    if state.over:
        match = matches.record(match, matches.round_result(state))
    return state, events, match


def _leave_match(entry: LeaveEntry, match: matches.Match) -> matches.Match:
    if entry.shuffled:
        raise record_error(entry.shuffled[0].line, "record-no-shuffle", "T5")
    try:
        return matches.leave(match, entry.seat)
    except matches.MatchError as error:
        raise record_error(entry.line, "record-left", why=str(error)) from None


def _deal(entry: DealEntry, match: matches.Match, chance: _RecordedShuffles) -> tuple[Event, ...]:
    if match.over:
        raise record_error(entry.line, "record-over", "P2")
    if set(entry.hands) != set(match.seats):
        seats = " ".join(map(str, match.seats))
        raise record_error(entry.line, "record-seats", "S3", seats=seats)
    for seat, hand in entry.hands.items():
        if len(hand) != match.rules.hand_size:
            size = match.rules.hand_size
            raise record_error(entry.line, "record-hand", "S3", number=seat, cards=len(hand), size=size)
    order = order_of_deal(entry.hands, entry.pile, match.dealer)
    _check_deck(entry.line, order, match.rules.cards)
    try:
        return begin(match.rules, match.dealer, order, chance, match.seats)
    except RecordError:
        raise
    except LastcardError as error:
        raise record_error(entry.line, "record-play", why=str(error)) from None


def _check_deck(line: int, order: Cards, deck: Cards) -> None:
    """Check that the cards dealt are those of the deck (S3)."""
    dealt, whole = Counter(order), Counter(deck)
    for card in dealt - whole:
        raise record_error(line, "record-too-many", "S3", card=card.token, cards=len(deck))
    for card in whole - dealt:
        raise record_error(line, "record-too-few", "S3", card=card.token, cards=len(deck))


def order_of_deal(hands: Mapping[int, Cards], pile: Cards, dealer: int) -> Cards:
    """Return the order of the deck that deals these hands one card at a time from the dealer's left, and leaves the pile (S3)."""
    left = [seat for seat in sorted(hands) if seat > dealer] + [
        seat for seat in sorted(hands) if seat <= dealer
    ]
    rows = zip(*(hands[seat] for seat in left), strict=True)
    return (*(card for row in rows for card in row), *pile)


def _act(entry: ActEntry | LeaveEntry, state: Round, chance: _RecordedShuffles) -> tuple[Event, ...]:
    try:
        if isinstance(entry, LeaveEntry):
            return leave(state, entry.seat, chance)
        return decide(state, entry.seat, entry.action, chance)
    except IllegalAction as error:
        raise UnlawfulError(entry, error.reason) from None
    except RecordError:
        raise
    except LastcardError as error:
        raise record_error(entry.line, "record-play", why=str(error)) from None


def first_dealer(header: Header) -> int:
    """Return who deals first according to the header, or to the cards drawn (S2); RecordError if those are impossible."""
    if not header.draws:
        return header.dealer
    rules = header.rules
    cards = tuple(card for draw in header.draws for _, card in draw)
    if len(cards) < rules.players or not set(cards) <= set(rules.cards):
        raise record_error(header.line, "record-drawn", "S2")

    def none_left(_cards: Cards) -> Cards:
        raise record_error(header.line, "record-equal", "S2")

    drawing = matches.draw_for_dealer(rules, range(rules.players), cards, none_left)
    if drawing.draws != header.draws:
        said = "; ".join(", ".join(f"{seat} {card}" for seat, card in draw) for draw in drawing.draws)
        raise record_error(header.line, "record-drawers", "S2", draws=said)
    return drawing.dealer


class _RecordedShuffles:
    """A shuffle that returns the orders in the record, and checks that they have the right cards."""

    def __init__(self, line: int, shuffled: tuple[ShuffledOrder, ...]) -> None:
        self._line = line
        self._left = list(shuffled)

    def __call__(self, cards: Cards) -> Cards:
        if not self._left:
            raise record_error(self._line, "record-no-order", "T5", form="shuffled: CARDS", cards=len(cards))
        shuffled = self._left.pop(0)
        if Counter(shuffled.cards) != Counter(cards):
            raise record_error(shuffled.line, "record-order", "T5", cards=len(cards))
        return shuffled.cards

    def finish(self) -> None:
        """Check that no order is left over."""
        if self._left:
            raise record_error(self._left[0].line, "record-no-shuffle", "T5")


class RecordingShuffle:
    """A shuffle that remembers its results, for writing records."""

    def __init__(self, shuffle: Shuffle) -> None:
        self._shuffle = shuffle
        self._given: list[ShuffledOrder] = []

    def __call__(self, cards: Cards) -> Cards:
        """Shuffle and remember the result."""
        given = self._shuffle(cards)
        self._given.append(ShuffledOrder(given))
        return given

    def taken(self) -> tuple[ShuffledOrder, ...]:
        """Return the results since the last call, for the entry that they belong to."""
        given, self._given = tuple(self._given), []
        return given
