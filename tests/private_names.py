"""Where tests reach for private names of the product: `python -m tests.private_names` lists each place.

A private name is one that begins with an underscore and is defined in `src/lastcard`. A test that needs it is tied to how
something is done; a small public function that says what the test wants to know is better (docs/decisions/set-up.md).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETTERS = {"setattr", "getattr", "delattr", "hasattr"}
NAMED_TUPLES = {"_replace", "_asdict", "_fields", "_make"}
"""Public by Python's own documentation."""


def is_private(name: str) -> bool:
    """Whether a name is private: one underscore before it."""
    return name.startswith("_") and not name.startswith("__") and name not in NAMED_TUPLES | {"_"}


def defined(tree: ast.Module) -> set[str]:
    """The private names that a module defines: functions, classes, variables and attributes of `self`."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
    return {name for name in found if is_private(name)}


@cache
def of_the_product() -> frozenset[str]:
    """All private names that `src/lastcard` defines."""
    files = (ROOT / "src" / "lastcard").rglob("*.py")
    return frozenset(name for path in files for name in defined(ast.parse(path.read_text(encoding="utf-8"))))


def uses(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The lines at which a module of tests reaches for a private name that is not its own, and the names."""
    wanted = of_the_product() - defined(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lastcard"):
            names = [alias.name for alias in node.names]
        elif (
            isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in SETTERS
        ):
            names = [
                each.value
                for each in node.args
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name in wanted)


@cache
def places() -> dict[str, list[str]]:
    """Of each file below tests/ that has any: `line name` for each use, in order."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if used := sorted(set(uses(ast.parse(path.read_text(encoding="utf-8"))))):
            found[path.relative_to(ROOT / "tests").as_posix()] = [f"{line} {name}" for line, name in used]
    return found


if __name__ == "__main__":
    for file, used in places().items():
        print(file, len(used), ", ".join(used))
