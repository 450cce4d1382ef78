"""Where tables are opened, found and joined: those in memory, and those that are only in the log."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import structlog

from lastcard.rules.encode import encode
from lastcard.rules.errors import LastcardError
from lastcard.server.cluster.peers import NoPeers
from lastcard.server.decisions import deals
from lastcard.server.decisions.checks import after_events
from lastcard.server.decisions.requests import NewTable
from lastcard.server.decisions.rooms import initial_room_of, open_table, rules_of
from lastcard.server.decisions.seating import Newcomer
from lastcard.server.model.errors import (
    ConflictError,
    ElsewhereError,
    RefusedError,
    StorageError,
    UnknownTableError,
)
from lastcard.server.model.tokens import first_token, table_of
from lastcard.server.ops.build import page_build
from lastcard.server.table.projection import read_log
from lastcard.server.table.settings import TableSettings, ignore
from lastcard.server.table.table import TableActor
from lastcard.server.wire.inbound import Joining
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.server.cluster.ownership import Holding
    from lastcard.server.cluster.peers import Peers
    from lastcard.server.cluster.remote_table import RemoteTable
    from lastcard.server.model.chance import Chance
    from lastcard.server.model.state import TableState
    from lastcard.server.ops.config import Settings
    from lastcard.server.ops.metrics import Metrics
    from lastcard.server.storage.interface import EventLog, SavedLog, TableLog

_NAME: Final = re.compile(r"[0-9a-z]{4,32}\Z")
_SWEEP_EVERY: Final = 60.0

_logger = structlog.get_logger("lastcard.lobby")


class Lobby:
    """All tables of a server."""

    def __init__(
        self,
        log: EventLog,
        settings: Settings,
        metrics: Metrics,
        chance: Chance,
        peers: Peers | None = None,
        on_ended: Callable[[str], None] = ignore,
    ) -> None:
        """Tables are kept in `log`; call `start` to sweep quiet ones from memory.

        `on_ended` is called with the name of a table when the last person has left it, `peers` are the servers that share
        their tables with this one.
        """
        self._peers = peers or NoPeers(log)
        self._holdings: dict[str, Holding] = {}
        self._log = log
        self._settings = settings
        self._metrics = metrics
        self._chance = chance
        self._table_settings = TableSettings(
            bot_delay=settings.bot_delay,
            contribution_wait=settings.contribution_wait,
            max_spectators=settings.spectators,
            build=page_build(settings.static),
            on_ended=on_ended,
            on_deleted=self._deleted,
        )
        self._tables: OrderedDict[str, TableActor] = OrderedDict()
        self._coming: dict[str, asyncio.Task[TableActor]] = {}
        self._stopping: dict[str, asyncio.Task[Any]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._stopped = False
        metrics.tables.set_function(lambda: len(self._tables))
        metrics.viewers.set_function(lambda: sum(len(t.audience.seats) for t in self._tables.values()))

    def start(self) -> None:
        """Begin to sweep."""
        self._sweeper = asyncio.create_task(self._sweep_always(), name="sweeper")

    async def stop(self) -> None:
        """Let all tables answer what they have and stop, and give out no others; their logs stay as they are."""
        self._stopped = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for table in list(self._tables.values()):
            self._let_go(table)
        for leaving in list(self._stopping.values()):
            with suppress(StorageError):  # whoever wanted a table deleted gets the error
                await leaving

    async def open(self, wanted: NewTable) -> tuple[str, str]:
        """Open a table; its name, and the token of seat 0. RulesError says why the rules cannot be.

        Asked for again under the same id, it is the same table. RefusedError `busy` if this server cannot keep another.
        """
        self._check_open()
        rules, room = rules_of(wanted), initial_room_of(wanted)
        self._make_room()
        name, token = _named(wanted.id) if wanted.id else (self._chance.table_name(), self._chance.token())
        who = Newcomer(wanted.name, token, browser=wanted.browser)
        game = self._chance.bits(16).hex()
        events = open_table(rules, room, who, now=wanted.at_once, game=game)
        wait = self._settings.contribution_wait > 0
        events += deals.settled(after_events(None, events), self._chance.bits, wait=wait)
        try:
            await self._log.append(name, 0, [dump(encode(event)) for event in events])
        except ConflictError:
            if wanted.id is None:
                raise
            return name, token  # asked for twice at one moment
        _logger.info(
            "table opened", table=name, edition=rules.edition, players=rules.players, bots=wanted.bots
        )
        return name, token

    async def opened(self, request_id: str) -> tuple[str, str] | None:
        """What `open` said to who asked under this id, whenever and at whichever server that was; None if nobody did."""
        name, token = _named(request_id)
        return None if await self._log.load(name) is None else (name, token)

    def in_memory(self, name: str) -> bool:
        """Whether the table is in memory, or on its way in or out."""
        return name in self._tables or name in self._coming or name in self._stopping

    async def delete(self, name: str, before: int) -> bool:
        """Delete a table whose last event was before and that is not in memory; requests for it wait meanwhile."""
        if self.in_memory(name):
            return False
        deleting = asyncio.create_task(self._log.delete(name, before), name=f"delete {name}")
        self._leaving(name, deleting)
        return await asyncio.shield(deleting)

    async def find(self, name: str) -> TableActor:
        """The table of that name, read from its log if need be; UnknownTableError."""
        table = self._tables.get(name)
        if table is not None:
            self._tables.move_to_end(name)
            return table
        if not _NAME.match(name):
            raise UnknownTableError
        self._check_open()
        if name not in self._coming:
            self._coming[name] = asyncio.create_task(self._read(name))
            self._coming[name].add_done_callback(lambda _: self._coming.pop(name, None))
        return await asyncio.shield(self._coming[name])

    def _check_open(self) -> None:
        if self._stopped:
            raise RefusedError("stopping")

    async def reach(self, name: str) -> TableActor | RemoteTable:
        """The table of that name, or the way to the server that runs it; RefusedError."""
        try:
            return await self.find(name)
        except ElsewhereError:
            return self._peers.remote_table(name)

    async def look(self, name: str) -> TableState:
        """Where the table stands, wherever it is run; RefusedError."""
        try:
            return (await self.find(name)).state
        except ElsewhereError:
            saved = await self._log.load(name)
            if saved is None:
                raise UnknownTableError from None
            return read_log(saved)[0]

    async def join(self, name: str, request: Joining) -> tuple[int, str]:
        """A person takes a seat: which one, and its token; UnknownTableError, and as `seating.join` says."""
        table = await self.find(name)
        token = self._chance.token() if request.id is None else first_token(name, request.id)
        return await table.join(
            Newcomer(
                request.name,
                token,
                request.seat,
                request.ready,
                request.terms,
                request.browser,
                request.token,
            )
        )

    async def _read(self, name: str) -> TableActor:
        """Own the table, then read it: what its last owner committed is all there."""
        if name in self._stopping:
            await asyncio.wait((self._stopping[name],))
        holding = await self._peers.ownership.take(name, self._lost)
        saved = await self._log.load(name)
        if holding is None:
            raise UnknownTableError if saved is None else ElsewhereError
        try:
            if saved is None:
                raise UnknownTableError
            table = self._new_table(name, saved, self._peers.ownership.log(holding))
            await self._peers.announce(table)
        except RefusedError:
            await self._peers.ownership.give_back(holding)
            raise
        self._tables[name], self._holdings[name] = table, holding
        table.start()
        return table

    def _new_table(self, name: str, saved: SavedLog, log: TableLog) -> TableActor:
        self._make_room()
        try:
            return TableActor(name, saved, log, self._table_settings, self._metrics, self._chance)
        except (LastcardError, ValueError) as error:
            _logger.exception("table cannot be read", table=name)
            raise RefusedError("unreadable-table") from error

    def _make_room(self) -> None:
        """Let go of the longest unused table that nobody looks at, if there are too many."""
        if len(self._tables) < self._settings.most_tables:
            return
        quiet = next((t for t in self._tables.values() if not t.audience.seats), None)
        if quiet is None:
            raise RefusedError("most-tables")
        self._let_go(quiet)

    def _let_go(self, table: TableActor) -> None:
        del self._tables[table.name]
        holding = self._holdings.pop(table.name)
        self._leaving(
            table.name, asyncio.create_task(self._put_away(table, holding), name=f"stop {table.name}")
        )

    def _leaving(self, name: str, task: asyncio.Task[Any]) -> None:
        """The table cannot be read before the task is done."""
        self._stopping[name] = task
        task.add_done_callback(lambda _: self._stopping.pop(name, None))

    async def _put_away(self, table: TableActor, holding: Holding) -> None:
        """Stop the table; only then may another server have it."""
        await table.stop()
        await self._peers.withdraw(table)
        await self._peers.ownership.give_back(holding)

    def _lost(self, holding: Holding) -> None:
        """Another server may run the table already: send everybody there."""
        if self._holdings.get(holding.table) == holding:
            table = self._tables[holding.table]
            table.audience.drop()
            self._let_go(table)

    def _deleted(self, name: str) -> None:
        """The table's log is gone: so is the table."""
        if name in self._tables:
            self._let_go(self._tables[name])

    async def _sweep_always(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_EVERY)
            self.sweep(asyncio.get_running_loop().time())

    def sweep(self, now: float) -> None:
        """Let go of the tables at which nobody has looked for a while."""
        quiet = self._settings.quiet
        for table in list(self._tables.values()):
            if not table.audience.seats and now - table.quiet_since > quiet:
                self._let_go(table)


def _named(request_id: str) -> tuple[str, str]:
    name = table_of(request_id)
    return name, first_token(name, request_id)
