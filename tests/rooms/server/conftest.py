"""A real server in a process of its own, and clients that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from lastcard.server.wire.message_models import check
from tests.rooms.server import tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence
    from pathlib import Path

Json = dict[str, Any]
PATIENCE = 120
"""Seconds for what must come about: a test that fails may be slow to say so, one on a busy machine may not fail."""
POSTGRES = os.environ.get("LASTCARD_TEST_POSTGRES", "")
NATS = os.environ.get("LASTCARD_TEST_NATS", "")
SETTINGS = "rate = 5000\ntables_a_minute = 100000\ntables_an_address = 100000\nsockets_an_address = 100000\ncontribution_wait = 0\ncodes_a_minute = 100000\n"
"""A server that no test meets the limits of, and that deals at once."""
PATIENT: Json = {"open_timeout": PATIENCE, "ping_interval": None}
"""How a test's connection is opened: it does not give up on a server that has no time for it yet."""


class Server:
    """`lastcard serve` on a free port."""

    def __init__(
        self,
        data: Path,
        port: int = 0,
        settings: str = SETTINGS,
        prefix: Sequence[str] = (),
        bot_delay: float = 0,
        program: Sequence[str] = ("-m", "lastcard"),
    ) -> None:
        """`prefix` is a command in front of it that becomes it, such as `strace -D`; `program` is what Python runs."""
        self.data = data
        data.mkdir(exist_ok=True)
        (data / "lastcard.toml").write_text(settings)
        command = [
            *prefix,
            sys.executable,
            *program,
            "serve",
            "--no-browser",
            "--bot-delay",
            str(bot_delay),
            "--data",
            str(data),
        ]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LASTCARD_")}
        self.log = (data / "stderr.log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--port", str(port)], stdout=subprocess.PIPE, stderr=self.log, env=environment
        )
        RUNNING.add(self)
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, (line, (data / "stderr.log").read_text())
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def http(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Ask; the status and the body, as JSON where it is."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"content-type": "application/json"} | {k.replace("_", "-"): v for k, v in headers.items()}
        request = urllib.request.Request(self.url + path, data, sent)  # noqa: S310 - our own server
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return answer.status, _plain(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _plain(error.read())

    def open(self, **wanted: object) -> Json:
        """Open a table."""
        status, found = self.http(
            "/api/tables", {"name": "Ana", "edition": "classic", "players": 4, "bots": True} | wanted
        )
        assert status == 201, found
        return dict(found)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End the process; its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        RUNNING.discard(self)
        return code

    @property
    def errors(self) -> str:
        """What it wrote to standard error."""
        return (self.data / "stderr.log").read_text()


RUNNING: set[Server] = set()
"""The servers of this process that nobody has stopped yet."""


@contextmanager
def nothing_left() -> Iterator[None]:
    """Stop what was started within and still runs: a test that fails must not break a later one by what it left."""
    before = set(RUNNING)
    try:
        yield
    finally:
        for server in RUNNING - before:
            server.stop(signal.SIGKILL)


@pytest.fixture(autouse=True)
def _same_chance() -> None:
    tables.same_chance()


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    with nothing_left():
        yield


def _plain(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode()


class Client:
    """One connection to a table: keeps what it is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[Json] = []
        self.state: Json = {}

    async def next(self) -> Json:
        """The next message that is no ping; each must be one of the protocol's."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self._received())["t"] == "ping":
                pass
        self.told.append(message)
        if message["t"] in ("snap", "state"):
            self.state = {**self.state, **message}
        return message

    async def _received(self) -> Json:
        text = await self.socket.recv(decode=True)
        check(text)
        found: Json = json.loads(text)
        return found

    @property
    def log(self) -> list[Json]:
        """Each event that it was told, with its version, in the order in which it was told."""
        return [
            {"v": line["v"], "e": line["e"]}
            for m in self.told
            for line in ([m] if m["t"] == "ev" else m.get("log") or [])
        ]

    async def until(self, holds: Callable[[Json], bool]) -> Json:
        """Read messages until one is as wanted."""
        while not holds(message := await self.next()):
            pass
        return message

    async def send(self, message: object) -> None:
        """Send a message, or a text as it is."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def ask(self, d: object, v: int | None = None, id_: str | None = None) -> Json:
        """Give a command; its ack or nak."""
        name = id_ or str(uuid.uuid4())
        seen = self.state["v"] if v is None else v
        await self.send({"t": "cmd", "id": name, "v": seen, "d": d})
        return await self.until(lambda m: m["t"] in ("ack", "nak") and m["id"] == name)

    async def act(self, action: str, **more: Any) -> Json:
        """Take an action; its ack or nak."""
        return await self.ask({"t": "act", "action": action}, **more)

    async def settled(self, v: int = 0) -> Json:
        """Read until a person must do something or the round is over, at version `v` or later; the state."""
        while self.state["v"] < v or not (self.mine or self.over):
            await self.until(lambda m: m["t"] in ("state", "snap"))
        return self.state

    async def dealt(self) -> Json:
        """Read until the next round is dealt and a person must do something; the state."""
        while self.over:
            await self.next()
        return await self.settled()

    async def still(self) -> Json:
        """Read until nothing more happens by itself, where UNO is said for everybody; the state.

        That is when a person must do something, or when the round is over and its deal opened.
        """
        await self.settled()
        while self.over and self.state["deal"]["secret"] is None:
            await self.next()
        return self.state

    @property
    def mine(self) -> bool:
        """Whether the round waits for this client."""
        return self.state["you"] in self.state["awaited"]

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        view = self.state["view"]
        return bool(view and view["table"]["phase"]["t"] == "over")

    def choice(self) -> str:
        """Some lawful turn action: a play with UNO if possible, else what comes first."""
        legal: list[str] = [a for a in self.state["legal"] if a.split()[0] not in ("report", "catch")]
        assert legal, (self.state["legal"], self.state["awaited"], self.state["view"]["table"])
        plays = [a for a in legal if a.startswith("play")]
        return next((a for a in plays if a.endswith("uno")), (plays or legal)[0])

    async def play_on(self) -> Json:
        """Take an action and wait for what follows; if a bot was quicker, look again first."""
        if (await self.settled()) and self.over:
            return self.state
        seen = self.state["v"]
        answer = await self.act(self.choice())
        assert answer["t"] == "ack" or answer["v"] > seen, (answer, self.state)
        return await self.settled(answer["v"])


@asynccontextmanager
async def client(server: Server, table: str, token: str | None, /, **hello: object) -> AsyncIterator[Client]:
    """A connection that has said hello and been answered; what is not read does not keep it from being closed."""
    async with connect(
        f"ws://127.0.0.1:{server.port}/ws",
        origin=Origin(server.url),
        compression=None,
        max_queue=None,
        **PATIENT,
    ) as socket:
        found = Client(socket)
        await found.send({"t": "hello", "proto": 1, "table": table, "token": token} | hello)
        await found.until(lambda m: m["t"] in ("snap", "gone", "nak"))
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not think."""
    found = Server(tmp_path_factory.mktemp("server") / "data")
    yield found
    found.stop()
    assert "Traceback" not in found.errors
    assert '"level": "error"' not in found.errors


@pytest.fixture
async def database() -> AsyncIterator[str]:
    """The address of a new database in PostgreSQL that is dropped afterwards."""
    name = f"lastcard_{secrets.token_hex(6)}"
    admin = await asyncpg.connect(POSTGRES)
    await admin.execute(f"CREATE DATABASE {name}")
    yield POSTGRES.rsplit("/", 1)[0] + "/" + name
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()
