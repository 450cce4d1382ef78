"""Records: a round or match as one text file; docs/notation.md has the grammar and an example.

A record holds the rules, the outcomes of chance and the players' actions, and nothing that follows from them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from lastcard.record.errors import record_error, rules_error, seat_error
from lastcard.record.line_reader import LineReader
from lastcard.record.proofs import read_proof, write_proof
from lastcard.record.settings import read_setting, setting_text
from lastcard.rules.actions import Action, parse_action
from lastcard.rules.cards import UNSEEN, Card, Cards, parse_cards
from lastcard.rules.effects import written_data
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import Ruleset, ruleset_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lastcard.dealing import Proof

VERSION: Final = 1
FIRST_LINE: Final = f"lastcard record {VERSION}"


@dataclass(frozen=True, slots=True)
class ShuffledOrder:
    """The order that a shuffle gave: of the pile with the first card put back, of the discards, of another deal (S6, T5)."""

    cards: Cards
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DealEntry:
    """A round begins: the hands dealt, by seat, and the draw pile, next card first (S3).

    `proof` is the proof that the server was committed to this deal (docs/deals.md), if the record has it.
    """

    hands: Mapping[int, Cards]
    pile: Cards
    shuffled: tuple[ShuffledOrder, ...] = ()
    line: int = field(default=0, compare=False)
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class ActEntry:
    """A seat acted."""

    seat: int
    action: Action
    shuffled: tuple[ShuffledOrder, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class LeaveEntry:
    """A seat left, during a round or between two (V14)."""

    seat: int
    shuffled: tuple[ShuffledOrder, ...] = ()
    line: int = field(default=0, compare=False)


RecordEntry: TypeAlias = DealEntry | ActEntry | LeaveEntry


@dataclass(frozen=True, slots=True)
class Header:
    """The part of a record before the first round.

    `dealer` deals first. If there are `draws`, each the (seat, card) pairs of one drawing, they decide who does (S2).
    """

    rules: Ruleset
    dealer: int = 0
    draws: tuple[tuple[tuple[int, Card], ...], ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    date: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record: the header and the entries in order."""

    header: Header
    entries: tuple[RecordEntry, ...] = ()


def read_record(lines: str | Iterable[str]) -> Record:
    """Read a record from its text or lines; RecordError names the line."""
    header, entries = read_entries(lines)
    return Record(header, tuple(entries))


def read_entries(lines: str | Iterable[str]) -> tuple[Header, Iterator[RecordEntry]]:
    """Read a record lazily: the header now, each entry when it is needed. RecordError names the line."""
    source = LineReader(lines.splitlines() if isinstance(lines, str) else lines)
    return _read_header(source), _entries(source)


def write_record(record: Record) -> str:
    """Return the record's text, which `read_record` reads back."""
    return write_header(record.header) + "".join(write_entry(entry) for entry in record.entries)


def write_header(header: Header) -> str:
    """Return the lines before the first round."""
    lines = [FIRST_LINE, *_rules_lines(header.rules)]
    lines += [f"name {seat}: {name}" for seat, name in sorted(header.names.items())]
    if header.date is not None:
        lines.append(f"date: {header.date}")
    for draw in header.draws:
        lines.append("draw: " + ", ".join(f"{seat} {card}" for seat, card in draw))
    if not header.draws:
        lines.append(f"dealer: {header.dealer}")
    return "\n".join(lines) + "\n"


def _rules_lines(rules: Ruleset) -> list[str]:
    lines = [f"edition: {rules.edition}", f"players: {rules.players}"]
    if rules.teams:
        lines.append("teams: " + ", ".join(" ".join(map(str, team)) for team in rules.teams))
    lines += [f"option {name}: {setting_text(getattr(rules, name))}" for name in rules.differences()]
    for card, rule in rules.written:
        lines.append(f"written {card}: {json.dumps(written_data(rule), ensure_ascii=False)}")
    return lines


def rules_text(rules: Ruleset) -> str:
    """Return the header lines about the rules, sorted, each ending in a line feed: the text that commitments hash."""
    return "".join(f"{line}\n" for line in sorted(_rules_lines(rules)))


def write_entry(entry: RecordEntry) -> str:
    """Return the lines of one entry."""
    match entry:
        case DealEntry(hands, pile, proof=proof):
            lines = ["", "round", *(() if proof is None else write_proof(proof))]
            lines += [
                *(f"hand {seat}: {_tokens(cards)}" for seat, cards in hands.items()),
                f"pile: {_tokens(pile)}",
            ]
        case ActEntry(seat, action):
            lines = [f"{seat}: {action}"]
        case LeaveEntry(seat):
            lines = [f"{seat}: leave"]
        case _:
            assert_never(entry)
    lines += [f"shuffled: {_tokens(s.cards)}" for s in entry.shuffled]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _tokens(cards: Cards) -> str:
    return " ".join(card.token for card in cards)


class _HeaderFields:
    """The header while it is being read."""

    def __init__(self) -> None:
        self.where: dict[str, int] = {}
        self.rules: dict[str, object] = {}
        self.options: dict[str, object] = {}
        self.written: dict[str, object] = {}
        self.names: dict[int, str] = {}
        self.draws: list[tuple[tuple[int, Card], ...]] = []
        self.dealer: int | None = None
        self.date: str | None = None


def _read_header(source: LineReader) -> Header:
    if source.peek() is None:
        raise record_error(1, "record-empty", first=FIRST_LINE)
    first, value = source.take()
    if first != FIRST_LINE or value:
        if first.startswith("lastcard record "):
            raise record_error(source.number, "record-version", number=VERSION, given=first.split()[-1])
        raise record_error(source.number, "record-first", first=FIRST_LINE)
    head = _HeaderFields()
    while not _begins(source.peek()):
        key, value = source.take()
        if key in head.where and key != "draw":
            raise record_error(source.number, "record-twice", key=key, number=head.where[key])
        head.where[key] = source.number
        _head_line(source, head, key, value)
    return _header(source, head)


def _begins(key: str | None) -> bool:
    """Whether the first entry begins here: a round, or somebody who left before it."""
    return key in (None, "round") or (key is not None and _is_seat(key))


def _is_seat(key: str) -> bool:
    """Whether a line with this key is about a seat."""
    return key.isascii() and key.isdigit()


def _head_line(source: LineReader, head: _HeaderFields, key: str, value: str) -> None:
    word, _, rest = key.partition(" ")
    rest = rest.strip()
    match word, bool(rest):
        case "edition", False:
            head.rules["edition"] = value
        case "players", False:
            head.rules["players"] = source.parse_number(value)
        case "teams", False:
            head.rules["teams"] = [
                [source.parse_number(s) for s in team.split()] for team in value.split(",")
            ]
        case "option", True:
            head.options[rest] = _option(source, rest, value)
        case "written", True:
            head.written[rest] = _json(source, value)
        case "name", True:
            head.names[source.parse_number(rest)] = _name(source, value)
        case "date", False:
            head.date = _date(source, value)
        case "dealer", False:
            head.dealer = source.parse_number(value)
        case "draw", False:
            head.draws.append(tuple(_drawn(source, part) for part in value.split(",")))
        case _:
            known = "edition, players, teams, option NAME, written CARD, name SEAT, date, dealer, draw, then round"
            raise record_error(source.number, "record-header", given=key, known=known)


def _header(source: LineReader, head: _HeaderFields) -> Header:
    for key in ("edition", "players"):
        if key not in head.rules:
            raise record_error(source.number, "record-lacks", key=key)
    if (head.dealer is None) == (not head.draws):
        raise record_error(source.number, "record-dealer")
    data = head.rules | ({"written": head.written} if head.written else {}) | {"options": head.options}
    try:
        rules = ruleset_from(data)
    except RulesError as error:
        raise rules_error(_rules_line(head, error.where, source.number), error, error.where) from None
    for seat in (*head.names, *(() if head.dealer is None else (head.dealer,))):
        if seat >= rules.players:
            line = head.where.get(f"name {seat}", head.where.get("dealer", source.number))
            raise seat_error(line, seat, rules.players)
    return Header(rules, head.dealer or 0, tuple(head.draws), head.names, head.date, source.number)


def _rules_line(head: _HeaderFields, where: str, last: int) -> int:
    """The line that a RulesError is about: its option, written rule or key, else the last line."""
    name = where.split("[", maxsplit=1)[0]
    written = ".".join(name.split(".")[1:2])
    keys = (f"option {name.split('.')[0]}", f"written {written}", name.split(".")[0])
    return next((head.where[key] for key in keys if key in head.where), last)


def _entries(source: LineReader) -> Iterator[RecordEntry]:
    while source.peek() is not None:
        key, value = source.take()
        line = source.number
        if key == "round":
            if value:
                raise record_error(line, "record-alone", given=value)
            yield _deal(source, line)
        elif _is_seat(key):
            seat = source.parse_number(key)
            if value == "leave":
                yield LeaveEntry(seat, _shuffles(source), line)
            else:
                action = source.read(parse_action, value)
                yield ActEntry(seat, action, _shuffles(source), line)  # type: ignore[arg-type]
        else:
            raise record_error(line, "record-entry", form="SEAT: ACTION | SEAT: leave | round", given=key)


def _deal(source: LineReader, line: int) -> DealEntry:
    proof = read_proof(source)
    hands: dict[int, Cards] = {}
    while (source.peek() or "").startswith("hand "):
        key, value = source.take()
        seat = source.parse_number(key.removeprefix("hand ").strip())
        if seat in hands:
            raise record_error(source.number, "record-hand-twice", number=seat)
        hands[seat] = _cards(source, value)
    if source.peek() != "pile":
        raise record_error(source.number + 1, "record-hands", form="hand SEAT: CARDS | pile: CARDS")
    _, value = source.take()
    pile = _cards(source, value)
    return DealEntry(hands, pile, _shuffles(source), line, proof)


def _shuffles(source: LineReader) -> tuple[ShuffledOrder, ...]:
    found = []
    while source.peek() == "shuffled":
        _, value = source.take()
        found.append(ShuffledOrder(_cards(source, value), source.number))
    return tuple(found)


def _cards(source: LineReader, value: str) -> Cards:
    cards: Cards = source.read(parse_cards, value)  # type: ignore[assignment]
    if UNSEEN in cards:
        raise record_error(source.number, "record-unseen", given=UNSEEN.token)
    return cards


def _drawn(source: LineReader, part: str) -> tuple[int, Card]:
    words = part.split()
    if len(words) != 2:  # noqa: PLR2004
        raise record_error(
            source.number, "record-draw", form="draw: SEAT CARD, SEAT CARD, …", given=part.strip()
        )
    return source.parse_number(words[0]), _cards(source, words[1])[0]


def _option(source: LineReader, name: str, value: str) -> object:
    try:
        return read_setting(name, value)
    except RulesError as error:
        raise rules_error(source.number, error, f"option {error.where}") from None


def _json(source: LineReader, value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise record_error(source.number, "record-json", why=str(error)) from None


def _name(source: LineReader, value: str) -> str:
    if not value or not value.isprintable():
        raise record_error(source.number, "record-name")
    return value


def _date(source: LineReader, value: str) -> str:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise record_error(source.number, "record-date", form="2026-11-30T20:15+01:00", given=value) from None
    return value
