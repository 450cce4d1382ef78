"""Prose and names of the project: words that have a better one (tests/words.toml), and lines that are too long.

    python -m tests.prose           what is found, with its place
    python -m tests.prose --lower   write tests/prose_allowed.toml with what is there now

tests/prose_allowed.toml has, for each part of the project, how many words and long lines are still allowed there. It only shrinks.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = Path(__file__).with_name("prose_allowed.toml")
LONGEST = 130
GAME_PAGES = {"docs/rulebook.md", "docs/house-rules.md"}
"""The rulebook has the words of the game."""


class Word(NamedTuple):
    """A word to avoid: where it is looked for, and the better one."""

    pattern: re.Pattern[str]
    better: str
    kinds: frozenset[str]


class Piece(NamedTuple):
    """A line of prose, or a name: `kind` is prose, names or constants."""

    place: str
    line: int
    kind: str
    text: str


@cache
def words() -> tuple[Word, ...]:
    """The words of tests/words.toml."""
    data = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    kinds = {"both": frozenset({"prose", "names", "constants"}), "names": frozenset({"names", "constants"})}
    return tuple(
        Word(
            re.compile(rf"\b(?:{entry['word']})\b", re.IGNORECASE),
            entry["better"],
            kinds.get(entry.get("in", "both"), frozenset({entry.get("in", "both")})),
        )
        for entry in data["word"]
    )


def allowed() -> dict[str, dict[str, int]]:
    """What is still allowed, by part: words and long lines."""
    return tomllib.loads(ALLOWED.read_text(encoding="utf-8"))


def part(place: str) -> str:
    """The part of the project that a file is of: a room of src/lastcard or tests/rooms, else its folder."""
    names = place.split("/")[:-1]
    deep = 3 if names[:2] in (["src", "lastcard"], ["tests", "rooms"], ["tests", "laws"]) else 2
    return "/".join(names[:deep]) or "."


@cache
def sources() -> tuple[Path, ...]:
    """The files that are read: Python, Markdown and the page's source, but what is generated or installed."""
    folders = ("src", "tests", "benchmarks", "docs", "web/src")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if _is_source(path)]
    return tuple(sorted([*found, *ROOT.glob("*.py"), *ROOT.glob("*.md")]))


def _is_source(path: Path) -> bool:
    return path.suffix in {".py", ".md", ".ts", ".svelte"} and not {"generated", "node_modules"} & set(
        path.parts
    )


def pieces(path: Path) -> Iterator[Piece]:
    """The prose and the names in a file."""
    place, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _of_python(place, text)
    elif path.suffix == ".md":
        yield from _of_markdown(place, text)
    else:
        for match in re.finditer(r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", text, re.DOTALL):
            first = text.count("\n", 0, match.start()) + 1
            for number, line in enumerate(match[0].splitlines(), start=first):
                yield Piece(place, number, "prose", line)


def _of_markdown(place: str, text: str) -> Iterator[Piece]:
    """Paragraphs, lists and headings; no tables, no code, no licence texts."""
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("|", "    ")):
            yield Piece(place, number, "prose", line)


def _of_python(place: str, text: str) -> Iterator[Piece]:
    lines = text.splitlines()
    yield Piece(place, 1, "names", _split(Path(place).stem))
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                yield Piece(place, number, "prose", lines[number - 1])
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield Piece(place, node.lineno, "names", _split(node.name))
        elif isinstance(node, ast.arg):
            yield Piece(place, node.lineno, "names", _split(node.arg))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield Piece(place, node.lineno, "constants" if node.id.isupper() else "names", _split(node.id))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Piece(
                place, token.start[0], "prose", token.string if token.start[1] else lines[token.start[0] - 1]
            )


def _split(name: str) -> str:
    """`_against_turn` and `RuleRun` as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").strip()


def findings() -> Iterator[tuple[str, str, str]]:
    """Each thing found: the part of the project, its kind (words or long), and a sentence with the place."""
    for path in sources():
        place = path.relative_to(ROOT).as_posix()
        for piece in pieces(path):
            where = f"{place}:{piece.line}"
            if piece.kind == "prose" and len(piece.text) > LONGEST and "://" not in piece.text:
                yield part(place), "long", f"{where}: {len(piece.text)} characters, more than {LONGEST}"
            if place in GAME_PAGES or place.startswith("tests/prose") or place == "tests/test_prose.py":
                continue
            if place.startswith("tests/") and piece.kind == "prose":
                continue  # of the tests, the names
            for word in words():
                if piece.kind in word.kinds:
                    for match in word.pattern.finditer(piece.text):
                        yield part(place), "words", f"{where}: {match[0]!r} is better: {word.better}"


@cache
def all_findings() -> tuple[tuple[str, str, str], ...]:
    """`findings`, made once."""
    return tuple(findings())


@cache
def counted() -> dict[str, Counter[str]]:
    """How many of each kind there are in each part."""
    found: dict[str, Counter[str]] = {}
    for name, kind, _ in all_findings():
        found.setdefault(name, Counter())[kind] += 1
    return found


def main() -> None:
    """Print what is found, or write down how much of it there is."""
    if sys.argv[1:] == ["--lower"]:
        rows = [
            f'"{name}" = {{ {", ".join(f"{kind} = {count}" for kind, count in sorted(kinds.items()))} }}\n'
            for name, kinds in sorted(counted().items())
        ]
        header = "# How many words of tests/words.toml and lines over 130 characters are still there; it only shrinks (python -m tests.prose --lower).\n"
        ALLOWED.write_text(header + "".join(rows), encoding="utf-8")
        return
    for _, _, sentence in findings():
        print(sentence)


if __name__ == "__main__":
    main()
