"""Studies: the rules to compare, the number of rounds and how the seats play. From the command line or a TOML file."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from lastcard.lab.figures import FIGURE_LABELS
from lastcard.record.digits import parse_digits
from lastcard.record.settings import read_setting
from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import EDITIONS, OPTIONS, Ruleset, ruleset_from
from lastcard.sim.play import RANDOM, SENSIBLE, WEIGHTS, Policy

POLICIES: Final[Mapping[str, Policy]] = {"R": RANDOM, "sensible": SENSIBLE}
"""The policies that have a name."""
MAX_ROUNDS: Final = 10_000_000_000
SEED_LIMIT: Final = 1 << 64

PERCENTILE: Final = "percentile_95"
PLACE: Final = "place_"
"""Keys of published figures besides the named ones: the turns that 95 % of rounds do not exceed, and who goes out by place."""
FORMAT: Final = 3
"""The version of the results in a store; another version makes it another study."""


class Engine(Enum):
    """What plays the rounds: the simulator, or `lastcard.rules` with the library's bots, which is slow and checks it."""

    SIMULATOR = "simulator"
    RULES = "rules"


class StudyError(LastcardError):
    """A study that is not possible; the message says what is wrong and where."""


@dataclass(frozen=True)
class Variant:
    """Rules under a name; `published` are figures that others have published for them, by name (docs/lab.md)."""

    name: str
    rules: Ruleset
    published: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Study:
    """Rules to compare over the same deals; the first variant is the one that the others are compared with.

    `policies` has a policy for each seat, or one for all seats. `dare` is the probability that a dare is carried out.
    """

    title: str
    variants: tuple[Variant, ...]
    rounds: int
    seed: int
    policies: tuple[Policy, ...] = (RANDOM,)
    dare: float = 0.5
    engine: Engine = Engine.SIMULATOR

    @cached_property
    def digest(self) -> str:
        """A hash of rules, seed and policies, but not of the number of rounds: the identity of the study's work."""
        data = {
            "rules": [variant.rules.as_data() for variant in self.variants],
            "seed": self.seed,
            "policies": [asdict(policy) for policy in self.policies],
            "dare": self.dare,
            "engine": self.engine.value,
            "format": FORMAT,
        }
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    def policies_for(self, rules: Ruleset) -> Policy | tuple[Policy, ...]:
        """Return how the seats of a table with these rules play."""
        return self.policies[0] if len(self.policies) == 1 else self.policies[: rules.players]


def compare(
    words: Sequence[str],
    *,
    players: int = 4,
    rounds: int = 100_000,
    seed: int = 0,
    policy: str = "R",
    hero: str | None = None,
    engine: str = "simulator",
) -> Study:
    """Return a study from words, each an edition or settings (`classic`, `stacking=same`, `stacking=same,deflect=on`).

    Settings apply to the first edition named, which is a variant itself. `hero` plays on seat 0, `policy` on all other seats.
    StudyError or RulesError says which word is wrong.
    """
    if not words:
        raise StudyError("say what is to be compared: an edition, then settings such as stacking=same")
    edition = next((word for word in words if word in EDITIONS), "classic")
    listed = list(words) if words[0] in EDITIONS else [edition, *words]
    variants = [_variant(word, edition, players) for word in dict.fromkeys(listed)]
    others = _policy(policy)
    seats = (others,) if hero is None else (_policy(hero), *[others] * (players - 1))
    title = " | ".join(variant.name for variant in variants)
    return _checked(Study(title, tuple(variants), rounds, seed, seats, engine=_engine(engine)))


def _variant(word: str, edition: str, players: int) -> Variant:
    if word in EDITIONS:
        return Variant(word, ruleset_from({"edition": word, "players": players}))
    data: dict[str, Any] = {"edition": edition, "players": players}
    options: dict[str, Any] = {}
    for name, text in _settings(word).items():
        if name == "players":
            number = parse_digits(text)
            data["players"] = text if number is None else number
        elif name == "edition":
            data["edition"] = text
        elif name in OPTIONS:
            options[name] = read_setting(name, text)
        else:
            raise StudyError(
                f"{name or word}: there is no such option; known: players, edition, {', '.join(OPTIONS)}"
            )
    return Variant(word, ruleset_from(data | {"options": options}))


def _settings(word: str) -> dict[str, str]:
    """The text before and after each equals sign."""
    found: dict[str, str] = {}
    for setting in word.split(","):
        name, equals, text = map(str.strip, setting.partition("="))
        if not equals:
            raise StudyError(f"{word}: neither an edition ({', '.join(EDITIONS)}) nor OPTION=VALUE")
        if name in found:
            raise StudyError(f"{word}: {name} is set twice")
        found[name] = text
    return found


def read_study(path: Path) -> Study:
    """Read a study from a TOML file (docs/lab.md lists its keys); StudyError names file and key."""
    data = _toml(path)
    try:
        return _study_from(data, path.stem)
    except LastcardError as error:
        raise StudyError(f"{path}: {error}") from None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise StudyError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path}: not TOML: {error}") from None


def _study_from(data: dict[str, Any], name: str) -> Study:
    known = {"title", "rounds", "seed", "policy", "hero", "dare", "engine", "players", "variants"}
    for key in data:
        if key not in known:
            raise StudyError(f"{key} is no key of a study; known: {', '.join(sorted(known))}")
    entries = data.get("variants")
    if not isinstance(entries, list) or not entries:
        raise StudyError("variants: at least one [[variants]] is needed")
    players = data.get("players", 4)
    variants = tuple(_variant_from(entry, players, f"variants[{i}]") for i, entry in enumerate(entries))
    others = _policy(data.get("policy", "R"), "policy")
    hero = data.get("hero")
    most = max(variant.rules.players for variant in variants)
    seats = (others,) if hero is None else (_policy(hero, "hero"), *[others] * (most - 1))
    return _checked(
        Study(
            _one_line(data.get("title", name), "title"),
            variants,
            data.get("rounds", 100_000),
            data.get("seed", 0),
            seats,
            _probability(data.get("dare", 0.5), "dare"),
            _engine(data.get("engine", "simulator")),
        )
    )


def _variant_from(entry: object, players: object, where: str) -> Variant:
    if not isinstance(entry, Mapping):
        raise StudyError(f"{where}: a table is needed")
    rules = {key: value for key, value in entry.items() if key not in {"name", "published"}}
    try:
        found = ruleset_from({"players": players, **rules}, where)
    except LastcardError as error:
        raise StudyError(str(error) if str(error).startswith(where) else f"{where}: {error}") from None
    published = _published(entry.get("published", {}), f"{where}.published", found.players)
    return Variant(_one_line(entry.get("name") or found.edition, f"{where}: name"), found, published)


def _one_line(text: object, where: str) -> str:
    """The text on one line."""
    if not isinstance(text, str):
        raise StudyError(f"{where}: a text is needed, not {text!r}")
    return " ".join(text.split())


def _published(figures: object, where: str, players: int) -> tuple[tuple[str, float], ...]:
    known = [*FIGURE_LABELS, PERCENTILE, *(f"{PLACE}{place + 1}" for place in range(players))]
    if not isinstance(figures, Mapping):
        raise StudyError(f"{where}: a table of figures is needed")
    for name, value in figures.items():
        if name not in known or not _is_number(value):
            raise StudyError(f"{where}: {name} = {value!r}: a number is needed for one of {', '.join(known)}")
    return tuple((str(name), float(value)) for name, value in figures.items())


def _policy(word: object, where: str = "policy") -> Policy:
    if isinstance(word, Mapping):
        known = {"weights", "forget", "catch", "challenge", "challenge_many", "jump"}
        if set(word) - known:
            raise StudyError(
                f"{where}: {min(set(word) - known)} is unknown; known: {', '.join(sorted(known))}"
            )
        chances = {
            name: _probability(often, f"{where}: {name}") for name, often in word.items() if name != "weights"
        }
        return Policy(_weights(word.get("weights"), where), **chances)
    if not isinstance(word, str) or word not in POLICIES:
        raise StudyError(f"{where}: {word!r} is none of {', '.join(POLICIES)}")
    return POLICIES[word]


def _weights(weights: object, where: str) -> tuple[float, float, float, float, float, float] | None:
    if weights is None:
        return None
    if not isinstance(weights, Sequence) or len(weights) != WEIGHTS or not all(map(_is_number, weights)):
        raise StudyError(f"{where}: weights are six numbers, not {weights!r}")
    a, b, c, d, e, f = map(float, weights)
    return a, b, c, d, e, f


def _is_number(value: object) -> bool:
    """Whether it is a finite number, and not a bool."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _probability(often: object, where: str) -> float:
    if isinstance(often, bool) or not isinstance(often, int | float) or not 0 <= often <= 1:
        raise StudyError(f"{where}: a chance from 0 to 1 is needed, not {often!r}")
    return float(often)


def _engine(word: object, where: str = "engine") -> Engine:
    known = [engine.value for engine in Engine]
    if word not in known:
        raise StudyError(f"{where}: {word!r} is none of {', '.join(known)}")
    return Engine(word)


def _checked(study: Study) -> Study:
    if type(study.rounds) is not int or not 1 <= study.rounds <= MAX_ROUNDS:
        raise StudyError(f"rounds: 1 to {MAX_ROUNDS:,} can be played, not {study.rounds!r}")
    if type(study.seed) is not int or not 0 <= study.seed < SEED_LIMIT:
        raise StudyError(f"seed: a whole number from 0 to {SEED_LIMIT - 1} is needed, not {study.seed!r}")
    if study.engine is Engine.RULES and not set(study.policies) <= set(POLICIES.values()):
        raise StudyError(f"engine: rules has bots for {' and '.join(POLICIES)} only")
    names = [variant.name for variant in study.variants]
    if len(set(names)) < len(names):
        raise StudyError("variants: two have the same name")
    return study
