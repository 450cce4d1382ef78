"""What Python sees of a round and of a table: methods that call the functions of the other modules."""

import cython

from lastcard.sim.kernel.acts import act, encode, plain
from lastcard.sim.kernel.codes import DRAW, EVEN_CHANCE, I_DRAW, NONE, ONE, OVER, PLAY
from lastcard.sim.kernel.deal import deal_round, seat_players
from lastcard.sim.kernel.env import ASKED, TableFields, answer, copy_table, start_round
from lastcard.sim.kernel.game import ActionBuffer, Game, RoundLog, note, set_seed, set_shuffles
from lastcard.sim.kernel.going_out import points_of, winnings
from lastcard.sim.kernel.legal import list_legal
from lastcard.sim.kernel.observation import write_mask
from lastcard.sim.kernel.policy_r import run_out
from lastcard.sim.kernel.snapshot import (
    copy_game,
    hold_cards,
    packed_game,
    restore_game,
    state_of,
    unpack_game,
)


@cython.final
@cython.cclass
class KernelGame(Game):
    """A round under way. `deal` begins one; `act` takes an action that must be lawful; `legal` lists those of a seat."""

    def seed(self, seed: cython.ulonglong):
        """Begin another stream of random numbers (splitmix64 of the seed, then PCG32)."""
        set_seed(self, seed)

    def rng_state(self):
        """The state of the random numbers: what `set_rng` takes."""
        return self.rng

    def set_rng(self, state: cython.ulonglong):
        """Go on with the random numbers from this state."""
        self.rng = state

    def deal_seed(self):
        """The state of the random numbers when the round was dealt, and who dealt."""
        return self.began, self.dealer

    def seat_players(self, seats, dares: cython.uint = EVEN_CHANCE, guesses: cython.uint = EVEN_CHANCE):
        """These seats are in the rounds to come; dares are done and charades guessed with these probabilities out of 65,536."""
        seat_players(self, seats, dares, guesses)

    def deal(self, dealer: cython.int, seats=None, order=None, orders=()):
        """Deal a round. `order` is the deck, next card first, and `orders` what each later shuffle gives.

        Without them chance does it.

        `seats` are those in the round, all if left out. ValueError for seats, a dealer or orders that cannot be.
        """
        deal_round(self, dealer, seats, order, orders)

    def set_shuffles(self, orders):
        """What the shuffles to come give, for a round whose outcomes of chance are given. ValueError."""
        set_shuffles(self, orders)

    def legal(self, seat: cython.int):
        """All actions that the seat may take now, each once, as `act` takes them."""
        self.buffer = self.buffer or ActionBuffer()
        buffer: ActionBuffer = self.buffer
        n: cython.int = list_legal(self, seat, buffer.actions)
        return [buffer.actions[i] for i in range(n)]

    def act(self, seat: cython.int, action: cython.ulonglong):
        """Take a lawful action (`lastcard.sim.actions` has the encoding)."""
        act(self, seat, action)

    def play_out(self, most: cython.int):
        """Policy R for all seats until the round is over or `most` decisions are made; how many were."""
        buffer: ActionBuffer = ActionBuffer()
        return run_out(self, most, buffer.actions)

    def points(self, seat: cython.int):
        """The points of the hand of a seat (P1)."""
        return points_of(self, seat)

    def won(self):
        """What the one who is out scores (P2)."""
        return winnings(self)

    def state(self):
        """Everything about the round as plain values."""
        return state_of(self)

    def restore(self, data):
        """Be the round that `data` describes, under the names of `state`; one that waits within a written rule cannot be."""
        restore_game(self, data)

    def hold(self, hands, pile, drawn: cython.int, from_has: cython.ulonglong):
        """Other cards in the hands and in the pile, as many as before (under the names of `state`)."""
        hold_cards(self, hands, pile, drawn, from_has)

    def copy_from(self, other: Game):
        """Be the same round as another, with the same random numbers to come (what was noted of it is not copied)."""
        copy_game(self, other)

    def packed(self):
        """All that the round is, random numbers to come included, as plain values for `unpack`: what a pickle keeps."""
        return packed_game(self)

    def unpack(self, values):
        """Be the round that `packed` gave, of the same rules."""
        unpack_game(self, values)

    def watch(self, on):
        """Note every outcome of chance and every act from now on, or no more."""
        self.log = self.log or RoundLog()
        self.log.notes = self.log.acted = 0
        self.noting = 1 if on else 0

    def noted(self):
        """What was noted: cards drawn or turned up in their order, and what `N_…` of `codes` say. There is room for 65,536."""
        return [self.log.noted[i] for i in range(self.log.notes)]

    def acts(self):
        """The acts that were noted, as (seat, action)."""
        return [(self.log.acts[i] >> 40, self.log.acts[i] & ((ONE << 40) - 1)) for i in range(self.log.acted)]

    def remember(self, noted, acts):
        """What `noted` and `acts` gave of the same round before it was packed; the game is watched."""
        what: cython.int
        seat: cython.ulonglong
        action: cython.ulonglong
        self.log.notes = self.log.acted = 0
        for what in noted:
            note(self, what)
        for seat, action in acts:
            self.log.acts[self.log.acted] = action | (seat << 40)
            self.log.acted += 1


@cython.final
@cython.cclass
class KernelTable(TableFields):
    """A round in which one seat after the other is asked for one number (docs/encoding.md)."""

    def start(self, dealer: cython.int):
        """Deal, and ask the first question."""
        start_round(self, dealer)

    def take(self, chosen: cython.int):
        """The seat that is asked chooses this number, which must be open to it."""
        answer(self, chosen)

    def copy_from(self, other: TableFields):
        """Be the same table as another."""
        copy_table(self, other)

    def mask(self):
        """The numbers that may be chosen, as three words."""
        buffer: ActionBuffer = ActionBuffer()
        write_mask(self, buffer.actions)
        return buffer.actions[0], buffer.actions[1], buffer.actions[2]

    def asked_of(self):
        """Which seat is asked, or -1 when the round is over."""
        return -1 if self.game.phase == OVER else self.who

    def question_is(self):
        """What is asked: `phase`, `same`, `player`, `uno` or `aside`."""
        return ("phase", "same", "player", "uno", "aside")[self.question]

    def last_action(self):
        """The action that was taken last."""
        card: cython.int
        if self.fast_choice == I_DRAW:
            return plain(DRAW)
        if self.fast_choice >= 0:
            card = self.game.t.card_at[self.fast_choice]
            return encode(PLAY, card, self.game.t.hue_at[self.fast_choice], NONE, self.fast_uno, NONE)
        return self.made

    def actions_taken(self):
        """How many actions the numbers have made so far."""
        return self.taken

    def packed(self):
        """All that the table is, its round included, as plain values for `unpack`."""
        return packed_game(self.game), tuple([getattr(self, name) for name in ASKED])

    def unpack(self, values):
        """Be the table that `packed` gave."""
        game, numbers = values
        unpack_game(self.game, game)
        for name, value in zip(ASKED, numbers, strict=True):
            setattr(self, name, value)
