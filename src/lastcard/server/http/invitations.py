"""The address under which others find a table: the one that is set, else the one under which it was asked for."""

from __future__ import annotations

import ipaddress
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno

if TYPE_CHECKING:
    from starlette.requests import Request

    from lastcard.server.ops.config import Settings

_BORDER = 4


class Invitations:
    """Makes the invitations of one server.

    `base` is its address on the network that others share with it (`http://192.168.1.20:8420/`), or on this machine only
    if it listens there alone.
    """

    def __init__(self, chosen: Settings, base: str = "") -> None:
        """The address of the settings goes before all others."""
        self._set = chosen.sites[0] if chosen.sites else ""
        self._base = base

    def site(self, request: Request) -> str:
        """Where the server is, without a slash at the end.

        A client that uses a name that is not this machine's own has found an address that works for others; it is one of
        the names by which the server is known (`security.Gate`).
        """
        asked = f"{request.url.scheme}://{request.headers.get('host', '')}"
        found = self._set or ((self._base or asked) if only_here(asked) else asked)
        return found.rstrip("/")

    def url(self, request: Request, table: str) -> str:
        """The invitation to a table."""
        return f"{self.site(request)}/t/{table}"


def only_here(site: str) -> bool:
    """Whether the address means nothing on another machine."""
    host = urlsplit(site).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost") or not host


def qr_svg(text: str) -> bytes:
    """The text as a QR code: black on white, as large as where it is put."""
    image = BytesIO()
    segno.make(text, error="m", micro=False).save(
        image,
        kind="svg",
        xmldecl=False,
        border=_BORDER,
        light="#fff",
        svgclass=None,
        lineclass=None,
        omitsize=True,
    )
    return image.getvalue()
