"""Renders a round as text and as an RGB array. Both show every hand, so neither is an observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.rules.cards import ALL_CARDS, Colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.rules.ruleset import Ruleset

_COLOURS: Final = tuple(Colour)
_RGB: Final = ((208, 2, 27), (255, 210, 63), (0, 128, 90), (29, 78, 216), (36, 31, 56))
_TABLE: Final = (246, 241, 231)
_ASKED: Final = (226, 216, 196)
_WIDTH, _HEIGHT, _EDGE = 9, 13, 4
_MAX_SHOWN: Final = 40


def _hand(counts: Mapping[int, int]) -> list[int]:
    return [order for order in sorted(counts) for _ in range(counts[order])]


def render_text(rules: Ruleset, state: Mapping[str, Any], asked: int) -> str:
    """Return the top card, colour in force and direction in one line, then a line per seat; `asked` is marked with `>`."""
    colour = "none" if state["colour"] > 3 else str(_COLOURS[state["colour"]])  # noqa: PLR2004 - four colours
    way = "right" if state["backwards"] else "left"
    lines = [
        f"top {ALL_CARDS[state['top']]}, colour {colour}, to the {way}, {len(state['pile'])} in the pile"
    ]
    for seat in range(rules.players):
        cards = " ".join(ALL_CARDS[order].token for order in _hand(state["hands"][seat]))
        lines.append(f"{'>' if seat == asked else ' '} seat {seat}: {cards or '-'}")
    return "\n".join(lines)


def render_rgb(rules: Ruleset, state: Mapping[str, Any], asked: int) -> NDArray[np.uint8]:
    """Return uint8[height, width, 3]: a row of coloured cards per seat, and the top card in a row above them."""
    rows = rules.players + 1
    pixels = np.full(
        (rows * (_HEIGHT + _EDGE) + _EDGE, _MAX_SHOWN * (_WIDTH + 1) + 2 * _EDGE, 3), _TABLE, np.uint8
    )
    _card(pixels, 0, 0, _colour_of(state["top"]))
    _card(pixels, 0, 1, state["colour"])
    for seat in range(rules.players):
        if seat == asked:
            top = (seat + 1) * (_HEIGHT + _EDGE) + _EDGE // 2
            pixels[top : top + _HEIGHT + _EDGE] = _ASKED
        for place, order in enumerate(_hand(state["hands"][seat])[:_MAX_SHOWN]):
            _card(pixels, seat + 1, place, _colour_of(order))
    return pixels


def _colour_of(order: int) -> int:
    colour = ALL_CARDS[order].colour
    return len(_COLOURS) if colour is None else _COLOURS.index(colour)


def _card(pixels: NDArray[np.uint8], row: int, place: int, colour: int) -> None:
    top, left = row * (_HEIGHT + _EDGE) + _EDGE, place * (_WIDTH + 1) + _EDGE
    pixels[top : top + _HEIGHT, left : left + _WIDTH] = _RGB[colour]
