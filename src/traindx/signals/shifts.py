"""Places at which a noisy series jumps to a higher level and stays there, found causally.

Values must be finite. Whether a place is a shift depends on the `before` values in front of it and the `after` values
from it on, never on later ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import MAD_TO_SD
from traindx.signals.windows import window_medians


class Shift(NamedTuple):
    """The first value on the new level, and both levels."""

    place: int
    level: float
    new_level: float


def upward_shifts(
    values: ArrayLike, *, before: int = 50, after: int = 10, history: int = 30, least: float = 0.26, z: float = 5.0
) -> list[Shift]:
    """All shifts by at least `least` and `z` spreads of the values in front, in order, not closer than `after`."""
    array = np.asarray(values, dtype=np.float64).ravel()
    size = array.size
    if size < history + after:
        return []
    places = np.arange(size)
    usual = window_medians(array, places - before, places)
    usual[0] = array[0]
    spread = MAD_TO_SD * window_medians(np.abs(array - usual), places - before, places)
    coming = window_medians(array, places, places + after)
    rise = coming - usual
    bar = np.fmax(least, z * np.nan_to_num(spread))
    candidate = (rise > bar) & (array > usual + 0.5 * rise) & (places >= history) & (places <= size - after)
    return _chosen(array, usual, rise, np.flatnonzero(candidate), after)


def _chosen(
    array: NDArray[np.float64],
    usual: NDArray[np.float64],
    rise: NDArray[np.float64],
    places: NDArray[np.int64],
    after: int,
) -> list[Shift]:
    found: list[Shift] = []
    free = 0
    for place in places.tolist():
        if place < free:
            continue
        halfway = usual[place] + 0.5 * rise[place]
        # A climb of many steps has values halfway up in front of it; a shift has none.
        sudden = bool((array[max(0, place - 3) : place] < halfway).all())
        stays = float((array[place : place + after] > halfway).mean()) >= 0.9
        if sudden and stays:
            found.append(Shift(place, float(usual[place]), float(usual[place] + rise[place])))
            free = place + after
    return found
