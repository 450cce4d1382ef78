"""Are deals fair? Chi-square over which card lies at which place, with shuffles that are known to be unfair beside it.

`python -m tests.shuffles --deals 1000000 --seed 1` tests the order of the deal, as `lastcard.dealing` makes it. Each deal
has a secret of its own, made from the seed by SHA-256, so the same command prints the same figures.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from lastcard.dealing import BOT, NumberStream, shuffled

SIZE: Final = 108
"""The cards of a deck; in the test each is told apart from the others."""
LEAST: Final = 0.001
"""The least p-value with which a shuffle passes."""
CONTROL: Final = 20_000
"""How many deals of each unfair shuffle; they must be caught with these."""
BATCH: Final = 2_000


class Place(NamedTuple):
    """A card by its place in the sorted deck: `shuffled` asks no more of a card than its token."""

    token: str
    number: int


DECK: Final = [Place(f"{number:03}", number) for number in range(SIZE)]

Order = list[int]
Shuffle = Callable[[NumberStream], Order]


class Result(NamedTuple):
    """What the test came to."""

    deals: int
    statistic: float
    freedom: int
    p: float

    @property
    def passes(self) -> bool:
        """Whether the shuffle may be fair."""
        return self.p > LEAST


# Shuffles


def dealt(stream: NumberStream) -> Order:
    """The order of a deal, by the code that deals."""
    deck: Any = DECK
    order: Any = shuffled(deck, stream.below)
    return [place.number for place in order]


def naive(stream: NumberStream) -> Order:
    """Each place changes with any place: n to the n ways, which the n! orders cannot share evenly."""
    order = list(range(SIZE))
    for place in range(SIZE):
        at = stream.below(SIZE)
        order[place], order[at] = order[at], order[place]
    return order


def modulo(stream: NumberStream) -> Order:
    """The remainder of one byte, without passing any over: small numbers are likelier."""
    order = list(range(SIZE))
    for last in range(SIZE - 1, 0, -1):
        at = (stream.word() & 255) % (last + 1)
        order[last], order[at] = order[at], order[last]
    return order


def sattolo(stream: NumberStream) -> Order:
    """Off by one: no card changes with itself, so the orders are single cycles."""
    order = list(range(SIZE))
    for last in range(SIZE - 1, 0, -1):
        at = stream.below(last)
        order[last], order[at] = order[at], order[last]
    return order


BIASED: Final[dict[str, Shuffle]] = {
    "naive swap": naive,
    "modulo bias": modulo,
    "off by one (Sattolo)": sattolo,
}


# The test


def judged(
    shuffle: Shuffle, deals: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> Result:
    """The test of a shuffle over so many deals."""
    return chi_square(deals, counts((shuffle(stream) for stream in streams(seed, deals)), progress))


def streams(seed: int, count: int) -> Iterator[NumberStream]:
    """So many streams, each of a secret of its own."""
    for number in range(count):
        yield NumberStream(hashlib.sha256(f"{seed}:{number}".encode()).digest(), ((0, BOT), (1, BOT)), "deal")


def counts(orders: Iterable[Order], progress: Callable[[int], None] = lambda _: None) -> list[Counter[int]]:
    """For each place, how often each card lay there."""
    left = iter(orders)
    table: list[Counter[int]] = [Counter() for _ in range(SIZE)]
    done = 0
    while batch := list(islice(left, BATCH)):
        for place, column in zip(table, zip(*batch, strict=True), strict=True):
            place.update(column)
        progress(done := done + len(batch))
    return table


def chi_square(deals: int, table: list[Counter[int]]) -> Result:
    """Pearson's statistic of card × place.

    In every order each card lies somewhere and each place holds one, so rows and columns are fixed. Over fair orders
    the deviations then have the covariance of a chi-square of (n - 1)² degrees of freedom, n / (n - 1) times as
    large: the sum of squares is scaled by (n - 1) / n.
    """
    expected = deals / SIZE
    squares = sum((place[card] - expected) ** 2 for place in table for card in range(SIZE))
    statistic, freedom = squares / expected * (SIZE - 1) / SIZE, (SIZE - 1) ** 2
    return Result(deals, statistic, freedom, survival(statistic, freedom))


def survival(statistic: float, freedom: int) -> float:
    """The probability that a chi-square of so many degrees of freedom is at least that large.

    It is the regularized upper gamma function Q(freedom / 2, statistic / 2): by its series below the mean, by its
    continued fraction (Lentz) above.
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * 1e-17:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / (b or tiny)
    found = d
    for i in range(1, 1_000_000):
        step = -i * (i - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            return found
    raise ArithmeticError(f"the fraction of {a}, {x} does not settle")


# By hand


def line(name: str, result: Result, *, fair: bool) -> str:
    """One line of the report."""
    verdict = (
        ("passes" if result.passes else "FAILS") if fair else ("NOT CAUGHT" if result.passes else "caught")
    )
    return (
        f"{name:22}{result.deals:>9} deals  chi-square {result.statistic:10.1f} of {result.freedom}  "
        f"p {result.p:.3g}  {verdict}"
    )


def main() -> int:
    """Test the deal and the unfair shuffles; 0 if the deal passes and each of the others is caught."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.shuffles", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--deals", type=int, default=1_000_000, help="how many deals (default: 1000000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of their secrets (default: 1)")
    args = parser.parse_args()
    tty = sys.stderr.isatty()

    def progress(done: int) -> None:
        if tty:
            print(f"\r{done:,} of {args.deals:,}", end="", file=sys.stderr)

    found = judged(dealt, args.deals, args.seed, progress)
    if tty:
        print("\r" + " " * 40, end="\r", file=sys.stderr)
    print(line("deal", found, fair=True))
    controls = {name: judged(shuffle, CONTROL, args.seed) for name, shuffle in BIASED.items()}
    for name, result in controls.items():
        print(line(name, result, fair=False))
    return 0 if found.passes and not any(result.passes for result in controls.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
