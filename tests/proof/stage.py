"""The real server in virtual time, over a log in memory, with the order of the cards in one's own hand.

Nothing here is left to chance or to the clock of this machine: two stages of the same seed to which the same is done at the
same times send the same bytes at the same times, unless a difference of the cards shows.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import structlog

from lastcard.bots import Greedy
from lastcard.dealing import commitment, order
from lastcard.dealing.stream import NumberStream
from lastcard.rules.actions import Action
from lastcard.rules.cards import Card
from lastcard.rules.round import Round
from lastcard.server.app import create_app
from lastcard.server.model.chance import Chance
from lastcard.server.ops.config import Settings
from lastcard.server.storage.interface import Receipt
from tests.fakes.log import MemoryLog

Json = dict[str, Any]
HOST = "table.example"
ORIGIN = f"http://{HOST}"
MOMENT = 1e-7
"""A time in which nothing happens but what is due at once."""


class Deed(NamedTuple):
    """Something done to the server at a time: `call` (a socket and its hello), `say`, `hang up`, or `ask` over HTTP."""

    time: float
    kind: str
    who: str
    what: Any


@dataclass
class Orders:
    """The orders that cards were given, one after the other; those of a twin are its elder's with some cards exchanged.

    `secrets` counts the secrets drawn; from number `other_from` on they are a twin's own.
    """

    elder: Orders | None = None
    exchanges: dict[int, dict[int, int]] = field(default_factory=dict)
    other_from: int | None = None
    places: list[list[int]] = field(default_factory=list)
    given: list[tuple[Card, ...]] = field(default_factory=list)
    drawn_before: list[int] = field(default_factory=list)
    secrets: int = 0
    known: dict[object, tuple[Card, ...]] = field(default_factory=dict)

    def shuffled(self, cards: Sequence[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
        """Stands where the server orders cards (`dealing.order.shuffled`): of one stream it asks more than once."""
        pack = sorted(cards, key=lambda card: card.token)
        stream = getattr(below, "__self__", None)
        if not isinstance(stream, NumberStream):
            return self._new(pack, below)
        key = (stream._hash.digest(16), tuple(pack))
        if key not in self.known:
            self.known[key] = self._new(pack, below)
        return self.known[key]

    def _new(self, pack: Sequence[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
        call = len(self.places)
        places = list(range(len(pack)))
        for last in range(len(pack) - 1, 0, -1):
            at = below(last + 1)
            places[last], places[at] = places[at], places[last]
        if self.elder is not None and call < len(self.elder.places):
            elder = self.elder.places[call]
            if len(elder) == len(pack):
                there = self.exchanges.get(call, {})
                places = [elder[there.get(i, i)] for i in range(len(pack))]
        self.places.append(places)
        self.given.append(tuple(pack[place] for place in places))
        self.drawn_before.append(self.secrets)
        return self.given[-1]

    def secret(self, value: bytes) -> bytes:
        """A secret as it is drawn: a twin's own where the order of its cards is its own."""
        self.secrets += 1
        if self.other_from is not None and self.secrets > self.other_from:
            return bytes(byte ^ 0xA5 for byte in value)
        return value


class OwnChance(Chance):
    """Chance from a seed, but for the order of cards and secrets, which are `Orders`'."""

    def __init__(self, seed: object, orders: Orders) -> None:
        super().__init__(Random(f"{seed}:server"))
        self._orders = orders

    def shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """See `Chance`."""
        return self._orders.shuffled(cards, self.source.randrange)

    def bits(self, count: int) -> bytes:
        """See `Chance`."""
        found = super().bits(count)
        return self._orders.secret(found) if count == commitment.SECRET_BYTES else found


class Wishes:
    """What the bots want, in the order in which they are asked; those of a twin's bots are the elder's."""

    def __init__(self, elder: Wishes | None) -> None:
        self.elder = elder
        self.parted = float("inf")
        """When a bot could not want what the elder's bot wanted."""
        self.said: list[Action | None] = []

    def bot(self, chance: Random) -> Any:
        """A bot of this stage."""
        return _Bot(self, Greedy(chance, 0.1))


class _Bot:
    def __init__(self, wishes: Wishes, inner: Greedy) -> None:
        self._wishes = wishes
        self._inner = inner

    def act(self, state: Round, seat: int, legal: tuple[Action, ...]) -> Action | None:
        """See `lastcard.bots.Player`."""
        own, at = self._inner.act(state, seat, legal), len(self._wishes.said)
        elder = self._wishes.elder
        if elder is not None:
            same = at < len(elder.said) and elder.said[at] in (*legal, None)
            own = elder.said[at] if same else None
            if not same:
                self._wishes.parted = min(self._wishes.parted, asyncio.get_running_loop().time())
        self._wishes.said.append(own)
        return own


@dataclass(frozen=True)
class Batch:
    """Events that were committed together: when, after which version, and how they are written."""

    time: float
    after: int
    bodies: tuple[str, ...]
    by_itself: bool = False


class StageLog(MemoryLog):
    """The log of a stage, which remembers what was committed together."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[Batch] = []

    async def append(
        self, table: str, after: int, bodies: Sequence[str], receipt: Receipt | None = None
    ) -> None:
        """See `EventLog`."""
        await super().append(table, after, bodies, receipt)
        if bodies:
            now = asyncio.get_running_loop().time()
            self.batches.append(Batch(now, after, tuple(bodies), by_itself=receipt is None))


class Heard(NamedTuple):
    """Something that the server said, and when."""

    time: float
    text: str


class Line:
    """A socket, from the client's end: everything that comes is kept; pings are answered at once."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.open = True
        self._up: asyncio.Queue[Json] = asyncio.Queue()
        self._up.put_nowait({"type": "websocket.connect"})
        self._told = asyncio.Event()

    def say(self, text: str) -> None:
        """Send a text."""
        self._up.put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        """Close it."""
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def more(self, seconds: float) -> bool:
        """Wait until something new is heard, so long at most."""
        self._told.clear()
        try:
            await asyncio.wait_for(self._told.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def serve(self, app: Any) -> None:
        """Let the application serve it."""
        scope = _scope("websocket", "/ws", {"origin": ORIGIN}) | {"subprotocols": [], "scheme": "ws"}
        await app(scope, self._up.get, self._send)
        self.open = False
        self._told.set()

    async def _send(self, message: Json) -> None:
        if message["type"] == "websocket.accept":
            return
        now = asyncio.get_running_loop().time()
        text = message.get("text") or f"closed {message.get('code')}"
        self.heard.append(Heard(now, text))
        self._told.set()
        if text.startswith('{"t":"ping"'):
            self.say(text.replace("ping", "pong", 1))


class Stage:
    """A server, and all that was done to it and said by it."""

    def __init__(self, seed: object, elder: Stage | None = None) -> None:
        """`elder` is the stage whose twin this one is."""
        self.orders: Orders = Orders(elder.orders if elder else None)
        self.wishes: Wishes = Wishes(elder.wishes if elder else None)
        self.log = StageLog()
        self.lines: dict[str, Line] = {}
        """The latest connection under each name."""
        self.all_lines: dict[str, Line] = {}
        self.answers: list[tuple[Deed, float, str]] = []
        self.deeds: list[Deed] = []
        self.faults: list[Any] = []
        settings = Settings(
            Path("nowhere"), host=HOST, origins=(ORIGIN,), rate=1000.0, tables_a_minute=10_000
        )
        self._app = create_app(settings, self.log, OwnChance(seed, self.orders))
        self._lifespan: asyncio.Queue[str] = asyncio.Queue()
        self._up, self._down = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def now(self) -> float:
        """The time on the stage."""
        return asyncio.get_running_loop().time()

    async def start(self) -> None:
        """Start the server."""
        self._begin(self._live())
        self._lifespan.put_nowait("lifespan.startup")
        await self._up.wait()

    async def stop(self) -> None:
        """End it and all sockets."""
        for line in self.all_lines.values():
            line.hang_up()
        await asyncio.sleep(MOMENT)
        self._lifespan.put_nowait("lifespan.shutdown")
        await self._down.wait()
        await asyncio.gather(*self._tasks)

    def _begin(self, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def _live(self) -> None:
        async def receive() -> Json:
            return {"type": await self._lifespan.get()}

        async def send(message: Json) -> None:
            (self._up if "startup" in message["type"] else self._down).set()

        await self._app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)

    async def do(self, deed: Deed) -> None:
        """Do it, and let all that follows at once happen."""
        self.deeds.append(deed)
        match deed.kind:
            case "call":
                line = self.lines[deed.who] = Line()
                self.all_lines[f"{deed.who} {len(self.deeds)}"] = line
                self._begin(line.serve(self._app))
                line.say(deed.what)
            case "say":
                self.lines[deed.who].say(deed.what)
            case "hang up":
                self.lines[deed.who].hang_up()
            case _:
                await self._ask(deed)
        await asyncio.sleep(MOMENT)

    async def _ask(self, deed: Deed) -> None:
        path, body = deed.what
        sent = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode()}]
        found: list[Json] = []

        async def receive() -> Json:
            return sent.pop() if sent else await asyncio.get_running_loop().create_future()

        async def send(message: Json) -> None:
            found.append(message)

        scope = _scope("http", path, {"content-type": "application/json"})
        await self._app(scope | {"method": "GET" if body is None else "POST"}, receive, send)
        headers = sorted((k.decode(), v.decode()) for k, v in found[0]["headers"])
        text = b"".join(m.get("body", b"") for m in found[1:]).decode()
        self.answers.append((deed, self.now, f"{found[0]['status']} {headers}\n{text}"))


def _scope(kind: str, path: str, more: dict[str, str]) -> Json:
    path, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(k.encode(), v.encode()) for k, v in ({"host": HOST} | more).items()],
        "client": ("10.0.0.1", 1024),
        "server": (HOST, 80),
        "state": {},
    }


def _ideal(secret: bytes, game: str, number: int, rules: bytes, previous: bytes) -> bytes:
    """A commitment that tells nothing of its secret, as a real one tells nobody who cannot invert SHA-256."""
    del secret
    return hashlib.sha256(commitment.framed(game.encode(), str(number).encode(), rules, previous)).digest()


async def _at_once(work: Callable[..., Any], *given: Any) -> Any:
    """A stage has no threads."""
    return work(*given)


@contextmanager
def acting(stage: Stage) -> Iterator[None]:
    """For as long as the stage is played on, the server orders cards and asks bots as it says; faults are kept."""
    import lastcard.dealing

    def bot(*_: object) -> Any:
        return stage.wishes.bot(Random("bots"))

    def kept(_: Any, level: str, entry: Any) -> Any:
        if level in ("error", "critical", "exception"):
            stage.faults.append(entry)
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[kept])
    try:
        with ExitStack() as patches:
            patches.enter_context(patch.object(order, "shuffled", stage.orders.shuffled))
            patches.enter_context(patch("lastcard.server.timing.timing.table_bot", bot))
            patches.enter_context(patch.object(lastcard.dealing, "commit", _ideal))
            patches.enter_context(patch.object(asyncio, "to_thread", _at_once))
            yield
    finally:
        structlog.configure(**before)
