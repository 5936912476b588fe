"""How long each step took, where a log says it in seconds or as so many a second.

A time that is not above zero is none. Pauses (an evaluation, a checkpoint, a compilation) are single long steps: the
median over a stretch does not know them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.smoothing import block_starts
from traindx.signals.windows import window_medians


def durations(values: ArrayLike, *, a_second: bool) -> NDArray[np.float64]:
    """Seconds a step (or a sample); NaN where there is no time."""
    array = np.asarray(values, dtype=np.float64).ravel()
    good = np.isfinite(array) & (array > 0)
    safe = np.where(good, array, 1.0)
    with np.errstate(over="ignore"):
        seconds = 1.0 / safe if a_second else safe
    return np.where(good & np.isfinite(seconds), seconds, np.nan)


def block_medians(values: ArrayLike, count: int) -> NDArray[np.float64]:
    """The medians of so many consecutive stretches; a short series as it is."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if not array.size or count < 1:
        return np.empty(0)
    starts = block_starts(array.size, min(count, array.size))
    return window_medians(array, starts, np.append(starts[1:], array.size))


def as_share(values: ArrayLike) -> NDArray[np.float64]:
    """Shares from 0 to 1, also of a writer who counts in percent."""
    array = np.asarray(values, dtype=np.float64).ravel()
    highest = np.max(array[np.isfinite(array)], initial=0.0)
    # Half a point above one for rounding; a device that is never busy for two percent of the time is not trained on.
    return array / 100.0 if highest > 1.5 else array
