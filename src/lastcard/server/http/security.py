"""Who may talk to this server from where: host names, origins, and the headers on every answer.

A page of another site can make a browser send requests here, but not under a name of its choosing: the
`Host` must be one by which this server is known, and an `Origin`, if there is one, must be that same
address or one that the settings name.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response

from lastcard.server.model.errors import RefusedError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lastcard.server.ops.config import Settings

_HOST: Final = re.compile(r"(?P<name>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")

LARGEST_BODY: Final = 64 * 1024
"""The largest body of a request."""
LARGEST_RECORD: Final = 256 * 1024
"""The largest body with a record in it."""
_LARGER: Final = {"/api/replay": LARGEST_RECORD}

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


PYTHON: Final = "/offline/"
"""Where the worker that runs Python in a page is, and what it loads."""


def content_policy(host: str, path: str = "/") -> str:
    """What the page may load: its own files, and a socket to this very host (older browsers want it named).

    Style attributes are allowed because a card's place on the table is one; style sheets are the page's own. The
    worker that plays without a server has a policy of its own, by which it may compile WebAssembly; the page may not.
    """
    compiles = " 'wasm-unsafe-eval'" if path.startswith(PYTHON) else ""
    return (
        f"default-src 'none'; script-src 'self'{compiles}; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        f"font-src 'self'; media-src 'self'; connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def known_hosts(settings: Settings) -> frozenset[str]:
    """The host names by which the server is known, without ports."""
    hosts = {"localhost", "127.0.0.1", "::1"}
    hosts |= {urlsplit(origin).hostname or "" for origin in settings.sites}
    if settings.everywhere:
        own = socket.gethostname().lower()
        return frozenset(hosts | {own, f"{own}.local"})
    return frozenset(hosts | {settings.host.lower()})


def host_name(header: str) -> str:
    """The name in a Host header, without its port; nothing if the header is more than a name and a port."""
    found = _HOST.fullmatch(header)
    return found["name"].strip("[]").lower() if found else ""


class SecurityGate:
    """Turns away what comes under a wrong name, from another site, or too large; puts headers on the rest."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = known_hosts(settings)
        self._origins = frozenset(settings.sites)
        self._everywhere = settings.everywhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        refusal = self._against(headers, host, _LARGER.get(scope["path"], LARGEST_BODY))
        if refusal is not None and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": str(refusal[1])})
        elif refusal is not None:
            await _turned_away(scope["path"], *refusal)(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send, host, scope["path"]))

    def _against(self, headers: Headers, host: str, largest: int) -> tuple[int, RefusedError] | None:
        if not self._knows(host_name(host)):
            return 421, RefusedError("wrong-host")
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins | {f"http://{host}", f"https://{host}"}:
            return 403, RefusedError("wrong-origin")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > largest:
            return 413, RefusedError("too-large")
        return None

    def _knows(self, name: str) -> bool:
        """A name of this server; listening everywhere, any bare address, which no other site can have."""
        return name in self._hosts or (self._everywhere and _is_address(name))


def _turned_away(path: str, status: int, why: RefusedError) -> Response:
    """For programs as every refusal, for whoever opened a page a sentence."""
    if path.startswith("/api/"):
        return JSONResponse({"error": why.data()}, status)
    return PlainTextResponse(str(why), status)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send, host: str, path: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = content_policy(host, path)
        await send(message)

    return sending
