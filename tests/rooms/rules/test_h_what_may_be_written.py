"""H7, H8: what may be written on a card, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.rules.cards import Card
from lastcard.rules.errors import RulesError
from lastcard.rules.ruleset import ruleset, ruleset_from
from tests.rooms.rules.agreed import written

EVERY_WHO = ["next", "previous", "others", "everyone", "self", "partner"]


@pytest.mark.rule("H8", "H7")
@pytest.mark.parametrize(
    ("rule", "where"),
    [
        ({"effects": [{"draw": 0}]}, r"written\.WC1\.effects\[0\]\.draw"),
        ({"effects": [{"draw": 21}]}, r"written\.WC1\.effects\[0\]\.draw"),
        ({"effects": [{"draw": True}]}, r"written\.WC1\.effects\[0\]\.draw"),
        ({"effects": [{"draw": 1, "who": "nobody"}]}, r"written\.WC1\.effects\[0\]\.who"),
        ({"effects": [{"draw": 1, "count": 2}]}, r"written\.WC1\.effects\[0\]\.count"),
        ({"effects": [{"draw": 1, "skip": "next"}]}, r"written\.WC1\.effects\[0\]"),
        ({"effects": [{}]}, r"written\.WC1\.effects\[0\]"),
        ({"effects": ["draw"]}, r"written\.WC1\.effects\[0\]"),
        ({"effects": [{"discard": "any"}]}, r"written\.WC1\.effects\[0\]\.count"),
        ({"effects": [{"discard": "purple"}]}, r"written\.WC1\.effects\[0\]\.discard"),
        ({"effects": [{"give": 1}]}, r"written\.WC1\.effects\[0\]\.to"),
        ({"effects": [{"give": 1, "to": "others"}]}, r"written\.WC1\.effects\[0\]\.to"),
        ({"effects": [{"give": 1, "to": "everyone"}]}, r"written\.WC1\.effects\[0\]\.to"),
        ({"effects": [{"swap": "others"}]}, r"written\.WC1\.effects\[0\]\.swap"),
        ({"effects": [{"swap": "self"}]}, r"written\.WC1\.effects\[0\]\.swap"),
        ({"effects": [{"skip": None}]}, r"written\.WC1\.effects\[0\]\.skip"),
        ({"effects": [{"rotate": "up"}]}, r"written\.WC1\.effects\[0\]\.rotate"),
        ({"effects": [{"reverse": False}]}, r"written\.WC1\.effects\[0\]\.reverse"),
        ({"effects": [{"extra_turn": 1}]}, r"written\.WC1\.effects\[0\]\.extra_turn"),
        ({"effects": [{"call": "number"}]}, r"written\.WC1\.effects\[0\]\.call"),
        ({"effects": [{"charade": False}]}, r"written\.WC1\.effects\[0\]\.charade"),
        ({"effects": [{"dare": 3}]}, r"written\.WC1\.effects\[0\]\.dare"),
        ({"effects": [{"dare": "x" * 201}]}, r"written\.WC1\.effects\[0\]\.dare"),
        ({"effects": [{"dare": "x\ny"}]}, r"written\.WC1\.effects\[0\]\.dare"),
        ({"effects": [{"owe": 2}]}, r"written\.WC1\.effects\[0\]"),
        ({"text": "x" * 201}, r"written\.WC1\.text"),
        ({"when": "shuffle"}, r"written\.WC1\.when"),
        ({"nth": 0}, r"written\.WC1\.nth"),
        ({"nth": 109}, r"written\.WC1\.nth"),
        ({"nth": True}, r"written\.WC1\.nth"),
        ({"often": 1}, r"written\.WC1\.often"),
        ("draw two", r"written\.WC1"),
    ],
)
def test_what_is_no_written_rule_is_refused_with_its_place(rule: object, where: str) -> None:
    """The error names the dotted key and the rule."""
    with pytest.raises(RulesError, match=where) as error:
        ruleset("swap-112", written={"WC1": rule})
    assert "H8" in str(error.value)


@pytest.mark.rule("H8")
def test_a_rule_has_at_most_twelve_effects() -> None:
    """Those inside dares and charades count."""
    twelve = [{"draw": 1}] * 10 + [{"dare": "Sing", "else": {"draw": 1}}]
    assert ruleset("swap-112", written=written(*twelve))
    with pytest.raises(RulesError, match="12 effects"):
        ruleset("swap-112", written=written(*twelve, {"draw": 1}))


@pytest.mark.rule("H8")
def test_dares_and_charades_stand_three_deep() -> None:
    """A fourth in the third is refused."""
    effect: dict[str, Any] = {"draw": 1}
    for _ in range(3):
        effect = {"dare": "Sing", "else": effect}
    assert ruleset("swap-112", written=written(effect))
    with pytest.raises(RulesError, match="3 deep"):
        ruleset("swap-112", written=written({"charade": True, "winner": effect}))


@pytest.mark.rule("H7", "W1", "W5")
@pytest.mark.parametrize("card", ["R+2", "W+4"])
def test_no_rule_tied_to_playing_stands_on_a_draw_card(card: str) -> None:
    """Its debt may pass on over several turns."""
    with pytest.raises(RulesError, match="draw card"):
        ruleset(written={card: {"text": "No.", "effects": []}})


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    "effect",
    [
        *({"draw": 2, "who": who} for who in EVERY_WHO),
        *({"skip": who} for who in EVERY_WHO),
        *({"discard": "any", "who": who, "count": 1} for who in EVERY_WHO),
        {"give": 1, "who": "others", "to": "chosen"},
        {"reverse": True},
        {"swap": "chosen"},
        {"rotate": "right"},
        {"show": "others", "to": "self"},
        {"call": "colour"},
        {"dare": "Sing", "who": "everyone", "else": [{"draw": 1, "who": "self"}]},
        {"charade": True, "winner": [{"discard": "called-colour", "who": "self"}]},
    ],
)
def test_a_written_rule_reads_back_from_its_data(effect: dict[str, Any]) -> None:
    """The data of a rule set gives the same rule set again."""
    rules = ruleset("swap-112", written=written(effect, nth=2))
    assert ruleset_from(rules.as_data()) == rules
    assert isinstance(rules.written[0][0], Card)
