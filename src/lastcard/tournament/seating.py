"""Tables, seatings and schedules: what all kinds of tournament share (rulebook M2, M3, M5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from lastcard.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable

PlayerNumber: TypeAlias = int
"""A player is a number; the names are kept by whoever sets up the tournament."""

PARTNERS_TABLE = 4
MAX_SEATS = 10
"""The most players at a table (S1)."""


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    """Two different players in no order: partners, or two who have met. `str` gives `3+7`."""

    low: PlayerNumber
    high: PlayerNumber

    def __post_init__(self) -> None:
        """Raise ValueError unless the lower number comes first; `Pairing.of` orders two players."""
        if self.low >= self.high:
            raise ValueError(f"a pairing is two different players, the lower first: {self}")

    @classmethod
    def of(cls, one: PlayerNumber, other: PlayerNumber) -> Pairing:
        """Return the pairing of two different players in either order."""
        return cls(min(one, other), max(one, other))

    def __str__(self) -> str:
        """The two players."""
        return f"{self.low}+{self.high}"


@dataclass(frozen=True, slots=True)
class TableSeating:
    """One table for one round: who sits in seats 0, 1, 2, … (to the left), and which seat deals.

    With `partners` it has four players, each partnered with the one opposite (rulebook M1).
    """

    seats: tuple[PlayerNumber, ...]
    partners: bool = False
    dealer: int = 0

    def __post_init__(self) -> None:
        """Raise ValueError if somebody sits twice, or partners are not four."""
        if len(set(self.seats)) != len(self.seats) or not self.seats:
            raise ValueError(f"a table seats different players: {self.seats}")
        if self.partners and len(self.seats) != PARTNERS_TABLE:
            raise ValueError(f"partners are four at a table: {self.seats}")
        if self.dealer not in range(len(self.seats)):
            raise ValueError(f"seat {self.dealer} is not at the table: {self.seats}")

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The partners here: seats 0 and 2, seats 1 and 3; empty if all play alone."""
        if not self.partners:
            return ()
        first, second, third, fourth = self.seats
        return (Pairing.of(first, third), Pairing.of(second, fourth))

    @property
    def oppositions(self) -> tuple[Pairing, ...]:
        """Every two players who play against each other here."""
        together = self.pairings
        everyone = (Pairing.of(one, other) for one, other in combinations(self.seats, 2))
        return tuple(pair for pair in everyone if pair not in together)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The *seats* that play together, as a match takes them; empty if all play alone."""
        return ((0, 2), (1, 3)) if self.partners else ()


@dataclass(frozen=True, slots=True)
class Seating:
    """One round of a tournament: its tables, and who sits out with a bye."""

    tables: tuple[TableSeating, ...]
    byes: tuple[PlayerNumber, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError if somebody is in two places."""
        if len(set(self.players)) != len(self.players):
            raise ValueError(f"somebody is in two places: {self.players}")

    @property
    def players(self) -> tuple[PlayerNumber, ...]:
        """Everybody in the round, table by table and then the byes."""
        return (*(player for table in self.tables for player in table.seats), *self.byes)


@dataclass(frozen=True, slots=True)
class Balance:
    """How often any two players meet at least and at most, as partners and as opponents."""

    partners: tuple[int, int]
    opponents: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rounds in order. `note` says what the schedule guarantees, `exact` whether it does so without exception.

    A schedule that only comes close says so in both (rulebook M5, above 40 players).
    """

    players: int
    rounds: tuple[Seating, ...]
    exact: bool
    note: str


def balance(schedule: Schedule) -> Balance:
    """Count how evenly the players of a schedule meet; a schedule needs at least two players."""
    together = Counter(pair for table in _tables(schedule) for pair in table.pairings)
    against = Counter(pair for table in _tables(schedule) for pair in table.oppositions)
    pairs = [Pairing(*pair) for pair in combinations(range(schedule.players), 2)]
    return Balance(
        partners=(min(together[pair] for pair in pairs), max(together[pair] for pair in pairs)),
        opponents=(min(against[pair] for pair in pairs), max(against[pair] for pair in pairs)),
    )


def share_the_deal(rounds: Iterable[Seating]) -> tuple[Seating, ...]:
    """Return the rounds with each table dealt by the player who has dealt least so far, the lowest seat on a tie.

    Four rounds at the same table are thus dealt once by each of its players.
    """
    dealt: Counter[PlayerNumber] = Counter()
    return tuple(
        Seating(tuple(_with_dealer(table, dealt) for table in seating.tables), seating.byes)
        for seating in rounds
    )


def check_at_least(where: str, number: int, least: int, rule: str) -> None:
    """Raise RulesError for a number below `least`."""
    if number < least:
        raise RulesError(where, f"{number} is below {least}", rule)


def _tables(schedule: Schedule) -> Iterable[TableSeating]:
    return (table for seating in schedule.rounds for table in seating.tables)


def _with_dealer(table: TableSeating, dealt: Counter[PlayerNumber]) -> TableSeating:
    seat = min(range(len(table.seats)), key=lambda seat: dealt[table.seats[seat]])
    dealt[table.seats[seat]] += 1
    return TableSeating(table.seats, table.partners, seat)
