"""V13: silent zero, thunder, spoons and the like are written rules, not options."""

from __future__ import annotations

import pytest

from lastcard.rules.round import Judging
from lastcard.rules.ruleset import OPTIONS
from tests.rooms.rules.positions import at, counts, play

SPOONS = {"text": "The last to grab a spoon draws two.", "effects": [{"draw": 2, "who": "chosen"}]}
SILENCE = {
    "text": "Silence until the next zero.",
    "effects": [{"dare": "Be silent", "who": "others", "else": {"draw": 1}}],
}
THUNDER = {"text": "Thunder: last hand on the pile draws two.", "effects": [{"draw": 2, "who": "chosen"}]}


@pytest.mark.rule("V13")
@pytest.mark.parametrize("name", ["silent_zero", "thunder", "spoons"])
def test_there_is_no_such_option(name: str) -> None:
    """They are written on cards."""
    assert name not in OPTIONS


@pytest.mark.rule("V13", "H8")
def test_silent_zero_is_written_on_the_zeros() -> None:
    """Whoever speaks draws one, as the others judge."""
    written = {f"{colour}0": SILENCE for colour in "RYGB"}
    state = play(at("R0 R1 R2", "G1", "B1", written=written), "0: play R0")
    assert isinstance(state.phase, Judging)
    state = play(state, "1: failed", "0: done")
    assert counts(state) == (2, 2, 1)


@pytest.mark.rule("V13", "H8")
@pytest.mark.parametrize("rule", [SPOONS, THUNDER])
def test_spoons_and_thunder_name_who_was_last(rule: dict[str, object]) -> None:
    """The player of the card names who was last; that player draws two."""
    state = play(at("R4 R1 R2", "G1", "B1", written={"R4": rule}), "0: play R4", "0: choose 2")
    assert counts(state) == (2, 1, 3)
