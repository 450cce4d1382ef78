"""Where each rule of the rulebook is carried out: docs/where.md, made of the ids that docstrings and comments cite.

    python -m tests.where

A function carries a rule out if its docstring or a comment in it names the rule: `(W5)`, or within a range, `(S7–S12)`. The two
engines have the same file names, so that they can be read side by side; a file that only one of them has is in `ONLY_IN`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "lastcard"
PAGE = ROOT / "docs" / "where.md"
ENGINES = {"rules": SRC / "rules", "sim/kernel": SRC / "sim" / "kernel"}
OTHER_ROOMS = ("match", "dealing", "tournament", "server", "sim")
"""Rooms besides the engines in which rules are carried out, of a match or of a table."""

ONLY_IN = {
    "rules": {
        "actions": "actions with their notation; the kernel has numbers for them (`sim/actions`)",
        "autopilot": "V12: the kernel has no clock",
        "cards": "cards as values; the kernel numbers them (`sim/tables`)",
        "deck": "decks as data; the kernel gets the cards counted (`sim/tables`)",
        "effects": "effects as data; the kernel gets them as rows of numbers (`sim/tables`)",
        "encode": "values as JSON; the kernel has `snapshot`",
        "errors": "errors of the input; the kernel is given nothing wrong",
        "events": "what happened, as values; the kernel changes the round itself",
        "evolve": "applies events; the kernel changes the round itself",
        "leave": "V14: nobody leaves a simulated round",
        "options": "the words of options; the kernel has numbers for them (`codes`)",
        "picking": "which cards a written rule means; in the kernel a part of `written`",
        "piles": "draw pile and discards; in the kernel a part of `game` and `drawing`",
        "reasons": "why not, in words; the kernel has yes and no",
        "reports": "X1: nobody suggests cards in a simulated round",
        "resolution": "gathers the events of an act; the kernel has none",
        "round": "the round and its phases as values; the kernel has `game`",
        "ruleset": "rules from an edition and options; the kernel gets them as numbers (`sim/tables`)",
        "scoring": "the points of a round; in the kernel a part of `going_out`",
        "triggers": "when written rules come up; in the kernel a part of `written` and `tasks`",
        "view": "what a seat may see; the kernel has `observation`",
        "votes": "when a vote is settled; in the kernel a part of `written`",
    },
    "sim/kernel": {
        "bits": "integers as sets of cards",
        "codes": "the numbers that stand for phases, actions and options",
        "env": "many tables as one environment",
        "figures": "counts for studies",
        "game": "the fields of a round, its chance, hands, piles and turns",
        "observation": "what a seat observes, as numbers",
        "policy_r": "policy R, so that it plays at the kernel's speed",
        "public": "what Python sees of a round and of a table",
        "snapshot": "a round as bytes and as plain data",
        "swapping": "W8, V4: hands that change owners; in `rules` a part of `playing`",
        "tables": "the rules as numbers",
        "tasks": "the agenda as a stack of numbers",
        "vector": "many tables at once",
        "weighted": "a policy with weights",
    },
}
"""Files that one engine has and the other has not, and why."""

HEADING = re.compile(
    r'^## (?P<section>.+)$|^### <a id="(?P<id>[A-Z]\d+)"></a>[A-Z]\d+ · (?P<title>.+)$', re.MULTILINE
)
RANGE = re.compile(r"\b([A-Z])(\d{1,2})[–-]\1?(\d{1,2})\b")
ID = re.compile(r"\b[A-Z]\d{1,2}\b")


class Rule(NamedTuple):
    """A rule of the rulebook, with the section that it is in and the page."""

    page: str
    section: str
    id: str
    title: str


class Citation(NamedTuple):
    """A function, class or module that cites a rule; `file` is below src/lastcard, a module has no `name`."""

    file: str
    name: str
    kind: str


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the rulebook and the house rules."""
    found = []
    for page in ("rulebook.md", "house-rules.md"):
        section = ""
        for match in HEADING.finditer((ROOT / "docs" / page).read_text(encoding="utf-8")):
            section = match["section"] or section
            if match["id"]:
                found.append(Rule(page, section, match["id"], match["title"]))
    return tuple(found)


def cited(text: str) -> set[str]:
    """The ids in a text, ranges expanded."""
    ids = set(ID.findall(text))
    for letter, first, last in RANGE.findall(text):
        ids |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return ids


def citations(path: Path) -> Iterator[tuple[str, Citation]]:
    """Each id that a function, class or the docstring of the file cites, with that place."""
    text = path.read_text(encoding="utf-8")
    file = path.relative_to(SRC).as_posix()
    comments = dict(_comments(text))

    def inside(node: ast.AST, prefix: str) -> Iterator[tuple[str, Citation]]:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            is_class = isinstance(child, ast.ClassDef)
            said = [ast.get_docstring(child) or ""]
            if not is_class:
                said += [comments.get(line, "") for line in range(child.lineno, (child.end_lineno or 0) + 1)]
            for rule in cited(" ".join(said)):
                yield rule, Citation(file, prefix + child.name, "class" if is_class else "function")
            if is_class:
                yield from inside(child, f"{prefix}{child.name}.")

    module = ast.parse(text)
    for rule in cited(ast.get_docstring(module) or ""):
        yield rule, Citation(file, "", "module")
    yield from inside(module, "")


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of the source by line; a `#` in a text is taken for one only if what follows looks like an id."""
    for number, line in enumerate(text.splitlines(), start=1):
        _, mark, comment = line.partition("  # ")
        if mark or line.lstrip().startswith("# "):
            yield number, comment or line


def files(room: str) -> list[Path]:
    """The source of a room or engine; the kernel may be one file."""
    folder = ENGINES.get(room, SRC / room)
    found = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    kernel = ENGINES["sim/kernel"]
    if room == "sim":
        return [path for path in found if kernel not in path.parents and path != kernel.with_suffix(".py")]
    return found


@cache
def homes() -> dict[str, dict[str, tuple[Citation, ...]]]:
    """For each rule and each engine or other room, the functions that cite it; classes or modules where none does."""
    found: dict[str, dict[str, list[Citation]]] = {}
    for room in (*ENGINES, *OTHER_ROOMS):
        for path in files(room):
            for rule, citation in citations(path):
                found.setdefault(rule, {}).setdefault(room, []).append(citation)
    return {
        rule: {room: _closest(places) for room, places in by_room.items()} for rule, by_room in found.items()
    }


def _closest(places: list[Citation]) -> tuple[Citation, ...]:
    """The functions; where there are none, the classes, and else the modules."""
    for kind in ("function", "class", "module"):
        closest = tuple(place for place in places if place.kind == kind)
        if closest:
            return closest
    return ()


def homeless() -> list[str]:
    """The ids of the rulebook that no function or class of Lastcard cites."""
    return [rule.id for rule in rules() if not homes().get(rule.id)]


def single_files() -> dict[str, set[str]]:
    """For each engine, the names of files that the other has not; nothing while the kernel is one file."""
    names = {engine: {path.stem for path in files(engine)} - {"__init__"} for engine in ENGINES}
    if not ENGINES["sim/kernel"].is_dir():
        return {engine: set() for engine in ENGINES}
    return {
        "rules": names["rules"] - names["sim/kernel"],
        "sim/kernel": names["sim/kernel"] - names["rules"],
    }


def page() -> str:
    """docs/where.md."""
    lines = [
        "# Where each rule is",
        "",
        "Rulebook id → file and functions that carry it out: in `lastcard.rules`, in the kernel of the simulator, and in the rooms",
        "about a match or a table. This page is made of the ids that docstrings and comments cite (`python -m tests.where`).",
    ]
    section = ""
    for rule in rules():
        if rule.section != section:
            section = rule.section
            lines += [
                "",
                f"## {section}",
                "",
                "| rule | `rules` | `sim/kernel` | elsewhere |",
                "| --- | --- | --- | --- |",
            ]
        by_room = homes().get(rule.id, {})
        elsewhere = [_cell(by_room[room], room) for room in OTHER_ROOMS if room in by_room]
        cells = [_cell(by_room.get(engine, ()), "") for engine in ENGINES]
        name = f"[{rule.id}]({rule.page}#{rule.id}) {rule.title}"
        lines.append(
            f"| {' | '.join([name, *cells, '<br>'.join(elsewhere)])} |".replace("|  |", "| |").replace(
                "|  |", "| |"
            )
        )
    for engine, only in single_files().items():
        if only:
            lines += ["", f"## Only in `{engine}`", "", "| file | why |", "| --- | --- |"]
            lines += [f"| `{name}` | {ONLY_IN[engine].get(name, '')} |" for name in sorted(only)]
    return "\n".join(lines) + "\n"


def _cell(places: tuple[Citation, ...], room: str) -> str:
    """The files with the names in each, as Markdown."""
    by_file: dict[str, list[str]] = {}
    for place in places:
        by_file.setdefault(place.file, []).append(place.name)
    return "<br>".join(
        f"[{_short(file, room)}](../src/lastcard/{file}){_names(names)}" for file, names in by_file.items()
    )


def _names(names: list[str]) -> str:
    quoted = ", ".join(f"`{name}`" for name in dict.fromkeys(names) if name)
    return f": {quoted}" if quoted else ""


def _short(file: str, room: str) -> str:
    return file.removesuffix(".py") if room else Path(file).stem


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
