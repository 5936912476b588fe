"""How much neighbouring points repeat each other, and what that leaves of a sample.

Non-finite values are left out and their neighbours close up (for a period, which counts places, they stay in place and
count nothing). An empty, single or constant series has no autocorrelation: 0.0.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import median, normalized
from traindx.signals.smoothing import block_means, block_starts, running_median

# Above .98 the estimate from a few hundred points is not to be told from 1, and (1 + r) / (1 - r) from any number.
HIGHEST = 0.98
# A longer series has the course of so many means: each window still spans thousands of them, and its median lies
# within a hundredth of the noise of where all the points put it.
COURSE_POINTS = 10_000


def autocorrelation(values: ArrayLike, lag: int = 1) -> float:
    """The correlation of a series with itself `lag` places later, about its mean, from -1 to 1."""
    array, _ = normalized(values)
    return _correlation(array - array.mean(), lag) if array.size else 0.0


def detrended(values: ArrayLike) -> NDArray[np.float64]:
    """The finite values less a running median over half of them, so that what is left is noise and not course."""
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
    correlations, _ = _correlogram(values, period)
    low, high = max(2, period - tolerance), min(period + tolerance, correlations.size // 2)
    return float(correlations[low : high + 1].max(initial=-1.0)) if low <= high else 0.0


def dominant_period(values: ArrayLike, lo: int, hi: int) -> tuple[int, float] | None:
    """The period between `lo` and `hi` at which the series repeats itself best, with its autocorrelation.

    A period is a peak of the autocorrelation that chance and the memory below `lo` do not explain (4 sd); of a period
    and its multiples the shortest counts.
    """
    correlations, pairs = _correlogram(values, hi)
    size = correlations.size
    places = np.arange(max(2, lo), min(hi, size // 2 - 1) + 1)
    if places.size == 0:
        return None
    here = correlations[places]
    memory = 1.0 + 2.0 * float(np.square(correlations[1 : places[0]]).sum())  # Bartlett 1946
    peak = (here >= correlations[places - 1]) & (here > correlations[places + 1])
    peak &= here > 4.0 * np.sqrt(memory / pairs[places])
    if not peak.any():
        return None
    # A true period and its double differ by chance only: nine tenths of the best is as good as the best.
    chosen = int(np.flatnonzero(peak & (here >= 0.9 * here[peak].max()))[0])
    return int(places[chosen]), float(here[chosen])


def _course(array: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.frombuffer(_course_of(array.tobytes()))


# Half a dozen detectors ask for the course of the same loss one after the other. Two: the loss and its logarithm.
@functools.lru_cache(maxsize=2)
def _course_of(values: bytes) -> bytes:
    array = np.frombuffer(values)
    # Half: on 500 points of AR(1) with r = .9 a quarter gives 31 effective points, half gives 28, the truth is 26.
    # The line goes first, because the shortened windows at the ends lag behind a slope.
    third = array.size // 3
    rise = median(array[-third:]) - median(array[:third]) if third else 0.0
    line = np.arange(array.size) * (rise / max(1, array.size - third))
    if array.size <= COURSE_POINTS:
        return (line + running_median(array - line, max(11, array.size // 2) | 1)).tobytes()
    levels = running_median(block_means(array - line, COURSE_POINTS), COURSE_POINTS // 2 | 1)
    starts = block_starts(array.size, COURSE_POINTS)
    middles = (starts + np.append(starts[1:], array.size) - 1) / 2.0
    course: NDArray[np.float64] = line + np.interp(np.arange(array.size), middles, levels)
    return course.tobytes()


def _persistence(residual: NDArray[np.float64]) -> float:
    # The estimate is too low by about (1 + 4r) / n (Kendall 1954), which matters where points are few.
    r = _correlation(residual - residual.mean(), 1)
    if r != 0.0:
        r += (1.0 + 4.0 * r) / residual.size
    return min(max(r, 0.0), HIGHEST)


def _correlation(centred: NDArray[np.float64], lag: int) -> float:
    power = _product(centred, centred)
    # Rounding alone leaves about 1e-16 of a constant.
    if not 0 < lag < centred.size or power <= 1e-28 * centred.size:
        return 0.0
    return _product(centred[lag:], centred[:-lag]) / power


def _product(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    # Not one @ other: for so much BLAS wakes its threads, which costs more than the sum, ten times on a busy machine.
    return float(np.einsum("i,i", one, other))


def _correlogram(values: ArrayLike, period: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Autocorrelation at every lag of what repeats within `period`, and the pairs of values that each rests on."""
    array = np.asarray(values, dtype=np.float64).ravel()
    known, _ = normalized(array)
    if known.size < 4 or period < 2:
        return np.zeros(0), np.ones(0)
    keep = np.isfinite(array)
    residual = np.zeros(array.size)
    residual[keep] = known
    # The median over one whole period does not follow the pattern within it.
    course = running_median(np.where(keep, residual, np.nan), period | 1)
    residual -= np.where(keep, course, residual)
    if array.size >= 3 * period:
        keep[: period // 2] = keep[array.size - period // 2 :] = False  # shortened windows do follow it
    limit = np.quantile(np.abs(residual[keep]), 0.99) if keep.any() else 0.0
    residual = np.where(keep, np.clip(residual, -limit, limit), 0.0)
    residual[keep] -= residual.sum() / max(1, int(keep.sum()))
    power, pairs = _products(residual), np.maximum(_products(keep.astype(np.float64)).round(), 1.0)
    variance = float(power[0] / pairs[0])
    if variance <= 1e-28:
        return np.zeros(array.size), pairs
    return np.clip(power / pairs / variance, -1.0, 1.0), pairs


def _products(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of products with itself at every lag, by one Fourier transform."""
    length = 1 << (2 * array.size - 1).bit_length()
    spectrum = np.abs(np.fft.rfft(array, length))
    products: NDArray[np.float64] = np.fft.irfft(spectrum * spectrum, length)[: array.size]
    return products
