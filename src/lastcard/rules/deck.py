"""Decks: which cards there are, how many, what they count and do, and the deck that a table plays with (D1–D8, P1)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from lastcard.rules.cards import ALL_CARDS, Card, Cards, Colour, Face, parse_card
from lastcard.rules.effects import Effect, When, WrittenRule, parse_printed
from lastcard.rules.errors import NotationError, RulesError
from lastcard.rules.reasons import impossible


@dataclass(frozen=True, slots=True)
class CardType:
    """One type of card in a deck: a face, how many copies (of each colour), what it counts and does.

    `points` is None where the option `blank_points` gives them (D6); `written` types stay out of the
    deck until the table writes on them (D4, D7).
    """

    face: Face
    coloured: bool
    copies: int
    points: int | None
    written: bool
    effects: tuple[Effect, ...]

    def cards(self) -> Cards:
        """The distinct cards of this type."""
        return _cards(self.face, coloured=self.coloured)


@cache
def _cards(face: Face, *, coloured: bool) -> Cards:
    return tuple(Card(face, colour) for colour in Colour) if coloured else (Card(face),)


@dataclass(frozen=True, slots=True)
class Deck:
    """The types of cards that an edition's box holds."""

    name: str
    types: tuple[CardType, ...]

    def type_of(self, card: Card) -> CardType | None:
        """The type of the card; a numbered Customizable card is of the type of all of them."""
        face = Face.CUSTOMIZABLE if card.face.customizable else card.face
        return next((t for t in self.types if t.face is face), None)


def read_data(folder: str, name: str) -> Mapping[str, object]:
    """The TOML file `data/FOLDER/NAME.toml`; RulesError names those there are if it is not one of them."""
    names = data_names(folder)
    if name not in names:
        raise RulesError(folder.removesuffix("s"), f"{name!r} is none of {', '.join(names)}")
    return tomllib.loads(_folder(folder).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def data_names(folder: str) -> tuple[str, ...]:
    """The names of the files in `data/FOLDER`, sorted."""
    files = _folder(folder).iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def _folder(folder: str) -> Traversable:
    return resources.files("lastcard.rules").joinpath("data").joinpath(folder)


@cache
def read_deck(name: str) -> Deck:
    """The deck of that name, read from its file."""
    data = read_data("decks", name)
    where = f"decks/{name}.toml"
    known_keys(data, {"extends", "without", "cards"}, where)
    inherited: tuple[CardType, ...] = ()
    if "extends" in data:
        inherited = read_deck(str(data["extends"])).types
    without = data.get("without", [])
    entries = data.get("cards", [])
    if not isinstance(entries, list) or not isinstance(without, list):
        raise RulesError(where, "cards and without are lists")
    own = tuple(t for i, entry in enumerate(entries) for t in _types(entry, f"{where}: cards[{i}]"))
    return Deck(name, tuple(t for t in inherited if t.face.value not in without) + own)


def known_keys(data: Mapping[str, object], known: set[str], where: str) -> None:
    """RulesError with file and dotted key for the first key that is not known."""
    for key in data:
        if key not in known:
            raise RulesError(f"{where}: {key}", f"unknown key; known here: {', '.join(sorted(known))}")


def _types(entry: object, where: str) -> Iterator[CardType]:
    if not isinstance(entry, Mapping):
        raise RulesError(where, "a table is needed")
    known_keys(entry, {"faces", "coloured", "copies", "points", "written", "effects"}, where)
    effects = tuple(parse_printed(e, f"{where}.effects") for e in entry.get("effects", []))
    for token in entry["faces"]:
        face = Face(token)
        points = _points(entry["points"], face)
        yield CardType(
            face, entry.get("coloured", False), entry["copies"], points, entry.get("written", False), effects
        )


def _points(entry: int | str, face: Face) -> int | None:
    """What a card counts by its file: points, its `number`, or what the option `blank_points` gives (P1, D6)."""
    if isinstance(entry, int):
        return entry
    return int(face.value) if entry == "number" else None


def parse_token(token: object, where: str) -> Card:
    """A card token in rules data; RulesError names the place of a bad one."""
    try:
        card = parse_card(str(token))
    except NotationError as error:
        raise RulesError(where, str(error), "D1") from None
    if card not in ALL_CARDS:
        raise RulesError(where, f"{token} is no card of a deck", "D1")
    return card


# The deck that is played with.


_NUMBERED: Final = tuple(Card(face) for face in Face if face.customizable and face is not Face.CUSTOMIZABLE)


def with_numbered(cards: Iterable[Card]) -> list[Card]:
    """The cards, each Customizable one followed by the numbered ones."""
    return [c for card in cards for c in ([card, *_NUMBERED] if card.face is Face.CUSTOMIZABLE else [card])]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a table changes of the cards in the box (D4–D8): `debts` are the cards that make the next player draw."""

    edition: str
    decks: int
    lost: Cards
    replace: tuple[tuple[Card, Card], ...]
    written: tuple[tuple[Card, WrittenRule], ...]
    without: Cards
    debts: Container[Card]


def build(deck: Deck, changes: Changes) -> Cards:
    """Every card that is played with, sorted, as often as it occurs; RulesError where the box cannot give it (D1–D8)."""
    copies = {t: t.copies * changes.decks for t in deck.types}
    count = Counter({c: n for t, n in copies.items() if not t.written for c in t.cards()})
    blanks = Counter({c: n for t, n in copies.items() if t.written for c in t.cards()})
    _replace_lost(changes, count, blanks)
    for card, rule in changes.written:
        _write(deck, changes, card, rule, count, blanks)
    for card in changes.without:
        if deck.type_of(card) is None or not (card.face is Face.SWAP_HANDS or card.face.customizable):
            raise impossible("without", "stays-in", "D7", card=card.token, edition=changes.edition)
        for left_out in with_numbered([card]):
            count[left_out] = 0
    return tuple(sorted((+count).elements()))


def _replace_lost(changes: Changes, count: Counter[Card], blanks: Counter[Card]) -> None:
    """Take the lost cards out and put in the blanks that replace them (D5)."""
    for card in changes.lost:
        count[card] -= 1
        if count[card] < 0:
            raise impossible("lost", "not-so-often", "D5", card=card.token)
    lost = Counter(changes.lost)
    for blank, card in changes.replace:
        blanks[blank] -= 1
        lost[card] -= 1
        if blanks[blank] < 0:
            raise impossible(f"replace.{blank}", "no-such-blank", "D5", edition=changes.edition)
        if lost[card] < 0:
            raise impossible(f"replace.{blank}", "not-lost", "D5", card=card.token)
        count[card] += 1


def _write(
    deck: Deck,
    changes: Changes,
    card: Card,
    rule: WrittenRule,
    count: Counter[Card],
    blanks: Counter[Card],
) -> None:
    """Put the card into the deck if it is a blank with a rule written on it (D4, D6, D7)."""
    where = f"written.{card}"
    if deck.type_of(card) is None:
        raise impossible(where, "no-such-card", "D6", edition=changes.edition)
    if rule.when is When.PLAY and card in changes.debts:
        raise impossible(where, "draws-already", "H7")
    box = Card(Face.CUSTOMIZABLE) if card.face.customizable else card
    if box not in blanks:
        return
    copies = changes.decks if card is not box else blanks[box] - _numbered(changes) * changes.decks
    if copies <= 0:
        raise impossible(where, "no-blank-left", "D7" if card.wild else "D5")
    count[card] += copies


def _numbered(changes: Changes) -> int:
    """How many Customizable cards bear a rule of their own."""
    return sum(c.face.customizable and c.face is not Face.CUSTOMIZABLE for c, _ in changes.written)
