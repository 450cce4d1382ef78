"""Rounds that the kernel played, as records (docs/notation.md): with every act and every outcome of chance.

A game that is watched (`KernelGame.watch`) notes both. Chance picks cards from its piles one by one, and a record has whole
orders: the cards that were drawn stand first, in the order in which they came, and those that nobody drew behind them in any.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastcard.record import ActEntry, DealEntry, Header, LeaveEntry, Record, RecordEntry, ShuffledOrder
from lastcard.rules.cards import ALL_CARDS, Card
from lastcard.rules.errors import LastcardError
from lastcard.sim import bounds
from lastcard.sim.actions import decode_action
from lastcard.sim.kernel import KernelGame, codes
from lastcard.sim.play import RANDOM, Policy, play_rounds
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastcard.rules.ruleset import Ruleset


@dataclass
class _Pile:
    """A draw pile while it lasts: the act in which it was made, what came from it, and what made an end of it."""

    act: int
    came: list[int] = field(default_factory=list)
    ended: int = 0


def watched_game(rules: Ruleset, seed: int = 0) -> KernelGame:
    """A game of the kernel that notes what happens, so that `record_of` can tell it; UnsupportedRules."""
    game = KernelGame(compile_rules(rules), bounds.seed(seed))
    game.watch(on=True)
    return game


def record_of(game: KernelGame, rules: Ruleset) -> Record:
    """The round of a game that was watched since before its deal, as far as it has come.

    LastcardError if it is longer than a game can note, or the game was not watched when the cards were dealt.
    """
    state = game.state()
    noted, acts = ([], []) if state["phase"] == codes.OPENING else (game.noted(), game.acts())
    if len(noted) >= codes.MAX_NOTES:
        raise LastcardError("the round is too long to be written down")
    seats = [seat for seat in range(rules.players) if state["seats"] >> seat & 1]
    piles = _piles(noted)
    deck = [card.order for card in rules.cards]
    orders = _orders(piles, state["pile"], deck)
    if not noted or sorted(orders[0]) != sorted(deck):
        raise LastcardError("only a game that was watched when its cards were dealt can be written down")
    shuffled: list[list[ShuffledOrder]] = [[] for _ in range(len(acts) + 1)]
    for pile, order in list(zip(piles, orders, strict=True))[1:]:
        shuffled[pile.act].append(ShuffledOrder(_cards(order)))
    entries: list[RecordEntry] = [LeaveEntry(seat) for seat in range(rules.players) if seat not in seats]
    entries.append(_deal(rules, state["dealer"], seats, _cards(orders[0]), tuple(shuffled[0])))
    entries += [
        ActEntry(seat, decode_action(action), tuple(given))
        for (seat, action), given in zip(acts, shuffled[1:], strict=True)
    ]
    return Record(Header(rules, state["dealer"]), tuple(entries))


def record_round(
    rules: Ruleset,
    seed: int,
    number: int,
    policies: Policy | Sequence[Policy] = RANDOM,
    *,
    dare: float = 0.5,
    guess: float = 0.5,
) -> Record:
    """Round `number` of the seed as `play_rounds` plays it, as a record. LastcardError if it is too long; UnsupportedRules."""
    game = watched_game(rules)
    play_rounds(rules, seed, 1, policies, first=number, dare=dare, guess=guess, game=game)
    return record_of(game, rules)


def _piles(noted: Sequence[int]) -> list[_Pile]:
    """The draw piles that there were, one after the other."""
    act, piles = 0, [_Pile(0)]
    for what in noted:
        if what >= 0:
            piles[-1].came.append(what)
        elif what == codes.N_ACTED:
            act += 1
        else:
            piles[-1].ended = what
            piles.append(_Pile(act))
    return piles


def _orders(piles: Sequence[_Pile], left: list[int], deck: list[int]) -> list[list[int]]:
    """The order of each pile; `left` is what nobody drew of the last."""
    orders = [piles[-1].came + left]
    for pile in reversed(piles[:-1]):
        rest: list[int] = []  # one that is reshuffled was used up
        if pile.ended == codes.N_DEALT_AGAIN:
            rest = _less(deck, pile.came)
        elif pile.ended == codes.N_PUT_BACK:  # the card turned up last went back among what lay under it
            rest = _less(orders[-1], pile.came[-1:])
        orders.append(pile.came + rest)
    return orders[::-1]


def _less(cards: Sequence[int], gone: Sequence[int]) -> list[int]:
    return sorted((Counter(cards) - Counter(gone)).elements())


def _cards(orders: Sequence[int]) -> tuple[Card, ...]:
    return tuple(ALL_CARDS[order] for order in orders)


def _deal(
    rules: Ruleset,
    dealer: int,
    seats: list[int],
    order: tuple[Card, ...],
    shuffled: tuple[ShuffledOrder, ...],
) -> DealEntry:
    """The hands and the pile of a deck in this order (S3)."""
    turn = sorted(seats, key=lambda seat: (seat <= dealer, seat))
    count = len(turn) * rules.hand_size
    return DealEntry(
        {seat: order[turn.index(seat) : count : len(turn)] for seat in seats}, order[count:], shuffled
    )
