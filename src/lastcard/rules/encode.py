"""Rounds, events and actions as JSON-plain data and back, with a schema; docs/events.md is made from it.

A dataclass becomes an object with its tag, the class's name in kebab-case, as `t`; a NamedTuple an object
without one; an enum its value; a card its token; cards one string; an action its notation; a rule set what
`Ruleset.as_data` gives; other tuples and sets lists, sets sorted; None null. What each field is comes from
the annotations, so that a new event needs nothing here.
"""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, Union, get_args, get_origin, get_type_hints

from lastcard.rules.actions import Action, parse_action
from lastcard.rules.cards import ALL_CARDS, UNSEEN, Card, parse_card, parse_cards
from lastcard.rules.effects import Effect
from lastcard.rules.errors import LastcardError
from lastcard.rules.events import Event
from lastcard.rules.round import ApplyEffect, Phase, RuleRun, Task
from lastcard.rules.ruleset import Ruleset, ruleset_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Plain: TypeAlias = Any
"""What JSON can say: dict, list, str, int, bool, None."""
Schema: TypeAlias = dict[str, Any]
"""A JSON Schema, or a part of one."""

_ACTIONS: Final = frozenset(get_args(Action))
_TAGS: Final[Mapping[type, str]] = {ApplyEffect: "carry", RuleRun: "run"}
"""Tags that differ from the name of the class: logs and records keep them."""
_NAMED: Final[Mapping[object, str]] = {Event: "Event", Phase: "Phase", Task: "Task", Effect: "Effect"}
"""Unions that get a name of their own in a schema."""


class EncodingError(LastcardError):
    """Data that do not decode; the text says where in them and why."""

    def __init__(self, why: str, path: tuple[str | int, ...] = ()) -> None:
        self.why = why
        self.path = path
        place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
        super().__init__(f"{place}: {why}" if place else why)


def encode(value: object) -> Plain:
    """The value as plain data that `json` can write; TypeError for a type that is not of the rules.

    Without a field's annotation a tuple with nothing but cards in it is cards, and an empty one is a list.
    """
    if isinstance(value, tuple) and type(value) is tuple:
        if value and all(isinstance(entry, Card) for entry in value):
            return _CARDS.encode(value)
        return [encode(entry) for entry in value]
    if isinstance(value, Enum):
        return value.value
    kind: Any = type(value)
    return _codec(kind).encode(value)


def decode(kind: Any, plain: Plain) -> Any:
    """The value of that type (a class, a union such as Event, a tuple type) from what `encode` made.

    EncodingError says where the data is wrong and why; RulesError speaks for a rule set that cannot be made.
    """
    return _codec(kind).decode(plain)


def schema(kind: Any) -> Schema:
    """The JSON Schema (2020-12) of what `encode` makes of values of that type."""
    defs: dict[str, Schema] = {}
    whole = _codec(kind).schema(defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **whole,
        "$defs": dict(sorted(defs.items())),
    }


def tag_of(kind: type) -> str:
    """The tag of a dataclass: `RoundBegan` is `round-began`."""
    return _TAGS.get(kind) or re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


class _Codec(Protocol):
    """How one type is written, read and described."""

    def encode(self, value: Any) -> Plain:
        """The plain data of the value."""

    def decode(self, plain: Plain) -> Any:
        """The value of the plain data, or EncodingError."""

    def schema(self, defs: dict[str, Schema]) -> Schema:
        """What the data look like; named parts go into `defs`."""


def _wrong(needed: str, plain: Plain) -> EncodingError:
    given = repr(plain)
    return EncodingError(f"{needed} is needed, not {given if len(given) <= 40 else given[:37] + '...'}")  # noqa: PLR2004


def _within(decode_part: Callable[[Plain], Any], plain: Plain, key: str | int) -> Any:
    """Decode a part; an error in it gets the key in front of its path."""
    try:
        return decode_part(plain)
    except EncodingError as error:
        raise EncodingError(error.why, (key, *error.path)) from None


class _Simple:
    """A number, a truth value or a text: itself."""

    def __init__(self, kind: type, name: str, needed: str) -> None:
        self._kind, self._name, self._needed = kind, name, needed

    def encode(self, value: Any) -> Plain:
        return value

    def decode(self, plain: Plain) -> Any:
        if type(plain) is not self._kind:
            raise _wrong(self._needed, plain)
        return plain

    def schema(self, defs: dict[str, Schema]) -> Schema:
        del defs
        return {"type": self._name}


class _Notation:
    """What has a notation: itself as it prints."""

    def __init__(
        self, read: Callable[[str], Any], write: Callable[[Any], str], name: str, described: Schema
    ) -> None:
        self.encode, self._read, self._name, self._described = write, read, name, described

    def decode(self, plain: Plain) -> Any:
        if not isinstance(plain, str):
            raise _wrong("a text", plain)
        try:
            return self._read(plain)
        except LastcardError as error:
            raise EncodingError(str(error)) from None

    def schema(self, defs: dict[str, Schema]) -> Schema:
        defs[self._name] = {"type": "string", **self._described}
        return {"$ref": f"#/$defs/{self._name}"}


class _Choice:
    """An enum: its value."""

    def __init__(self, kind: type[Enum]) -> None:
        self._kind = kind

    def encode(self, value: Enum) -> Plain:
        return value.value

    def decode(self, plain: Plain) -> Enum:
        try:
            return self._kind(plain)
        except ValueError:
            raise _wrong("one of " + ", ".join(str(m.value) for m in self._kind), plain) from None

    def schema(self, defs: dict[str, Schema]) -> Schema:
        defs[self._kind.__name__] = {"description": self._kind.__doc__, "enum": [m.value for m in self._kind]}
        return {"$ref": f"#/$defs/{self._kind.__name__}"}


class _Rules:
    """A rule set: edition, players and differences."""

    def encode(self, value: Ruleset) -> Plain:
        data = _rules_data(value)
        return {**data, "options": {**data["options"]}}

    def decode(self, plain: Plain) -> Ruleset:
        try:
            return _rules_of(json.dumps(plain, sort_keys=True))
        except TypeError:  # no JSON: `ruleset_from` says where
            return ruleset_from(plain)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        defs["Ruleset"] = {
            "description": "The rules in force: edition, players and what differs from the edition (docs/options.md).",
            "type": "object",
            "properties": {
                "edition": {"type": "string"},
                "players": {"type": "integer"},
                "teams": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
                "written": {"type": "object"},
                "options": {"type": "object"},
            },
            "required": ["edition", "players", "options"],
            "additionalProperties": False,
        }
        return {"$ref": "#/$defs/Ruleset"}


@lru_cache(maxsize=256)
def _rules_data(rules: Ruleset) -> dict[str, Any]:
    """Caches the data: the rules are the same from view to view."""
    return rules.as_data()


@lru_cache(maxsize=256)
def _rules_of(text: str) -> Ruleset:
    """Caches the rules: they are the same from round to round of a log, and slow to check."""
    return ruleset_from(json.loads(text))


class _List:
    """A tuple or set of any length: a list."""

    def __init__(self, item: _Codec, make: Callable[[list[Any]], Any]) -> None:
        self._item, self._make = item, make

    def encode(self, value: Any) -> Plain:
        item = self._item.encode
        return [item(entry) for entry in (sorted(value) if isinstance(value, frozenset) else value)]

    def decode(self, plain: Plain) -> Any:
        if not isinstance(plain, list):
            raise _wrong("a list", plain)
        item = self._item.decode
        return self._make([_within(item, entry, at) for at, entry in enumerate(plain)])

    def schema(self, defs: dict[str, Schema]) -> Schema:
        unique = {"uniqueItems": True} if self._make is frozenset else {}
        return {"type": "array", "items": self._item.schema(defs), **unique}


class _Row:
    """A tuple of fixed length: a list of as many."""

    def __init__(self, parts: tuple[_Codec, ...]) -> None:
        self._parts = parts

    def encode(self, value: tuple[Any, ...]) -> Plain:
        return [part.encode(entry) for part, entry in zip(self._parts, value, strict=True)]

    def decode(self, plain: Plain) -> tuple[Any, ...]:
        if not isinstance(plain, list) or len(plain) != len(self._parts):
            raise _wrong(f"a list of {len(self._parts)}", plain)
        return tuple(_within(part.decode, plain[at], at) for at, part in enumerate(self._parts))

    def schema(self, defs: dict[str, Schema]) -> Schema:
        parts = [part.schema(defs) for part in self._parts]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}


class _Object:
    """A dataclass or NamedTuple: an object of its fields; a dataclass carries its tag."""

    def __init__(self, kind: type) -> None:
        self._kind = kind
        self.tag = tag_of(kind) if is_dataclass(kind) else None

    @cached_property
    def _fields(self) -> dict[str, tuple[_Codec, bool]]:
        """Each field's codec, and whether it may be left out; computed late, because types may be recursive."""
        hints = get_type_hints(self._kind)
        if is_dataclass(self._kind):
            optional = {f.name: f.default is not MISSING for f in fields(self._kind)}
        else:
            defaults = self._kind._field_defaults  # type: ignore[attr-defined]
            optional = {name: name in defaults for name in self._kind._fields}  # type: ignore[attr-defined]
        return {name: (_codec(hints[name]), may) for name, may in optional.items()}

    @cached_property
    def _encoders(self) -> list[tuple[str, Callable[[Any], Plain] | None]]:
        pairs = ((name, codec) for name, (codec, _) in self._fields.items())
        return [(name, None if isinstance(codec, _Simple) else codec.encode) for name, codec in pairs]

    def encode(self, value: Any) -> Plain:
        plain = {} if self.tag is None else {"t": self.tag}
        for name, write in self._encoders:
            part = getattr(value, name)
            plain[name] = part if write is None else write(part)
        return plain

    def decode(self, plain: Plain) -> Any:
        if not isinstance(plain, dict):
            raise _wrong("an object", plain)
        rest = dict(plain)
        if self.tag is not None and rest.pop("t", None) != self.tag:
            raise EncodingError(f"t must be {self.tag!r}")
        values = {}
        for name, (codec, optional) in self._fields.items():
            if name in rest:
                values[name] = _within(codec.decode, rest.pop(name), name)
            elif not optional:
                raise EncodingError(f"{name} is missing")
        if rest:
            raise EncodingError(f"{min(map(str, rest))}: unknown key; known here: {', '.join(self._fields)}")
        return self._kind(**values)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        name = self._kind.__name__
        if name not in defs:
            defs[name] = {}
            tag = {} if self.tag is None else {"t": {"const": self.tag}}
            parts = {key: codec.schema(defs) for key, (codec, _) in self._fields.items()}
            defs[name] = {
                "description": self._kind.__doc__,
                "type": "object",
                "properties": tag | parts,
                "required": [*tag, *parts],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}


class _Either:
    """A union: the dataclasses in it are distinguished by tag, the rest by their JSON type."""

    def __init__(self, kind: Any) -> None:
        self._name = _NAMED.get(kind)
        self._kinds = {NoneType if arg is None else arg: _codec(arg) for arg in get_args(kind)}
        by_type = {get_origin(arg) or arg: codec for arg, codec in self._kinds.items()}
        self._by_type: dict[type, _Codec] = by_type
        self._by_tag = {c.tag: c for c in self._kinds.values() if isinstance(c, _Object) and c.tag}
        self._others = [c for c in self._kinds.values() if not isinstance(c, _Object) or not c.tag]

    def encode(self, value: Any) -> Plain:
        return None if value is None else self._by_type[type(value)].encode(value)

    def decode(self, plain: Plain) -> Any:
        if plain is None and NoneType in self._by_type:
            return None
        tag = plain.get("t") if isinstance(plain, dict) else None
        if isinstance(tag, str) and tag in self._by_tag:
            return self._by_tag[tag].decode(plain)
        others = [codec for codec in self._others if not isinstance(codec, _Nothing)]
        if self._by_tag and (not others or tag is not None):
            raise _wrong("an object with t one of " + ", ".join(self._by_tag), plain)
        return self._first(others, plain)

    def _first(self, others: list[_Codec], plain: Plain) -> Any:
        """What the first codec that can read it makes of it; the error of the last one if none can."""
        for codec in others[:-1]:
            try:
                return codec.decode(plain)
            except EncodingError:
                continue
        return others[-1].decode(plain)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        if self._name is None:
            return {"anyOf": [codec.schema(defs) for codec in self._kinds.values()]}
        if self._name not in defs:
            defs[self._name] = {}
            defs[self._name] = {"anyOf": [codec.schema(defs) for codec in self._kinds.values()]}
        return {"$ref": f"#/$defs/{self._name}"}


class _Nothing:
    """None: null."""

    def encode(self, value: Any) -> Plain:
        del value

    def decode(self, plain: Plain) -> None:
        if plain is not None:
            raise _wrong("null", plain)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        del defs
        return {"type": "null"}


def _join(cards: tuple[Card, ...]) -> str:
    return " ".join([card.token for card in cards])


_CARD: Final = _Notation(
    parse_card,
    lambda card: card.token,
    "Card",
    {
        "description": "A card's token; ?? is one that may not be seen.",
        "enum": [c.token for c in (*ALL_CARDS, UNSEEN)],
    },
)
_CARDS: Final = _Notation(
    parse_cards,
    _join,
    "Cards",
    {"description": "Tokens of cards with blanks between them.", "examples": ["R5 W ??", ""]},
)
_ACTION: Final = _Notation(
    parse_action,
    str,
    "Action",
    {"description": "An action in the notation (docs/notation.md).", "examples": ["play W red uno"]},
)
_LEAVES: Final[Mapping[Any, _Codec]] = {
    int: _Simple(int, "integer", "a number"),
    bool: _Simple(bool, "boolean", "true or false"),
    str: _Simple(str, "string", "a text"),
    None: _Nothing(),
    NoneType: _Nothing(),
    Card: _CARD,
    Ruleset: _Rules(),
    Action: _ACTION,
    tuple[Card, ...]: _CARDS,
}


@cache
def _codec(kind: Any) -> _Codec:
    """The codec of a type; TypeError for one that the rules do not use."""
    if kind in _LEAVES:
        return _LEAVES[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _ACTION if set(args) <= _ACTIONS else _Either(kind)
    if origin is tuple:
        return _List(_codec(args[0]), tuple) if args[1:] == (...,) else _Row(tuple(map(_codec, args)))
    if origin is frozenset:
        return _List(_codec(args[0]), frozenset)
    if isinstance(kind, type):
        if kind in _ACTIONS:
            return _ACTION
        if issubclass(kind, Enum):
            return _Choice(kind)
        if is_dataclass(kind) or hasattr(kind, "_fields"):
            return _Object(kind)
    raise TypeError(f"{kind!r} is no type of the rules")
