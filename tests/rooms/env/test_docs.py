"""The programs of docs/environments.md and docs/simulator.md run; docs/encoding.md names every number."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

from lastcard.env.presets import FLAT, PRESETS
from lastcard.sim.choices import CHOICES

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize("page", ["environments.md", "simulator.md"])
def test_the_programs_of_a_page_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, with what the earlier ones have made."""
    programs = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    assert len(programs) >= 2
    made: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for program in programs:
            exec(compile(program, page, "exec"), made)  # noqa: S102 - the page's own programs
    assert capsys.readouterr().out.strip()


def test_every_number_stands_in_the_table() -> None:
    """The ranges of the table follow each other from 0 to the last number."""
    text = (DOCS / "encoding.md").read_text("utf-8").split("## Observations")[0]
    after = 0
    for low, _, high in re.findall(r"^\| (\d+)((?:–|, )(\d+))? \|", text, re.MULTILINE):
        assert int(low) == after
        after = int(high or low) + 1
    assert after == len(CHOICES)


def test_the_tables_of_presets_are_as_wide_as_they_are() -> None:
    """`flat` in its order, and the sizes of all four."""
    text = (DOCS / "encoding.md").read_text("utf-8").split("## Presets")[1]
    widths = [
        int(n) for row in re.findall(r"^\| (\d+(?:, \d+)*) \|", text, re.MULTILINE) for n in row.split(", ")
    ]
    assert widths == [field.width for field in FLAT]
    for name, preset in PRESETS.items():
        size = " × ".join(map(str, preset.shape))
        assert f"**`{name}`**: {size}" in text or name.endswith("x".join(map(str, preset.shape)))
