"""Records as text: what is written reads back, what is wrong is named with its line."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from lastcard.record import RecordError, read_entries, read_record, replay, write_record
from lastcard.rules.ruleset import ruleset
from tests.laws.walker.rules_at_random import rules_at_random
from tests.rooms.record.random_records import Played

HEAD = "lastcard record 1\nedition: classic\nplayers: 2\noption hand_size: 1\ndealer: 0\n"


def deal(*, first: str, second: str, pile: str) -> str:
    """A round whose pile is short of cards, which reads but does not play."""
    return f"round\nhand 0: {first}\nhand 1: {second}\npile: {pile}\n"


@pytest.mark.parametrize("seed", range(15))
def test_what_is_written_reads_back(seed: int):
    """A record of any rules, with every action, reads back as the same record, and writes the same text."""
    random = Random(seed)
    record = Played(rules_at_random(random, seed), random).record
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


def test_comments_and_blanks_mean_nothing():
    """Comments, blank lines and blanks around words change nothing."""
    plain = HEAD + deal(first="R1", second="R2", pile="R3 R4") + "1: play R2\n"
    spaced = (
        plain.replace(": ", " :   ")
        .replace("\n", "  \n\n# said aside: 1: draw\n")
        .replace("R3 R4", "R3   R4")
    )
    assert read_record(spaced) == read_record(plain)


def test_a_record_is_read_as_it_comes():
    """An entry is there before the lines after the next one have been read."""

    def lines():
        yield from (HEAD + deal(first="R1", second="R2", pile="R3") + "1: play R2\n0: draw\n").splitlines()
        raise AssertionError("read too far")

    _, entries = read_entries(lines())
    assert [entry.line for entry in islice(entries, 2)] == [6, 10]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the file is empty"),
        ("hello\n", "line 1: a record begins with"),
        ("lastcard record 2\n", "line 1: this program reads version 1, not '2'"),
        ("lastcard record 1\nplayers: 4\ndealer: 0\n", "line 3: the header does not say edition"),
        (HEAD.replace("classic", "clasic"), "line 2: edition: 'clasic' is none of"),
        (HEAD.replace("players: 2", "players: two"), "line 3: a number is needed, not 'two'"),
        (HEAD.replace("players: 2", "players: 99"), "line 3: players: 2 to 10 can play"),
        (HEAD.replace("hand_size: 1", "hand_size: 99"), r"line 4: hand_size: .*\(V10\)"),
        (HEAD.replace("hand_size: 1", "hand_sise: 1"), "line 4: option hand_sise: there is no such option"),
        (HEAD.replace("hand_size: 1", "deflect: on"), r"line 4: deflect: .*\(V2\)"),
        (HEAD.replace("hand_size: 1", "deflect: perhaps"), "line 4: option deflect: on or off"),
        (HEAD.replace("dealer: 0", "dealer: 2"), "line 5: 2 is no seat at a table of 2"),
        (HEAD.replace("dealer: 0\n", ""), "line 4: the header says either dealer or"),
        (HEAD + "dealer: 1\n", "line 6: dealer stands twice, first in line 5"),
        (HEAD + "date: yesterday\n", "line 6: a date such as"),
        (HEAD + "name 0: a\x1b[2Jb\n", "line 6: a name is printable"),
        (HEAD + "written W: {\n", "line 6: a written rule is JSON"),
        (HEAD + 'written W: {"efects": []}\n', r"line 6: written.W.efects: unknown key"),
        (HEAD + "colour: red\n", "line 6: 'colour' does not stand in a header"),
        (HEAD + "round\n1: draw\n", "line 7: after 'round' come the hands"),
        (HEAD + deal(first="R1", second="Q2", pile=""), "line 8: 'Q2' is not a card"),
        (HEAD + deal(first="R1", second="??", pile=""), "line 8: a record knows all cards"),
        (HEAD + deal(first="R1", second="R2", pile="R3") + "1: leap\n", "line 10: 'leap' is no action"),
        (
            HEAD + deal(first="R1", second="R2", pile="R3") + "points: 3\n",
            "line 10: 'points' does not stand here",
        ),
        ("#" * 30_000, "line 1: a line has at most"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str):
    """A record that is not in the notation is refused with the line, what is wrong, and the rule if there is one."""
    with pytest.raises(RecordError, match=f"^{said}"):
        read_record(text)


def played(seed: int) -> list[str]:
    """The lines of the record of one classic round."""
    random = Random(seed)
    return write_record(Played(ruleset("classic", players=3), random, 1, to_the_end=True).record).splitlines()


def refusal(lines: list[str]) -> RecordError:
    """What replaying the lines says against them."""
    with pytest.raises(RecordError) as caught:
        list(replay(read_record(lines)))
    return caught.value


def test_an_illegal_action_names_line_and_rule():
    """An action that the rules refuse is named with its line, the reason and the rulebook id."""
    lines = played(1)
    at = next(i for i, line in enumerate(lines) if re.match(r"\d: play", line))
    lines[at] = f"{(int(lines[at][0]) + 1) % 3}: draw"
    error = refusal(lines)
    assert (error.line, error.rule) == (at + 1, "T1")
    assert "turn" in str(error)


def test_a_deck_with_a_card_too_many_is_refused():
    """A deal whose cards are not the deck's is refused at its line."""
    lines = played(2)
    at = next(i for i, line in enumerate(lines) if line.startswith("pile:"))
    lines[at] += " R1"
    assert refusal(lines).line == lines.index("round") + 1


def test_a_hand_of_another_size_is_refused():
    """A deal of too few cards is refused, with the rule of the deal."""
    lines = played(2)
    at = next(i for i, line in enumerate(lines) if line.startswith("hand 1:"))
    lines[at] = lines[at].rsplit(" ", 1)[0]
    assert refusal(lines).rule == "S3"


def test_a_missing_reshuffle_is_refused():
    """A draw from an empty pile needs the order that chance gave; what chance did not do is refused as well."""
    seed = next(s for s in range(50) if any(line.startswith("shuffled") for line in played(s)[12:]))
    lines = played(seed)
    at = max(i for i, line in enumerate(lines) if line.startswith("shuffled"))
    assert "are shuffled here" in str(refusal(lines[:at] + lines[at + 1 :]))
    assert "nothing more is shuffled here" in str(refusal([*lines[: at + 1], *lines[at:]]))
    assert "these are not the" in str(refusal([*lines[:at], lines[at] + " R1", *lines[at + 1 :]]))


def test_nothing_is_done_after_the_end():
    """An action after the end of a round is refused."""
    assert refusal([*played(1), "0: draw"]).rule == "O1"


def test_a_round_does_not_begin_in_another():
    """A round begins only when the last one is over."""
    lines = played(1)
    again = lines[lines.index("round") : -1]
    assert "before the last one is over" in str(refusal([*lines[:-1], *again]))


@pytest.mark.rule("S2")
def test_the_draw_for_the_deal_is_checked():
    """Those who tie draw again, and nobody else."""
    lines = [line for line in HEAD.splitlines() if not line.startswith("dealer")]
    assert "they draw again" in str(refusal([*lines, "draw: 0 R5, 1 G5"]))
    assert "not those who should" in str(refusal([*lines, "draw: 0 R5, 1 G4", "draw: 0 R1, 1 R2"]))
    record = read_record([*lines, "draw: 0 R5, 1 G5", "draw: 0 R1, 1 RS"])
    assert list(replay(record)) == []


def test_the_worked_example_is_what_the_notation_says():
    """The example of docs/notation.md is told by `lastcard replay` word for word as it stands there."""
    page = Path("docs/notation.md").read_text("utf-8")
    example = re.search(r"```lastcard\n(.*?)```", page, re.DOTALL)
    assert example
    record = read_record(example[1])
    moments = list(replay(record))
    assert moments[-1].match.winner == 0
    assert write_record(record).split() == [
        word for line in example[1].splitlines() if not line.startswith("#") for word in line.split()
    ]
