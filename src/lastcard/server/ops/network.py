"""This machine's address on the network that it shares with others. Nothing is sent to find it."""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress
from ipaddress import IPv4Address
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_AFAR: Final = "192.0.2.1"
"""An address that is kept for examples."""


def own_address() -> str | None:
    """The address under which others of the network find this machine, None if it is in no network.

    It is the one from which the system would send to somewhere far away. A network that leads nowhere else, as a hotspot's,
    has no such way: then it is that of an interface.
    """
    return _sender() or likeliest(addresses())


def _sender() -> str | None:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_AFAR, 9))  # asks the system for a route
        found: str = probe.getsockname()[0]
        return found
    return None


def likeliest(found: Iterable[str]) -> str | None:
    """The first private address of a machine; one that it gave itself comes last, loopback addresses do not count."""
    others = [address for address in map(IPv4Address, found) if not address.is_loopback]
    if not others:
        return None
    return str(min(others, key=lambda address: (address.is_link_local, not address.is_private)))


if sys.platform == "win32":

    def addresses() -> Iterator[str]:
        """The addresses of this machine's interfaces, as the system lists them under its name."""
        with suppress(OSError):
            for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
                yield str(address[0])

else:
    import fcntl

    _ADDRESS_OF, _FLAGS_OF = (0x8915, 0x8913) if sys.platform == "linux" else (0xC0206921, 0xC0206911)
    _RUNNING: Final = 0x41
    """Switched on, and with somebody at the other end: IFF_UP and IFF_RUNNING."""

    def addresses() -> Iterator[str]:
        """The addresses of this machine's interfaces that are running."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # it has none, or is gone
                    if _asked(probe, _FLAGS_OF, name)[0] & _RUNNING == _RUNNING:
                        yield socket.inet_ntoa(_asked(probe, _ADDRESS_OF, name)[4:8])

    def _asked(probe: socket.socket, what: int, name: str) -> bytes:
        """What the system says about an interface: the union of its `struct ifreq`."""
        return fcntl.ioctl(probe, what, struct.pack("16s24x", name.encode()))[16:]
