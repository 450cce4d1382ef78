"""Conformance scenarios, read from YAML (tests/conformance/README.md has the format)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from lastcard.record.digits import parse_digits
from lastcard.rules.actions import Action, parse_action
from lastcard.rules.cards import UNSEEN, Card, Colour, parse_card, parse_cards, parse_colour
from lastcard.rules.errors import LastcardError, NotationError, RulesError
from lastcard.rules.round import Direction
from lastcard.rules.ruleset import EDITIONS, OPTIONS, read_option, read_teams, read_written

if TYPE_CHECKING:
    from pathlib import Path


class ScenarioError(LastcardError):
    """A scenario that is not in the format; the message names file, scenario and key."""


class Step(NamedTuple):
    """One step: `seat` does `action`, or tries to and must be `refused`.

    `action` is None for a refused jump with several cards or a colour, for which there is no action (V3).
    """

    seat: int
    action: Action | None
    refused: bool

    def __str__(self) -> str:
        """The step as it is written."""
        return f"{self.seat}: {self.action}"


@dataclass(frozen=True, slots=True)
class Given:
    """A position: the start of a round if it has `turned`, else its middle.

    In the middle of a round, the seats in `hands` are all that take part.
    """

    hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    top: Card | None = None
    colour: Colour | None = None
    turn: int | None = None
    direction: Direction = Direction.LEFT
    dealer: int = 0
    pile: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    only: bool = False
    called: tuple[int, ...] = ()
    turned: Card | None = None


class MatchRound(NamedTuple):
    """A round of a match scenario: who went out (None: nobody) and what cards the others have left."""

    out: int | None
    left: Mapping[int, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: of a match if it has `rounds`, else of a round; `rules` is data for `ruleset_from`."""

    name: str
    where: str
    rules: Mapping[str, object]
    given: Given
    steps: tuple[Step, ...]
    then: Mapping[str, Any]
    rounds: tuple[MatchRound, ...] | None = None


Reader: TypeAlias = Callable[[Any, str], Any]
"""Reads a value; the second argument says where it is, for the error."""


def read_scenarios(paths: Iterable[Path]) -> list[Scenario]:
    """Read the scenarios of the files, and of the `*.yaml` files in the folders, in order.

    ScenarioError names file, scenario and key of anything not in the format, of a name that occurs twice, and of a path that
    cannot be read.
    """
    seen: dict[str, str] = {}
    scenarios = []
    for path in _files(paths):
        for scenario in _read_file(path):
            if scenario.name in seen:
                raise ScenarioError(f"{scenario.where}: name: already used in {seen[scenario.name]}")
            seen[scenario.name] = str(path)
            scenarios.append(scenario)
    return scenarios


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(path.glob("**/*.yaml"))
            if not found:
                raise ScenarioError(f"{path}: there is no *.yaml file in this folder")
            yield from found
        else:
            yield path


def _read_file(path: Path) -> Iterable[Scenario]:
    try:
        entries = _load(path.read_text("utf-8"), str(path))
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: not UTF-8 text at byte {error.start}") from None
    if not isinstance(entries, list) or not entries:
        raise ScenarioError(f"{path}: a list of scenarios is needed")
    for number, entry in enumerate(entries, 1):
        yield _scenario(entry, str(path), number)


def _load(text: str, where: str) -> object:
    """The data in the YAML text; a key that occurs twice in one mapping is an error."""
    try:
        import yaml  # noqa: PLC0415 - only this command needs it
    except ImportError:
        raise ScenarioError("reading scenarios needs PyYAML: pip install pyyaml") from None

    class Loader(yaml.SafeLoader):
        """The safe loader, strict about repeated keys."""

    def table(loader: Loader, node: yaml.MappingNode) -> dict[Any, Any]:
        keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
        twice = next((key for at, key in enumerate(keys) if key in keys[:at]), None)
        if twice is not None:
            raise ScenarioError(f"{where}: line {node.start_mark.line + 1}: {twice}: the key stands twice")
        return loader.construct_mapping(node, deep=True)

    Loader.add_constructor("tag:yaml.org,2002:map", table)
    try:
        return yaml.load(text, Loader)  # noqa: S506 - a subclass of the safe loader
    except (yaml.YAMLError, ValueError, TypeError) as error:
        said = " ".join(str(error).split())
        raise ScenarioError(f"{where}: not YAML: {said}") from None
    except RecursionError:
        raise ScenarioError(f"{where}: nested too deep") from None


def _scenario(entry: object, path: str, number: int) -> Scenario:
    named = entry.get("name") if isinstance(entry, Mapping) else None
    shown_name = named if isinstance(named, str) and named.isprintable() else None
    where = f"{path}: {shown_name or f'scenario {number}'}"
    values = _table(entry, where, _SCENARIO, ": ")
    for key in ("name", "then"):
        if key not in values:
            raise ScenarioError(f"{where}: {key} is missing")
    of_match = "match" in values or "rounds" in values
    for key in ("match", "rounds") if of_match else ("players", "given"):
        if key not in values:
            raise ScenarioError(f"{where}: {key} is missing")
    then = _table(values["then"], f"{where}: then", _THEN_MATCH if of_match else _THEN)
    if of_match:
        _none_of(values, ("given", "do", "players", "teams"), f"{where}: match")
        _check_rounds(values["rounds"], values["match"].get("players"), where)
        return Scenario(values["name"], where, _match_rules(values), Given(), (), then, values["rounds"])
    _check_given(values["given"], values["players"], f"{where}: given")
    for key in _SEATED:
        _check_seats(then.get(key, ()), values["players"], f"{where}: then.{key}")
    parts = ("edition", "players", "teams", "written", "options")
    rules: dict[str, object] = {key: values[key] for key in parts if key in values}
    return Scenario(values["name"], where, rules, values["given"], values.get("do", ()), then)


def _match_rules(values: Mapping[str, Any]) -> dict[str, object]:
    match = values["match"]
    rules: dict[str, object] = {key: values[key] for key in ("edition", "written") if key in values}
    rules |= {key: match[key] for key in ("players", "teams") if key in match}
    options = {key: match[key] for key in ("scoring", "target") if key in match}
    return rules | {"options": values.get("options", {}) | options}


def _none_of(values: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    for key in keys:
        if key in values:
            raise ScenarioError(f"{where}: {key} does not belong into this kind of scenario")


def _check_given(given: Given, players: int, where: str) -> None:
    """A position must have exactly one reading."""
    _check_seats(given.hands, players, f"{where}.hands")
    _check_seats(given.called, players, f"{where}.called")
    _check_seats((given.dealer,), players, f"{where}.dealer")
    if given.turned is not None:
        return
    if given.top is None or given.turn is None or not given.hands:
        raise ScenarioError(
            f"{where}: hands, top and turn are needed in the middle of a round, turned at its start"
        )
    if given.turn not in given.hands:
        raise ScenarioError(f"{where}.turn: seat {given.turn} has no hand")
    if given.top.wild and given.colour is None:
        raise ScenarioError(f"{where}.colour: the top card is wild, say which colour is in force")


def _check_seats(seats: Iterable[int], players: int, where: str) -> None:
    """Seats that are named must exist."""
    for seat in seats:
        if seat >= players:
            raise ScenarioError(f"{where}: {seat} is no seat of {players} players")


def _check_rounds(rounds: Iterable[MatchRound], players: object, where: str) -> None:
    """The rounds of a match name seats that exist, and who went out has no cards left."""
    for at, (out, left) in enumerate(rounds):
        if isinstance(players, int):
            _check_seats(left, players, f"{where}: rounds[{at}].left")
            _check_seats(() if out is None else (out,), players, f"{where}: rounds[{at}].out")
        if out is not None and left.get(out):
            raise ScenarioError(f"{where}: rounds[{at}].left: seat {out} went out and has no cards left")


def _table(data: object, where: str, readers: Mapping[str, Reader], dot: str = ".") -> dict[str, Any]:
    """A mapping's values, each read by its key's reader; `dot` separates the place from a key."""
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{where}: a table is needed, not {data!r}")
    for key in data:
        if key not in readers:
            raise ScenarioError(f"{where}{dot}{key}: unknown key; known here: {', '.join(readers)}")
    return {key: readers[key](value, f"{where}{dot}{key}") for key, value in data.items()}


def _notation(parse: Callable[[str], Any], text: object, where: str) -> Any:
    """The result of a notation parser; its error gets the place."""
    if not isinstance(text, str):
        raise ScenarioError(f"{where}: a text is needed, not {text!r}")
    try:
        return parse(text)
    except NotationError as error:
        raise ScenarioError(f"{where}: {error}") from None


def _known(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if UNSEEN in cards:
        raise NotationError("'??' is no card of a position")
    return cards


def _cards(value: object, where: str) -> Any:
    return _notation(lambda text: _known(parse_cards(text)), value, where)


def _card(value: object, where: str) -> Any:
    return _notation(lambda text: _known((parse_card(text),))[0], value, where)


def _colour(value: object, where: str) -> Any:
    return _notation(parse_colour, value, where)


def _action(value: object, where: str) -> Any:
    return _notation(parse_action, value, where)


def _actions(value: object, where: str) -> Any:
    return tuple(_action(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ScenarioError(f"{where}: a number is needed, not {value!r}")
    return value


def _seats(value: object, where: str) -> Any:
    return tuple(_number(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _none_or_number(value: object, where: str) -> int | None:
    return None if value in ("none", None) else _number(value, where)


def _bool(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise ScenarioError(f"{where}: true or false is needed, not {value!r}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise ScenarioError(f"{where}: a text of one line is needed, not {value!r}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise ScenarioError(f"{where}: a list is needed, not {value!r}")
    return value


def _plain(value: object, _where: str) -> object:
    """A part of the rules, which `ruleset_from` reads and checks."""
    return value


def _edition(value: object, where: str) -> object:
    if value not in EDITIONS:
        raise ScenarioError(f"{where}: {value!r} is none of {', '.join(EDITIONS)}")
    return value


def _of_rules(read: Callable[[Any], object], key: str) -> Reader:
    """A reader that checks a part of the rules with `read`, and leaves it as it is for `ruleset_from`."""

    def check(value: object, where: str) -> object:
        try:
            read(value)
        except RulesError as error:
            rule = f" ({error.rule})" if error.rule else ""
            raise ScenarioError(f"{where}{error.where.removeprefix(key)}: {error.why}{rule}") from None
        return value

    return check


def _option(name: str) -> Reader:
    return _of_rules(lambda value: read_option(name, value), name)


def _options(value: object, where: str) -> Any:
    return _table(value, where, {name: _option(name) for name in OPTIONS})


def _by_seat(read: Reader) -> Reader:
    """A reader of a map from seats (or teams) to what `read` reads."""

    def read_map(value: object, where: str) -> dict[int, Any]:
        if not isinstance(value, Mapping):
            raise ScenarioError(f"{where}: a map of seats is needed, not {value!r}")
        return {_number(seat, where): read(entry, f"{where}.{seat}") for seat, entry in value.items()}

    return read_map


def _hands(value: object, where: str) -> Any:
    table = dict(enumerate(value)) if isinstance(value, list) else value
    return _by_seat(_cards)(table, where)


def _direction(value: object, where: str) -> Direction:
    if value not in ("left", "right"):
        raise ScenarioError(f"{where}: {value!r} is neither left nor right")
    return Direction(value)


def _steps(value: object, where: str) -> tuple[Step, ...]:
    return tuple(_step(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _step(entry: object, where: str) -> Step:
    refused = isinstance(entry, Mapping)
    if isinstance(entry, Mapping):
        if len(entry) != 1 or next(iter(entry.values())) != "refused":
            raise ScenarioError(f'{where}: write "SEAT: ACTION" in quotes, or {{"SEAT: ACTION": refused}}')
        entry = next(iter(entry))
    text = _text(entry, where)
    word, colon, action = text.partition(":")
    seat = parse_digits(word.strip())
    if not colon or seat is None:
        raise ScenarioError(f"{where}: write SEAT: ACTION, not {text!r}")
    words = action.split()
    if refused and words[:1] == ["jump"] and len(words) > 2:  # noqa: PLR2004
        play = _action(" ".join(["play", *words[1:]]), where)
        if len(play.cards) > 1 or play.colour is not None:
            return Step(seat, None, refused)
    return Step(seat, _action(action, where), refused)


def _given(value: object, where: str) -> Given:
    start = isinstance(value, Mapping) and "turned" in value
    return Given(**_table(value, where, _GIVEN_START if start else _GIVEN))


def _rounds(value: object, where: str) -> tuple[MatchRound, ...]:
    rounds = []
    for at, entry in enumerate(_list(value, where)):
        values = _table(entry, f"{where}[{at}]", {"out": _none_or_number, "left": _by_seat(_cards)})
        if "out" not in values:
            raise ScenarioError(f"{where}[{at}]: out is missing")
        rounds.append(MatchRound(values["out"], values.get("left", {})))
    return tuple(rounds)


def _match(value: object, where: str) -> Any:
    return _table(value, where, _MATCH)


_MATCH: Final[Mapping[str, Reader]] = {
    "scoring": _option("scoring"),
    "target": _option("target"),
    "players": _number,
    "teams": _of_rules(read_teams, "teams"),
}
_GIVEN: Final[Mapping[str, Reader]] = {
    "hands": _hands,
    "top": _card,
    "colour": _colour,
    "turn": _number,
    "direction": _direction,
    "dealer": _number,
    "pile": _cards,
    "discard": _cards,
    "only": _bool,
    "called": _seats,
}
_GIVEN_START: Final[Mapping[str, Reader]] = {
    "dealer": _number,
    "turned": _card,
    "hands": _hands,
    "pile": _cards,
}
_SCENARIO: Final[Mapping[str, Reader]] = {
    "name": _text,
    "rules": _plain,
    "edition": _edition,
    "options": _options,
    "players": _number,
    "teams": _of_rules(read_teams, "teams"),
    "written": _of_rules(read_written, "written"),
    "given": _given,
    "do": _steps,
    "then": _plain,
    "match": _match,
    "rounds": _rounds,
}
_THEN: Final[Mapping[str, Reader]] = {
    "turn": _none_or_number,
    "top": _card,
    "colour": _colour,
    "direction": _direction,
    "hands": _hands,
    "counts": _by_seat(_number),
    "pile": _number,
    "deck": _number,
    "may": _by_seat(_actions),
    "may_not": _by_seat(_actions),
    "legal": _by_seat(_actions),
    "seen": _by_seat(_seats),
    "over": _bool,
    "out": _none_or_number,
    "points": _by_seat(_number),
    "top_is_not": _card,
}
_SEATED: Final = ("hands", "counts", "may", "may_not", "legal", "seen", "points")
"""Expectations by seat (or by team, of which there are fewer)."""
_THEN_MATCH: Final[Mapping[str, Reader]] = {
    "scores": _by_seat(_number),
    "winner": _none_or_number,
    "eliminated": _seats,
    "next_dealer": _number,
}
