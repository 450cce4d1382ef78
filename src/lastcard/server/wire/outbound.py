"""The messages that a server sends outside a table's views, and the writer of all of them (docs/protocol.md)."""

from __future__ import annotations

import json

from lastcard.server.model.errors import RefusedError
from lastcard.server.model.plain import Json

try:
    from pydantic_core import to_json
except ImportError:  # in the page, which has the standard library alone

    def to_json(value: object) -> bytes:  # type: ignore[misc]
        """As Pydantic's."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def dump(message: object) -> str:
    """A message as one line of JSON; Pydantic's writer takes a fifth of the time that Python's takes."""
    return to_json(message).decode()


def ack(command: str, version: int) -> Json:
    """The command was carried out and is committed."""
    return {"t": "ack", "id": command, "v": version}


def nak(command: str | None, error: RefusedError, version: int | None = None) -> Json:
    """The command was refused and changed nothing."""
    found: Json = {"t": "nak", "id": command} | error.data()
    if version is not None:
        found["v"] = version
    return found


def gone(why: RefusedError) -> Json:
    """The connection ends, and coming back the same way does not help."""
    return {"t": "gone"} | why.data()
