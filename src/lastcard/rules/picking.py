"""Which cards of a hand a written rule means (H4, H8)."""

from __future__ import annotations

from lastcard.rules.cards import Card, Kind
from lastcard.rules.effects import Discard, What
from lastcard.rules.round import Picking, Round, Table


def meant(table: Table, what: What, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Those of the cards that `what` means on this table."""
    match what:
        case What.ANY:
            return cards
        case What.WILD | What.NUMBER | What.WORD:
            return tuple(c for c in cards if c.kind is Kind(what.value))
        case What.CALLED_COLOUR:
            return tuple(c for c in cards if c.colour is not None and c.colour is table.colour)
        case _:
            return tuple(c for c in cards if c.colour is not None and c.colour.value == what.value)


def pickable(state: Round, phase: Picking) -> tuple[Card, ...]:
    """The distinct cards that the seat may pick now."""
    hand = state.hands[phase.seat].cards
    cards = meant(state.table, phase.effect.what, hand) if isinstance(phase.effect, Discard) else hand
    return tuple(dict.fromkeys(cards))
