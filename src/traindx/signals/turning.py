"""Where a curve has its lowest level, and whether it has risen from there for good.

Non-finite values are left out. Fewer than four values, or a curve that stands or falls, has no turn: None.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import MAD_TO_SD, finite, mad, median
from traindx.signals.smoothing import block_starts, running_median
from traindx.signals.trend import mann_kendall
from traindx.signals.windows import window_medians


class Turn(NamedTuple):
    """Places are places in the values that were handed in."""

    best: int  # where the curve was lowest
    known: int  # from where on the rise can be told from noise
    low: float  # the level there
    end: float  # the level at the end
    noise: float  # standard deviation of one block about the course


def turn(values: ArrayLike, *, floor: float, z: float = 3.0, blocks: int = 40) -> Turn | None:
    """The rise that still stands at the end: at least `floor`, and `z` standard deviations of a block.

    The last two levels must lie that high (three from ten on, five from twenty-five), so that one bad value is none.
    """
    array = np.asarray(values, dtype=np.float64).ravel()
    where = np.flatnonzero(np.isfinite(array))
    if where.size < 4:
        return None
    starts = block_starts(where.size, min(blocks, where.size))
    stops = np.append(starts[1:], where.size)
    levels = window_medians(array[where], starts, stops)
    found = _rise(levels, floor, z)
    if found is None:
        return None
    known = levels.size
    while known > 4 and _rise(levels[: known - 1], floor, z) is not None:
        known -= 1
    low = starts[found]
    best = int(low + np.argmin(array[where][low : stops[found]]))
    return Turn(
        best=int(where[best]),
        known=int(where[stops[known - 1] - 1]),
        low=float(_smooth(levels)[found]),
        end=median(levels[-_several(levels.size) :]),
        noise=_spread(levels),
    )


def least_rise(values: ArrayLike, share: float) -> float:
    """The smallest rise worth telling: a share of the lowest value, and a twentieth of what was won since the first.

    The second counts up to half of the lowest value: from 1 to .02 and back to .025 is next to no loss.
    """
    known = finite(values)
    if not known.size:
        return 0.0
    low = float(known.min())
    return max(share * abs(low), 0.05 * min(float(known[0]) - low, 10.0 * abs(low)), 1e-12)


def course_noise(values: ArrayLike) -> float:
    """Standard deviation about a course that may bend: from second differences, which a parabola leaves constant."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if array.size < 3:
        return 0.0
    # The second difference of white noise has six times its variance. About zero, so that a steady bend counts too.
    return MAD_TO_SD * float(np.median(np.abs(np.diff(array, 2)))) / math.sqrt(6.0)


def _rise(levels: NDArray[np.float64], floor: float, z: float) -> int | None:
    smooth = _smooth(levels)
    best = int(np.argmin(smooth))
    after = levels[best + 1 :] - smooth[best]
    several, spread = _several(levels.size), z * _spread(levels)
    # Four times as many levels say as much at half the height; of ten and more one in ten may dip lower.
    longer = ((length, spread * math.sqrt(several / length)) for length in (several, 2 * several, 4 * several))
    seen = any(
        after.size >= length and int(np.sum(after[-length:] <= max(floor, least))) <= length // 10
        for length, least in longer
    )
    return best if seen or _climbs(levels, best, floor) else None


def _climbs(levels: NDArray[np.float64], best: int, floor: float) -> bool:
    """Whether few levels, without the best, rise in their order (one chance in a hundred) and three times as far."""
    after = levels[best + 1 :]
    if not 8 <= after.size <= 12:  # more say it by their spread, and neighbours that move together fool a rank test
        return False
    tau, p = mann_kendall(after)
    return tau > 0.0 and p < 0.02 and median(after[-after.size // 3 :]) - float(levels[best]) > 3.0 * floor


def _spread(levels: NDArray[np.float64]) -> float:
    """The noise, of neighbours that move together too: about a running median, where there is enough to run over."""
    wander = mad(levels - running_median(levels, levels.size // 4)) if levels.size >= 16 else 0.0
    return max(course_noise(levels), wander)


def _smooth(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    # The lowest of many noisy levels lies two deviations too low; with few there is nothing to smooth over.
    return running_median(levels, 3) if levels.size >= 8 else levels


def _several(count: int) -> int:
    return 2 if count < 10 else min(5, max(3, count // 5))
