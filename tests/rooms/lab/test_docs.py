"""The commands of docs/lab.md are carried out, with few rounds; its study is the one that stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from lastcard.cli import main

pytestmark = pytest.mark.tier("default")

PAGE = Path(__file__).resolve().parents[3] / "docs" / "lab.md"
TEXT = PAGE.read_text("utf-8")
COMMANDS = [line.strip() for line in TEXT.splitlines() if line.startswith("    lastcard lab ")]


def test_there_are_ten_questions_with_a_command_and_a_plot_each() -> None:
    """Ten questions, each with what prints its figures and a picture that is there."""
    asked = TEXT.split("## Ten questions")[1]
    assert len(re.findall(r"^\*\*.+\?\*\*", asked, re.MULTILINE)) == 10
    assert asked.count("    lastcard lab compare ") == 10
    pictures = re.findall(r"\]\((pictures/lab/\w+\.png)\)", asked)
    assert len(pictures) == 10
    assert all((PAGE.parent / picture).is_file() for picture in pictures)


def test_every_picture_and_study_is_there_and_shown() -> None:
    """No link leads nowhere, and nothing lies about that no page shows."""
    for kind, pattern in (("pictures/lab", "*.png"), ("studies", "*.toml")):
        there = {f"{kind}/{path.name}" for path in (PAGE.parent / kind).glob(pattern)}
        assert there
        assert {name for name in there if name not in TEXT} == set()
        assert set(re.findall(rf"{kind}/[\w-]+\.\w+", TEXT)) == there


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_works(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It prints a table and ends well."""
    study = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert study is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.toml").write_text(study[1], "utf-8")
    (tmp_path / "docs").symlink_to(PAGE.parent)
    words = shlex.split(re.sub(r" --games \S+", "", command))[1:]
    assert main([*words, "--games", "200", "--jobs", "1"]) == 0
    assert "turns a round" in capsys.readouterr().out
