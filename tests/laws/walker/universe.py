"""All actions that anybody could think of, made without asking the rules which of them are lawful."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

from lastcard.rules import actions as act
from lastcard.rules.cards import ALL_CARDS, UNSEEN, Card, Colour
from lastcard.rules.round import Round

PLAIN: tuple[act.Action, ...] = (
    act.DrawCard(), act.Pass(), act.Challenge(), act.Accept(), act.SayUno(), act.Uphold(), act.Dismiss(), act.Done(),
    act.Failed(),
)  # fmt: skip
COLOURS = (None, *Colour)
UNOS = (False, True)
MAX_SETS = 300
PAIR = 2


def universe(round_: Round, seat: int, chance: Random, strangers: int) -> Iterator[act.Action]:
    """Every verb with every seat, colour, swap and UNO, and every card that the seat holds or that lies on top.

    Of the cards that it does not hold a number `strangers` is taken, at random; of several cards at once, all
    that it could lay together, in every order, and some that it could not.
    """
    seats = (*range(round_.rules.players), round_.rules.players)
    hand = round_.hands[seat].cards
    cards = dict.fromkeys((*hand, round_.table.top or UNSEEN, *chance.sample(ALL_CARDS, strangers)))
    yield from PLAIN
    for card in cards:
        yield from _with_one(card, (None, *seats))
    for verb in (act.Catch, act.Report, act.Choose):
        yield from (verb(other) for other in seats)
    yield from (act.Guessed(other) for other in (None, *seats))
    yield from (act.CallColour(colour, swap) for colour, swap in product(Colour, (None, *seats)))
    yield from _with_several(round_, seat, chance)


def _with_one(card: Card, swaps: tuple[int | None, ...]) -> Iterator[act.Action]:
    for swap, uno in product(swaps, UNOS):
        yield act.Jump(card, swap, uno)
        yield from (act.Play((card,), colour, swap, uno) for colour in COLOURS)
    yield act.DiscardCard(card)
    yield act.GiveCard(card)


def _with_several(round_: Round, seat: int, chance: Random) -> Iterator[act.Action]:
    hand = round_.hands[seat].cards
    everybody = tuple(range(round_.rules.players))
    for cards in _sets(hand, chance):
        others = everybody if len(cards) == PAIR else chance.sample(everybody, 2)
        for swap, uno in product((None, *others), UNOS):
            yield act.Play(cards, None, swap, uno)
        yield act.Play(cards, chance.choice(list(Colour)), None, uno=False)


def _sets(hand: tuple[Card, ...], chance: Random) -> Iterator[tuple[Card, ...]]:
    """Orders of several cards: of equal numbers all that are held, if there are not too many, and any two cards."""
    for number in range(10):
        equal = [card for card in hand if card.number == number]
        orders = (order for size in range(2, min(len(equal), 4) + 1) for order in permutations(equal, size))
        yield from dict.fromkeys(order for order, _ in zip(orders, range(MAX_SETS), strict=False))
    for _ in range(6):
        yield tuple(chance.choices((*hand, *ALL_CARDS[:3]), k=chance.randint(2, 4)))
