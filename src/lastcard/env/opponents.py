"""Who plays the other seats of the vectorised environment: many choices at once, from what each seat sees and what is open to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from lastcard.env.memory import ASIDE, NOTHING
from lastcard.rules.cards import Card, Colour, Face, Kind, parse_card
from lastcard.rules.ruleset import ruleset
from lastcard.sim.choices import CHOICES, ORDER, PLAYERS
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Seen = NDArray[np.uint8]
    Open = NDArray[np.bool_]

Opponents = Callable[["NDArray[np.uint8]", "NDArray[np.bool_]", np.random.Generator], "NDArray[np.int16]"]
"""For observations uint8[n, 192] and open numbers bool[n, 175]: a number for each."""

DRAW: Final = CHOICES.index("draw")
_KEEP, _CHALLENGE, _UNO = CHOICES.index("pass"), CHOICES.index("challenge"), CHOICES.index("uno")
_PLAYER: Final = slice(CHOICES.index("player 1"), CHOICES.index("nobody"))
_JUMP: Final = CHOICES.index("jump")
_DANGER: Final = 2
"""With this many cards or fewer, the next player is about to go out."""
_NEVER: Final = -1e9
_COLOUR_FACES: Final = 14
_KERNEL_COLOURS: Final = tuple(Colour)


def random_opponents(seen: Seen, open_: Open, chance: np.random.Generator) -> NDArray[np.int16]:
    """Policy R: any play, a Wild Draw Four only if it is lawful; draws only where nothing fits, says UNO, never challenges."""
    worth = np.where(open_, 0.0, -np.inf)
    _be_honest(seen, worth)
    worth[:, [DRAW, _CHALLENGE]] = np.where(open_[:, [DRAW, _CHALLENGE]], _NEVER / 2, -np.inf)
    _say_uno(open_, worth)
    _say_nothing(seen, worth)
    return _any_of_the_best(worth, chance)


def sensible_opponents(seen: Seen, open_: Open, chance: np.random.Generator) -> NDArray[np.int16]:
    """Sheds points, keeps wild cards, holds its colour together, hits a next player who is about to go out, catches and jumps in.

    It plays as policy R where it has no better idea, and keeps a drawn card only where it cannot play it.
    """
    worth = np.zeros(open_.shape)
    worth[:, _NUMBERS] = _POINTS - 56.0 * _WILD + 3.0 * _colours_held(seen)[:, _CALLED]
    worth[:, _NUMBERS] += 120.0 * (_danger(seen)[:, None] & _hits(seen))
    worth[:, _PLAYER] -= seen[:, codes.O_SIZES + 1 : codes.O_SIZES + PLAYERS]
    worth[:, _KEEP] = _NEVER / 4
    worth = np.where(open_, worth, -np.inf)
    _be_honest(seen, worth)
    worth[:, [DRAW, _CHALLENGE]] = np.where(open_[:, [DRAW, _CHALLENGE]], _NEVER / 2, -np.inf)
    worth[:, NOTHING] = np.where(open_[:, NOTHING], _NEVER / 2, -np.inf)
    _say_uno(open_, worth)
    return _any_of_the_best(worth, chance)


def _any_of_the_best(worth: NDArray[np.float64], chance: np.random.Generator) -> NDArray[np.int16]:
    best = worth >= worth.max(axis=1, keepdims=True)
    found: NDArray[np.int16] = (chance.random(best.shape) * best).argmax(axis=1).astype(np.int16)
    return found


def _be_honest(seen: Seen, worth: NDArray[np.float64]) -> None:
    """A Wild Draw Four is the last resort while the hand holds the colour in force (W5), but for the last card."""
    held = np.concatenate([_held(seen), np.zeros((len(seen), 1), np.int64)], axis=1)
    bluff = (held[np.arange(len(seen)), np.minimum(seen[:, codes.O_COLOUR], codes.NO_COLOUR)] > 0) & (
        seen[:, codes.O_SIZES] > 1
    )
    # a drawn card that need not be played is kept instead, everything else is drawn for
    rows = np.flatnonzero(bluff)
    worth[np.ix_(rows, _FOURS)] = np.where(worth[np.ix_(rows, _FOURS)] > -np.inf, _NEVER, -np.inf)


def _say_uno(open_: Open, worth: NDArray[np.float64]) -> None:
    worth[open_[:, _UNO], _UNO] = 1e6


def _say_nothing(seen: Seen, worth: NDArray[np.float64]) -> None:
    """Who is asked for a catch or a jump lets it pass."""
    aside = seen[:, codes.O_QUESTION] == ASIDE
    worth[aside, _PLAYER] = np.minimum(worth[aside, _PLAYER], _NEVER)
    worth[aside, _JUMP] = np.minimum(worth[aside, _JUMP], _NEVER)


def _held(seen: Seen) -> NDArray[np.int64]:
    """How many cards of each colour a hand holds, in the kernel's order of colours."""
    coloured = seen[:, : len(_KERNEL_COLOURS) * _COLOUR_FACES].reshape(len(seen), -1, _COLOUR_FACES)
    found: NDArray[np.int64] = coloured.sum(axis=2, dtype=np.int64)
    return found


def _colours_held(seen: Seen) -> NDArray[np.int64]:
    """The same for red, green, blue, yellow."""
    return _held(seen)[:, [_KERNEL_COLOURS.index(colour) for colour in ORDER]]


def _danger(seen: Seen) -> Open:
    """Whether the next player holds two cards or fewer; seats that have left are none."""
    there = (seen[:, codes.O_MARKS : codes.O_TOP] & 8) > 0
    there[:, 0] = False
    left, right = there.argmax(axis=1), PLAYERS - 1 - there[:, ::-1].argmax(axis=1)
    next_ = np.where(seen[:, codes.O_BACKWARDS] == 1, right, left)
    found: Open = seen[np.arange(len(seen)), codes.O_SIZES + next_] <= _DANGER
    return found


def _hits(seen: Seen) -> Open:
    """Which plays make the next player draw or lose a turn; a Reverse does so between two."""
    two = ((seen[:, codes.O_MARKS : codes.O_TOP] & 8) > 0).sum(axis=1) == 2  # noqa: PLR2004 - two players
    found: Open = _HIT[None] | (_TURN[None] & two[:, None])
    return found


def _card_and_colour(number: int) -> tuple[Card, int]:
    """What a number plays, and the place in `ORDER` of the colour to come."""
    token, *called = CHOICES[number].removeprefix("play ").split()
    card = parse_card(token)
    colour = Colour(called[0]) if called else card.colour
    return card, ORDER.index(colour) if colour else 0


_NUMBERS: Final = np.array([i for i, text in enumerate(CHOICES) if text.startswith("play ")])
_CARDS: Final = [_card_and_colour(int(number)) for number in _NUMBERS]
_CALLED: Final = np.array([colour for _, colour in _CARDS])
_PLAYED: Final = ruleset("classic").points
_POINTS: Final = np.array([0 if card.wild else _PLAYED.get(card, 20) for card, _ in _CARDS], float)
_WILD: Final = np.array([card.kind is Kind.WILD for card, _ in _CARDS], float)
_HIT: Final = np.array([card.face in (Face.DRAW_TWO, Face.SKIP, Face.WILD_DRAW_FOUR) for card, _ in _CARDS])
_TURN: Final = np.array([card.face is Face.REVERSE for card, _ in _CARDS])
_FOURS: Final = _NUMBERS[[card.face is Face.WILD_DRAW_FOUR for card, _ in _CARDS]]
