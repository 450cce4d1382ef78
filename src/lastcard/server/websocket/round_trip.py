"""How long a message takes to a client and back, measured by the server alone.

The server sends a ping with a nonce that nobody can guess and stops the time until the pong with that nonce. What
a client says about its own lag is not asked for. A client may answer late and so look slower than it is: that is why
what lag earns in a race is capped (docs/decisions/server.md).
"""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final

SAMPLES: Final = 5
"""The round trip is the median of this many: one late answer moves nothing."""
MAX_UNANSWERED: Final = 4
"""How many pings are remembered; an answer to an older one counts for nothing."""


class RoundTrip:
    """The round trips of one connection."""

    __slots__ = ("_samples", "_sent")

    def __init__(self) -> None:
        self._sent: dict[str, float] = {}
        self._samples: deque[float] = deque(maxlen=SAMPLES)

    def sent(self, nonce: str, now: float) -> None:
        """A ping with this nonce goes out now."""
        self._sent[nonce] = now
        while len(self._sent) > MAX_UNANSWERED:
            del self._sent[next(iter(self._sent))]

    def answered(self, nonce: str | None, now: float) -> None:
        """A pong came: it counts if it has the nonce of a ping that waits for its answer, and only once."""
        began = self._sent.pop(nonce, None) if nonce is not None else None
        if began is not None:
            self._samples.append(now - began)

    @property
    def measured(self) -> int:
        """How many round trips the median is of."""
        return len(self._samples)

    @property
    def one_way(self) -> float:
        """Half the median round trip in seconds; 0 before the first pong."""
        return median(self._samples) / 2 if self._samples else 0.0
