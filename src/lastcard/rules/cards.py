"""Cards: colours, faces, and their notation (D1–D7)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, Self, TypeAlias, cast

from lastcard.rules.errors import NotationError


class Colour(Enum):
    """One of the four colours, in the order of the notation."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"

    __hash__ = object.__hash__

    @property
    def letter(self) -> str:
        """The colour's letter in a card's token: R, Y, G or B."""
        return self.value[0].upper()

    def __str__(self) -> str:
        """The word by which an action calls the colour."""
        return self.value


class Kind(Enum):
    """What kind of card a face is; rules about several faces are rules about kinds."""

    NUMBER = "number"
    WORD = "word"
    BLANK = "blank"
    WILD = "wild"
    UNSEEN = "unseen"

    __hash__ = object.__hash__


class Face(Enum):
    """What is printed on a card, its colour aside; the value is its part of the token."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "+2"
    BLANK = "*"
    WILD = "W"
    WILD_DRAW_FOUR = "W+4"
    SWAP_HANDS = "WS"
    CUSTOMIZABLE = "WC"
    CUSTOMIZABLE_1 = "WC1"
    CUSTOMIZABLE_2 = "WC2"
    CUSTOMIZABLE_3 = "WC3"
    UNSEEN = "??"

    __hash__ = object.__hash__

    @property
    def kind(self) -> Kind:
        """The kind of the face."""
        if self is Face.UNSEEN:
            return Kind.UNSEEN
        if self.value.isdigit():
            return Kind.NUMBER
        if self is Face.BLANK:
            return Kind.BLANK
        return Kind.WILD if self.value.startswith("W") else Kind.WORD

    @property
    def customizable(self) -> bool:
        """Whether this is a Wild Customizable card, whichever rule is written on it (D7)."""
        return self.value.startswith("WC")


class Card:
    """A card: a face and, unless it is wild, a colour.

    There is one object for each distinct card, so that equal cards are identical. `str` gives the
    token of docs/notation.md (`R7`, `G+2`, `W+4`, `WC1`) and `parse_card` reads it back. The token
    `??` is a card that one may not see. A Customizable card without a number is one on which the
    table has written a single rule for all of them.
    """

    __slots__ = ("colour", "face", "kind", "number", "order", "token", "wild")

    face: Face
    colour: Colour | None
    token: str
    kind: Kind
    wild: bool
    number: int | None
    order: int

    def __new__(cls, face: Face, colour: Colour | None = None) -> Self:
        """The one card of that face and colour; NotationError if there is no such card."""
        card = _BY_IDENTITY.get((face, colour))
        if card is None:
            raise NotationError(f"no card is {colour or 'without colour'} and {face.value}")
        return cast("Self", card)

    def __repr__(self) -> str:
        """A call that gives this card again."""
        return f"parse_card({self.token!r})"

    def __str__(self) -> str:
        """The card's token."""
        return self.token

    def __lt__(self, other: Card) -> bool:
        """Cards sort by colour, then face; wild cards come last."""
        return self.order < other.order

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickle and copy by token, so that equal cards stay identical."""
        return parse_card, (self.token,)


Cards: TypeAlias = tuple[Card, ...]
"""Cards in order; whether the order matters depends on where they lie."""

Shuffle: TypeAlias = Callable[[Cards], Cards]
"""Chance comes in as a function that returns the cards in a new order."""


def _make(face: Face, colour: Colour | None, order: int) -> Card:
    card: Card = object.__new__(Card)
    card.face = face
    card.colour = colour
    card.token = (colour.letter if colour else "") + face.value
    card.kind = face.kind
    card.wild = card.kind is Kind.WILD
    card.number = int(face.value) if card.kind is Kind.NUMBER else None
    card.order = order
    return card


def _all_cards() -> list[Card]:
    coloured = [face for face in Face if face.kind in (Kind.NUMBER, Kind.WORD, Kind.BLANK)]
    pairs: list[tuple[Face, Colour | None]] = [(face, colour) for colour in Colour for face in coloured]
    pairs += [(face, None) for face in Face if face not in coloured]
    return [_make(face, colour, order) for order, (face, colour) in enumerate(pairs)]


_ALL: Final = _all_cards()
_BY_IDENTITY: Final[dict[tuple[Face, Colour | None], Card]] = {(c.face, c.colour): c for c in _ALL}
_BY_TOKEN: Final[dict[str, Card]] = {c.token: c for c in _ALL}

UNSEEN: Final = _BY_TOKEN["??"]
"""The card that one may not see."""

ALL_CARDS: Final[tuple[Card, ...]] = tuple(c for c in _ALL if c is not UNSEEN)
"""Every distinct card that any edition knows, in sorting order."""


def parse_card(token: str) -> Card:
    """Read a card's token (`R7`, `W+4`, `??`); NotationError says what is wrong with it."""
    card = _BY_TOKEN.get(token)
    if card is None:
        raise NotationError(
            f"{token!r} is not a card: write R, Y, G or B with 0-9, S, R, +2 or *, or a wild card W, W+4, WS, WC1-WC3"
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read tokens with blanks between them; an empty text is no cards."""
    return tuple(parse_card(token) for token in text.split())


def parse_colour(word: str) -> Colour:
    """Read a colour's word (`red`); NotationError if it is none."""
    try:
        return Colour(word)
    except ValueError:
        raise NotationError(f"{word!r} is not a colour: red, yellow, green or blue") from None
