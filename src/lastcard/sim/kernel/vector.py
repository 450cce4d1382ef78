"""Many tables stepped together, with what is asked of each written into arrays."""

import cython

from lastcard.sim.kernel.bits import prefetch, rare, whole
from lastcard.sim.kernel.codes import AHEAD, FULL, GOLDEN, MASK_WORDS, MAX_TABLES, OBSERVED, OVER, WARM
from lastcard.sim.kernel.env import TableFields, answer, random_choice, start_round
from lastcard.sim.kernel.game import ActionBuffer, Game, set_seed
from lastcard.sim.kernel.going_out import points_of, winnings
from lastcard.sim.kernel.observation import write_mask, write_observation
from lastcard.sim.kernel.snapshot import copy_game
from lastcard.sim.kernel.weighted import KernelPolicies, play_on
from lastcard.sim.plain import cold, fast


@cython.final
@cython.cclass
class KernelTables:
    """Many tables that are stepped together, with what is asked of each written into arrays."""

    each: list
    n: cython.int
    players: cython.int
    by_points: cython.int
    if cython.compiled:
        at: cython.p_void[65536]
        games: cython.p_void[65536]

    def __init__(self, each, by_points=0):
        """`by_points` gives the points of a round as its reward, otherwise who is out gains 1 and everybody else loses 1."""
        self.each = list(each)
        self.n = len(self.each)
        if not 1 <= self.n <= MAX_TABLES or not all(isinstance(table, TableFields) for table in self.each):
            raise ValueError("1 to 65,536 tables are needed")
        table: TableFields = self.each[0]
        self.players = table.game.t.players
        self.by_points = by_points
        if not cython.compiled:
            self.at = self.each
            self.games = [table.game for table in self.each]
        else:
            for i in range(self.n):
                table = self.each[i]
                self.at[i] = cython.cast(cython.p_void, table)
                self.games[i] = cython.cast(cython.p_void, table.game)

    def pay(self, i: cython.int, rewards: cython.float[:, ::1]):
        """Write what the round of a table, which is over, brought each seat."""
        write_reward(self, i, rewards)

    def begin(self, first: cython.int, end: cython.int, dealers: cython.uchar[::1]):
        """Deal at the tables from `first` up to `end`."""
        i: cython.int
        for i in range(first, end):
            start_round(cython.cast(TableFields, self.at[i]), cython.cast(cython.int, whole(dealers[i])))

    def show(
        self,
        first: cython.int,
        end: cython.int,
        seats: cython.uchar[::1],
        masks: cython.ulonglong[:, ::1],
        seen: cython.uchar[:, ::1],
    ):
        """Write who is asked, what is open to them and what they see."""
        i: cython.int
        with cython.nogil:
            for i in range(first, end):
                if cython.compiled:
                    write_row(
                        self,
                        i,
                        cython.address(seats[0]),
                        cython.address(masks[0, 0]),
                        cython.address(seen[0, 0]),
                    )
                else:
                    write_row(self, i, seats, masks, seen)

    def step(
        self,
        first: cython.int,
        end: cython.int,
        chosen: cython.short[::1],
        seats: cython.uchar[::1],
        masks: cython.ulonglong[:, ::1],
        seen: cython.uchar[:, ::1],
        rewards: cython.float[:, ::1],
        over: cython.uchar[::1],
    ):
        """Each table takes its number; where the round is over that is written and the next one dealt, the deal passing on.

        A number below 0 leaves its table as it is.
        """
        i: cython.int
        with cython.nogil:
            for i in range(first, end):
                over[i] = 0
                if rare(chosen[i] < 0):
                    continue
                prefetch_table(self, i + AHEAD if i + AHEAD < end else i)
                step_table(self, i, cython.cast(cython.int, whole(chosen[i])), rewards, over)
                if cython.compiled:
                    write_row(
                        self,
                        i,
                        cython.address(seats[0]),
                        cython.address(masks[0, 0]),
                        cython.address(seen[0, 0]),
                    )
                else:
                    write_row(self, i, seats, masks, seen)

    def random_steps(
        self,
        first: cython.int,
        end: cython.int,
        steps: cython.int,
        draws: cython.int,
        chosen: cython.short[::1],
        seats: cython.uchar[::1],
        masks: cython.ulonglong[:, ::1],
        seen: cython.uchar[:, ::1],
        rewards: cython.float[:, ::1],
        over: cython.uchar[::1],
    ):
        """As many steps with numbers chosen as by `choose`, everything being written after each."""
        i: cython.int
        with cython.nogil:
            for _ in range(steps):
                for i in range(first, end):
                    prefetch_table(self, i + AHEAD if i + AHEAD < end else i)
                    chosen[i] = random_choice(
                        cython.cast(TableFields, self.at[i]),
                        whole(masks[i, 0]),
                        whole(masks[i, 1]),
                        whole(masks[i, 2]),
                        draws,
                    )
                    step_table(self, i, cython.cast(cython.int, whole(chosen[i])), rewards, over)
                    if cython.compiled:
                        write_row(
                            self,
                            i,
                            cython.address(seats[0]),
                            cython.address(masks[0, 0]),
                            cython.address(seen[0, 0]),
                        )
                    else:
                        write_row(self, i, seats, masks, seen)

    def choose(
        self,
        first: cython.int,
        end: cython.int,
        masks: cython.ulonglong[:, ::1],
        chosen: cython.short[::1],
        draws: cython.int,
    ):
        """Choose one of the open numbers at random; drawing only where nothing else is open, unless `draws`."""
        i: cython.int
        with cython.nogil:
            for i in range(first, end):
                chosen[i] = random_choice(
                    cython.cast(TableFields, self.at[i]),
                    whole(masks[i, 0]),
                    whole(masks[i, 1]),
                    whole(masks[i, 2]),
                    draws,
                )

    def playouts(
        self,
        first: cython.int,
        end: cython.int,
        policies: KernelPolicies,
        rounds: cython.int,
        seed: cython.ulonglong,
        most: cython.int,
        rewards: cython.float[:, ::1],
    ):
        """Play on from each table as often as `rounds` says, by the policies, on a copy; the mean of what each seat got."""
        game: Game = Game(cython.cast(Game, self.games[first]).t, 0)
        buffer: ActionBuffer = ActionBuffer()
        at: cython.p_void
        i: cython.int
        k: cython.int
        seat: cython.int
        won: cython.int
        with cython.nogil:
            for i in range(first, end):
                at = self.games[i]
                for k in range(rounds):
                    copy_game(game, cython.cast(Game, at))
                    set_seed(
                        game,
                        (
                            seed * GOLDEN
                            + (cython.cast(cython.ulonglong, i) << 32)
                            + cython.cast(cython.ulonglong, k)
                        )
                        & FULL,
                    )
                    play_on(game, policies, most, buffer.actions)
                    won = winnings(game)
                    for seat in range(self.players):
                        rewards[i, seat] += brought(game, seat, won, self.by_points)
                for seat in range(self.players):
                    rewards[i, seat] = rewards[i, seat] / rounds


@fast
def write_row(
    tables: KernelTables,
    i: cython.int,
    seats: cython.p_uchar,
    masks: cython.p_ulonglong,
    seen: cython.p_uchar,
) -> cython.void:
    """Rows of arrays by their addresses: arrays themselves would be copied with all that describes them."""
    seats[i] = cython.cast(TableFields, tables.at[i]).who
    if cython.compiled:
        write_mask(cython.cast(TableFields, tables.at[i]), masks + MASK_WORDS * i)
        write_observation(cython.cast(TableFields, tables.at[i]), seen + OBSERVED * i)
    else:
        write_mask(tables.at[i], masks[i])
        write_observation(tables.at[i], seen[i])


@fast
def prefetch_table(tables: KernelTables, i: cython.int) -> cython.void:
    """Ask for the memory of a table before its turn comes: a thousand of them are more than the nearest cache holds."""
    if cython.compiled:
        prefetch(tables.at[i], 128)
        prefetch(tables.games[i], WARM)
        prefetch(cython.address(cython.cast(Game, tables.games[i]).count[0]), 64 * tables.players)
        prefetch(cython.address(cython.cast(Game, tables.games[i]).pile[0]), 128)
        prefetch(cython.address(cython.cast(Game, tables.games[i]).discard[0]), 128)


@fast
def step_table(
    tables: KernelTables,
    i: cython.int,
    chosen: cython.int,
    rewards: cython.float[:, ::1],
    over: cython.uchar[::1],
) -> cython.void:
    """A table takes its number; a round that is over is paid, and the next one dealt."""
    over[i] = 0
    answer(cython.cast(TableFields, tables.at[i]), chosen)
    if rare(cython.cast(TableFields, tables.at[i]).game.phase == OVER):
        over[i] = 1
        write_reward(tables, i, rewards)
        start_round(
            cython.cast(TableFields, tables.at[i]),
            (cython.cast(TableFields, tables.at[i]).game.dealer + 1) % tables.players,
        )


@cold
def write_reward(tables: KernelTables, i: cython.int, rewards: cython.float[:, ::1]) -> cython.void:
    """What the round of a table brought each seat."""
    at: cython.p_void = tables.games[i]
    seat: cython.int
    won: cython.int = winnings(cython.cast(Game, at))
    for seat in range(tables.players):
        rewards[i, seat] = brought(cython.cast(Game, at), seat, won, tables.by_points)


@cold
def brought(game: Game, seat: cython.int, won: cython.int, by_points: cython.int) -> cython.int:
    """Points as P2-P4 give them, or 1 for the side of who is out and -1 for the others; 0 where nobody is."""
    if by_points and not game.t.first_to:
        return -points_of(game, seat)
    if game.out >= 0 and (game.t.same[game.out] >> seat) & 1:
        return won if by_points else 1
    return -1 if game.out >= 0 and not by_points and (game.seats >> seat) & 1 else 0
