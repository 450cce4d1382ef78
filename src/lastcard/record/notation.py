"""Records: a round or match as one text file; docs/notation.md has the grammar and a worked example.

A record holds the rules, the outcomes of chance and what people did, and nothing that follows from them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from lastcard.record.settings import read_setting, setting_text
from lastcard.rules.actions import Action, parse_action
from lastcard.rules.cards import UNSEEN, Card, parse_cards
from lastcard.rules.effects import written_data
from lastcard.rules.errors import LastcardError, NotationError, RulesError
from lastcard.rules.ruleset import Ruleset, ruleset_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Cards: TypeAlias = tuple[Card, ...]

VERSION: Final = 1
FIRST_LINE: Final = f"lastcard record {VERSION}"
LONGEST_LINE: Final = 20_000
"""The most characters of a line; the longest there is, a draw pile of two decks, has a thousand."""


class RecordError(LastcardError):
    """A record that cannot be read or played; `line` is the line's number, `rule` the rulebook id if one is against it."""

    def __init__(self, line: int, why: str, rule: str | None = None) -> None:
        self.line = line
        self.why = why
        self.rule = rule
        super().__init__(f"line {line}: {why}" + (f" ({rule})" if rule else ""))


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The order that chance gave: of the pile put back, of the discards reshuffled, of a new deal (S6, T5)."""

    cards: Cards
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """A round begins: the hands as dealt, by seat, and the draw pile, next card first (S3)."""

    hands: Mapping[int, Cards]
    pile: Cards
    shuffled: tuple[Shuffled, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Act:
    """A seat did something."""

    seat: int
    action: Action
    shuffled: tuple[Shuffled, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A seat left, in a round or between two (V14)."""

    seat: int
    shuffled: tuple[Shuffled, ...] = ()
    line: int = field(default=0, compare=False)


Entry: TypeAlias = Deal | Act | Leaving


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the first round.

    `dealer` deals first; where `draws` are there, each the (seat, card) of those who drew, they say who (S2).
    """

    rules: Ruleset
    dealer: int = 0
    draws: tuple[tuple[tuple[int, Card], ...], ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    date: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record."""

    header: Header
    entries: tuple[Entry, ...] = ()


def read_record(lines: str | Iterable[str]) -> Record:
    """Read a record from its text or lines; RecordError names the line that is wrong."""
    header, entries = read_entries(lines)
    return Record(header, tuple(entries))


def read_entries(lines: str | Iterable[str]) -> tuple[Header, Iterator[Entry]]:
    """Read a record as it comes: the header now, each entry when it is asked for. RecordError names the line."""
    source = _Lines(lines.splitlines() if isinstance(lines, str) else lines)
    return _read_header(source), _entries(source)


def write_record(record: Record) -> str:
    """The record's text, which `read_record` reads back."""
    return write_header(record.header) + "".join(write_entry(entry) for entry in record.entries)


def write_header(header: Header) -> str:
    """The lines before the first round."""
    rules = header.rules
    lines = [FIRST_LINE, f"edition: {rules.edition}", f"players: {rules.players}"]
    if rules.teams:
        lines.append("teams: " + ", ".join(" ".join(map(str, team)) for team in rules.teams))
    lines += [f"option {name}: {setting_text(getattr(rules, name))}" for name in rules.differences()]
    for card, rule in rules.written:
        lines.append(f"written {card}: {json.dumps(written_data(rule), ensure_ascii=False)}")
    lines += [f"name {seat}: {name}" for seat, name in sorted(header.names.items())]
    if header.date is not None:
        lines.append(f"date: {header.date}")
    for draw in header.draws:
        lines.append("draw: " + ", ".join(f"{seat} {card}" for seat, card in draw))
    if not header.draws:
        lines.append(f"dealer: {header.dealer}")
    return "\n".join(lines) + "\n"


def write_entry(entry: Entry) -> str:
    """The lines of one entry."""
    match entry:
        case Deal(hands, pile):
            lines = ["", "round", *(f"hand {seat}: {_tokens(cards)}" for seat, cards in hands.items())]
            lines.append(f"pile: {_tokens(pile)}")
        case Act(seat, action):
            lines = [f"{seat}: {action}"]
        case Leaving(seat):
            lines = [f"{seat}: leave"]
        case _:
            assert_never(entry)
    lines += [f"shuffled: {_tokens(s.cards)}" for s in entry.shuffled]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _tokens(cards: Cards) -> str:
    return " ".join(card.token for card in cards)


class _Lines:
    """The lines that say something, numbered, with one line of look-ahead; `number` is that of the last one taken."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._left = self._telling(lines)
        self._next: tuple[int, str, str] | None = None
        self.number = 0

    def _telling(self, lines: Iterable[str]) -> Iterator[tuple[int, str, str]]:
        for number, line in enumerate(lines, 1):
            if len(line) > LONGEST_LINE:
                raise RecordError(
                    number, f"a line has at most {LONGEST_LINE} characters, this has {len(line)}"
                )
            text = line.strip()
            if text and not text.startswith("#"):
                key, _, value = text.partition(":")
                yield number, key.strip() if ":" in text else text, value.strip()

    def peek(self) -> str | None:
        """The key of the next line, None at the end."""
        if self._next is None:
            self._next = next(self._left, None)
        return None if self._next is None else self._next[1]

    def take(self) -> tuple[str, str]:
        """Key and value of the next line, which must be there."""
        if self.peek() is None or self._next is None:
            raise RecordError(self.number + 1, "the record ends too early")
        self.number, key, value = self._next
        self._next = None
        return key, value

    def read(self, parse: Callable[[str], object], value: str) -> object:
        """What a notation parser makes of the value; its complaint gets the line."""
        try:
            return parse(value)
        except NotationError as error:
            raise RecordError(self.number, str(error)) from None


class _Head:
    """The header as it is being read."""

    def __init__(self) -> None:
        self.where: dict[str, int] = {}
        self.rules: dict[str, object] = {}
        self.options: dict[str, object] = {}
        self.written: dict[str, object] = {}
        self.names: dict[int, str] = {}
        self.draws: list[tuple[tuple[int, Card], ...]] = []
        self.dealer: int | None = None
        self.date: str | None = None


def _read_header(source: _Lines) -> Header:
    if source.peek() is None:
        raise RecordError(1, f"the file is empty; a record begins with {FIRST_LINE!r}")
    first, value = source.take()
    if first != FIRST_LINE or value:
        if first.startswith("lastcard record "):
            raise RecordError(
                source.number, f"this program reads version {VERSION}, not {first.split()[-1]!r}"
            )
        raise RecordError(source.number, f"a record begins with {FIRST_LINE!r}")
    head = _Head()
    while source.peek() not in (None, "round"):
        key, value = source.take()
        if key in head.where and key != "draw":
            raise RecordError(source.number, f"{key} stands twice, first in line {head.where[key]}")
        head.where[key] = source.number
        _head_line(source, head, key, value)
    return _header(source, head)


def _head_line(source: _Lines, head: _Head, key: str, value: str) -> None:
    word, _, rest = key.partition(" ")
    rest = rest.strip()
    match word, bool(rest):
        case "edition", False:
            head.rules["edition"] = value
        case "players", False:
            head.rules["players"] = _number(source, value)
        case "teams", False:
            head.rules["teams"] = [[_number(source, s) for s in team.split()] for team in value.split(",")]
        case "option", True:
            head.options[rest] = _option(source, rest, value)
        case "written", True:
            head.written[rest] = _json(source, value)
        case "name", True:
            head.names[_number(source, rest)] = _name(source, value)
        case "date", False:
            head.date = _date(source, value)
        case "dealer", False:
            head.dealer = _number(source, value)
        case "draw", False:
            head.draws.append(tuple(_drawn(source, part) for part in value.split(",")))
        case _:
            known = "edition, players, teams, option NAME, written CARD, name SEAT, date, dealer, draw, then round"
            raise RecordError(source.number, f"{key!r} does not stand in a header: {known}")


def _header(source: _Lines, head: _Head) -> Header:
    for key in ("edition", "players"):
        if key not in head.rules:
            raise RecordError(source.number, f"the header does not say {key}")
    if (head.dealer is None) == (not head.draws):
        raise RecordError(source.number, "the header says either dealer or, line by line, draw (S2)")
    data = head.rules | ({"written": head.written} if head.written else {}) | {"options": head.options}
    try:
        rules = ruleset_from(data)
    except RulesError as error:
        raise RecordError(
            _rules_line(head, error.where, source.number), f"{error.where}: {error.why}", error.rule
        ) from None
    for seat in (*head.names, *(() if head.dealer is None else (head.dealer,))):
        if seat >= rules.players:
            line = head.where.get(f"name {seat}", head.where.get("dealer", source.number))
            raise RecordError(line, f"seat {seat} is not at a table of {rules.players}")
    return Header(rules, head.dealer or 0, tuple(head.draws), head.names, head.date, source.number)


def _rules_line(head: _Head, where: str, last: int) -> int:
    """The line that a complaint about the rules speaks of: its option, written rule or key, else the last one."""
    name = where.split("[", maxsplit=1)[0]
    written = ".".join(name.split(".")[1:2])
    keys = (f"option {name.split('.')[0]}", f"written {written}", name.split(".")[0])
    return next((head.where[key] for key in keys if key in head.where), last)


def _entries(source: _Lines) -> Iterator[Entry]:
    while source.peek() is not None:
        key, value = source.take()
        line = source.number
        if key == "round":
            if value:
                raise RecordError(line, f"'round' stands alone, not with {value!r}")
            yield _deal(source, line)
        elif key.isascii() and key.isdigit():
            seat = _number(source, key)
            if value == "leave":
                yield Leaving(seat, _shuffles(source), line)
            else:
                action = source.read(parse_action, value)
                yield Act(seat, action, _shuffles(source), line)  # type: ignore[arg-type]
        else:
            raise RecordError(line, f"{key!r} does not stand here: write SEAT: ACTION, SEAT: leave, or round")


def _deal(source: _Lines, line: int) -> Deal:
    hands: dict[int, Cards] = {}
    while (source.peek() or "").startswith("hand "):
        key, value = source.take()
        seat = _number(source, key.removeprefix("hand ").strip())
        if seat in hands:
            raise RecordError(source.number, f"seat {seat} is dealt two hands")
        hands[seat] = _cards(source, value)
    if source.peek() != "pile":
        raise RecordError(
            source.number + 1, "after 'round' come the hands (hand SEAT: CARDS), then pile: CARDS"
        )
    _, value = source.take()
    pile = _cards(source, value)
    return Deal(hands, pile, _shuffles(source), line)


def _shuffles(source: _Lines) -> tuple[Shuffled, ...]:
    found = []
    while source.peek() == "shuffled":
        _, value = source.take()
        found.append(Shuffled(_cards(source, value), source.number))
    return tuple(found)


def _cards(source: _Lines, value: str) -> Cards:
    cards: Cards = source.read(parse_cards, value)  # type: ignore[assignment]
    if UNSEEN in cards:
        raise RecordError(source.number, "a record knows all cards: ?? does not stand in it")
    return cards


def _drawn(source: _Lines, part: str) -> tuple[int, Card]:
    words = part.split()
    if len(words) != 2:  # noqa: PLR2004
        raise RecordError(source.number, f"write draw: SEAT CARD, SEAT CARD, …, not {part.strip()!r}")
    return _number(source, words[0]), _cards(source, words[1])[0]


def _number(source: _Lines, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):  # noqa: PLR2004
        raise RecordError(source.number, f"a number is needed, not {word!r}")
    return int(word)


def _option(source: _Lines, name: str, value: str) -> object:
    try:
        return read_setting(name, value)
    except RulesError as error:
        raise RecordError(source.number, f"option {error.where}: {error.why}", error.rule) from None


def _json(source: _Lines, value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise RecordError(source.number, f"a written rule is JSON: {error}") from None


def _name(source: _Lines, value: str) -> str:
    if not value or not value.isprintable():
        raise RecordError(source.number, "a name is printable and not empty")
    return value


def _date(source: _Lines, value: str) -> str:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise RecordError(
            source.number, f"a date such as 2026-11-30 or 2026-11-30T20:15+01:00 is needed, not {value!r}"
        ) from None
    return value
