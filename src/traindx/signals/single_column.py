"""How much one column alone tells of a target, on rows that it was not fitted to.

A column is cut into bins; the commonest class, or the mean, of a bin in one half of the rows is the answer for the
same bin in the other half, and the other way round. Numbers are also read off the line through the points of one half,
which follows a close relation as bins cannot; the better counts. The skill is the share that is told of what a
constant answer leaves open: 0 nothing, 1 everything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
BINS = 50
SEEDED = 20  # the halves are drawn, so that sorted rows fall into both


def skills(table: Floats, target: NDArray[np.float64], *, classes: bool) -> Floats:
    """The skill of each column; `target` are codes 0, 1, ... of classes, or numbers."""
    half = np.random.default_rng(SEEDED).random(len(table)) < 0.5
    told = np.zeros(table.shape[1])
    for place in range(table.shape[1]):
        bins, count = _bins(table[:, place])
        if count > 1:
            told[place] = _skill(bins, count, target, half, classes)
        if count > 2 and not classes:
            told[place] = max(told[place], _along(table[:, place], target, half))
    return told


def _along(column: Floats, target: Floats, half: NDArray[np.bool_]) -> float:
    """The skill of the line through the points of the other half, points above each other as their mean."""
    missed, usual = 0.0, 0.0
    for fitted in (half, ~half):
        known, asked = fitted & np.isfinite(column), ~fitted & np.isfinite(column)
        if known.sum() < 2 or not asked.any():
            return 0.0
        places, which, counts = np.unique(column[known], return_inverse=True, return_counts=True)
        heights = np.bincount(which.ravel(), weights=target[known]) / counts
        missed += float(((np.interp(column[asked], places, heights) - target[asked]) ** 2).sum())
        usual += float(((target[asked] - target[known].mean()) ** 2).sum())
    return max(0.0, 1.0 - missed / usual) if usual > 0 else 0.0


def _bins(column: Floats) -> tuple[NDArray[np.int64], int]:
    values, which = np.unique(column, return_inverse=True)
    if len(values) <= BINS:
        return which.ravel(), len(values)
    edges = np.unique(np.quantile(column[np.isfinite(column)], np.linspace(0, 1, BINS + 1)[1:-1]))
    return np.searchsorted(edges, column, side="right"), len(edges) + 1


def _skill(bins: NDArray[np.int64], count: int, target: Floats, half: NDArray[np.bool_], classes: bool) -> float:
    missed, usual = 0.0, 0.0
    for fitted in (half, ~half):
        if fitted.sum() < 2 or (~fitted).sum() < 2:
            return 0.0
        known, asked = target[fitted], target[~fitted]
        if classes:
            codes = known.astype(np.int64)
            votes = np.zeros((count, int(target.max()) + 1))
            np.add.at(votes, (bins[fitted], codes), 1.0)
            constant = np.bincount(codes).argmax()
            answer = np.where(votes.sum(axis=1) > 0, votes.argmax(axis=1), constant)[bins[~fitted]]
            missed += float((answer != asked).sum())
            usual += float((constant != asked).sum())
        else:
            sums = np.bincount(bins[fitted], weights=known, minlength=count)
            sizes = np.bincount(bins[fitted], minlength=count)
            answer = np.where(sizes > 0, sums / np.maximum(sizes, 1), known.mean())[bins[~fitted]]
            missed += float(((asked - answer) ** 2).sum())
            usual += float(((asked - known.mean()) ** 2).sum())
    return max(0.0, 1.0 - missed / usual) if usual > 0 else 0.0
