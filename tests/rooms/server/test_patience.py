"""Half a request holds no connection for ever, and no process has too few files to serve its people."""

from __future__ import annotations

import asyncio
import resource
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from structlog.testing import capture_logs
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from lastcard.server.http import slow_clients
from lastcard.server.websocket import frame_batching
from tests.rooms.server.conftest import PATIENT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Hasty(slow_clients.TimedRequestProtocol):
    """One that waits a moment."""

    within = 0.2


class Calm(slow_clients.TimedRequestProtocol):
    """One that waits for longer than any test takes; `pass_time` passes over that."""

    within = 3600.0


def pass_time(seconds: float) -> None:
    """From now on it is so much later for the loop: no test has to be quick, nor to wait."""
    loop = asyncio.get_running_loop()
    before = loop.time
    loop.time = lambda: before() + seconds  # type: ignore[method-assign]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Says what it was sent, also over a WebSocket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (heard := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": heard["text"]})
        return
    body, more = b"", True
    while more:
        told = await receive()
        body += told.get("body", b"")
        more = told.get("more_body", False)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]}
    )
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def served(kind: type[slow_clients.TimedRequestProtocol]) -> AsyncIterator[int]:
    """The port of a server with connections of that kind."""
    config = uvicorn.Config(
        application, log_config=None, ws=frame_batching.BatchingProtocol, timeout_keep_alive=10**6
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: kind(config, state, {}), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        while state.connections or state.tasks:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


@asynccontextmanager
async def dialled(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection, which is closed at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


WHOLE = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"


@pytest.mark.tier("default")
@pytest.mark.parametrize("said", [b"", WHOLE[:9], WHOLE[:-1], WHOLE + WHOLE[:20]])
async def test_who_does_not_end_a_request_loses_the_connection(said: bytes) -> None:
    """Nothing, half a head, half a body, and half a second request."""
    async with served(Hasty) as port, dialled(port) as (reader, writer):
        writer.write(said)
        answer = await reader.read()
        assert answer.endswith(b"abc") is (len(said) > len(WHOLE))


async def test_who_ends_it_in_pieces_is_answered_and_may_ask_again() -> None:
    """Also after having been silent for longer than a request may take: that is what keeping alive means."""
    async with served(Calm) as port, dialled(port) as (reader, writer):
        for _ in range(2):
            writer.write(WHOLE[:30])
            await asyncio.sleep(0.01)
            writer.write(WHOLE[30:])
            assert (await reader.readuntil(b"abc")).startswith(b"HTTP/1.1 200")
            pass_time(2 * Calm.within)
            await asyncio.sleep(0.01)


async def test_a_socket_may_be_silent() -> None:
    """What was a request once is none any more."""
    async with served(Calm) as port, connect(f"ws://127.0.0.1:{port}/", **PATIENT) as socket:
        pass_time(2 * Calm.within)
        await asyncio.sleep(0.01)
        await socket.send("still here")
        assert await socket.recv() == "still here"


@pytest.mark.parametrize(
    ("limits", "sockets", "raised", "warned"),
    [
        ((256, 4096), 1000, (1064, 4096), False),
        ((256, 1000), 1000, (1000, 1000), True),
        ((5000, 5000), 1000, None, False),
        ((256, resource.RLIM_INFINITY), 1000, (1064, resource.RLIM_INFINITY), False),
    ],
)
def test_as_many_files_may_be_open_as_people_may_come(
    monkeypatch: pytest.MonkeyPatch,
    limits: tuple[int, int],
    sockets: int,
    raised: tuple[int, int] | None,
    warned: bool,
) -> None:
    """As far as the system allows; where it does not, the log says so."""
    done: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: done.append(wanted))
    with capture_logs() as told:
        slow_clients.raise_file_limit(sockets)
    assert done == ([] if raised is None else [raised])
    assert [line["files"] for line in told] == ([1000] if warned else [])
