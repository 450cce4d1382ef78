"""Count as deep as asked: `python -m tests.laws.perft --most 200000`; `--write` puts new deals and counts into the file."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from lastcard.rules.ruleset import ruleset_from
from tests.laws.perft.counting import COUNTS, Deal, by_kernel, by_rules, deals, in_order

if TYPE_CHECKING:
    from lastcard.rules.cards import Card

_DARE = {
    "text": "Sing.",
    "when": "play",
    "effects": [{"dare": "Sing.", "who": "next", "else": [{"draw": 2, "who": "next"}]}],
}
_CHARADE = {
    "text": "Act.",
    "when": "play",
    "effects": [{"charade": True, "winner": [{"discard": "any", "count": 1, "who": "self"}]}],
}
_CHOSEN = {
    "text": "You.",
    "when": "play",
    "effects": [{"give": 1, "who": "self", "to": "chosen"}, {"skip": "chosen"}],
}
_DRAWN = {"text": "Oh.", "when": "draw", "effects": [{"rotate": "left"}]}
_LOSE = {
    "text": "Less.",
    "when": "play",
    "effects": [{"discard": "number", "count": 1, "who": "everyone"}, {"call": "colour"}],
}

RULES: dict[str, dict[str, Any]] = {
    "classic, two": {"edition": "classic", "players": 2},
    "classic, four": {"edition": "classic", "players": 4},
    "classic, ten": {"edition": "classic", "players": 10},
    "classic, to the end": {"edition": "classic", "players": 3, "options": {"hand_size": 2}},
    "blanks, three": {"edition": "blanks-112", "players": 3},
    "swap, four": {"edition": "swap-112", "players": 4},
    "swap, five, hand of three": {"edition": "swap-112", "players": 5, "options": {"hand_size": 3}},
    "partners": {"edition": "classic", "players": 4, "teams": [[0, 2], [1, 3]]},
    "strict, must play, no reneging": {
        "edition": "classic",
        "players": 3,
        "options": {"wild_draw_four": "strict", "drawn_card": "must_play", "renege": False},
    },
    "debts": {"edition": "classic", "players": 3, "options": {"stacking": "cross", "deflect": True}},
    "debts of the same": {
        "edition": "blanks-112",
        "players": 4,
        "options": {"stacking": "same", "wild_draw_four": "free", "challenge_failed": 8},
    },
    "sevens and zeros, jumping in": {
        "edition": "classic",
        "players": 4,
        "options": {"seven_zero": True, "jump_in": "all", "hand_size": 5},
    },
    "several at once, two decks": {
        "edition": "classic",
        "players": 3,
        "options": {"multi_play": True, "decks": 2, "hand_size": 10, "last_card": "number"},
    },
    "until it fits, false catches": {
        "edition": "classic",
        "players": 3,
        "options": {
            "draw_to_match": True,
            "false_catch_penalty": 2,
            "catch_window": "next_done",
            "hand_size": 2,
        },
    },
    "written": {
        "edition": "blanks-112",
        "players": 3,
        "written": {
            "R3": _DARE,
            "G3": _DARE,
            "Y5": _CHARADE,
            "B5": _CHOSEN,
            "G5": _CHOSEN,
            "R7": _DRAWN,
            "R*": _LOSE,
        },
        "options": {"hand_size": 6},
    },
    "written, customizable": {
        "edition": "swap-112",
        "players": 4,
        "written": {"WC": _CHOSEN, "B2": _CHARADE, "G2": _CHARADE, "R4": _LOSE, "Y4": _LOSE, "B8": _DRAWN},
        "options": {"stacking": "same", "hand_size": 4},
    },
    "the pile runs out, blanks": {
        "edition": "blanks-112",
        "players": 7,
        "options": {"hand_size": 15, "challenge_failed": 9},
    },
    "the pile runs out, must play": {
        "edition": "classic",
        "players": 7,
        "options": {"hand_size": 15, "renege": False, "drawn_card": "must_play"},
    },
    "the pile runs out, until it fits": {
        "edition": "swap-112",
        "players": 7,
        "options": {"hand_size": 15, "draw_to_match": True},
    },
    "the pile runs out, debts and jumping in": {
        "edition": "classic",
        "players": 10,
        "options": {"hand_size": 10, "stacking": "cross", "jump_in": "all"},
    },
}


RUNS_OUT = tuple(name for name in RULES if name.startswith("the pile runs out"))
"""Deals that leave next to nothing to draw, so that discards are shuffled within a few acts (T5)."""
ENOUGH, MAX_TO_CHOOSE = 50, 2000
"""A deal that runs out has so many shuffles at the greatest depth with at most so many sequences."""


def new(name: str) -> Deal:
    """A deal by these rules. Reports (X1) are left out: the kernel does not know them."""
    rules = RULES[name]
    rules = rules | {"options": rules.get("options", {}) | {"suggestion_penalty": 0}}
    made = ruleset_from(rules)
    number = 0
    while True:
        chance = Random(f"{name}:{number}")
        deal = Deal(name, rules, made.players - 1, tuple(chance.sample(made.cards, len(made.cards))))
        if begins_at_once(deal) and (name not in RUNS_OUT or shuffles(deal, _deep(deal)) >= ENOUGH):
            return deal
        number += 1


def _deep(deal: Deal) -> int:
    depth = 1
    while by_rules(deal, depth + 1) <= MAX_TO_CHOOSE:
        depth += 1
    return depth


def begins_at_once(deal: Deal) -> bool:
    """Whether the first card lies without a shuffle."""
    try:
        by_rules(deal, 2)
    except AssertionError:
        return False
    return True


def shuffles(deal: Deal, depth: int) -> int:
    """How many shuffles there are among the sequences of so many acts, by `lastcard.rules`."""
    met = 0

    def counted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        nonlocal met
        met += 1
        return in_order(cards)

    by_rules(deal, depth, counted)
    return met


def main() -> int:
    """Run the command; 1 if the engines, or an engine and the file, disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.perft", description=__doc__)
    parser.add_argument("--most", type=int, default=20_000, help="as deep as this many sequences (20,000)")
    parser.add_argument("--write", action="store_true", help="write what both engines count into the file")
    options = parser.parse_args()
    known = {deal.name: deal for deal in deals()} if COUNTS.exists() else {}
    wrong, found = 0, []
    for name in RULES:
        deal = known.get(name) or new(name)
        counts: list[int] = []
        while not counts or 0 < counts[-1] <= options.most:
            began = time.process_time()
            a, b = by_rules(deal, len(counts)), by_kernel(deal, len(counts))
            counts.append(a)
            stands = deal.counts[len(counts) - 1] if len(counts) <= len(deal.counts) else a
            said = "" if a == b == stands else f"  WRONG: kernel {b}, file {stands}"
            wrong += bool(said)
            print(
                f"{name}: {len(counts) - 1} acts: {a:,} ({time.process_time() - began:.1f} s){said}",
                flush=True,
            )
        longer = counts if len(counts) > len(deal.counts) else deal.counts
        found.append(replace(deal, counts=tuple(longer)))
    if options.write and not wrong:
        COUNTS.write_text(json.dumps([deal.as_data() for deal in found], indent=1) + "\n", "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
