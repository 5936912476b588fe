"""One even swing through few points, where an autocorrelation has too little to go by.

A sine wave is fitted beside the course (a line and a descent that slows down) at every frequency; what it explains of
the rest is held against what the best of as many frequencies explains of white noise. Values must be finite.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Of the rest of the variance, whatever the noise: memory of neighbours explains half of it now and then.
LEAST_SHARE = 0.75


class Rhythm(NamedTuple):
    """The period in points, the distance of a crest from the middle, and the chance of white noise to look so."""

    period: float
    size: float
    p: float


def rhythm(values: ArrayLike, *, cycles: float = 3.0, p: float = 1e-3) -> Rhythm | None:
    """The swing that explains most, if it repeats itself `cycles` times and noise has no more chance than `p`."""
    array = np.asarray(values, dtype=np.float64).ravel()
    free = array.size - 5  # three for the course, two for the wave
    if array.size < 10 or float(np.ptp(array)) == 0.0:
        return None
    share = np.linspace(0.0, 1.0, array.size)
    course = np.column_stack((np.ones(array.size), share, np.exp(-share / 0.1)))
    rest = float(np.square(_rest(course, array)).sum())
    # Four to a cycle more of the series: a peak of the periodogram is as wide as one.
    tried = np.linspace(cycles, array.size / 2.0, max(2, 4 * int(array.size / 2.0 - cycles) + 1))
    best, left, size = 0.0, rest, 0.0
    for frequency in tried.tolist():
        angle = 2.0 * math.pi * frequency * share * (array.size - 1) / array.size
        both = np.column_stack((course, np.cos(angle), np.sin(angle)))
        weights, *_ = np.linalg.lstsq(both, array, rcond=None)
        unexplained = float(np.square(array - both @ weights).sum())
        if unexplained < left:
            best, left, size = frequency, unexplained, float(np.hypot(weights[3], weights[4]))
    if best == 0.0 or left > (1.0 - LEAST_SHARE) * rest:
        return None
    # Two free numbers explain this much of white noise with the chance (1 - share) ** (free / 2), at one frequency.
    chance = min(1.0, tried.size * max(left / rest, 1e-12) ** (free / 2.0))
    if chance > p:
        return None
    # At two points a cycle a sine has no height of its own: what is told is how far the curve itself goes.
    swing = _rest(course, array)
    return Rhythm(array.size / best, min(size, float(np.quantile(np.abs(swing), 0.9))), chance)


def _rest(course: NDArray[np.float64], array: NDArray[np.float64]) -> NDArray[np.float64]:
    weights, *_ = np.linalg.lstsq(course, array, rcond=None)
    rest: NDArray[np.float64] = array - course @ weights
    return rest
