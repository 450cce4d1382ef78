"""What happened at the tables of a batch.

How chance stood before each number that was chosen, so that a round can be played again and written down.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lastcard.rules.errors import LastcardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastcard.sim.hidden import Known
    from lastcard.sim.kernel import KernelGame, KernelTable


@dataclass(frozen=True)
class Redeal:
    """What a seat could not see was redealt after this many numbers; `known` is what the seat knew, which stayed."""

    numbers: int
    known: Known


@dataclass(frozen=True)
class Past:
    """A round so far: how it was dealt, and how chance stood before each number.

    `redealt` if its cards were redealt in the middle.
    """

    began: int
    dealer: int
    chances: array[int] = field(default_factory=lambda: array("Q"))
    numbers: array[int] = field(default_factory=lambda: array("h"))
    redealt: Redeal | None = None

    def again(self, table: KernelTable, game: KernelGame) -> None:
        """Play it again at a table with its game. LastcardError where its deal explains its cards no longer."""
        if self.redealt is not None:
            raise LastcardError(
                "the unseen cards were dealt anew in the middle of the round: there is no record of it"
            )
        game.set_rng(self.began)
        table.start(self.dealer)
        for chance, number in zip(self.chances, self.numbers, strict=True):
            game.set_rng(chance)
            table.take(number)


class History:
    """The round under way and the one before it at each of the tables whose games these are."""

    def __init__(self, games: Sequence[KernelGame]) -> None:
        """Nothing has happened yet."""
        self._under_way: list[Past] = [Past(*game.deal_seed()) for game in games]
        self._before: list[Past | None] = [None for _ in games]

    def note(self, chances: Iterable[int], numbers: Iterable[int]) -> None:
        """At each table this number was chosen while chance stood so; none at all where it is below 0."""
        for past, chance, number in zip(self._under_way, chances, numbers, strict=True):
            if number >= 0:
                past.chances.append(chance)
                past.numbers.append(number)

    def dealt(self, tables: Iterable[int], games: Sequence[KernelGame]) -> None:
        """Another round was dealt at these tables."""
        for table in tables:
            self._before[table] = self._under_way[table]
            self._under_way[table] = Past(*games[table].deal_seed())

    def copy(self, other: History, source: int, target: int) -> None:
        """The target is the same round as the source, which may be of another batch."""
        past = other._under_way[source]
        self._under_way[target] = replace(past, chances=past.chances[:], numbers=past.numbers[:])
        self._before[target] = other._before[source]

    def note_redeal(self, table: int, known: Known) -> None:
        """What the seat that is asked at the table cannot see was redealt, except for this."""
        past = self._under_way[table]
        self._under_way[table] = replace(past, redealt=Redeal(len(past.numbers), known))

    def still_known(self, table: int) -> Known | None:
        """What is known to the seat that is asked if nothing has happened since cards were redealt."""
        past = self._under_way[table]
        return past.redealt.known if past.redealt and past.redealt.numbers == len(past.numbers) else None

    def past(self, table: int, *, previous: bool) -> Past:
        """The round under way, or the one before it; LastcardError if there was none."""
        found = self._before[table] if previous else self._under_way[table]
        if found is None:
            raise LastcardError(f"table {table}: no round came before the one under way")
        return found
