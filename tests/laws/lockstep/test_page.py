"""docs/lockstep.md says what was compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.lockstep import cells
from tests.laws.lockstep.__main__ import main


def test_the_page_has_every_cell() -> None:
    """docs/lockstep.md gives the reason for each cell that cannot be, and a count for each that can."""
    page = (Path(__file__).parents[3] / "docs" / "lockstep.md").read_text("utf-8")
    assert cells.reasons() in page
    for phase in cells.PHASES:
        part = page.partition(f"### {phase}\n")[2].partition("###")[0]
        rows = {
            line.split("|")[1].strip(): line.split("|")[2:-1] for line in part.splitlines() if line[:1] == "|"
        }
        for row in cells.SETTINGS:
            counts = rows.get(row, ["–"] * len(cells.SEATS))
            for seats, count in zip(cells.SEATS, counts, strict=True):
                empty = cells.impossible(row, phase, seats) is not None
                assert (count.strip() in ("–", "0")) == empty, (row, phase, seats)


@pytest.mark.parametrize("option", ["--retell", "--table", "--state"])
def test_the_command_says_what_it_cannot_read(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is played: a record or a page that is not there, a state that is none."""
    path = tmp_path / "file"
    if option == "--state":
        path.write_text('{"plies": 3')
    with pytest.raises(SystemExit) as leaving:
        main([option, str(path)])
    assert leaving.value.code == 2
    told = capsys.readouterr().err
    assert option in told
    assert str(path) in told
