"""`lastcard rules [EDITION]`: the rules of an edition, and where given options differ from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from lastcard.rules.ruleset import Ruleset


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "rules",
        help="show an edition's rules",
        description="Shows every option with its value, its meaning and its rule in the rulebook; a star marks what "
        "differs from the edition.",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    parser.set_defaults(run=run)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the rules: edition, players, options."""
    parser.add_argument(
        "edition", metavar="EDITION", nargs="?", default="classic", help="the edition (default: classic)"
    )
    parser.add_argument("--players", type=int, default=4, metavar="P", help="number of players (default: 4)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="OPTION=VALUE",
        help="an option that differs from the edition; may be repeated",
    )


def rules_of(args: argparse.Namespace) -> Ruleset:
    """Return the rules in the arguments; RulesError for impossible ones."""
    from lastcard.record.settings import read_settings
    from lastcard.rules.ruleset import ruleset_from

    options = read_settings(args.settings)
    return ruleset_from({"edition": args.edition, "players": args.players, "options": options})


def run(args: argparse.Namespace) -> int:
    """Print the rules. RulesError for impossible ones."""
    rules = rules_of(args)
    if args.json:
        print(json.dumps(_as_data(rules), indent=2))
        return 0
    print("\n".join(_lines(rules)))
    return 0


def _lines(rules: Ruleset) -> list[str]:
    from lastcard.record.settings import setting_text
    from lastcard.rules.deck import read_data
    from lastcard.rules.ruleset import OPTIONS

    edition = read_data("editions", rules.edition)
    differences = rules.differences()
    lines = [f"{edition['title']} ({rules.edition}), {rules.players} players, {len(rules.cards)} cards"]
    lines.append(str(edition["summary"]))
    for name, option in OPTIONS.items():
        star = "*" if name in differences else " "
        value = setting_text(getattr(rules, name)) or "nothing"
        lines.append(f"{star} {name:20} {value:12} {option.metadata['doc']} ({option.metadata['rule']})")
    if differences:
        lines.append(f"Differs from the edition in: {', '.join(differences)}.")
    return lines


def _as_data(rules: Ruleset) -> dict[str, object]:
    from lastcard.rules.ruleset import OPTIONS, edition_options, option_data

    printed = edition_options(rules.edition)
    options = {
        name: {
            "value": option_data(getattr(rules, name)),
            "edition": option_data(printed[name]),
            "rule": option.metadata["rule"],
            "doc": option.metadata["doc"],
        }
        for name, option in OPTIONS.items()
    }
    return {"rules": rules.as_data(), "cards": len(rules.cards), "options": options}
