"""The HTTP addresses of what was played at a table: its history, and rounds and matches as records."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, TypeVar

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from lastcard.server.http.access import log_for
from lastcard.server.http.answers import check_rate
from lastcard.server.model.errors import UnknownTableError
from lastcard.server.ops.rate_limit import RateLimits
from lastcard.server.views.history import HistoryReader, history_data, match_record, round_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from lastcard.server.storage.interface import EventLog
    from lastcard.server.views.history import TableHistory

_Result = TypeVar("_Result")

MAX_READ: Final = 4
"""The most tables whose history is kept in memory; that of a very long evening is ten megabytes."""


class HistoryRoutes:
    """The addresses under `/api/tables/{table}` that look back, for those who may (`views.access`).

    They read the log alone, wherever the table is run.
    """

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._limits = RateLimits(2, 30)
        self._readings: OrderedDict[str, HistoryReader] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [
            Route("/api/tables/{table}/history", self.history),
            Route("/api/tables/{table}/rounds/{number:int}/record", self.round),
            Route("/api/tables/{table}/matches/{number:int}/record", self.match),
        ]

    async def history(self, request: Request) -> Response:
        """`GET /api/tables/{table}/history`: the matches, their rounds and scores, who came and went."""
        return JSONResponse(await self._query(request, history_data))

    async def round(self, request: Request) -> Response:
        """`GET /api/tables/{table}/rounds/{number}/record`: once the round is over."""
        return await self._record(request, "round", round_record)

    async def match(self, request: Request) -> Response:
        """`GET /api/tables/{table}/matches/{number}/record`: the rounds of the match that are over."""
        return await self._record(request, "match", match_record)

    async def _record(
        self, request: Request, what: str, write: Callable[[TableHistory, int], str]
    ) -> Response:
        number = int(request.path_params["number"])
        text = await self._query(request, lambda history: write(history, number))
        name = f"lastcard-{what}-{number}.txt"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def _query(self, request: Request, query: Callable[[TableHistory], _Result]) -> _Result:
        check_rate(request, self._limits)
        table = request.path_params["table"]
        try:
            bodies = await log_for(request, self._log)
        except UnknownTableError:
            self._readings.pop(table, None)
            raise
        return await asyncio.to_thread(self._reading(table).query, bodies, query)

    def _reading(self, table: str) -> HistoryReader:
        """How far the table's log was read already; the tables that were looked back at longest ago are forgotten."""
        reading = self._readings.pop(table, None) or HistoryReader()
        self._readings[table] = reading
        while len(self._readings) > MAX_READ:
            self._readings.popitem(last=False)
        return reading
