"""Observation presets computed from the bytes that a seat sees (docs/encoding.md): `flat`, `planes`, `history`, `rlcard-4x4x15`.

Each preset is a function of the observation and, for `history`, of the rows of an `ActHistory`. What a seat may not see is
in neither, and so in no preset. All functions work on many observations at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lastcard.rules.cards import ALL_CARDS, Card, Colour, Face, Kind
from lastcard.sim.choices import ORDER, PLAYERS
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    ByteRows = NDArray[np.uint8]
    FloatRows = NDArray[np.float32]

CARD_KINDS: Final = len(ALL_CARDS)
HISTORY_LENGTH: Final = 32
"""The number of actions that `history` keeps."""
HISTORY_ROW: Final = 2 + PLAYERS
"""The number of bytes of an action: see `lastcard.env.act_history`."""
_FACES: Final = tuple(dict.fromkeys(card.face for card in ALL_CARDS))
"""The columns of `planes`: 0-9, Skip, Reverse, Draw Two, blank, and the seven wild cards."""
_RLCARD: Final = tuple(face for face in _FACES if face is not Face.BLANK)[:15]
_KERNEL_COLOURS: Final = tuple(Colour)


@dataclass(frozen=True)
class Preset:
    """An encoding: `encode(seen, past)` takes uint8[n, 192] and uint8[n, 32, 12] and returns float32[n, *shape]."""

    name: str
    shape: tuple[int, ...]
    high: float
    encode: Callable[[ByteRows, ByteRows], FloatRows]
    past: bool = False
    """Whether `encode` uses its second argument."""


@dataclass(frozen=True)
class FlatField:
    """Some bytes of an observation and their encoding in `flat`: divided by `scale`, one-hot of `size`, or as `bits`."""

    name: str
    first: int
    count: int
    scale: float = 1.0
    size: int = 0
    bits: int = 0

    @property
    def width(self) -> int:
        """How many numbers the field becomes."""
        return self.count * (self.size or self.bits or 1)

    def write(self, seen: ByteRows) -> FloatRows:
        """Return the encoded numbers, a row for each observation."""
        part = seen[:, self.first : self.first + self.count]
        if self.size:
            spread = part[:, :, None] == np.arange(self.size, dtype=np.uint8)
        elif self.bits:
            spread = (part[:, :, None] >> np.arange(self.bits, dtype=np.uint8)) & 1 == 1
        else:
            return part.astype(np.float32) / np.float32(self.scale)
        found: FloatRows = spread.reshape(len(seen), -1).astype(np.float32)
        return found


FLAT: Final = (
    FlatField("hand", 0, CARD_KINDS, scale=4),
    FlatField("discards", codes.O_BURIED, CARD_KINDS, scale=4),
    FlatField("sizes", codes.O_SIZES, PLAYERS, scale=16),
    FlatField("marks", codes.O_MARKS, PLAYERS, bits=4),
    FlatField("top", codes.O_TOP, 1, size=CARD_KINDS),
    FlatField("colour", codes.O_COLOUR, 1, size=5),
    FlatField("right", codes.O_BACKWARDS, 1),
    FlatField("phase", codes.O_PHASE, 1, size=11),
    FlatField("question", codes.O_QUESTION, 1, size=5),
    FlatField("drawn", codes.O_DRAWN, 1, size=CARD_KINDS + 1),
    FlatField("debt", codes.O_DEBT, 1, scale=16),
    FlatField("four", codes.O_FOUR_DEBT, 1),
    FlatField("waits", codes.O_SEAT, 1, size=PLAYERS),
    FlatField("pile", codes.O_PILE, 1, scale=128),
    FlatField("pending", codes.O_PENDING, 1, size=CARD_KINDS + 2),
    FlatField("before", codes.O_BEFORE, 1, size=5),
    FlatField("accused", codes.O_ACCUSED, 1, size=PLAYERS),
    FlatField("picks", codes.O_PICKS, 1, scale=16),
    FlatField("passes", codes.O_PASSES, 1, scale=16),
    FlatField("dealer", codes.O_DEALER, 1, size=PLAYERS),
)
"""The fields of `flat` in order. Scales are powers of two, so that counts can be recovered exactly."""


def flat_slices() -> dict[str, slice]:
    """Return the position of each field in `flat`."""
    found, at = {}, 0
    for field in FLAT:
        found[field.name] = slice(at, at + field.width)
        at += field.width
    return found


def _flat(seen: ByteRows, past: ByteRows) -> FloatRows:
    del past
    return np.concatenate([field.write(seen) for field in FLAT], axis=1)


def _grid(faces: tuple[Face, ...]) -> NDArray[np.int64]:
    """The `order` of the card at each colour and face; a wild card is at all four colours."""
    return np.array(
        [[Card(face, None if face.kind is Kind.WILD else colour).order for face in faces] for colour in ORDER]
    )


_GRID: Final = _grid(_FACES)
_RLCARD_GRID: Final = _grid(_RLCARD)
_ROWS: Final = np.array([_KERNEL_COLOURS.index(colour) for colour in ORDER], np.uint8)
_PLANE_FIELDS: Final = tuple(
    field for field in FLAT if field.name not in {"hand", "discards", "top", "drawn", "pending"}
)


def _card_plane(order: NDArray[np.uint8], grid: NDArray[np.int64]) -> FloatRows:
    """A plane that is 1 where that card is."""
    found: FloatRows = (grid[None] == order.astype(np.int64)[:, None, None]).astype(np.float32)
    return found


def _planes(seen: ByteRows, past: ByteRows) -> FloatRows:
    del past
    hand, under = seen[:, :64][:, _GRID], seen[:, codes.O_BURIED : codes.O_SIZES][:, _GRID]
    cards: list[FloatRows] = [(hand / 4).astype(np.float32), (under / 4).astype(np.float32)]
    cards += [
        _card_plane(seen[:, codes.O_TOP], _GRID),
        _card_plane(seen[:, codes.O_DRAWN] - np.uint8(1), _GRID),
        _card_plane(seen[:, codes.O_PENDING] - np.uint8(1), _GRID),
    ]
    colour = (seen[:, codes.O_COLOUR, None] == _ROWS)[:, :, None] & np.ones(len(_FACES), bool)
    whole = np.concatenate([field.write(seen) for field in _PLANE_FIELDS], axis=1)
    spread = np.broadcast_to(whole[:, :, None, None], (*whole.shape, 4, len(_FACES)))
    return np.concatenate([np.stack([*cards, colour.astype(np.float32)], axis=1), spread], axis=1)


def _rlcard(seen: ByteRows, past: ByteRows) -> FloatRows:
    """RLCard 1.2.0's encoding: none, one or two of each card, wild cards held or not, the top card in the colour in force."""
    del past
    held = seen[:, :64][:, _RLCARD_GRID]
    wild = np.arange(len(_RLCARD)) >= len(_RLCARD) - 2
    none, two = held == 0, (held >= 2) & ~wild  # noqa: PLR2004 - RLCard knows two of a card
    top = (_RLCARD_GRID[None] == seen[:, codes.O_TOP].astype(np.int64)[:, None, None]) & (
        (seen[:, codes.O_COLOUR, None] == _ROWS)[:, :, None]
    )
    return np.stack([none, ~none & ~two, two, top], axis=1).astype(np.float32)


def _history(seen: ByteRows, past: ByteRows) -> FloatRows:
    """The bytes themselves, then the actions, latest first."""
    return np.concatenate([seen[:, :164], past.reshape(len(seen), -1)], axis=1).astype(np.float32)


_FLAT_WIDTH: Final = sum(field.width for field in FLAT)
PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("flat", (_FLAT_WIDTH,), 64.0, _flat),
        Preset("planes", (6 + sum(field.width for field in _PLANE_FIELDS), 4, len(_FACES)), 64.0, _planes),
        Preset("history", (164 + HISTORY_LENGTH * HISTORY_ROW,), 255.0, _history, past=True),
        Preset("rlcard-4x4x15", (4, 4, 15), 1.0, _rlcard),
    )
}
"""The presets by name."""
BYTES: Final = "bytes"
"""The name of the observation without any encoding."""


def preset_of(observation: str) -> Preset | None:
    """Return the preset of that name, None for `bytes`; ValueError lists the names."""
    if observation != BYTES and observation not in PRESETS:
        raise ValueError(f"an observation is one of {', '.join([BYTES, *PRESETS])}, not {observation!r}")
    return PRESETS.get(observation)


def decode_hand(name: str, encoded: FloatRows) -> NDArray[np.int64]:
    """Return the hand in an encoded observation, as counts by `order`.

    ValueError for an unknown name. `rlcard-4x4x15` cannot tell two wild cards from more and has neither blanks nor customizable
    cards: it gives 1 for a wild card that is held.
    """
    if preset_of(name) is None:
        raise ValueError("bytes need no decoding: the first 63 are the hand")
    found = np.zeros(CARD_KINDS, np.int64)
    if name == "flat":
        found[:] = np.rint(encoded[:CARD_KINDS] * 4)
    elif name == "history":
        found[:] = encoded[:CARD_KINDS]
    elif name == "planes":
        found[_GRID] = np.rint(encoded[0] * 4).astype(np.int64)
    else:
        found[_RLCARD_GRID] = (encoded[1] + 2 * encoded[2]).astype(np.int64)
    return found
