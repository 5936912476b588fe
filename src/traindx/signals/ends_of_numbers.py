"""Values at which a logarithm or an exponential was cut off, so that what is no number looks like one.

Minus the logarithm of the smallest normal number in single precision is 87.3365: some programs put it in place of the
logarithm of zero and of NaN alike. A perplexity is often cut off at e to the power of 100.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

LOGARITHM = 126.0 * math.log(2.0)
EXPONENTIAL = math.exp(100.0)


def cut_off(values: ArrayLike) -> NDArray[np.bool_]:
    """Where a value is one of them, to the four decimals or six digits that logs print."""
    array = np.asarray(values, dtype=np.float64)
    near = np.abs(array - LOGARITHM) < 1e-4
    return np.asarray(near | (np.abs(array / EXPONENTIAL - 1.0) < 1e-6))
