"""How often somebody may do something: buckets of tokens that fill with the running loop's time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_KEPT: Final = 10_000


def loop_time() -> float:
    """The time of the running loop, which in a simulation is not the world's."""
    return asyncio.get_running_loop().time()


class TokenBucket:
    """`rate` tokens a second, at most `burst` at once."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = loop_time) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self) -> float:
        """Take a token; the seconds to wait until there is one (0: taken now, otherwise it is taken in advance)."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._tokens / self._rate)

    def allows(self) -> bool:
        """Take a token if there is one."""
        wait = self.take()
        if wait > 0:
            self._tokens += 1
        return wait == 0


class RateLimits:
    """A bucket for each address; the longest unused are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether the address may do it once more now."""
        bucket = self._buckets.pop(address, None) or TokenBucket(self._rate, self._burst)
        self._buckets[address] = bucket
        while len(self._buckets) > _MAX_KEPT:
            self._buckets.popitem(last=False)
        return bucket.allows()
