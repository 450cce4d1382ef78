"""A table with its mailbox: one task takes one message after the other, so nothing happens twice or at once.

Whatever comes in (a command, a viewer, somebody joining, the alarm of a bot) is decided on the state, committed
to the log, and only then written down, acknowledged and shown. If the log fails, the state is read anew from it.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import structlog

from lastcard.rules.encode import decode, encode
from lastcard.rules.legality import awaited
from lastcard.server import commands, shown
from lastcard.server.chance import shuffle
from lastcard.server.errors import RefusedError, StorageError, UnknownTableError
from lastcard.server.eventlog import EventLog, Receipt, Saved
from lastcard.server.pacing import Plan, plan, table_bot
from lastcard.server.protocol import Act, Cmd, Json, Leave, Next, Rematch, ack, dump, nak
from lastcard.server.state import Event, Kind, TableState, fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastcard.server.metrics import Metrics

RING: Final = 256
"""How many of the latest events a table keeps at hand for those who come back."""
LATELY: Final = 60
"""How many of them a viewer is told who does not say where it left off."""
MOST_WAITING: Final = 256
"""The most messages that wait for a table."""
MOST_VIEWERS: Final = 64
"""The most connections at a table, spectators included."""
MOST_RECEIPTS: Final = 4096
"""The most commands that a table remembers; older ones could only come from a client that slept for days."""

_logger = structlog.get_logger("lastcard.table")


class Viewer(Protocol):
    """Somebody who looks at a table: a connection. Neither function may block or fail."""

    def send(self, text: str) -> None:
        """Hand over one message."""

    def end(self, code: str, message: str) -> None:
        """Say that it is over for this connection, and close it."""

    def drop(self) -> None:
        """Close it so that its client comes back."""


@dataclass(frozen=True, slots=True)
class Attach:
    """A viewer comes, with the token of a seat or without; `since` is the last version that it saw."""

    viewer: Viewer
    token: str | None
    since: int | None


@dataclass(frozen=True, slots=True)
class Detach:
    """A viewer is gone."""

    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Command:
    """A viewer asks for something."""

    viewer: Viewer
    cmd: Cmd


@dataclass(frozen=True, slots=True)
class Join:
    """A person wants a seat; the answer is the seat."""

    name: str
    token: str
    answer: asyncio.Future[int]


Message: TypeAlias = Attach | Detach | Command | Join | Plan


@dataclass(slots=True)
class _Waited:
    """Since when the round has waited for the same thing of a person."""

    what: object = None
    since: float = 0.0


@dataclass(slots=True)
class _Memory:
    """What a table keeps at hand; all of it can be read from the log."""

    state: TableState
    recent: deque[tuple[int, Event]]
    receipts: dict[tuple[int, str], int] = field(default_factory=dict)


def read_log(saved: Saved) -> tuple[TableState, deque[tuple[int, Event]]]:
    """The table that the log tells of, and its latest events; LastcardError if an event cannot be read."""
    state: TableState | None = None
    recent: deque[tuple[int, Event]] = deque(maxlen=RING)
    for entry in saved.entries:
        event: Event = decode(Event, json.loads(entry.body))
        state = fold(state, event)
        recent.append((entry.version, event))
    if state is None:
        raise UnknownTableError
    return state, recent


class Table:
    """One table: see the module. `viewers` tells each connection's seat, None for a spectator."""

    def __init__(self, name: str, saved: Saved, log: EventLog, bot_delay: float, metrics: Metrics) -> None:
        """Take up the table where its log ends; call `start` afterwards."""
        self.name = name
        self.viewers: dict[Viewer, int | None] = {}
        self._log = log
        self._metrics = metrics
        self._bot_delay = bot_delay
        self._bot = table_bot(bot_delay)
        self._memory = _remember(saved)
        self._doubtful = False
        self._stopped = False
        self._mailbox: asyncio.Queue[Message | None] = asyncio.Queue(MOST_WAITING)
        self._alarm: asyncio.TimerHandle | None = None
        self._waited = _Waited()
        self._task: asyncio.Task[None] | None = None
        self.quiet_since = asyncio.get_running_loop().time()

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._memory.state

    @property
    def connected(self) -> frozenset[int]:
        """The seats whose person is connected."""
        return frozenset(seat for seat in self.viewers.values() if seat is not None)

    def summary(self) -> Json:
        """What anybody may know."""
        return shown.summary(self.name, self.state, self.connected)

    def start(self) -> None:
        """Begin to take messages."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.name}")

    async def stop(self) -> None:
        """Answer what is in the mailbox, then take no more."""
        self._stopped = True
        self._disarm()
        if self._task is not None:
            await self._mailbox.put(None)
            await self._task

    async def put(self, message: Message) -> None:
        """Hand in a message; waits while the mailbox is full. RefusedError `busy` if the table has been let go of."""
        if self._stopped:
            raise RefusedError("busy", "The table is being put away. Try again.")
        await self._mailbox.put(message)

    async def join(self, name: str, token: str) -> int:
        """A person takes a seat; RefusedError `full` or `ended`."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        await self.put(Join(name, token, answer))
        return await answer

    async def _run(self) -> None:
        while (message := await self._mailbox.get()) is not None:
            try:
                if self._doubtful:
                    await self._read_again()
                await self._handle(message)
            except Exception as error:  # noqa: BLE001 - a fault in one message must not stop the table
                self._fault(message, error)
        for viewer in self.viewers:
            viewer.drop()

    async def _handle(self, message: Message) -> None:
        match message:
            case Attach():
                self._attach(message)
            case Detach(viewer):
                self._detach(viewer)
            case Command(viewer, cmd):
                await self._command(viewer, cmd)
            case Join():
                await self._join(message)
            case Plan():
                await self._by_itself(message)

    def _fault(self, message: Message, error: Exception) -> None:
        """Tell whoever asked that it went wrong; nothing was changed."""
        storage = isinstance(error, StorageError)
        self._doubtful = self._doubtful or storage
        self._metrics.faults.inc()
        _logger.error("message failed", table=self.name, message=type(message).__name__, exc_info=error)
        refusal = RefusedError(
            "storage" if storage else "fault", "The table could not do that just now. Try again."
        )
        if isinstance(message, Command):
            message.viewer.send(dump(nak(message.cmd.id, refusal, self.state.version)))
        elif isinstance(message, Join) and not message.answer.done():
            message.answer.set_exception(refusal)
        elif isinstance(message, Attach):
            message.viewer.end("fault", str(refusal))
        self._arm(least=1.0)

    async def _read_again(self) -> None:
        """After a failed commit nobody knows what the log holds: ask it, and show everybody."""
        saved = await self._log.load(self.name)
        if saved is None:
            raise StorageError("The log of the table is gone.")
        self._memory = _remember(saved)
        self._doubtful = False
        self._show((), self.state.version)

    # Viewers.

    def _attach(self, message: Attach) -> None:
        seat = None if message.token is None else self.state.holder(commands.proof_of(message.token))
        if message.token is not None and seat is None:
            message.viewer.end("unknown", "This seat is not yours any more.")
            return
        if seat is None and len(self.viewers) >= MOST_VIEWERS:
            message.viewer.end("full", "Too many people look at this table already.")
            return
        for other in [v for v, at in self.viewers.items() if at is not None and at == seat]:
            del self.viewers[other]
            other.end("replaced", "This seat is being played from another window.")
        self.viewers[message.viewer] = seat
        self._snapshot(message.viewer, message.since)
        self._presence(message.viewer)

    def _snapshot(self, viewer: Viewer, since: int | None) -> None:
        oldest = max(0, self.state.version - LATELY) if since is None else since
        history = [(version, event) for version, event in self._memory.recent if version > oldest]
        snap = shown.snapshot(self.name, self.state, self.viewers[viewer], self.connected, history)
        viewer.send(dump(snap))

    def _detach(self, viewer: Viewer) -> None:
        if viewer in self.viewers:
            del self.viewers[viewer]
            self._presence(None)
        self.quiet_since = asyncio.get_running_loop().time()

    def _presence(self, but: Viewer | None) -> None:
        """Tell the others who is connected now, and let the bots wait while nobody is."""
        self._show_state(but)
        self._arm()

    # Commands.

    async def _command(self, viewer: Viewer, cmd: Cmd) -> None:
        try:
            seat = self._seat_of(viewer)
            before = self._memory.receipts.get((seat, cmd.id))
            if before is not None:
                viewer.send(dump(ack(cmd.id, before)))
                return
            events = self._decide(seat, cmd)
            await self._commit(events, Receipt(seat, cmd.id, self.state.version + len(events)))
        except RefusedError as refusal:
            self._metrics.commands.labels(refusal.code).inc()
            viewer.send(dump(nak(cmd.id, refusal, self.state.version)))
            return
        self._metrics.commands.labels("done").inc()
        viewer.send(dump(ack(cmd.id, self.state.version)))
        self._show(events, self.state.version)
        if isinstance(cmd.d, Leave):
            self.viewers[viewer] = None
            self._snapshot(viewer, None)
            self._presence(viewer)

    def _seat_of(self, viewer: Viewer) -> int:
        seat = self.viewers.get(viewer)
        if seat is None:
            raise RefusedError("spectator", "You have no seat at this table.")
        return seat

    def _decide(self, seat: int, cmd: Cmd) -> Sequence[Event]:
        match cmd.d:
            case Act(action=action):
                return commands.do_action(self.state, seat, action, cmd.v, shuffle)
            case Next():
                return commands.next_round(self.state, cmd.v, shuffle)
            case Rematch():
                return commands.rematch(self.state, cmd.v, shuffle)
            case Leave():
                return commands.leave(self.state, seat, shuffle)

    async def _join(self, message: Join) -> None:
        try:
            seat, events = commands.join(self.state, message.name, message.token, shuffle)
        except RefusedError as refusal:
            message.answer.set_exception(refusal)
            return
        await self._commit(events)
        if not message.answer.done():
            message.answer.set_result(seat)
        self._show(events, self.state.version)

    async def _by_itself(self, planned: Plan) -> None:
        if planned.version != self.state.version or self.state.round is None:
            return
        events = commands.carry_out(self.state.round, planned.seat, planned.action, shuffle)
        await self._commit(events)
        self._show(events, self.state.version)

    async def _commit(self, events: Sequence[Event], receipt: Receipt | None = None) -> None:
        """Make sure that the events can be written down, commit them, write them down."""
        before = self.state.version
        after = self.state
        for event in events:
            after = fold(after, event)
        began = perf_counter()
        await self._log.append(self.name, before, [dump(encode(event)) for event in events], receipt)
        self._metrics.commit.observe(perf_counter() - began)
        self._metrics.events.inc(len(events))
        self._memory.state = after
        self._memory.recent.extend(enumerate(events, before + 1))
        if receipt is not None:
            _note(self._memory.receipts, receipt)

    # Showing.

    def _show(self, events: Sequence[Event], version: int) -> None:
        """Send each viewer the events as it may see them, then the state."""
        first = version - len(events) + 1
        for seat, viewers in self._by_seat().items():
            told = [
                dump({"t": "ev", "v": first + i, "e": shown.event_data(e, seat)})
                for i, e in enumerate(events)
            ]
            for viewer in viewers:
                for text in told:
                    viewer.send(text)
        self._show_state(None)
        self._arm()

    def _show_state(self, but: Viewer | None) -> None:
        for seat, viewers in self._by_seat().items():
            text = dump(shown.state_message(self.name, self.state, seat, self.connected))
            for viewer in viewers:
                if viewer is not but:
                    viewer.send(text)

    def _by_seat(self) -> dict[int | None, list[Viewer]]:
        found: dict[int | None, list[Viewer]] = {}
        for viewer, seat in self.viewers.items():
            found.setdefault(seat, []).append(viewer)
        return found

    # What happens by itself.

    def _disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _arm(self, least: float = 0.0) -> None:
        """Set the alarm by what happens next by itself, if a person is there to see it."""
        self._disarm()
        if self._stopped or not self.connected:
            return
        loop = asyncio.get_running_loop()
        planned = plan(self.state, self._bot, self._bot_delay, self._person_waited(loop.time()))
        if planned is not None:
            self._alarm = loop.call_later(max(least, planned.delay), self._ring, planned)

    def _person_waited(self, now: float) -> float:
        """How long the round has waited for the same act of a person."""
        round_ = self.state.round
        people = set(self.state.seats_of(Kind.PERSON))
        what = (
            None if round_ is None else (self.state.began, round_.phase, people.intersection(awaited(round_)))
        )
        if what != self._waited.what:
            self._waited = _Waited(what, now)
        return now - self._waited.since

    def _ring(self, planned: Plan) -> None:
        try:
            self._mailbox.put_nowait(planned)
        except asyncio.QueueFull:
            self._alarm = asyncio.get_running_loop().call_later(0.1, self._ring, planned)


def _remember(saved: Saved) -> _Memory:
    state, recent = read_log(saved)
    memory = _Memory(state, recent)
    for receipt in sorted(saved.receipts, key=lambda r: r.version):
        _note(memory.receipts, receipt)
    return memory


def _note(receipts: dict[tuple[int, str], int], receipt: Receipt) -> None:
    """Remember a command; the oldest is forgotten when there are too many."""
    receipts[(receipt.seat, receipt.command)] = receipt.version
    while len(receipts) > MOST_RECEIPTS:
        del receipts[next(iter(receipts))]
