"""Decks: which cards there are, how many, what they count and do, read from data/decks (D1–D8, P1)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from lastcard.rules.cards import ALL_CARDS, Card, Colour, Face, parse_card
from lastcard.rules.effects import Effect, parse_printed
from lastcard.rules.errors import NotationError, RulesError


@dataclass(frozen=True, slots=True)
class CardType:
    """One sort of card in a deck: a face, how many copies (of each colour), what it counts and does.

    `points` is None where the option `blank_points` says it (D6); `written` sorts stay out of the
    deck until the table writes on them (D4, D7).
    """

    face: Face
    coloured: bool
    copies: int
    points: int | None
    written: bool
    effects: tuple[Effect, ...]

    def cards(self) -> Iterator[Card]:
        """The distinct cards of this sort."""
        if self.coloured:
            yield from (Card(self.face, colour) for colour in Colour)
        else:
            yield Card(self.face)


@dataclass(frozen=True, slots=True)
class Deck:
    """The sorts of cards that an edition's box holds."""

    name: str
    sorts: tuple[CardType, ...]

    def sort(self, card: Card) -> CardType | None:
        """The sort that the card is of; a numbered Customizable card is of the sort of all of them."""
        face = Face.CUSTOMIZABLE if card.face.customizable else card.face
        return next((s for s in self.sorts if s.face is face), None)


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
        inherited = read_deck(str(data["extends"])).sorts
    without = data.get("without", [])
    entries = data.get("cards", [])
    if not isinstance(entries, list) or not isinstance(without, list):
        raise RulesError(where, "cards and without are lists")
    own = tuple(s for i, entry in enumerate(entries) for s in _sorts(entry, f"{where}: cards[{i}]"))
    return Deck(name, tuple(s for s in inherited if s.face.value not in without) + own)


def known_keys(data: Mapping[str, object], known: set[str], where: str) -> None:
    """RulesError with file and dotted key for the first key that is not known."""
    for key in data:
        if key not in known:
            raise RulesError(f"{where}: {key}", f"unknown key; known here: {', '.join(sorted(known))}")


def _sorts(entry: object, where: str) -> Iterator[CardType]:
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


def _points(said: int | str, face: Face) -> int | None:
    """What a file says that a card counts: points, its `number`, or what the option `blank_points` says (P1, D6)."""
    if isinstance(said, int):
        return said
    return int(face.value) if said == "number" else None


def parse_token(token: object, where: str) -> Card:
    """A card token in rules data; RulesError says where a bad one stands."""
    try:
        card = parse_card(str(token))
    except NotationError as error:
        raise RulesError(where, str(error), "D1") from None
    if card not in ALL_CARDS:
        raise RulesError(where, f"{token} is no card of a deck", "D1")
    return card
