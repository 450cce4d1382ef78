"""Parses what a player types: `r7`, `7 red`, `wild green`, `swap with Bao`, or an action in full notation.

A line becomes a `ParsedInput`, which may leave things open; `matching_actions` returns the legal actions that it allows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import starmap
from typing import TYPE_CHECKING, Final

from lastcard.rules import actions as act
from lastcard.rules.cards import Card, Colour, Face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lastcard.rules.actions import Action

_PHRASES: Final = (
    (r"\bswap(s|ping)? hands? with\b", "with"),
    (r"\bwild[ -]?draw[ -]?(four|4)\b|\bdraw[ -]?four\b|\bwild ?\+?4\b|\bw\+?4\b|(?<!\S)\+4\b", " w+4 "),
    (r"\bdraw[ -]?two\b", " +2 "),
    (r"\b(wild )?swap hands\b", " ws "),
    (r"\b(wild )?customi[sz]able ?([123])\b", r" wc\2 "),
    (r"\b(wild )?customi[sz]able\b", " wc "),
)
_FACES: Final = {
    **{str(number): Face(str(number)) for number in range(10)},
    "zero": Face.ZERO,
    "one": Face.ONE,
    "two": Face.TWO,
    "three": Face.THREE,
    "four": Face.FOUR,
    "five": Face.FIVE,
    "six": Face.SIX,
    "seven": Face.SEVEN,
    "eight": Face.EIGHT,
    "nine": Face.NINE,
    "skip": Face.SKIP,
    "reverse": Face.REVERSE,
    "+2": Face.DRAW_TWO,
    "blank": Face.BLANK,
    "*": Face.BLANK,
}
_WILDS: Final = {
    "wild": Face.WILD,
    "w": Face.WILD,
    "w+4": Face.WILD_DRAW_FOUR,
    "ws": Face.SWAP_HANDS,
    "wc": Face.CUSTOMIZABLE,
    "wc1": Face.CUSTOMIZABLE_1,
    "wc2": Face.CUSTOMIZABLE_2,
    "wc3": Face.CUSTOMIZABLE_3,
}
_COLOURS: Final = {word: colour for colour in Colour for word in (colour.value, colour.letter.lower())}
_VERBS: Final = {
    "play": "play",
    "p": "play",
    "jump": "jump",
    "j": "jump",
    "draw": "draw",
    "d": "draw",
    "keep": "pass",
    "k": "pass",
    "pass": "pass",
    "call": "colour",
    "colour": "colour",
    "color": "colour",
    "challenge": "challenge",
    "c": "challenge",
    "accept": "accept",
    "a": "accept",
    "catch": "catch",
    "report": "report",
    "uphold": "uphold",
    "dismiss": "dismiss",
    "done": "done",
    "failed": "failed",
    "fail": "failed",
    "guessed": "guessed",
    "choose": "choose",
    "discard": "discard",
    "give": "give",
}
_SILENT: Final = frozenset({"with", "swap", "and", "to", "the", "a", "hands", "in", "it", "card", "cards"})
_NOBODY: Final = frozenset({"none", "nobody"})
_UNO: Final = frozenset({"uno", "u"})
_KNOWN_WORDS: Final = (
    _FACES.keys() | _WILDS.keys() | _COLOURS.keys() | _VERBS.keys() | _SILENT | _NOBODY | _UNO
)
RESERVED: Final = _KNOWN_WORDS | {"me", "you"}
"""Words that have a meaning, so that no player can be named like this."""

_COLOURED: Final = re.compile(r"([rygb])(\d|s|r|\+2|\*)|(\d)([rygb])")
_SHORT: Final = {"s": Face.SKIP, "r": Face.REVERSE} | _FACES
_EXPLICIT_ONLY: Final = frozenset({"catch", "report", "uphold", "dismiss"})
"""Actions that are only meant if their verb is typed."""
_WITH_CARDS: Final = frozenset({"play", "jump", "discard", "give"})


class NotUnderstoodError(Exception):
    """A word that means nothing here: `word`."""

    def __init__(self, word: str) -> None:
        self.word = word
        super().__init__(word)


@dataclass(frozen=True, slots=True)
class CardPattern:
    """A card as far as it was named: its colour, its face, or both."""

    colour: Colour | None = None
    face: Face | None = None

    def fits(self, card: Card) -> bool:
        """Whether the card may be meant."""
        if self.colour not in (None, card.colour):
            return False
        return self.face in (None, card.face) or (self.face is Face.CUSTOMIZABLE and card.face.customizable)


@dataclass(frozen=True, slots=True)
class ParsedInput:
    """What a line asks for; whatever it leaves open is None or empty. `uno`: it says UNO. `nobody`: it names nobody."""

    verb: str | None = None
    cards: tuple[CardPattern, ...] = ()
    colour: Colour | None = None
    seat: int | None = None
    uno: bool = False
    nobody: bool = False


def parse_line(line: str, names: Mapping[int, str]) -> tuple[ParsedInput, ...]:
    """Return the possible readings of the line, the likeliest first; NotUnderstoodError has the first unknown word."""
    parsed = _LineParser(names).read(line)
    if parsed.colour and not parsed.cards and parsed.verb in (None, *_WITH_CARDS):
        return parsed, replace(parsed, colour=None, cards=(CardPattern(parsed.colour),))
    return (parsed,)


def matching_actions(parsed: ParsedInput, lawful: Iterable[Action]) -> tuple[Action, ...]:
    """Return the legal actions that the input may mean."""
    return tuple(action for action in lawful if _fits(parsed, action))


class _LineParser:
    """Parses one line, word by word."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = {name.lower(): seat for seat, name in names.items()}
        self._cards: list[CardPattern] = []
        self._colours: list[Colour] = []
        self._wanted = ParsedInput()

    def read(self, line: str) -> ParsedInput:
        for word in self._words(line):
            self._word(word)
        if len(self._colours) > 1:
            raise NotUnderstoodError(self._colours[1].value)
        cards = tuple(self._cards)
        if self._wanted.verb == "draw":  # `draw 4` says how many
            cards = tuple(
                pattern for pattern in cards if pattern.colour or pattern.face not in list(Face)[:10]
            )
        return replace(self._wanted, cards=cards, colour=next(iter(self._colours), None))

    def _words(self, line: str) -> Iterator[str]:
        text = f" {line.lower()} "
        for name in sorted(self._names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f" @{self._names[name]} ", text)
        text = re.sub(r"[.,;:!?\"]", " ", text)
        for pattern, word in _PHRASES:
            text = re.sub(pattern, word, text)
        yield from text.split()

    def _word(self, word: str) -> None:
        coloured = _COLOURED.fullmatch(word)
        if coloured:
            letter, face = coloured[1] or coloured[4], coloured[2] or coloured[3]
            self._cards.append(CardPattern(_COLOURS[letter], _SHORT[face]))
        elif word in _FACES:
            self._face(_FACES[word])
        elif word in _WILDS:
            self._cards.append(CardPattern(None, _WILDS[word]))
        elif word in _COLOURS:
            self._colour(_COLOURS[word])
        elif word in _VERBS and self._wanted.verb is None and (len(word) > 1 or not self._cards):
            self._wanted = replace(self._wanted, verb=_VERBS[word])
        elif word in _UNO:
            self._wanted = replace(self._wanted, uno=True)
        elif word in _NOBODY:
            self._wanted = replace(self._wanted, nobody=True)
        elif word not in _SILENT:
            self._wanted = replace(self._wanted, seat=self._seat(word))

    def _face(self, face: Face) -> None:
        """A face completes the colour before it."""
        self._cards.append(CardPattern(self._colours.pop() if self._colours else None, face))

    def _colour(self, colour: Colour) -> None:
        """A colour completes the face before it; else it waits for one, or is called."""
        last = self._cards[-1] if self._cards else None
        if last and last.colour is None and last.face not in _WILDS.values() and not self._colours:
            self._cards[-1] = CardPattern(colour, last.face)
        else:
            self._colours.append(colour)

    def _seat(self, word: str) -> int:
        if word.startswith("@"):
            return int(word[1:])
        begun = [seat for name, seat in self._names.items() if name.startswith(word)]
        if len(begun) != 1:
            raise NotUnderstoodError(word)
        return begun[0]


@dataclass(frozen=True, slots=True)
class ActionParts:
    """The parts of an action, as in `ParsedInput`."""

    verb: str
    cards: tuple[Card, ...] = ()
    colour: Colour | None = None
    seat: int | None = None
    uno: bool = False


def action_parts(action: Action) -> ActionParts:
    """Return the parts of the action."""
    match action:
        case act.Play(cards, colour, swap, uno):
            return ActionParts("play", cards, colour, swap, uno)
        case act.Jump(card, swap, uno):
            return ActionParts("jump", (card,), None, swap, uno)
        case act.CallColour(colour, swap):
            return ActionParts("colour", (), colour, swap)
        case act.SayUno():
            return ActionParts("uno", uno=True)
        case act.Catch(seat) | act.Report(seat) | act.Guessed(seat) | act.Choose(seat):
            return ActionParts(str(action).split()[0], seat=seat)
        case act.DiscardCard(card) | act.GiveCard(card):
            return ActionParts(str(action).split()[0], (card,))
        case _:
            return ActionParts(str(action))


def _fits(parsed: ParsedInput, action: Action) -> bool:
    has = action_parts(action)
    if not _verb_fits(parsed, has) or parsed.uno != has.uno:
        return False
    if parsed.nobody != (has.verb == "guessed" and has.seat is None):
        return False
    if parsed.colour not in (None, has.colour) or parsed.seat not in (None, has.seat):
        return False
    return _cards_fit(parsed, has)


def _verb_fits(parsed: ParsedInput, has: ActionParts) -> bool:
    if parsed.verb is not None:
        return parsed.verb == has.verb
    return parsed != ParsedInput() and has.verb not in _EXPLICIT_ONLY


def _cards_fit(parsed: ParsedInput, has: ActionParts) -> bool:
    if not parsed.cards:
        return not has.cards or (parsed.verb in _WITH_CARDS and len(has.cards) == 1)
    if len(parsed.cards) != len(has.cards):
        return False
    ends = ((parsed.cards[0], has.cards[0]), (parsed.cards[-1], has.cards[-1]))
    return all(starmap(CardPattern.fits, ends)) and _middle_fits(parsed.cards[1:-1], has.cards[1:-1])


def _middle_fits(pattern: tuple[CardPattern, ...], cards: tuple[Card, ...]) -> bool:
    """Between the first and the last card the order does not matter; patterns with a colour choose first."""
    left = list(cards)
    for one in sorted(pattern, key=lambda m: m.colour is None):
        found = next((card for card in left if one.fits(card)), None)
        if found is None:
            return False
        left.remove(found)
    return True
