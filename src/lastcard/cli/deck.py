"""`lastcard deck [EDITION]`: the cards of a deck, with the number and the points of each."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from lastcard.cli.rules import add_rules, rules_of

if TYPE_CHECKING:
    import argparse

    from lastcard.rules.cards import Card
    from lastcard.rules.ruleset import Ruleset


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "deck",
        help="show the deck of an edition",
        description="Shows the cards of a deck: number, tokens (docs/notation.md) and points of each.",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print JSON: number and points by token")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the deck. RulesError for impossible rules."""
    rules = rules_of(args)
    count = Counter(rules.cards)
    if args.json:
        data = {
            card.token: {"number": number, "points": rules.points[card]} for card, number in count.items()
        }
        print(json.dumps({"cards": len(rules.cards), "deck": data}, indent=2))
        return 0
    print("\n".join(_lines(rules, count)))
    return 0


def _lines(rules: Ruleset, count: Counter[Card]) -> list[str]:
    """A line for each colour and, within it, each number of points; wild cards last."""
    groups: dict[tuple[str, int, int], list[str]] = {}
    for card, number in count.items():
        colour = str(card.colour) if card.colour else "wild"
        points = rules.points[card] if card.number is None else -1
        groups.setdefault((colour, number, points), []).append(card.token)
    lines = [f"{len(rules.cards)} cards"]
    for (colour, number, points), tokens in groups.items():
        worth = "their number" if points < 0 else f"{points} points"
        lines.append(f"{colour:7} {number} each of {' '.join(tokens):28} {worth}")
    return lines
