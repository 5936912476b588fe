"""Median and spread that a few wild values cannot move.

Every function takes any sequence of numbers, ignores non-finite values, and finds no spread (0.0) and no median (NaN)
in an empty one. A constant or a single point has a spread of 0.0. Nothing here warns or raises, also near the ends of
the number range.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

# A normal distribution has its quartiles at +-0.6745 sd: 1 / 0.6745 = 1.4826 and 2 * 0.6745 = 1.349.
MAD_TO_SD = 1.4826022185056018
IQR_TO_SD = 1.3489795003921634


def finite(values: ArrayLike) -> NDArray[np.float64]:
    """The finite values, flat, in their order."""
    array = np.asarray(values, dtype=np.float64).ravel()
    keep = np.isfinite(array)
    return array if keep.all() else array[keep]


def normalized(values: ArrayLike) -> tuple[NDArray[np.float64], float]:
    """The finite values over a power of two that brings the largest below one, and that power.

    Sums, differences and squares of the result cannot overflow, and no digit is lost (what lies 300 orders below
    the largest becomes zero).
    """
    array = finite(values)
    largest = float(np.abs(array).max(initial=0.0))
    if largest == 0.0:
        return array, 1.0
    # 1022 because 2.0**1024 is no longer a number; the largest is then below four instead of one.
    unit = math.ldexp(1.0, max(-1021, min(1022, math.frexp(largest)[1])))
    return array / unit, unit


def median(values: ArrayLike) -> float:
    """The middle value; NaN when there is none."""
    array, unit = normalized(values)
    return float(np.median(array)) * unit if array.size else math.nan


def mad(values: ArrayLike) -> float:
    """Median absolute deviation from the median, scaled to agree with the standard deviation of normal values."""
    array, unit = normalized(values)
    return _mad(array) * unit


def robust_scale(values: ArrayLike) -> float:
    """The spread: MAD; where more than half of the values are equal the quartiles, then the standard deviation."""
    array, unit = normalized(values)
    if array.size < 2 or np.all(array == array[0]):
        return 0.0
    spread = _mad(array)
    if spread == 0.0:
        low, high = np.quantile(array, (0.25, 0.75))
        spread = float(high - low) / IQR_TO_SD
    return (spread or float(array.std())) * unit


def noise(values: ArrayLike) -> float:
    """Standard deviation of the point-to-point noise, from first differences, so that a slow trend does not count."""
    array, unit = normalized(values)
    return _mad(np.diff(array)) / math.sqrt(2.0) * unit


def _mad(array: NDArray[np.float64]) -> float:
    if array.size < 2:
        return 0.0
    return MAD_TO_SD * float(np.median(np.abs(array - np.median(array))))
