"""The conformance runner: a scenario that does not hold is said to fail, a malformed file is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lastcard.record.conformance import run_scenario
from lastcard.record.scenario import ScenarioError, read_scenarios

if TYPE_CHECKING:
    from pathlib import Path

GIVEN = "given: {hands: [R1 R2 R3, G2 G3, B4 B5], top: R7, turn: 0, pile: Y1 Y2}"
START = f"- name: a\n  players: 3\n  {GIVEN}\n"


MATCH = (
    "- name: m\n  match: {scoring: first-to, target: 50, players: 2}\n"
    "  rounds: [{out: 0, left: {1: W}}]\n  then: {winner: 0}"
)


def outcome(folder: Path, text: str) -> list[str]:
    """What does not hold in the one scenario of the text."""
    file = folder / "a.yaml"
    file.write_text(text, "utf-8")
    (scenario,) = read_scenarios([file])
    return [str(mismatch) for mismatch in run_scenario(scenario)]


def test_a_scenario_that_holds_has_no_mismatch(tmp_path: Path):
    """Every word of `then` that holds is silent."""
    then = (
        'then: {turn: 1, top: R1, colour: red, direction: left, hands: {0: "R3 R2"}, counts: {1: 2}, pile: 100,'
        " deck: 108, may: {1: [draw, play W+4]}, may_not: {1: [pass], 2: [draw]}, legal: {1: [draw]},"
        " seen: {1: []}, over: false, out: none, top_is_not: R7}"
    )
    text = START + '  do: ["0: play R1", {"2: draw": refused}]\n  ' + then
    assert outcome(tmp_path, text) == ["expected 1 may play W+4, got it may not"]


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("turn: 2", "expected turn 2, got 1"),
        ("top: R2", "expected top R2, got R1"),
        ("colour: blue", "expected colour blue, got red"),
        ("direction: right", "expected direction right, got left"),
        ("hands: {0: R2}", "expected hands {0: R2}, got {0: R2 R3}"),
        ("counts: {0: 3}", "expected counts {0: 3}, got {0: 2}"),
        ("pile: 3", "expected pile 3, got 100"),
        ("deck: 3", "expected deck 3, got 108"),
        ("may_not: {1: [draw]}", "expected 1 may not draw, got it may"),
        ("legal: {1: [draw, pass]}", "expected legal of 1 [draw, pass], got [draw]"),
        ("seen: {1: [0]}", "expected seen {1: [0]}, got {1: []}"),
        ("over: true", "expected over true, got false"),
        ("out: 1", "expected out 1, got none"),
        ("points: {0: 3}", "expected points {0: 3}, got {0: none}"),
        ("top_is_not: R1", "expected a top card other than R1, got R1"),
    ],
)
def test_what_does_not_hold_is_told(tmp_path: Path, then: str, said: str):
    """Each word of `then` says what was expected and what came."""
    assert outcome(tmp_path, START + f'  do: ["0: play R1"]\n  then: {{{then}}}') == [said]


def test_a_step_that_is_refused_is_told(tmp_path: Path):
    """A step that the rules refuse fails the scenario, with the reason."""
    (said,) = outcome(tmp_path, START + '  do: ["1: draw"]\n  then: {}')
    assert said.startswith("expected step 1 (1: draw) to be allowed, got refused: It is not seat 1's turn")


def test_a_step_that_should_be_refused_is_told(tmp_path: Path):
    """A step that the rules allow although it must be refused fails the scenario."""
    assert outcome(tmp_path, START + '  do: [{"0: draw": refused}]\n  then: {}') == [
        "expected step 1 (0: draw) to be refused, got it was allowed"
    ]


def test_a_wild_without_a_colour_stands_for_all_four(tmp_path: Path):
    """`legal` wants each colour of a wild that is written without one."""
    given = "given: {hands: [W R5, G2, B4], top: R7, turn: 0}\n"
    then = "  then: {legal: {0: [play W, play R5, draw]}, may: {0: [play W]}}"
    assert outcome(tmp_path, f"- name: a\n  players: 3\n  {given}{then}") == []


def test_only_the_pile_given(tmp_path: Path):
    """With `only` the draw pile is exactly what is given."""
    text = START.replace("turn: 0", "turn: 0, only: true") + "  then: {pile: 2, deck: 10}"
    assert outcome(tmp_path, text) == []


def test_a_start_deals_what_is_given(tmp_path: Path):
    """At the start of a round the hands and the pile given are dealt, and the card given is turned up."""
    given = 'given: {dealer: 1, turned: R7, hands: {0: "W W", 2: "R1"}, pile: B1 B2 B3}'
    text = f'- name: a\n  players: 3\n  options: {{hand_size: 2}}\n  {given}\n  do: ["2: draw"]\n'
    said = outcome(tmp_path, text + '  then: {top: R7, hands: {0: "W W"}, counts: {2: 3}, deck: 108}')
    assert said == []


def test_rules_that_cannot_be_made_fail_their_scenario(tmp_path: Path):
    """A combination that is refused is a failure of that scenario alone."""
    text = START.replace("players: 3", "players: 3\n  options: {deflect: on}") + "  then: {}"
    (said,) = outcome(tmp_path, text)
    assert said.startswith("expected rules that can be made, got deflect")


def test_a_jump_that_cannot_be_said_is_refused(tmp_path: Path):
    """A jump is one card without a colour (V3); anything else may stand in a scenario only as refused."""
    several = START + '  do: [{"2: jump R1 G1": refused}, {"2: jump W green": refused}]\n  then: {}'
    assert outcome(tmp_path, several) == []
    with pytest.raises(ScenarioError, match="'jump' takes one card"):
        outcome(tmp_path, START + '  do: ["2: jump R1 G1"]\n  then: {}')


def test_a_match_that_does_not_come_out_is_told(tmp_path: Path):
    """Scores and winner of a match are compared as well."""
    text = (
        "- name: m\n  match: {scoring: first-to, target: 50, players: 2}\n"
        "  rounds: [{out: 0, left: {1: W}}]\n  then: {scores: {0: 50}, winner: none, next_dealer: 1}"
    )
    assert outcome(tmp_path, text) == ["expected winner none, got 0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: b", "a list of scenarios is needed"),
        ("", "a list of scenarios is needed"),
        ("[]", "a list of scenarios is needed"),
        ("- [", "not YAML"),
        ("[" * 5000, "nested too deep"),
        ("- name: a\n  name: b", "line 1: name: the key stands twice"),
        ("- players: 3\n", "scenario 1: name is missing"),
        (START, "a: then is missing"),
        ("- name: a\n  then: {}\n  " + GIVEN, "a: players is missing"),
        (START + "  then: {}\n  gvien: {}", "a: gvien: unknown key"),
        (START + "  then: {trun: 1}", "a: then.trun: unknown key"),
        (START.replace("pile:", "pyle:") + "  then: {}", "a: given.pyle: unknown key"),
        (START.replace("R1", "X1") + "  then: {}", r"a: given.hands.0: 'X1' is not a card"),
        (START.replace("pile: Y1 Y2", 'pile: "Y1 ??"') + "  then: {}", r"a: given.pile: '\?\?' is no card"),
        (START.replace("turn: 0", "turn: 5") + "  then: {}", "a: given.turn: seat 5 has no hand"),
        (START.replace("top: R7, ", "") + "  then: {}", "a: given: hands, top and turn are needed"),
        (START.replace("top: R7", "top: W") + "  then: {}", "a: given.colour: the top card is wild"),
        (START + "  then: {turn: first}", "a: then.turn: a number is needed, not 'first'"),
        (START + "  then: {direction: up}", "a: then.direction: 'up' is neither"),
        (START + "  then: {}\n  edition: clasic", "a: edition: 'clasic' is none of"),
        (START + "  then: {}\n  options: {stackng: same}", "a: options.stackng: unknown key"),
        (START + '  then: {}\n  do: ["0: plya R1"]', r"a: do\[0\]: 'plya' is no action"),
        (START + "  then: {}\n  do: [0: draw]", r'a: do\[0\]: write "SEAT: ACTION" in quotes'),
        (START + '  then: {}\n  do: [{"0: draw": rejected}]', r'a: do\[0\]: write "SEAT: ACTION" in quotes'),
        (START + '  then: {}\n  do: ["' + "9" * 5000 + ': draw"]', r"a: do\[0\]: write SEAT: ACTION"),
        (START + '  then: {}\n  do: ["٣: draw"]', r"a: do\[0\]: write SEAT: ACTION"),
        (START.replace("turn: 0", "turn: 0, called: [3]") + "  then: {}", "a: given.called: 3 is no seat"),
        (START.replace("turn: 0", "turn: 0, dealer: 3") + "  then: {}", "a: given.dealer: 3 is no seat"),
        (START + "  then: {counts: {3: 1}}", "a: then.counts: 3 is no seat"),
        (START + "  then: {}\n  options: {stacking: maybe}", "a: options.stacking: 'maybe' is none of"),
        (START + "  then: {}\n  teams: both", "a: teams: lists of seats are needed"),
        (
            START + "  then: {}\n  written: {R*: {text: a, effects: [{fly: 1}]}}",
            r"a: written\.R\*\.effects\[0\]",
        ),
        (START.replace("name: a", 'name: "a\\nb"') + "  then: {}", "scenario 1: name: a text of one line"),
        (MATCH.replace("out: 0", "out: 3"), r"m: rounds\[0\].out: 3 is no seat"),
        (MATCH.replace("1: W", "3: W"), r"m: rounds\[0\].left: 3 is no seat"),
        (MATCH.replace("1: W", "0: W"), r"m: rounds\[0\].left: seat 0 went out"),
        (START + "  then: {}\n  rounds: []", "a: match is missing"),
        (START + "  then: {}\n- name: a\n  players: 3\n  " + GIVEN + "\n  then: {}", "a: name: already used"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, said: str):
    """What is not in the format is refused with file, scenario and key."""
    file = tmp_path / "bad.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(ScenarioError, match=rf"bad\.yaml: .*{said}"):
        read_scenarios([file])


def test_a_card_named_too_often_is_refused(tmp_path: Path):
    """A position with more of a card than the deck has is a mistake of the file."""
    with pytest.raises(ScenarioError, match="given: R7 is named 3 times, the deck has 2"):
        outcome(tmp_path, START.replace("R1 R2", "R7 R7") + "  then: {}")
