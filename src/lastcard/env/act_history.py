"""The public actions of a round, latest first: what the preset `history` shows.

An action is kept as everybody knows it. What only the acting player knows is left out: that they declined to catch or jump
in (being asked reveals that they hold something), and votes on a dare. Of a card given away or discarded by a written rule,
only that it went is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from lastcard.env.presets import HISTORY_LENGTH, HISTORY_ROW
from lastcard.sim.choices import CHOICES, PLAYERS
from lastcard.sim.kernel import codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

OUT_OF_TURN: Final = codes.Q_ASIDE
"""The question (byte 152) whether a seat says UNO, catches or jumps in."""
SAY_NOTHING: Final = CHOICES.index("nothing")
_VOTES: Final = (CHOICES.index("done"), CHOICES.index("failed"))
_CARDS: Final = (CHOICES.index("card R0"), CHOICES.index("jump"))
_UNSEEN: Final = 255


def public_action(question: int, number: int) -> int | None:
    """Return the action as everybody may know it, given the question it answers; None if it is not visible at all."""
    if (question == OUT_OF_TURN and number == SAY_NOTHING) or number in _VOTES:
        return None
    return _CARDS[0] if _CARDS[0] <= number < _CARDS[1] else number


class SeatObservations(Protocol):
    """Per table, the seat that is asked and its observation; a `Batch` is one."""

    seat: NDArray[np.uint8]
    observation: NDArray[np.uint8]


class ActHistory:
    """The public actions of `tables` rounds, latest first.

    `rows` is uint8[tables, 32, 12]: the action plus one, the seat, and the size of each seat's hand after the action.
    """

    def __init__(self, tables: int, players: int) -> None:
        """Start without any actions."""
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
        """Add an action at each of these tables.

        `seat` chose action `chosen` in answer to `question`; `after` has the observations that followed. Arrays are indexed by
        table.
        """
        known = self._known[question[tables], chosen[tables]]
        public, known = tables[known != _UNSEEN], known[known != _UNSEEN]
        self.rows[public, 1:] = self.rows[public, :-1]
        self.rows[public, 0] = 0
        self.rows[public, 0, 0] = known + 1
        self.rows[public, 0, 1] = seat[public]
        turned = (np.arange(self.players) - after.seat[public, None].astype(np.int64)) % self.players
        self.rows[public, 0, 2 : 2 + self.players] = np.take_along_axis(
            after.observation[public, codes.O_SIZES : codes.O_SIZES + PLAYERS], turned, axis=1
        )

    def clear(self, tables: NDArray[np.bool_]) -> None:
        """Clear the history of the tables where the mask is set, because another round began there."""
        self.rows[tables] = 0

    def relative_to(self, asked: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the rows relative to the asked seats: a seat becomes its place to the left plus one, 0 in an empty row."""
        found = self.rows.copy()
        noted = self.rows[:, :, 0] > 0
        steps = (self.rows[:, :, 1].astype(np.int64) - asked[:, None]) % self.players
        found[:, :, 1] = np.where(noted, steps + 1, 0)
        turned = (np.arange(self.players) + asked[:, None].astype(np.int64)) % self.players
        sizes = np.take_along_axis(self.rows[:, :, 2 : 2 + self.players], turned[:, None, :], axis=2)
        found[:, :, 2 : 2 + self.players] = sizes
        return found
