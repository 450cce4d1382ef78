"""The HTTP address at which a page finds what it verifies a deal with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lastcard.server.http.access import log_for
from lastcard.server.http.answers import not_often
from lastcard.server.model.errors import RefusedError
from lastcard.server.ops.rate_limit import Limits
from lastcard.server.views.deal_chain import told, told_data

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from lastcard.server.storage.interface import EventLog


class DealAddresses:
    """The address of each round's deal, for those who may look back. It reads the log alone, wherever the table is run."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._limits = Limits(5, 100)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [Route("/api/tables/{table}/rounds/{number:int}/deal", self.deal)]

    async def deal(self, request: Request) -> Response:
        """`GET /api/tables/{table}/rounds/{number}/deal`: the commitment before the round's end, everything after it."""
        not_often(request, self._limits)
        deals = await asyncio.to_thread(told, await log_for(request, self._log))
        found = deals.get(request.path_params["number"])
        if found is None:
            raise RefusedError("no-such-deal")
        return JSONResponse(told_data(found))
