"""Does a series rise or fall, and how fast.

Pairs (or values) that are not finite are left out. With fewer than two different places there is no slope (0.0), and
with nothing to compare the answer is p = 1. Rank tests take their points for independent: on a persistent series use
`block_trend`, whose blocks are nearly so.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import finite, median, normalized
from traindx.signals.smoothing import block_means, block_starts
from traindx.signals.windows import window_medians

# All pairs of 500 points are 125,000 slopes, some milliseconds; medians of 500 blocks keep what all the points say.
MOST_POINTS = 500


def theil_sen(x: ArrayLike, y: ArrayLike) -> tuple[float, float]:
    """Slope (median of all pairs) and intercept (median y less slope times median x); of block medians where long."""
    xs, ys = np.asarray(x, dtype=np.float64).ravel(), np.asarray(y, dtype=np.float64).ravel()
    keep = np.isfinite(xs) & np.isfinite(ys)
    (xs, x_unit), (ys, y_unit) = normalized(xs[keep]), normalized(ys[keep])
    if xs.size > MOST_POINTS:
        starts = block_starts(xs.size, MOST_POINTS)
        stops = np.append(starts[1:], xs.size)
        xs, ys = window_medians(xs, starts, stops), window_medians(ys, starts, stops)
    if xs.size == 0:
        return 0.0, math.nan
    first, second = np.triu_indices(xs.size, 1)
    run = xs[second] - xs[first]
    # Places closer than rounding of the farthest are the same place.
    apart = np.abs(run) > 1e-300
    with np.errstate(over="ignore"):
        slopes = (ys[second] - ys[first])[apart] / run[apart]
    slope = median(slopes) if slopes.size else 0.0
    slope = slope if math.isfinite(slope) else 0.0
    intercept = float(np.median(ys)) - slope * float(np.median(xs))
    return slope * (y_unit / x_unit), intercept * y_unit


def mann_kendall(values: ArrayLike) -> tuple[float, float]:
    """Kendall's tau (b) of the values with their order, from -1 falling to 1 rising, and its two-sided p."""
    array = finite(values)
    size = array.size
    unique, ranks, counts = np.unique(array, return_inverse=True, return_counts=True)
    if size < 2 or unique.size < 2:
        return 0.0, 1.0
    pairs = size * (size - 1) / 2.0
    sizes = counts.astype(np.float64)
    tied = float((sizes * (sizes - 1.0)).sum()) / 2.0
    score = pairs - tied - 2.0 * _inversions(ranks.astype(np.int64))
    variance = size * (size - 1.0) * (2.0 * size + 5.0) - float((sizes * (sizes - 1.0) * (2.0 * sizes + 5.0)).sum())
    # Scores come in steps of two: half a step of continuity keeps ten points honest.
    distance = max(0.0, abs(score) - 1.0) / math.sqrt(variance / 18.0)
    tau = score / math.sqrt(pairs * (pairs - tied))
    return tau, math.erfc(distance / math.sqrt(2.0))


def block_trend(values: ArrayLike, blocks: int = 10) -> tuple[float, int]:
    """The p of a monotone trend over block means, and its sign (-1, 0, 1); p = 1 for fewer than ten values.

    Where neighbours correlate by .9, raw points see a trend in seven of ten series without one, ten blocks in one.
    """
    array, _ = normalized(values)
    if array.size < 10:
        return 1.0, 0
    tau, p = mann_kendall(block_means(array, blocks))
    return p, (tau > 0.0) - (tau < 0.0)


def _inversions(ranks: NDArray[np.int64]) -> int:
    """How many pairs stand in falling order: bit by bit, each pair counted at the highest bit in which it differs."""
    total = 0
    for level in reversed(range(max(1, int(ranks.max()).bit_length()))):
        # Ranks with the same higher bits stand together, in their order; a one before a zero is an inversion.
        group = ranks >> (level + 1)
        one = (ranks >> level) & 1
        ones_before = np.cumsum(one) - one
        begins = np.flatnonzero(np.diff(group, prepend=-1))
        lengths = np.diff(np.append(begins, ranks.size))
        within = ones_before - np.repeat(ones_before[begins], lengths)
        total += int(within[one == 0].sum())
        ranks = ranks[np.argsort(ranks >> level, kind="stable")]
    return total
