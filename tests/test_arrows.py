"""Imports point one way: what each room of Lastcard imports is what ROOMS says, and what the page about the architecture draws."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "lastcard"


@dataclass(frozen=True)
class Room:
    """What the modules of one room import: rooms of Lastcard, and packages that are not Python's own."""

    rooms: frozenset[str]
    packages: frozenset[str]


def room(rooms: str = "", packages: str = "") -> Room:
    return Room(frozenset(rooms.split()), frozenset(packages.split()))


ROOMS = {
    "rules": room(),
    "match": room("rules"),
    "dealing": room("rules"),
    "tournament": room("rules"),
    "record": room("rules match dealing", "yaml"),
    "sim": room("rules record", "cython numpy"),
    "env": room("rules record sim", "numpy gymnasium pettingzoo pyspiel"),
    "lab": room("rules match record bots sim", "numpy matplotlib pyarrow distributed"),
    "bots": room("rules match"),
    "server": room(
        "rules match dealing record bots",
        "asyncpg h11 nats prometheus_client pydantic pydantic_core segno starlette structlog uvicorn websockets",
    ),
    "terminal": room("rules match record bots"),
    "cli": room("rules match record bots sim lab server terminal"),
    "__init__": room(),
    "__main__": room("cli"),
}
"""What each room imports, no more and no less. An entry is changed when the code is, and then the page with it."""

YAML_READERS = {"record/conformance.py", "record/scenario.py"}
"""Records are plain text; only conformance scenarios are YAML."""

NOT_FOR_RULES = {
    *("datetime", "time", "random", "secrets", "uuid"),
    *(
        "asyncio",
        "concurrent",
        "contextvars",
        "multiprocessing",
        "queue",
        "select",
        "selectors",
        "signal",
        "threading",
    ),
    *(
        "http",
        "io",
        "logging",
        "os",
        "pathlib",
        "shutil",
        "socket",
        "sqlite3",
        "ssl",
        "subprocess",
        "sys",
        "tempfile",
    ),
    "urllib",
}
"""Clock, chance, concurrency and the world outside: the rules get them as values, if at all."""

NOT_CALLED_IN_RULES = {"open", "print", "input", "exec", "eval", "compile", "__import__"}


def modules(name: str) -> list[Path]:
    """The modules of a room."""
    return sorted((SRC / name).rglob("*.py")) if (SRC / name).is_dir() else [SRC / f"{name}.py"]


def imports(path: Path) -> set[str]:
    """The dotted names of all modules that `path` imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            assert node.module is not None
            found |= (
                {node.module}
                if node.module != "lastcard"
                else {f"lastcard.{alias.name}" for alias in node.names}
            )
    return found


def test_every_room_has_its_arrows() -> None:
    """Whoever adds a package or module to lastcard says in ROOMS what it may import."""
    there = {
        path.stem if path.suffix == ".py" else path.name
        for path in SRC.iterdir()
        if path.suffix in {"", ".py"}
    }
    assert there - {"__pycache__", "static"} <= ROOMS.keys()


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_imports_what_its_entry_says(name: str) -> None:
    """Beside itself and Python's standard library, a room imports the rooms and packages of its entry, all of them and no others."""
    assert imported(name) == ROOMS[name]


def imported(name: str) -> Room:
    """What the modules of a room import from outside it."""
    rooms, packages = set(), set()
    for module in {module for path in modules(name) for module in imports(path)}:
        top, _, rest = module.partition(".")
        if top == "lastcard":
            rooms.add(rest.partition(".")[0])
        elif top not in sys.stdlib_module_names:
            packages.add(top)
    return Room(frozenset(rooms - {name}), frozenset(packages))


def test_no_circle_of_rooms() -> None:
    """Following the arrows never leads back."""
    TopologicalSorter({name: entry.rooms for name, entry in ROOMS.items()}).prepare()


def test_the_page_draws_the_arrows_that_are_there() -> None:
    """Each line `room ← rooms` in docs/architecture.md is the entry of that room."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = re.findall(r"^    (\w+) *←(.*)$", page, re.MULTILINE)
    assert {name: frozenset(rooms.split()) for name, rooms in drawn} == {
        name: entry.rooms for name, entry in ROOMS.items() if not name.startswith("__")
    }


def test_only_conformance_reads_yaml() -> None:
    """In the record room, only the conformance runner uses a package that is not Python's own."""
    readers = {path.relative_to(SRC).as_posix() for path in modules("record") if "yaml" in imports(path)}
    assert readers <= YAML_READERS


def test_rules_know_no_clock_no_chance_and_no_world() -> None:
    """The rules import nothing that tells the time, draws lots, waits, or reads and writes."""
    wrong = []
    for path in modules("rules"):
        place = path.relative_to(SRC).as_posix()
        wrong += [
            f"{place} imports {name}" for name in imports(path) if name.partition(".")[0] in NOT_FOR_RULES
        ]
        wrong += [
            f"{place}:{node.lineno} calls {node.func.id}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in NOT_CALLED_IN_RULES
        ]
    assert wrong == []


def test_no_circle_of_modules_in_the_rules() -> None:
    """Within the rules, following the imports from module to module never leads back."""
    here = {
        f"lastcard.rules.{path.stem}": imports(path) for path in modules("rules") if path.stem != "__init__"
    }
    for path in modules("rules"):  # `from lastcard.rules import events` is an import of the module `events`
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.ImportFrom)
                and node.module == "lastcard.rules"
                and path.stem != "__init__"
            ):
                here[f"lastcard.rules.{path.stem}"] |= {
                    f"lastcard.rules.{alias.name}" for alias in node.names
                }
    TopologicalSorter({name: found & here.keys() for name, found in here.items()}).prepare()
