"""What everybody at a table has seen happen, the latest first: the past that the preset `history` shows.

An act is noted as it is known to all. Who is asked for a catch or a jump and says nothing is not noted (to be asked is to hold
something), nor are votes on a dare; of a card that is given or discarded by a written rule only that it went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from lastcard.env.presets import REMEMBERED, ROW
from lastcard.sim.choices import CHOICES, PLAYERS
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

ASIDE: Final = codes.Q_ASIDE
"""The question (byte 152) whether a seat calls, catches or jumps in."""
NOTHING: Final = CHOICES.index("nothing")
_VOTES: Final = (CHOICES.index("done"), CHOICES.index("failed"))
_CARDS: Final = (CHOICES.index("card R0"), CHOICES.index("jump"))
_NOBODY: Final = 255


def as_all_know_it(question: int, number: int) -> int | None:
    """The number that all may know of a choice, or None if it is not to be seen at all."""
    if (question == ASIDE and number == NOTHING) or number in _VOTES:
        return None
    return _CARDS[0] if _CARDS[0] <= number < _CARDS[1] else number


class Table(Protocol):
    """Who is asked at each table and what they see: a `Batch` is this."""

    seat: NDArray[np.uint8]
    observation: NDArray[np.uint8]


class Recorder:
    """The acts of `tables` rounds: `rows` uint8[tables, 32, 12], each the number plus one, the seat, and the size of each seat's hand after it."""

    def __init__(self, tables: int, players: int) -> None:
        """Nothing has happened yet."""
        self.players = players
        self.rows: NDArray[np.uint8] = np.zeros((tables, REMEMBERED, ROW), np.uint8)
        self._known = np.array(
            [
                [
                    _NOBODY if (known := as_all_know_it(question, number)) is None else known
                    for number in range(len(CHOICES))
                ]
                for question in range(ASIDE + 1)
            ],
            np.uint8,
        )

    def note(
        self,
        tables: NDArray[np.intp],
        question: NDArray[np.uint8],
        seat: NDArray[np.uint8],
        chosen: NDArray[np.int16],
        after: Table,
    ) -> None:
        """At these tables `seat` has chosen, being asked `question`; `after` is what came of it."""
        known = self._known[question[tables], chosen[tables]]
        told, known = tables[known != _NOBODY], known[known != _NOBODY]
        self.rows[told, 1:] = self.rows[told, :-1]
        self.rows[told, 0] = 0
        self.rows[told, 0, 0] = known + 1
        self.rows[told, 0, 1] = seat[told]
        turned = (np.arange(self.players) - after.seat[told, None].astype(np.int64)) % self.players
        self.rows[told, 0, 2 : 2 + self.players] = np.take_along_axis(
            after.observation[told, codes.O_SIZES : codes.O_SIZES + PLAYERS], turned, axis=1
        )

    def forget(self, tables: NDArray[np.bool_]) -> None:
        """Another round has begun at these tables."""
        self.rows[tables] = 0

    def past(self, asked: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The acts as the seats that are asked count: places to the left, themselves at 0, plus one where something was noted."""
        found = self.rows.copy()
        noted = self.rows[:, :, 0] > 0
        steps = (self.rows[:, :, 1].astype(np.int64) - asked[:, None]) % self.players
        found[:, :, 1] = np.where(noted, steps + 1, 0)
        turned = (np.arange(self.players) + asked[:, None].astype(np.int64)) % self.players
        sizes = np.take_along_axis(self.rows[:, :, 2 : 2 + self.players], turned[:, None, :], axis=2)
        found[:, :, 2 : 2 + self.players] = sizes
        return found
