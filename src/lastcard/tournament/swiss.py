"""Swiss rounds: players close in the standings meet, and nobody meets twice if that can be avoided (M5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from lastcard.rules.errors import RulesError
from lastcard.tournament.grouping import Groups, grouped
from lastcard.tournament.matching import preferred_matching
from lastcard.tournament.seating import MAX_SEATS, Pairing, PlayerNumber, Seating, TableSeating

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HEADS_UP = 2


class Leftover(Enum):
    """What happens if the players do not fill tables of the chosen size."""

    SMALLER = "smaller tables"
    """Everybody plays; some tables are smaller, none by more than one seat than another."""
    BYES = "byes"
    """All tables are full; the players over sit out."""


@dataclass(frozen=True, slots=True)
class SwissRound:
    """One Swiss round: the seating, its rematches, and whether fewer are provably impossible.

    `fewest` is true if it is certain that no seating of these players (those without a bye) has fewer rematches; heads-up it
    always is.
    """

    seating: Seating
    rematches: tuple[Pairing, ...]
    fewest: bool


def swiss_round(
    ranked: Sequence[PlayerNumber],
    past: Iterable[Seating] = (),
    size: int = HEADS_UP,
    leftover: Leftover = Leftover.SMALLER,
) -> SwissRound:
    """Return the next round of a Swiss tournament (M5).

    `ranked` are the players, best first (for a first round in any order); `past` the seatings so far. Tables have `size` seats,
    2 (heads-up) to 10. From the top, each player meets the nearest in rank whom they have not met, as far as this lets the
    others avoid rematches too. A player who would be alone at a table has a bye, and nobody has a second bye before everybody
    had one; among those with the fewest, the lowest in rank whose bye costs no rematch. RulesError for a size out of range,
    fewer than two players, or a player named twice.
    """
    _check(ranked, size)
    history = list(past)
    met = Counter(pair for seating in history for pair in _meetings(seating))
    byes = Counter(player for seating in history for player in seating.byes)
    waiting = sorted(ranked, key=lambda player: (byes[player], -ranked.index(player)))
    if size == HEADS_UP:
        return _heads_up(ranked, met, [player for player in waiting if byes[player] == byes[waiting[0]]])
    out = _without_table(len(ranked), size, leftover)
    playing = [player for player in ranked if player not in waiting[:out]]
    found = grouped(playing, _sizes(len(playing), size), met)
    return _round(found.groups, tuple(sorted(waiting[:out], key=ranked.index)), met, fewest=found.fewest)


def _check(ranked: Sequence[PlayerNumber], size: int) -> None:
    if size not in range(HEADS_UP, MAX_SEATS + 1):
        raise RulesError("size", f"a table has 2 to {MAX_SEATS} seats, not {size}", "S1")
    if len(ranked) < HEADS_UP:
        raise RulesError("players", "a tournament needs at least two players", "M5")
    if len(set(ranked)) != len(ranked):
        raise RulesError("players", "a player is named twice", "M5")


def _meetings(seating: Seating) -> Iterable[Pairing]:
    """Every two players who sat at one table, partners too."""
    return (Pairing.of(one, other) for table in seating.tables for one, other in combinations(table.seats, 2))


def _without_table(players: int, size: int, leftover: Leftover) -> int:
    """How many do not play: with byes those who fill no table, unless nobody could play at all."""
    return players % size if leftover is Leftover.BYES and players >= size else 0


def _sizes(players: int, size: int) -> list[int]:
    """As few tables as seat everybody, the larger ones first, sizes differing by at most one."""
    tables = -(-players // size)
    least, larger = divmod(players, tables)
    return [least + 1] * larger + [least] * (tables - larger)


def _heads_up(
    ranked: Sequence[PlayerNumber], met: Counter[Pairing], waiting: Sequence[PlayerNumber]
) -> SwissRound:
    """Pair everybody; with an odd number, the first of `waiting` whose bye costs no rematch sits out."""
    if len(ranked) % 2 == 0:
        return _round(_paired(ranked, met), (), met, fewest=True)
    best: SwissRound | None = None
    for player in waiting:
        others = [other for other in ranked if other != player]
        found = _round(_paired(others, met), (player,), met, fewest=True)
        if best is None or len(found.rematches) < len(best.rematches):
            best = found
        if not best.rematches:
            break
    assert best is not None  # noqa: S101 - somebody always has the fewest byes
    return best


def _paired(ranked: Sequence[PlayerNumber], met: Counter[Pairing]) -> Groups:
    """Pair an even number of players: as many as possible who never met, then who met once, and so on."""
    pairs: list[tuple[PlayerNumber, ...]] = []
    left = list(ranked)
    often = 0
    while left:
        graph = [_nearest(left, place, met, often) for place in range(len(left))]
        found = [(left[one], left[other]) for one, other in preferred_matching(graph)]
        pairs += found
        left = [player for player in left if all(player not in pair for pair in found)]
        often += 1
    return tuple(sorted(pairs, key=lambda pair: ranked.index(pair[0])))


def _nearest(left: Sequence[PlayerNumber], place: int, met: Counter[Pairing], often: int) -> list[int]:
    """Indices of the players met at most `often` times, the nearest in rank first."""
    others = (
        other
        for other in range(len(left))
        if other != place and met[Pairing.of(left[place], left[other])] <= often
    )
    return sorted(others, key=lambda other: (abs(other - place), other))


def _round(
    groups: Groups, byes: tuple[PlayerNumber, ...], met: Counter[Pairing], *, fewest: bool
) -> SwissRound:
    seating = Seating(tuple(TableSeating(group) for group in groups), byes)
    return SwissRound(seating, tuple(sorted(pair for pair in _meetings(seating) if met[pair])), fewest)
