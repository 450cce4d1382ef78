"""Frames that were valid once, and a judge of what still is: written from docs/protocol.md, not from the server's code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Json = dict[str, Any]
Frame = str | bytes

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    2**31,
    2**53 + 1,
    2**64,
    10**400,
    -(10**30),
    "",
    " ",
    "0",
    "null",
    "x" * 300,
    "\u0000",
    "\u202e\u2066abc",
    "\ud800",
    "\U0001f0cf" * 20,
    "é́" * 50,
    "<script>alert(1)</script>",
    "'; DROP TABLE events; --",
    "../../etc/passwd",
    [],
    {},
    [[]] * 20,
    {"t": "act"},
    {"__proto__": {"t": 1}},
    [1, 2, 3],
)
"""Values that do not belong where they are put."""

RAW = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "01",
    "+1",
    "1.",
    "0x10",
    "tru",
    "undefined",
    "'a'",
    "[" * 400,
    "9" * 600,
)
"""Texts that are no JSON, or hardly."""

KINDS: dict[str, dict[str, type]] = {
    "act": {"action": str},
    "next": {},
    "rematch": {},
    "leave": {},
    "ready": {"ready": bool},
    "start": {},
    "sit": {"seat": int},
    "kick": {"seat": int},
    "ban": {"seat": int},
    "host": {"seat": int},
    "bot": {"seat": int, "on": bool},
    "mute": {"seat": int, "on": bool},
    "say": {"phrase": str},
    "chat": {"text": str},
    "back": {},
    "control": {},
    "contribute": {"number": int, "value": str},
}
"""What a command may be, and the fields that it must have."""

MAY_HAVE = {"sit": {"who"}}
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
NOT_UNDERSTOOD = object()


def lawful(frame: Frame) -> Json | None:
    """The command that a frame is, as docs/protocol.md says it; None if it is none."""
    if not isinstance(frame, str):
        return None
    try:
        found = json.loads(frame, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or set(found) != {"t", "id", "v", "d"} or found["t"] != "cmd":
        return None
    right = isinstance(found["id"], str) and _ID.match(found["id"]) and _whole(found["v"], 0, 2**53)
    d = found["d"]
    if not right or not isinstance(d, dict) or not isinstance(d.get("t"), str):
        return None
    return found if _doing(d) else None


def _doing(d: Json) -> bool:
    kind = d["t"]
    if kind == "room":
        return True  # rules and settings, any of which may be left out; held against the rules by the server
    if kind not in KINDS:
        return False
    fields, given = KINDS[kind], set(d) - {"t"}
    if not set(fields) <= given <= set(fields) | MAY_HAVE.get(kind, set()):
        return False
    return all(type(d[name]) is wanted for name, wanted in fields.items())


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _no_constant(name: str) -> object:
    raise ValueError(name)


def mutated(message: Json, chance: Random, others: list[Json]) -> Frame:
    """A frame made of a valid message and one to three changes; `others` are messages to take parts from."""
    tree = json.loads(json.dumps(message))
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        tree = chance.choice(TREE)(tree, chance, others)
    text = _text(tree, chance)
    for _ in range(chance.choice((0, 0, 1, 2))):
        text = chance.choice(TEXT)(text, chance)
    if len(text.encode("utf-8", "replace")) > 4000:
        text = text[:900]
    text = text.encode("utf-8", "replace").decode()
    return text.encode() if chance.random() < 0.02 else text


def _text(tree: object, chance: Random) -> str:
    """JSON of one style or another."""
    ascii_only = chance.random() < 0.5
    text = json.dumps(tree, ensure_ascii=ascii_only, indent=chance.choice((None, None, None, 1)))
    return text.replace("\ud800", "\ufffd") if not ascii_only else text


# Changes of the tree.

Tree = Any
Change = Callable[[Tree, Random, list[Json]], Tree]


def _places(tree: Tree, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in entries:
        yield from _places(value, (*path, key))


def _put(tree: Tree, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Tree:
    if not path:
        return change(tree)
    copied = dict(tree) if isinstance(tree, dict) else list(tree)
    copied[path[0]] = _put(copied[path[0]], path[1:], change)
    return copied


def _replace(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """Something else in a place."""
    del others
    return _put(tree, chance.choice(list(_places(tree))), lambda _: chance.choice(ODD))


def _delete(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """A field is missing."""
    del others
    paths = [p for p in _places(tree) if p]
    if not paths:
        return tree
    path = chance.choice(paths)

    def without(parent: Any) -> Any:
        if isinstance(parent, dict):
            return {k: v for k, v in parent.items() if k != path[-1]}
        return [v for i, v in enumerate(parent) if i != path[-1]]

    return _put(tree, path[:-1], without)


def _add(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """A field too many."""
    del others
    paths = [p for p in _places(tree) if isinstance(_at(tree, p), dict)]
    if not paths:
        return [tree, tree]
    name = chance.choice(("x", "seat", "token", "t2", "", "v", "__class__", "id"))
    return _put(tree, chance.choice(paths), lambda parent: parent | {name: chance.choice(ODD)})


def _at(tree: Tree, path: tuple[Any, ...]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def _wrap(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """A value within another."""
    del others
    path, depth = chance.choice(list(_places(tree))), chance.choice((1, 1, 2, 50))

    def wrapped(value: Any) -> Any:
        for _ in range(depth):
            value = [value]
        return {"d": value} if chance.random() < 0.3 else value

    return _put(tree, path, wrapped)


def _graft(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """A part of another message."""
    if not others:
        return tree
    other = chance.choice(others)
    part = _at(other, chance.choice(list(_places(other))))
    return _put(tree, chance.choice(list(_places(tree))), lambda _: part)


def _version(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """A version of before, of later, or none."""
    del others
    if not isinstance(tree, dict) or not isinstance(tree.get("v"), int):
        return tree
    v = min(tree["v"], 2**60)
    return tree | {
        "v": chance.choice((v - 1, v + 1, v - 50, v + 10**6, -v, float(v), str(v), v + 0.5, 2**53))
    }


def _name(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """An id that is none, or another's."""
    if not isinstance(tree, dict):
        return tree
    names = [other["id"] for other in others if "id" in other]
    made = ("", "a" * 64, "a" * 65, "ü", "a b", "a\n", "..", "-", "0")
    return tree | {"id": chance.choice((*made, *names))}


def _action(tree: Tree, chance: Random, others: list[Json]) -> Tree:
    """Words of an action out of place."""
    del others
    if not isinstance(tree, dict) or not isinstance(tree.get("d"), dict) or "action" not in tree["d"]:
        return tree
    words = str(tree["d"]["action"]).split()
    odd = (
        "??",
        "R5",
        "W+4",
        "red",
        "uno",
        "swap",
        "none",
        "-1",
        "1",
        "9",
        "10",
        "1" * 50,
        "１",
        "²",
        "\u00a0",
        "PLAY",
    )
    match chance.randrange(6):
        case 0:
            words = [*words, chance.choice(odd)]
        case 1:
            words = words[:-1]
        case 2:
            words[chance.randrange(len(words) or 1) : 1] = [chance.choice(odd)]
        case 3:
            chance.shuffle(words)
        case 4:
            words = words * chance.choice((2, 30))
        case _:
            words = [chance.choice((w.upper(), w.title(), w + "\u200b", w[::-1], " " + w)) for w in words]
    return tree | {"d": tree["d"] | {"action": " ".join(words)[:400]}}


TREE: tuple[Change, ...] = (
    _replace,
    _replace,
    _delete,
    _add,
    _wrap,
    _graft,
    _version,
    _name,
    _action,
    _action,
)


# Changes of the text.


def _cut(text: str, chance: Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _drop(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.randrange(1, 9) :]


def _repeat(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at : at + 12] * chance.choice((2, 3, 40)) + text[at + 12 :]


def _sign(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    signs = (0, 7, 10, 34, 44, 58, 91, 92, 93, 123, 125, 0x7F, 0xA0, 0xFEFF, 0x202E, 0x1F0CF)
    return text[:at] + chr(chance.choice(signs)) + text[at + chance.randrange(2) :]


def _raw(text: str, chance: Random) -> str:
    """A value that is no JSON."""
    values = list(re.finditer(r"\b\d+\b|true|false|null|\"[^\"]*\"", text))
    if not values:
        return chance.choice(RAW)
    found = chance.choice(values)
    return text[: found.start()] + chance.choice(RAW) + text[found.end() :]


def _double(text: str, chance: Random) -> str:
    """A key twice."""
    name = chance.choice(("t", "id", "v", "d", "action"))
    value = chance.choice(('"cmd"', '"hello"', "0", "null", '"a"', '{"t":"next"}'))
    return text.replace("{", f'{{"{name}": {value}, ', 1)


def _two(text: str, chance: Random) -> str:
    """Two values, or something after the end."""
    return text + chance.choice((text, ",", "}", " null", "\n" + text, "\0"))


TEXT: tuple[Callable[[str, Random], str], ...] = (_cut, _drop, _repeat, _sign, _raw, _double, _two)
