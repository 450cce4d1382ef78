"""Knockout brackets for any number of players, heads-up or at larger tables (rulebook M5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from lastcard.rules.errors import RulesError
from lastcard.tournament.seating import MAX_SEATS, PlayerNumber, Seating, TableSeating

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Entrant:
    """A place in the bracket held by a player from the start: seed 0 is the best."""

    seed: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in the bracket held by whoever finishes at `place` (0 is first) at a table of a round."""

    round: int
    table: int
    place: int


Slot: TypeAlias = Entrant | Placing


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of a bracket: its tables, and who advances without playing."""

    tables: tuple[tuple[Slot, ...], ...]
    byes: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """A whole knockout: its rounds, the last one the final, and how many advance from each table before it."""

    players: int
    size: int
    advance: int
    rounds: tuple[Stage, ...]

    def seatings(
        self, players: Sequence[PlayerNumber], finishes: Sequence[Sequence[Sequence[PlayerNumber]]] = ()
    ) -> tuple[Seating, ...]:
        """Return the rounds whose players are known: the first, and one more for each finished round.

        `players` are in order of seeds; `finishes[r][t]` is the order in which table t of round r finished, at least those who
        advance. RulesError for a finish that does not fit its table.
        """
        if len(players) != self.players or len(set(players)) != self.players:
            raise RulesError("players", f"the bracket is for {self.players} different players", "M5")
        who: dict[Slot, PlayerNumber] = {Entrant(seed): player for seed, player in enumerate(players)}
        known = [_seating(self.rounds[0], who)]
        for number, stage in enumerate(self.rounds[1:]):
            if number >= len(finishes):
                break
            who |= _placed(number, known[-1], finishes[number], self.advance)
            known.append(_seating(stage, who))
        return tuple(known)


def knockout(players: int, size: int = 2, advance: int = 1) -> Bracket:
    """Draw the bracket: tables of up to `size` seats (2, heads-up, to 10), of which `advance` go on (M5).

    It has as few rounds as possible. The first round only reduces the field to a number that fills the tables of the next;
    players it does not need have a bye, the top seeds first. Players are spread so that the best seeds meet as late as
    possible. The final is one table with one winner. RulesError for fewer than two players, or a size or advance out of range.
    """
    _check(players, size, advance)
    slots: list[tuple[int, Slot]] = [(seed, Entrant(seed)) for seed in range(players)]
    rounds: list[Stage] = []
    while len(slots) > size:
        stage, slots = _stage(len(rounds), slots, size, advance)
        rounds.append(stage)
    rounds.append(Stage((tuple(slot for _, slot in slots),)))
    return Bracket(players, size, advance, tuple(rounds))


def _check(players: int, size: int, advance: int) -> None:
    if players < 2:  # noqa: PLR2004 - one player has nobody to play
        raise RulesError("players", "a knockout needs at least two players", "M5")
    if size not in range(2, MAX_SEATS + 1):
        raise RulesError("size", f"a table has 2 to {MAX_SEATS} seats, not {size}", "S1")
    if advance not in range(1, size):
        raise RulesError("advance", f"of a table of {size}, 1 to {size - 1} can go on, not {advance}", "M5")


def _field_after(players: int, size: int, advance: int) -> int:
    """How many should be left after this round: the largest full field below the number of players."""
    field = size
    while True:
        tables, byes = divmod(field, advance)
        larger = size * tables + byes
        if larger >= players:
            return field
        field = larger


def _stage(
    number: int, slots: list[tuple[int, Slot]], size: int, advance: int
) -> tuple[Stage, list[tuple[int, Slot]]]:
    """One round for these slots, strongest first, and the slots of the next round."""
    leave = len(slots) - _field_after(len(slots), size, advance)
    tables = -(-leave // (size - advance))
    resting = len(slots) - leave - advance * tables
    seated = _spread(slots[resting:], tables)
    going_on = slots[:resting]
    for place in range(advance):
        going_on += [(table[place][0], Placing(number, index, place)) for index, table in enumerate(seated)]
    stage = Stage(tuple(_unranked(table) for table in seated), _unranked(slots[:resting]))
    return stage, sorted(going_on, key=lambda ranked: ranked[0])


def _unranked(slots: Sequence[tuple[int, Slot]]) -> tuple[Slot, ...]:
    return tuple(slot for _, slot in slots)


def _spread(slots: Sequence[tuple[int, Slot]], tables: int) -> list[list[tuple[int, Slot]]]:
    """Deal the slots to the tables in snake order, avoiding a table that already has somebody from the same earlier table."""
    seated: list[list[tuple[int, Slot]]] = [[] for _ in range(tables)]
    for start in range(0, len(slots), tables):
        way = list(range(tables)) if start // tables % 2 == 0 else list(reversed(range(tables)))
        for ranked in slots[start : start + tables]:
            table = next((table for table in way if not _comes_from(ranked[1], seated[table])), way[0])
            way.remove(table)
            seated[table].append(ranked)
    return seated


def _comes_from(slot: Slot, table: Sequence[tuple[int, Slot]]) -> bool:
    """Whether somebody at the table comes from the same table of an earlier round."""
    others = [other for _, other in table if isinstance(other, Placing)]
    return isinstance(slot, Placing) and any(
        (other.round, other.table) == (slot.round, slot.table) for other in others
    )


def _seating(stage: Stage, who: Mapping[Slot, PlayerNumber]) -> Seating:
    return Seating(
        tuple(TableSeating(tuple(who[slot] for slot in table)) for table in stage.tables),
        tuple(who[slot] for slot in stage.byes),
    )


def _placed(
    number: int, seating: Seating, finishes: Sequence[Sequence[PlayerNumber]], advance: int
) -> dict[Slot, PlayerNumber]:
    """The players in the slots that a finished round fills."""
    if len(finishes) != len(seating.tables):
        raise RulesError(f"finishes[{number}]", f"round {number} has {len(seating.tables)} tables", "M5")
    placed: dict[Slot, PlayerNumber] = {}
    for index, (table, finish) in enumerate(zip(seating.tables, finishes, strict=True)):
        going_on = finish[:advance]
        if len(set(going_on)) < advance or not set(going_on) <= set(table.seats):
            raise RulesError(
                f"finishes[{number}][{index}]", f"needs {advance} different players of the table", "M5"
            )
        placed |= {Placing(number, index, place): player for place, player in enumerate(going_on)}
    return placed
