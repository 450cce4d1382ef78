"""The HTTP address at which a page finds what it verifies a deal with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lastcard.server.http.access import log_for
from lastcard.server.http.answers import check_rate
from lastcard.server.model.errors import RefusedError
from lastcard.server.ops.rate_limit import RateLimits
from lastcard.server.views.deal_chain import deals_from_log, logged_deal_data

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from lastcard.server.storage.interface import EventLog


class DealRoutes:
    """The address of each round's deal, for those who may look back. It reads the log alone, wherever the table is run."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._limits = RateLimits(5, 100)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [Route("/api/tables/{table}/rounds/{number:int}/deal", self.deal)]

    async def deal(self, request: Request) -> Response:
        """`GET /api/tables/{table}/rounds/{number}/deal`: the commitment before the round's end, everything after it."""
        check_rate(request, self._limits)
        deals = await asyncio.to_thread(deals_from_log, await log_for(request, self._log))
        found = deals.get(request.path_params["number"])
        if found is None:
            raise RefusedError("no-such-deal")
        return JSONResponse(logged_deal_data(found))
