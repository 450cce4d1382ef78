"""Rules at random: every edition, option, number of players, side and written rule that is not refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from random import Random
from typing import Any

from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import EDITIONS, OPTIONS, Ruleset, edition_options, option_data, ruleset

COLOURS = "RYGB"
BLANKS = ["R*", "Y*", "G*", "B*"]
CUSTOMIZABLE = ["WC", "WC1", "WC2", "WC3"]
OTHERS = ("next", "previous", "chosen", "partner")
WHO = (*OTHERS, "others", "everyone", "self")
WHAT = ("red", "yellow", "green", "blue", "called-colour", "wild", "number", "word", "any")
NUMBERS: dict[str, tuple[object, ...]] = {
    "target": (1, 30, 100, 200, 500),
    "challenge_failed": (4, 5, 6, 8, 20),
    "uno_penalty": (0, 1, 2, 4, 10),
    "suggestion_penalty": (0, 4),
    "blank_points": (0, 20, 35),
    "false_catch_penalty": (0, 1, 2, 3, 4),
    "hand_size": (1, 2, 3, 4, 5, 7, 10, 15),
    "decks": (1, 2),
    "draw_limit": (None, 15, 16, 20, 40),
}


def rules_at_random(chance: Random, feature: int = 0) -> Ruleset:
    """Rules that can be played; `feature` counts up through all options, each of which is set in its turn."""
    for attempt in range(200):
        try:
            return _attempt(chance, feature if attempt < 100 else feature + attempt)
        except RulesError:
            continue
    raise AssertionError("two hundred attempts gave no rules that can be played")


def _attempt(chance: Random, feature: int) -> Ruleset:
    edition = chance.choice(EDITIONS)
    players = chance.choice((2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 10))
    featured = sorted(OPTIONS)[feature % len(OPTIONS)]
    likely = chance.choice((0.0, 0.15, 0.5))
    options: dict[str, Any] = {}
    for name in OPTIONS:
        if name == featured or chance.random() < likely:
            options[name] = _value(chance, name, edition, players)
    for _ in range(5):  # the featured one is no default if that can be helped
        if options[featured] == option_data(edition_options(edition)[featured]):
            options[featured] = _value(chance, featured, edition, players)
    if options.get("deflect"):
        options.setdefault("stacking", chance.choice(("same", "cross")))
    teams: list[list[int]] = []
    if players in (4, 6, 8, 10) and chance.random() < 0.3:
        teams = [list(range(0, players, 2)), list(range(1, players, 2))]
        options.pop("scoring", None)
    if chance.random() < 0.1:
        options |= _small_deck(chance, edition, players, int(options.get("hand_size", 7)))
    written = _written(chance, edition, options) if chance.random() < 0.5 else {}
    if chance.random() < 0.03:
        written |= _avalanche(chance)
    return ruleset(edition, players=players, teams=teams, written=written, **options)


def _value(chance: Random, name: str, edition: str, players: int) -> object:
    """A value for the option."""
    if name in NUMBERS:
        return chance.choice(NUMBERS[name])
    if name == "first_seat":
        return chance.randrange(players)
    if name == "lost":
        return [chance.choice(_tokens()) for _ in range(chance.randint(1, 4))]
    if name == "replace":
        return {} if edition == "swap-112" else {chance.choice(BLANKS): "Y7"}
    if name == "without":
        return [chance.choice(("WS", "WC"))] if edition == "swap-112" else []
    default = OPTIONS[name].default
    if isinstance(default, Enum):
        return chance.choice([member.value for member in type(default)])
    return chance.random() < 0.5


def _tokens() -> list[str]:
    return [colour + face for colour in COLOURS for face in ("0", "1", "4", "7", "9", "S", "R", "+2")] + [
        "W",
        "W+4",
    ]


def _small_deck(chance: Random, edition: str, players: int, hand_size: int) -> dict[str, Any]:
    """Lose so many cards that the piles run out soon (T5)."""
    cards = [card.token for card in ruleset(edition).cards]
    chance.shuffle(cards)
    keep = players * hand_size + 1 + chance.randint(1, 12)
    return {"lost": cards[keep:], "decks": 1}


def _written(chance: Random, edition: str, options: Mapping[str, Any]) -> dict[str, object]:
    """Written rules on some cards that can bear one."""
    blank = (
        CUSTOMIZABLE if edition == "swap-112" else [b for b in BLANKS if b not in options.get("replace", {})]
    )
    cards = chance.sample(blank, chance.randint(0, len(blank)))
    cards += chance.sample(_tokens(), chance.choice((0, 0, 1, 2, 5)))
    return {card: _rule(chance, play=not card.endswith(("+2", "+4"))) for card in dict.fromkeys(cards)}


def _avalanche(chance: Random) -> dict[str, object]:
    """Rules that set each other off until the bound on effects is reached (H8)."""
    small: dict[str, object] = {"draw": 1, "who": "others"}
    drawn = {"text": "A few.", "when": "draw", "effects": [small] * 8}
    everyone = {"text": "All.", "when": "play", "effects": [{"draw": 20, "who": "everyone"}]}
    tokens = _tokens()
    played = chance.sample([token for token in tokens if not token.endswith(("+2", "+4"))], 6)
    return {token: everyone if token in played else drawn for token in tokens}


def _rule(chance: Random, *, play: bool) -> dict[str, object]:
    when = "play" if play and chance.random() < 0.7 else "draw"
    rule: dict[str, object] = {"text": "Written at random.", "when": when}
    if chance.random() < 0.2:
        rule["nth"] = chance.randint(1, 3)
    return rule | {"effects": list(_effects(chance, chance.choice((0, 1, 1, 1, 2, 3)), 0))}


def _effects(chance: Random, count: int, depth: int) -> Iterator[dict[str, object]]:
    for _ in range(count):
        yield _effect(chance, depth)


def _effect(chance: Random, depth: int) -> dict[str, object]:
    kinds = ["draw", "discard", "give", "skip", "extra_turn", "reverse", "swap", "rotate", "show", "call"]
    kind = chance.choice(kinds + (["dare", "charade"] * 3 if depth < 2 else []))
    match kind:
        case "draw":
            return {"draw": chance.choice((1, 2, 3, 20)), "who": chance.choice(WHO)}
        case "discard":
            what = chance.choice(WHAT)
            count = {"count": chance.randint(1, 3)} if what == "any" or chance.random() < 0.5 else {}
            return {"discard": what, "who": chance.choice(WHO), **count}
        case "give":
            return {
                "give": chance.randint(1, 3),
                "who": chance.choice(WHO),
                "to": chance.choice((*OTHERS, "self")),
            }
        case "skip":
            return {"skip": chance.choice(WHO)}
        case "swap":
            return {"swap": chance.choice(OTHERS)}
        case "rotate":
            return {"rotate": chance.choice(("play", "left", "right"))}
        case "show":
            return {"show": chance.choice(WHO), "to": chance.choice(WHO)}
        case "call":
            return {"call": "colour"}
        case "dare":
            inner = list(_effects(chance, chance.choice((0, 1, 1, 2)), depth + 1))
            return {"dare": "Sing.", "who": chance.choice(WHO), "else": inner}
        case "charade":
            return {"charade": True, "winner": list(_effects(chance, chance.choice((0, 1, 1, 2)), depth + 1))}
        case _:
            return {kind: True}
