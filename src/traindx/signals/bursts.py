"""Isolated jumps upward among few points, found with the past alone.

Where fifty values are not there to say what is usual the last five do, and the noise is taken from second differences,
which a descent leaves out. A burst is told once a value has come back more than half of the way, and never later than
`longest` points after it began; what comes then changes nothing of it. Values must be finite, and skewed ones (losses,
norms) logarithms.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import MAD_TO_SD

NEAR = 5  # values whose median is the usual level: the fewest that two wild ones cannot move
MEMORY = 20  # values that tell the noise; with more the first descent would count long after it is over


class Burst(NamedTuple):
    """Places `place` to `last`, and the place at which it was known; the usual value, the highest, and its height."""

    place: int
    last: int
    known: int
    usual: float
    value: float
    z: float


def bursts(
    values: ArrayLike, *, rise: float, z: float = 8.0, longest: int = 4, most: int = 100, floor: float = 0.02
) -> list[Burst]:
    """All bursts that begin within the first `most` values, in order."""
    array = np.asarray(values, dtype=np.float64).ravel()
    kept: list[int] = []  # the places that belong to no burst
    found: list[Burst] = []
    place = 0
    while place < min(array.size, most):
        if len(kept) >= 4:
            before = array[kept]
            usual, least = float(np.median(before[-NEAR:])), max(rise, _reach(before, z, floor))
            if array[place] - usual > least:
                back = _back(array, place, usual, longest)
                if back is not None:
                    top = float(array[place:back].max())
                    found.append(Burst(place, back - 1, back, usual, top, float(z * (top - usual) / least)))
                    place = back
                    continue
        kept.append(place)
        place += 1
    return found


def leaps(values: ArrayLike) -> list[Burst]:
    """Before there is a usual level: ten times all that was before, or eight times the usual again and again.

    These are values themselves, not logarithms; the first thirty are looked at.
    """
    array = np.asarray(values, dtype=np.float64).ravel()
    found: list[Burst] = []
    first = None
    for place in range(1, min(array.size - 1, 30)):
        value, before = float(array[place]), np.abs(array[:place])
        usual = float(np.median(before))
        if not value > 8.0 * usual > 0.0 or array[place + 1] > value / 3.0:
            continue
        found.append(Burst(place, place, place + 1, usual, value, 0.0))
        if first is None and place >= 3 and value > 10.0 * float(before.max()):
            first = len(found) - 1
    # Two of them are told from the first on; a single one needs three values in front.
    if len(found) > 1 and first != 0:
        found[0] = found[0]._replace(known=found[1].known)
    return found if len(found) > 1 else found[first:] if first is not None else []


def _reach(before: NDArray[np.float64], z: float, floor: float) -> float:
    """How far up noise may go: `z` spreads, and more than half as far again as it ever went."""
    recent = before[-MEMORY:]
    bends = np.abs(np.diff(recent, 2)) / math.sqrt(
        6.0
    )  # of white noise the second difference has six times the variance
    # Few differences tell their own spread badly: two of them may miss half of it.
    spread = MAD_TO_SD * float(np.median(bends)) * (1.0 + 2.0 / bends.size)
    ever = np.sort(recent[-(before.size - 1) :] - _usual(before))
    # Where there are enough of them one wild value that was not told is no noise.
    highest = float(ever[-2] if ever.size >= 15 else ever[-1])
    return max(z * max(spread, floor), 1.6 * highest)


def _usual(before: NDArray[np.float64]) -> NDArray[np.float64]:
    """What was usual before each of the last values: the median of the values in front of it."""
    first = max(1, before.size - MEMORY)
    few = [float(np.median(before[:place])) for place in range(first, min(NEAR, before.size))]
    windows = np.lib.stride_tricks.sliding_window_view(before[max(0, first - NEAR) : -1], min(NEAR, before.size - 1))
    many = np.sort(windows, axis=1)[:, NEAR // 2] if before.size > NEAR else np.empty(0)
    return np.concatenate([few, many])


def _back(array: NDArray[np.float64], place: int, usual: float, longest: int) -> int | None:
    """The first place at which less than half of the height is left; None while that is open, or too late."""
    top = -math.inf
    for back in range(place + 1, min(place + longest + 1, array.size)):
        top = max(top, float(array[back - 1]))
        if array[back] < usual + 0.5 * (top - usual):
            return back
    return None
