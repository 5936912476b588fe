"""How much neighbouring points repeat each other, and what that leaves of a sample.

Non-finite values are left out and their neighbours close up (for a period, which counts places, they stay in place and count
nothing). An empty, single or constant series has no autocorrelation: 0.0.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import normalized
from traindx.signals.smoothing import running_median

# Above .98 the estimate from a few hundred points is not to be told from 1, and (1 + r) / (1 - r) from any number.
HIGHEST = 0.98


def autocorrelation(values: ArrayLike, lag: int = 1) -> float:
    """The correlation of a series with itself `lag` places later, about its mean, from -1 to 1."""
    array, _ = normalized(values)
    return _correlation(array - array.mean(), lag) if array.size else 0.0


def detrended(values: ArrayLike) -> NDArray[np.float64]:
    """The finite values less a running median over a quarter of them, so that what is left is noise and not course."""
    array, unit = normalized(values)
    return (array - _course(array)) * unit


def effective_points(values: ArrayLike, *, independent: bool) -> float:
    """How many independent points the series is worth: n(1-r)/(1+r), r being its autocorrelation once detrended.

    `independent` says that the points are known to be (means over epochs, lines printed far apart) and count one each.
    """
    array, _ = normalized(values)
    if independent or array.size < 3:
        return float(array.size)
    r = _persistence(array - _course(array))
    return max(1.0, array.size * (1.0 - r) / (1.0 + r))


def long_run_variance(values: ArrayLike) -> float:
    """n times the variance of the mean of n such points: variance(1+r)/(1-r), of the detrended values."""
    array, unit = normalized(values)
    if array.size < 3:
        return 0.0
    residual = array - _course(array)
    r = _persistence(residual)
    variance = float(residual.var()) * (1.0 + r) / (1.0 - r)
    return variance * unit * unit


def periodicity(values: ArrayLike, period: int, *, tolerance: int = 2) -> float:
    """The highest autocorrelation at `period` places, give or take `tolerance`; 0.0 without two full periods."""
    correlations = _correlogram(values)
    low, high = max(2, period - tolerance), period + tolerance
    window = correlations[low : min(high, correlations.size // 2) + 1]
    return float(window.max()) if window.size else 0.0


def dominant_period(values: ArrayLike, lo: int, hi: int) -> tuple[int, float] | None:
    """The period between `lo` and `hi` at which the series repeats itself best, with its autocorrelation.

    A period is a peak of the autocorrelation above chance (3 / sqrt n); of a period and its multiples the shortest counts.
    """
    correlations = _correlogram(values)
    size = correlations.size
    places = np.arange(max(2, lo), min(hi, size // 2 - 1) + 1)
    if places.size == 0:
        return None
    here = correlations[places]
    peak = (here >= correlations[places - 1]) & (here > correlations[places + 1]) & (here > 3.0 / math.sqrt(size))
    if not peak.any():
        return None
    # A true period and its double differ by chance only: nine tenths of the best is as good as the best.
    chosen = int(np.flatnonzero(peak & (here >= 0.9 * here[peak].max()))[0])
    return int(places[chosen]), float(here[chosen])


def _course(array: NDArray[np.float64]) -> NDArray[np.float64]:
    return running_median(array, max(11, array.size // 4) | 1)


def _persistence(residual: NDArray[np.float64]) -> float:
    # The estimate is too low by about (1 + 4r) / n (Kendall 1954), which matters where points are few.
    r = _correlation(residual - residual.mean(), 1)
    if r != 0.0:
        r += (1.0 + 4.0 * r) / residual.size
    return min(max(r, 0.0), HIGHEST)


def _correlation(centred: NDArray[np.float64], lag: int) -> float:
    power = float(centred @ centred)
    # Rounding alone leaves about 1e-16 of a constant.
    if not 0 < lag < centred.size or power <= 1e-28 * centred.size:
        return 0.0
    return float(centred[lag:] @ centred[:-lag]) / power


def _correlogram(values: ArrayLike) -> NDArray[np.float64]:
    """Autocorrelation at every lag by one Fourier transform, each lag by the pairs of finite values that it has."""
    array = np.asarray(values, dtype=np.float64).ravel()
    keep = np.isfinite(array)
    known, _ = normalized(array)
    if known.size < 4:
        return np.zeros(0)
    # One eighth at most: a running median follows a pattern that is longer than its window.
    residual = known - _course(known)
    spread = np.quantile(np.abs(residual), 0.99)
    centred = np.zeros(array.size)
    centred[keep] = np.clip(residual, -spread, spread)
    centred[keep] -= centred[keep].mean()
    length = 1 << (2 * array.size - 1).bit_length()
    power = np.fft.irfft(np.abs(np.fft.rfft(centred, length)) ** 2, length)[: array.size]
    pairs = np.fft.irfft(np.abs(np.fft.rfft(keep.astype(np.float64), length)) ** 2, length)[: array.size]
    mean_power = power[0] / known.size
    if mean_power <= 1e-28:
        return np.zeros(array.size)
    return np.clip(power / np.maximum(pairs.round(), 1.0) / mean_power, -1.0, 1.0)
