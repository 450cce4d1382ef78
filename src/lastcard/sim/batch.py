"""Thousands of rounds at once in NumPy arrays: for training, search and measuring (docs/simulator.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.sim import bounds
from lastcard.sim.choices import OBSERVED, SIZE, WORDS
from lastcard.sim.kernel import Desk, Game, Hall, Plan, Tables
from lastcard.sim.play import MOST_DECISIONS, Policy, panel_of
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lastcard.rules.ruleset import Ruleset

MOST_TABLES: Final = 65_536


class Batch:
    """`tables` rounds by the same rules, each waiting for one number from one seat.

    The arrays stay where they are and are written anew by `reset` and `step`: `seat` uint8[n] who is asked; `words` uint64[n, 3] the mask of
    the numbers that may be chosen (`mask()` spreads it to bool[n, 175]); `observation` uint8[n, 192] what that seat sees; after a step `over`
    bool[n] where a round has ended, and `reward` float32[n, players] what it brought (0 elsewhere: see `over`). The next round
    is dealt at once, the deal passing to the left.

    Chances: `forget` how often UNO is not said, `caught` how often who owes it is caught, `dare` how often a dare is done, and in `playouts` `guess` how often a charade is guessed (elsewhere who acts it is asked). With `calls`
    the seats are asked for UNO, catches and jumps, with `judges` for the verdict on a dare. Table i of a seed has the same rounds whatever
    `tables` and `threads` are.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        rules: Ruleset,
        tables: int,
        seed: int,
        *,
        threads: int = 1,
        calls: bool = False,
        judges: bool = False,
        forget: float = 0.0,
        caught: float = 0.0,
        dare: float = 0.5,
        guess: float = 0.5,
        points: bool = False,
    ) -> None:
        """Deal at every table. ValueError for a number of tables or threads out of range, or a chance that is none; UnsupportedRules."""
        if not 1 <= tables <= MOST_TABLES:
            raise ValueError(f"1 to {MOST_TABLES} tables can be played at, not {tables}")
        if threads < 1:
            raise ValueError(f"at least one thread plays, not {threads}")
        compiled, dares = compile_rules(rules), (bounds.often("dare", dare), bounds.often("guess", guess))
        self.rules = rules
        self.tables = tables
        plans = [Plan() for _ in range(tables)]  # seldom needed, so not between the games in memory
        games = [_game(compiled, seed, i, rules.players, dares, plan) for i, plan in enumerate(plans)]
        chances = bounds.often("forget", forget), bounds.often("caught", caught)
        self._desks = [Desk(game, int(calls), int(judges), *chances) for game in games]
        self._hall = Hall(self._desks, int(points))
        self.seat: NDArray[np.uint8] = np.zeros(tables, np.uint8)
        self.words: NDArray[np.uint64] = np.zeros((tables, WORDS), np.uint64)
        self.observation: NDArray[np.uint8] = np.zeros((tables, OBSERVED), np.uint8)
        self.reward: NDArray[np.float32] = np.zeros((tables, rules.players), np.float32)
        self._over: NDArray[np.uint8] = np.zeros(tables, np.uint8)
        self._told = (self.seat, self.words, self.observation, self.reward, self._over)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._parts = _parts(tables, threads)
        self.reset()

    @property
    def over(self) -> NDArray[np.bool_]:
        """Where the last step ended a round."""
        return self._over.view(np.bool_)

    def mask(self) -> NDArray[np.bool_]:
        """The numbers that may be chosen, one column each."""
        bits = np.unpackbits(self.words.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        return bits[:, :SIZE].view(np.bool_)

    def reset(self, dealers: Sequence[int] | None = None) -> None:
        """Deal anew at every table; `dealers` says who deals where, seat i mod players at table i if left out. ValueError."""
        given = np.arange(self.tables) % self.rules.players if dealers is None else dealers
        dealing = bounds.seats("dealers", given, self.tables, self.rules.players)
        self._hall.begin(0, self.tables, dealing)
        self._over[:] = 0
        self._each(lambda a, b: self._hall.show(a, b, self.seat, self.words, self.observation))

    def step(self, chosen: NDArray[Any]) -> None:
        """Every table takes the number that its seat chose; each must be open to it (ValueError names the first that is not)."""
        numbers = bounds.numbers(chosen, self.tables)
        self._check(numbers)
        self.step_trusted(numbers.astype(np.int16))

    def step_trusted(self, chosen: NDArray[np.int16]) -> None:
        """As `step`, for int16 numbers that are known to be open: only how many they are is checked. A number below 0 leaves its table as it is."""
        if len(chosen) != self.tables:
            raise ValueError(f"one number for each of {self.tables} tables is needed, not {len(chosen)}")
        self._each(lambda a, b: self._hall.step(a, b, chosen, *self._told))

    def wander(self, steps: int, *, draws: bool = False) -> None:
        """So many steps with numbers chosen as by `choose`; the arrays are written after each, and tell of the last."""
        chosen = np.zeros(self.tables, np.int16)
        self._each(lambda a, b: self._hall.wander(a, b, steps, int(draws), chosen, *self._told))

    def choose(self, chosen: NDArray[np.int16], *, draws: bool = False) -> None:
        """Write an open number for every table, any of them; drawing where something else is open only with `draws`."""
        self._hall.choose(0, self.tables, self.words, chosen, int(draws))

    def deal(self, tables: NDArray[np.intp], dealers: NDArray[Any]) -> None:
        """Break off the rounds at these tables and deal others; `dealers` says who deals at each of them. ValueError."""
        dealing = np.zeros(self.tables, np.uint8)
        dealing[tables] = bounds.seats("dealers", dealers, len(tables), self.rules.players)
        for table in tables:
            self._hall.begin(int(table), int(table) + 1, dealing)
            self._hall.show(int(table), int(table) + 1, self.seat, self.words, self.observation)

    def playouts(
        self, policies: Policy | Sequence[Policy], rounds: int, seed: int = 0, *, most: int = MOST_DECISIONS
    ) -> NDArray[np.float32]:
        """What each seat gets on average, float32[tables, players], where the round of each table is played to its end `rounds` times.

        One policy for all seats, or one for each. The tables stay as they are. Cards in hands stay where they are; what is drawn is left to the chance of
        `seed`. Rewards are those of `reward`; a round that takes more than `most` decisions brings nothing.
        """
        if rounds < 1:
            raise ValueError(f"at least one round is played, not {rounds}")
        panel = panel_of(policies, self.rules.players)
        found: NDArray[np.float32] = np.zeros((self.tables, self.rules.players), np.float32)
        base = seed & 0xFFFFFFFFFFFFFFFF
        self._each(lambda a, b: self._hall.playouts(a, b, panel, rounds, base, most, found))
        return found

    def copy(self, of: Iterable[int], to: Iterable[int]) -> None:
        """Make the tables `to` the same rounds as those `of`, what chance will bring included."""
        for source, target in zip(of, to, strict=True):
            self._desks[target].copy_from(self._desks[source])
        self._each(lambda a, b: self._hall.show(a, b, self.seat, self.words, self.observation))

    def _check(self, numbers: NDArray[np.int64]) -> None:
        known = (numbers >= 0) & (numbers < SIZE)
        safe = np.where(known, numbers, 0).astype(np.uint64)
        word = self.words[np.arange(self.tables), (safe >> np.uint64(6)).astype(np.int64)]
        open_ = known & ((word >> (safe & np.uint64(63))) & np.uint64(1)).astype(bool)
        if not open_.all():
            table = int(np.argmin(open_))
            raise ValueError(
                f"table {table}: {int(numbers[table])} is not open to seat {int(self.seat[table])}"
            )

    def _each(self, work: Callable[[int, int], None]) -> None:
        if self._pool is None:
            work(0, self.tables)
        else:
            list(self._pool.map(lambda part: work(*part), self._parts))


def _game(tables: Tables, seed: int, number: int, players: int, dares: tuple[int, int], plan: Plan) -> Game:
    game = Game(tables, (seed << 20) + number & 0xFFFFFFFFFFFFFFFF, plan)
    game.be_seated(range(players), *dares)
    return game


def _parts(tables: int, threads: int) -> list[tuple[int, int]]:
    edges = [tables * i // threads for i in range(threads + 1)]
    return list(pairwise(edges))
