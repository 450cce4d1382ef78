"""The report of a study as Markdown and as one HTML page: figures with intervals, paired differences, cards and plots."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lastcard.lab.estimates import NO_ESTIMATE, Estimate, Moments, share_estimate
from lastcard.lab.figures import FIGURE_LABELS, VariantSummary
from lastcard.lab.study import PERCENTILE, PLACE, POLICIES, Engine, Study

if TYPE_CHECKING:
    from lastcard.sim.play import Policy

SHARES: Final = frozenset(
    {"long", "nobody", "first_wins", "seat_0", "first_to_one", "come_back", "forced", "match_seat_0"}
)
"""The figures that are shares, shown in per cent."""
OF_SEAT_0: Final = frozenset({"seat_0", "match_seat_0"})
"""Figures that mean nothing if seat 0 plays like all others."""
CARDS: Final = ("card", "played a round", "rounds won with it", "a copy held at the start wins")
_PLACES: Final = 3
_SIGNIFICANT: Final = 0.995
"""One unit of the last place, after rounding."""

TextTable = tuple[list[str], list[list[str]]]
"""The header and the rows."""


@dataclass(frozen=True)
class FigureRow:
    """A figure of each variant; `differences` are those of all but the first, over the same deals."""

    name: str
    label: str
    estimates: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]

    @property
    def share(self) -> bool:
        """Whether it is shown in per cent."""
        return self.name in SHARES


def figure_rows(study: Study, summaries: Sequence[VariantSummary]) -> list[FigureRow]:
    """Return every figure of the study, except those that are 0 in all variants."""
    found = []
    for name, says in FIGURE_LABELS.items():
        if name in OF_SEAT_0 and len(study.policies) == 1:
            continue
        if name == "forced":
            estimates = tuple(summary.forced.estimate() for summary in summaries)
            differences = tuple(summary.forced.difference() for summary in summaries[1:])
        else:
            of, between = (
                (Moments.share, Moments.difference_of_shares)
                if name in SHARES
                else (Moments.estimate, Moments.estimate)
            )
            estimates = tuple(of(summary.figures[name]) for summary in summaries)
            differences = tuple(between(summary.differences[name]) for summary in summaries[1:])
        if any(estimate.mean for estimate in estimates):
            found.append(FigureRow(name, says, estimates, differences))
    return found


def format_estimate(estimate: Estimate, *, share: bool, signed: bool = False) -> str:
    """Return `44.8 ± 0.2`, or `27.2 ± 0.4 %` for a share; `signed` adds a sign, for differences."""
    scale, unit = (100.0, " %") if share else (1.0, "")
    mean, margin = estimate.mean * scale, estimate.margin * scale
    digits = _digits(margin)
    text = f"{mean:+.{digits}f}" if signed else f"{mean:.{digits}f}"
    width = "∞" if math.isinf(margin) else f"{margin:.{digits}f}"
    return f"{text.replace('-', '−')} ± {width}{unit}"


def _digits(margin: float) -> int:
    """The decimal places that the margin justifies."""
    for digits in range(_PLACES):
        if margin * 10**digits >= _SIGNIFICANT:
            return digits + 1
    return _PLACES


def figure_table(study: Study, summaries: Sequence[VariantSummary]) -> TextTable:
    """Return the table of figures."""
    names = [variant.name for variant in study.variants]
    head = ["", *names, *(f"{name} − {names[0]}" for name in names[1:])]
    rows = []
    for line in figure_rows(study, summaries):
        differences = [format_estimate(d, share=line.share, signed=True) for d in line.differences]
        rows.append(
            [line.label, *(format_estimate(e, share=line.share) for e in line.estimates), *differences]
        )
    percentiles = [str(summary.percentile(0.95)) for summary in summaries]
    nothing = [""] * (len(names) - 1)
    rows.append(["turns that 95 % of rounds do not exceed", *percentiles, *nothing])
    places = range(max(len(summary.places) for summary in summaries))
    rows += [[_place(at), *(_share(s.places, at) for s in summaries), *nothing] for at in places]
    return head, rows


def _place(place: int) -> str:
    return "the dealer's left goes out" if place == 0 else f"place {place + 1} from there goes out"


def _share(counts: Sequence[int], at: int) -> str:
    share = share_of_counts(counts, at)
    return "" if share is None else format_estimate(share, share=True)


def share_of_counts(counts: Sequence[int], at: int) -> Estimate | None:
    """Return the share of one count in the sum of all; None if there is no such count, or all are 0."""
    return share_estimate(counts[at], sum(counts)) if at < len(counts) and any(counts) else None


def published_table(study: Study, summaries: Sequence[VariantSummary]) -> TextTable | None:
    """Return the figures that the study quotes as published beside ours; None if it quotes none."""
    rows = []
    for variant, summary in zip(study.variants, summaries, strict=True):
        for name, value in variant.published:
            share = name in SHARES or name.startswith(PLACE)
            ours, says = _published_figure(summary, name)
            theirs = f"{100 * value:g} %" if share else f"{value:g}"
            own = format_estimate(ours, share=share) if ours.margin else f"{ours.mean:g}"
            more = f"{ours.mean / value - 1:+.1%}" if value else ""
            rows.append([variant.name, says, theirs, own, more.replace("-", "−")])
    return (["", "", "published", "ours", "ours more by"], rows) if rows else None


def _published_figure(summary: VariantSummary, name: str) -> tuple[Estimate, str]:
    """Our estimate of a figure that may be published, and its label."""
    if name == PERCENTILE:
        return Estimate(summary.percentile(0.95), 0.0), "turns that 95 % of rounds do not exceed"
    if name.startswith(PLACE):
        place = int(name.removeprefix(PLACE)) - 1
        return share_of_counts(summary.places, place) or NO_ESTIMATE, _place(place)
    if name == "forced":
        return summary.forced.estimate(), FIGURE_LABELS[name]
    return summary.figures[name].estimate(), FIGURE_LABELS[name]


def card_table(summary: VariantSummary) -> TextTable:
    """Return the table of each face's figures."""
    rows = [
        [
            found.face,
            f"{found.played:.3f}",
            format_estimate(found.decides, share=True),
            format_estimate(found.wins, share=True),
        ]
        for found in summary.by_face()
    ]
    return list(CARDS), rows


def conditions(study: Study) -> str:
    """Return the sentence without which no figure means anything: the policy, the number of rounds, the seed."""
    others = study.policies[-1]
    policy = _policy_text(others)
    if len(study.policies) > 1:
        policy = f"{policy}, seat 0 by {_policy_text(study.policies[0])}"
    by = "" if study.engine is Engine.SIMULATOR else ", played by lastcard.rules"
    return (
        f"{study.rounds:,} rounds by {policy}, seed {study.seed}{by}, over the same deals, and a whole match for every 20 "
        "of them; intervals of 95 %, differences paired by deal."
    )


def _policy_text(policy: Policy) -> str:
    """`policy R`, or a policy's parameters if it has no name."""
    name = next((name for name, known in POLICIES.items() if known == policy), None)
    if name is not None:
        return f"policy {name}"
    parts = [] if policy.weights is None else ["weights " + " ".join(f"{w:g}" for w in policy.weights)]
    chances = ("forget", "catch", "challenge", "challenge_many", "jump")
    parts += [f"{name} {getattr(policy, name):g}" for name in chances if getattr(policy, name)]
    return f"policy {'R' if policy.weights is None else 'of weights'} with {', '.join(parts)}"


def markdown(study: Study, summaries: Sequence[VariantSummary], pictures: Sequence[str] = ()) -> str:
    """Return the report as Markdown; `pictures` are names of files beside it."""
    text = [
        f"# {_escape_markdown(study.title)}",
        "",
        conditions(study),
        "",
        *_markdown_table(figure_table(study, summaries)),
        "",
    ]
    published = published_table(study, summaries)
    if published:
        text += ["## Beside published figures", "", *_markdown_table(published), ""]
    text += [line for name in pictures for line in (f"![{_caption(name)}]({name})", "")]
    for variant, summary in zip(study.variants, summaries, strict=True):
        text += [f"## Cards: {_escape_markdown(variant.name)}", "", *_markdown_table(card_table(summary)), ""]
    return "\n".join(text)


def _caption(name: str) -> str:
    return name.rpartition(".")[0].replace("-", " ")


def _markdown_table(content: TextTable) -> list[str]:
    head, rows = content
    return [_row(head), "| " + " | ".join(["---"] * len(head)) + " |", *(_row(row) for row in rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_escape_markdown, cells)) + " |"


def _escape_markdown(text: str) -> str:
    """Escape whatever Markdown would take for markup."""
    return re.sub(r"[\\`*\[\]#|~<>&]|(?<![^\W_])_|_(?![^\W_])", r"\\\g<0>", text)


_STYLE: Final = (
    "body{font:16px/1.45 system-ui,sans-serif;max-width:1000px;margin:40px auto;padding:0 20px;color:#14121f;background:#f6f1e7}"
    "table{border-collapse:collapse;background:#fffdf8}th,td{padding:7px 12px;border-bottom:1px solid #d9d2c2;text-align:right}"
    "td{white-space:nowrap;font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}"
    ".wide{overflow-x:auto}svg{max-width:100%;height:auto;margin-top:24px}"
)


def html_page(
    study: Study, summaries: Sequence[VariantSummary], drawings: Mapping[str, str] | None = None
) -> str:
    """Return the report as one self-contained HTML page; `drawings` are SVG by name."""
    title = html.escape(study.title)
    parts = [
        f"<h1>{title}</h1><p>{html.escape(conditions(study))}</p>",
        _html_table(figure_table(study, summaries)),
    ]
    published = published_table(study, summaries)
    if published:
        parts.append(f"<h2>Beside published figures</h2>{_html_table(published)}")
    for name, drawing in (drawings or {}).items():
        image = _inline(drawing, name)
        parts.append(f'<figure role="img" aria-label="{html.escape(_caption(name))}">{image}</figure>')
    for variant, summary in zip(study.variants, summaries, strict=True):
        parts.append(f"<h2>Cards: {html.escape(variant.name)}</h2>{_html_table(card_table(summary))}")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{_STYLE}</style>{''.join(parts)}</html>\n"
    )


def _inline(drawing: str, name: str) -> str:
    """The SVG element of a drawing, with ids that are unique in the page."""
    svg = drawing[drawing.index("<svg") :]
    own = re.sub(r"\W", "", name)
    return re.sub(r'(\bid="|"#|url\(#)', lambda found: f"{found[0]}{own}-", svg)


def _html_table(content: TextTable) -> str:
    head, rows = content
    cells = "".join(f"<th scope=col>{html.escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<div class=wide tabindex=0><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>"
