"""One schedule: a table, people, their network, a server that is killed and a disk that fails, all from one seed."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter, deque
from collections.abc import Coroutine
from random import Random
from typing import Any
from zlib import crc32

import structlog

from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import Ruleset
from lastcard.server.model.errors import StorageError
from lastcard.server.storage.interface import Receipt
from tests.laws.simulated.loop import PROCESS
from tests.laws.simulated.machines import Machines
from tests.laws.simulated.network import Gone, Socket, Weather
from tests.laws.simulated.people import Person
from tests.laws.simulated.store import Disk
from tests.laws.simulated.temper import temper_at_random
from tests.laws.simulated.watch import Broken, Watch
from tests.laws.walker.rules_at_random import rules_at_random

Json = dict[str, Any]
KEPT = 60
"""The last steps that a failure shows."""


class World:
    """See the module."""

    def __init__(self, seed: int, length: int, *, trace: bool = False) -> None:
        """`length` is how many events of the rules the log shall have before the world calms down."""
        self.seed = seed
        self.length = length
        self._trace = trace
        self._notes: deque[str] = deque(maxlen=KEPT)
        self._chance = {
            name: Random(f"{seed}:{name}") for name in ("plan", "network", "disk", "faults", "people")
        }
        self.rules: Ruleset = rules_at_random(self._chance["plan"], seed)
        self.temper = temper_at_random(self._chance["plan"], self.rules.players)
        self.weather = Weather(self.temper.delay, self.temper.lost)
        disk = Disk(self._chance["disk"], self._written)
        self.machines = Machines(seed, self.temper, disk, self._chance["faults"], self.note)
        self.watches: dict[str, Watch] = {}
        self.people: list[Person] = []
        self.calm = False
        self.calm_since = 0.0
        self.quiet = False
        self.ended = False
        self.steps = 0
        self.digest = 0
        self.failure: asyncio.Future[None]
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def now(self) -> float:
        """The time."""
        return asyncio.get_running_loop().time()

    def chance(self, of: str) -> Random:
        """The chance of one part of the world, so that more of it in one leaves the others alone."""
        return self._chance[of]

    def calm_for(self, seconds: float) -> bool:
        """Whether nothing has gone wrong for so long."""
        return self.calm and self.now - self.calm_since > seconds

    def wanted(self, name: str) -> Json:
        """The table that is opened."""
        return {**self.rules.as_data(), **self.temper.room, "name": name}

    def opened(self, table: str) -> None:
        """The table of this schedule is there."""
        self.note("world", "the table is open", table)

    def last(self) -> list[str]:
        """The last steps."""
        return list(self._notes)

    def tally(self) -> Counter[str]:
        """What was met how often."""
        found = Counter(self.machines.met)
        for person in self.people:
            found += person.met
        found["disk fault"] += self.machines.disk.faults
        return found

    # What people do to the world.

    def note(self, who: str, what: str, detail: object = "") -> None:
        """Something happened: a step."""
        self.steps += 1
        text = detail if isinstance(detail, str) else json.dumps(detail)
        line = f"{self.now:10.4f} {who:>8} {what} {text}"
        self.digest = crc32(line.encode(), self.digest)
        self._notes.append(line)
        if self._trace:
            print(line, flush=True)

    def watch_of(self, table: str) -> Watch:
        """What is known of a table."""
        return self.watches.setdefault(table, Watch(table))

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do something on the side; what goes wrong in it ends the schedule."""
        task = asyncio.get_running_loop().create_task(self._guarded(work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - whatever it is, the schedule has failed
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """The schedule has failed; the first failure counts."""
        if not self.failure.done():
            self.failure.set_exception(
                error if isinstance(error, Broken) else Broken(f"{type(error).__name__}: {error}")
            )

    async def http(self, path: str, body: object = None, address: str = "10.0.0.1") -> tuple[int, Any]:
        """A request by a person; Gone if no answer comes."""
        chance, weather = self._chance["network"], self.weather
        await asyncio.sleep(weather.takes(chance))
        if chance.random() < weather.lost:
            raise Gone
        server = self.machines.one(chance)
        if server is None:
            raise Gone
        status, found = await server.ask(path, body, address)
        self.note("http", path, {"status": status, "body": found})
        await asyncio.sleep(weather.takes(chance))
        if chance.random() < weather.lost:
            raise Gone
        return status, found

    async def connect(self, person: Person) -> Socket:
        """A socket to the server, as soon as it is there."""
        while True:
            await asyncio.sleep(self.weather.takes(self._chance["network"]))
            server = self.machines.one(self._chance["network"])
            if server is not None:
                return server.connect(
                    self.weather, self._chance["network"], self.temper.window, person.address
                )
            await asyncio.sleep(0.5)

    # What happens to the world.

    def _written(self, table: str, after: int, bodies: Any, receipt: Receipt | None) -> None:
        self.note("disk", table, {"after": after, "events": list(bodies), "receipt": str(receipt)})
        try:
            self.watch_of(table).written(after, bodies, receipt)
        except Exception as error:  # noqa: BLE001 - not the server's to catch
            self.fail(error)

    def logged(self, logger: object, method: str, event: Any) -> Any:
        """What the server says: a fault that is none of the disk's ends the schedule."""
        del logger
        process = PROCESS.get()
        error = event.get("exc_info")
        if method in ("error", "exception", "critical") and (process is None or process.alive):
            self.note("log", event.get("event", ""), repr(error))
            if not isinstance(_raised(error), StorageError):
                self.fail(Broken(f"the server logs a fault: {event}"))
        raise structlog.DropEvent

    def exception(self, loop: object, context: Json) -> None:
        """What a task died of that nobody waits for."""
        del loop
        process = PROCESS.get()
        error = context.get("exception")
        if (process is None or process.alive) and not isinstance(error, LastcardError):
            self.fail(Broken(f"a task died: {context}"))


def _raised(info: object) -> object:
    """The exception that a log line carries."""
    return sys.exc_info()[1] if info is True else info
