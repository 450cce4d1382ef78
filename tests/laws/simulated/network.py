"""The network of a simulation: requests and sockets to an ASGI application, late, cut, or read too slowly.

A socket keeps its order, as TCP does, each way with delays of its own; when it is cut what is under way is lost, and the
other end may hear of it late.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.laws.simulated.loop import PROCESS, Process

Json = dict[str, Any]
HOST = "table.example"
ORIGIN = f"http://{HOST}"
NOTICED = 40.0
"""Seconds after which the server's own pings at the latest tell that nobody is there."""


class Gone(Exception):  # noqa: N818
    """The connection broke, or nobody answers."""


@dataclass(slots=True)
class Weather:
    """How the network is now."""

    delay: float = 0.02
    """Seconds that a message takes, half to double."""
    lost: float = 0.0
    """How likely it is that a connection is cut at a message."""

    def takes(self, chance: Random) -> float:
        """How long this message takes."""
        return self.delay * chance.uniform(0.5, 2.0)


class Pipe:
    """Messages one way, in order, each at its time."""

    def __init__(self, weather: Weather, chance: Random) -> None:
        self._weather = weather
        self._chance = chance
        self._coming: deque[tuple[float, Any]] = deque()
        self._free = 0.0
        self._changed = asyncio.Event()
        self.closed = False

    def __len__(self) -> int:
        return len(self._coming)

    def put(self, item: Any) -> None:
        """Send it on its way."""
        if not self.closed:
            now = asyncio.get_running_loop().time()
            self._free = max(self._free, now + self._weather.takes(self._chance))
            self._coming.append((self._free, item))
            self._changed.set()

    def cut(self) -> None:
        """What is under way is lost, and nothing more comes."""
        self.closed = True
        self._coming.clear()
        self._changed.set()

    async def get(self) -> Any:
        """The next message once it is there; Gone if none will come."""
        loop = asyncio.get_running_loop()
        while True:
            if self._coming:
                late = self._coming[0][0] - loop.time()
                if late > 0:
                    await asyncio.sleep(late)
                    continue
                self._changed.set()
                return self._coming.popleft()[1]
            if self.closed:
                raise Gone
            await self._change()

    async def room(self, most: int) -> None:
        """Wait until fewer messages than `most` are under way; Gone if it is cut."""
        while len(self._coming) >= most and not self.closed:
            await self._change()
        if self.closed:
            raise Gone

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()


class Socket:
    """A WebSocket between a client and the process that serves it."""

    def __init__(self, process: Process, weather: Weather, chance: Random, window: int) -> None:
        """`window` messages may be under way to the client before the server's writing waits."""
        self.process = process
        self._window = window
        self._chance = chance
        self._weather = weather
        self._up = Pipe(weather, chance)
        self._down = Pipe(weather, chance)
        self._gone = asyncio.Event()
        self.cut_off = False
        self.sent = 0

    # The client's end.

    def send(self, message: object) -> None:
        """Send a message, or a text as it is."""
        if self._chance.random() < self._weather.lost:
            self.cut(quietly=self._chance.random() < 0.3)
        self.sent += 1
        self._up.put(message if isinstance(message, str) else json.dumps(message))

    async def receive(self) -> str:
        """The next text; Gone when the connection is at its end."""
        if self._chance.random() < self._weather.lost:
            self.cut(quietly=self._chance.random() < 0.3)
        if self.cut_off:
            raise Gone
        text = await self._down.get()
        if not isinstance(text, str):
            raise Gone
        return text

    def cut(self, *, quietly: bool = False) -> None:
        """Break it now; `quietly`: the server notices only later."""
        if not self.cut_off:
            self.cut_off = True
            loop = asyncio.get_running_loop()
            self._up.closed = True
            loop.call_later(NOTICED if quietly else self._weather.delay, self._notice)
            if not quietly:
                self._down.cut()

    def _notice(self) -> None:
        self._up.cut()
        self._down.cut()
        self._gone.set()

    # The server's end: ASGI.

    async def serve(self, app: Any, address: str) -> None:
        """Let the application serve it; afterwards it is closed."""
        headers = [(b"host", HOST.encode()), (b"origin", ORIGIN.encode())]
        scope = {
            **_scope("websocket", "/ws", headers, address),
            "scheme": "ws",
            "subprotocols": [],
        }
        self._greeted = False
        try:
            await app(scope, self._asgi_receive, self._asgi_send)
        finally:
            self._up.cut()
            self._down.put(None)

    async def _asgi_receive(self) -> Json:
        if not self._greeted:
            self._greeted = True
            return {"type": "websocket.connect"}
        try:
            return {"type": "websocket.receive", "text": await self._up.get()}
        except Gone:
            return {"type": "websocket.disconnect", "code": 1006}

    async def _asgi_send(self, message: Json) -> None:
        if message["type"] == "websocket.accept":
            return
        if not self.process.alive:
            raise OSError("killed")
        if message["type"] == "websocket.close":
            self._down.put(None)
            return
        try:
            await self._down.room(self._window)
        except Gone:
            raise OSError("the client is gone") from None
        if not self.process.alive:
            raise OSError("killed")
        self._down.put(message["text"])

    def die(self) -> None:
        """The server was killed: its end closes, and what it had not sent is lost."""
        self._up.cut()
        self._down.put(None)

    def go_away(self) -> None:
        """The server is being stopped: the application is told that the connection ends."""
        self._up.cut()


def _scope(kind: str, path: str, headers: list[tuple[bytes, bytes]], address: str) -> Json:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": headers,
        "client": (address, 1024),
        "server": (HOST, 80),
        "state": {},
    }


async def ask(app: Any, path: str, body: object = None, address: str = "10.0.0.1") -> tuple[int, Any]:
    """A request to the application, in the running process: status and body, as JSON where it is."""
    headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
    scope = _scope("http", path, headers, address) | {"method": "GET" if body is None else "POST"}
    sent = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode()}]
    answer: list[Json] = []

    async def receive() -> Json:
        return sent.pop() if sent else await asyncio.get_running_loop().create_future()

    async def send(message: Json) -> None:
        answer.append(message)

    await app(scope, receive, send)
    text = b"".join(m.get("body", b"") for m in answer[1:])
    try:
        return answer[0]["status"], json.loads(text)
    except ValueError:
        return answer[0]["status"], text.decode()


def in_process(process: Process, coroutine: Any) -> asyncio.Task[Any]:
    """A task of that process, whoever starts it."""
    token = PROCESS.set(process)
    try:
        return asyncio.get_running_loop().create_task(coroutine)
    finally:
        PROCESS.reset(token)
