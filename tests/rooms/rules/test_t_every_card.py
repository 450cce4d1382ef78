"""T1, T2, T6, D6: every card on every top card, against the rule said once more in plain words."""

from __future__ import annotations

import pytest

from lastcard.rules.actions import Play
from lastcard.rules.cards import Card, Colour, Kind
from lastcard.rules.legal import legal_actions, why_illegal
from lastcard.rules.round import Hand
from lastcard.rules.ruleset import ruleset
from tests.rooms.rules.positions import at, play, turn_acts

RULE = {"text": "Nothing", "effects": []}
BLANKS = {f"{colour}*": RULE for colour in "RYGB"}
DECKS = [
    ("classic", BLANKS),
    ("blanks-112", BLANKS),
    ("swap-112", {"WC1": RULE, "WC2": RULE, "WC": RULE}),
]


def matches(card: Card, top: Card, colour: Colour) -> bool:
    """Wilds go on anything; else the colour in force, the number, the same word, or blank on blank."""
    if card.kind is Kind.WILD or card.colour is colour:
        return True
    if top.kind is Kind.WILD or card.kind is not top.kind:
        return False
    return card.token[1:] == top.token[1:]


@pytest.mark.rule("T1", "T2", "T6", "D6", "W8", "W9")
@pytest.mark.parametrize(("edition", "written"), DECKS)
def test_every_card_on_every_top_card(edition: str, written: dict[str, object]):
    """As listed, as judged, and as the plain words have it."""
    cards = tuple(dict.fromkeys(ruleset(edition, written=written).cards))
    start = at("G9", "B1", edition=edition, written=written, wild_draw_four="free")
    start = start._replace(hands=(Hand(cards), Hand(cards)))
    for top in cards:
        for colour in [top.colour] if top.colour else Colour:
            state = start._replace(table=start.table._replace(top=top, colour=colour))
            listed = {a.cards[0] for a in legal_actions(state, 0) if isinstance(a, Play)}
            called = {card: Colour.GREEN if card.wild else None for card in cards}
            swaps = {card: 1 if card.token == "WS" else None for card in cards}  # noqa: S105 - a card
            judged = {c for c in cards if why_illegal(state, 0, Play((c,), called[c], swaps[c])) is None}
            assert listed == judged == {card for card in cards if matches(card, top, colour)}


@pytest.mark.rule("T3", "T4")
@pytest.mark.parametrize("drawn_card", ["may_play", "must_play"])
@pytest.mark.parametrize("holds", ["Y1 B2", "R1 B2", "W B2", "B5 Y1", "W+4 B2", "W+4 R2"])
@pytest.mark.parametrize("drawn", ["R3", "B5", "Y9", "W", "W+4"])
def test_what_may_be_done_with_the_card_drawn(drawn_card: str, holds: str, drawn: str):
    """Played if it matches; kept unless it must be played, which nobody must who reneged, nor unlawfully."""
    state = play(at(holds, "G1", "G2", top="R5", pile=drawn, drawn_card=drawn_card), "0: draw")
    red = "R1" in holds or "R2" in holds
    fits = drawn != "Y9"
    reneged = red or "W " in holds or "B5" in holds or ("W+4" in holds and not red)
    lawful = drawn != "W+4" or not red
    keeps = drawn_card == "may_play" or reneged or not lawful
    acts = turn_acts(state, 0)
    assert (state.turn == 0) is fits
    if fits:
        assert ("pass" in acts) is keeps
        assert {act.split()[1] for act in acts if act != "pass"} == {drawn}
