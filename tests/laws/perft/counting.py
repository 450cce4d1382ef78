"""The counting itself, once for each engine; the two share nothing but the deal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastcard.rules.actions import Jump, Play
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card, parse_cards
from lastcard.rules.deal import begin
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import legal_actions
from lastcard.rules.ruleset import ruleset_from
from lastcard.sim.actions import decode_action
from lastcard.sim.kernel import KernelGame
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lastcard.rules.round import Round

COUNTS = Path(__file__).parent / "counts.json"


@dataclass(frozen=True)
class Deal:
    """A deck in a fixed order, dealt by `dealer`; `counts[d]` is how many sequences of d acts there are."""

    name: str
    rules: dict[str, Any]
    dealer: int
    order: tuple[Card, ...]
    counts: tuple[int, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """As it stands in the file."""
        order = " ".join(card.token for card in self.order)
        return vars(self) | {"order": order, "counts": list(self.counts)}


def deals() -> list[Deal]:
    """All that are committed."""
    return [
        Deal(d["name"], d["rules"], d["dealer"], parse_cards(d["order"]), tuple(d["counts"]))
        for d in json.loads(COUNTS.read_text("utf-8"))
    ]


def no_shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """These deals begin without a shuffle."""
    raise AssertionError(f"{len(cards)} cards are shuffled")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """What takes the place of chance when a pile is used up (T5): the discards in the order of all cards."""
    return tuple(sorted(cards, key=lambda card: card.order))


def by_rules(
    deal: Deal, depth: int, shuffle: Callable[[tuple[Card, ...]], tuple[Card, ...]] = in_order
) -> int:
    """The sequences of so many acts, by `lastcard.rules`."""
    began = begin(ruleset_from(deal.rules), deal.dealer, deal.order, no_shuffle)
    return _after(evolve_all(None, began), depth, shuffle)


def _after(round_: Round, depth: int, shuffle: Callable[[tuple[Card, ...]], tuple[Card, ...]]) -> int:
    if depth == 0:
        return 1
    total = 0
    for seat in round_.table.seats:
        legal = legal_actions(round_, seat)
        if depth == 1:
            total += len(legal)
        else:
            for action in legal:
                total += _after(evolve_all(round_, decide(round_, seat, action, shuffle)), depth - 1, shuffle)
    return total


def by_kernel(deal: Deal, depth: int) -> int:
    """The sequences of so many acts, by the kernel, which plays each of them from the deal."""
    return _Kernel(deal).after((), (), depth)


class _Kernel:
    """The kernel's rounds from one deal."""

    def __init__(self, deal: Deal) -> None:
        self._rules = ruleset_from(deal.rules)
        self._dealer, self._deck = deal.dealer, [card.order for card in deal.order]
        self._game = KernelGame(compile_rules(self._rules), 0)

    def after(self, path: tuple[tuple[int, int], ...], orders: tuple[list[int], ...], depth: int) -> int:
        """The sequences of `depth` more acts after these; `orders` is what the shuffles among them gave."""
        if depth == 0:
            return 1
        orders = self._play(path, orders)
        legal = [(seat, action) for seat in range(self._rules.players) for action in self._game.legal(seat)]
        if depth == 1:
            return len(legal)
        return sum(self.after((*path, move), orders, depth - 1) for move in legal)

    def _play(
        self, path: tuple[tuple[int, int], ...], orders: tuple[list[int], ...]
    ) -> tuple[list[int], ...]:
        """Play these acts, of which only the last may need a shuffle more than is given; all that were needed."""
        before = self._played(path[:-1], orders)
        if not path or not self._played(path, orders)["broken"]:
            return orders
        orders = (*orders, _discards(before, path[-1][1]))
        self._game = KernelGame(
            compile_rules(self._rules), 0
        )  # the one that wanted an order is of no more use
        assert not self._played(path, orders)["broken"]
        return orders

    def _played(self, path: tuple[tuple[int, int], ...], orders: tuple[list[int], ...]) -> dict[str, Any]:
        """How the round stands after these acts."""
        self._game.deal(self._dealer, None, self._deck, orders)
        for seat, action in path:
            self._game.act(seat, action)
        return self._game.state()


def _discards(before: dict[str, Any], action: int) -> list[int]:
    """What lies under the card on top once the cards of the act are laid, as `in_order` has it."""
    acted = decode_action(action)
    laid = acted.cards if isinstance(acted, Play) else (acted.card,) if isinstance(acted, Jump) else ()
    pile = [*before["discard"], before["top"], *(card.order for card in laid)]
    return sorted(pile[:-1])
