"""What everybody at a table has seen happen, the latest first: the past that the preset `history` shows.

An act is noted as it is known to all. Who is asked for a catch or a jump and says nothing is not noted (to be asked is to hold
something), nor are votes on a dare; of a card that is given or discarded by a written rule only that it went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from lastcard.env.presets import HISTORY_LENGTH, HISTORY_ROW
from lastcard.sim.choices import CHOICES, PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

OUT_OF_TURN: Final = 4
"""The question (byte 152) whether a seat calls, catches or jumps in."""
NOTHING: Final = CHOICES.index("nothing")
_VOTES: Final = (CHOICES.index("done"), CHOICES.index("failed"))
_CARDS: Final = (CHOICES.index("card R0"), CHOICES.index("jump"))
_UNSEEN: Final = 255
_QUESTION, _SIZES = 152, 128


def public_action(question: int, number: int) -> int | None:
    """The number that all may know of a choice, or None if it is not to be seen at all."""
    if (question == OUT_OF_TURN and number == NOTHING) or number in _VOTES:
        return None
    return _CARDS[0] if _CARDS[0] <= number < _CARDS[1] else number


class SeatObservations(Protocol):
    """Who is asked at each table and what they see: a `Batch` is this."""

    seat: NDArray[np.uint8]
    observation: NDArray[np.uint8]


class ActHistory:
    """The acts of `tables` rounds: `rows` uint8[tables, 32, 12], each the number plus one, the seat, and the size of each seat's hand after it."""

    def __init__(self, tables: int, players: int) -> None:
        """Nothing has happened yet."""
        self.players = players
        self.rows: NDArray[np.uint8] = np.zeros((tables, HISTORY_LENGTH, HISTORY_ROW), np.uint8)
        self._known = np.array(
            [
                [
                    _UNSEEN if (known := public_action(question, number)) is None else known
                    for number in range(len(CHOICES))
                ]
                for question in range(OUT_OF_TURN + 1)
            ],
            np.uint8,
        )

    def append(
        self,
        tables: NDArray[np.intp],
        question: NDArray[np.uint8],
        seat: NDArray[np.uint8],
        chosen: NDArray[np.int16],
        after: SeatObservations,
    ) -> None:
        """At these tables `seat` has chosen, being asked `question`; `after` is what came of it."""
        known = self._known[question[tables], chosen[tables]]
        public, known = tables[known != _UNSEEN], known[known != _UNSEEN]
        self.rows[public, 1:] = self.rows[public, :-1]
        self.rows[public, 0] = 0
        self.rows[public, 0, 0] = known + 1
        self.rows[public, 0, 1] = seat[public]
        turned = (np.arange(self.players) - after.seat[public, None].astype(np.int64)) % self.players
        self.rows[public, 0, 2 : 2 + self.players] = np.take_along_axis(
            after.observation[public, _SIZES : _SIZES + PLAYERS], turned, axis=1
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
