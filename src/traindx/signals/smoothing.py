"""Smoother versions of a series: running medians and averages, block means.

Non-finite values are ignored: a window is smoothed over the finite values that it holds, and is NaN when it holds
none. Windows are shortened at the ends, never padded. An empty series gives an empty one, a window of one or less the
series itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.windows import window_medians


def running_median(values: ArrayLike, window: int) -> NDArray[np.float64]:
    """The median of the `window` points around each point (an even window reaches one further back)."""
    array = np.asarray(values, dtype=np.float64).ravel()
    places = np.arange(array.size)
    width = max(1, window)
    return window_medians(array, places - width // 2, places + (width + 1) // 2)


def trailing_median(values: ArrayLike, window: int) -> NDArray[np.float64]:
    """The median of the last `window` points up to and with each point: later points never change it."""
    array = np.asarray(values, dtype=np.float64).ravel()
    places = np.arange(array.size)
    return window_medians(array, places + 1 - max(1, window), places + 1)


def moving_average(values: ArrayLike, window: int) -> NDArray[np.float64]:
    """The mean of the `window` points around each point (an even window reaches one further back)."""
    array = np.asarray(values, dtype=np.float64).ravel()
    width = min(max(1, window), 2 * array.size + 1)
    keep = np.isfinite(array)
    # Divided first, so that a window of the largest numbers does not overflow.
    sums = _window_sums(np.where(keep, array, 0.0) / width, width)
    counts = _window_sums(keep.astype(np.float64), width)
    with np.errstate(over="ignore"):  # rounding may push a mean of the very largest numbers over the edge
        return np.where(counts > 0, sums * (width / np.maximum(counts, 1.0)), np.nan)


def block_means(values: ArrayLike, count: int) -> NDArray[np.float64]:
    """The means of `count` consecutive blocks, as equal in length as possible; a short series as it is."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if array.size == 0 or count < 1:
        return np.empty(0)
    count = min(count, array.size)
    starts = block_starts(array.size, count)
    keep = np.isfinite(array)
    longest = -(-array.size // count)
    sums = np.add.reduceat(np.where(keep, array, 0.0) / longest, starts)
    counts = np.add.reduceat(keep.astype(np.float64), starts)
    with np.errstate(over="ignore"):
        return np.where(counts > 0, sums * (longest / np.maximum(counts, 1.0)), np.nan)


def block_starts(size: int, count: int) -> NDArray[np.int64]:
    """Where each of `count` blocks of `size` points begins; the longer blocks come first."""
    short, longer = divmod(size, count)
    places = np.arange(count, dtype=np.int64)
    return places * short + np.minimum(places, longer)


def exponential_average(values: ArrayLike, decay: float) -> NDArray[np.float64]:
    """The average that forgets by `decay` (0 to 1) a point, without the bias of a start at zero."""
    array = np.asarray(values, dtype=np.float64).ravel()
    keep = min(max(float(decay), 0.0), 1.0)
    average, weight = float("nan"), 0.0
    result = []
    for value, is_finite in zip(array.tolist(), np.isfinite(array).tolist(), strict=True):
        if is_finite:
            weight = keep * weight + 1.0
            share = 1.0 / weight
            average = value if share == 1.0 else (1.0 - share) * average + share * value
        result.append(average)
    return np.array(result, dtype=np.float64)


def _window_sums(array: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    # Each window is the end of one block and the start of the next, so one huge value spoils the sums of its own
    # neighbourhood only; with a single cumulative sum it would spoil the rest of the series.
    if width == 1 or array.size == 0:
        return array
    rows = -(-(array.size + width - 1) // width) + 1
    padded = np.zeros(rows * width)
    padded[width // 2 : width // 2 + array.size] = array
    blocks = padded.reshape(rows, width)
    heads = np.cumsum(blocks, axis=1).ravel()
    tails = np.cumsum(blocks[:, ::-1], axis=1)[:, ::-1].ravel()
    first = np.arange(array.size)
    last = first + width - 1
    with np.errstate(over="ignore"):  # where both halves are not added, their sum may be none
        sums: NDArray[np.float64] = np.where(first % width == 0, tails[first], tails[first] + heads[last])
    return sums
