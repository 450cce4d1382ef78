"""How many connections come from where: so many from one address, and not one more."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Final

_IPV6_NETWORK: Final = 64
"""What one household gets; whoever has one address of it has them all."""


def origin_of(address: str) -> str:
    """What is counted for an address: itself, of IPv6 its network of 64 bits; an IPv4 address in IPv6 clothes is IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _IPV6_NETWORK), strict=False))


class Crowd:
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
