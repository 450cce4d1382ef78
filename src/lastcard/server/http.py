"""The HTTP addresses: opening and joining tables, options, health, metrics, and the page itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from lastcard.rules.errors import LastcardError, RulesError
from lastcard.server.errors import RefusedError
from lastcard.server.limits import Limits
from lastcard.server.options import options_data
from lastcard.server.protocol import Joining, Json, NewTable, first_fault
from lastcard.server.security import LARGEST_BODY

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from lastcard.server.config import Settings
    from lastcard.server.eventlog import EventLog
    from lastcard.server.lobby import Lobby
    from lastcard.server.metrics import Metrics

_STATUS: Final = {
    "unknown": 404,
    "full": 409,
    "ended": 409,
    "busy": 503,
    "storage": 503,
    "often": 429,
    "large": 413,
}
_M = TypeVar("_M", bound=BaseModel)

NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Lastcard</title>
<h1>The page has not been built</h1>
<p>The server runs, but its web client is not there. Run <code>python3 run.py</code> in the project's folder,
which builds it and starts the server.</p></html>
"""


class Addresses:
    """The addresses of one server."""

    def __init__(self, lobby: Lobby, log: EventLog, settings: Settings, metrics: Metrics) -> None:
        self._lobby = lobby
        self._log = log
        self._static = settings.static
        self._metrics = metrics
        self._limits = Limits(settings.tables_a_minute / 60, settings.tables_a_minute)
        # A link is 60 random bits; the limit is for whoever would try them out.
        self._looks = Limits(10, 200)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        found: list[BaseRoute] = [
            Route("/api/options", self.options),
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/tables/{table}", self.table),
            Route("/api/tables/{table}/join", self.join, methods=["POST"]),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            Route("/api/{rest:path}", self.nothing, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
        ]
        if (self._static / "assets").is_dir():
            found.append(Mount("/assets", _Assets(directory=self._static / "assets")))
        return [*found, Route("/{path:path}", self.page)]

    async def options(self, request: Request) -> Response:
        """`GET /api/options`."""
        del request
        return JSONResponse(options_data())

    async def open_table(self, request: Request) -> Response:
        """`POST /api/tables`."""
        self._often(request, self._limits)
        wanted = await _body(request, NewTable)
        table, token = await self._lobby.open(wanted)
        return JSONResponse({"table": table, "token": token, "seat": 0, "link": f"/t/{table}"}, 201)

    async def join(self, request: Request) -> Response:
        """`POST /api/tables/{table}/join`."""
        self._often(request, self._limits)
        person = await _body(request, Joining)
        token, seat = await self._lobby.join(request.path_params["table"], person.name)
        return JSONResponse({"token": token, "seat": seat})

    async def table(self, request: Request) -> Response:
        """`GET /api/tables/{table}`."""
        self._often(request, self._looks)
        return JSONResponse((await self._lobby.find(request.path_params["table"])).summary())

    async def health(self, request: Request) -> Response:
        """`GET /healthz`: 200 while the log answers."""
        del request
        well = await self._log.healthy()
        return JSONResponse({"ok": well}, 200 if well else 503)

    async def metrics(self, request: Request) -> Response:
        """`GET /metrics`."""
        del request
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def nothing(self, request: Request) -> Response:
        """Any other address under /api."""
        del request
        return _error(404, "unknown", "There is nothing at this address.")

    async def page(self, request: Request) -> Response:
        """A file of the web client, or its page for an address that the client knows (`/t/…`)."""
        path = str(request.path_params["path"])
        found = await asyncio.to_thread(self._file, path)
        if found is not None:
            return found
        if "." in path.rsplit("/", 1)[-1]:
            return _error(404, "unknown", "There is nothing at this address.")
        index = await asyncio.to_thread(self._file, "index.html")
        return index or HTMLResponse(NOT_BUILT, 503)

    def _file(self, path: str) -> Response | None:
        from mimetypes import guess_type  # noqa: PLC0415 - reads the system's tables

        root = self._static.resolve()
        try:
            file = (root / path).resolve()
            if not path or not file.is_relative_to(root) or not file.is_file() or file.name.startswith("."):
                return None
            body = file.read_bytes()
        except (OSError, ValueError):
            return None
        kind = _KINDS.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
        return Response(body, media_type=kind, headers={"Cache-Control": "no-cache"})

    def _often(self, request: Request, limits: Limits) -> None:
        address = request.client.host if request.client else "?"
        if not limits.allows(address):
            raise RefusedError("often", "That was too often. Wait a moment.")


_KINDS: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
}
"""Kinds on which a system's tables cannot be relied on."""


class _Assets(StaticFiles):
    """Files whose names change with what is in them."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """See StaticFiles."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


async def _body(request: Request, kind: type[_M]) -> _M:
    """The body as that message; RefusedError `bad`."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise RefusedError("bad", "The body must be JSON (Content-Type: application/json).")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise RefusedError("large", "That is too large.")
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise RefusedError("bad", first_fault(error)) from None


def _error(status: int, code: str, message: str, rule: str | None = None) -> Response:
    error: Json = {"code": code, "message": message}
    if rule is not None:
        error["rule"] = rule
    return JSONResponse({"error": error}, status)


def refused(request: Request, error: Exception) -> Response:
    """The answer to a request that was refused."""
    del request
    if isinstance(error, RulesError):
        return _error(422, "rules", f"{error.where}: {error.why}", error.rule)
    if isinstance(error, RefusedError):
        return _error(_STATUS.get(error.code, 422), error.code, str(error), error.rule)
    return _error(
        503 if isinstance(error, LastcardError) else 500, "fault", "The server could not do that. Try again."
    )
