"""Whatever is wrong with a record is told with its line, and with a code and parameters that can be said in any language."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from lastcard.record import RecordError, read_record, replay, write_record
from lastcard.record.errors import RECORD_ERRORS
from lastcard.rules.reasons import fields_of
from lastcard.rules.ruleset import ruleset
from tests.rooms.record.random_records import Played

HEAD = "lastcard record 1\nedition: classic\nplayers: 2\noption hand_size: 1\ndealer: 0\n"
ROUND = "round\nhand 0: R1\nhand 1: R2\npile: R3\n"


def whole() -> list[str]:
    """The lines of the record of a round that is played to its end."""
    played = Played(ruleset("classic", players=3), Random(1), 1, to_the_end=True)
    return write_record(played.record).splitlines()


def against(text: str) -> RecordError:
    """What reading or replaying says against it."""
    with pytest.raises(RecordError) as caught:
        list(replay(read_record(text)))
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "code", "params"),
    [
        ("", 1, "record-empty", {"first": "lastcard record 1"}),
        ("lastcard record 2", 1, "record-version", {"number": 1, "given": "2"}),
        ("\ufeff" + HEAD, 1, "record-first", {"first": "lastcard record 1"}),
        ("\ufffd\ufffd", 1, "record-first", {"first": "lastcard record 1"}),
        ("x" * 100_000, 1, "record-line-long", {"most": 20_000, "number": 100_000}),
        (HEAD.replace("players: 2", "players: two"), 3, "record-number", {"given": "two"}),
        (HEAD.replace("classic", "clasic"), 2, "malformed", None),
        (HEAD.replace("hand_size: 1", "hand_size: 99"), 4, "out-of-range", None),
        (HEAD.replace("dealer: 0", "dealer: 2"), 5, "record-seat", {"number": 2, "players": 2, "last": 1}),
        (HEAD.replace("dealer: 0\n", ""), 4, "record-dealer", {}),
        (HEAD + "dealer: 1", 6, "record-twice", {"key": "dealer", "number": 5}),
        (HEAD + "colour: red", 6, "record-header", None),
        (
            HEAD + "date: yesterday",
            6,
            "record-date",
            {"form": "2026-11-30T20:15+01:00", "given": "yesterday"},
        ),
        (HEAD + "written W: {", 6, "record-json", None),
        (HEAD + "written W: " + "[" * 15_000, 6, "record-json", None),
        (HEAD + "round: 1", 6, "record-alone", {"given": "1"}),
        (HEAD + "round", 7, "record-hands", None),
        (HEAD + "round\nhand 0: R1\nhand 0: R2", 8, "record-hand-twice", {"number": 0}),
        (HEAD + ROUND.replace("R2", "Q2"), 8, "record-notation", None),
        (HEAD + ROUND.replace("R2", "??"), 8, "record-unseen", {"given": "??"}),
        (HEAD + ROUND.replace("R2", "R2 R3"), 6, "record-hand", {"number": 1, "cards": 2, "size": 1}),
        (HEAD + ROUND, 6, "record-too-few", None),
        (HEAD + ROUND.replace("R3", "R3 R3 R3"), 6, "record-too-many", {"card": "R3", "cards": 108}),
        (HEAD + "round\nhand 1: R2\npile:", 6, "record-seats", {"seats": "0 1"}),
        (HEAD + ROUND + "1: leap", 10, "record-notation", None),
        (HEAD + ROUND + "points: 3", 10, "record-entry", None),
        (HEAD + "1: draw", 6, "record-between", {}),
        (HEAD + "game: x\n" + ROUND, 6, "record-header", None),
        (HEAD + "round\ngame: " + "0" * 32 + "\npile:", 7, "record-proof-lacks", {"key": "number"}),
    ],
)
def test_each_damage_is_named_with_its_line_code_and_parameters(
    text: str, line: int, code: str, params: dict[str, Any] | None
) -> None:
    """Empty, cut, of another version, not text, huge, deep, unknown, doubled, with cards that are not in the deck."""
    error = against(text)
    assert (error.line, error.code) == (line, code)
    assert params in (None, error.params)
    if code in RECORD_ERRORS:
        assert set(error.params) == set(fields_of(RECORD_ERRORS[code]))


def test_an_act_out_of_turn_and_one_after_the_end_are_named() -> None:
    """With the rulebook id, and what the rules have against it."""
    lines = whole()
    at = next(i for i, line in enumerate(lines) if line.startswith("pile:")) + 1
    other = f"{(int(lines[at][0]) + 1) % 3}: draw"
    error = against("\n".join([*lines[:at], other]))
    assert (error.line, error.code, error.rule, error.params["act"]) == (at + 1, "record-act", "T1", "draw")
    error = against("\n".join([*lines, "0: draw"]))
    assert (error.line, error.code, error.rule) == (len(lines) + 1, "record-between", "O1")


@pytest.mark.tier("default")
def test_wherever_a_record_is_cut_it_is_read_or_its_end_is_named() -> None:
    """Nothing but a `RecordError` comes of it, at a line that is there or the next one."""
    text = "\n".join(whole())
    wrong = 0
    for cut in (text[:end] for end in range(0, len(text), 40)):
        with suppress(RecordError):
            list(replay(read_record(cut)))
            continue
        error = against(cut)
        assert 1 <= error.line <= cut.count("\n") + 2
        wrong += 1
    assert wrong > 5
