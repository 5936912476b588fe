"""A series on a scale on which equal distances mean equal shares, as far as its sign allows, and causally.

What stood at a place never changes when later values come, so that what is found in a prefix is found in the whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# The first values say how large the series is; ten outvote a wild one or two.
OPENING = 10


class Scale(NamedTuple):
    """Values on one scale, and the place from which on this scale is the one to judge by."""

    values: NDArray[np.float64]
    begin: int
    logarithmic: bool


def scales(values: ArrayLike, *, bottom: float = 0.01) -> list[Scale]:
    """Logarithms as long as the series is positive; from its first value that is not, shares of its opening size.

    Below `bottom` times the opening size the logarithm flattens: there a change by some factor is of no importance.
    """
    array = np.asarray(values, dtype=np.float64).ravel()
    if array.size == 0:
        return []
    # Before the opening is over each place has the size that was known there.
    opening = [float(np.median(np.abs(array[: count + 1]))) for count in range(min(OPENING, array.size))]
    size = np.concatenate((opening, np.full(max(0, array.size - OPENING), opening[-1])))
    size = np.fmax(size, 1e-300)
    cut = int(np.argmax(array <= 0.0)) if (array <= 0.0).any() else array.size
    found = []
    if cut:
        found.append(Scale(np.log(array[:cut] + bottom * size[:cut]), 0, True))
    if cut < array.size:
        with np.errstate(over="ignore"):
            found.append(Scale(np.clip(array / size[-1], -1e12, 1e12), cut, False))
    return found
