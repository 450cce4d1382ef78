"""Rules by which everything that a round may wait for comes soon."""

from __future__ import annotations

from random import Random

from lastcard.rules.ruleset import EDITIONS, Ruleset, ruleset

EFFECTS = (
    [{"dare": "Sing.", "who": "next", "else": [{"draw": 1}]}],
    [{"charade": True, "winner": [{"discard": "any", "count": 1, "who": "self"}]}],
    [{"give": 1, "who": "self", "to": "chosen"}],
    [{"discard": "any", "count": 1, "who": "next"}, {"call": "colour"}],
)


def eventful(chance: Random, number: int, players: int | None = None) -> Ruleset:
    """Such rules, of one edition after the other as the number goes up."""
    cards = chance.sample([f"{colour}{face}" for colour in "RYGB" for face in "12345689"], 16)
    written = {
        card: {"text": "Written.", "when": "play", "effects": EFFECTS[i % 4]} for i, card in enumerate(cards)
    }
    stacking = chance.choice(("none", "cross"))
    edition = EDITIONS[number % len(EDITIONS)]
    options = {"stacking": stacking, "target": 100_000, "hand_size": chance.choice((4, 7))}
    return ruleset(edition, players=players or chance.randint(2, 5), written=written, **options)
