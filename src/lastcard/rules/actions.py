"""Actions: what a seat may do, as values that print in the notation and parse back (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lastcard.rules.cards import Card, Colour, Kind, parse_card, parse_colour
from lastcard.rules.errors import NotationError


def _tail(colour: Colour | None, swap: int | None, *, uno: bool) -> str:
    words = [
        f" {colour}" if colour else "",
        f" swap {swap}" if swap is not None else "",
        " uno" if uno else "",
    ]
    return "".join(words)


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card, or several equal numbers (V9) of which the last lands on top.

    `colour` is called with a wild card, `swap` is the seat to swap hands with (W8, V4), `uno` says UNO
    with the card (U1). The order of cards between the first and the last does not matter: they are sorted.
    """

    cards: tuple[Card, ...]
    colour: Colour | None = None
    swap: int | None = None
    uno: bool = False

    def __post_init__(self) -> None:
        """Sort the cards between the first and the last."""
        if len(self.cards) > 3:  # noqa: PLR2004
            middle = sorted(self.cards[1:-1])
            object.__setattr__(self, "cards", (self.cards[0], *middle, self.cards[-1]))

    def __str__(self) -> str:
        """`play W green uno`."""
        return f"play {' '.join(c.token for c in self.cards)}{_tail(self.colour, self.swap, uno=self.uno)}"


@dataclass(frozen=True, slots=True)
class Jump:
    """Play an identical card out of turn (V3)."""

    card: Card
    swap: int | None = None
    uno: bool = False

    def __str__(self) -> str:
        """`jump R5 uno`."""
        return f"jump {self.card}{_tail(None, self.swap, uno=self.uno)}"


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Draw from the pile: one card on one's turn, or the whole debt (T3, T4, V1)."""

    def __str__(self) -> str:
        """`draw`."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the card just drawn (T3)."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"


@dataclass(frozen=True, slots=True)
class CallColour:
    """Call a colour, at the start (S7, S11) or where a written rule asks for it."""

    colour: Colour
    swap: int | None = None

    def __str__(self) -> str:
        """`colour red swap 2`."""
        return f"colour {self.colour}{_tail(None, self.swap, uno=False)}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge the Wild Draw Four that one must draw for (W6)."""

    def __str__(self) -> str:
        """`challenge`."""
        return "challenge"


@dataclass(frozen=True, slots=True)
class Accept:
    """Draw for a Wild Draw Four without a challenge (W5)."""

    def __str__(self) -> str:
        """`accept`."""
        return "accept"


@dataclass(frozen=True, slots=True)
class SayUno:
    """Say UNO apart from a play (U1, U2)."""

    def __str__(self) -> str:
        """`uno`."""
        return "uno"


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a player who did not say UNO (U5)."""

    seat: int

    def __str__(self) -> str:
        """`catch 2`."""
        return f"catch {self.seat}"


@dataclass(frozen=True, slots=True)
class Report:
    """Say that a player suggested a card to another (X1)."""

    seat: int

    def __str__(self) -> str:
        """`report 2`."""
        return f"report {self.seat}"


@dataclass(frozen=True, slots=True)
class Uphold:
    """Agree with a report (X1)."""

    def __str__(self) -> str:
        """`uphold`."""
        return "uphold"


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Disagree with a report (X1)."""

    def __str__(self) -> str:
        """`dismiss`."""
        return "dismiss"


@dataclass(frozen=True, slots=True)
class Done:
    """Judge that a dare was done (H8)."""

    def __str__(self) -> str:
        """`done`."""
        return "done"


@dataclass(frozen=True, slots=True)
class Failed:
    """Judge that a dare failed, or give up one's own (H8)."""

    def __str__(self) -> str:
        """`failed`."""
        return "failed"


@dataclass(frozen=True, slots=True)
class Guessed:
    """Name who guessed the charade one acted; None is nobody (H8)."""

    seat: int | None

    def __str__(self) -> str:
        """`guessed 2`, `guessed none`."""
        return f"guessed {'none' if self.seat is None else self.seat}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the player whom a written rule applies to (H8)."""

    seat: int

    def __str__(self) -> str:
        """`choose 2`."""
        return f"choose {self.seat}"


@dataclass(frozen=True, slots=True)
class DiscardCard:
    """Discard a card of one's choice because a written rule says so (H4, H8)."""

    card: Card

    def __str__(self) -> str:
        """`discard R5`."""
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class GiveCard:
    """Give a card of one's choice because a written rule says so (H4, H8)."""

    card: Card

    def __str__(self) -> str:
        """`give R5`."""
        return f"give {self.card}"


Action: TypeAlias = (
    Play
    | Jump
    | DrawCard
    | Pass
    | CallColour
    | Challenge
    | Accept
    | SayUno
    | Catch
    | Report
    | Uphold
    | Dismiss
    | Done
    | Failed
    | Guessed
    | Choose
    | DiscardCard
    | GiveCard
)

_PLAIN: dict[str, Action] = {
    str(action): action
    for action in (DrawCard(), Pass(), Challenge(), Accept(), SayUno(), Uphold(), Dismiss(), Done(), Failed())
}


def parse_action(text: str) -> Action:
    """Read an action; NotationError says which word is wrong and which ones are possible."""
    words = text.split()
    if not words:
        raise NotationError("an action is missing")
    verb, rest = words[0], words[1:]
    if verb in _PLAIN:
        if rest:
            raise NotationError(f"{verb!r} stands alone: {rest[0]!r} is too much")
        return _PLAIN[verb]
    parse = _PARSERS.get(verb)
    if parse is None:
        raise NotationError(f"{verb!r} is no action: {', '.join([*_PARSERS, *_PLAIN])}")
    return parse(verb, rest)


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2):  # noqa: PLR2004
        raise NotationError(f"{word!r} is not a seat number")
    return int(word)


def _one(verb: str, rest: list[str], what: str) -> str:
    if len(rest) != 1:
        raise NotationError(f"{verb!r} takes one {what}, not {' '.join(rest) or 'none'}")
    return rest[0]


def _take_tail(verb: str, rest: list[str]) -> tuple[list[str], int | None, bool]:
    """Split `swap SEAT` and `uno` off the end."""
    uno = bool(rest) and rest[-1] == "uno"
    words = rest[:-1] if uno else rest
    if "swap" not in words:
        return words, None, uno
    at = words.index("swap")
    return words[:at], _seat(_one(f"{verb} … swap", words[at + 1 :], "seat")), uno


def _play(verb: str, rest: list[str]) -> Action:
    words, swap, uno = _take_tail(verb, rest)
    colours = {c.value for c in Colour}
    colour = parse_colour(words.pop()) if words and words[-1] in colours else None
    if not words:
        raise NotationError("'play' takes a card")
    return Play(tuple(parse_card(word) for word in words), colour, swap, uno)


def _jump(verb: str, rest: list[str]) -> Action:
    words, swap, uno = _take_tail(verb, rest)
    return Jump(parse_card(_one(verb, words, "card")), swap, uno)


def _colour(verb: str, rest: list[str]) -> Action:
    words, swap, uno = _take_tail(verb, rest)
    if uno:
        raise NotationError("UNO is not said with a colour")
    return CallColour(parse_colour(_one(verb, words, "colour")), swap)


def _guessed(verb: str, rest: list[str]) -> Action:
    word = _one(verb, rest, "seat or none")
    return Guessed(None if word == "none" else _seat(word))


_PARSERS: dict[str, Callable[[str, list[str]], Action]] = {
    "play": _play,
    "jump": _jump,
    "colour": _colour,
    "guessed": _guessed,
    "catch": lambda verb, rest: Catch(_seat(_one(verb, rest, "seat"))),
    "report": lambda verb, rest: Report(_seat(_one(verb, rest, "seat"))),
    "choose": lambda verb, rest: Choose(_seat(_one(verb, rest, "seat"))),
    "discard": lambda verb, rest: DiscardCard(parse_card(_one(verb, rest, "card"))),
    "give": lambda verb, rest: GiveCard(parse_card(_one(verb, rest, "card"))),
}


def several(cards: tuple[Card, ...]) -> bool:
    """Whether the cards are several numbers of the same value, as V9 asks."""
    return len(cards) > 1 and all(c.kind is Kind.NUMBER and c.number == cards[0].number for c in cards)
