"""The figures of rounds and matches, and the summary of a variant, which can be added up over jobs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lastcard.lab.estimates import Estimate, Moments, RatioSums, share_estimate
from lastcard.rules.cards import ALL_CARDS
from lastcard.rules.options import Scoring
from lastcard.sim.play import CARD_COUNTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastcard.lab.matches import Matches
    from lastcard.rules.ruleset import Ruleset
    from lastcard.sim.play import Rounds

LONG_ROUND: Final = 100
"""A round with more turns than this counts as long."""
FAR_BEHIND: Final = 5
"""Going out after being this many cards behind the leader counts as a comeback."""
MAX_TURNS: Final = 1000
"""The last bin of the histogram of turns; it includes all longer rounds."""
COLOURED_FACES: Final = 14
"""How many faces a colour has; the kernel numbers the wild cards after them."""

FIGURE_LABELS: Final[Mapping[str, str]] = {
    "turns": "turns a round",
    "decisions": "decisions a round",
    "long": f"rounds of more than {LONG_ROUND} turns",
    "nobody": "rounds in which nobody went out",
    "points": "points a round",
    "first_wins": "who acts first goes out",
    "seat_0": "seat 0 goes out",
    "first_to_one": "who is first down to one card goes out",
    "come_back": f"who goes out was {FAR_BEHIND} or more cards behind",
    "lead_changes": "changes of the lead a round",
    "drawn": "cards drawn a round",
    "own_draws": "cards drawn on one's turn a round",
    "forced": "share of drawn cards that were forced",
    "caught": "catches a round",
    "challenged": "challenges a round",
    "match_rounds": "rounds a match",
    "match_turns": "turns a match",
    "match_seat_0": "seat 0 wins the match",
}
"""The name and the label of each figure."""

Columns = dict[str, "NDArray[np.float64]"]
"""Per figure, its value in each round or match."""


def round_figures(rules: Ruleset, rounds: Rounds) -> Columns:
    """Return each figure of each round; `forced` is a number of cards, to be divided by `drawn`."""
    out, first = rounds.column("out"), rounds.column("first")
    turns, went = rounds.column("turns"), out >= 0
    behind = np.where(went, np.take_along_axis(rounds.behind, np.maximum(out, 0)[:, None], axis=1)[:, 0], 0)
    points = rounds.column("won") if rules.scoring is Scoring.FIRST_TO else rounds.points.sum(axis=1)
    found = {
        "turns": turns,
        "decisions": rounds.column("decisions"),
        "long": turns > LONG_ROUND,
        "nobody": ~went,
        "points": points,
        "first_wins": went & (out == first),
        "seat_0": out == 0,
        "first_to_one": went & (out == rounds.column("first_to_one")),
        "come_back": went & (behind >= FAR_BEHIND),
        "lead_changes": rounds.column("lead_changes"),
        "drawn": rounds.column("drawn"),
        "own_draws": rounds.column("drawn") - rounds.column("forced"),
        "forced": rounds.column("forced"),
        "caught": rounds.column("caught"),
        "challenged": rounds.column("challenged"),
    }
    return {name: column.astype(np.float64) for name, column in found.items()}


def match_figures(rules: Ruleset, matches: Matches) -> Columns:
    """Return each figure of each match; with teams, seat 0 wins if its team does."""
    side = rules.team_of(0) if rules.teams else 0
    found = {
        "match_rounds": matches.rounds,
        "match_turns": matches.turns,
        "match_seat_0": matches.winner == side,
    }
    return {name: column.astype(np.float64) for name, column in found.items()}


@dataclass(frozen=True)
class FaceFigures:
    """Figures of one face's cards, as shares of rounds or cards.

    `played`: plays per round. `decides`: rounds won with it as the last card. `wins`: how often a card held at the start is in
    the winner's hand.
    """

    face: str
    played: float
    decides: Estimate
    wins: Estimate


@dataclass
class VariantSummary:
    """All that is kept of a variant's rounds and matches; summaries of different rounds can be added.

    `figures` by name; `differences` from the first variant's figures over the same deals; `forced` draws as a ratio; `places`:
    how often each place, counted from the dealer's left, went out, and `seats` likewise; `turns`: a histogram; `cards`:
    CARD_COUNTS per card.
    """

    figures: dict[str, Moments] = field(default_factory=dict)
    differences: dict[str, Moments] = field(default_factory=dict)
    forced: RatioSums = field(default_factory=RatioSums)
    places: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    cards: list[list[int]] = field(default_factory=lambda: [[] for _ in CARD_COUNTS])

    def __add__(self, other: VariantSummary) -> VariantSummary:
        return VariantSummary(
            _merged(self.figures, other.figures),
            _merged(self.differences, other.differences),
            self.forced + other.forced,
            _sums(self.places, other.places),
            _sums(self.seats, other.seats),
            _sums(self.turns, other.turns),
            [_sums(a, b) for a, b in zip(self.cards, other.cards, strict=True)],
        )

    def percentile(self, share: float) -> int:
        """Return the number of turns that this share of the rounds does not exceed."""
        wanted = share * sum(self.turns)
        so_far = 0
        for turns, count in enumerate(self.turns):
            so_far += count
            if so_far >= wanted:
                return turns
        return 0

    def by_face(self) -> list[FaceFigures]:
        """Return the figures of each face that was dealt."""
        rounds, decided = self.figures["turns"].n, sum(self.cards[1]) or 1
        played, last = _faces(self.cards[0]), _faces(self.cards[1])
        found = []
        for at, face in enumerate(_face_names()):
            held, won, *products = (row[at] for row in self.cards[2:])
            if not held:
                continue
            decides = share_estimate(last[at], decided)
            wins = RatioSums(rounds, [won, held, 0.0, 0.0], _two_by_two(*products)).estimate()
            found.append(FaceFigures(face, played[at] / rounds, decides, wins))
        return found

    def data(self) -> dict[str, Any]:
        """Return plain data that `summary_from` reads back."""
        return asdict(self)


def summary_from(data: Mapping[str, Any]) -> VariantSummary:
    """Read the result of `VariantSummary.data`; KeyError or TypeError if it is something else."""
    return VariantSummary(
        {name: Moments(**sums) for name, sums in data["figures"].items()},
        {name: Moments(**sums) for name, sums in data["differences"].items()},
        RatioSums(**data["forced"]),
        *(list(data[name]) for name in ("places", "seats", "turns", "cards")),
    )


def summarise(
    rules: Ruleset, rounds: Rounds, matches: Matches, base: Columns | None = None
) -> tuple[VariantSummary, Columns]:
    """Return the summary of rounds and matches, and their figures; `base` has the first variant's figures over the same deals."""
    found = round_figures(rules, rounds) | match_figures(rules, matches)
    out, dealer = rounds.column("out"), rounds.column("dealer")
    places = (out - dealer - 1) % rules.players
    before = () if base is None else (base["forced"], base["drawn"])
    summary = VariantSummary(
        {name: Moments.of(column) for name, column in found.items()},
        {name: Moments.of(found[name] - column) for name, column in (base or {}).items()},
        RatioSums.of(found["forced"], found["drawn"], *before),
        np.bincount(places[out >= 0], minlength=rules.players).tolist(),
        np.bincount(out[out >= 0], minlength=rules.players).tolist(),
        np.bincount(np.minimum(rounds.column("turns"), MAX_TURNS), minlength=MAX_TURNS + 1).tolist(),
        rounds.cards.tolist(),
    )
    return summary, found


def _face_names() -> list[str]:
    """The faces in the kernel's order, regardless of colour."""
    coloured = [card.face.value for card in ALL_CARDS[:COLOURED_FACES]]
    return coloured + [card.face.value for card in ALL_CARDS if card.wild]


def _faces(cards: list[int]) -> list[int]:
    """Counts of cards added up by face."""
    coloured = 4 * COLOURED_FACES
    return [sum(cards[at:coloured:COLOURED_FACES]) for at in range(COLOURED_FACES)] + cards[coloured:]


def _two_by_two(whole_whole: int, whole_part: int, part_part: int) -> list[float]:
    """The products of part and whole, laid out as in `RatioSums.products`."""
    rows = [[part_part, whole_part, 0, 0], [whole_part, whole_whole, 0, 0], [0] * 4, [0] * 4]
    return [float(product) for row in rows for product in row]


def _merged(a: Mapping[str, Moments], b: Mapping[str, Moments]) -> dict[str, Moments]:
    return {name: a.get(name, Moments()) + b.get(name, Moments()) for name in {**a, **b}}


def _sums(a: list[int], b: list[int]) -> list[int]:
    longest = max(len(a), len(b))
    return [x + y for x, y in zip(a + [0] * (longest - len(a)), b + [0] * (longest - len(b)), strict=True)]
