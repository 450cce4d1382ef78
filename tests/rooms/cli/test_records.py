"""`lastcard simulate`, `replay` and `conform`: rounds as files, told and checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lastcard.cli import main, simulate
from lastcard.record import read_record, replay
from lastcard.rules.encode import decode
from lastcard.rules.events import Event, RoundEnded
from lastcard.sim.play import play_rounds


@pytest.fixture
def records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[Path]:
    """Three records of any lawful play with house rules."""
    words = ["--rounds", "3", "--seed", "8", "--players", "3", "--policy", "any", "--edition", "swap-112"]
    settings = ["--set", "stacking=cross", "--set", "seven_zero=on", "--set", "jump_in=all"]
    assert main(["simulate", *words, *settings, "--records", str(tmp_path)]) == 0
    capsys.readouterr()
    return sorted(tmp_path.iterdir())


@pytest.mark.tier("default")
def test_simulate_writes_a_record_of_each_round(records: list[Path]):
    """Each record is whole and replays to the end of its round."""
    assert [path.name for path in records] == [f"round-0000{n}.lastcard" for n in (1, 2, 3)]
    for path in records:
        *_, last = replay(read_record(path.read_text("utf-8")))
        assert last.round is not None
        assert last.round.over


def test_the_kernel_plays_and_its_rounds_are_records_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """With --engine kernel the rounds are those of `play_rounds`; the records replay, and the summary is the same kind."""
    words = ["--rounds", "4", "--seed", "8", "--set", "stacking=cross", "--set", "seven_zero=on"]
    assert main(["simulate", *words, "--engine", "kernel", "--records", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "classic, 4 players, policy R, seed 8, kernel"
    records = [read_record(path.read_text("utf-8")) for path in sorted(tmp_path.iterdir())]
    rounds = play_rounds(records[0].header.rules, 8, 4)
    ends = [last.round for *_, last in map(replay, records)]
    assert [end and end.out for end in ends] == rounds.column("out").tolist()
    assert said[5].split() == ["points", "a", "round", f"{rounds.column('won').mean():.1f}"]


def test_the_same_seed_gives_the_same_rounds(records: list[Path], tmp_path: Path):
    """Again with the same arguments, the same bytes come."""
    text = records[0].read_text("utf-8")
    rules = read_record(text).header.rules
    header, entries = simulate.play(rules, "8:0", 0, "any", simulate.Tally(3))
    simulate.write(tmp_path / "again.lastcard", header, entries)
    assert (tmp_path / "again.lastcard").read_text("utf-8") == text


def test_simulate_says_what_the_rounds_were_like(capsys: pytest.CaptureFixture[str]):
    """The summary has the number of rounds, turns, decisions, draws, points and who won."""
    assert main(["simulate", "--rounds", "10", "--players", "2"]) == 0
    said = capsys.readouterr()
    assert re.search(r"^rounds +10$", said.out, re.MULTILINE)
    assert [line.split("  ")[0] for line in said.out.splitlines()[1:8]] == [
        "rounds",
        "turns a round",
        "decisions a round",
        "draws a round",
        "points a round",
        "first to act won",
        "won, from the dealer's left",
    ]
    assert said.err == ""


def test_an_interrupted_simulation_keeps_what_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """Ctrl-C ends it with what there is, and the usual exit code."""
    real = simulate.play

    def play(rules, seed, *rest):
        if seed.endswith(":2"):
            raise KeyboardInterrupt
        return real(rules, seed, *rest)

    monkeypatch.setattr(simulate, "play", play)
    assert main(["simulate", "--rounds", "9", "--records", str(tmp_path)]) == 130
    assert len(list(tmp_path.glob("*.lastcard"))) == 2
    assert re.search(r"^rounds +2$", capsys.readouterr().out, re.MULTILINE)


def test_replay_tells_course_and_score(records: list[Path], capsys: pytest.CaptureFixture[str]):
    """Sentences for the deal, each play and the end, then points and score."""
    assert main(["replay", str(records[0])]) == 0
    output = capsys.readouterr().out
    for said in (
        "swap-112, 3 players, with stacking cross",
        "Seat 0 deals: ",
        " plays ",
        " is out. Left: ",
        "Score: ",
    ):
        assert said in output


def test_the_worked_example_is_told_as_the_notation_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """docs/notation.md shows what `lastcard replay` prints of its example."""
    page = Path("docs/notation.md").read_text("utf-8")
    found = re.search(r"```lastcard\n(.*?)```.*```text\n(.*?)```", page, re.DOTALL)
    assert found
    (tmp_path / "example").write_text(found[1], "utf-8")
    assert main(["replay", str(tmp_path / "example")]) == 0
    assert capsys.readouterr().out == found[2]


def test_replay_gives_every_event_as_json(records: list[Path], capsys: pytest.CaptureFixture[str]):
    """Each line is an event that decodes; together they are those of the replay."""
    assert main(["replay", "--json", str(records[1])]) == 0
    events = [decode(Event, json.loads(line)) for line in capsys.readouterr().out.splitlines()]
    moments = replay(read_record(records[1].read_text("utf-8")))
    assert events == [event for moment in moments for event in moment.events]
    assert isinstance(events[-1], RoundEnded)


def test_replay_prints_the_schema(capsys: pytest.CaptureFixture[str]):
    """`--schema` prints what docs/events.schema.json holds."""
    assert main(["replay", "--schema"]) == 0
    assert capsys.readouterr().out == Path("docs/events.schema.json").read_text("utf-8")


def test_an_illegal_action_ends_the_replay(records: list[Path], capsys: pytest.CaptureFixture[str]):
    """File, line, reason and rule stand in one line, after the course up to there."""
    lines = records[0].read_text("utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if re.match(r"\d: play", line))
    lines[at] = "0: pass"
    records[0].write_text("\n".join(lines), "utf-8")
    assert main(["replay", str(records[0])]) == 2
    said = capsys.readouterr()
    assert "deals" in said.out
    assert re.fullmatch(
        rf"lastcard: {records[0]}: line {at + 1}: seat 0 may not pass: .* \(T\d\)\n", said.err
    )


def test_conform_ends_with_the_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A line for each scenario that fails, then the count, and exit code 1."""
    given = "players: 2\n  given: {hands: [R1 R2, G1 G2], top: R7, turn: 0}\n"
    text = f"- name: holds\n  {given}  then: {{turn: 0}}\n- name: fails\n  {given}  then: {{turn: 1}}\n"
    (tmp_path / "two.yaml").write_text(text, "utf-8")
    assert main(["conform", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "fails: expected turn 1, got 0\n1 passed, 1 failed\n"


def test_all_scenarios_of_the_rules_pass(capsys: pytest.CaptureFixture[str]):
    """Everything in tests/conformance holds."""
    assert main(["conform", "tests/conformance"]) == 0
    assert re.fullmatch(r"\d+ passed, 0 failed\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["conform", "nowhere.yaml"], "nowhere.yaml: cannot be read: No such file"),
        (["conform", "docs"], "docs: there is no *.yaml file"),
        (["replay", "nowhere"], "nowhere: No such file"),
        (["replay", "docs"], "docs: Is a directory"),
        (["replay", "README.md"], "README.md: line 3: a record begins with"),
        (["simulate", "--edition", "clasic"], "edition: 'clasic' is none of"),
        (["simulate", "--players", "11"], "players: 2 to 10 can play"),
        (["simulate", "--engine", "kernel", "--policy", "any"], "policy: the kernel plays policy R"),
        (["simulate", "--set", "stacking"], "stacking: write OPTION=VALUE"),
        (["simulate", "--set", "stackng=same"], "stackng: there is no such option"),
        (["simulate", "--set", "deflect=on"], "deflect: a debt can be deflected only"),
        (["simulate", "--set", "decks=1", "--set", "decks=2"], "decks: the option is set twice"),
        (["rules", "clasic"], "edition: 'clasic' is none of"),
        (["rules", "--set", "hand_size=x"], "hand_size: a number from 1 to 15 is needed"),
        (["deck", "--set", "lost=Q9"], "lost[0]: 'Q9' is not a card"),
        (["deck", "--set", "replace=Y7"], "replace: write BLANK=CARD"),
    ],
)
def test_bad_input_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    """Bad input to any command is exit code 2 and one line that says what and where."""
    assert main(words) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"lastcard: {said}")
    assert complaint.count("\n") == 1
