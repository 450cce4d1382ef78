"""A match: rounds until somebody has won, as a frozen value that grows by one result at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lastcard.match.dealer import from_the_dealer, next_dealer
from lastcard.match.errors import MatchError
from lastcard.match.modes import MODES, MatchStatus
from lastcard.rules.cards import Card
from lastcard.rules.round import Round
from lastcard.rules.ruleset import Ruleset
from lastcard.rules.scoring import Points, round_points


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended.

    `seats` are those in the round at its end; a seat of the match that is missing has left (V14). `out` went out, if anybody
    did. `hands` has the cards of each seat of the table. `scored` is false if the round gives no points.
    """

    seats: tuple[int, ...]
    out: int | None
    hands: tuple[tuple[Card, ...], ...]
    scored: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """A match between rounds.

    `dealer` deals the next round to `seats`, who are still in the match. `scores` are the totals of everybody who was ever in
    it, as (seat, points), or (team number, points) if there are teams; `rounds` has each round's points in the same form, empty
    for one that was not scored. `eliminated` reached the target under P4, in that order; `left` went away (V14). `winner` is a
    seat, or a team number if there are teams.
    """

    rules: Ruleset
    dealer: int
    seats: tuple[int, ...]
    scores: Points
    rounds: tuple[Points, ...] = ()
    eliminated: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def over(self) -> bool:
        """Whether no further round is played: somebody has won, or everybody has left."""
        return self.winner is not None or not self.seats


def new_match(rules: Ruleset, dealer: int = 0) -> Match:
    """Return a match before its first round with everybody in it; `dealer` deals first (S5, S2).

    MatchError if there is no such seat.
    """
    if not 0 <= dealer < rules.players:
        raise MatchError(f"seat {dealer} cannot deal: the seats are 0 to {rules.players - 1} (S5)")
    seats = tuple(range(rules.players))
    scorers = range(len(rules.teams)) if rules.teams else seats
    return Match(rules, dealer, seats, tuple((who, 0) for who in scorers))


def round_result(round_: Round) -> RoundResult:
    """Return the result of a finished round; MatchError if it is not over.

    A round with only one player, or one team, left in it is not scored (V14).
    """
    if not round_.over:
        raise MatchError("the round is not over yet, so it has no result (O1)")
    seats = round_.table.seats
    opposed = any(not round_.rules.same_side(seats[0], other) for other in seats[1:])
    return RoundResult(seats, round_.out, tuple(hand.cards for hand in round_.hands), scored=opposed)


def record(match: Match, result: RoundResult) -> Match:
    """Return the match after a round with this result: totals, eliminations, next dealer, winner (P2–P4, S5, V14).

    MatchError if the match is over or the result cannot be of one of its rounds.
    """
    _check(match, result)
    points: Points = ()
    if result.scored:
        points = round_points(match.rules, result.seats, result.hands, result.out)
    gained = dict(points)
    scores = tuple((who, total + gained.get(who, 0)) for who, total in match.scores)
    left = tuple(seat for seat in match.seats if seat not in result.seats)
    rounds = (*match.rounds, points)
    after = replace(match, seats=result.seats, scores=scores, rounds=rounds, left=match.left + left)
    return _with_next_dealer(_settle(after))


def leave(match: Match, seat: int) -> Match:
    """Return the match after the seat left it between two rounds (V14); a player or team left alone has won.

    The deal passes on if the seat would have dealt. MatchError if the seat is not in the match, or it is over.
    """
    if match.over:
        raise MatchError("the match is over, nobody can leave it any more (V14)")
    if seat not in match.seats:
        raise MatchError(f"seat {seat} is not in the match (V14)")
    after = replace(match, seats=_without(match.seats, [seat]), left=(*match.left, seat))
    after = replace(after, winner=_alone(after))
    return _with_next_dealer(after) if seat == match.dealer else after


def _check(match: Match, result: RoundResult) -> None:
    if match.over:
        raise MatchError("the match is over, no further round counts (P2)")
    if not set(result.seats) <= set(match.seats) or tuple(sorted(set(result.seats))) != result.seats:
        raise MatchError(f"the seats {result.seats} are not seats of this match in order: {match.seats} (S5)")
    if len(result.hands) != match.rules.players:
        raise MatchError(f"{len(result.hands)} hands are given for {match.rules.players} seats (P1)")
    if result.out is not None and result.out not in result.seats:
        raise MatchError(f"seat {result.out} was not in the round and cannot have gone out (O1)")


def _settle(match: Match) -> Match:
    """Decide who has won or is eliminated: by being alone (V14), or by points (P2–P4)."""
    alone = _alone(match)
    if alone is not None or not match.seats:
        return replace(match, winner=alone)
    sides = _sides(match)
    totals = {who: total for who, total in match.scores if who in sides}
    standing: MatchStatus = MODES[match.rules.scoring](
        totals, match.rules.target, from_the_dealer(match.dealer, match.rules.players)
    )
    seats = _without(match.seats, standing.eliminated)
    eliminated = match.eliminated + standing.eliminated
    return replace(match, seats=seats, eliminated=eliminated, winner=standing.winner)


def _sides(match: Match) -> set[int]:
    """Who scores: the seats still in the match, or, since partners score as one (M1, M4), the teams that have a seat in it."""
    if match.rules.teams:
        return {i for i, team in enumerate(match.rules.teams) if set(team) & set(match.seats)}
    return set(match.seats)


def _alone(match: Match) -> int | None:
    """The only player, or team, still in the match."""
    sides = _sides(match)
    return min(sides) if len(sides) == 1 else None


def _with_next_dealer(match: Match) -> Match:
    return replace(match, dealer=next_dealer(match.dealer, match.seats, match.rules.players))


def _without(seats: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    out = set(gone)
    return tuple(seat for seat in seats if seat not in out)
