"""A series in the order of its steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def in_order(steps: ArrayLike, values: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The finite values by rising step, one a step. Of several the last stands: resumed runs overwrite."""
    places = np.asarray(steps, dtype=np.int64).ravel()
    array = np.asarray(values, dtype=np.float64).ravel()
    keep = np.isfinite(array)
    if not keep.all():
        places, array = places[keep], array[keep]
    if places.size < 2 or bool(np.all(places[1:] > places[:-1])):
        return places, array
    order = np.argsort(places, kind="stable")
    places, array = places[order], array[order]
    last = np.append(places[1:] > places[:-1], True)
    return places[last], array[last]
