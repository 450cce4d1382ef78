"""Lines that are hardly HTTP: answered with a refusal or closed, and the server goes on."""

from __future__ import annotations

import errno
import socket
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.rooms.server.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.proof.hosts import Host


@contextmanager
def hung_up() -> Iterator[None]:
    """The other side may close at any moment: sending, closing one's own side and reading may all find nobody there."""
    try:
        yield
    except ConnectionError:
        pass
    except OSError as error:
        if error.errno != errno.ENOTCONN:
            raise


def raw(port: int, data: bytes) -> bytes:
    """What comes back for bytes that are put on the line as they are."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        with hung_up():
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
        with hung_up():
            while chunk := line.recv(65536):
                found += chunk
    return found


def test_a_line_that_the_server_closes_at_once_is_no_fault() -> None:
    """Control: however early it closes, and with a reset, nothing came back, and that is all."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as line,
    ):
        there, _ = server.accept()
        there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        there.close()
        with pytest.raises(ConnectionResetError):
            line.recv(1)
        with pytest.raises(OSError, match="not connected"):
            line.shutdown(socket.SHUT_WR)
        with hung_up():
            line.shutdown(socket.SHUT_WR)
        with pytest.raises(TimeoutError), hung_up():
            raise TimeoutError(errno.ETIMEDOUT, "it does not answer")


HOST = b"Host: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
        b"GET /\r\n\r\n",
        b"\x00" * 500,
        b"GET " + b"/a" * 50_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5_000 + HOST + b"\r\n",
        b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: \xb2\r\n\r\n",
        b"GET /ws HTTP/1.1\r\n"
        + HOST
        + b"Upgrade: websocket\r\nConnection: upgrade\r\nContent-Length: \xb2\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n"
        + HOST
        + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n"
        + HOST
        + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n{}\r\n0\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n"
        + HOST
        + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"4000\r\n"
        + b"x" * 0x4000
        + b"\r\n4000\r\n"
        + b"x" * 0x4000
        + b"\r\n8000\r\n"
        + b"x" * 0x8000
        + b"\r\n4000\r\n"
        + b"x" * 0x4000
        + b"\r\n0\r\n\r\n",
        b"GET /ws HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        b"GET /ws HTTP/1.1\r\n"
        + HOST
        + b"Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 3\r\nSec-WebSocket-Key: x\r\n\r\n",
        b"POST /ws HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\n\r\n",
        b"CONNECT 127.0.0.1:22 HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET http://127.0.0.1/healthz HTTP/1.1\r\n" + HOST + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /healthz HTTP/1.1\r\n" + HOST + b"Host: elsewhere.example\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    ],
)
def test_a_line_that_is_hardly_http_does_no_harm(host: Host, data: bytes) -> None:
    """The server answers with a refusal or closes, says nothing of itself, and goes on."""
    found = raw(host.port, data)
    assert not found.startswith((b"HTTP/1.1 500", b"HTTP/1.1 502")), found[:300]
    assert b"Traceback" not in found
    assert host.http("/healthz") == (200, {"ok": True})
