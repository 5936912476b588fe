"""Values that lie so far out that even the tail of their own column does not reach there.

How far is far is measured on the column itself: by how its tail falls, between the tenth and the hundredth part of the
largest deviations. Where the tail is light it is carried on as an exponential one, where it is heavy as a power law;
a value is far when a column of so many values would hold one like it in one of `rarity` tables. So nothing is said of
lognormal, Pareto or sparse columns, in which large values belong; and a wild value in a plain column is found.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST = 50  # values that differ from the median
VALUES = 20  # of them different: counts and codes have steps, not tails
LIGHT = 1.25  # (q99 - q90) / (q90 - q50) of deviations, give or take 0.1: 0.96 normal, 1.43 exponential, 2 lognormal
MOST = 0.01  # of the rows: more of them are a group of their own


class Far(NamedTuple):
    """One value that lies far out, and the median of its column."""

    row: int
    column: int
    value: float
    usual: float
    beyond: float  # lengths of the tail


def far_values(table: Floats, *, rarity: float = 1e4) -> list[Far]:
    """The far values of a table, the farthest first."""
    found: list[Far] = []
    for place in range(table.shape[1]):
        column = table[:, place]
        finite = np.isfinite(column)
        usual = float(np.median(column[finite])) if finite.any() else 0.0
        beyond = _beyond(np.where(finite, np.abs(column / 2 - usual / 2), 0.0), rarity * table.shape[1])
        found += [Far(int(row), place, float(column[row]), usual, float(beyond[row])) for row in np.flatnonzero(beyond)]
    return sorted(found, key=lambda one: -one.beyond)


def _beyond(apart: Floats, rarity: float) -> Floats:
    """How far each deviation lies behind the tail, in lengths of it; zero where it is no wonder."""
    nothing = np.zeros(len(apart))
    moved = np.sort(apart[apart > 0])
    if len(moved) < LEAST or len(np.unique(moved)) < VALUES:
        return nothing
    middle, near, far = np.quantile(moved, (0.5, 0.9, 0.99), method="lower")
    if near <= middle or near <= 0:
        return nothing
    light = far - near <= LIGHT * (near - middle)
    tail = moved[moved > near]
    tail = tail[: max(1, math.ceil(0.9 * len(tail)))]  # its length is not to be made by what is judged
    if len(tail) < 4:
        return nothing
    with np.errstate(divide="ignore"):
        reach = (apart - near) if light else np.log(apart / near)
        length = float(((tail - near) if light else np.log(tail / near)).mean())
    # The mean of an exponential tail without its last tenth is 0.744 of its own.
    length /= 0.744
    if length <= 0:
        return nothing
    lengths = np.where(apart > near, reach / length, 0.0)
    lengths[lengths <= math.log(0.1 * len(moved) * rarity)] = 0.0
    return nothing if (lengths > 0).sum() > max(1, MOST * len(apart)) else lengths
