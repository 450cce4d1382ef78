"""What the kernel takes without looking: it checks no bounds, so that all of it is checked here before."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.sim.kernel.codes import PROBABILITY_ONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS: Final = 1 << 64
"""Seeds of streams of chance are whole numbers below this."""


def whole(name: str, given: Any, low: int, high: int) -> int:  # noqa: ANN401 - whatever somebody hands over
    """A whole number from `low` to `high`, NumPy's as well; ValueError with its name for anything else."""
    try:
        found = None if isinstance(given, bool | np.bool_) else operator.index(given)
    except TypeError:
        found = None
    if found is None or not low <= found <= high:
        raise ValueError(f"{name}: a whole number from {low} to {high} is needed, not {given!r}")
    return found


def seed(given: Any, end: int = SEEDS) -> int:  # noqa: ANN401 - as `whole`
    """A seed from 0 up to `end`; ValueError."""
    return whole("seed", given, 0, end - 1)


def tables(name: str, given: Any, count: int) -> list[int]:  # noqa: ANN401 - as `whole`
    """Some of the tables 0 to `count` - 1, by their numbers.

    ValueError with the name for anything else, a mask of tables for one.
    """
    try:
        found = np.asarray(given if isinstance(given, np.ndarray) else list(given))
    except TypeError:
        found = np.asarray(given)
    if found.size == 0:
        return []
    if found.ndim != 1 or not _whole(found) or ((found < 0) | (found >= count)).any():
        raise ValueError(f"{name}: tables are whole numbers from 0 to {count - 1}, in one row")
    return [int(table) for table in found]


def row(name: str, given: Any, count: int) -> NDArray[np.int16]:  # noqa: ANN401 - as `whole`
    """A writable array of `count` int16; ValueError with its name for anything else."""
    if (
        not isinstance(given, np.ndarray)
        or given.shape != (count,)
        or given.dtype != np.int16
        or not given.flags.writeable
    ):
        raise ValueError(f"{name}: an array int16[{count}] that can be written is needed")
    return given


def often(name: str, chance: float) -> int:
    """A chance from 0 to 1 as the kernel takes it, in 65,536ths; ValueError with its name for anything else."""
    if not isinstance(chance, int | float | np.number) or not 0 <= chance <= 1:  # also not so for NaN
        raise ValueError(f"{name} is a chance from 0 to 1, not {chance!r}")
    return round(chance * PROBABILITY_ONE)


def seats(name: str, given: Any, count: int, players: int) -> NDArray[np.uint8]:  # noqa: ANN401 - whatever NumPy reads
    """`count` seats of a table of `players`; ValueError with the name for another number of them, or seats that there are not."""
    found = np.asarray(given)
    if found.shape != (count,):
        raise ValueError(f"{name}: {count} seats are needed, not {found.shape}")
    if not _whole(found) or ((found < 0) | (found >= players)).any():
        raise ValueError(f"{name}: seats are whole numbers from 0 to {players - 1}")
    return found.astype(np.uint8)


def seat(name: str, given: Any, players: int) -> int:  # noqa: ANN401 - whatever somebody writes into options
    """One seat of a table of `players`; ValueError as from `seats`."""
    return int(seats(name, [given], 1, players)[0])


def numbers(chosen: Any, tables: int) -> NDArray[np.int64]:  # noqa: ANN401 - whatever NumPy reads
    """A whole number for each table, however large it is; ValueError."""
    found = np.asarray(chosen)
    if found.shape != (tables,):
        raise ValueError(f"one number for each of {tables} tables is needed, not {found.shape}")
    if not _whole(found):
        raise ValueError(f"the numbers that are chosen are whole ones, not {found.dtype}")
    return found.astype(np.int64)


def weights(given: tuple[float, ...], count: int) -> None:
    """ValueError unless there are `count` finite weights."""
    many = isinstance(given, Sequence) and len(given) == count
    if not many or not all(isinstance(weight, int | float) and math.isfinite(weight) for weight in given):
        raise ValueError(f"{count} finite weights are needed, not {given}")


def _whole(found: NDArray[Any]) -> bool:
    return found.dtype.kind in "iu"


def open_numbers(name: str, chosen: Any, open_: NDArray[np.bool_]) -> NDArray[np.int64]:  # noqa: ANN401 - as `whole`
    """A number for each row, open there; ValueError with the name for anything else."""
    found = np.asarray(chosen)
    if found.shape != (len(open_),) or not _whole(found):
        raise ValueError(f"{name}: {len(open_)} whole numbers are needed, not {found.dtype}{found.shape}")
    known = (found >= 0) & (found < open_.shape[1])
    fits = known & open_[np.arange(len(open_)), np.where(known, found, 0)]
    if not fits.all():
        raise ValueError(f"{name}: {int(found[int(np.argmin(fits))])} is not open")
    return found.astype(np.int64)


def column(
    name: str,
    given: Any,  # noqa: ANN401 - as `whole`
    kind: type[np.signedinteger[Any] | np.unsignedinteger[Any]],
    count: int | None = None,
) -> NDArray[Any]:
    """A row of whole numbers of this kind, `count` of them if that is said, as the kernel takes them.

    ValueError with the name.
    """
    found = np.asarray(given)
    if found.ndim != 1 or not _whole(found) or (count is not None and len(found) != count):
        needed = "whole numbers in one row are" if count is None else f"{count} whole numbers in one row are"
        raise ValueError(f"{name}: {needed} needed, not {found.dtype}{found.shape}")
    held = np.iinfo(kind)
    if len(found) and not (int(found.min()) >= held.min and int(found.max()) <= held.max):
        raise ValueError(f"{name}: numbers from {held.min} to {held.max} are needed")
    return np.ascontiguousarray(found, kind)


def rounds(players: int, dealers: NDArray[Any], masks: NDArray[Any]) -> None:
    """ValueError unless every round has at least two of the players' seats, and a dealer among them."""
    held = np.array([(masks >> seat) & 1 for seat in range(players)], np.int64).sum(axis=0)
    if (masks >> players).any() or (held < 2).any():  # noqa: PLR2004 - two play
        raise ValueError(f"seats: masks of two or more of {players} seats are needed")
    if (dealers < 0).any() or (dealers >= players).any() or not ((masks >> dealers.clip(0)) & 1).all():
        raise ValueError("dealers: each must be one of the seats of its round")
