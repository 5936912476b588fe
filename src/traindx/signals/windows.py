"""Medians of many windows at once.

A wavelet matrix (ranks stored bit by bit, each level keeping the zeros in front) answers "the k-th smallest of places
l to r" for all windows together in one pass over the bits: n log n whatever the width, with no loop over points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def window_medians(values: ArrayLike, starts: ArrayLike, stops: ArrayLike) -> NDArray[np.float64]:
    """The median of `values[start:stop]` for every pair. Non-finite values are ignored; a window without any is NaN."""
    array = np.asarray(values, dtype=np.float64).ravel()
    keep = np.isfinite(array)
    place = np.concatenate(([0], np.cumsum(keep)))
    left = place[np.clip(np.asarray(starts, dtype=np.int64), 0, array.size)]
    right = place[np.clip(np.asarray(stops, dtype=np.int64), 0, array.size)]
    result = np.full(left.shape, np.nan)
    filled = np.flatnonzero(right > left)
    if filled.size:
        result[filled] = _medians(array[keep], left[filled], right[filled])
    return result


def _medians(array: NDArray[np.float64], left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.float64]:
    order = np.argsort(array, kind="stable")
    ranks = np.empty(array.size, dtype=np.int32)
    ranks[order] = np.arange(array.size, dtype=np.int32)
    count = right - left
    even = np.flatnonzero(count % 2 == 0)
    queries = (
        np.concatenate((left, left[even])).astype(np.int32),
        np.concatenate((right, right[even])).astype(np.int32),
        np.concatenate(((count - 1) // 2, count[even] // 2)).astype(np.int32),
    )
    found = array[order][_kth_ranks(ranks, *queries)]
    result = found[: left.size]
    # Halves are added, not sums halved: two values near the end of the number range must not overflow.
    result[even] = 0.5 * result[even] + 0.5 * found[left.size :]
    return result


def _kth_ranks(
    ranks: NDArray[np.int32], left: NDArray[np.int32], right: NDArray[np.int32], k: NDArray[np.int32]
) -> NDArray[np.int32]:
    answer = np.zeros(left.size, dtype=np.int32)
    zeros_before = np.zeros(ranks.size + 1, dtype=np.int32)
    for level in reversed(range(max(1, int(ranks.size - 1).bit_length()))):
        zero = (ranks >> level) & 1 == 0
        np.cumsum(zero, out=zeros_before[1:])
        left_zeros, right_zeros = zeros_before[left], zeros_before[right]
        inside = right_zeros - left_zeros
        low = k < inside
        split = zeros_before[-1]
        left = np.where(low, left_zeros, left - left_zeros + split)
        right = np.where(low, right_zeros, right - right_zeros + split)
        k = np.where(low, k, k - inside)
        answer |= np.where(low, 0, 1 << level).astype(np.int32)
        ranks = np.concatenate((ranks[zero], ranks[~zero]))
    return answer
