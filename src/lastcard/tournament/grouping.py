"""Divides ranked players into tables of three or more so that few meet again (rulebook M5).

Whether a seating without rematches exists is a hard problem for larger tables. The search goes through the seatings in
order of rank for a fixed number of steps; if that finds none, a good seating is taken and reported as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from lastcard.tournament.seating import Pairing, PlayerNumber

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

Groups: TypeAlias = tuple[tuple[PlayerNumber, ...], ...]

STEPS = 50_000
"""After this many steps the search for a seating without rematches gives up."""
SWEEPS = 50
"""How often all exchanges between tables are tried at most; fewer if a sweep helps nothing."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """The players of each table, and whether it is certain that no grouping has fewer rematches."""

    groups: Groups
    fewest: bool


class _OutOfStepsError(Exception):
    """The search has used up its steps."""


class _Budget:
    """Counts the steps of a search."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def spend(self) -> None:
        """Take one step, or raise _OutOfStepsError."""
        if self.steps == 0:
            raise _OutOfStepsError
        self.steps -= 1


def grouped(ranked: Sequence[PlayerNumber], sizes: Sequence[int], met: Counter[Pairing]) -> Grouping:
    """Divide the players, best first, into tables of these sizes (which add up to their number).

    Without rematches if the search finds such a grouping, the best players together as far as possible. Otherwise with few, and
    `fewest` is true only if there is just one table, or one rematch and none is proven impossible.
    """
    proved = True
    try:
        groups = _without_rematches(ranked, sizes, met, _Budget(STEPS))
        if groups is not None:
            return Grouping(groups, fewest=True)
    except _OutOfStepsError:
        proved = False
    tables = _improved(_greedy(ranked, sizes, met), met)
    again = sum(met[pair] > 0 for table in tables for pair in _pairs(table))
    rank = {player: place for place, player in enumerate(ranked)}
    groups = tuple(tuple(sorted(table, key=rank.__getitem__)) for table in tables)
    return Grouping(groups, fewest=again == 0 or len(sizes) == 1 or (proved and again == 1))


def _without_rematches(
    ranked: Sequence[PlayerNumber], sizes: Sequence[int], met: Counter[Pairing], budget: _Budget
) -> Groups | None:
    """The first grouping in order of rank without a rematch, or None if there is none."""
    chosen: list[tuple[PlayerNumber, ...]] = []
    ways = [_first_tables(ranked, sizes, met, budget)]
    while ways:
        way = next(ways[-1], None)
        if way is None:
            ways.pop()
            del chosen[-1:]
            continue
        group, left, remaining = way
        chosen.append(group)
        if not left:
            return tuple(chosen)
        ways.append(_first_tables(left, remaining, met, budget))
    return None


def _first_tables(
    left: Sequence[PlayerNumber], sizes: Sequence[int], met: Counter[Pairing], budget: _Budget
) -> Iterator[tuple[tuple[PlayerNumber, ...], list[PlayerNumber], list[int]]]:
    """Seat the best player left at a table of each size in turn: the table, and the players and sizes left over."""
    for size in dict.fromkeys(sizes):
        remaining = list(sizes)
        remaining.remove(size)
        for group in _strangers((left[0],), left[1:], size, met, budget):
            yield group, [player for player in left if player not in group], remaining


def _strangers(
    group: tuple[PlayerNumber, ...],
    left: Sequence[PlayerNumber],
    size: int,
    met: Counter[Pairing],
    budget: _Budget,
) -> Iterator[tuple[PlayerNumber, ...]]:
    """Complete a group to `size` with players of whom no two have met, best ranks first."""
    budget.spend()
    if len(group) == size:
        yield group
        return
    for place, player in enumerate(left):
        if not any(met[Pairing.of(player, other)] for other in group):
            yield from _strangers((*group, player), left[place + 1 :], size, met, budget)


def _greedy(
    ranked: Sequence[PlayerNumber], sizes: Sequence[int], met: Counter[Pairing]
) -> list[list[PlayerNumber]]:
    """Fill one table after the other with whoever has met fewest there, the best in rank on a tie."""
    left = list(ranked)
    tables = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            player = min(left, key=lambda player: _known(player, table, met))
            left.remove(player)
            table.append(player)
        tables.append(table)
    return tables


def _improved(tables: list[list[PlayerNumber]], met: Counter[Pairing]) -> list[list[PlayerNumber]]:
    """Exchange players between tables while that reduces rematches."""
    for _ in range(SWEEPS):
        if sum(_exchanged(one, other, met) for one, other in combinations(tables, 2)) == 0:
            break
    return tables


def _exchanged(one: list[PlayerNumber], other: list[PlayerNumber], met: Counter[Pairing]) -> bool:
    """Make every exchange between two tables that helps; whether there was any."""
    helped = False
    for here in range(len(one)):
        for there in range(len(other)):
            before = _rematch_cost(one, met) + _rematch_cost(other, met)
            one[here], other[there] = other[there], one[here]
            if _rematch_cost(one, met) + _rematch_cost(other, met) < before:
                helped = True
            else:
                one[here], other[there] = other[there], one[here]
    return helped


def _rematch_cost(table: Sequence[PlayerNumber], met: Counter[Pairing]) -> int:
    """How often the players of a table have met, squared per pair."""
    return sum(met[pair] ** 2 for pair in _pairs(table))


def _known(player: PlayerNumber, table: Sequence[PlayerNumber], met: Counter[Pairing]) -> int:
    return sum(met[Pairing.of(player, other)] for other in table)


def _pairs(table: Sequence[PlayerNumber]) -> Iterator[Pairing]:
    return (Pairing.of(one, other) for one, other in combinations(table, 2))
