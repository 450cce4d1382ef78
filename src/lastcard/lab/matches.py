"""Whole matches, many at once: rounds until somebody has won under the rules' scoring (P2–P4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lastcard.rules.options import Scoring
from lastcard.sim.play import Policy, Rounds, play_these

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lastcard.rules.ruleset import Ruleset

MAX_ROUNDS: Final = 1000
"""A match that has not ended after this many rounds is broken off without a winner."""
_FIRST_MATCH_ROUND: Final = 1 << 40
"""The rounds of matches have numbers from here on, beyond those of any study's single rounds."""


@dataclass(frozen=True)
class Matches:
    """Per match: the winner (a seat, or a team if there are teams; -1 for nobody), the number of rounds and of turns."""

    winner: NDArray[np.int64]
    rounds: NDArray[np.int64]
    turns: NDArray[np.int64]


def play_matches(
    rules: Ruleset,
    seed: int,
    matches: range,
    policies: Policy | Sequence[Policy],
    *,
    dare: float = 0.5,
) -> Matches:
    """Play these matches. Match k, dealt first by seat k modulo the players, does not depend on which others are played."""
    table = _MatchStates(rules, np.array(matches, np.int64))
    for number in range(MAX_ROUNDS):
        going = np.flatnonzero(table.winner < 0)
        if not len(going):
            break
        which = (
            _FIRST_MATCH_ROUND + table.number[going] * MAX_ROUNDS + number,
            table.dealer[going].astype(np.int32),
            (table.seated[going] << np.arange(rules.players)).sum(axis=1).astype(np.uint32),
        )
        table.settle(going, play_these(rules, seed, which, policies, dare=dare))
    return Matches(table.winner, table.rounds, table.turns)


class _MatchStates:
    """The state of each match."""

    def __init__(self, rules: Ruleset, number: NDArray[np.int64]) -> None:
        self.number = number
        many, players = len(number), rules.players
        self._rules = rules
        self._side = np.array([rules.team_of(seat) if rules.teams else seat for seat in range(players)])
        self._totals = np.zeros((many, int(self._side.max()) + 1), np.int64)
        self.seated = np.ones((many, players), np.int64)
        self.dealer = number % players
        self.winner = np.full(many, -1)
        self.rounds = np.zeros(many, np.int64)
        self.turns = np.zeros(many, np.int64)

    def settle(self, going: NDArray[np.int64], found: Rounds) -> None:
        """Score a finished round of each of these matches: totals, eliminations, winner, next dealer."""
        self.rounds[going] += 1
        self.turns[going] += found.column("turns")
        if self._rules.scoring is Scoring.FIRST_TO:
            self._first_to(going, found.column("out"), found.column("won"))
        elif self._rules.scoring is Scoring.RUNNING_TOTAL:
            self._running_total(going, found.points)
        else:
            self._elimination(going, found.points)
        self._pass_the_deal(going)

    def _first_to(self, going: NDArray[np.int64], out: NDArray[np.int32], won: NDArray[np.int32]) -> None:
        scored = out >= 0
        at, side = going[scored], self._side[out[scored]]
        self._totals[at, side] += won[scored]
        there = self._totals[at, side] >= self._rules.target
        self.winner[at[there]] = side[there]

    def _running_total(self, going: NDArray[np.int64], points: NDArray[np.int32]) -> None:
        self._totals[going] += points
        totals = self._totals[going]
        ends = (totals.max(axis=1) >= self._rules.target) & _single_lowest(totals)
        self.winner[going[ends]] = totals[ends].argmin(axis=1)

    def _elimination(self, going: NDArray[np.int64], points: NDArray[np.int32]) -> None:
        self._totals[going] += points
        seated = self.seated[going] == 1
        totals = np.where(seated, self._totals[going], np.iinfo(np.int64).max)
        stay = totals < self._rules.target
        lowest = totals == totals.min(axis=1, keepdims=True)
        stay = np.where(stay.any(axis=1, keepdims=True), stay, lowest)
        self.seated[going] = stay
        ends = stay.sum(axis=1) == 1
        self.winner[going[ends]] = stay[ends].argmax(axis=1)

    def _pass_the_deal(self, going: NDArray[np.int64]) -> None:
        """Pass the deal to the left, over players who are out of the match (S5)."""
        players = self._rules.players
        steps = np.arange(1, players + 1)
        after = (self.dealer[going][:, None] + steps) % players
        first = np.take_along_axis(self.seated[going], after, axis=1).argmax(axis=1)
        self.dealer[going] = np.take_along_axis(after, first[:, None], axis=1)[:, 0]


def _single_lowest(totals: NDArray[np.int64]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (totals == totals.min(axis=1, keepdims=True)).sum(axis=1) == 1
    return found
