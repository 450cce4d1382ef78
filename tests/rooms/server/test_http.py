"""The HTTP addresses of a real server."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from starlette.datastructures import Headers

from lastcard.rules.ruleset import EDITIONS, OPTIONS, ruleset_from
from lastcard.server.http.routes import PackedAssets
from tests.rooms.server.conftest import PATIENCE, Server

if TYPE_CHECKING:
    from pathlib import Path


def raw(server: Server, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
    """An answer with its headers, to a request with any headers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, body or None, {k.replace("_", "-"): v for k, v in headers.items()})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_the_options_read_back_as_rules(server: Server) -> None:
    """Every edition's printed options make that edition again, and every option is described."""
    _, found = server.http("/api/options")
    assert [e["name"] for e in found["editions"]] == list(EDITIONS)
    assert [o["name"] for o in found["options"]] == list(OPTIONS)
    for edition in found["editions"]:
        rules = ruleset_from({"edition": edition["name"], "options": edition["options"]})
        assert rules.differences() == {}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"players": 11}, "rules"),
        ({"edition": "nonsense"}, "rules"),
        ({"options": {"nonsense": 1}}, "rules"),
        ({"options": {"edition": "classic"}}, "rules"),
        ({"written": {"R*": {"effects": [{"explode": 1}]}}}, "rules"),
        ({"teams": [[0, 1], [2, 3]]}, "rules"),
        ({"players": "four"}, "bad"),
        ({"clock": 1}, "bad"),
        ({"surprise": 1}, "bad"),
        ({"name": "x" * 200}, "bad"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(
    server: Server, wanted: dict[str, Any], code: str
) -> None:
    """422, a code, words, and the rule where one stands against it."""
    body = {"name": "Ana", "edition": "classic", "players": 4, "options": {}, "bots": True} | wanted
    status, found = server.http("/api/tables", body)
    assert status == 422
    assert found["error"]["code"] == code
    assert found["error"]["message"]


@pytest.mark.parametrize(
    "body", [b"", b"[", b"null", b'{"name": "\xff"}', b"[" * 10_000, b'{"players": 1e400}']
)
def test_broken_bodies_are_refused(server: Server, body: bytes) -> None:
    """No body brings the server down."""
    assert server.http("/api/tables", body)[0] == 422


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    """Before it is read."""
    assert server.http("/api/tables", {"name": "x" * 70_000})[0] == 413


def test_names_are_cleaned(server: Server) -> None:
    """Control and direction characters go, blanks are put together, the length is bounded."""
    opened = server.open(name="  A\u202e\u0000n\n a  " + "x" * 50)
    _, found = server.http(f"/api/tables/{opened['table']}")
    assert found["seats"][0]["name"] == "An a " + "x" * 19


def test_markup_in_a_name_is_only_text(server: Server) -> None:
    """It comes back in JSON, which no browser takes for a page."""
    opened = server.open(name="<b>Ana</b>")
    answer = raw(server, "GET", f"/api/tables/{opened['table']}", Host=f"127.0.0.1:{server.port}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_unknown_tables_and_addresses(server: Server) -> None:
    """404 with a sentence; a page's address is answered with the page or the way to build it."""
    assert server.http("/api/tables/nosuchtable0")[0] == 404
    assert server.http("/api/nothing")[1]["error"]["code"] == "unknown"
    assert server.http("/nothing.js")[0] == 404
    assert server.http("/t/nosuchtable0")[0] in (200, 503)
    assert server.http("/%2e%2e/%2e%2e/pyproject.toml")[0] == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost.evil.example"}, 421),
        ({"Host": "localhost", "Origin": "https://evil.example"}, 403),
        ({"Host": "localhost", "Origin": "null"}, 403),
        ({"Host": "localhost"}, 200),
    ],
)
def test_other_names_and_other_sites_are_turned_away(
    server: Server, headers: dict[str, str], status: int
) -> None:
    """A wrong Host and a foreign Origin, before anything is done."""
    assert raw(server, "GET", "/api/options", **headers).status == status


def test_a_program_is_told_in_its_form_that_it_comes_from_elsewhere(server: Server) -> None:
    """Under /api with code and reason, like every refusal; a person who opened a page reads a sentence."""
    status, found = server.http("/api/options", Host="evil.example")
    assert (status, found["error"]["code"], found["error"]["reason"]) == (421, "foreign", "wrong-host")
    status, found = server.http("/api/options", Origin="https://evil.example")
    assert (status, found["error"]["code"], found["error"]["reason"]) == (403, "foreign", "wrong-origin")
    status, found = server.http("/api/tables", b"x" * 70_000)
    assert (status, found["error"]["code"], found["error"]["reason"]) == (413, "large", "too-large")
    status, text = server.http("/", Host="evil.example")
    assert (status, text[:31]) == (421, "This server is not known by tha")


def test_every_answer_has_the_headers_of_a_strict_page(server: Server) -> None:
    """No script of others, no frame around it."""
    for path in ("/", "/api/options", "/healthz", "/nothing.png"):
        policy = raw(server, "GET", path, Host=f"localhost:{server.port}").headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy


def test_only_the_worker_that_plays_without_a_server_may_compile(server: Server) -> None:
    """WebAssembly is for what lies under /offline/, which has a policy of its own; the page may not."""
    for path, may in (("/", False), ("/solo", False), ("/api/options", False), ("/offline/nothing.js", True)):
        policy = raw(server, "GET", path, Host=f"localhost:{server.port}").headers["content-security-policy"]
        assert ("script-src 'self' 'wasm-unsafe-eval';" in policy) is may
        assert "'unsafe-eval'" not in policy


async def test_python_for_the_page_is_sent_packed(tmp_path: Path) -> None:
    """What lies there packed only is sent as what it is, with its encoding, to be kept for good; what lies there open, open."""
    (tmp_path / "python.wasm.gz").write_bytes(gzip.compress(b"code"))
    (tmp_path / "rules.zip").write_bytes(b"rules")
    for path, kind, encoding, body in (
        ("/python.wasm", "application/wasm", "gzip", gzip.compress(b"code")),
        ("/rules.zip", "application/zip", None, b"rules"),
    ):
        said: list[Any] = []

        async def receive() -> Any:
            await (
                asyncio.Event().wait()
            )  # the client says nothing more; to answer at once would keep others from their turn

        async def send(message: Any, said: list[Any] = said) -> None:
            said.append(message)

        scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
        await PackedAssets(directory=tmp_path)(scope, receive, send)
        headers = Headers(raw=said[0]["headers"])
        assert (said[0]["status"], headers["content-type"], headers.get("content-encoding")) == (
            200,
            kind,
            encoding,
        )
        assert "immutable" in headers["cache-control"]
        assert b"".join(m.get("body", b"") for m in said)[10:] == body[10:]


def test_a_form_of_another_site_cannot_post(server: Server) -> None:
    """A body that a form can send is not taken."""
    answer = raw(
        server, "POST", "/api/tables", json.dumps({"name": "x"}), Host="localhost", Content_Type="text/plain"
    )
    assert answer.status == 422


def test_health_and_metrics(server: Server) -> None:
    """The log answers; the counters are there."""
    assert server.http("/healthz") == (200, {"ok": True})
    status, text = server.http("/metrics")
    assert status == 200
    assert "lastcard_commit_seconds_bucket" in text


@pytest.mark.tier("default")
def test_one_address_may_not_open_tables_without_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The limit of the settings holds."""
    limited = Server(tmp_path_factory.mktemp("limited") / "data", settings="tables_a_minute = 3\n")
    began = time.monotonic()
    statuses = [limited.http("/api/tables", {"name": "Ana"})[0] for _ in range(8)]
    assert statuses[:3] == [201, 201, 201]
    assert 3 <= statuses.count(201) <= 4 + (time.monotonic() - began) / 20  # one more in twenty seconds
    assert set(statuses[3:]) <= {201, 429}
    limited.stop()
