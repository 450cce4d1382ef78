"""What is told at one moment goes to the network together, message by message all the same."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from lastcard.server.websocket.frame_batching import TEXTS, framed, send_texts
from lastcard.server.websocket.outbox import MAX_QUEUED, Outbox
from tests.rooms.server.conftest import Server, client

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.tier("default")


def test_frames_are_what_a_client_reads() -> None:
    """Of every size at which the length is written differently, and beyond ASCII, several in one piece."""
    texts = ["", "x", "é" * 62, "x" * 125, "x" * 126, "x" * 65535, "x" * 65536, "終わり"]
    reader = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    reader.receive_data(framed(texts))
    found = reader.events_received()
    assert [(f.opcode, f.fin) for f in found if isinstance(f, Frame)] == [(Opcode.TEXT, True)] * len(texts)
    assert [bytes(f.data).decode() for f in found if isinstance(f, Frame)] == texts


def test_what_waits_is_taken_together_up_to_a_ping() -> None:
    """In order, a bounded lot at once; a ping and the end come when their turn is."""

    async def use() -> list[Any]:
        outbox = Outbox()
        for text in ("a", "b", "c"):
            outbox.put(text)
        outbox.ping()
        outbox.put("d")
        outbox.close(1000)
        taken: list[Any] = []
        while not taken or not isinstance(taken[-1], int):
            taken += [await outbox.get(), *outbox.more()]
        return taken

    assert asyncio.run(use()) == ["a", "b", "c", None, "d", 1000]


def test_a_bounded_lot_goes_at_once() -> None:
    """A queue of large messages is not joined into one, and makes room as it is taken."""

    async def use() -> list[int]:
        outbox, large = Outbox(), "x" * 40_000
        assert all(outbox.put(large) for _ in range(26))
        assert not outbox.put(large)
        sizes = []
        for _ in range(9):
            await outbox.get()
            sizes.append(len(outbox.more()))
        assert all(outbox.put("y") for _ in range(MAX_QUEUED))
        return sizes

    assert asyncio.run(use()) == [2] * 8 + [1]


@pytest.mark.parametrize("extensions", [{TEXTS: {}}, {}])
def test_a_server_without_the_extension_gets_them_one_by_one(extensions: dict[str, Any]) -> None:
    """The same texts in the same order either way."""
    sent: list[Any] = []

    class Socket:
        def __init__(self) -> None:
            self.scope = {"extensions": extensions}

        async def send(self, message: dict[str, Any]) -> None:
            sent.append(message["texts"])

        async def send_text(self, text: str) -> None:
            sent.append(text)

    asyncio.run(send_texts(Socket(), ["a", "b"]))
    assert sent == ([["a", "b"]] if extensions else ["a", "b"])


async def test_a_real_client_gets_every_message(tmp_path: Path) -> None:
    """All versions in order, each with its message, and a state after them."""
    server = Server(tmp_path / "data")
    opened = server.open()
    async with client(server, opened["table"], opened["token"], since=0) as ana:
        await ana.settled()
        for _ in range(10):
            if ana.over:
                break
            await ana.play_on()
        versions = [m["v"] for m in ana.told if m["t"] == "ev"]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert ana.told[-1]["t"] == "state"
    server.stop()
