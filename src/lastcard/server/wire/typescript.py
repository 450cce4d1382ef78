"""The types of the wire for others: one JSON schema of every message both ways, and TypeScript made from it.

`python -m lastcard.server.wire.typescript` writes both files; a test holds them against the models. The schemas that come
in are Pydantic's and `lastcard.rules.encode`'s, so only what those two write has to be understood here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pydantic import TypeAdapter

from lastcard.rules.encode import schema as rules_schema
from lastcard.rules.events import Event
from lastcard.rules.round import Round
from lastcard.server.decisions.requests import NewTable
from lastcard.server.model.refusals import KINDS, catalogue
from lastcard.server.wire.history_models import HistoryData, ReplayData, ReplayWish
from lastcard.server.wire.http_models import Joined, Opened, OptionsData, Refusal
from lastcard.server.wire.inbound import FromClient, Joining
from lastcard.server.wire.message_models import ServerMessage
from lastcard.server.wire.protocol import MINOR, VERSION
from lastcard.server.wire.table_models import RULES, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Schema: TypeAlias = dict[str, Any]

_HEAD: Final = """\
/**
 * What goes over the wire, made from the server's own types: `python -m lastcard.server.wire.typescript` writes this file.
 */

/** The version of the protocol that these types are of; another one is not understood. */
export const PROTO = {proto};

/** What was added to it so far. */
export const MINOR = {minor};
"""
_REASONS_HEAD: Final = """\
/**
 * Every `reason` of a nak, a gone or an error, made from the server's own: `python -m lastcard.server.wire.typescript`.
 *
 * `params` says what fills the sentence in: a `seat` counts from 0, and people are told its name or one more; a `card`
 * is in the notation.
 */

"""
_ROOTS: Final[Mapping[str, Any]] = {
    "ClientMessage": FromClient,
    "ServerMessage": ServerMessage,
    "NewTable": NewTable,
    "Joining": Joining,
    "Opened": Opened,
    "Joined": Joined,
    "Summary": Summary,
    "OptionsData": OptionsData,
    "HistoryData": HistoryData,
    "ReplayWish": ReplayWish,
    "ReplayData": ReplayData,
    "Refusal": Refusal,
}
"""What is sent: over the socket, then in bodies over HTTP."""
_PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "object": "Record<string, unknown>",
}


def wire_schema() -> Schema:
    """The JSON Schema (2020-12) of everything that is sent either way, each type under its own name."""
    defs: Schema = {}
    for kind in (Round, Event):
        _merge(defs, rules_schema(kind)["$defs"])
    for name, kind in _ROOTS.items():
        found = TypeAdapter(kind).json_schema()
        _merge(defs, found.pop("$defs", {}))
        _merge(defs, {name: found})
    tidy = {name: _tidied(part) for name, part in sorted(defs.items())}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": tidy,
    }


def typescript(schema: Schema) -> str:
    """The types of a schema's definitions as the text of a TypeScript module."""
    parts = [_HEAD.format(proto=VERSION, minor=MINOR)]
    parts += [_declared(name, part) for name, part in schema["$defs"].items()]
    return "\n".join(parts)


def _merge(defs: Schema, more: Schema) -> None:
    """Put further definitions to those before; ValueError if two different ones have one name."""
    for name, part in more.items():
        if defs.setdefault(name, part) != part:
            raise ValueError(f"two types of the wire are called {name}")


def _tidied(part: Schema) -> Schema:
    """Without the titles and mappings that Pydantic adds, and with references to the rules' types in their places."""
    if RULES in part:
        return {"$ref": f"#/$defs/{part[RULES]}"}
    kept = {key: value for key, value in part.items() if key != "discriminator" and not _is_title(key, value)}
    return {key: _tidied_value(value) for key, value in kept.items()}


def _tidied_value(value: object) -> object:
    if isinstance(value, dict):
        return _tidied(value)
    return [_tidied_value(entry) for entry in value] if isinstance(value, list) else value


def _is_title(key: str, value: object) -> bool:
    """A title is a text; a property called `title` is a schema."""
    return key == "title" and isinstance(value, str)


def _declared(name: str, part: Schema) -> str:
    """One exported type."""
    comment = _comment(part.get("description", ""))
    if part.get("type") == "object" and "properties" in part:
        return f"{comment}export interface {name} {_members(part, '')}\n"
    return f"{comment}export type {name} = {_type(part, '')};\n"


def _comment(text: str, indent: str = "") -> str:
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    inner = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{inner}{indent} */\n"


def _members(part: Schema, indent: str) -> str:
    needed = part.get("required", ())
    inner = f"{indent}  "
    lines = [
        f"{inner}{name}{'' if name in needed else '?'}: {_type(member, inner)};\n"
        for name, member in part["properties"].items()
    ]
    return f"{{\n{''.join(lines)}{indent}}}"


def _type(part: Schema, indent: str) -> str:
    """The type that a schema describes."""
    for key, write in _KEYS.items():
        if key in part:
            return write(part, indent)
    kind = part.get("type")
    if kind is None:
        return "unknown"
    return _PLAIN[kind]


def _union(parts: list[Schema], indent: str) -> str:
    return " | ".join(dict.fromkeys(_type(part, indent) for part in parts))


def _many(text: str) -> str:
    return f"({text})[]" if " | " in text else f"{text}[]"


def _object(part: Schema, indent: str) -> str:
    if "properties" in part:
        return _members(part, indent)
    more = part.get("additionalProperties", True)
    return f"Record<string, {_type(more, indent) if isinstance(more, dict) else 'unknown'}>"


def _array(part: Schema, indent: str) -> str:
    if "prefixItems" in part:
        return f"[{', '.join(_type(entry, indent) for entry in part['prefixItems'])}]"
    return _many(_type(part["items"], indent))


_KEYS: Final[dict[str, Callable[[Schema, str], str]]] = {
    "$ref": lambda part, _: str(part["$ref"]).rsplit("/", 1)[-1],
    "const": lambda part, _: json.dumps(part["const"]),
    "enum": lambda part, _: " | ".join(json.dumps(value, ensure_ascii=False) for value in part["enum"]),
    "anyOf": lambda part, indent: _union(part["anyOf"], indent),
    "oneOf": lambda part, indent: _union(part["oneOf"], indent),
    "prefixItems": _array,
    "items": _array,
    "properties": _object,
    "additionalProperties": _object,
}
"""The keys that say what type a schema has, the most specific first."""


def reasons_data() -> dict[str, Any]:
    """Every reason for which something is refused: its code, what its parameters are, the sentence in English."""
    return {
        name: {
            "code": said.code,
            "params": {param: KINDS[param] for param in said.params},
            "english": said.english,
        }
        for name, said in sorted(catalogue().items())
    }


def reasons_typescript() -> str:
    """The same as a TypeScript module; only tests import it, so the page does not carry the English."""
    kinds = " | ".join(f"'{kind}'" for kind in sorted(set(KINDS.values())))
    return (
        f"{_REASONS_HEAD}export type Kind = {kinds};\n\n"
        "export const REASONS: Record<string, { code: string; params: Record<string, Kind>; english: string }> = "
        f"{json.dumps(reasons_data(), indent=2, ensure_ascii=False)};\n"
    )


FILES: Final[Mapping[str, Callable[[], str]]] = {
    "docs/protocol.schema.json": lambda: json.dumps(wire_schema(), indent=1, ensure_ascii=False) + "\n",
    "docs/reasons.json": lambda: json.dumps(reasons_data(), indent=1, ensure_ascii=False) + "\n",
    "web/src/generated/reasons.ts": reasons_typescript,
    "web/src/generated/protocol.ts": lambda: typescript(wire_schema()),
}
"""The generated files and what writes them."""


def main() -> None:
    """Write the files."""
    for name, text in FILES.items():
        Path(name).write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
