"""The proof of a deal as lines of a record: what is written reads back, what is wrong is named with its line."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lastcard.dealing import ABSENT, BOT, Proof
from lastcard.record import (
    DealEntry,
    Record,
    RecordError,
    read_record,
    replay,
    rules_text,
    write_header,
    write_record,
)
from lastcard.rules.ruleset import ruleset
from tests.laws.walker.play import Style
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record import second_replayer
from tests.rooms.record.random_records import Played

PROOF = Proof(
    "0123456789abcdef" * 2, 12, b"\1" * 32, b"\2" * 32, ((0, b"\3" * 16), (1, BOT), (3, ABSENT)), b"\4" * 32
)
LINES = [
    "game: 0123456789abcdef0123456789abcdef",
    "number: 12",
    f"previous: {'01' * 32}",
    f"commitment: {'02' * 32}",
    f"contribution 0: {'03' * 16}",
    "contribution 1: bot",
    "contribution 3: absent",
    f"secret: {'04' * 32}",
]
QUICK = Style(draw=0.1, uno=0.9, aside=0.1, leave=0, wrong=0)
HEAD = ["lastcard record 1", "edition: classic", "players: 2", "option hand_size: 1", "dealer: 0", "round"]
TAIL = ["hand 0: R1", "hand 1: R2", "pile: R3"]


def read(lines: list[str]) -> Proof | None:
    """The proof of the round with these lines."""
    entry = read_record([*HEAD, *lines, *TAIL]).entries[0]
    assert isinstance(entry, DealEntry)
    return entry.proof


def test_a_proof_is_written_after_round() -> None:
    """Each part has a line of its own between `round` and the hands."""
    record = read_record([*HEAD, *LINES, *TAIL])
    text = write_record(record)
    assert text.splitlines()[-len(LINES) - 4 :] == ["round", *LINES, *TAIL]
    assert read(LINES) == PROOF


@pytest.mark.parametrize(
    "proof", [PROOF, replace(PROOF, secret=None), replace(PROOF, contributions=()), None]
)
def test_every_proof_reads_back(proof: Proof | None) -> None:
    """With and without a secret, contributions, or anything at all, a record reads back as the same."""
    record = Played(ruleset("classic"), Random(1), 2, to_the_end=True).record
    entries = [
        replace(entry, proof=proof) if isinstance(entry, DealEntry) else entry for entry in record.entries
    ]
    proven = Record(record.header, tuple(entries))
    assert read_record(write_record(proven)) == proven


def test_a_replay_does_without_the_proof() -> None:
    """With it or without it the same is played, also by the second replayer."""
    record = Played(ruleset("classic"), Random(1), 2, to_the_end=True, style=QUICK).record
    entries = [
        replace(entry, proof=PROOF) if isinstance(entry, DealEntry) else entry for entry in record.entries
    ]
    proven = Record(record.header, tuple(entries))
    (*_, last), (*_, plain) = replay(proven), replay(record)
    assert last.match == plain.match
    second = second_replayer.Match(write_record(proven))
    assert len(list(second.play())) == len(record.entries)
    assert tuple(second.scores.items()) == plain.match.scores


def test_the_lines_of_a_proof_may_stand_in_any_order() -> None:
    """Only that all are there matters, not their order."""
    assert read(LINES[::-1]) == PROOF


@pytest.mark.parametrize(
    ("at", "line", "said"),
    [
        (0, "game: xyz", "line 7: game: 32 hex digits"),
        (0, "", "line 13: the proof of the deal does not say game"),
        (1, "number: 0", "line 8: number: a number from 1 is needed"),
        (1, "number: two", "line 8: number: a number from 1 is needed"),
        (1, "", "line 14: the proof of the deal does not say number"),
        (2, "previous: 01", "line 9: previous: 64 hex digits"),
        (3, "", "line 14: the proof of the deal does not say commitment"),
        (3, f"commitment: {'0G' * 32}", "line 10: commitment: 64 hex digits"),
        (
            4,
            "contribution 0: 0303",
            "line 11: contribution 0: 32 hex digits .* or one of the words bot and absent",
        ),
        (4, "contribution x: bot", "line 11: contribution: a seat from 0 to 9 is needed, not 'x'"),
        (5, "contribution 0: bot", "line 12: contribution 0 stands twice, first in line 11"),
        (5, "contribution  0: bot", "line 12: contribution 0 stands twice"),
        (7, f"secret: {'04' * 33}", "line 14: secret: 64 hex digits"),
        (7, "points: 3", "line 14: after 'round' come"),
    ],
)
def test_what_is_wrong_in_a_proof_is_named_with_its_line(at: int, line: str, said: str) -> None:
    """A part that is missing, stands twice or is no hash is refused with its line and what is needed."""
    lines = [*LINES[:at], line, *LINES[at + 1 :]]
    if said.startswith("line 13"):
        lines = lines[1:]
    with pytest.raises(RecordError, match=f"^{said}"):
        read(lines)


@pytest.mark.parametrize("seed", range(10))
def test_the_text_of_the_rules_is_the_header_s_lines_sorted(seed: int) -> None:
    """What a commitment hashes of the rules can be read off a record, and is the same however the header is ordered."""
    rules = rules_at_random(Random(seed), seed)
    header = read_record(f"lastcard record 1\n{rules_text(rules)}dealer: 0\n").header
    assert header.rules == rules
    lines = [line for line in write_header(header).splitlines() if line[:6] not in ("lastca", "dealer")]
    assert rules_text(rules) == "".join(f"{line}\n" for line in sorted(lines))
