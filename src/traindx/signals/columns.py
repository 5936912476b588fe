"""Each column of a table in a few numbers. What is not finite is counted, and left out of every other number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
TRIM = 0.05  # of the values at either end that the trimmed size leaves out: tails do not make a scale


class Columns(NamedTuple):
    """One number a column; NaN where a column holds no finite value."""

    mean: Floats
    std: Floats
    min: Floats
    max: Floats
    missing: Integers
    infinite: Integers
    distinct: Integers  # finite values that differ
    size: Floats  # root mean square of the central values: of their offset and spread
    whole: NDArray[np.bool_]  # nothing but whole numbers


def columns(table: NDArray[np.float64]) -> Columns:
    """The numbers of all columns of a table, rows down."""
    width = table.shape[1]
    numbers = np.full((5, width), np.nan)
    counts = np.zeros((3, width), dtype=np.int64)
    whole = np.zeros(width, dtype=bool)
    for place in range(width):
        column = table[:, place]
        finite = np.sort(column[np.isfinite(column)])
        counts[0, place] = int(np.isnan(column).sum())
        counts[1, place] = int(np.isinf(column).sum())
        if not finite.size:
            continue
        counts[2, place] = 1 + int((finite[1:] != finite[:-1]).sum())
        whole[place] = bool((finite == np.floor(finite)).all())
        numbers[:, place] = _numbers(finite)
    mean, std, low, high, size = numbers
    return Columns(mean, std, low, high, counts[0], counts[1], counts[2], size, whole)


def _numbers(finite: Floats) -> tuple[float, float, float, float, float]:
    """Of sorted values: mean, standard deviation, ends and trimmed size; over a power of two against overflow."""
    largest = max(abs(float(finite[0])), abs(float(finite[-1])))
    power = 2.0 ** np.floor(np.log2(largest)) if largest > 1e100 else 1.0
    scaled = finite / power
    cut = int(TRIM * finite.size)
    central = scaled[cut : finite.size - cut] if finite.size > 2 * cut else scaled
    size = float(np.sqrt((central * central).mean()))
    with np.errstate(over="ignore"):
        mean, std = float(scaled.mean() * power), float(scaled.std() * power)
        return mean, std, float(finite[0]), float(finite[-1]), size * float(power)
