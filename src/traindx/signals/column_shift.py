"""Whether a column is distributed in one table as in another.

The distance is that of Kolmogorov and Smirnov: the largest difference of the shares that lie below any value. It asks
for nothing but order, so tails and scales do not matter; with `columns` tested at once, each must be so much rarer.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST = 30  # finite values on either side
CHANCE = 1e-3  # that any of the columns of two equal tables passes for different


class Shift(NamedTuple):
    """One column that differs: by how much, and its median and spread on both sides."""

    column: int
    distance: float
    medians: tuple[float, float]
    spreads: tuple[float, float]


def column_shift(table: Floats, other: Floats, *, least: float = 0.2) -> list[Shift]:
    """The columns whose distance is no chance and at least `least`, the largest first."""
    found = []
    width = min(table.shape[1], other.shape[1])
    for place in range(width):
        one, two = (np.sort(side[np.isfinite(side)]) for side in (table[:, place], other[:, place]))
        if min(len(one), len(two)) < LEAST:
            continue
        distance = _distance(one, two)
        # P(D > d) is about 2 exp(-2 d^2 nm / (n + m)).
        chance = 2.0 * math.exp(-2.0 * distance**2 * len(one) * len(two) / (len(one) + len(two)))
        if distance >= least and chance < CHANCE / width:
            found.append(Shift(place, distance, (_middle(one), _middle(two)), (_spread(one), _spread(two))))
    return sorted(found, key=lambda one: -one.distance)


def _distance(one: Floats, two: Floats) -> float:
    both = np.concatenate([one, two])
    below = [np.searchsorted(side, both, side="right") / len(side) for side in (one, two)]
    return float(np.abs(below[0] - below[1]).max())


def _middle(ordered: Floats) -> float:
    return float(ordered[len(ordered) // 2])


def _spread(ordered: Floats) -> float:
    low, high = ordered[len(ordered) // 10], ordered[(9 * len(ordered)) // 10]
    return float(high / 2.56 - low / 2.56)  # of a normal distribution the standard deviation
