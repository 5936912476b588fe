"""Do two series move together.

Pairs that are not both finite are left out. With fewer than two pairs, or where one side is constant, the answer is
0.0.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import normalized


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """The linear correlation, from -1 to 1; one wild pair can make it."""
    return _correlation(*_pairs(x, y))


def spearman(x: ArrayLike, y: ArrayLike) -> float:
    """The correlation of the ranks, from -1 to 1: any rising relation gives 1."""
    xs, ys = _pairs(x, y)
    return _correlation(_ranks(xs), _ranks(ys))


def _pairs(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    xs, ys = np.asarray(x, dtype=np.float64).ravel(), np.asarray(y, dtype=np.float64).ravel()
    keep = np.isfinite(xs) & np.isfinite(ys)
    return xs[keep], ys[keep]


def _correlation(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> float:
    if xs.size < 2 or np.all(xs == xs[0]) or np.all(ys == ys[0]):
        return 0.0
    xs, ys = _centred(xs), _centred(ys)
    length = math.sqrt(float(xs @ xs) * float(ys @ ys))
    return min(1.0, max(-1.0, float(xs @ ys) / length)) if length > 0.0 else 0.0


def _centred(array: NDArray[np.float64]) -> NDArray[np.float64]:
    # Twice, so that a small movement on a large level is as long as any other.
    array = normalized(array)[0]
    return normalized(array - array.mean())[0]


def _ranks(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 0, equal values sharing the mean of theirs."""
    _, which, counts = np.unique(array, return_inverse=True, return_counts=True)
    last = np.cumsum(counts).astype(np.float64)
    shared: NDArray[np.float64] = (last - (counts + 1.0) / 2.0)[which]
    return shared
