"""Rounds played for their figures, a policy for each seat: what the laboratory works with.

Round k of a seed is the same whichever rounds are played with it, so work is cut into ranges of rounds as one likes. Its order of
cards depends on nothing but the deck, so that rules and policies are compared over the same deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lastcard.sim import COMPILED, bounds
from lastcard.sim.kernel import KernelGame, KernelPolicies, KernelPolicy, play_noted
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.rules.ruleset import Ruleset

COLUMNS: Final = (
    "out",
    "first",
    "dealer",
    "decisions",
    "turns",
    "drawn",
    "forced",
    "won",
    "lead_changes",
    "first_to_one",
    "caught",
    "challenged",
)
"""The figures of a round, in the kernel's order: seats as numbers (-1 nobody), the rest as counts."""
CARD_COUNTS: Final = ("played", "last", "held", "won", "held_held", "held_won", "won_won")
"""What is counted of each card (by `order`) over all rounds.

How often it was played, and how often it put its player out; how many were held when play began in rounds that somebody won,
and how many of them in the winning hand; and sums of products of these two a round."""
MAX_DECISIONS: Final = 20_000
"""A round that goes on longer is broken off: `out` is -1, as if nobody had gone out."""
MAX_ROUNDS: Final = 2**31 - 1
MAX_NUMBERS: Final = 2**62
WEIGHTS: Final = 6
"""How many things a policy weighs."""
_CHANCES: Final = ("forget", "catch", "challenge", "challenge_many", "jump")


@dataclass(frozen=True)
class Policy:
    """How a seat plays: policy R without `weights`; chances are those of R+ (docs/simulator.md).

    `weights` count points shed, a wild card spent (against), cards kept of the colour to come, a next player hit who holds two
    cards or fewer, cards gained by a swap, and UNO or the last card. `forget` is how often UNO is not said, `catch` how often
    a seat catches who did not say it, `challenge` how often a Wild Draw Four is challenged, `challenge_many` of one with seven
    cards or more, `jump` how often a seat jumps in where it can (V3).
    """

    weights: tuple[float, float, float, float, float, float] | None = None
    forget: float = 0.0
    catch: float = 0.0
    challenge: float = 0.0
    challenge_many: float = 0.0
    jump: float = 0.0

    def __post_init__(self) -> None:
        """ValueError for other than six finite weights, or for a chance that is none."""
        if self.weights is not None:
            bounds.weights(self.weights, WEIGHTS)
        for name in _CHANCES:
            bounds.often(name, getattr(self, name))


RANDOM: Final = Policy()
"""Policy R: uniform over lawful plays, draws only when nothing fits, always says UNO, never challenges."""
SENSIBLE: Final = Policy((1.0, 56.0, 3.0, 120.0, 10.0, 1000.0), challenge=0.08, challenge_many=0.25, jump=1.0)
"""Sheds points, keeps wild cards, holds its colour together, hits who is about to go out: the greedy bot of the tables."""


@dataclass(frozen=True)
class Rounds:
    """Figures of rounds.

    `table` int32[rounds, 12] (see COLUMNS), `points` int32[rounds, players] left in each hand, `behind` int32[rounds, players]
    the most cards a seat was behind the leader, `cards` int64[7, 64] counts for each card (see CARD_COUNTS).
    """

    table: NDArray[np.int32]
    points: NDArray[np.int32]
    behind: NDArray[np.int32]
    cards: NDArray[np.int64]

    def column(self, name: str) -> NDArray[np.int32]:
        """The figures of that name."""
        return self.table[:, COLUMNS.index(name)]


def play_rounds(  # noqa: PLR0913 - each is a choice of its own
    rules: Ruleset,
    seed: int,
    rounds: int,
    policies: Policy | Sequence[Policy] = RANDOM,
    *,
    first: int = 0,
    dare: float = 0.5,
    guess: float = 0.5,
    game: KernelGame | None = None,
) -> Rounds:
    """Play rounds `first` to `first + rounds - 1` of the seed, a whole number from 0 below 2^64.

    The deal passes to the left, seat 0 deals round 0.

    One policy for all seats, or one for each. A dare is done with the chance `dare`; a charade is guessed with the chance
    `guess`, by anybody alike. `game` is one of the same rules to play them in, which may be watched. ValueError for a wrong
    number of policies, and numbers out of range; UnsupportedRules.
    """
    rounds = bounds.whole("rounds", rounds, 0, MAX_ROUNDS)
    first = bounds.whole("first", first, 0, MAX_NUMBERS - rounds)
    numbers = np.arange(first, first + rounds, dtype=np.int64)
    everybody = np.full(rounds, (1 << rules.players) - 1, np.uint32)
    dealers = (numbers % rules.players).astype(np.int32)
    return play_these(rules, seed, (numbers, dealers, everybody), policies, dare=dare, guess=guess, game=game)


def play_these(
    rules: Ruleset,
    seed: int,
    which: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint32]],
    policies: Policy | Sequence[Policy] = RANDOM,
    *,
    dare: float = 0.5,
    guess: float = 0.5,
    game: KernelGame | None = None,
) -> Rounds:
    """Play the rounds of these numbers, dealers and seats (a mask: players may be out of the match).

    As `play_rounds` otherwise.
    """
    seated, seed = kernel_policies(policies, rules.players), bounds.seed(seed)
    numbers = bounds.column("numbers", which[0], np.int64)
    dealers = bounds.column("dealers", which[1], np.int32, len(numbers))
    seats = bounds.column("seats", which[2], np.uint32, len(numbers))
    bounds.rounds(rules.players, dealers, seats)
    if not COMPILED:  # plain Python needs its own numbers, which do not overflow
        numbers, dealers, seats = (column.astype(object) for column in (numbers, dealers, seats))
    found = Rounds(
        np.zeros((len(numbers), len(COLUMNS)), np.int32),
        np.zeros((len(numbers), rules.players), np.int32),
        np.zeros((len(numbers), rules.players), np.int32),
        np.zeros((len(CARD_COUNTS), 64), np.int64),
    )
    play_noted(
        compile_rules(rules),
        seated,
        seed,
        numbers,
        dealers,
        seats,
        bounds.often("dare", dare),
        bounds.often("guess", guess),
        MAX_DECISIONS,
        found.table,
        found.points,
        found.behind,
        found.cards,
        game,
    )
    return found


def kernel_policies(policies: Policy | Sequence[Policy], players: int) -> KernelPolicies:
    """The policies as the kernel takes them, one for all seats or one for each; ValueError for a wrong number."""
    each = [policies] * players if isinstance(policies, Policy) else policies
    if not isinstance(each, Sequence) or not all(isinstance(policy, Policy) for policy in each):
        raise ValueError(f"policies: a Policy is needed, or one for each seat, not {policies!r}")
    if len(each) != players:
        raise ValueError(f"{len(each)} policies for {players} players")
    return KernelPolicies([_kernel_policy(policy) for policy in each])


def _kernel_policy(policy: Policy) -> KernelPolicy:
    return KernelPolicy(policy.weights, *(bounds.often(name, getattr(policy, name)) for name in _CHANCES))
