"""Rounds in step, kept as what was done in them, so that kernels with other tables can be held against them quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from lastcard.record import ActEntry, DealEntry
from lastcard.rules.actions import DrawCard, Play
from lastcard.rules.cards import ALL_CARDS, Card, Colour
from lastcard.rules.effects import Call, Effect
from lastcard.rules.errors import LastcardError
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import Hidden, Round, Table, Turn
from lastcard.rules.ruleset import Ruleset
from lastcard.sim.actions import encode_action
from lastcard.sim.bridge import _data, game_of
from lastcard.sim.kernel import KernelGame, Tables
from tests.laws.lockstep.lockstep import Pair, play_out
from tests.laws.lockstep.picture import PHASES, of_game
from tests.laws.lockstep.used import Entry

Shown = tuple[object, ...]
Look = Callable[[KernelGame, int], Shown]


def at_a_glance(game: KernelGame, players: int) -> Shown:
    """What is mostly enough to see a difference: the state, and the lawful actions of the seat that the round waits for."""
    state = game.state()
    return of_game(state, players), state["broken"], frozenset(game.legal(state["seat"]))


def whole(game: KernelGame, players: int) -> Shown:
    """All that lockstep compares with the rules."""
    legal = tuple(frozenset(game.legal(seat)) for seat in range(players))
    points = tuple(game.points(seat) for seat in range(players))
    state = game.state()
    return of_game(state, players), state["broken"], legal, points, game.won()


@dataclass(frozen=True)
class Heard:
    """How a round began, by a deal with the card that is turned up first or in the middle; each act with what its shuffles gave."""

    players: int
    deal: tuple[int, list[int], list[int], list[list[int]]] | None
    position: dict[str, Any] | None
    acts: list[tuple[int, int, list[list[int]]]]
    turned: int | None = None

    def plays(self, tables: Tables) -> Iterator[KernelGame]:
        """A kernel with these tables plays it: the game when it began, and after each act."""
        game = KernelGame(tables, 0)
        if self.deal:
            game.deal(*self.deal)
        elif self.position:
            game.restore(self.position)
        yield game
        for seat, action, orders in self.acts:
            game.set_shuffles(orders)
            game.act(seat, action)
            yield game

    def shown(self, tables: Tables, look: Look) -> list[Shown]:
        """What the kernel shows at each step."""
        return [look(game, self.players) for game in self.plays(tables)]

    def differs(self, tables: Tables, look: Look, shown: list[Shown]) -> bool:
        """Whether a kernel with these tables shows anything else, or refuses; it goes on only while it does not."""
        games = self.plays(tables)
        try:
            return any(look(game, self.players) != right for game, right in zip(games, shown, strict=True))
        except ValueError:
            return True


def dealt(rules: Ruleset, chance: Random, number: int) -> Heard:
    """A round from a deal, in which the cards of the deck take turns to lie on top first."""
    pair = Pair(rules, chance)
    seats = list(range(rules.players))
    order = chance.sample(rules.cards, len(rules.cards))
    kinds = sorted(set(rules.cards))
    first = order.index(kinds[number % len(kinds)])
    top = len(seats) * rules.hand_size
    order[top], order[first] = order[first], order[top]
    pair.begin(chance.choice(seats), seats, tuple(order))
    for _ in range(12 if number % 3 else 150):
        if pair.round.over:
            break
        pair.step()
    began = next(entry for entry in pair.record.entries if isinstance(entry, DealEntry))
    orders = [[card.order for card in given.cards] for given in began.shuffled]
    deal = (pair.dealer, seats, [card.order for card in order], orders)
    return Heard(rules.players, deal, None, _acts(pair), order[top].order)


def pared(rules: Ruleset, chance: Random, wanted: Entry | None = None) -> Heard | None:
    """From somewhere in a round, where everybody has a few cards only; None if one cannot begin there.

    Who is on turn mostly holds the card that `wanted` speaks of.
    """
    pair = Pair(rules, chance, seats=2 if wanted and wanted.name == "rule_draws_two" else None)
    play_out(pair, chance.randint(1, 40))
    if pair.round.over:
        return None
    pair.round = _pared(pair.round, chance, wanted)
    try:
        pair.game = game_of(pair.round)
    except LastcardError:
        return None
    position = _data(pair.round)
    pair.entries = []
    pair.compare()
    _begin_rarely(pair, laying=wanted is not None and (wanted.bit is None or wanted.name in OF_EFFECTS))
    for _ in range(12):
        if pair.round.over:
            break
        pair.step()
    return Heard(rules.players, None, position, _acts(pair))


def _begin_rarely(pair: Pair, *, laying: bool) -> None:
    """First what players seldom do: draw with a card that could be played, or play the last; or any play."""
    seat = pair.round.phase.seat  # type: ignore[union-attr]
    legal, held = legal_actions(pair.round, seat), len(pair.round.hands[seat].cards)
    last = [act for act in legal if isinstance(act, Play) and len(act.cards) == held]
    if last and pair.chance.random() < 0.7:
        pair.do(seat, pair.chance.choice(last))
    elif DrawCard() in legal and not (laying and pair.chance.random() < 0.8):
        pair.do(seat, DrawCard())


def _pared(round_: Round, chance: Random, wanted: Entry | None) -> Round:
    """The same with few cards in each hand, dealt anew from hands and pile: many wild ones, and many that fit."""
    left = [*round_.hidden.pile, *(card for hand in round_.hands for card in hand.cards)]
    for drawn in (hand.drawn for hand in round_.hands if hand.drawn):
        left.remove(drawn)
    table = round_.table._replace(window=None, called=frozenset())
    held, top = _cards_of(wanted, left, [card for card, _ in table.rules.written])
    if wanted and held and wanted.name == "rule_nth":
        table = table._replace(times=((held, 1),))
    holder = table.phase.seat  # type: ignore[union-attr]
    if wanted and wanted.name == "jumps":
        holder = next(seat for seat in table.seats if seat != holder)
    if top in left and isinstance(table.phase, Turn) and table.top:
        left[left.index(top)] = table.top
        table = table._replace(top=top, colour=_colour(wanted, top, table, chance))
    hands = []
    for seat, hand in enumerate(round_.hands):
        kept = [hand.drawn] if hand.drawn else []
        size = chance.choice((1, 1, 2, 3)) + len(kept) if hand.cards else 0
        if held in left and seat == holder and chance.random() < 0.8:
            left.remove(held)
            kept.append(held)
        while left and len(kept) < size:
            kept.append(left.pop(_pick(table, left, chance)))
        hands.append(hand._replace(cards=tuple(sorted(kept))))
    return Round(table, tuple(hands), Hidden(tuple(chance.sample(left, len(left)))))


def _colour(wanted: Entry | None, top: Card, table: Table, chance: Random) -> Colour | None:
    """The colour in force: that of the card on top, or another where only what the card shows shall make one fit."""
    if wanted and wanted.name == "sym" and any(_calls(rule.effects) for _, rule in table.rules.written):
        return chance.choice([colour for colour in Colour if colour is not top.colour])
    return top.colour or table.colour


def _calls(effects: tuple[Effect, ...]) -> bool:
    """Whether a colour is called among the effects, which changes it without a card (H)."""
    return any(
        isinstance(effect, Call)
        or _calls(getattr(effect, "otherwise", ()))
        or _calls(getattr(effect, "winner", ()))
        for effect in effects
    )


def _cards_of(wanted: Entry | None, left: list[Card], written: list[Card]) -> tuple[Card | None, Card | None]:
    """The card to be held, and the one to lie on top."""
    if wanted is None:
        return None, None
    if wanted.name in OF_EFFECTS:
        there = [card for card in left if card in written]
        held = there[(wanted.at or 0) % len(there)] if there else None
        return held, _like(held, left)
    at = ALL_CARDS[wanted.at] if wanted.at is not None and wanted.at < len(ALL_CARDS) else None
    if wanted.bit is None:
        return at, _like(at, left)
    held = ALL_CARDS[min(wanted.bit, len(ALL_CARDS) - 1)]
    match wanted.name:
        case "sym":
            return held, at
        case "jumps":
            return held, held
        case "fours":
            return held, _like(held, left)
        case _:
            return held, None


def _like(held: Card | None, left: list[Card]) -> Card | None:
    """A card on which that one can be laid."""
    return next((card for card in left if held and card.colour is held.colour and card != held), None)


def _pick(table: Table, left: list[Card], chance: Random) -> int:
    colour = chance.choice((None, table.colour))
    fitting = [i for i, card in enumerate(left) if card.colour is colour]
    return chance.choice(fitting if fitting and chance.random() < 0.7 else range(len(left)))


def _acts(pair: Pair) -> list[tuple[int, int, list[list[int]]]]:
    return [
        (act.seat, encode_action(act.action), [[c.order for c in given.cards] for given in act.shuffled])
        for act in pair.entries
        if isinstance(act, ActEntry)
    ]


OF_EFFECTS = {"op", "amount", "who", "to", "of", "sub_first", "sub_end", "what", "same"}
"""Entries that a card with a written rule leads to."""
BY_TOP = {
    "skip",
    "turns",
    "owe",
    "swaps",
    "rotates",
    "start",
    "rule_when",
    "rule_nth",
    "rule_first",
    "rule_end",
}
BY_HAND = {"sym", "col", "meets", "may_be_last", "jumps", "startable"}


def exposed(one: Heard, tables: Tables) -> set[Entry]:
    """The entries of `BY_TOP` and `BY_HAND`, of which there are thousands, that the round can depend on."""
    found = {Entry("startable", None, one.turned)}
    for game in one.plays(tables):
        state = game.state()
        top, colour, phase = state["top"], state["colour"], PHASES[state["phase"]]
        held = state["hands"][state["seat"]]
        found |= {Entry(name, top) for name in BY_TOP}
        found |= {
            Entry("may_be_last", None, card) for hand in state["hands"] for card in hand if len(hand) == 1
        }
        if any(top in hand for hand in state["hands"]):
            found.add(Entry("jumps", None, top))
        if phase in ("Turn", "Drawn"):
            found |= {Entry("sym", top, card) for card in held} | {
                Entry("col", colour, card) for card in held
            }
        elif phase in ("Owing", "Answering"):
            four = phase == "Answering" or state["four_debt"]
            found |= {Entry("meets", 5 * four + colour, card) for card in held}
            found |= {Entry("col", state["before"], card) for card in range(63)}
    return found
