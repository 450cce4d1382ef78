"""The sentences of the tests: which rule each shows, and what it says; and which of them another tree of tests lacks.

    python -m tests.sentences [FOLDER] [--out FILE]      one line for each pair: the rule's id, a tab, the sentence
    python -m tests.sentences --compare BEFORE AFTER     what is gone (-) and what is new (+); status 1 if something is gone
    python -m tests.sentences --every …                  tests without a rule too, with - in place of the id

The files are read and not imported, so a tree of another commit can be compared. A test's sentence is its docstring.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
NO_RULE = "-"
Pair = tuple[str, str]
Test = ast.FunctionDef | ast.AsyncFunctionDef


def pairs(folder: Path, *, every: bool = False) -> set[Pair]:
    """Each rule's id with each sentence of a test that is marked with it, from all test files below the folder."""
    found = {
        pair
        for path in folder.rglob("test_*.py")
        for pair in _pairs(ast.parse(path.read_text(encoding="utf-8")), ())
    }
    return {pair for pair in found if every or pair[0] != NO_RULE}


def _pairs(node: ast.Module | ast.ClassDef, outer: tuple[str, ...]) -> Iterator[Pair]:
    """The pairs of a module or class; its own rules are those of each of its tests."""
    marks = [each.value for each in node.body if isinstance(each, ast.Assign) and _is_pytestmark(each)]
    outer += _rules([*marks, *getattr(node, "decorator_list", ())])
    for each in node.body:
        if isinstance(each, ast.ClassDef):
            yield from _pairs(each, outer)
        elif isinstance(each, Test) and each.name.startswith("test"):
            sentence = " ".join((ast.get_docstring(each) or each.name).split())
            for rule in outer + _rules(each.decorator_list) or (NO_RULE,):
                yield rule, sentence


def _is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
    )


def _rules(marks: Sequence[ast.expr]) -> tuple[str, ...]:
    """The ids in `pytest.mark.rule("W5", "W6")`, wherever in the marks."""
    return tuple(
        argument.value
        for mark in marks
        for call in ast.walk(mark)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


def lines(found: set[Pair]) -> list[str]:
    """Sorted, one for each pair."""
    return [f"{rule}\t{sentence}" for rule, sentence in sorted(found)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print, write or compare."""
    parser = argparse.ArgumentParser(
        prog="tests.sentences", description="The sentences of the tests, by the rule that they show."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="where the tests are (here)")
    parser.add_argument("--out", type=Path, help="write the lines into this file")
    parser.add_argument(
        "--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"), help="two folders of tests"
    )
    parser.add_argument("--every", action="store_true", help="tests without a rule too")
    given = parser.parse_args(arguments)
    if given.compare:
        before, after = (pairs(folder, every=given.every) for folder in given.compare)
        for sign, which in (("-", before - after), ("+", after - before)):
            for line in lines(which):
                print(sign, line)
        print(
            f"{len(before)} before, {len(after)} after, {len(before - after)} gone, {len(after - before)} new"
        )
        return 1 if before - after else 0
    text = "\n".join(lines(pairs(given.folder, every=given.every))) + "\n"
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
