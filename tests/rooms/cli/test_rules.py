"""`lastcard rules` and `lastcard deck`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lastcard.cli import main
from lastcard.rules.ruleset import OPTIONS

if TYPE_CHECKING:
    import pytest


def test_rules_shows_every_option(capsys: pytest.CaptureFixture[str]):
    """Each option has its value, a sentence and its rule; what differs from the edition has a star."""
    assert main(["rules", "blanks-112", "--set", "stacking=same"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Four blanks (blanks-112), 4 players, 108 cards"
    shown = {line.split()[-len(line.split()) + (line[0] == "*")]: line for line in lines[2:-1]}
    assert list(shown) == list(OPTIONS)
    assert shown["stacking"].startswith("* stacking             same ")
    assert shown["uno_penalty"].startswith("  uno_penalty          4 ")
    assert shown["uno_penalty"].endswith("(U5)")
    assert lines[-1] == "Differs from the edition in: stacking."


def test_rules_as_json(capsys: pytest.CaptureFixture[str]):
    """The JSON has the rules as data, and each option beside its value in the edition."""
    assert main(["rules", "--json", "--players", "3", "--set", "deflect=on", "--set", "stacking=cross"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rules"]["options"] == {"stacking": "cross", "deflect": True}
    assert data["options"]["stacking"]["edition"] == "none"
    assert data["cards"] == 108


def test_deck_shows_the_cards(capsys: pytest.CaptureFixture[str]):
    """The deck's cards by colour, how many of each and what they count."""
    assert main(["deck", "swap-112"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "109 cards"
    assert [line.split() for line in lines if "W+4" in line] == [
        ["wild", "4", "each", "of", "W", "W+4", "50", "points"]
    ]


def test_deck_as_json(capsys: pytest.CaptureFixture[str]):
    """The JSON has number and points of each card, without what was lost."""
    assert main(["deck", "--json", "--set", "lost=R0,R9"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["cards"] == 106
    assert "R0" not in data["deck"]
    assert data["deck"]["R9"] == {"number": 1, "points": 9}
