"""From a round of `lastcard.rules` to one of the kernel, to simulate on from there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from lastcard.rules.cards import Card, Colour, Face
from lastcard.rules.errors import LastcardError
from lastcard.rules.round import Answering, Direction, Drawn, Owing, Round, Turn
from lastcard.sim.kernel import KernelGame, codes
from lastcard.sim.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLOURS: Final = tuple(Colour)


def game_of(round_: Round, seed: int = 0) -> KernelGame:
    """The kernel's game of this very round; what chance brings is the order of the pile, then whatever `set_shuffles` gives.

    LastcardError for a round that is over, not dealt, or waits within a written rule or for a first colour; UnsupportedRules.
    """
    game = KernelGame(compile_rules(round_.rules), seed)
    game.restore(_data(round_))
    return game


def _data(round_: Round) -> dict[str, Any]:
    table = round_.table
    if table.top is None:
        raise LastcardError("a round without a card turned up cannot be simulated on")
    window = table.window
    drawn = next(((seat, hand) for seat, hand in enumerate(round_.hands) if hand.drawn), None)
    return _waiting(round_) | {
        "seats": sorted(table.seats),
        "hands": [_counts(hand.cards) for hand in round_.hands],
        "pile": [card.order for card in round_.hidden.pile],
        "discard": [card.order for card in table.discard],
        "times": {card.order: times for card, times in table.times},
        "dealer": table.dealer,
        "backwards": int(table.direction is Direction.RIGHT),
        "top": table.top.order,
        "colour": _colour(table.colour),
        "drawn": drawn[1].drawn.order if drawn and drawn[1].drawn else -1,
        "drawer": drawn[0] if drawn else 0,
        "reneged": int(bool(drawn and drawn[1].reneged)),
        "window": int(window is not None),
        "owing": _bits(window.owing) if window else 0,
        "old": _bits(window.old) if window else 0,
        "settled": _bits(window.settled) if window else 0,
        "called": _bits(table.called),
        "jumpable": int(table.jumpable),
        "losing": _bits(table.losing),
        "passes": table.passes,
    }


def _waiting(round_: Round) -> dict[str, Any]:
    """What the round waits for, under the kernel's names."""
    found = {"debt": 0, "four_debt": 0, "accused": 0, "before": codes.NO_COLOUR, "from_has": 0}
    phase = round_.phase
    match phase:
        case Turn():
            return found | {"phase": codes.TURN, "seat": phase.seat}
        case Drawn():
            return found | {"phase": codes.DRAWN, "seat": phase.seat}
        case Answering():
            before = round_.hands[phase.accused].played_from or ()
            return {
                "phase": codes.ANSWERING,
                "seat": phase.seat,
                "debt": phase.debt,
                "four_debt": 0,
                "accused": phase.accused,
                "before": _colour(phase.before),
                "from_has": _bits({card.order for card in before}),
            }
        case Owing():
            four = int(phase.kind == Face.WILD_DRAW_FOUR.value)
            return found | {"phase": codes.OWING, "seat": phase.seat, "debt": phase.debt, "four_debt": four}
        case _:
            raise LastcardError(f"a round that waits for {type(phase).__name__} cannot be simulated on")


def _counts(cards: Iterable[Card]) -> dict[int, int]:
    return dict(Counter(card.order for card in cards))


def _colour(colour: Colour | None) -> int:
    return codes.NO_COLOUR if colour is None else _COLOURS.index(colour)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
