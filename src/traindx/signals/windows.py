"""Medians of many windows at once, exactly, whatever way they are found.

Windows of a few values are sorted, all at once. For wider ones a wavelet matrix (ranks stored bit by bit, each level
keeping the zeros in front) answers "the k-th smallest of places l to r" for all windows together in one pass over the
bits, with no loop over points: n log n whatever the width. Windows that walk along a long series are answered stretch
by stretch, because a stretch has fewer bits and stays in the cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

# Measured on a million values: sorting takes .06 s for 11 of them, .10 for 21, .22 for 51; the matrix .25 for any.
SORTED = 40
# Values of a stretch: from 2,000 to 8,000 take the same time, all at once three times as long.
STRETCH = 4096
ROWS = 8192  # windows that are sorted at a time


def window_medians(values: ArrayLike, starts: ArrayLike, stops: ArrayLike) -> NDArray[np.float64]:
    """The median of `values[start:stop]` for every pair. Non-finite values are ignored; a window without any is NaN."""
    array = np.asarray(values, dtype=np.float64).ravel()
    keep = np.isfinite(array)
    left = np.clip(np.asarray(starts, dtype=np.int64), 0, array.size)
    right = np.clip(np.asarray(stops, dtype=np.int64), 0, array.size)
    if not keep.all():
        place = np.concatenate(([0], np.cumsum(keep)))
        left, right, array = place[left], place[right], array[keep]
    result = np.full(left.shape, np.nan)
    filled = right > left
    if filled.all():
        return _chosen(array, left, right) if left.size else result
    if filled.any():
        result[filled] = _chosen(array, left[filled], right[filled])
    return result


def _chosen(array: NDArray[np.float64], left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.float64]:
    """Medians of windows of which none is empty, in the way that is fastest for them."""
    counts = right - left
    width = int(counts.max())
    if width > SORTED:
        return _by_stretches(array, left, right, max(STRETCH, 4 * width))
    result = np.empty(left.size)
    whole = np.flatnonzero(counts == width)
    # A strided view makes each window a row, without a copy.
    rows = sliding_window_view(array, width)
    for some in _pieces(whole):
        result[some] = _middle(np.sort(rows[left[some]], axis=1), counts[some])
    for some in _pieces(np.flatnonzero(counts < width)):
        columns = np.arange(width)
        inside = columns < counts[some, None]
        places = np.minimum(left[some, None] + columns, array.size - 1)
        result[some] = _middle(np.sort(np.where(inside, array[places], np.inf), axis=1), counts[some])
    return result


def _pieces(places: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    return (places[begin : begin + ROWS] for begin in range(0, places.size, ROWS))


def _middle(ordered: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    lines = np.arange(counts.size)
    low, high = ordered[lines, (counts - 1) // 2], ordered[lines, counts // 2]
    # Halves are added, not sums halved: two values near the end of the number range must not overflow.
    return np.where(counts % 2 == 1, low, 0.5 * low + 0.5 * high)


def _by_stretches(
    array: NDArray[np.float64], left: NDArray[np.int64], right: NDArray[np.int64], span: int
) -> NDArray[np.float64]:
    walking = bool((left[1:] >= left[:-1]).all() and (right[1:] >= right[:-1]).all())
    if array.size <= 2 * span or not walking:
        return _medians(array, left, right)
    result = np.empty(left.size)
    at = 0
    while at < left.size:
        first = int(left[at])
        end = int(np.searchsorted(right, first + span, side="right"))
        begins, ends = left[at:end] - first, right[at:end] - first
        result[at:end] = _medians(array[first : first + int(ends[-1])], begins, ends)
        at = end
    return result


def _medians(array: NDArray[np.float64], left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.float64]:
    order = np.argsort(array)  # which of two equal values comes first changes no median
    ranks = np.empty(array.size, dtype=np.int64)
    ranks[order] = np.arange(array.size)
    count = right - left
    even = np.flatnonzero(count % 2 == 0)
    queries = (
        np.concatenate((left, left[even])),
        np.concatenate((right, right[even])),
        np.concatenate(((count - 1) // 2, count[even] // 2)),
    )
    found = array[order][_kth_ranks(ranks, *queries)]
    result = found[: left.size]
    result[even] = 0.5 * result[even] + 0.5 * found[left.size :]
    return result


def _kth_ranks(
    ranks: NDArray[np.int64], left: NDArray[np.int64], right: NDArray[np.int64], k: NDArray[np.int64]
) -> NDArray[np.int32]:
    # Half the bytes take four fifths of the time; an array of 2**31 values fits no window.
    bits: NDArray[np.integer[Any]] = ranks.astype(np.uint16 if ranks.size <= 1 << 16 else np.int32)
    places, k = np.concatenate((left, right)).astype(np.int32), k.astype(np.int32)
    answer = np.zeros(left.size, dtype=np.int32)
    zeros_before = np.zeros(ranks.size + 1, dtype=np.int32)
    for level in reversed(range(max(1, int(ranks.size - 1).bit_length()))):
        one = (bits & (1 << level)).astype(bool)
        zero = ~one
        np.cumsum(zero, out=zeros_before[1:])
        zeros = zeros_before.take(places)
        inside = zeros[left.size :] - zeros[: left.size]
        # Arithmetic on the bit and not a choice by it, which would take twice as long.
        bit = (k >= inside).astype(np.int32)
        k = k - inside * bit
        places = zeros + (places - 2 * zeros + zeros_before[-1]) * np.concatenate((bit, bit))
        answer += bit << level
        bits = np.concatenate((bits[zero], bits[one]))
    return answer
