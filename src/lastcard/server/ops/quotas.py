"""Quotas for each address: how many connections it has open, and how many tables it opened that are still in memory."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Final

_IPV6_NETWORK: Final = 64
"""What one household gets; whoever has one address of it has them all."""


def origin_of(address: str) -> str:
    """What is counted for an address: itself, of IPv6 its network of 64 bits; an IPv4-mapped address is IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _IPV6_NETWORK), strict=False))


class ConnectionQuota:
    """Counts what is open from each origin, `most` of each."""

    def __init__(self, most: int) -> None:
        """Nobody is there yet."""
        self._most = most
        self._count: Counter[str] = Counter()

    def enter(self, origin: str) -> bool:
        """One more from there, if there is room."""
        if self._count[origin] >= self._most:
            return False
        self._count[origin] += 1
        return True

    def leave(self, origin: str) -> None:
        """One less from there."""
        self._count[origin] -= 1
        if self._count[origin] <= 0:
            del self._count[origin]


_MAX_KEPT: Final = 1000
"""Addresses at which all are looked through for those whose tables are gone."""


class TableQuota:
    """Remembers who opened what, for as long as the table is in memory.

    A new table counts for `grace` seconds in any case: its first visitor may still be on the way.
    """

    def __init__(self, most: int, grace: float, in_memory: Callable[[str], bool]) -> None:
        """Nobody has opened anything yet; `most` for each address."""
        self._most = most
        self._grace = grace
        self._in_memory = in_memory
        self._opened: dict[str, dict[str, float]] = {}

    def may_open(self, origin: str, now: float) -> bool:
        """Whether the address may open one more."""
        return len(self._there(origin, now)) < self._most

    def opened(self, origin: str, table: str, now: float) -> None:
        """The address has opened this table."""
        if len(self._opened) >= _MAX_KEPT:
            for other in list(self._opened):
                self._there(other, now)
        self._opened.setdefault(origin, {})[table] = now

    def _there(self, origin: str, now: float) -> dict[str, float]:
        """The address's tables that count; what does not is forgotten."""
        before = self._opened.get(origin, {})
        found = {t: at for t, at in before.items() if now - at < self._grace or self._in_memory(t)}
        if found:
            self._opened[origin] = found
        else:
            self._opened.pop(origin, None)
        return found
