"""The packages of the server import each other one way, as the table here says, and no object is changed from outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import lastcard.server

SERVER = Path(lastcard.server.__file__).parent

ARROWS = {
    "model": "",
    "ops": "model",
    "wire": "decisions model",
    "storage": "model ops",
    "decisions": "model",
    "timing": "decisions model",
    "views": "model wire",
    "solo": "decisions model timing views wire",
    "table": "decisions model ops storage timing views wire",
    "cluster": "model storage table views wire",
    "lobby": "cluster decisions model ops storage table wire",
    "http": "cluster decisions lobby model ops storage views wire",
    "websocket": "cluster lobby model ops table wire",
    "sharing": "cluster http lobby model storage table",
    "app": "cluster http lobby model ops sharing storage websocket wire",
}
"""What the modules of each package import from other packages of the server, for types or while they run."""


def imported(path: Path) -> set[str]:
    """The packages, or modules at the top, of the server that a module imports from, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("lastcard.server") for alias in node.names), path
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            found |= {name.split(".")[2] for name in names if name.startswith("lastcard.server.")}
    return found & ARROWS.keys()


def arrows() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in SERVER.rglob("*.py"):
        package = path.relative_to(SERVER).parts[0].removesuffix(".py")
        found.setdefault(package, set()).update(imported(path) - {package})
    del found["__init__"]
    return found


def test_packages_import_what_the_table_says() -> None:
    """Each package imports exactly the packages beside its name in ARROWS: a new arrow is written down, an old one removed."""
    assert arrows() == {package: set(others.split()) for package, others in ARROWS.items()}


def test_there_is_no_circle_of_packages() -> None:
    """The packages can be ordered so that each imports from earlier ones alone."""
    assert set(TopologicalSorter(arrows()).static_order()) == ARROWS.keys()


def attribute_targets(node: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes that the statements below this node assign to."""
    for found in ast.walk(node):
        if isinstance(found, ast.Attribute) and isinstance(found.ctx, ast.Store):
            yield found


def declared(node: ast.ClassDef) -> set[str]:
    """The attributes that a class declares: in its body or in `__init__`."""
    targets = [
        target
        for statement in node.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
    ]
    found = {target.id for target in targets if isinstance(target, ast.Name)}
    for function in node.body:
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            found |= {target.attr for target in attribute_targets(function)}
    return found


@pytest.mark.parametrize(
    "path", sorted(SERVER.rglob("*.py")), ids=lambda path: path.relative_to(SERVER).as_posix()
)
def test_no_attribute_is_set_on_an_object_after_it_was_made(path: Path) -> None:
    """Objects are complete when they are made: only their own methods assign attributes, and only such as `__init__` declares."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for target in attribute_targets(node):
                if isinstance(target.value, ast.Name) and target.value.id == "self":
                    assert target.attr in declared(node), f"{node.name}.{target.attr} is not set in __init__"
                    own.add(id(target))
    foreign = [ast.unparse(target) for target in attribute_targets(tree) if id(target) not in own]
    assert foreign == []
