"""What is asked says what hangs on the answer, and what is refused says why, with the rule."""

from __future__ import annotations

import pytest

from lastcard.record.narration import Narrator
from lastcard.rules.view import view
from lastcard.terminal import prompts
from lastcard.terminal.input_parser import parse_line
from tests.rooms.rules.positions import at, play

NAMES = {1: "Bao", 2: "Caro"}
WORDS = Narrator(NAMES, 0, aloud=True)


@pytest.mark.rule("W6")
def test_a_challenge_is_asked_with_both_outcomes() -> None:
    """The colour on which it hangs is the one that was in force before."""
    state = play(at("R1 R2", "B1 W+4 B2", "Y1", turn=1, direction="right", top="G5"), "1: play W+4 red")
    said = " ".join(prompts.situation(view(state, 0), 0, WORDS))
    assert "Accept, and you draw 4." in said
    assert "if Bao held a green card, Bao draws 4; if not, you draw 6" in said
    assert prompts.prompt(state, 0) == "Challenge or accept"


@pytest.mark.rule("W5")
def test_a_bluff_is_called_one() -> None:
    """Who holds the colour in force is told so beside the Wild Draw Four."""
    said = " ".join(prompts.hand(at("G1 W+4", "B1", "Y1", top="G5"), 0))
    assert said == "Playable: green 1, Wild Draw Four (a bluff: you hold green)."


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("red 2", "Red 2 does not match green 5 in green. (T1)"),
        ("green 9", "Green 9 is not in the hand. (T1)"),
        ("green 1 red", "A colour is called only with a wild card. (T2)"),
        ("green 1 uno", "UNO is said with a play that leaves one card. (U1)"),
        ("green 1 with bao", "There is no swap with this play. (V4)"),
        ("catch caro", "Caro cannot be caught now. (U4)"),
        ("keep", "Only a card just drawn can be kept. (T3)"),
        ("challenge", "There is no Wild Draw Four to answer. (W6)"),
        ("jump green 1", "There is no jumping in at this table. (V3)"),
        ("nobody", None),
    ],
)
def test_a_refusal_names_people_cards_and_the_rule(line: str, reason: str | None) -> None:
    """In the words of the rules themselves."""
    state = at("G1 R2 B3", "B1", "Y1 Y2", top="G5")
    assert prompts.refusal(view(state, 0), 0, parse_line(line, NAMES)[0], WORDS) == reason


def test_what_is_open_is_asked_by_its_first_difference() -> None:
    """Which card, which colour, with whom."""
    state = at("R7 G7 W B1", "B2", "Y1 Y2", top="G7", seven_zero=True)
    said = prompts.choices(state, 0, WORDS)
    assert "red 7 with Bao (or red 7 with Caro)" in said
    assert "Wild red (or Wild yellow, …)" in said
    assert "draw" in said
