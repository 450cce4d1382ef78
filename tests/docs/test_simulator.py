"""docs/simulator.md says exactly what the simulator leaves out and refuses, as the code has it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks.house_rules import RULES
from lastcard.rules.ruleset import OPTIONS, ruleset
from lastcard.sim import docs_gen, tables
from lastcard.sim.kernel import playouts

PAGE = Path(__file__).parents[2] / "docs" / "simulator.md"


def test_the_page_is_current() -> None:
    """What `python -m lastcard.sim.docs_gen` writes into the page stands there."""
    page = PAGE.read_text("utf-8")
    assert docs_gen.written(page) == page
    for said in (*tables.LEFT_OUT.values(), *tables.REFUSED):
        assert f"{said}\n" in page


def test_a_page_without_the_marks_is_refused() -> None:
    """Nothing is written where it does not belong."""
    with pytest.raises(ValueError, match="are not on the page"):
        docs_gen.written("# The simulator\n")


def test_all_that_is_refused_is_listed() -> None:
    """Each place that raises UnsupportedRules gives a reason of `REFUSED`, and each of these is given somewhere."""
    names = {name for name, value in vars(tables).items() if value in tables.REFUSED}
    tree = ast.parse(Path(tables.__file__).read_text("utf-8"))
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    given = [
        {name.id for name in ast.walk(call) if isinstance(name, ast.Name)} & names
        for call in raised
        if "UnsupportedRules" in ast.unparse(call)
    ]
    assert all(given)
    assert set().union(*given) == names


def test_the_cost_of_every_house_rule_is_measured() -> None:
    """`python -m benchmarks.simulator` has each option of house-rules.md (V1–V11), each edition, and written rules."""
    house = {name for name, option in OPTIONS.items() if option.metadata["rule"].startswith("V")}
    assert house | {"decks", "edition", "written"} == set().union(*RULES.values())
    for differing in RULES.values():
        decisions, _, went_out = playouts(tables.compile_rules(ruleset(**{"players": 4, **differing})), 1, 20)
        assert decisions > 20
        assert sum(went_out) > 0
