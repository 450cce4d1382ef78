"""A program that shares nothing with Lastcard but the rule sheet finds the simulator's figures."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks.by_the_sheet import Table, main, round_of
from lastcard.lab.estimates import Moments
from lastcard.rules.ruleset import ruleset
from lastcard.sim.play import RANDOM, play_rounds

pytestmark = pytest.mark.tier("default")

APART = 4.5 / 1.959964
"""How many margins two independent estimates may be apart: more happens by chance once in a hundred thousand."""


@pytest.mark.parametrize(
    "words", ["--players 1", "--players 11", "--rounds 1", "--rounds -5", "--rounds many"]
)
def test_what_cannot_be_played_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, and before anything is played."""
    with pytest.raises(SystemExit) as leaving:
        main(words.split())
    assert leaving.value.code == 2
    assert words.split(maxsplit=1)[0] in capsys.readouterr().err


@pytest.mark.rule("S7", "S9", "S10", "T3", "W1", "W2", "W3", "W4", "W5", "P1", "V5")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}),
        (2, {}),
        (7, {}),
        (4, {"drawn_card": "must_play"}),
        (4, {"draw_to_match": True}),
    ],
)
def test_both_find_the_same(players: int, options: dict[str, Any]) -> None:
    """Turns, draws, points and the first player's advantage, within both intervals."""
    random, must, match = Random(8), options.get("drawn_card") == "must_play", "draw_to_match" in options
    by_sheet = [round_of(Table(random, players, i % players, must, match)) for i in range(1200)]
    rounds = play_rounds(ruleset(players=players, start_wild="call", **options), 8, 20_000, RANDOM)
    ours = {
        "turns a round": rounds.column("turns"),
        "draws on one's turn": rounds.column("drawn") - rounds.column("forced"),
        "points a round": rounds.column("won"),
        "who acts first goes out": rounds.column("out") == rounds.column("first"),
    }
    for name, column in ours.items():
        a = Moments.of(np.array([found[name] for found in by_sheet], float)).estimate()
        b = Moments.of(column.astype(float)).estimate()
        assert abs(a.mean - b.mean) < APART * np.hypot(a.margin, b.margin), name


def test_the_command_prints_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """With its margin."""
    assert main(["--rounds", "50", "--players", "3"]) == 0
    assert capsys.readouterr().out.count("±") == 5
