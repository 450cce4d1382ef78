"""Who may talk to this server from where: host names, origins, and the headers on every answer.

A page of another site can make a browser send requests here, but not under a name of its choosing: the
`Host` must be one by which this server is known, and an `Origin`, if there is one, must be that same
address or one that the settings name.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lastcard.server.config import Settings

LARGEST_BODY: Final = 64 * 1024
"""The largest body of a request."""

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def content_policy(host: str) -> str:
    """What the page may load: its own files, and a socket to this very host (older browsers want it named).

    Style attributes are allowed because a card's place on the table is one; style sheets are the page's own.
    """
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        f"font-src 'self'; media-src 'self'; connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def known_hosts(settings: Settings) -> frozenset[str]:
    """The host names by which the server is known, without ports."""
    hosts = {"localhost", "127.0.0.1", "::1"}
    hosts |= {urlsplit(origin).hostname or "" for origin in settings.origins}
    if settings.everywhere:
        own = socket.gethostname().lower()
        return frozenset(hosts | {own, f"{own}.local"})
    return frozenset(hosts | {settings.host.lower()})


def host_name(header: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:
        return ""


class Gate:
    """Turns away what comes under a wrong name, from another site, or too large; puts headers on the rest."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = known_hosts(settings)
        self._origins = frozenset(origin.rstrip("/") for origin in settings.origins)
        self._everywhere = settings.everywhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        refusal = self._against(headers, host)
        if refusal is not None and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        elif refusal is not None:
            await PlainTextResponse(refusal[1], refusal[0])(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send, host))

    def _against(self, headers: Headers, host: str) -> tuple[int, str] | None:
        if not self._knows(host_name(host)):
            return 421, "This server is not known by that name. Name it in `origins` (docs/protocol.md)."
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins | {f"http://{host}", f"https://{host}"}:
            return 403, "Pages of other sites may not talk to this server."
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, "That is too large."
        return None

    def _knows(self, name: str) -> bool:
        """A name of this server; listening everywhere, any bare address, which no other site can have."""
        return name in self._hosts or (self._everywhere and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send, host: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = content_policy(host)
        await send(message)

    return sending
