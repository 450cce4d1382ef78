"""Observations made from the bytes that a seat sees (docs/encoding.md): `flat`, `planes`, `history` and `rlcard-4x4x15`.

Every preset is a function of an observation, and of the `Recorder`'s rows where it wants the past: what a seat may not see is not in those, and so in
none of these. All work on many observations at once.
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

    Seen = NDArray[np.uint8]
    Numbers = NDArray[np.float32]

KINDS: Final = len(ALL_CARDS)
REMEMBERED: Final = 32
"""How many acts `history` keeps."""
ROW: Final = 2 + PLAYERS
"""The bytes of an act: see `lastcard.env.memory`."""
_FACES: Final = tuple(dict.fromkeys(card.face for card in ALL_CARDS))
"""The columns of `planes`: 0-9, Skip, Reverse, Draw Two, blank, and the seven wild cards."""
_RLCARD: Final = tuple(face for face in _FACES if face is not Face.BLANK)[:15]
_KERNEL_COLOURS: Final = tuple(Colour)


@dataclass(frozen=True)
class Preset:
    """How an observation is written: `encode(seen, past)` for uint8[n, 192] and uint8[n, 32, 12] gives float32[n, *shape]."""

    name: str
    shape: tuple[int, ...]
    high: float
    encode: Callable[[Seen, Seen], Numbers]
    past: bool = False
    """Whether `past` is looked at."""


@dataclass(frozen=True)
class Field:
    """Bytes of an observation and how `flat` writes them: as they are over `scale`, or as one of `size` (from `low`)."""

    name: str
    first: int
    count: int
    scale: float = 1.0
    size: int = 0
    bits: int = 0

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        return self.count * (self.size or self.bits or 1)

    def write(self, seen: Seen) -> Numbers:
        """The numbers of each observation."""
        part = seen[:, self.first : self.first + self.count]
        if self.size:
            spread = part[:, :, None] == np.arange(self.size, dtype=np.uint8)
        elif self.bits:
            spread = (part[:, :, None] >> np.arange(self.bits, dtype=np.uint8)) & 1 == 1
        else:
            return part.astype(np.float32) / np.float32(self.scale)
        found: Numbers = spread.reshape(len(seen), -1).astype(np.float32)
        return found


FLAT: Final = (
    Field("hand", 0, KINDS, scale=4),
    Field("discards", codes.O_BURIED, KINDS, scale=4),
    Field("sizes", codes.O_SIZES, PLAYERS, scale=16),
    Field("marks", codes.O_MARKS, PLAYERS, bits=4),
    Field("top", codes.O_TOP, 1, size=KINDS),
    Field("colour", codes.O_COLOUR, 1, size=5),
    Field("right", codes.O_BACKWARDS, 1),
    Field("phase", codes.O_PHASE, 1, size=11),
    Field("question", codes.O_QUESTION, 1, size=5),
    Field("drawn", codes.O_DRAWN, 1, size=KINDS + 1),
    Field("debt", codes.O_DEBT, 1, scale=16),
    Field("four", codes.O_FOUR_DEBT, 1),
    Field("waits", codes.O_SEAT, 1, size=PLAYERS),
    Field("pile", codes.O_PILE, 1, scale=128),
    Field("pending", codes.O_PENDING, 1, size=KINDS + 2),
    Field("before", codes.O_BEFORE, 1, size=5),
    Field("accused", codes.O_ACCUSED, 1, size=PLAYERS),
    Field("picks", codes.O_PICKS, 1, scale=16),
    Field("passes", codes.O_PASSES, 1, scale=16),
    Field("dealer", codes.O_DEALER, 1, size=PLAYERS),
)
"""The fields of `flat`, one after the other. Scales are powers of two, so that counts come back exactly."""


def places() -> dict[str, slice]:
    """Where each field of `flat` stands."""
    found, at = {}, 0
    for field in FLAT:
        found[field.name] = slice(at, at + field.width)
        at += field.width
    return found


def _flat(seen: Seen, past: Seen) -> Numbers:
    del past
    return np.concatenate([field.write(seen) for field in FLAT], axis=1)


def _grid(faces: tuple[Face, ...]) -> NDArray[np.int64]:
    """The order of the card at each colour and face; a wild card stands at all four colours."""
    return np.array(
        [[Card(face, None if face.kind is Kind.WILD else colour).order for face in faces] for colour in ORDER]
    )


_GRID: Final = _grid(_FACES)
_RLCARD_GRID: Final = _grid(_RLCARD)
_ROWS: Final = np.array([_KERNEL_COLOURS.index(colour) for colour in ORDER], np.uint8)
_WHOLE: Final = tuple(
    field for field in FLAT if field.name not in {"hand", "discards", "top", "drawn", "pending"}
)


def _one(order: NDArray[np.uint8], grid: NDArray[np.int64]) -> Numbers:
    """A plane with the card of that order."""
    found: Numbers = (grid[None] == order.astype(np.int64)[:, None, None]).astype(np.float32)
    return found


def _planes(seen: Seen, past: Seen) -> Numbers:
    del past
    hand, under = seen[:, :64][:, _GRID], seen[:, codes.O_BURIED : codes.O_SIZES][:, _GRID]
    cards: list[Numbers] = [(hand / 4).astype(np.float32), (under / 4).astype(np.float32)]
    cards += [
        _one(seen[:, codes.O_TOP], _GRID),
        _one(seen[:, codes.O_DRAWN] - np.uint8(1), _GRID),
        _one(seen[:, codes.O_PENDING] - np.uint8(1), _GRID),
    ]
    colour = (seen[:, codes.O_COLOUR, None] == _ROWS)[:, :, None] & np.ones(len(_FACES), bool)
    whole = np.concatenate([field.write(seen) for field in _WHOLE], axis=1)
    spread = np.broadcast_to(whole[:, :, None, None], (*whole.shape, 4, len(_FACES)))
    return np.concatenate([np.stack([*cards, colour.astype(np.float32)], axis=1), spread], axis=1)


def _rlcard(seen: Seen, past: Seen) -> Numbers:
    """As RLCard 1.2.0 writes a state of its UNO: none, one, two of each card; a wild card is held or not; the top card in the colour in force."""
    del past
    held = seen[:, :64][:, _RLCARD_GRID]
    wild = np.arange(len(_RLCARD)) >= len(_RLCARD) - 2
    none, two = held == 0, (held >= 2) & ~wild  # noqa: PLR2004 - RLCard knows two of a card
    top = (_RLCARD_GRID[None] == seen[:, codes.O_TOP].astype(np.int64)[:, None, None]) & (
        (seen[:, codes.O_COLOUR, None] == _ROWS)[:, :, None]
    )
    return np.stack([none, ~none & ~two, two, top], axis=1).astype(np.float32)


def _history(seen: Seen, past: Seen) -> Numbers:
    """The bytes themselves, then the acts, the latest first."""
    return np.concatenate([seen[:, :164], past.reshape(len(seen), -1)], axis=1).astype(np.float32)


_FLAT_WIDTH: Final = sum(field.width for field in FLAT)
PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("flat", (_FLAT_WIDTH,), 64.0, _flat),
        Preset("planes", (6 + sum(field.width for field in _WHOLE), 4, len(_FACES)), 64.0, _planes),
        Preset("history", (164 + REMEMBERED * ROW,), 255.0, _history, past=True),
        Preset("rlcard-4x4x15", (4, 4, 15), 1.0, _rlcard),
    )
}
"""The presets by name."""
BYTES: Final = "bytes"
"""The name of the observation as it is."""


def preset_of(observation: str) -> Preset | None:
    """The preset of that name, None for the bytes as they are; ValueError lists the names."""
    if observation != BYTES and observation not in PRESETS:
        raise ValueError(f"an observation is one of {', '.join([BYTES, *PRESETS])}, not {observation!r}")
    return PRESETS.get(observation)


def decode_hand(name: str, encoded: Numbers) -> NDArray[np.int64]:
    """The hand in an encoded observation, as counts by `order`.

    ValueError for an unknown name. `rlcard-4x4x15` cannot tell two of a wild card from more, nor knows blanks and customizable cards: it gives 1 for a wild card that is held.
    """
    if preset_of(name) is None:
        raise ValueError("bytes need no decoding: the first 63 are the hand")
    found = np.zeros(KINDS, np.int64)
    if name == "flat":
        found[:] = np.rint(encoded[:KINDS] * 4)
    elif name == "history":
        found[:] = encoded[:KINDS]
    elif name == "planes":
        found[_GRID] = np.rint(encoded[0] * 4).astype(np.int64)
    else:
        found[_RLCARD_GRID] = (encoded[1] + 2 * encoded[2]).astype(np.int64)
    return found
