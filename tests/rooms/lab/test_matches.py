"""Many matches at once end as lastcard.match says, by each scoring; players who are out of the match are dealt nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lastcard.lab import matches as lab
from lastcard.lab.matches import play_matches
from lastcard.match import RoundResult, new_match, record
from lastcard.rules.cards import ALL_CARDS, Card
from lastcard.rules.ruleset import ruleset
from lastcard.sim.play import RANDOM, SENSIBLE, Rounds, play_these

if TYPE_CHECKING:
    from lastcard.rules.ruleset import Ruleset

CLASSIC = {card.token: card for card in ALL_CARDS}


def hand_of(points: int) -> tuple[Card, ...]:
    """Cards that count so much."""
    words = ["W"] * (points // 50) + ["RS"] * (points % 50 // 20) + ["R9"] * (points % 50 % 20 // 9)
    return tuple(CLASSIC[word] for word in [*words, f"R{points % 50 % 20 % 9}"])


def by_the_library(rules: Ruleset, number: int) -> tuple[int, int, int]:
    """One match, a round at a time, kept by lastcard.match: winner, rounds, turns."""
    match, turns = new_match(rules, number % rules.players), 0
    while not match.over:
        at = lab._FIRST_MATCH_ROUND + number * lab.MAX_ROUNDS + len(match.rounds)
        mask = sum(1 << seat for seat in match.seats)
        which = (np.array([at]), np.array([match.dealer], np.int32), np.array([mask], np.uint32))
        found = play_these(rules, 3, which)
        turns += int(found.column("turns")[0])
        out = int(found.column("out")[0])
        hands = tuple(hand_of(int(points)) for points in found.points[0])
        match = record(match, RoundResult(match.seats, None if out < 0 else out, hands))
    assert match.winner is not None
    return match.winner, len(match.rounds), turns


@pytest.mark.rule("P2", "P3", "P4", "S5", "M1")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 4},
        {"players": 3, "scoring": "running-total"},
        {"players": 5, "scoring": "elimination", "target": 200},
        {"players": 4, "teams": [[0, 2], [1, 3]]},
    ],
    ids=["first to", "running total", "elimination", "partners"],
)
def test_matches_are_those_of_the_library(options: dict[str, Any]) -> None:
    """Winner, rounds and turns of each match."""
    rules = ruleset(**options)
    found = play_matches(rules, 3, range(5, 25), RANDOM)
    played = list(zip(found.winner.tolist(), found.rounds.tolist(), found.turns.tolist(), strict=True))
    assert played == [by_the_library(rules, number) for number in range(5, 25)]


@pytest.mark.rule("P4")
def test_who_is_out_of_the_match_is_dealt_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds of an elimination have fewer and fewer players, and who is not among them neither goes out nor holds points."""
    played: list[tuple[np.ndarray[Any, Any], Rounds]] = []

    def noting(rules: Ruleset, seed: int, which: Any, *rest: Any, **options: Any) -> Rounds:
        found = play_these(rules, seed, which, *rest, **options)
        played.append((which[2], found))
        return found

    monkeypatch.setattr(lab, "play_these", noting)
    play_matches(ruleset(players=4, scoring="elimination"), 1, range(50), RANDOM)
    sizes = set()
    for masks, found in played:
        seated = (masks[:, None] >> np.arange(4)) & 1
        sizes |= set(seated.sum(axis=1).tolist())
        assert not (found.points * (seated == 0)).any()
        out = found.column("out")
        assert seated[out >= 0, out[out >= 0]].all()
    assert sizes == {2, 3, 4}


def test_a_match_is_the_same_whichever_are_played_with_it() -> None:
    """Matches 10 to 19 alone are those of matches 0 to 19."""
    rules = ruleset(players=3, scoring="elimination")
    whole, part = play_matches(rules, 7, range(20), RANDOM), play_matches(rules, 7, range(10, 20), RANDOM)
    assert (whole.winner[10:] == part.winner).all()
    assert (whole.turns[10:] == part.turns).all()


def test_who_plays_sensibly_wins_more_matches_than_rounds() -> None:
    """A match is many rounds: against three at random a sensible player has 35 % of the rounds and over half of the matches."""
    found = play_matches(ruleset(players=4), 2, range(400), [SENSIBLE, RANDOM, RANDOM, RANDOM])
    assert (found.winner == 0).mean() > 0.42
