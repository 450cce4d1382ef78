"""What a study leaves: tables that say the same as CSV and as Parquet, plots, and a page that needs nothing beside it."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from lastcard.cli import main
from lastcard.lab import files, plots
from lastcard.lab.jobs import run_study
from lastcard.lab.study import compare
from lastcard.sim.play import COLUMNS

pytestmark = pytest.mark.tier("default")

NAMES = {"figures", "cards", "turns", "seats"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small study by one who plays otherwise."""
    out = tmp_path_factory.mktemp("study")
    study = compare(["classic", "stacking=same", "players=2"], rounds=400, hero="sensible")
    files.write_report(study, run_study(study), out)
    return out


def test_there_are_tables_plots_and_reports(folder: Path) -> None:
    """Every table twice, every plot twice, the report twice."""
    plotted = {"length-of-rounds", "who-goes-out", "cards", "differences"}
    assert {path.name for path in folder.iterdir()} == (
        {f"{name}.{suffix}" for name in NAMES for suffix in ("csv", "parquet")}
        | {f"{name}.{suffix}" for name in plotted for suffix in ("svg", "png")}
        | {"report.md", "report.html"}
    )


@pytest.mark.parametrize("name", sorted(NAMES))
def test_parquet_says_what_csv_says(folder: Path, name: str) -> None:
    """Row by row; a value that is missing is empty there and null here."""
    rows = list(csv.reader((folder / f"{name}.csv").read_text().splitlines()))
    table = pq.read_table(folder / f"{name}.parquet")
    assert rows[0] == table.column_names
    expected = [["" if value is None else str(value) for value in row.values()] for row in table.to_pylist()]
    assert rows[1:] == expected
    assert len(expected) > 5


class _Page(HTMLParser):
    """What a page asks for, and which ids it has."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.ids: list[str] = []
        self.drawings = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.drawings += tag == "svg"
        for name, value in attrs:
            if name in {"src", "href", "xlink:href"}:
                self.asked.append(value or "")
            if name == "id":
                self.ids.append(value or "")


def test_the_page_needs_nothing_beside_it(folder: Path) -> None:
    """Its plots are in it, and each reference leads to something in it, of which there is one."""
    text = (folder / "report.html").read_text("utf-8")
    page = _Page()
    page.feed(text)
    assert page.drawings == 4
    assert {asked[0] for asked in page.asked} == {"#"}
    named = {asked[1:] for asked in page.asked} | set(re.findall(r"url\(#([^)]+)\)", text))
    assert named <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_every_round_can_be_written(tmp_path: Path) -> None:
    """A row for each round by each rule set, with the figures from which the others come."""
    words = ["lab", "compare", "classic", "stacking=same", "--games", "50", "--jobs", "1"]
    assert main([*words, "--every-round"]) == 2
    assert main([*words, "--every-round", "--out", str(tmp_path)]) == 0
    table = pq.read_table(tmp_path / "rounds.parquet")
    assert table.column_names == ["variant", "round", *COLUMNS]
    assert table.num_rows == 100
    classic = table.filter([name == "classic" for name in table["variant"].to_pylist()])
    rows = csv.DictReader((tmp_path / "figures.csv").read_text().splitlines())
    means = {row["figure"]: float(row["mean"]) for row in rows if row["variant"] == "classic"}
    assert sum(classic["turns"].to_pylist()) / 50 == means["turns"]


def test_without_the_extra_there_are_csv_and_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither matplotlib nor pyarrow is needed."""
    monkeypatch.setattr(files, "can_write_parquet", lambda: False)
    monkeypatch.setattr(plots, "can_draw", lambda: False)
    study = compare(["classic"], rounds=40)
    assert files.missing_formats() == [
        "are no plots: matplotlib is not installed",
        "is no Parquet: pyarrow is not installed",
    ]
    written = files.write_report(study, run_study(study), tmp_path)
    assert {path.name for path in written} == {"report.md", "report.html", *(f"{name}.csv" for name in NAMES)}
    rounds = files.write_every_round(study, tmp_path)
    assert len(rounds.read_text().splitlines()) == 41
