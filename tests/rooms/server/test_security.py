"""Who may talk to the server: host names and origins, for requests and sockets alike."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.server.http.security import SecurityGate, host_name
from lastcard.server.ops.config import Settings

SITE = "https://cards.example"


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """What is behind the gate."""
    del receive
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})


async def passes(kind: str, name: str | None, origin: str | None, **settings: Any) -> bool:
    """Whether a request or a socket with these headers comes through."""
    headers = [(b"host", name.encode())] if name is not None else []
    headers += [(b"origin", origin.encode())] if origin is not None else []
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": f"{kind}.connect"}

    gate = SecurityGate(inner, Settings(data=None, **settings))
    await gate({"type": kind, "headers": headers, "method": "GET", "path": "/"}, receive, send)
    through: bool = sent[0]["type"] == "websocket.accept" or sent[0].get("status") == 200
    assert through or sent[0]["type"] == "websocket.close" or sent[0]["status"] in (403, 421)
    return through


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8420", None),
        ("localhost:8420", "http://localhost:8420"),
        ("127.0.0.1:8420", "http://127.0.0.1:8420"),
        ("[::1]:8420", "http://[::1]:8420"),
        ("localhost", "https://localhost"),
        ("cards.example", SITE),
        ("localhost:8420", SITE),
    ],
)
async def test_own_names_and_origins_come_through(kind: str, host: str, origin: str | None) -> None:
    """This machine's names, and those of the sites that the settings name."""
    assert await passes(kind, host, origin, origins=(SITE,))


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (None, None),
        ("", None),
        ("evil.example", None),
        ("localhost.evil.example", None),
        ("localhost.", None),
        ("evil.example@localhost", None),
        ("localhost:8420/evil.example", None),
        ("localhost; script-src *", None),
        ("localhost:8420, evil.example", None),
        ("192.0.2.1:8420", None),
        ("localhost:8420", "null"),
        ("localhost:8420", ""),
        ("localhost:8420", "https://evil.example"),
        ("localhost:8420", "http://localhost:8421"),
        ("localhost:8420", "http://localhost"),
        ("localhost:8420", "http://localhost:8420.evil.example"),
        ("localhost:8420", "http://127.0.0.1:8420"),
        ("localhost:8420", "file://localhost:8420"),
        ("localhost:8420", f"{SITE}:444"),
        ("localhost:8420", "http://cards.example"),
        ("localhost:8420", "https://sub.cards.example"),
        ("evil.example", "http://evil.example"),
    ],
)
async def test_foreign_names_and_origins_are_turned_away(
    kind: str, host: str | None, origin: str | None
) -> None:
    """A name that is not the server's, a site that is not its own, whatever they look like."""
    assert not await passes(kind, host, origin, origins=(SITE,))


@pytest.mark.parametrize(
    ("host", "through"),
    [
        ("192.168.1.7:8420", True),
        ("[fe80::1]:8420", True),
        ("evil.example", False),
        ("192.168.1.7.evil.example", False),
    ],
)
async def test_listening_everywhere_any_bare_address_is_the_server_s(host: str, through: bool) -> None:
    """A name can be pointed at any machine, an address cannot."""
    assert await passes("websocket", host, None, host="::") == through


def test_a_host_is_a_name_and_perhaps_a_port() -> None:
    """Anything else in the header is no name."""
    assert host_name("Cards.Example:443") == "cards.example"
    assert host_name("[::1]:8420") == "::1"
    assert host_name("a b") == host_name("a:b") == host_name("a:") == host_name("user@a") == ""
