"""The course of a noisy series as a few levels, each with the error that the noise leaves.

Non-finite values must have been taken out. Positive series are best handed over as logarithms.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.autocorrelation import long_run_variance
from traindx.signals.robust import normalized
from traindx.signals.smoothing import block_means, block_starts


class Course(NamedTuple):
    """Means of consecutive blocks; `error` is the standard error of one of them; `starts` are places of their heads."""

    levels: NDArray[np.float64]
    error: float
    starts: NDArray[np.int64]


def course(values: ArrayLike, count: int = 10) -> Course:
    """The series in at most `count` blocks of at least two values (of one, where there are fewer than eight)."""
    array, unit = normalized(values)
    blocks = max(1, min(count, array.size // 2 if array.size >= 8 else array.size))
    if array.size == 0:
        return Course(np.empty(0), 0.0, np.empty(0, dtype=np.int64))
    length = array.size / blocks
    error = math.sqrt(_variance(array) / length)
    return Course(block_means(array, blocks) * unit, error * unit, block_starts(array.size, blocks))


def straightness(levels: ArrayLike) -> tuple[float, float]:
    """Slope a place of the line through the levels, and the share of their variance that it explains."""
    array, unit = normalized(levels)
    if array.size < 3:
        return 0.0, 0.0
    place = np.arange(array.size) - (array.size - 1) / 2.0
    centred = array - array.mean()
    power = float(centred @ centred)
    slope = float(place @ centred) / float(place @ place)
    return slope * unit, slope * slope * float(place @ place) / power if power > 1e-28 * array.size else 0.0


def trend(levels: ArrayLike, error: float) -> tuple[float, float]:
    """The change along the line through the levels, from the first to the last, and its standard error."""
    slope, _ = straightness(levels)
    count = np.asarray(levels).size
    if count < 3:
        return 0.0, math.inf
    return slope * (count - 1), error * math.sqrt(12.0 * (count - 1) / (count * (count + 1)))


def _variance(array: NDArray[np.float64]) -> float:
    """n times the variance of a mean, of the noise alone: a bend of the course must not count as noise."""
    if array.size < 4:
        return 0.0
    # Second differences of white noise have six times its variance; persistence is what they cannot see.
    jumps = np.diff(array, 2)
    white = float(np.median(np.abs(jumps)) * 1.4826) ** 2 / 6.0
    return max(white, min(long_run_variance(array), 40.0 * white))
