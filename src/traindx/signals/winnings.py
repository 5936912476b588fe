"""Whether a noisy series has won anything, and lost it again, causally: later values change nothing of it.

A level is the median of the last twenty values. Values must be finite.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import MAD_TO_SD
from traindx.signals.smoothing import trailing_median
from traindx.signals.windows import window_medians

WIDTH = 20


def lost_again(values: ArrayLike, *, share: float = 0.5, z: float = 6.0) -> int | None:
    """The first place at which more than `share` is lost of what the level had won since its start, beyond noise."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if array.size < 2 * WIDTH:
        return None
    level, error = _levels(array, z)
    best = np.maximum.accumulate(level)
    won = best - level[0]
    lost = (won > 2.0 * error) & (best - level > error) & (best - level > share * won)
    return int(np.argmax(lost)) + WIDTH - 1 if lost.any() else None


def has_won(values: ArrayLike, *, z: float = 6.0) -> bool:
    """Whether the last level lies above the first one, beyond noise."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if array.size < 2 * WIDTH:
        return False
    level, error = _levels(array, z)
    return bool(level[-1] - level[0] > error[-1])


def _levels(array: NDArray[np.float64], z: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    places = np.arange(array.size)
    steps = np.abs(np.diff(array, prepend=array[0]))
    spread = MAD_TO_SD / math.sqrt(2.0) * window_medians(steps, places - 200, places + 1)
    # A median is by a quarter less sure than their mean; levels of neighbours share most of their values.
    error = z * 1.25 / math.sqrt(WIDTH) * spread[WIDTH - 1 :]
    return trailing_median(array, WIDTH)[WIDTH - 1 :], error
