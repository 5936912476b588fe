"""Fewer points that still look like all of them.

Nothing is averaged: every value handed out stands in the series, so a spike of one point and a single NaN stay
visible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.smoothing import block_starts


def thin(x: ArrayLike, y: ArrayLike, points: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """At most `points` pairs (five at least), in order: the ends, and per stretch the extremes and a non-finite.

    A series that is short enough comes back whole. Non-finite values count as such (NaN and both infinities).
    """
    xs, ys = np.asarray(x, dtype=np.float64).ravel(), np.asarray(y, dtype=np.float64).ravel()
    size = min(xs.size, ys.size)
    xs, ys = xs[:size], ys[:size]
    points = max(5, points)
    if size <= points:
        return xs.copy(), ys.copy()
    broken = ~np.isfinite(ys)
    kept = [np.array([0, size - 1])]
    rows = _rows(size, max(1, (points - 2) // (3 if broken.any() else 2)))
    inside = rows >= 0
    values = ys[rows]
    good = inside & np.isfinite(values)
    lines = np.arange(rows.shape[0])
    lowest, highest = np.where(good, values, np.inf).argmin(axis=1), np.where(good, values, -np.inf).argmax(axis=1)
    kept.extend(rows[lines, extreme][good.any(axis=1)] for extreme in (lowest, highest))
    bad = inside & ~good
    kept.append(rows[lines, bad.argmax(axis=1)][bad.any(axis=1)])
    places = np.unique(np.concatenate(kept))
    return xs[places], ys[places]


def buckets(values: ArrayLike, width: int) -> NDArray[np.float64]:
    """One value for each of `width` columns: the farthest from the median of its stretch; NaN where any is not finite.

    A series shorter than `width` comes back whole, its non-finite values as NaN.
    """
    array = np.asarray(values, dtype=np.float64).ravel()
    array = np.where(np.isfinite(array), array, np.nan)
    if array.size <= width or width < 1:
        return array[: max(0, width)]
    rows = _rows(array.size, width)
    table = np.where(rows >= 0, array[rows], np.nan)
    short = rows[:, -1] < 0
    result = np.empty(width)
    for lines, columns in ((~short, rows.shape[1]), (short, rows.shape[1] - 1)):
        part = table[lines, :columns]
        if part.size:
            # Halves, so that the distance of the largest numbers does not overflow.
            centre = np.median(0.5 * part, axis=1, keepdims=True)
            farthest = np.abs(0.5 * part - centre).argmax(axis=1)
            chosen = part[np.arange(part.shape[0]), farthest]
            result[lines] = np.where(np.isnan(part).any(axis=1), np.nan, chosen)
    return result


def _rows(size: int, count: int) -> NDArray[np.int64]:
    """The places of each of `count` stretches as a row; rows that are one shorter end in -1."""
    count = min(count, size)
    starts = block_starts(size, count)
    lengths = np.diff(np.append(starts, size))
    columns = np.arange(int(lengths.max()))
    return np.where(columns < lengths[:, None], starts[:, None] + columns, -1)
