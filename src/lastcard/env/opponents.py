"""Opponents for the vectorised environment: they choose for many seats at once, from observations and action masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from lastcard.env.act_history import OUT_OF_TURN, SAY_NOTHING
from lastcard.rules.cards import Card, Colour, Face, Kind, parse_card
from lastcard.rules.ruleset import ruleset
from lastcard.sim.choices import CHOICES, ORDER, PLAYERS
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    ByteRows = NDArray[np.uint8]
    MaskRows = NDArray[np.bool_]

Opponents = Callable[["NDArray[np.uint8]", "NDArray[np.bool_]", np.random.Generator], "NDArray[np.int16]"]
"""Takes observations uint8[n, 192], action masks bool[n, 175] and a generator; returns an action for each as int16[n]."""

DRAW: Final = CHOICES.index("draw")
_KEEP, _CHALLENGE, _UNO = CHOICES.index("pass"), CHOICES.index("challenge"), CHOICES.index("uno")
_PLAYER: Final = slice(CHOICES.index("player 1"), CHOICES.index("nobody"))
_JUMP: Final = CHOICES.index("jump")
_DANGER: Final = 2
"""With this many cards or fewer, the next player is about to go out."""
_NEVER: Final = -1e9
_COLOUR_FACES: Final = 14
_KERNEL_COLOURS: Final = tuple(Colour)


def random_opponents(seen: ByteRows, mask: MaskRows, rng: np.random.Generator) -> NDArray[np.int16]:
    """Policy R: a random play, Wild Draw Four only if it is lawful; draws only if nothing fits, says UNO, never challenges."""
    worth = np.where(mask, 0.0, -np.inf)
    _avoid_bluffs(seen, worth)
    worth[:, [DRAW, _CHALLENGE]] = np.where(mask[:, [DRAW, _CHALLENGE]], _NEVER / 2, -np.inf)
    _always_say_uno(mask, worth)
    _decline_out_of_turn(seen, worth)
    return _best_at_random(worth, rng)


def sensible_opponents(seen: ByteRows, mask: MaskRows, rng: np.random.Generator) -> NDArray[np.int16]:
    """Shed points, keep wild cards, hold a colour together, stop a next player who is about to go out, catch and jump in.

    Plays as policy R where it has no preference, and keeps a drawn card only if it cannot be played.
    """
    worth = np.zeros(mask.shape)
    worth[:, _NUMBERS] = _POINTS - 56.0 * _WILD + 3.0 * _colours_held(seen)[:, _CALLED]
    worth[:, _NUMBERS] += 120.0 * (_next_is_nearly_out(seen)[:, None] & _hits(seen))
    worth[:, _PLAYER] -= seen[:, codes.O_SIZES + 1 : codes.O_SIZES + PLAYERS]
    worth[:, _KEEP] = _NEVER / 4
    worth = np.where(mask, worth, -np.inf)
    _avoid_bluffs(seen, worth)
    worth[:, [DRAW, _CHALLENGE]] = np.where(mask[:, [DRAW, _CHALLENGE]], _NEVER / 2, -np.inf)
    worth[:, SAY_NOTHING] = np.where(mask[:, SAY_NOTHING], _NEVER / 2, -np.inf)
    _always_say_uno(mask, worth)
    return _best_at_random(worth, rng)


def _best_at_random(worth: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int16]:
    best = worth >= worth.max(axis=1, keepdims=True)
    found: NDArray[np.int16] = (rng.random(best.shape) * best).argmax(axis=1).astype(np.int16)
    return found


def _avoid_bluffs(seen: ByteRows, worth: NDArray[np.float64]) -> None:
    """Make a Wild Draw Four the last resort while the hand holds the colour in force (W5), except as the last card."""
    held = np.concatenate([_held(seen), np.zeros((len(seen), 1), np.int64)], axis=1)
    bluff = (held[np.arange(len(seen)), np.minimum(seen[:, codes.O_COLOUR], codes.NO_COLOUR)] > 0) & (
        seen[:, codes.O_SIZES] > 1
    )
    # instead, a drawn card is kept, and in all other cases a card is drawn
    rows = np.flatnonzero(bluff)
    worth[np.ix_(rows, _FOURS)] = np.where(worth[np.ix_(rows, _FOURS)] > -np.inf, _NEVER, -np.inf)


def _always_say_uno(mask: MaskRows, worth: NDArray[np.float64]) -> None:
    worth[mask[:, _UNO], _UNO] = 1e6


def _decline_out_of_turn(seen: ByteRows, worth: NDArray[np.float64]) -> None:
    """Neither catch nor jump in."""
    aside = seen[:, codes.O_QUESTION] == OUT_OF_TURN
    worth[aside, _PLAYER] = np.minimum(worth[aside, _PLAYER], _NEVER)
    worth[aside, _JUMP] = np.minimum(worth[aside, _JUMP], _NEVER)


def _held(seen: ByteRows) -> NDArray[np.int64]:
    """Cards of each colour in the hand, in the kernel's order of colours."""
    coloured = seen[:, : len(_KERNEL_COLOURS) * _COLOUR_FACES].reshape(len(seen), -1, _COLOUR_FACES)
    found: NDArray[np.int64] = coloured.sum(axis=2, dtype=np.int64)
    return found


def _colours_held(seen: ByteRows) -> NDArray[np.int64]:
    """The same in the order red, green, blue, yellow."""
    return _held(seen)[:, [_KERNEL_COLOURS.index(colour) for colour in ORDER]]


def _next_is_nearly_out(seen: ByteRows) -> MaskRows:
    """Whether the next player holds two cards or fewer; seats that have left are skipped."""
    there = (seen[:, codes.O_MARKS : codes.O_TOP] & 8) > 0
    there[:, 0] = False
    left, right = there.argmax(axis=1), PLAYERS - 1 - there[:, ::-1].argmax(axis=1)
    next_ = np.where(seen[:, codes.O_BACKWARDS] == 1, right, left)
    found: MaskRows = seen[np.arange(len(seen)), codes.O_SIZES + next_] <= _DANGER
    return found


def _hits(seen: ByteRows) -> MaskRows:
    """Which plays make the next player draw or lose a turn; with two players a Reverse does."""
    two = ((seen[:, codes.O_MARKS : codes.O_TOP] & 8) > 0).sum(axis=1) == 2  # noqa: PLR2004 - two players
    found: MaskRows = _HIT[None] | (_TURN[None] & two[:, None])
    return found


def _card_and_colour(number: int) -> tuple[Card, int]:
    """The card that an action plays, and the index in `ORDER` of the colour that it calls."""
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
