"""The rulebook in docs/ is whole: every id stands in it once, and every link to an id arrives."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from lastcard.rules.ruleset import EDITIONS, OPTIONS, ruleset

DOCS = Path(__file__).parents[2] / "docs"
LAST = {"D": 8, "S": 12, "T": 6, "W": 9, "U": 7, "O": 3, "P": 4, "X": 3, "N": 3, "M": 5, "H": 9, "V": 14}
IDS = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]
HEADING = re.compile(r'^### <a id="([A-Z]\d+)"></a>(\S+) · \S', re.MULTILINE)
PAGES = ["rulebook.md", "house-rules.md"]


def text_of(page: str) -> str:
    """A page of the docs."""
    return (DOCS / page).read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """What stands under each id's heading."""
    found: dict[str, str] = {}
    for page in PAGES:
        parts = HEADING.split(text_of(page))
        found |= {
            anchor: body.split("\n## ")[0] for anchor, body in zip(parts[1::3], parts[3::3], strict=True)
        }
    return found


def test_every_id_stands_in_the_docs_exactly_once() -> None:
    """Each of the rulebook's ids is one heading of one page, and no heading has any other id."""
    anchors = Counter(anchor for page in PAGES for anchor, _ in HEADING.findall(text_of(page)))
    assert anchors == Counter(IDS)


def test_every_id_has_one_anchor_in_all_pages() -> None:
    """`#W5` means one place only, whatever page it is looked for in."""
    anchors = Counter(
        anchor
        for page in DOCS.glob("**/*.md")
        for anchor in re.findall(r'<a id="([A-Z]\d+)">', page.read_text(encoding="utf-8"))
    )
    assert anchors == Counter(IDS)


def test_the_heading_shows_the_id_that_its_anchor_has() -> None:
    """A reader who follows `#W5` sees W5."""
    assert all(anchor == shown for page in PAGES for anchor, shown in HEADING.findall(text_of(page)))


@pytest.mark.parametrize("rule", [rule for rule in IDS if rule[0] != "V"])
def test_every_rule_says_where_it_comes_from(rule: str) -> None:
    """Each rule names the sheets that print it, or says that it was decided, or that it is beyond them."""
    assert re.search(r"\*Sheets? [A-D]|\*\*Decided|eyond the sheets", sections()[rule])


@pytest.mark.parametrize("page", ["rulebook.md", "house-rules.md", "editions.md", "conformance.md"])
def test_every_link_arrives(page: str) -> None:
    """Links go to a page that is there and, where they name an id, to the page that has it."""
    for target in re.findall(r"\]\(([^)]+)\)", text_of(page)):
        name, _, anchor = target.partition("#")
        there = text_of(name or page)
        if anchor:
            slugs = [
                re.sub(r"[^\w\s-]", "", line).strip().lower().replace(" ", "-")
                for line in re.findall(r"^#+ (.*)$", there, re.MULTILINE)
            ]
            assert f'<a id="{anchor}"></a>' in there or anchor in slugs, target


def test_every_option_is_explained_under_its_rule() -> None:
    """An option's name stands in the section of the rulebook id that the rule set gives for it."""
    missing = {
        name: rule
        for name, rule in ((name, option.metadata["rule"]) for name, option in OPTIONS.items())
        if f"`{name}" not in sections()[rule] and name not in {"scoring", "lost", "replace"}
    }
    assert not missing


def test_the_table_of_editions_is_what_the_editions_are() -> None:
    """Each row of the two tables gives the value that each edition has."""
    rows = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in text_of("editions.md").splitlines()
        if line.startswith("| `")
    ]
    checked = 0
    for name, *values, _rule in rows:
        if name not in OPTIONS:
            continue
        for edition, value in zip(EDITIONS, values * (3 if len(values) == 1 else 1), strict=True):
            assert plain(getattr(ruleset(edition), name)) == value, f"{name} in {edition}"
        checked += 1
    assert checked == 14


def plain(value: object) -> str:
    """An option's value as the table writes it."""
    if value is None:
        return "none"
    return "nothing" if value == () else str(getattr(value, "value", value))
