"""How the table moves: the lengths of the design, transforms only, never in the way, and as fast as one likes it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e import gallery
from tests.e2e.visiting import DESK, LYING, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.e2e.gallery import Gallery
    from tests.e2e.visiting import Visitor

KEPT = Path(__file__).parent / "motion.json"
"""The trace as it was looked at and found good; where it is missing, the test writes it."""

MOVES: dict[str, dict[str, Any]] = {
    "I play a card and say UNO": {
        "phase": {"t": "turn", "seat": 1},
        "mine": "R2 Y4 G1 B8 W",
        "top": "R7",
        "discard": "G3 G7 R7 R4",
        "events": [
            {
                "t": "played",
                "seat": 0,
                "cards": "R7",
                "colour": None,
                "swap": None,
                "uno": True,
                "jump": False,
            }
        ],
    },
    "another plays a reverse": {
        "phase": {"t": "turn", "seat": 2},
        "mine": "R2 R7 Y4 G1 B8 W",
        "top": "RR",
        "discard": "G3 G7 R7 R4",
        "direction": "right",
        "events": [
            {
                "t": "played",
                "seat": 3,
                "cards": "RR",
                "colour": None,
                "swap": None,
                "uno": False,
                "jump": False,
            },
            {"t": "direction-turned", "direction": "right"},
        ],
    },
    "I draw four and lose the turn": {
        "phase": {"t": "turn", "seat": 1},
        "mine": "R2 R7 Y4 G1 B8 W B1 B2 G5 YS",
        "events": [
            {"t": "drew", "seat": 0, "cards": "B1 B2 G5 YS", "why": "debt", "reneged": False},
            {"t": "turn-began", "seat": 1, "over": [0]},
        ],
    },
    "another draws ten": {
        "phase": {"t": "turn", "seat": 3},
        "mine": "R2 R7 Y4 G1 B8 W",
        "counts": [0, 6, 17, 5],
        "events": [
            {"t": "drew", "seat": 2, "cards": " ".join(["??"] * 10), "why": "debt", "reneged": False},
            {"t": "turn-began", "seat": 3, "over": [2]},
        ],
    },
    "another plays a Wild Draw Four on me": {
        "phase": {"t": "answering", "seat": 0, "accused": 3, "debt": 4, "before": "red"},
        "mine": "R2 R7 Y4 G1 B8 W",
        "legal": ["accept", "challenge"],
        "events": [{"t": "colour-called", "seat": 3, "colour": "blue"}],
    },
    "another is caught": {
        "phase": {"t": "turn", "seat": 0},
        "mine": "R2 R7 Y4 G1 B8 W",
        "events": [{"t": "caught", "by": 0, "seat": 2}],
    },
    "two swap hands": {
        "phase": {"t": "turn", "seat": 0},
        "mine": "R2 R7 Y4 G1 B8 W",
        "events": [{"t": "hands-moved", "hands": [[1, "?? ?? ??"], [3, "?? ??"]]}],
    },
    "the round is won": {
        "phase": {"t": "over", "out": 0},
        "open": ["", "W", "R2", "G4"],
        "events": [{"t": "round-ended", "out": 0, "hands": [], "points": [[0, 56]], "scored": True}],
    },
}

LOST: dict[str, Any] = {
    "phase": {"t": "over", "out": 2},
    "open": ["R2", "W", "", "G4"],
    "events": [
        {"t": "said-uno", "seat": 2},
        {"t": "caught", "by": 2, "seat": 1},
        {"t": "round-ended", "out": 2, "hands": [], "points": [[2, 56]], "scored": True},
    ],
}
PARTNERS: dict[str, Any] = {"rules": {"teams": [[0, 2], [1, 3]]}}

NAMES = [
    "top",
    "lift",
    "flight",
    "ray",
    "bell",
    "ring",
    "way",
    "bit",
    "bar",
    "stamp",
    "rows",
    "piles",
    "glow",
]

TRACE = """async ([given, names]) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  lastcard.happen(given);
  await new Promise((done) => setTimeout(done, 0));
  const found = document.getAnimations().filter((a) => !a.effect.target.closest('section.over, .actions')).map((a) => {
    const element = a.effect.target;
    const time = a.effect.getTiming();
    const what = names.find((name) => element.closest(`.${name}`)) ?? element.localName;
    const moved = new Set(a.effect.getKeyframes().flatMap((k) => Object.keys(k)));
    for (const k of ['offset', 'computedOffset', 'easing', 'composite']) moved.delete(k);
    return { what, moved: [...moved].sort(), from: Math.round(time.delay), to: Math.round(time.delay + time.duration) };
  });
  return found.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}"""
"""What moves just after it happened: which thing, which of its properties, from when to when in milliseconds."""

QUESTION = MOVES["another plays a Wild Draw Four on me"]
ANSWERED = MOVES["I draw four and lose the turn"]
ROOM = 3
GLIDES = """async (given) => {
  const middle = () => {
    const { x, y, width, height } = document.querySelector('.piles').getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const was = middle();
  lastcard.happen(given);
  await new Promise((done) => setTimeout(done, 0));
  const is = middle();
  for (const a of document.getAnimations()) if (Number.isFinite(a.effect.getComputedTiming().endTime)) a.finish();
  await new Promise((done) => setTimeout(done, 0));
  return [was, is, middle()];
}"""
"""The middle of the piles before, just after and when all has come to rest."""

LIMITS = {"top": 220, "lift": 900, "flight": 900, "ring": 250, "bit": 1200}
"""Play, draw, draw, reverse, win."""


@pytest.fixture
def turn(built: Gallery, visitors: Callable[..., Visitor]) -> Page:
    """One's own turn at a table of four."""
    page = visitors().page
    page.goto(built.address)
    page.wait_for_function("() => 'lastcard' in window")
    page.evaluate("lastcard.prefs.pace = 1")
    return page


def trace(page: Page, given: dict[str, Any]) -> list[dict[str, Any]]:
    page.evaluate("lastcard.show('turn')")
    page.locator(".motion").wait_for(state="attached")
    page.wait_for_function("() => document.getAnimations().length === 0")
    found: list[dict[str, Any]] = page.evaluate(TRACE, [given, NAMES])
    return found


def test_the_trace_is_as_it_was_found_good(turn: Page) -> None:
    """What moves, for how long and in which order: only transforms and opacity, within the design's lengths."""
    found = {name: trace(turn, given) for name, given in MOVES.items()}
    for name, moves in found.items():
        assert moves, name
        for move in moves:
            assert set(move["moved"]) <= {"transform", "translate", "scale", "opacity"}, (name, move)
            assert move["to"] <= LIMITS.get(move["what"], 500), (name, move)
    if not KEPT.exists():
        lines = [
            f"  {json.dumps(name)}: [\n" + ",\n".join(f"    {json.dumps(m)}" for m in moves) + "\n  ]"
            for name, moves in found.items()
        ]
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert found == json.loads(KEPT.read_text())


@pytest.mark.parametrize("size", [PHONE, LYING, DESK], ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_question_makes_room_without_a_jump(
    built: Gallery, visitors: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    """The piles glide aside for a question, and back after it, from where they lay; with nothing to move they are there at once."""
    page = visitors(size).page
    gallery.come(page, built.address)
    gallery.show(page, "turn")
    page.locator(".motion").wait_for(state="attached")
    for pace in (1, 0):
        page.evaluate("(pace) => (lastcard.prefs.pace = pace)", pace)
        for given in (QUESTION, ANSWERED):
            was, is_, rests = page.evaluate(GLIDES, given)
            assert math.dist(was, rests) > ROOM, "no room was made"
            assert math.dist(was, is_) < 1 if pace else math.dist(is_, rests) < 1


def test_twice_as_fast_and_off(turn: Page) -> None:
    """The setting halves every length, or nothing moves at all."""
    name = "I play a card and say UNO"
    turn.evaluate("lastcard.prefs.pace = 2")
    assert {m["to"] for m in trace(turn, MOVES[name]) if m["what"] == "top"} == {110}
    turn.evaluate("lastcard.prefs.pace = 0")
    assert trace(turn, MOVES[name]) == []


def test_nothing_waits_for_what_moves(turn: Page) -> None:
    """While cards are on their way the new state is on the page, and the next act goes out at the first press."""
    turn.evaluate("lastcard.show('turn')")
    turn.locator(".motion").wait_for(state="attached")
    given = {
        **MOVES["I draw four and lose the turn"],
        "phase": {"t": "turn", "seat": 0},
        "legal": ["draw", "play B1"],
    }
    said = turn.evaluate(
        """async (given) => {
          lastcard.happen(given);
          await new Promise((done) => setTimeout(done, 0));
          const moving = document.getAnimations().length;
          const cards = document.querySelectorAll('button[data-card]').length;
          document.querySelector('.actions button').click();
          return [moving > 0, cards, lastcard.sent().length];
        }""",
        given,
    )
    assert said == [True, 10, 1]


def test_the_rain_of_the_winner_ends_at_the_first_tap(turn: Page) -> None:
    """1200 ms of paper, and none of it after a tap or a key."""
    assert any(m["what"] == "bit" for m in trace(turn, MOVES["the round is won"]))
    turn.keyboard.press("Shift")
    turn.wait_for_function("() => !document.querySelector('.bit')")


def test_it_rains_for_one_s_own_side_only_and_nothing_lies_over_the_result(turn: Page) -> None:
    """Nothing falls when another goes out, but when a partner does; stamps that were still shown are gone."""
    turn.evaluate("lastcard.show('turn')")
    turn.locator(".motion").wait_for(state="attached")
    shown = turn.evaluate(
        """async (happenings) => {
          const shown = [];
          for (const given of happenings) {
            lastcard.happen(given);
            await new Promise((done) => setTimeout(done, 0));
            shown.push(document.querySelectorAll('.motion > *').length);
          }
          return shown;
        }""",
        [{"phase": {"t": "turn", "seat": 1}, "events": [{"t": "said-uno", "seat": 1}]}, LOST],
    )
    assert shown == [1, 0]
    assert any(m["what"] == "bit" for m in trace(turn, {**LOST, **PARTNERS}))
