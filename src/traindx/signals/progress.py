"""Whether a quantity that should fall has come down at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from traindx.signals.robust import finite, robust_scale


def has_fallen(values: ArrayLike, *, least: float = 0.02, z: float = 3.0) -> bool:
    """Whether the last third lies below the first points by a share of them and beyond their scatter."""
    array = finite(values)
    if array.size < 2:
        return False
    first = float(np.median(array[: max(1, min(3, array.size // 3))]))
    third = array[-max(1, array.size // 3) :]
    error = z * robust_scale(third) / float(np.sqrt(third.size))
    return bool(first - float(np.median(third)) > max(least * abs(first), error))
