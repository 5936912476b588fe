"""Where the level of a series changes for good.

The cuts that explain most: least squares within segments plus a price of 3 LRV ln n for each further segment, where
LRV is the long-run variance (the noise with its persistence). With a price from the noise alone a series whose
neighbours correlate by .9 gets some twenty changes in 500 points that has none; with this one it gets one in thirty
such series. The price is power: there a shift by two standard deviations is found four times in ten, by four nine
times. Skewed values (losses, norms) belong in logarithms first, and a series that falls all along has steps wherever
one looks.

Non-finite values are left out. Fewer points than two segments, or a constant, have no change.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.autocorrelation import HIGHEST, autocorrelation
from traindx.signals.robust import normalized
from traindx.signals.smoothing import block_means, block_starts, running_median

# Bounds the time at some tens of milliseconds; a million points are judged by 1,000 means of 1,000.
MOST_POINTS = 1000
# Times LRV ln n; 2 would do for one change at a known scale, the rest pays for the scale being estimated.
PRICE = 3.0
# The running median that takes the levels out of the noise spans an eighth: levels half as long are followed.
WINDOWS = 8


def changepoints(values: ArrayLike, *, shortest: int = 10) -> list[int]:
    """The places at which a new level begins, in order; a level lasts `shortest` points (blocks, if long) or more."""
    means, places = _blocks(values)
    shortest = max(1, shortest)
    price = _price(means)
    if means.size < 2 * shortest or price == 0.0:
        return []
    return [int(places[cut]) for cut in _partition(means, price, shortest)]


def level_shift(values: ArrayLike, *, shortest: int = 5) -> tuple[int, float, float, float] | None:
    """The one best change: where it begins, the mean before, the mean after, and their distance in standard errors.

    None where the distance does not pay the price of a change.
    """
    means, places = _blocks(values)
    _, unit = normalized(values)
    shortest = max(1, shortest)
    price = _price(means)
    if means.size < 2 * shortest or price == 0.0:
        return None
    cuts = np.arange(shortest, means.size - shortest + 1)
    sums = np.concatenate(([0.0], np.cumsum(means - means.mean())))
    gains = np.square(sums[cuts]) * (means.size / (cuts * (means.size - cuts)))
    best = int(gains.argmax())
    if gains[best] <= price:
        return None
    cut = int(cuts[best])
    before, after = float(means[:cut].mean()), float(means[cut:].mean())
    z = math.sqrt(float(gains[best]) / price * PRICE * math.log(means.size))
    return int(places[cut]), before * unit, after * unit, z


def _blocks(values: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """At most MOST_POINTS means of the finite values, and the place in `values` at which each begins."""
    array, _ = normalized(values)
    where = np.flatnonzero(np.isfinite(np.asarray(values, dtype=np.float64).ravel()))
    if array.size <= MOST_POINTS:
        return array, where
    return block_means(array, MOST_POINTS), where[block_starts(array.size, MOST_POINTS)]


def _price(means: NDArray[np.float64]) -> float:
    """PRICE LRV ln n. The noise is what a running median leaves over that is short enough to follow several levels.

    So short a median takes some of a persistent noise with it; the share is put back as for a mean over the window.
    """
    if means.size < 3 or np.ptp(means) < 1e-12:  # rounding of a constant
        return 0.0
    window = max(31, means.size // WINDOWS) | 1
    residual = means - running_median(means, window)
    r = autocorrelation(residual)
    r = min(max(r + (1.0 + 4.0 * r) / window, 0.0), HIGHEST)
    inflation = (1.0 + r) / (1.0 - r)
    variance = float(residual.var()) / max(0.2, 1.0 - inflation / window)
    # A step without any noise still has to be worth something.
    least = 1e-9 * float(means.var()) * means.size
    return max(least, PRICE * variance * inflation * math.log(means.size))


def _partition(array: NDArray[np.float64], price: float, shortest: int) -> list[int]:
    """The cheapest segmentation, exactly: for every end the best last segment, over all its starts."""
    size = array.size
    centred = array - array.mean()
    sums = np.concatenate(([0.0], np.cumsum(centred)))
    squares = np.concatenate(([0.0], np.cumsum(centred * centred)))
    best = np.full(size + 1, np.inf)
    best[0] = -price
    places = np.arange(size + 1)
    previous = np.zeros(size + 1, dtype=np.int64)
    for end in range(shortest, size + 1):
        last = end - shortest + 1
        within = squares[end] - squares[:last] - np.square(sums[end] - sums[:last]) / (end - places[:last])
        costs = best[:last] + within
        previous[end] = costs.argmin()
        best[end] = costs[previous[end]] + price
    cuts = []
    end = int(previous[size])
    while end > 0:
        cuts.append(end)
        end = int(previous[end])
    return cuts[::-1]
