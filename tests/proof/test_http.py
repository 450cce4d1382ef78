"""Requests of every shape over HTTP: refused in one sentence or answered, never with a fault; and who may not ask at all."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.proof.hosts import Host, Zygote, hosting
from tests.rooms.server.conftest import PATIENCE, PATIENT

if TYPE_CHECKING:
    from pathlib import Path

FINE = {200, 201, 204, 307, 400, 403, 404, 405, 409, 411, 413, 414, 421, 422, 429, 431, 501, 503}
"""What a request may be answered with; 500 and 502 are not among it."""
EXAMPLES = settings(
    max_examples=300,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
BIG = 10**4000
ADDRESSES = count(int.from_bytes((10, 0, 0, 1)))

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(
        ["classic", "swap-112", "same", "cross", "W+4", "R5", "??", 2, 4, 10, 11, BIG, -1, 1e308]
    )
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    *(
        "name",
        "edition",
        "players",
        "options",
        "teams",
        "written",
        "bots",
        "clock",
        "autostart",
        "draw",
        "browser",
    ),
    *(
        "spectators",
        "spectator_delay",
        "grace_ms",
        "auto_uno",
        "chat",
        "now",
        "seat",
        "ready",
        "terms",
        "token",
    ),
]
OPTIONS = [
    "target",
    "scoring",
    "stacking",
    "jump_in",
    "hand_size",
    "lost",
    "replace",
    "without",
    "decks",
    "draw_limit",
]
EFFECTS = [
    "draw",
    "who",
    "discard",
    "count",
    "give",
    "to",
    "skip",
    "dare",
    "else",
    "charade",
    "winner",
    "swap",
    "show",
]
effect = st.dictionaries(st.sampled_from(EFFECTS), anything, max_size=4)
rule = st.fixed_dictionaries({"text": scalars, "effects": st.lists(effect, max_size=3) | anything})
bodies = st.dictionaries(
    st.sampled_from(FIELDS),
    anything
    | st.dictionaries(st.sampled_from(OPTIONS), anything, max_size=3)
    | st.dictionaries(st.sampled_from(["WC1", "R5", "G*", "??", ""]), rule | anything, max_size=3),
    max_size=6,
)


def ask(
    host: Host, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, str, dict[str, str]]:
    """A request as it is: status, body, headers."""
    with closing(http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)) as line:
        line.request(method, path, body, {"content-type": "application/json"} | (headers or {}))
        answer = line.getresponse()
        return (
            answer.status,
            answer.read().decode(errors="replace"),
            {k.lower(): v for k, v in answer.getheaders()},
        )


def holds(status: int, text: str, path: str = "/api/") -> None:
    """The answer is one that may be: no fault, no traceback, and of a refusal a code and a sentence."""
    assert status in FINE, (status, text)
    assert "Traceback" not in text
    assert "lastcard/" not in text.partition("<!doctype")[0].replace("/lastcard/", ""), text[:300]
    if path.startswith("/api/") and status not in (200, 201, 405) and text.startswith("{"):
        error = json.loads(text)["error"]
        assert error["code"] != "fault", error
        assert error["message"].strip()
        assert len(error["message"]) <= 500


@EXAMPLES
@given(body=bodies)
@example(body={"options": {"target": BIG}})
@example(body={"options": {"lost": ["R5"] * 4000}})
@example(body={"players": BIG})
@example(body={"written": {"R5": {"text": "x" * 20_000, "effects": []}}})
@example(body={"options": {"target": float("inf")}})
@example(body={"teams": [[0, 2], [1, BIG]]})
@example(body={"edition": "../classic"})
@example(body={"edition": "classic\x00"})
@example(body={"options": {"\ud800": 1}})
def test_any_body_opens_a_table_or_is_refused(host: Host, body: dict[str, Any]) -> None:
    """`POST /api/tables` with whatever is JSON, or nearly."""
    status, text, _ = ask(host, "POST", "/api/tables", json.dumps(body).encode())
    holds(status, text)
    assert status in (201, 400, 413, 422), text


@EXAMPLES
@given(body=anything | bodies)
def test_any_body_joins_or_is_refused(host: Host, body: object) -> None:
    """`POST /api/tables/…/join`; a table that is full stays as it is."""
    opened = host.open(bots=False, players=2)
    host.http(f"/api/tables/{opened['table']}/join", {"name": "Ben"})
    before = looked(host, opened["table"])
    status, text, _ = ask(host, "POST", f"/api/tables/{opened['table']}/join", json.dumps(body).encode())
    holds(status, text)
    assert status in (400, 403, 409, 422), text
    assert looked(host, opened["table"]) == before


def looked(host: Host, table: str) -> Any:
    """The table as anybody may see it; asked for from an address of its own, since one may look only so often."""
    address = ".".join(map(str, next(ADDRESSES).to_bytes(4)))
    status, found = host.http(f"/api/tables/{table}", x_forwarded_for=address)
    assert status == 200, found
    return found


@EXAMPLES
@given(
    body=st.binary(max_size=200)
    | st.sampled_from([b"[" * 60_000, b'{"a":' * 10_000, b"\xff\xfe{", b"9" * 60_000])
)
def test_what_is_no_json_is_refused(host: Host, body: bytes) -> None:
    """Bytes of any kind as the body."""
    status, text, _ = ask(host, "POST", "/api/tables", body)
    holds(status, text)
    assert status in (201, 400, 413, 422), text


segments = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n #?"), min_size=1, max_size=12
) | st.sampled_from(
    [
        "..",
        "%2e%2e",
        "%00",
        "%ff",
        "%d8%00",
        "a" * 3000,
        "tables",
        "codes",
        "rounds",
        "record",
        "history",
        "qr.svg",
        "1",
        "-1",
    ]
)


@EXAMPLES
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW"]),
    parts=st.lists(segments, max_size=5),
    head=st.sampled_from(["/api/tables/", "/api/", "/", "/api/codes/", "/assets/", "/t/", "//"]),
)
def test_any_path_and_method_is_answered(host: Host, method: str, parts: list[str], head: str) -> None:
    """Paths that exist, do not, or should not."""
    import urllib.parse

    path = head + "/".join(urllib.parse.quote(part, safe="%") for part in parts)
    status, text, headers = ask(host, method, path)
    holds(status, text, path)
    if status not in (400, 414, 431):
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]


# Who may ask.

FOREIGN = [
    "https://elsewhere.example",
    "null",
    "http://127.0.0.1:1",
    "http://localhost.elsewhere.example",
    "file://",
    "",
]
NAMES = [
    "elsewhere.example",
    "127.0.0.1.elsewhere.example",
    "localhost@elsewhere.example",
    "",
    "[::2]",
    "10.0.0.1",
    "%31",
]
PATHS = [
    ("GET", "/"),
    ("GET", "/api/options"),
    ("POST", "/api/tables"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize(("method", "path"), PATHS)
def test_a_page_of_another_site_may_not_ask(host: Host, method: str, path: str, origin: str) -> None:
    """A foreign origin is refused at every address, and is told nothing."""
    body = b"{}" if method == "POST" else None
    status, text, headers = ask(host, method, path, body, {"origin": origin})
    said = json.loads(text)["error"]["message"] if path.startswith("/api/") else text
    assert (status, said) == (403, "Pages of other sites may not talk to this server.")
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("method", "path"), PATHS)
def test_a_foreign_name_is_not_answered(host: Host, method: str, path: str, name: str) -> None:
    """Under a name that is not the server's (DNS rebinding) nothing is read."""
    body = b"{}" if method == "POST" else None
    status, _, _ = ask(host, method, path, body, {"host": name})
    assert status in (400, 421)


@pytest.mark.parametrize("origin", [o for o in FOREIGN if o])
async def test_a_page_of_another_site_may_not_open_a_socket(host: Host, origin: str) -> None:
    """The handshake is refused before anything is said."""
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{host.port}/ws", origin=Origin(origin), **PATIENT)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("name", [n for n in NAMES if n])
async def test_a_socket_under_a_foreign_name_is_refused(host: Host, name: str) -> None:
    """Also with the server's own origin."""
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as line:
        line.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert line.recv(100).startswith((b"HTTP/1.1 403", b"HTTP/1.1 400"))


def test_a_proxy_s_name_is_known_when_the_settings_name_it(zygote: Zygote, tmp_path: Path) -> None:
    """`public_url` is allowed as host and origin; others still are not."""
    settings_ = 'public_url = "https://cards.example"\n'
    with hosting(zygote, tmp_path / "data", settings=settings_) as found:
        for name, origin, expected in (
            ("cards.example", "https://cards.example", 200),
            ("cards.example", "https://cards.example.evil.example", 403),
            ("cards.example", "http://cards.example", 200),
            ("evil.example", "https://cards.example", 421),
        ):
            status, _, _ = ask(found, "GET", "/api/options", None, {"host": name, "origin": origin})
            assert status == expected, (name, origin)
