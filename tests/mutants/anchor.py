"""Where a change of the code is made: a piece of syntax within a named function, class or assignment, in whatever file that stands.

A move to another file and another layout leave an anchor as it is, since the names and the syntax are what is looked for.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "lastcard"


class AnchorError(Exception):
    """The anchor is in no place of the code, or in several; the text says which."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file's text: from `start` to `end`, counted in characters; `indent` is that of its statements, None for an expression."""

    file: Path
    start: int
    end: int
    indent: int | None

    def changed(self, text: str, replace: str) -> str:
        """The file's text with `replace` there."""
        new = textwrap.dedent(replace).strip("\n")
        if self.indent is None:
            new = f"({new.strip()})"
        else:
            new = textwrap.indent(new, " " * self.indent).lstrip(" ")
        return text[: self.start] + new + text[self.end :]


def place_of(within: str, find: str, nth: int | None = None, root: Path = ROOT) -> Place:
    """The place of the code `find` in the function, class or assignment named `within` (`Class.method` for a method).

    `find` is an expression or statements that follow one another; `nth` counts from 1 where it is there several times.
    AnchorError if there is no such name or code, or more than one.
    """
    found = [
        (file, nodes)
        for file, scope in scopes(root).get(within, ())
        for nodes in _matches(scope, _parsed(find))
    ]
    if not scopes(root).get(within):
        raise AnchorError(f"there is no function, class or assignment named {within}")
    if not found:
        raise AnchorError(f"the code is not in {within}: {' '.join(find.split())}")
    if nth is None and len(found) > 1:
        raise AnchorError(
            f"the code is {len(found)} times in {within}; `nth` must say which: {' '.join(find.split())}"
        )
    if nth is not None and not 1 <= nth <= len(found):
        raise AnchorError(f"the code is {len(found)} times in {within}, not {nth}: {' '.join(find.split())}")
    file, nodes = found[(nth or 1) - 1]
    text = file.read_text(encoding="utf-8")
    start = _offset(text, nodes[0].lineno, nodes[0].col_offset)
    last = nodes[-1]
    assert last.end_lineno is not None
    assert last.end_col_offset is not None
    indent = nodes[0].col_offset if isinstance(nodes[0], ast.stmt) else None
    return Place(file, start, _offset(text, last.end_lineno, last.end_col_offset), indent)


@cache
def scopes(root: Path) -> dict[str, list[tuple[Path, ast.stmt]]]:
    """Every function, class and assignment at the top of a module or class, by name; those of one name in the order of their files."""
    found: dict[str, list[tuple[Path, ast.stmt]]] = {}
    for file in sorted((root / "src" / "lastcard").rglob("*.py")):
        for name, node in _named(ast.parse(file.read_text(encoding="utf-8")).body, ""):
            found.setdefault(name, []).append((file, node))
    return found


def _named(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _named(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield prefix + target.id, node


def _parsed(find: str) -> list[ast.stmt] | ast.expr:
    """The syntax of a snippet: one expression, or statements."""
    code = textwrap.dedent(find).strip("\n")
    try:
        body = ast.parse(code.strip()).body
    except SyntaxError as error:
        try:  # `return`, `yield` and `await` want a function around them; a snippet may begin deeper than it ends
            body = ast.parse(f"async def _():\n{textwrap.indent(code, '    ')}").body[0].body  # type: ignore[attr-defined]
        except SyntaxError:
            raise AnchorError(f"`find` is not Python: {error}") from error
    if len(body) == 1 and isinstance(body[0], ast.Expr):
        return body[0].value
    return body


def _matches(scope: ast.AST, wanted: list[ast.stmt] | ast.expr) -> Iterator[Sequence[ast.stmt | ast.expr]]:
    """The runs of statements, or the expressions, of that syntax within the scope, in the order of the text."""
    if isinstance(wanted, ast.expr):
        dump = _dump(wanted)
        alone = {node.value: node for node in ast.walk(scope) if isinstance(node, ast.Expr)}
        same = [node for node in ast.walk(scope) if isinstance(node, ast.expr) and _dump(node) == dump]
        # an expression that is a statement of its own may be replaced by any statement
        yield from (
            [alone.get(node, node)] for node in sorted(same, key=lambda node: (node.lineno, node.col_offset))
        )
        return
    dumps = [_dump(node) for node in wanted]
    runs = []
    for body in _bodies(scope):
        for at in range(len(body) - len(dumps) + 1):
            run = body[at : at + len(dumps)]
            if [_dump(node) for node in run] == dumps:
                runs.append(run)
    yield from sorted(runs, key=lambda run: run[0].lineno)


def _bodies(scope: ast.AST) -> Iterator[list[ast.stmt]]:
    if isinstance(scope, ast.stmt):
        yield [scope]
    for node in ast.walk(scope):
        for field in ("body", "orelse", "finalbody"):
            value = getattr(node, field, None)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield value


@cache
def _dump(node: ast.AST) -> str:
    """The syntax without places; whether a name is read or written does not matter."""
    text = ast.dump(node)
    return text.replace("ctx=Store()", "ctx=Load()").replace("ctx=Del()", "ctx=Load()")


def _offset(text: str, line: int, column: int) -> int:
    """Where in the text the parser's line (from 1) and column (in bytes of UTF-8) are."""
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: line - 1])) + len(lines[line - 1].encode()[:column].decode())
