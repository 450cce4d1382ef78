"""Thousands of rounds at once in NumPy arrays: for training, search and measuring (docs/simulator.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.rules.errors import LastcardError
from lastcard.sim import bounds
from lastcard.sim.choices import SIZE
from lastcard.sim.hidden import known_of, redeal_hidden
from lastcard.sim.history import History
from lastcard.sim.kernel import Agenda, KernelGame, KernelTable, KernelTables, Tables, codes
from lastcard.sim.play import MAX_DECISIONS, Policy, kernel_policies
from lastcard.sim.records import record_of, watched_game
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from lastcard.record import Record
    from lastcard.rules.ruleset import Ruleset
    from lastcard.sim.hidden import Known

MAX_SEEDS: Final = 1 << 44
"""Seeds are below this, so that every table of every seed has a stream of random numbers of its own."""
MAX_AT_ONCE: Final = 2**31 - 1
"""The largest number of steps or rounds in one call."""


class Batch:
    """`tables` rounds by the same rules, each waiting for one number from one seat.

    The arrays stay where they are, are read-only, and are written by `reset` and `step`: `seat` uint8[n] who is asked; `words`
    uint64[n, 3] the mask of the numbers that may be chosen (`mask()` spreads it to bool[n, 175]); `observation` uint8[n, 192]
    what that seat sees; after a step `over` bool[n] where a round has ended, and `reward` float32[n, players] what it brought
    (0 elsewhere: see `over`). The next round is dealt at once, the deal passing to the left.

    Chances: `forget` how often UNO is not said, `caught` how often who owes it is caught, `dare` how often a dare is done, and
    in `playouts` `guess` how often a charade is guessed (elsewhere who acts it is asked). With `calls` the seats are asked for
    UNO, catches and jumps, with `judges` for the verdict on a dare. Table i of a seed has the same rounds whatever `tables` and
    `threads` are. A batch that is `watched` notes what happens, so that `record` can tell its rounds, and `redeal` what a seat
    has been shown; its steps are slower. A batch can be copied (`copy.deepcopy`) and pickled.
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
        watched: bool = False,
    ) -> None:
        """Deal at every table. UnsupportedRules; ValueError for numbers that are out of range."""
        tables = bounds.whole("tables", tables, 1, codes.MAX_TABLES)
        threads = bounds.whole("threads", threads, 1, codes.MAX_TABLES)
        seed = bounds.seed(seed, MAX_SEEDS)
        compiled, dares = compile_rules(rules), (bounds.often("dare", dare), bounds.often("guess", guess))
        self.rules = rules
        self.tables = tables
        self._threads, self._points, self._dares = threads, int(points), dares
        plans = [Agenda() for _ in range(tables)]  # seldom needed, so not between the games in memory
        self._games = [_game(compiled, seed, i, rules.players, dares, plan) for i, plan in enumerate(plans)]
        chances = bounds.often("forget", forget), bounds.often("caught", caught)
        self._asks = (int(calls), int(judges), *chances)
        self._kernel_tables = [KernelTable(game, *self._asks) for game in self._games]
        self._vector = KernelTables(self._kernel_tables, self._points)
        self._told = (
            np.zeros(tables, np.uint8),
            np.zeros((tables, codes.MASK_WORDS), np.uint64),
            np.zeros((tables, codes.OBSERVED), np.uint8),
            np.zeros((tables, rules.players), np.float32),
            np.zeros(tables, np.uint8),
        )
        self._shown = self._told[:3]
        self._over = self._told[4]
        self.seat: NDArray[np.uint8] = _to_read(self._told[0])
        self.words: NDArray[np.uint64] = _to_read(self._told[1])
        self.observation: NDArray[np.uint8] = _to_read(self._told[2])
        self.reward: NDArray[np.float32] = _to_read(self._told[3])
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._parts = _parts(tables, threads)
        self._history: History | None = None
        self.reset()
        self._history = History(self._games) if watched else None

    @property
    def over(self) -> NDArray[np.bool_]:
        """Where the last step ended a round."""
        found: NDArray[np.bool_] = _to_read(self._over.view(np.bool_))
        return found

    def mask(self) -> NDArray[np.bool_]:
        """The numbers that may be chosen, one column each."""
        bits = np.unpackbits(self.words.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        return bits[:, :SIZE].view(np.bool_)

    def reset(self, dealers: Sequence[int] | None = None, *, seeds: Sequence[int] | None = None) -> None:
        """Deal at every table; `dealers` says who deals where, seat i mod players at table i if left out.

        `seeds` has a seed of its own for each table. ValueError.
        """
        given = np.arange(self.tables) % self.rules.players if dealers is None else dealers
        dealing = bounds.seats("dealers", given, self.tables, self.rules.players)
        if seeds is not None:
            each = [bounds.seed(seed) for seed in seeds]
            if len(each) != self.tables:
                raise ValueError(f"seeds: {self.tables} are needed, not {len(each)}")
            for game, seed in zip(self._games, each, strict=True):
                game.seed(seed)
        self._vector.begin(0, self.tables, dealing)
        self._over[:] = 0
        self._note_dealt(range(self.tables))
        self._show()

    def step(self, chosen: NDArray[Any]) -> None:
        """Every table takes the number that its seat chose; each must be open to it (ValueError names the first that is not)."""
        numbers = bounds.numbers(chosen, self.tables)
        self._check(numbers)
        self.step_trusted(numbers.astype(np.int16))

    def step_trusted(self, chosen: NDArray[np.int16]) -> None:
        """As `step`, for int16 numbers that are known to be open.

        Only how many they are is checked, and one that is not open may end the interpreter. A number below 0 leaves its table as
        it is.
        """
        if len(chosen) != self.tables:
            raise ValueError(f"one number for each of {self.tables} tables is needed, not {len(chosen)}")
        if self._history is None:
            self._each(lambda a, b: self._vector.step(a, b, chosen, *self._told))
            return
        chances = [game.rng_state() for game in self._games]
        self._each(lambda a, b: self._vector.step(a, b, chosen, *self._told))
        self._history.note(chances, chosen.tolist())
        self._note_dealt(np.flatnonzero(self._over).tolist())

    def random_steps(self, steps: int, *, draws: bool = False) -> None:
        """Make this many steps with numbers chosen as by `choose`; the arrays are written after each and show the last."""
        steps = bounds.whole("steps", steps, 0, MAX_AT_ONCE)
        chosen = np.zeros(self.tables, np.int16)
        if self._history is None:
            self._each(lambda a, b: self._vector.random_steps(a, b, steps, int(draws), chosen, *self._told))
            return
        for _ in range(steps):
            self.choose(chosen, draws=draws)
            self.step_trusted(chosen)

    def choose(self, chosen: NDArray[np.int16], *, draws: bool = False) -> None:
        """Write an open number for every table, any of them; drawing where something else is open only with `draws`."""
        row = bounds.row("chosen", chosen, self.tables)
        self._vector.choose(0, self.tables, self._told[1], row, int(draws))

    def deal(self, tables: NDArray[np.intp], dealers: NDArray[Any]) -> None:
        """Break off the rounds at these tables and deal others; `dealers` says who deals at each of them. ValueError."""
        which = bounds.tables("tables", tables, self.tables)
        dealing = np.zeros(self.tables, np.uint8)
        dealing[which] = bounds.seats("dealers", dealers, len(which), self.rules.players)
        for table in which:
            self._vector.begin(table, table + 1, dealing)
            self._vector.show(table, table + 1, *self._shown)
        self._note_dealt(which)

    def playouts(
        self, policies: Policy | Sequence[Policy], rounds: int, seed: int = 0, *, most: int = MAX_DECISIONS
    ) -> NDArray[np.float32]:
        """The mean reward of each seat, float32[tables, players], when the round of each table is played out `rounds` times.

        One policy for all seats, or one for each. The tables stay as they are. Cards in hands stay where they are; what is
        drawn is left to the chance of `seed`. Rewards are those of `reward`; a round that takes more than `most` decisions
        brings nothing.
        """
        rounds = bounds.whole("rounds", rounds, 1, MAX_AT_ONCE)
        most = bounds.whole("most", most, 1, MAX_AT_ONCE)
        base = bounds.seed(seed)
        seated = kernel_policies(policies, self.rules.players)
        found: NDArray[np.float32] = np.zeros((self.tables, self.rules.players), np.float32)
        self._each(lambda a, b: self._vector.playouts(a, b, seated, rounds, base, most, found))
        return found

    def copy(self, of: Iterable[int], to: Iterable[int], *, source: Batch | None = None) -> None:
        """Make the tables `to` the same rounds as those `of`, what chance will bring included.

        From another batch with the same rules and questions if `source` is one. ValueError.
        """
        other = self if source is None else source
        if (other.rules, other._asks) != (self.rules, self._asks):  # noqa: SLF001 - one of its own kind
            raise ValueError(
                "source: a batch of the same rules is needed, with the same calls, judges, forget and caught"
            )
        if self._history is not None and other._history is None:  # noqa: SLF001
            raise ValueError("source: a batch that is watched copies from one that is watched as well")
        sources = bounds.tables("of", of, other.tables)
        targets = bounds.tables("to", to, self.tables)
        if len(sources) != len(targets):
            raise ValueError(f"{len(sources)} tables cannot be copied to {len(targets)}")
        for here, there in zip(sources, targets, strict=True):
            self._kernel_tables[there].copy_from(other._kernel_tables[here])  # noqa: SLF001
            if self._history is not None and other._history is not None:  # noqa: SLF001
                self._history.copy(other._history, here, there)  # noqa: SLF001
        self._show()

    def reseed(self, tables: Iterable[int], seed: int) -> None:
        """Leave what is to come at these tables to other chance, its own at each of them. ValueError."""
        for table, chance in self._streams(tables, seed):
            self._games[table].seed(int(chance.integers(2**64, dtype=np.uint64)))

    def redeal(
        self, tables: Iterable[int], seed: int, known: Mapping[int, Mapping[int, int]] | None = None
    ) -> None:
        """Deal the cards that the seat that is asked cannot see again at these tables, and start other random numbers.

        Every deal is equally likely. All that the seat sees, and what is open to it, stays as it is; hands keep their sizes.
        `known` has cards that it knows in others' hands and that stay there, as from `known`; left out, it is what that says
        where the batch is watched, and nothing elsewhere. ValueError; LastcardError where no other deal was found.
        """
        for table, chance in self._streams(tables, seed):
            seat = int(self.seat[table])
            stays = known if known is not None else self.known(table) if self._history else {}
            redeal_hidden(self._games[table], seat, stays, chance)
            if self._history is not None:
                self._history.note_redeal(table, {other: dict(cards) for other, cards in stays.items()})
        self._show()

    def known(self, table: int) -> Known:
        """How many of each card, by `order`, the seat that is asked knows in each other hand.

        Shown or given to it, or moved from its own hand.

        LastcardError if the batch is not watched, or the round has gone on since its cards were redealt; ValueError.
        """
        table = bounds.whole("table", table, 0, self.tables - 1)
        still = None if self._history is None else self._history.still_known(table)
        return known_of(self.record(table), int(self.seat[table])) if still is None else still

    def record(self, table: int, *, previous: bool = False) -> Record:
        """The round under way at the table, or the `previous` one there, as a record (docs/notation.md).

        LastcardError if the batch is not watched, there was no such round, or its cards were redealt in its middle;
        ValueError.
        """
        table = bounds.whole("table", table, 0, self.tables - 1)
        if self._history is None:
            raise LastcardError("only a batch that is watched has records: Batch(…, watched=True)")
        game = watched_game(self.rules)
        game.seat_players(range(self.rules.players), *self._dares)
        self._history.past(table, previous=previous).again(KernelTable(game, *self._asks), game)
        return record_of(game, self.rules)

    def peek(self, table: int) -> KernelGame:
        """A copy of the round at the table, hidden cards included, for tests and analysis: it goes on by itself. ValueError."""
        table = bounds.whole("table", table, 0, self.tables - 1)
        game = KernelGame(compile_rules(self.rules))
        game.copy_from(self._games[table])
        return game

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle keeps: every table with its round and random numbers, and what the last step gave."""
        return {
            "made": (self.rules, self.tables, self._threads, self._points, self._dares, self._asks),
            "tables": [each.packed() for each in self._kernel_tables],
            "told": (self.reward.copy(), self._over.copy()),
            "history": self._history,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on where it was."""
        rules, tables, threads, points, dares, (calls, judges, forget, caught) = state["made"]
        chances = [often / codes.PROBABILITY_ONE for often in (*dares, forget, caught)]
        dare, guess, forget, caught = chances
        self.__init__(  # type: ignore[misc]
            rules, tables, 0, threads=threads, calls=bool(calls), judges=bool(judges), forget=forget, caught=caught,
            dare=dare, guess=guess, points=bool(points),
        )  # fmt: skip
        for each, packed in zip(self._kernel_tables, state["tables"], strict=True):
            each.unpack(packed)
        self._told[3][:], self._over[:] = state["told"]
        self._history = state["history"]
        self._show()

    def _streams(self, tables: Iterable[int], seed: int) -> list[tuple[int, np.random.Generator]]:
        base = bounds.seed(seed)
        which = bounds.tables("tables", tables, self.tables)
        return [(table, np.random.default_rng([base, table])) for table in which]

    def _note_dealt(self, tables: Iterable[int]) -> None:
        if self._history is not None:
            self._history.dealt(tables, self._games)

    def _show(self) -> None:
        self._each(lambda a, b: self._vector.show(a, b, *self._shown))

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


def _to_read(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers, for reading only: the kernel trusts what it wrote."""
    found = array.view()
    found.flags.writeable = False
    return found


def _game(
    tables: Tables, seed: int, number: int, players: int, dares: tuple[int, int], plan: Agenda
) -> KernelGame:
    game = KernelGame(tables, (seed << 20) + number & 0xFFFFFFFFFFFFFFFF, plan)
    game.seat_players(range(players), *dares)
    return game


def _parts(tables: int, threads: int) -> list[tuple[int, int]]:
    edges = [tables * i // threads for i in range(threads + 1)]
    return list(pairwise(edges))
