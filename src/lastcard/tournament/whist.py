"""Whist tournaments: everybody partners everybody once and opposes everybody twice (rulebook M5)."""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

from lastcard.rules.errors import RulesError
from lastcard.tournament.first_rounds import FIRST_ROUNDS
from lastcard.tournament.seating import (
    PARTNERS_TABLE,
    PlayerNumber,
    Schedule,
    Seating,
    TableSeating,
    balance,
    share_the_deal,
)

MAX_EXACT = 40
OPPOSITIONS = 2
_EFFORT = 2_000_000
"""How many regroupings of two tables the approximation tries at most, unless one sweep needs more."""
_COST = tuple((meetings + 1 - OPPOSITIONS) ** 4 - (meetings - OPPOSITIONS) ** 4 for meetings in range(5000))
"""The cost of one more meeting for two players with this many: differences of fourth powers of the distance from two."""

_Pair: TypeAlias = tuple[PlayerNumber, PlayerNumber]
_Pairs: TypeAlias = list[_Pair]
"""The partners of one round; entries 0 and 1 meet at a table, 2 and 3, and so on."""
_Meetings: TypeAlias = list[list[int]]
"""How often each player opposes each other one, symmetric."""


def whist(players: int) -> Schedule:
    """Seat `players` players in fours for `players - 1` rounds (M5), with rotating partners.

    Up to 40 players every two partner once and oppose twice, and `exact` is true. Above 40 every two still partner once but
    oppose only *about* twice: `exact` is false and `note` says between how often and how often (a hundred players take seconds
    to seat, two hundred half a minute). RulesError for fewer than four players or a number not divisible by four.
    """
    _check_fours(players)
    if players <= MAX_EXACT:
        note = "everybody partners everybody once and opposes everybody twice"
        return Schedule(players, share_the_deal(_rotated(players)), exact=True, note=note)
    return _with_note(Schedule(players, share_the_deal(_approximated(players)), exact=False, note=""))


def _check_fours(players: int) -> None:
    if players < PARTNERS_TABLE:
        raise RulesError("players", f"{players} players do not fill a table of four partners", "M5")
    if over := players % PARTNERS_TABLE:
        raise RulesError(
            "players",
            f"{players} players do not divide into tables of four ({over} would be left over): "
            f"play with {players - over} or {players - over + PARTNERS_TABLE}, or choose Swiss or knockout",
            "M5",
        )


def _rotated(players: int) -> list[Seating]:
    """The first round rotated through the circle, once for every round."""
    circle = players - 1
    return [
        Seating(
            tuple(TableSeating(_moved(seats, turn, circle), partners=True) for seats in FIRST_ROUNDS[players])
        )
        for turn in range(circle)
    ]


def _moved(seats: tuple[int, ...], turn: int, circle: int) -> tuple[int, ...]:
    return tuple(seat if seat == circle else (seat + turn) % circle for seat in seats)


def _approximated(players: int) -> list[Seating]:
    """Partners by the circle method, then pairs regrouped while the oppositions become more even."""
    rounds = [_circle_round(players, turn) for turn in range(players - 1)]
    met = _meetings(players, rounds)
    tables = players // PARTNERS_TABLE
    sweeps = max(1, _EFFORT // (len(rounds) * tables * (tables - 1)))
    for _ in range(sweeps):
        if sum(_regroup(pairs, met) for pairs in rounds) == 0:
            break
    return [_seated(pairs) for pairs in rounds]


def _circle_round(players: int, turn: int) -> _Pairs:
    """The partners of one round of the circle method, every two players once over all rounds.

    Which pairs share a table is mixed by the square of the turn, a start as good as a random one.
    """
    circle = players - 1
    pairs = [((turn + step) % circle, (turn - step) % circle) for step in range(1, players // 2)]
    shift = turn * turn % len(pairs)
    pairs = [(circle, turn), *pairs[shift:], *pairs[:shift]]
    return [pair for one in range(len(pairs) // 2) for pair in (pairs[one], pairs[-1 - one])]


def _meetings(players: int, rounds: list[_Pairs]) -> _Meetings:
    """Count how often every two oppose each other."""
    met = [[0] * players for _ in range(players)]
    for pairs in rounds:
        for one in range(0, len(pairs), 2):
            _count(pairs[one], pairs[one + 1], met, 1)
    return met


def _regroup(pairs: _Pairs, met: _Meetings) -> bool:
    """Exchange pairs between tables of one round wherever that helps; whether anything changed."""
    changed = False
    for one, other in combinations(range(0, len(pairs), 2), 2):
        for place in (one, one + 1):
            changed |= _exchange_if_better(pairs, (one, other), place, met)
    return changed


def _exchange_if_better(pairs: _Pairs, tables: tuple[int, int], place: int, met: _Meetings) -> bool:
    """Swap the pair at `place` of one table with the second pair of the other, or restore both."""
    one, other = tables
    before = _remove_tables(pairs, one, other, met)
    pairs[place], pairs[other + 1] = pairs[other + 1], pairs[place]
    after = _opposition_cost(pairs[one], pairs[one + 1], met) + _opposition_cost(
        pairs[other], pairs[other + 1], met
    )
    if after >= before:
        pairs[place], pairs[other + 1] = pairs[other + 1], pairs[place]
    for table in tables:
        _count(pairs[table], pairs[table + 1], met, 1)
    return after < before


def _remove_tables(pairs: _Pairs, one: int, other: int, met: _Meetings) -> int:
    """Take two tables out of the count; return their cost."""
    for table in (one, other):
        _count(pairs[table], pairs[table + 1], met, -1)
    return _opposition_cost(pairs[one], pairs[one + 1], met) + _opposition_cost(
        pairs[other], pairs[other + 1], met
    )


def _opposition_cost(ours: _Pair, theirs: _Pair, met: _Meetings) -> int:
    """The cost of a table of these four; `_COST` penalises extremes."""
    return sum(_COST[met[one][other]] for one in ours for other in theirs)


def _count(ours: _Pair, theirs: _Pair, met: _Meetings, times: int) -> None:
    for one in ours:
        for other in theirs:
            met[one][other] += times
            met[other][one] += times


def _seated(pairs: _Pairs) -> Seating:
    """Partners opposite each other, two pairs to a table."""
    couples = zip(pairs[::2], pairs[1::2], strict=True)
    return Seating(tuple(TableSeating((a, b, c, d), partners=True) for (a, c), (b, d) in couples))


def _with_note(schedule: Schedule) -> Schedule:
    """Add the note that says how far an approximation deviates."""
    least, most = balance(schedule).opponents
    note = (
        "approximation: everybody partners everybody once and opposes everybody "
        f"between {least} and {most} times (twice would be exact)"
    )
    return Schedule(schedule.players, schedule.rounds, exact=least == most == OPPOSITIONS, note=note)
