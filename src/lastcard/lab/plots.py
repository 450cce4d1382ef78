"""Plots of a study as SVG and PNG; none if matplotlib (the extra `lab`) is not installed."""

from __future__ import annotations

import importlib.util
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lastcard.lab.report import OF_SEAT_0, SHARES, figure_rows, share_of_counts

if TYPE_CHECKING:
    from lastcard.lab.figures import VariantSummary
    from lastcard.lab.study import Study

    Draw = Callable[[Any, Study, Sequence[VariantSummary]], None]

COLOURS: Final = ("#14121f", "#d0021b", "#1d4ed8", "#00805a", "#b8860b", "#7a3fb0", "#c2571a", "#3b7d8c")
MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X", "*")
"""A marker for each variant besides its colour, for readers who cannot tell the colours apart."""
SHARE_SHOWN: Final = 0.995
"""The histogram of turns ends where this share of the rounds has ended."""
LABEL_WIDTH: Final = 90
"""Characters of a variant's name on a line."""
TITLE_WIDTH: Final = 75
"""Characters of a title on a line."""
_ROW: Final = 0.25
"""The spread of the variants within a row, as a fraction of the distance between rows."""


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def draw_all(study: Study, summaries: Sequence[VariantSummary], folder: Path) -> list[Path]:
    """Draw round lengths, who goes out, card values and differences from the first variant; return the paths."""
    if not can_draw():
        return []
    plots: dict[str, Draw] = {"length-of-rounds": _lengths, "who-goes-out": _who_goes_out, "cards": _cards}
    if len(summaries) > 1:
        plots["differences"] = _differences
    files = []
    for name, draw in plots.items():
        figure = _figure()
        draw(figure, study, summaries)
        figure.suptitle(
            "\n".join(textwrap.wrap(study.title.replace(",", ", "), TITLE_WIDTH)),
            x=0.02,
            ha="left",
            fontsize=12,
            fontweight="bold",
        )
        for suffix in (".svg", ".png"):
            path = folder / f"{name}{suffix}"
            figure.savefig(path, metadata={"Date": None} if suffix == ".svg" else {"Software": None})
            files.append(path)
    return files


def _figure() -> Any:  # noqa: ANN401 - matplotlib is not always there
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    mpl.rcParams["svg.hashsalt"] = "lastcard"
    return Figure(figsize=(8, 5), layout="constrained", dpi=120)


def _lengths(figure: Any, study: Study, summaries: Sequence[VariantSummary]) -> None:  # noqa: ANN401
    """The share of rounds with each number of turns."""
    axes = figure.subplots()
    end = max(summary.percentile(SHARE_SHOWN) for summary in summaries)
    for i, (variant, summary) in enumerate(zip(study.variants, summaries, strict=True)):
        total = sum(summary.turns)
        share = [100 * count / total for count in summary.turns[: end + 1]]
        mean = summary.figures["turns"].estimate().mean
        style = "-" if i < len(COLOURS) else "--"
        axes.plot(
            range(len(share)),
            share,
            style,
            color=_colour(i),
            label=f"{_short(variant.name)} (mean {mean:.1f})",
            linewidth=1.6,
        )
    axes.set_xlabel("turns of a round")
    axes.set_ylabel("% of rounds")
    axes.set_ylim(bottom=0)
    _finish(figure, axes)


def _who_goes_out(figure: Any, study: Study, summaries: Sequence[VariantSummary]) -> None:  # noqa: ANN401
    """Who goes out: by place from the dealer, or by seat if seat 0 plays by another policy."""
    of_seats = len(study.policies) > 1
    axes = figure.subplots()
    counts = [summary.seats if of_seats else summary.places for summary in summaries]
    for i, (variant, found) in enumerate(zip(study.variants, counts, strict=True)):
        shares = [share_of_counts(found, at) for at in range(len(found))]
        axes.errorbar(
            [at + (0 if of_seats else 1) + _offset(i, len(summaries)) for at in range(len(found))],
            [100 * share.mean if share else 0.0 for share in shares],
            yerr=[100 * share.margin if share else 0.0 for share in shares],
            fmt=MARKERS[i % len(MARKERS)],
            color=_colour(i),
            label=_short(variant.name),
            capsize=3,
        )
    for players in sorted({len(found) for found in counts}):
        axes.axhline(100 / players, color="#999", linewidth=0.8, linestyle="--", zorder=0)
        axes.text(
            1.005,
            100 / players,
            f"1 in {players}",
            transform=axes.get_yaxis_transform(),
            va="center",
            color="#555",
            fontsize=8,
        )
    axes.set_xlabel(
        "seat (seat 0 plays its own policy, all others alike)"
        if of_seats
        else "place, counted from the dealer's left"
    )
    axes.set_ylabel("% of rounds in which it goes out")
    most = max(len(found) for found in counts)
    axes.set_xticks(range(most) if of_seats else range(1, most + 1))
    _finish(figure, axes)


def _cards(figure: Any, study: Study, summaries: Sequence[VariantSummary]) -> None:  # noqa: ANN401
    """With which cards rounds are won, and what it is worth to hold one at the start."""
    left, right = figure.subplots(1, 2, sharey=True)
    faces = list(dict.fromkeys(found.face for summary in summaries for found in summary.by_face()))
    for i, (variant, summary) in enumerate(zip(study.variants, summaries, strict=True)):
        found = summary.by_face()
        rows = [faces.index(face.face) + _offset(i, len(summaries)) for face in found]
        style = {"fmt": MARKERS[i % len(MARKERS)], "color": _colour(i), "markersize": 4}
        for axes, estimates in ((left, [f.decides for f in found]), (right, [f.wins for f in found])):
            axes.errorbar(
                [100 * e.mean for e in estimates],
                rows,
                xerr=[100 * e.margin for e in estimates],
                label=_short(variant.name) if axes is left else None,
                **style,
            )
    for players in {len(summary.places) for summary in summaries}:
        right.axvline(100 / players, color="#999", linewidth=0.8, linestyle="--", zorder=0)
    left.set_yticks(range(len(faces)), faces)
    left.invert_yaxis()
    left.set_xlabel("% of rounds won with it as the last card")
    right.set_xlabel("% of the cards held at the start\nthat are in the winning hand")
    right.spines[["top", "right"]].set_visible(False)
    _finish(figure, left)


def _differences(figure: Any, study: Study, summaries: Sequence[VariantSummary]) -> None:  # noqa: ANN401
    """The differences from the first variant: in per cent, or in percentage points for shares."""
    one, other = figure.subplots(1, 2, width_ratios=(1, 1))
    shown = [line for line in figure_rows(study, summaries) if line.name not in OF_SEAT_0]
    for axes, shares in ((one, False), (other, True)):
        rows = [line for line in shown if (line.name in SHARES) is shares]
        for i, variant in enumerate(study.variants[1:]):
            scales = [
                100.0 if shares else 100 / line.estimates[0].mean if line.estimates[0].mean else 0.0
                for line in rows
            ]
            found = [line.differences[i] for line in rows]
            axes.errorbar(
                [d.mean * scale for d, scale in zip(found, scales, strict=True)],
                [row + _offset(i, len(summaries) - 1) for row in range(len(rows))],
                xerr=[d.margin * scale for d, scale in zip(found, scales, strict=True)],
                fmt=MARKERS[(i + 1) % len(MARKERS)],
                color=_colour(i + 1),
                label=_short(variant.name) if axes is one else None,
                markersize=5,
            )
        axes.axvline(0, color="#999", linewidth=0.8)
        for row in range(1, len(rows)):
            axes.axhline(row - 0.5, color="#e6e1d6", linewidth=0.6, zorder=0)
        names = ["\n".join(textwrap.wrap(line.label, 24)) for line in rows]
        axes.set_yticks(range(len(rows)), names, fontsize=8)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.spines[["top", "right"]].set_visible(False)
    one.set_xlabel(f"% more or less than {_short(study.variants[0].name, 30)}")
    other.set_xlabel("points of per cent more or less")
    _finish(figure, one)


def _offset(i: int, of: int) -> float:
    """The offset of variant i of `of` from the middle of a row."""
    return 0.0 if of < 2 else _ROW * (2 * i / (of - 1) - 1)  # noqa: PLR2004 - a single one is in the middle


def _colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def _short(name: str, width: int = LABEL_WIDTH) -> str:
    return textwrap.shorten(name.replace(",", ", "), width, placeholder=" …")


def _finish(figure: Any, axes: Any) -> None:  # noqa: ANN401
    """Put a legend below the plot, where it covers nothing."""
    axes.spines[["top", "right"]].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    columns = 1 if max(map(len, labels)) > LABEL_WIDTH // 3 else 3
    figure.legend(handles, labels, loc="outside lower left", ncols=columns, frameon=False, fontsize=9)
