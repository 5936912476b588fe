"""Isolated jumps upward, found with the past alone.

Each value is compared with the median of the `window` values before it, in units of the usual size of that difference
over the last 200 points. What comes later changes nothing of that, so a spike keeps its beginning in every longer
series; only its end and its highest point may still move while it lasts. Skewed values (losses, norms) belong in
logarithms first: raw lognormal losses pass z = 7 twenty times in a thousand steps, their logarithms never. For dips
hand in the negative.

Non-finite values are passed over: they neither are spikes nor end one. Fewer than `history` values show nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import MAD_TO_SD
from traindx.signals.windows import window_medians

MEMORY = 200


@dataclass(frozen=True, slots=True)
class Spike:
    """Places `index` to `last`: the usual value before it, its highest value, and that in spreads above the usual."""

    index: int
    usual: float
    value: float
    z: float
    last: int


def spikes(
    values: ArrayLike, *, window: int = 51, z: float = 8.0, floor: float = 0.01, history: int = 30
) -> list[Spike]:
    """All spikes in order; `floor` is the least spread to believe in, in units of the values (.01 of a logarithm: 1 %).

    A spike begins where a value lies `z` spreads above the usual and lasts while values stay above half of that.
    """
    array = np.asarray(values, dtype=np.float64).ravel()
    where = np.flatnonzero(np.isfinite(array))
    known = array[where]
    if known.size <= history:
        return []
    usual, spread = _usual_and_spread(known, window, max(floor, 1e-300))
    with np.errstate(over="ignore", invalid="ignore"):
        height = (known - usual) / spread
    height[:history] = 0.0
    found = []
    for begin, end in _stretches(height > z / 2.0):
        above = np.flatnonzero(height[begin:end] > z)
        if above.size:
            first = begin + int(above[0])
            top = first + int(np.argmax(height[first:end]))
            found.append(
                Spike(
                    index=int(where[first]),
                    usual=float(usual[first]),
                    value=float(known[top]),
                    z=float(height[top]),
                    last=int(where[end - 1]),
                )
            )
    return found


def _usual_and_spread(
    known: NDArray[np.float64], window: int, floor: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    places = np.arange(known.size)
    usual = window_medians(known, places - window, places)
    usual[0] = known[0]
    with np.errstate(over="ignore"):
        residual = np.abs(known - usual)
        # About zero and not about its own median: a steady slope then counts as spread, never as a row of spikes.
        spread = MAD_TO_SD * window_medians(residual, places - MEMORY, places)
    return usual, np.fmax(spread, floor)


def _stretches(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
