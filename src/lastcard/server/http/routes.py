"""The HTTP addresses: those of the rooms, options, health, metrics, and the page itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from lastcard.server.http.answers import error_answer
from lastcard.server.model.errors import RefusedError
from lastcard.server.ops.metrics import may_read
from lastcard.server.views.options import options_data

if TYPE_CHECKING:
    import os

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from lastcard.server.http.rooms import RoomRoutes
    from lastcard.server.ops.config import Settings
    from lastcard.server.ops.metrics import Metrics
    from lastcard.server.storage.interface import EventLog

NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Lastcard</title>
<h1>The page has not been built</h1>
<p>The server runs, but its web client is not there. Run <code>python3 run.py</code> in the project's folder,
which builds it and starts the server.</p></html>
"""


class Routes:
    """The addresses of one server."""

    def __init__(self, rooms: RoomRoutes, log: EventLog, settings: Settings, metrics: Metrics) -> None:
        self._rooms = rooms
        self._log = log
        self._static = settings.static
        self._metrics = metrics
        self._readers = settings.metrics

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        found: list[BaseRoute] = [
            Route("/api/options", self.options),
            *self._rooms.routes(),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            Route("/api/{rest:path}", self.nothing, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
        ]
        if (self._static / "assets").is_dir():
            found.append(Mount("/assets", _Assets(directory=self._static / "assets")))
        if (self._static / "offline").is_dir():
            found.append(Mount("/offline", PackedAssets(directory=self._static / "offline")))
        return [*found, Route("/{path:path}", self.page)]

    async def options(self, request: Request) -> Response:
        """`GET /api/options`."""
        del request
        return JSONResponse(options_data())

    async def health(self, request: Request) -> Response:
        """`GET /healthz`: 200 while the log answers."""
        del request
        well = await self._log.healthy()
        return JSONResponse({"ok": well}, 200 if well else 503)

    async def metrics(self, request: Request) -> Response:
        """`GET /metrics`, for those who may read them; for others there is nothing."""
        peer = request.client.host if request.client else None
        if not may_read(self._readers, peer, request.headers):
            return await self.nothing(request)
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def nothing(self, request: Request) -> Response:
        """Any other address under /api."""
        del request
        return error_answer(RefusedError("no-address"))

    async def page(self, request: Request) -> Response:
        """A file of the web client, or its page for an address that the client knows (`/t/…`)."""
        path = str(request.path_params["path"])
        found = await asyncio.to_thread(self._file, path)
        if found is not None:
            return found
        if "." in path.rsplit("/", 1)[-1]:
            return error_answer(RefusedError("no-address"))
        index = await asyncio.to_thread(self._file, "index.html")
        return index or HTMLResponse(NOT_BUILT, 503)

    def _file(self, path: str) -> Response | None:
        root = self._static.resolve()
        try:
            file = (root / path).resolve()
            if not path or not file.is_relative_to(root) or not file.is_file() or file.name.startswith("."):
                return None
            body = file.read_bytes()
        except (OSError, ValueError):
            return None
        return Response(body, media_type=_kind(file.name), headers={"Cache-Control": "no-cache"})


def _kind(name: str) -> str:
    """The media type of a file of that name."""
    from mimetypes import guess_type  # noqa: PLC0415 - reads the system's tables

    return _KINDS.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"


_KINDS: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
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


class PackedAssets(_Assets):
    """Large files, of which some are there compressed only; every browser that can run them unpacks them."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """See StaticFiles."""
        found = super().lookup_path(path)
        return found if found[1] is not None else super().lookup_path(f"{path}.gz")

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """See StaticFiles."""
        response = super().file_response(*args, **kwargs)
        path = Path(str(args[0]))
        if path.suffix == ".gz":
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = _kind(path.stem)
        return response
