"""Classic rounds of the kernel in thousands, looked at by a referee that shares no code with it."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from lastcard.record import write_record
from lastcard.rules.ruleset import ruleset
from lastcard.sim.play import SENSIBLE, Policy, play_rounds
from lastcard.sim.records import record_of, watched_game
from tests.rooms.record.referee import Foul, referee
from tests.tiers import by_tier

CARELESS = Policy(forget=0.4, catch=0.6, challenge=0.5, challenge_many=0.7)
BLUFFER = Policy(weights=SENSIBLE.weights, forget=0.1, catch=0.9, challenge=0.2)
ROUNDS = 500


@pytest.mark.parametrize("part", by_tier(range(4), quick=1, default=2))
def test_a_referee_allows_all_that_the_kernel_does(part: int) -> None:
    """Every act of five hundred rounds of four is allowed, and the scores are those that the kernel counts (P1, P2)."""
    rules = ruleset("classic", players=4)
    policies = [CARELESS, BLUFFER, CARELESS, SENSIBLE]
    game, acts = watched_game(rules), Counter[str]()
    for number in range(part * ROUNDS, (part + 1) * ROUNDS):
        game.watch(True)
        rounds = play_rounds(rules, 11, 1, policies, first=number, game=game)
        text = write_record(record_of(game, rules))
        won = {int(rounds.column("out")[0]): int(rounds.points[0].sum())}
        assert referee(text).scores == dict.fromkeys(range(4), 0) | won, text
        acts.update(line.split()[1] for line in text.splitlines() if line[:1].isdigit())
    assert set(acts) >= {"play", "draw", "pass", "challenge", "accept", "catch", "colour"}


RECORD = """\
lastcard record 1
edition: classic
players: 3
option hand_size: 3
dealer: 2

round
hand 0: R5 G5 W
hand 1: R1 Y5 W+4
hand 2: R7 B1 G1
pile: R3 Y1 G7 R2 B4 B9 G1 Y8 R8
"""


@pytest.mark.parametrize(
    ("acts", "rule"),
    [
        ("0: play G5", "T1"),
        ("1: play R1", "another's turn"),
        ("0: play R9", "not in the hand"),
        ("0: play W", "T2"),
        ("0: play R5 green", "T2"),
        ("0: play R5 uno", "U1"),
        ("0: uno", "U1"),
        ("0: play R5; 1: catch 0", "U5"),
        ("0: play R5; 1: play R1; 2: play R7; 0: play W green uno; 1: catch 0", "U5"),
        ("0: play R5; 1: play R1; 2: play R7; 0: play W green; 1: draw; 2: catch 0", "U4"),
        ("0: play R5; 1: play R1; 2: play R7; 0: play W green; 1: draw; 0: uno", "U2"),
        ("0: draw; 0: draw", "another's turn"),
        ("0: draw; 1: draw; 2: draw; 2: play R7", "T4"),
        ("0: pass", "waits for turn"),
        ("0: challenge", "waits for turn"),
        ("0: play R5; 1: play W+4 blue; 2: play B1", "waits for answer"),
        ("0: play R5; 1: play W+4 blue; 0: challenge", "W6"),
    ],
)
def test_the_referee_sees_fouls(acts: str, rule: str) -> None:
    """The last of the acts is against the rule that is named; those before it are not."""
    *_, last = told = acts.split("; ")
    with pytest.raises(Foul, match=f"^{last}: .*{rule}"):
        referee(RECORD + "\n".join(told) + "\n")


def test_it_shares_no_code() -> None:
    """The referee imports nothing of the product, nor does the second replayer, on which it stands (tests/rooms/record)."""
    tree = ast.parse(Path("tests/rooms/record/referee.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "pathlib", "tests.rooms.record.second_replayer"}
