"""V1, V2: every card against every debt, against the rule said once more in plain words."""

from __future__ import annotations

import pytest

from lastcard.rules.actions import Play
from lastcard.rules.cards import Card, Colour, parse_card
from lastcard.rules.legal import legal_actions, why_illegal
from lastcard.rules.round import Answering, Hand, Owing, Phase
from tests.rooms.rules.positions import at


def meets(card: Card, kind: str, colour: Colour, stacking: str, *, deflect: bool) -> bool:
    """What may be added to a debt of that kind, or sends it on."""
    word = card.token if card.wild else card.token[1:]
    if stacking == "none":
        return False
    if deflect and word in ("S", "R") and card.colour is colour:
        return True
    if word == kind and not (word == "+2" and card.wild):
        return True
    if stacking != "cross":
        return False
    return word == "W+4" or (word == "+2" and card.colour is colour)


PHASES: dict[str, tuple[Phase, str]] = {
    "owing a Draw Two": (Owing(0, 2, "+2"), "+2"),
    "owing a Wild Draw Four": (Owing(0, 4, "W+4"), "W+4"),
    "facing a Wild Draw Four": (Answering(0, 1, 4, Colour.RED), "W+4"),
}


@pytest.mark.rule("V1", "V2")
@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize(
    ("stacking", "deflect"),
    [("none", False), ("same", False), ("same", True), ("cross", False), ("cross", True)],
)
@pytest.mark.parametrize("top", ["R+2", "W+4", "RS", "RR"])
def test_every_card_against_every_debt(name: str, stacking: str, deflect: bool, top: str):
    """As listed, as judged, and as the plain words have it."""
    phase, kind = PHASES[name]
    if stacking == "none" and isinstance(phase, Owing):
        return  # no such debt there
    state = at("G9", "B1", phase=phase, stacking=stacking, deflect=deflect, wild_draw_four="free")
    cards = tuple(dict.fromkeys(state.rules.cards))
    state = state._replace(hands=(Hand(cards), state.hands[1]))
    card = parse_card(top)
    for colour in [card.colour] if card.colour else Colour:
        now = state._replace(table=state.table._replace(top=card, colour=colour))
        listed = {a.cards[0] for a in legal_actions(now, 0) if isinstance(a, Play)}
        judged = {
            c for c in cards if why_illegal(now, 0, Play((c,), Colour.BLUE if c.wild else None)) is None
        }
        wanted = {c for c in cards if meets(c, kind, colour, stacking, deflect=deflect)}
        assert listed == judged == wanted
