"""Standings after some rounds: points, byes and places (rulebook M2, M3, M5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastcard.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lastcard.tournament.seating import Pairing, PlayerNumber, Seating, TableSeating


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table: the points that each of its players made there."""

    points: tuple[tuple[PlayerNumber, int], ...]
    together: tuple[Pairing, ...] = ()

    @property
    def players(self) -> tuple[PlayerNumber, ...]:
        """Who sat at the table."""
        return tuple(player for player, _ in self.points)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place (shared by those with equal points), points, tables played and byes.

    `partnerships` are the points made with each partner, if the players rotate (M2, M3).
    """

    place: int
    player: PlayerNumber
    points: int
    played: int = 0
    byes: int = 0
    partnerships: tuple[tuple[Pairing, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Sum:
    points: int = 0
    played: int = 0
    byes: int = 0


def partnership_result(table: TableSeating, team_points: Sequence[int]) -> TableResult:
    """Return the result that credits the points of seats 0 and 2, and of seats 1 and 3, to both partners (M2).

    `team_points` are the two teams' points in that order. RulesError if the table does not play in partners or the points are
    not two numbers.
    """
    if not table.partners:
        raise RulesError("table", "nobody plays in partners here", "M2")
    if len(team_points) != len(table.pairings):
        raise RulesError("team_points", f"two teams have two scores, not {len(team_points)}", "M2")
    points = tuple((player, team_points[seat % 2]) for seat, player in enumerate(table.seats))
    return TableResult(points, table.pairings)


def standings(
    players: Iterable[PlayerNumber],
    results: Iterable[TableResult],
    seatings: Iterable[Seating] = (),
    bye_points: int = 0,
) -> tuple[Standing, ...]:
    """Return everybody's standing, most points first; each bye in `seatings` counts `bye_points`.

    Players with equal points share a place and are listed by number. RulesError for a result of somebody who is not among the
    players.
    """
    sums = dict.fromkeys(players, _Sum())
    pairings: dict[Pairing, int] = {}
    for result in results:
        _add(sums, result)
        _add_pairings(pairings, result)
    for player in (player for seating in seatings for player in seating.byes):
        old = _sum_of(sums, player)
        sums[player] = _Sum(old.points + bye_points, old.played, old.byes + 1)
    return _placed(sums, pairings)


def leaders(table: Sequence[Standing]) -> tuple[PlayerNumber, ...]:
    """Return everybody in first place: the winner, or those who share the win (M2: most points wins)."""
    return tuple(standing.player for standing in table if standing.place == 1)


def _add(sums: dict[PlayerNumber, _Sum], result: TableResult) -> None:
    for player, points in result.points:
        old = _sum_of(sums, player)
        sums[player] = _Sum(old.points + points, old.played + 1, old.byes)


def _add_pairings(pairings: dict[Pairing, int], result: TableResult) -> None:
    points = dict(result.points)
    for pairing in result.together:
        pairings[pairing] = pairings.get(pairing, 0) + points[pairing.low]


def _sum_of(sums: Mapping[PlayerNumber, _Sum], player: PlayerNumber) -> _Sum:
    if player not in sums:
        raise RulesError("results", f"player {player} is not in the tournament", "M5")
    return sums[player]


def _placed(sums: Mapping[PlayerNumber, _Sum], pairings: Mapping[Pairing, int]) -> tuple[Standing, ...]:
    """Sort by points and assign places: 1, 2, 2, 4 and so on."""
    order = sorted(sums, key=lambda player: (-sums[player].points, player))
    return tuple(
        Standing(
            place=1 + sum(other.points > sums[player].points for other in sums.values()),
            player=player,
            points=sums[player].points,
            played=sums[player].played,
            byes=sums[player].byes,
            partnerships=tuple(
                (pair, points) for pair, points in sorted(pairings.items()) if player in (pair.low, pair.high)
            ),
        )
        for player in order
    )
