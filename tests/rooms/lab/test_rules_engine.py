"""The simulator's figures, found again by lastcard.rules and the library's bots: every interval agrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard.cli import main
from lastcard.lab.figures import VariantSummary, summary_from
from lastcard.lab.jobs import Job, run_job
from lastcard.lab.study import POLICIES, Engine, Study, StudyError, Variant, compare
from lastcard.rules.ruleset import ruleset_from

pytestmark = pytest.mark.tier("default")

SIGMAS = 4.5 / 1.959964
"""How many margins two independent estimates may be apart: more happens by chance once in a hundred thousand."""


WRITTEN = {
    "WC1": {"text": "Everyone but you draws two.", "effects": [{"draw": 2, "who": "others"}]},
    "WC2": {"text": "Discard the colour you call.", "effects": [{"discard": "called-colour"}]},
}


def found(rules: dict[str, Any], policy: str, engine: Engine, rounds: int) -> VariantSummary:
    """The figures of rounds by these rules."""
    variant = Variant("", ruleset_from(rules))
    study = Study("", (variant,), rounds, 11, (POLICIES[policy],), engine=engine)
    return summary_from(run_job(Job(study, 0, rounds))[0])


@pytest.mark.parametrize(
    ("rules", "policy"),
    [
        ({"players": 4}, "R"),
        ({"players": 2}, "sensible"),
        ({"players": 4, "options": {"stacking": "cross", "deflect": True, "jump_in": "all"}}, "sensible"),
        (
            {"players": 3, "options": {"seven_zero": True, "multi_play": True, "draw_to_match": True}},
            "sensible",
        ),
        ({"players": 4, "teams": [[0, 2], [1, 3]], "edition": "swap-112"}, "sensible"),
        ({"players": 4, "options": {"scoring": "elimination", "target": 200}}, "R"),
        ({"players": 4, "edition": "swap-112", "written": WRITTEN}, "R"),
    ],
    ids=["classic R", "two", "stacking", "sevens", "partners", "elimination", "written"],
)
def test_the_rules_find_the_same_figures(rules: dict[str, Any], policy: str) -> None:
    """Lengths, points, seats, come-backs, draws, matches and cards."""
    slow = found(rules, policy, Engine.RULES, 120)
    fast = found(rules, policy, Engine.SIMULATOR, 6000)
    apart = {}
    slow.figures.pop("match_seat_0")  # of six matches that says nothing
    for name, sums in slow.figures.items():
        a, b = sums.estimate(), fast.figures[name].estimate()
        apart[name] = abs(a.mean - b.mean) - SIGMAS * np.hypot(a.margin, b.margin)
    a, b = slow.forced.estimate(), fast.forced.estimate()
    apart["forced share"] = abs(a.mean - b.mean) - SIGMAS * np.hypot(a.margin, b.margin)
    played = [np.array(summary.cards[0]) / summary.figures["turns"].n for summary in (slow, fast)]
    apart["cards played"] = abs(played[0].sum() - played[1].sum()) - 0.2 * played[1].sum()
    for face, other in zip(slow.by_face(), fast.by_face(), strict=True):
        apart[f"{face.face} wins"] = abs(face.wins.mean - other.wins.mean) - SIGMAS * np.hypot(
            max(face.wins.margin, 0.03), other.wins.margin
        )
    rare = {"long", "nobody", "caught"}
    assert {name: by for name, by in apart.items() if by > (0.05 if name in rare else 0)} == {}


def test_a_policy_without_a_bot_is_refused(tmp_path: Path) -> None:
    """The library's bots play policies R and sensible."""
    study = tmp_path / "study.toml"
    study.write_text("engine = 'rules'\npolicy = {forget = 0.5}\n[[variants]]\nedition = 'classic'\n")
    assert main(["lab", "run", str(study)]) == 2
    with pytest.raises(StudyError, match="'abacus' is none of simulator, rules"):
        compare(["classic"], engine="abacus")
