"""What lockstep has compared: setting × phase × number of seats in the round, and which of these cells cannot be filled."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Any

from lastcard.rules import effects as fx
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import EDITIONS, OPTIONS, Ruleset, edition_options, option_data, ruleset
from tests.laws.lockstep import picture
from tests.laws.lockstep.lockstep import Pair, play_out
from tests.laws.walker.rules_at_random import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PHASES = picture.PHASES[1:]
"""Those of a round; before it has begun there is nothing to compare."""
SEATS = range(2, 11)
WRITTEN_PHASES = ("Judging", "Acting", "Choosing", "Picking")
EFFECTS = (
    *(fx.Draw, fx.Discard, fx.Give, fx.Skip, fx.Reverse, fx.Swap),
    *(fx.Rotate, fx.Show, fx.Call, fx.Dare, fx.Charade),
)

Cell = tuple[str, str, int]


def _worded(name: str) -> bool:
    return isinstance(OPTIONS[name].default, bool | Enum)


def _words(name: str) -> list[str]:
    default = OPTIONS[name].default
    if isinstance(default, bool):
        return ["off", "on"]
    return (
        [str(member.value) for member in type(default)] if isinstance(default, Enum) else ["printed", "other"]
    )


SETTINGS = (
    *(f"edition {edition}" for edition in EDITIONS),
    *(f"{name} {word}" for name in OPTIONS for word in _words(name)),
    *("teams none", "teams two", "players all", "players some out"),
    *("written none", "written on play", "written on draw", "written nth"),
    *(f"written {effect.__name__.lower()}" for effect in EFFECTS),
)
"""The rows: each value of each option (of numbers and lists: as printed, or another), and what else rules say."""


def settings_of(rules: Ruleset, seats: int) -> set[str]:
    """The rows in which a round by these rules with so many seats counts."""
    found = {
        f"edition {rules.edition}",
        f"teams {'two' if rules.teams else 'none'}",
        f"players {'all' if seats == rules.players else 'some out'}",
    }
    printed = edition_options(rules.edition)
    for name in OPTIONS:
        value = getattr(rules, name)
        if _worded(name):
            said = option_data(value)
            found.add(
                f"{name} {({True: 'on', False: 'off'}).get(said, said) if isinstance(said, bool) else said}"
            )
        else:
            found.add(f"{name} {'printed' if value == printed[name] else 'other'}")
    return found | _written_of(rules)


def _written_of(rules: Ruleset) -> set[str]:
    if not rules.written:
        return {"written none"}
    found = set()
    for _, rule in rules.written:
        found.add(f"written on {rule.when.value}")
        if rule.nth:
            found.add("written nth")
        found |= {f"written {type(effect).__name__.lower()}" for effect in _inside(rule.effects)}
    return found


def _inside(effects: Iterable[fx.Effect]) -> Iterator[fx.Effect]:
    for effect in effects:
        yield effect
        yield from _inside(getattr(effect, "otherwise", ()) + getattr(effect, "winner", ()))


def impossible(setting: str, phase: str, seats: int) -> str | None:
    """Why no round by such rules is ever in this phase with so many seats; None if it can be."""
    for applies, reason in _IMPOSSIBLE:
        if applies(setting, phase, seats):
            return reason
    return None


_IMPOSSIBLE: tuple[tuple[Callable[[str, str, int], bool], str], ...] = (
    (
        lambda setting, _, seats: setting == "teams two" and seats not in (4, 6, 8, 10),
        "two teams are 4, 6, 8 or 10 players (M1, M4), and none of them leaves a simulated round",
    ),
    (
        lambda setting, _, seats: setting == "players some out" and seats == 10,
        "ten are all there can be (S1)",
    ),
    (
        lambda setting, phase, _: (
            phase == "Answering" and setting in ("wild_draw_four strict", "wild_draw_four free")
        ),
        "nobody can bluff, so nobody is asked about it (W7)",
    ),
    (
        lambda setting, phase, _: phase == "Owing" and setting == "stacking none",
        "a debt is drawn at once (V1)",
    ),
    (
        lambda setting, phase, _: setting == "written none" and phase in WRITTEN_PHASES,
        "only written rules ask for this (H)",
    ),
)


def possible(seats: int) -> set[Cell]:
    """All cells of that number of seats which can be filled."""
    return {
        (setting, phase, seats)
        for setting in SETTINGS
        for phase in PHASES
        if impossible(setting, phase, seats) is None
    }


def cells_of(pair: Pair) -> Counter[Cell]:
    """What the pair has compared, by cell."""
    seats = len(pair.round.table.seats)
    settings = settings_of(pair.rules, seats)
    return Counter({(row, phase, seats): n for phase, n in pair.met.items() for row in settings})


# Rounds that are meant to fill cells which are still empty.

_ASKING: dict[str, tuple[dict[str, Any], ...]] = {
    "Judging": (
        {"dare": "Sing.", "who": "next", "else": [{"draw": 1, "who": "next"}]},
        {"dare": "Dance.", "who": "self", "else": [{"skip": "next"}]},
    ),
    "Acting": (
        {"charade": True, "winner": [{"discard": "any", "count": 1, "who": "self"}]},
        {"charade": True, "winner": []},
    ),
    "Choosing": ({"draw": 1, "who": "chosen"}, {"swap": "chosen"}),
    "Picking": (
        {"discard": "any", "count": 1, "who": "everyone"},
        {"give": 1, "who": "next", "to": "self"},
        {"discard": "number", "count": 1, "who": "self"},
    ),
    "Calling": ({"call": "colour"},),
    "Turn": ({"reverse": True}, {"rotate": "play"}, {"show": "self", "to": "everyone"}, {"skip": "next"}),
}
"""Effects after which the round is, or may be, in that phase."""
_ON_DRAW = {"text": "When drawn.", "when": "draw", "effects": [{"discard": "any", "count": 1, "who": "self"}]}


def fill(
    seats: int, seed: str, most: int = 400, known: Iterable[Cell] = ()
) -> tuple[Counter[Cell], set[Cell]]:
    """Play rounds whose rules fall into cells of so many seats that are still empty; what was met, and what is left."""
    met: Counter[Cell] = Counter()
    left = possible(seats) - set(known)
    for number in range(most):
        if not left:
            break
        pair = wanted_pair(left, seats, Random(f"{seed}:{seats}:{number}"))
        if pair is None:
            continue
        play_out(pair, 80)
        met.update(cells_of(pair))
        left -= set(met)
    return met, left


def wanted_pair(left: set[Cell], seats: int, chance: Random) -> Pair | None:
    """A round for so many seats that may fall into these cells; None if this time they exclude each other."""
    rules = _wanted(left, seats, chance)
    if rules is None:
        return None
    return Pair(rules, chance, seats=seats)


def _wanted(left: set[Cell], seats: int, chance: Random) -> Ruleset | None:
    """Rules with what is wanted most, but not everywhere: some of them exclude each other."""
    wanted = Counter(row for row, _, _ in left)

    def pick(name: str, words: Iterable[str]) -> str:
        rows = [((0.3 + wanted[f"{name} {word}"]) * chance.random(), word) for word in words]
        return max(rows)[1]

    edition = pick("edition", EDITIONS)
    options: dict[str, Any] = {"hand_size": chance.choice((2, 3)), "stacking": "same"}
    for name in OPTIONS:
        if name != "hand_size" or wanted["hand_size printed"] > wanted["hand_size other"]:
            _set(options, name, pick(name, _words(name)), edition, chance)
    out = pick("players", ("all", "some out")) == "some out" and seats < 10
    players = min(10, seats + chance.choice((1, 2))) if out else seats
    teams: list[list[int]] = []
    if pick("teams", ("none", "two")) == "two" and players == seats and seats in (4, 6, 8, 10):
        teams = [list(range(0, players, 2)), list(range(1, players, 2))]
        options.pop("scoring", None)
    try:
        return ruleset(edition, players=players, teams=teams, written=_written(left, chance), **options)
    except RulesError:
        return None


def _set(options: dict[str, Any], name: str, word: str, edition: str, chance: Random) -> None:
    if word == "printed":
        options.pop(name, None)
    elif name in NUMBERS:
        options[name] = chance.choice(NUMBERS[name])
    elif name == "first_seat":
        options[name] = 1
    elif name == "lost":
        options[name] = ["Y7"]
    elif name == "replace" and edition != "swap-112":
        options["lost"], options[name] = ["Y7"], {"R*": "Y7"}
    elif name == "without" and edition == "swap-112":
        options[name] = ["WS"]
    elif word in ("on", "off"):
        options[name] = word == "on"
    elif _worded(name):
        options[name] = word


def _written(left: set[Cell], chance: Random) -> dict[str, Any]:
    """On most numbers a rule that leads where cells are empty."""
    wanted = Counter(phase for _, phase, _ in left)
    if ("written none" in {row for row, _, _ in left}) and chance.random() < 0.5:
        return {}
    phases = list(_ASKING)
    weights = [0.2 + wanted[phase] for phase in phases]
    cards: dict[str, Any] = {}
    for colour in "RYGB":
        for number in "1234568":
            effect = chance.choice(_ASKING[chance.choices(phases, weights)[0]])
            cards[colour + number] = {"text": "For the table.", "when": "play", "effects": [effect]}
    cards["G4"]["nth"] = 1
    return cards | {"Y1": _ON_DRAW, "Y2": _ON_DRAW}


def table(met: Counter[Cell]) -> str:
    """The counts as Markdown: a table for each phase, a row for each setting, a column for each number of seats."""
    lines = []
    for phase in PHASES:
        lines += [f"### {phase}", "", "| setting | " + " | ".join(map(str, SEATS)) + " |"]
        lines.append("| --- |" + " ---: |" * len(SEATS))
        for row in SETTINGS:
            counts = [_count(met, row, phase, seats) for seats in SEATS]
            if any(count != "–" for count in counts):
                lines.append(f"| {row} | " + " | ".join(counts) + " |")
        lines.append("")
    return "\n".join(lines)


def _count(met: Counter[Cell], row: str, phase: str, seats: int) -> str:
    return "–" if impossible(row, phase, seats) else f"{met[row, phase, seats]:,}"


def reasons() -> str:
    """The cells that cannot be filled, with the reason, as a Markdown list."""
    lines = []
    for applies, reason in _IMPOSSIBLE:
        cells = [
            (row, phase, seats)
            for row in SETTINGS
            for phase in PHASES
            for seats in SEATS
            if applies(row, phase, seats)
        ]
        rows = ", ".join(dict.fromkeys(row for row, _, _ in cells))
        phases = dict.fromkeys(phase for _, phase, _ in cells)
        said = "" if len(phases) == len(PHASES) else f" in {', '.join(phases)}"
        numbers = dict.fromkeys(seats for _, _, seats in cells)
        who = "" if len(numbers) == len(SEATS) else f" with {', '.join(map(str, numbers))} seats"
        lines.append(f"- {rows}{said}{who}: {reason}")
    return "\n".join(lines)
