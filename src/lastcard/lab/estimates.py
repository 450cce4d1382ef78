"""Sums that can be added up, and the means, ratios and 95 % intervals computed from them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NORMAL_95: Final = 1.959964
"""The quantile of the normal distribution for a two-sided 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """A mean and half the width of its 95 % interval."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.margin


NO_ESTIMATE: Final = Estimate(0.0, 0.0)


@dataclass
class Moments:
    """Number, sum and sum of squares of some values; the moments of disjoint values can be added."""

    n: float = 0.0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, column: NDArray[np.float64]) -> Moments:
        """Return the moments of a column."""
        return cls(float(len(column)), float(column.sum()), float((column * column).sum()))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def estimate(self) -> Estimate:
        """Return the mean with its 95 % interval by the normal approximation; infinitely wide for a single value."""
        if not self.n:
            return NO_ESTIMATE
        mean = self.total / self.n
        if self.n == 1:
            return Estimate(mean, math.inf)
        variance = max(0.0, self.squares - self.n * mean * mean) / (self.n - 1)
        return Estimate(mean, NORMAL_95 * math.sqrt(variance / self.n))

    def share(self) -> Estimate:
        """Return the mean of values that are 0 or 1; its interval has a width even if all values are equal."""
        return share_estimate(self.total, self.n)

    def difference_of_shares(self) -> Estimate:
        """Return the mean of values that are -1, 0 or 1 with the interval of Agresti and Min, which always has a width."""
        if not self.n:
            return NO_ESTIMATE
        more = self.n + 2
        variance = self.squares + 1 - self.total**2 / more
        return Estimate(self.total / self.n, NORMAL_95 * math.sqrt(variance) / more)


def share_estimate(part: float, whole: float) -> Estimate:
    """Return a share of `whole` independent cases; the margin reaches to the farther end of Wilson's interval."""
    if not whole:
        return NO_ESTIMATE
    share, z = part / whole, NORMAL_95**2 / whole
    half = math.sqrt(z * share * (1 - share) + z * z / 4)
    return Estimate(share, (half + z * abs(0.5 - share)) / (1 + z))


@dataclass
class RatioSums:
    """The sums from which a ratio of two totals, and its difference from another ratio over the same deals, are estimated.

    `totals`: the sums of part and whole, and of the first variant's part and whole. `products`: the sums of their products by
    row.
    """

    n: float = 0.0
    totals: list[float] = field(default_factory=lambda: [0.0] * 4)
    products: list[float] = field(default_factory=lambda: [0.0] * 16)

    @classmethod
    def of(cls, *columns: NDArray[np.float64]) -> RatioSums:
        """Return the sums of the columns part and whole, optionally followed by the first variant's part and whole."""
        rest = [np.zeros_like(columns[0])] * (4 - len(columns))
        table = np.stack([*columns, *rest])
        return cls(float(table.shape[1]), table.sum(axis=1).tolist(), (table @ table.T).ravel().tolist())

    def __add__(self, other: RatioSums) -> RatioSums:
        return RatioSums(
            self.n + other.n,
            [a + b for a, b in zip(self.totals, other.totals, strict=True)],
            [a + b for a, b in zip(self.products, other.products, strict=True)],
        )

    def estimate(self) -> Estimate:
        """Return part / whole with the interval of a ratio of correlated sums."""
        part, whole, *_ = self.totals
        if not whole:
            return NO_ESTIMATE
        return Estimate(part / whole, self._margin([1 / whole, -part / whole**2, 0.0, 0.0]))

    def difference(self) -> Estimate:
        """Return the difference from the first variant's ratio over the same deals."""
        part, whole, base_part, base_whole = self.totals
        if not whole or not base_whole:
            return NO_ESTIMATE
        weights = [1 / whole, -part / whole**2, -1 / base_whole, base_part / base_whole**2]
        return Estimate(part / whole - base_part / base_whole, self._margin(weights))

    def _margin(self, weights: list[float]) -> float:
        """The margin of a weighted sum over rounds, by linear approximation; infinite for a single round.

        With these weights the terms have the mean 0.
        """
        if self.n == 1:
            return math.inf
        a = np.array(weights)
        return NORMAL_95 * math.sqrt(max(0.0, float(a @ np.array(self.products).reshape(4, 4) @ a)))
