"""The bus of a server that is alone, and what is sent to another server."""

from __future__ import annotations

import asyncio
import json

import pytest

from lastcard.server.cluster import outgoing
from lastcard.server.cluster.bus import Bus, BusError, LocalBus, NobodyError, Stop
from lastcard.server.cluster.nats import NatsBus
from lastcard.server.cluster.outgoing import OutgoingQueue
from tests.rooms.server.timed import in_virtual_time


async def test_a_lone_server_talks_to_itself() -> None:
    """What it publishes it hears, what it asks it answers, until it listens no more."""
    bus: Bus = LocalBus()
    heard: list[bytes] = []

    async def handle(message: bytes) -> None:
        heard.append(message)

    async def answer(message: bytes) -> bytes:
        return message.upper()

    await bus.publish("news", b"nobody hears it")
    with pytest.raises(NobodyError):
        await bus.ask("question", b"x", 1.0)
    stops: list[Stop] = [await bus.listen("news", handle), await bus.answer("question", answer)]
    await bus.publish("news", b"one")
    assert await bus.ask("question", b"x", 1.0) == b"X"
    for stop in stops:
        await stop()
    await bus.publish("news", b"two")
    assert heard == [b"one"]
    with pytest.raises(NobodyError):
        await bus.ask("question", b"x", 1.0)
    await bus.close()


class Overtaking:
    """A client of NATS whose first ping overtakes what was written just before it, as that of nats-py may on a busy machine."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.arrived: list[str] = []
        self._under_way = 0

    async def subscribe(self, subject: str, cb: object) -> Overtaking:
        """See nats-py; what is subscribed to is this client itself."""
        del cb
        self.written.append(f"SUB {subject}")
        return self

    async def unsubscribe(self) -> None:
        """See nats-py."""
        self.written.append("UNSUB")

    async def flush(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109 - the name that nats-py has
        """See nats-py: the server has what was written before the last ping but one."""
        del timeout
        self.arrived = self.written[: self._under_way]
        self._under_way = len(self.written)


async def test_who_listens_is_known_at_once_and_who_stopped_is_forgotten_at_once() -> None:
    """NATS has heard of both when they are done: no question falls into the gap, to be waited for in vain."""
    client = Overtaking()
    bus = NatsBus(client)
    for subscribe in (bus.listen, bus.answer):
        stop = await subscribe("subject", never)
        assert client.arrived[-1] == "SUB subject"
        await stop()
        assert client.arrived[-1] == "UNSUB"


async def never(message: bytes) -> bytes:
    """Is not called."""
    raise AssertionError(message)


class Slow(LocalBus):
    """A bus that takes its time, and fails when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[list[object]] = []
        self.broken = False

    async def publish(self, subject: str, message: bytes) -> None:
        """See Bus."""
        del subject
        await asyncio.sleep(0)
        if self.broken:
            raise BusError("it is broken")
        self.sent.append(json.loads(message))


@in_virtual_time
async def test_what_waits_is_sent_together_and_in_order() -> None:
    """Fewer messages than entries, and none missing."""
    bus = Slow()
    box = OutgoingQueue(bus, "other", lambda *_: None)
    for number in range(100):
        box.put(number)
    await asyncio.sleep(0.05)
    assert [entry for message in bus.sent for entry in message] == list(range(100))
    assert len(bus.sent) < 10
    await box.stop()


@in_virtual_time
async def test_no_message_grows_without_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of the bus has a size; a single entry that is longer goes alone."""
    monkeypatch.setattr(outgoing, "_MAX_AT_ONCE", 20)
    bus = Slow()
    box = OutgoingQueue(bus, "other", lambda *_: None)
    for text in ("a" * 8, "b" * 8, "c" * 100, "d"):
        box.put(text)
    await asyncio.sleep(0.05)
    assert [len(message) for message in bus.sent] == [2, 1, 1]
    await box.stop()


@in_virtual_time
async def test_what_cannot_be_sent_is_told_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Because the bus is broken, or because too much waits for it; afterwards it goes on."""
    monkeypatch.setattr(outgoing, "_MAX_WAITING", 50)
    bus = Slow()
    lost: list[str] = []
    box = OutgoingQueue(bus, "other", lambda subject, _: lost.append(subject))
    bus.broken = True
    box.put("one")
    await asyncio.sleep(0.05)
    assert lost == ["other"]
    bus.broken = False
    box.put("x" * 100)
    assert lost == ["other", "other"]
    box.put("two")
    await asyncio.sleep(0.05)
    assert bus.sent == [["two"]]
    await box.stop()
