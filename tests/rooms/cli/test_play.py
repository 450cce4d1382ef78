"""`lastcard play`: typed lines in, a match out, and nothing of it lost however it ends."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.cli import main
from lastcard.cli.play import _MatchFile
from lastcard.record import ActEntry, read_record, replay

Typing = pytest.MonkeyPatch
ENDLESS = ["", "draw", "keep", "accept", "done", "nobody", "red", "7", "skip", "wild red", "red bao", "uno"]


class Stdin(io.TextIOWrapper):
    """What is typed, as a pipe has it."""

    def __init__(self, text: str) -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """`play(lines, *arguments)`: the exit code and what was said; the match is in `game.lastcard`."""

    def played(lines: list[str], *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", Stdin("".join(f"{line}\n" for line in lines)))
        kept = [] if "--resume" in arguments else ["--record", str(tmp_path / "game.lastcard")]
        code = main(["play", *kept, *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return played


def kept(folder: Path) -> str:
    return (folder / "game.lastcard").read_text(encoding="utf-8")


def test_a_match_is_played_through_a_pipe(play, tmp_path: Path) -> None:
    """A script plays to the end; the record is whole and tells who won."""
    code, said = play(ENDLESS * 400, "--seed", "1", "--players", "2", "--set", "target=30")
    assert code == 0
    *_, last = replay(read_record(kept(tmp_path)))
    assert last.match.over
    assert "the match." in said
    assert f"lastcard replay {tmp_path / 'game.lastcard'}" in said


def test_the_same_seed_and_lines_give_the_same_match(play) -> None:
    """Nothing but what is typed and the seed decides."""
    first = play(ENDLESS * 5, "--seed", "7")
    assert play(ENDLESS * 5, "--seed", "7") == first


@pytest.mark.parametrize("lines", [["quit"], [], ["draw"], ["draw", "exit"]])
def test_whoever_stops_can_go_on(lines: list[str], play, tmp_path: Path) -> None:
    """`quit` and the end of what is typed are no faults; the match goes on where it was."""
    code, said = play(lines, "--seed", "3")
    assert code == 0
    assert "lastcard play --resume" in said
    before = kept(tmp_path)
    code, said = play(["score", "quit"], "--resume", str(tmp_path / "game.lastcard"))
    assert code == 0
    assert "goes on in round 1" in said
    assert kept(tmp_path) == before


def test_an_interrupt_keeps_the_match(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends with 130 and says where the match is."""
    lines = iter(["draw"])

    class Interrupted(Stdin):
        def readline(self, *_: object) -> str:  # type: ignore[override]
            line = next(lines, None)
            if line is None:
                raise KeyboardInterrupt
            return f"{line}\n"

    monkeypatch.setattr("sys.stdin", Interrupted(""))
    path = tmp_path / "game.lastcard"
    assert main(["play", "--seed", "3", "--record", str(path)]) == 130
    assert f"--resume {path}" in capsys.readouterr().out
    assert any(isinstance(entry, ActEntry) for entry in read_record(kept(tmp_path)).entries)


def test_every_act_is_kept_before_it_counts(tmp_path: Path) -> None:
    """The file holds what was kept at once, not when the program ends; what it replaces stays until then."""
    path = tmp_path / "game.lastcard"
    path.write_text("older")
    with _MatchFile(path) as keep:
        assert path.read_text() == "older"
        keep.keep("one\n")
        keep.keep("two\n")
        assert path.read_text() == "one\ntwo\n"


def test_a_killed_program_loses_nothing(tmp_path: Path) -> None:
    """The record of a match that was killed while it waited for a line can be gone on with."""
    path = tmp_path / "game.lastcard"
    command = [sys.executable, "-m", "lastcard", "play", "--seed", "3", "--record", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("draw\nxyzzy\n")
        process.stdin.flush()
        while "xyzzy" not in process.stdout.readline().lower():
            assert process.poll() is None
        process.kill()
    assert any(isinstance(entry, ActEntry) for entry in read_record(path.read_text()).entries)


def test_a_copy_is_saved_and_nothing_is_overwritten(play, tmp_path: Path) -> None:
    """`save FILE` writes the record so far; a file that is there stays as it is."""
    copy = tmp_path / "copy.lastcard"
    _, said = play(["draw", f"save {copy}", f"save {copy}", "save", "save /nowhere/x"], "--seed", "3")
    said = " ".join(said.split())
    assert read_record(copy.read_text()).entries
    assert f"Saved in {copy}." in said
    assert f"Not saved: File exists: {copy}" in said
    assert "Not saved: No such file or directory: /nowhere/x" in said


def test_why_names_the_rule(play) -> None:
    """`why CARD` says whether it may be played, and the rule against it."""
    _, said = play(["why red 2", "why blue 4", "why r7", "why", "why frob"], "--seed", "3")
    assert "Red 2 does not match blue 6 in blue. (T1)" in said
    assert "That may be done now." in said
    assert "Red 7 is not in the hand. (T1)" in said
    assert "Type why and a card" in said
    assert "'frob' is not understood here." in said


def test_no_colour_is_told_by_colour_alone(play) -> None:
    """Where the output is no terminal nothing steers one."""
    _, said = play(["draw", "\x1b[31mred"], "--seed", "3")
    assert "\x1b" not in said


def test_the_rules_come_from_a_file(play, tmp_path: Path) -> None:
    """TOML, or the JSON of `lastcard rules`, with written cards; flags come on top."""
    toml = tmp_path / "rules.toml"
    toml.write_text(
        'edition = "swap-112"\nplayers = 4\n[options]\nstacking = "same"\n[written.WC1]\ntext = "All but you draw two."\n'
        "when = 'play'\neffects = [{draw = 2, who = 'others'}]\n"
    )
    _, said = play([], "--rules", str(toml), "--set", "jump_in=all", "--sides")
    assert "Swap Hands, 4 players" in said
    assert "stacking same" in said
    assert "jump_in all" in said
    assert "Written on Wild Customizable 1, when played: All but you draw two." in said
    assert "You play with every second player" in said
    data = tmp_path / "rules.json"
    data.write_text(json.dumps({"rules": {"edition": "blanks-112", "players": 3}, "cards": 108}))
    assert "Four blanks, 3 players" in play([], "--rules", str(data))[1]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--players", "11"], "2 to 10 can play"),
        (["--sides", "--players", "3"], "sides"),
        (["nonsense"], "edition"),
        (["--rules", "rules.toml"], "rules.toml: No such file"),
        (["--rules", "{bad}"], "neither TOML nor JSON"),
        (["--resume", "{bad}"], "line 1"),
        (["--resume", "nowhere"], "nowhere: No such file"),
        (["--name", "a\tb"], "--name"),
        (["--record", "/nowhere/game"], "No such file"),
    ],
)
def test_bad_arguments_are_one_line(arguments: list[str], complaint: str, play, tmp_path: Path) -> None:
    """What cannot be played ends with 2 and says why."""
    bad = tmp_path / "bad"
    bad.write_text("= what")
    code, said = play([], *(word.replace("{bad}", str(bad)) for word in arguments))
    assert code == 2
    assert complaint in said
    assert said.count("\n") == 1


def test_a_match_that_is_over_does_not_go_on(play, tmp_path: Path) -> None:
    """To resume it says so, and leaves the file alone."""
    play(ENDLESS * 400, "--seed", "1", "--players", "2", "--set", "target=30")
    before = f"# ours\n{kept(tmp_path)}"
    (tmp_path / "game.lastcard").write_text(before, encoding="utf-8")
    code, said = play([], "--resume", str(tmp_path / "game.lastcard"))
    assert code == 2
    assert "the match is over" in said
    assert kept(tmp_path) == before
