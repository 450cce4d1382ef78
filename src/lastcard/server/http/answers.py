"""Reading what is asked over HTTP, and answering it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.responses import JSONResponse, Response

from lastcard.record import RecordError
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.server.http.security import LARGEST_BODY
from lastcard.server.model.errors import RefusedError, against_rules, record_fault
from lastcard.server.model.plain import Json
from lastcard.server.ops.quotas import origin_of
from lastcard.server.wire.inbound import first_fault, strict_json

if TYPE_CHECKING:
    from starlette.requests import Request

    from lastcard.server.ops.rate_limit import RateLimits

_STATUS: Final = {
    "unknown": 404,
    "full": 409,
    "taken": 409,
    "playing": 409,
    "nobody": 409,
    "banned": 403,
    "private": 403,
    "ended": 409,
    "busy": 503,
    "storage": 503,
    "often": 429,
    "large": 413,
}
_M = TypeVar("_M")
_READERS: Final[dict[type, TypeAdapter[Any]]] = {}
"""What reads each kind of body: it takes long to make."""


def check_rate(request: Request, limits: RateLimits) -> None:
    """RefusedError `often` if this address asks more often than it may."""
    if not limits.allows(origin_of(request.client.host if request.client else "?")):
        raise RefusedError("too-often")


async def read_body(request: Request, kind: type[_M], largest: int = LARGEST_BODY) -> _M:
    """The body as that message; RefusedError `bad`, or `large`."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise RefusedError("not-json")
    read = b""
    async for chunk in request.stream():
        read += chunk
        if len(read) > largest:
            raise RefusedError("too-large")
    strict_json(read)
    try:
        reader = _READERS.get(kind) or _READERS.setdefault(kind, TypeAdapter(kind))
        found: _M = reader.validate_json(read)
    except ValidationError as error:
        raise first_fault(error) from None
    return found


def error_answer(refusal: RefusedError, status: int | None = None) -> Response:
    """The answer that says why not."""
    return _answer(refusal.data(), _STATUS.get(refusal.code, 422) if status is None else status)


def _answer(error: Json, status: int) -> Response:
    return JSONResponse({"error": error}, status)


async def refused(request: Request, error: Exception) -> Response:
    """The answer to a request that was refused; asynchronous, because Starlette gives a plain function a thread of its own."""
    del request
    if isinstance(error, RecordError):
        return _answer(record_fault(error), 422)
    if isinstance(error, RulesError):
        return error_answer(against_rules(error))
    if isinstance(error, RefusedError):
        return error_answer(error)
    return error_answer(RefusedError("fault"), 503 if isinstance(error, LastcardError) else 500)
