"""Whether what a noisy series had won is lost again, found causally: later values never change what is said of a place.

A level is the median of the last twenty values. Values must be finite.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from traindx.signals.robust import MAD_TO_SD
from traindx.signals.smoothing import trailing_median
from traindx.signals.windows import window_medians

WIDTH = 20


def lost_again(values: ArrayLike, *, share: float = 0.5, z: float = 6.0) -> int | None:
    """The first place at which more than `share` is lost of what the level had won since its start, beyond noise."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if array.size < 2 * WIDTH:
        return None
    places = np.arange(array.size)
    steps = np.abs(np.diff(array, prepend=array[0]))
    spread = MAD_TO_SD / math.sqrt(2.0) * window_medians(steps, places - 200, places + 1)
    # A median is by a quarter less sure than their mean; levels of neighbours share most of their values.
    error = z * 1.25 / math.sqrt(WIDTH) * spread[WIDTH - 1 :]
    level = trailing_median(array, WIDTH)[WIDTH - 1 :]
    best = np.maximum.accumulate(level)
    won = best - level[0]
    lost = (won > 2.0 * error) & (best - level > error) & (best - level > share * won)
    return int(np.argmax(lost)) + WIDTH - 1 if lost.any() else None
