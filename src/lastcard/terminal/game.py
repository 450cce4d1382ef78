"""A match in progress and its record: every action becomes an entry, which is saved before it takes effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard import match as matches
from lastcard.bots.arena import shuffler
from lastcard.record import (
    ActEntry,
    DealEntry,
    Header,
    Record,
    RecordingShuffle,
    replay,
    write_entry,
    write_header,
    write_record,
)
from lastcard.record.replay import first_dealer
from lastcard.rules.acts import decide
from lastcard.rules.deal import begin
from lastcard.rules.errors import LastcardError
from lastcard.rules.events import RoundBegan
from lastcard.rules.evolve import evolve_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from lastcard.record import RecordEntry
    from lastcard.rules.actions import Action
    from lastcard.rules.events import Event
    from lastcard.rules.round import Round
    from lastcard.rules.ruleset import Ruleset

    Source = Callable[[int], Random]
    Keep = Callable[[str], None]

_DRAW: Final = 0
"""The number for which the generator of the drawing for the deal is requested; rounds count from 1."""


class RecordedMatch:
    """The current `match`, the `round` in progress or the last one (None before the first), and the `record`.

    `chance` returns the generator of a round, by its number; `keep` is called with each entry's text before it takes effect.
    """

    def __init__(self, record: Record, chance: Source, keep: Keep) -> None:
        """Continue the match where the record ends; RecordError if the record is wrong."""
        self.header = record.header
        self._entries: list[RecordEntry] = list(record.entries)
        self._random = chance
        self._keep = keep
        self.match = matches.new_match(record.header.rules, first_dealer(record.header))
        self.round: Round | None = None
        self.number = 0
        for step in replay(record):
            self.match, self.round = step.match, step.round
            self.number += isinstance(step.entry, DealEntry)
        self._chance = RecordingShuffle(shuffler(chance(self.number)))

    @property
    def record(self) -> Record:
        """The match so far."""
        return Record(self.header, tuple(self._entries))

    @property
    def between_rounds(self) -> bool:
        """Whether the next step is a deal, or the end."""
        return self.round is None or self.round.over

    def deal(self) -> tuple[Event, ...]:
        """Deal the next round and return its first events."""
        self.number += 1
        self._chance = RecordingShuffle(shuffler(self._random(self.number)))
        rules, match = self.match.rules, self.match
        order = self._chance(rules.cards)
        self._chance.taken()
        events = begin(rules, match.dealer, order, self._chance, match.seats)
        dealt = events[0]
        assert isinstance(dealt, RoundBegan)  # noqa: S101 - the first event of `begin`
        hands = {seat: dealt.hands[seat] for seat in dealt.seats}
        self._append(DealEntry(hands, dealt.pile, self._chance.taken()))
        self._apply(None, events)
        return events

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Carry out the seat's action and return its events; IllegalAction if the rules refuse it."""
        assert self.round is not None  # noqa: S101 - nobody acts before the deal
        events = decide(self.round, seat, action, self._chance)
        self._append(ActEntry(seat, action, self._chance.taken()))
        self._apply(self.round, events)
        return events

    def _append(self, entry: RecordEntry) -> None:
        self._keep(write_entry(entry))
        self._entries.append(entry)

    def _apply(self, state: Round | None, events: tuple[Event, ...]) -> None:
        self.round = evolve_all(state, events)
        if self.round.over:
            self.match = matches.record(self.match, matches.round_result(self.round))


def new_game(
    rules: Ruleset, names: Mapping[int, str], date: str, chance: Source, keep: Keep
) -> RecordedMatch:
    """Start a match: cards are drawn for the deal (S2), and the header is saved."""
    shuffle = shuffler(chance(_DRAW))
    drawing = matches.draw_for_dealer(rules, range(rules.players), shuffle(rules.cards), shuffle)
    header = Header(rules, drawing.dealer, drawing.draws, dict(names), date)
    keep(write_header(header))
    return RecordedMatch(Record(header), chance, keep)


def resume_game(record: Record, seat: int, chance: Source, keep: Keep) -> RecordedMatch:
    """Continue the match of an unfinished record; LastcardError if nothing is left to play for the seat."""
    game = RecordedMatch(record, chance, keep)
    if game.match.over:
        raise LastcardError("the match is over; `lastcard replay` shows it")
    if _has_left(game, seat):
        raise LastcardError("the player of this record has left the match")
    keep(write_record(record))
    return game


def _has_left(game: RecordedMatch, seat: int) -> bool:
    """Whether the player has left the match; a player who is eliminated can still watch (P4)."""
    away = game.round is not None and not game.round.over and seat not in game.round.table.seats
    return seat in game.match.left or (away and seat in game.match.seats)
