"""Where tables are opened, found and joined: those in memory, and those that only the log knows."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from lastcard.rules.encode import encode
from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import Ruleset, ruleset_from
from lastcard.server.chance import new_table_name, new_token, shuffle
from lastcard.server.commands import open_table
from lastcard.server.errors import RefusedError, UnknownTableError
from lastcard.server.protocol import NewTable, dump
from lastcard.server.table import Table

if TYPE_CHECKING:
    from lastcard.server.config import Settings
    from lastcard.server.eventlog import EventLog
    from lastcard.server.metrics import Metrics

_NAME: Final = re.compile(r"[0-9a-z]{4,32}\Z")
QUIET: Final = 600.0
"""Seconds after which a table that nobody looks at leaves memory; its log stays."""
_SWEEP_EVERY: Final = 60.0

_logger = structlog.get_logger("lastcard.lobby")


class Lobby:
    """All tables of a server."""

    def __init__(self, log: EventLog, settings: Settings, metrics: Metrics) -> None:
        """Tables are kept in `log`; call `start` to sweep quiet ones from memory."""
        self._log = log
        self._settings = settings
        self._metrics = metrics
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        metrics.tables.set_function(lambda: len(self._tables))

    def start(self) -> None:
        """Begin to sweep."""
        self._sweeper = asyncio.create_task(self._sweep_always(), name="sweeper")

    async def stop(self) -> None:
        """Stop all tables; their logs stay as they are."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for table in list(self._tables.values()):
            await table.stop()
        self._tables.clear()

    async def open(self, wanted: NewTable) -> tuple[str, str]:
        """Open a table; its name, and the token of seat 0. RulesError says why the rules cannot be.

        RefusedError `busy` if this server cannot keep another table.
        """
        rules = read_rules(wanted)
        self._make_room()
        name, token = new_table_name(), new_token()
        events = open_table(rules, wanted.name, token, shuffle, bots=wanted.bots, clock=wanted.clock)
        await self._log.append(name, 0, [dump(encode(event)) for event in events])
        _logger.info(
            "table opened", table=name, edition=rules.edition, players=rules.players, bots=wanted.bots
        )
        return name, token

    async def find(self, name: str) -> Table:
        """The table of that name, read from its log if need be; UnknownTableError."""
        table = self._tables.get(name)
        if table is not None:
            self._tables.move_to_end(name)
            return table
        if not _NAME.match(name):
            raise UnknownTableError
        if name not in self._coming:
            self._coming[name] = asyncio.create_task(self._read(name))
            self._coming[name].add_done_callback(lambda _: self._coming.pop(name, None))
        return await asyncio.shield(self._coming[name])

    async def join(self, name: str, person: str) -> tuple[str, int]:
        """A person takes a seat: its token and number; UnknownTableError, FullTableError, EndedTableError."""
        token = new_token()
        seat = await (await self.find(name)).join(person, token)
        return token, seat

    async def _read(self, name: str) -> Table:
        saved = await self._log.load(name)
        if saved is None:
            raise UnknownTableError
        self._make_room()
        try:
            table = Table(name, saved, self._log, self._settings.bot_delay, self._metrics)
        except (LastcardError, ValueError) as error:
            _logger.exception("table cannot be read", table=name)
            raise RefusedError("unknown", "The record of this table cannot be read.") from error
        self._tables[name] = table
        table.start()
        return table

    def _make_room(self) -> None:
        """Let go of the longest unused table that nobody looks at, if there are too many."""
        if len(self._tables) < self._settings.most_tables:
            return
        quiet = next((t for t in self._tables.values() if not t.viewers), None)
        if quiet is None:
            raise RefusedError("busy", "Too many tables are being played at. Try again later.")
        self._let_go(quiet)

    def _let_go(self, table: Table) -> None:
        del self._tables[table.name]
        task = asyncio.create_task(table.stop(), name=f"stop {table.name}")
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def _sweep_always(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_EVERY)
            self.sweep(asyncio.get_running_loop().time())

    def sweep(self, now: float) -> None:
        """Let go of the tables at which nobody has looked for a while."""
        for table in [t for t in self._tables.values() if not t.viewers and now - t.quiet_since > QUIET]:
            self._let_go(table)


def read_rules(wanted: NewTable) -> Ruleset:
    """The rules that somebody asked for; RulesError."""
    data: dict[str, object] = {
        "edition": wanted.edition,
        "players": wanted.players,
        "options": wanted.options,
    }
    if wanted.teams:
        data["teams"] = wanted.teams
    if wanted.written:
        data["written"] = wanted.written
    return ruleset_from(data)
