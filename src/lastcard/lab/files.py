"""The files of a study: report, tables as CSV and Parquet, and plots."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lastcard.lab.figures import VariantSummary
from lastcard.lab.jobs import jobs_of, play_job_rounds
from lastcard.lab.report import figure_rows, html_page, markdown, share_of_counts
from lastcard.sim.play import COLUMNS

if TYPE_CHECKING:
    from lastcard.lab.study import Study

ColumnTable = dict[str, list[Any]]
"""Columns of equal length by name."""

EVERY_ROUND: Final = "rounds"
"""The name of the table of every round."""


def can_write_parquet() -> bool:
    """Whether pyarrow (in the extra `lab`) is installed."""
    return importlib.util.find_spec("pyarrow") is not None


def missing_formats() -> list[str]:
    """Return what cannot be written here and why, each to follow the word `there`."""
    from lastcard.lab.plots import can_draw  # noqa: PLC0415 - see below

    return [
        *([] if can_draw() else ["are no plots: matplotlib is not installed"]),
        *([] if can_write_parquet() else ["is no Parquet: pyarrow is not installed"]),
    ]


def write_report(study: Study, summaries: Sequence[VariantSummary], folder: Path) -> list[Path]:
    """Write report.md, report.html, the tables and, if matplotlib is installed, the plots into `folder`; return their paths."""
    from lastcard.lab.plots import draw_all  # noqa: PLC0415 - loads matplotlib, which may not be installed

    folder.mkdir(parents=True, exist_ok=True)
    pictures = draw_all(study, summaries, folder)
    drawings = {path.name: path.read_text("utf-8") for path in pictures if path.suffix == ".svg"}
    texts = {
        "report.md": markdown(study, summaries, list(drawings)),
        "report.html": html_page(study, summaries, drawings),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    tables = {name: make(study, summaries) for name, make in TABLES.items()}
    files = [path for name, found in tables.items() for path in write_table(found, folder, name)]
    return [*(folder / name for name in texts), *files, *pictures]


def figures_table(study: Study, summaries: Sequence[VariantSummary]) -> ColumnTable:
    """Every estimate: variant, figure, mean, margin, difference from the first variant and its margin."""
    rows = []
    for line in figure_rows(study, summaries):
        for i, variant in enumerate(study.variants):
            difference = line.differences[i - 1] if i else None
            pair = (None, None) if difference is None else (difference.mean, difference.margin)
            rows.append((variant.name, line.name, line.estimates[i].mean, line.estimates[i].margin, *pair))
    return _columns(("variant", "figure", "mean", "margin", "difference", "difference_margin"), rows)


def cards_table(study: Study, summaries: Sequence[VariantSummary]) -> ColumnTable:
    """The figures of each face, by variant (docs/lab.md)."""
    names = ("variant", "face", "played", "decides", "decides_margin", "wins", "wins_margin")
    rows = [
        (
            variant.name,
            found.face,
            found.played,
            found.decides.mean,
            found.decides.margin,
            found.wins.mean,
            found.wins.margin,
        )
        for variant, summary in zip(study.variants, summaries, strict=True)
        for found in summary.by_face()
    ]
    return _columns(names, rows)


def turns_table(study: Study, summaries: Sequence[VariantSummary]) -> ColumnTable:
    """The number of rounds with each number of turns; the last one includes all longer rounds."""
    rows = [
        (variant.name, number, count)
        for variant, summary in zip(study.variants, summaries, strict=True)
        for number, count in enumerate(summary.turns)
        if count
    ]
    return _columns(("variant", "turns", "rounds"), rows)


def seats_table(study: Study, summaries: Sequence[VariantSummary]) -> ColumnTable:
    """How often each seat, and each place from the dealer's left (0), goes out, among rounds in which somebody does."""
    rows = []
    for variant, summary in zip(study.variants, summaries, strict=True):
        for kind, counts in (("place", summary.places), ("seat", summary.seats)):
            for at in range(len(counts)):
                share = share_of_counts(counts, at)
                if share is not None:
                    rows.append((variant.name, kind, at, share.mean, share.margin))
    return _columns(("variant", "kind", "number", "share", "margin"), rows)


TABLES: Final = {"figures": figures_table, "cards": cards_table, "turns": turns_table, "seats": seats_table}
"""The tables of a study by file name."""


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> ColumnTable:
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def write_table(table: ColumnTable, folder: Path, name: str) -> list[Path]:
    """Write the table as CSV and, where possible, as Parquet; return the paths."""
    path = folder / f"{name}.csv"
    path.write_text(csv_text(table), "utf-8")
    if not can_write_parquet():
        return [path]
    import pyarrow as pa  # noqa: PLC0415 - not always there
    import pyarrow.parquet as pq  # noqa: PLC0415

    pq.write_table(pa.table(table), folder / f"{name}.parquet")
    return [path, folder / f"{name}.parquet"]


def csv_text(table: ColumnTable) -> str:
    """Return the table as CSV; None becomes an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(zip(*table.values(), strict=True))
    return out.getvalue()


def write_every_round(study: Study, folder: Path) -> Path:
    """Play the rounds again and write a row for each: as Parquet, or as CSV without pyarrow; return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    if not can_write_parquet():
        return _every_round_as_csv(study, folder / f"{EVERY_ROUND}.csv")
    import pyarrow as pa  # noqa: PLC0415 - not always there
    import pyarrow.parquet as pq  # noqa: PLC0415

    path = folder / f"{EVERY_ROUND}.parquet"
    chunks = (pa.table(chunk) for chunk in _every_round(study))
    first = next(chunks)
    with pq.ParquetWriter(path, first.schema) as writer:
        writer.write_table(first)
        for chunk in chunks:
            writer.write_table(chunk)
    return path


def _every_round_as_csv(study: Study, path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number, chunk in enumerate(_every_round(study)):
            if not number:
                writer.writerow(chunk)
            writer.writerows(zip(*chunk.values(), strict=True))
    return path


def _every_round(study: Study) -> Iterator[dict[str, Any]]:
    """The rows of each job's rounds for each variant, as columns."""
    for job in jobs_of(study):
        for variant in study.variants:
            rounds = play_job_rounds(job, variant)
            yield {
                "variant": [variant.name] * job.rounds,
                "round": list(range(job.first, job.first + job.rounds)),
                **{name: rounds.column(name) for name in COLUMNS},
            }
