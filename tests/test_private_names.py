"""Tests reach for private names of the product nowhere but in the places counted here, which become fewer."""

from __future__ import annotations

import ast

import pytest

from tests.private_names import of_the_product, places, uses

pytestmark = pytest.mark.tier("default")

ALLOWED = {
    "laws/lockstep/heard.py": 1,
    "proof/broken.py": 3,
    "proof/leaks.py": 3,
    "proof/stage.py": 1,
    "proof/test_found.py": 2,
    "proof/test_frames.py": 1,
    "proof/test_strain.py": 1,
    "rooms/cli/test_play.py": 1,
    "rooms/lab/test_matches.py": 1,
    "rooms/server/test_bus.py": 2,
    "rooms/server/test_clocks.py": 2,
    "rooms/server/test_keeping.py": 3,
    "rooms/server/test_leases.py": 3,
    "rooms/server/test_metrics.py": 4,
    "rooms/server/test_network.py": 1,
    "rooms/server/test_sockets.py": 1,
    "rooms/server/test_talk.py": 2,
    "rooms/server/test_timing.py": 2,
    "rooms/server/timed.py": 1,
}
"""How many such uses a file may have. Whoever ends some lowers the number, and nobody raises one."""


def test_no_private_name_is_used_but_where_it_is_allowed() -> None:
    """A small public function that says what a test wants to know ends such a use (`python -m tests.private_names` lists them)."""
    found = places()
    more = {file: used for file, used in found.items() if len(used) > ALLOWED.get(file, 0)}
    assert more == {}, "private names of the product are used"


def test_the_allowance_is_what_is_used() -> None:
    """So that what has been ended does not come back."""
    found = places()
    assert {file: count for file, count in ALLOWED.items() if count > len(found.get(file, []))} == {}, (
        "lower these"
    )


@pytest.mark.parametrize(
    "text",
    ["table._x", "from lastcard.rules import _x", "patch.setattr(module, '_x', 1)", "getattr(table, '_x')"],
)
def test_each_way_to_reach_for_one_is_seen(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attribute, an import, and the name as a text."""
    monkeypatch.setattr("tests.private_names.of_the_product", lambda: frozenset({"_x"}))
    assert list(uses(ast.parse(text))) == [(1, "_x")]
    assert list(uses(ast.parse(f"self._x = 1\n{text}"))) == [], "a name of the test's own"


def test_the_product_has_private_names() -> None:
    """Functions, variables and attributes; what Python's named tuples have is none."""
    assert len(of_the_product()) > 100
    assert "_replace" not in of_the_product()
