"""One series at the places of another: what stood in it between one mark and the next."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.windows import window_medians


def medians_between(steps: ArrayLike, values: ArrayLike, marks: ArrayLike) -> NDArray[np.float64]:
    """For each mark the median of the values since the mark before it, up to and with its own step.

    Marks are in rising order; the steps may be in any. Where nothing lies between two marks the value before stands,
    before the first value the first. NaN only where there is no finite value at all.
    """
    places = np.asarray(steps, dtype=np.float64).ravel()
    array = np.asarray(values, dtype=np.float64).ravel()
    ends = np.asarray(marks, dtype=np.float64).ravel()
    keep = np.isfinite(array)
    places, array = places[keep], array[keep]
    if array.size == 0 or ends.size == 0:
        return np.full(ends.shape, np.nan)
    order = np.argsort(places, kind="stable")
    places, array = places[order], array[order]
    stops = np.searchsorted(places, ends, side="right")
    starts = np.minimum(np.concatenate(([0], stops[:-1])), stops)
    starts = np.where(stops > starts, starts, np.maximum(stops - 1, 0))
    return window_medians(array, starts, np.maximum(stops, 1))
