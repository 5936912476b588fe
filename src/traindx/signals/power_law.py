"""Where a falling series is heading: y = E + A t^-alpha with E the floor.

Fitted by Huber's loss, so that spikes do not bend it, on at most 300 means of blocks: for every alpha of a grid the
best E and A, then the same once more between the neighbours of the best alpha. What it foretells holds while nothing
else changes (a learning rate that decays makes the series fall faster than this).

Pairs that are not finite or have t <= 0 are left out; None with fewer than eight of them, or for a constant.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from traindx.signals.robust import MAD_TO_SD, normalized
from traindx.signals.smoothing import block_means

MOST_POINTS = 300
# Training curves have exponents of .05 to 1 or so; steeper than 3 is over after two points.
EXPONENTS = np.geomspace(0.02, 3.0, 48)
# 95 % efficient for normal noise.
HUBER = 1.345
ROUNDS = 12


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """The fit; `residual_sd` is that of single points, `gain` how far it falls from the last t to its double."""

    floor: float
    amplitude: float
    exponent: float
    residual_sd: float
    gain: float

    def at(self, t: float) -> float:
        """The value that the fit foretells for t > 0."""
        return float(self.floor + self.amplitude * t**-self.exponent)


def power_law(t: ArrayLike, y: ArrayLike, *, lowest: float | None = None) -> PowerLaw | None:
    """The best fit with a floor of at least `lowest` (0.0 for a loss that cannot be negative; None: no bound)."""
    ts, ys = np.asarray(t, dtype=np.float64).ravel(), np.asarray(y, dtype=np.float64).ravel()
    keep = np.isfinite(ts) & np.isfinite(ys) & (ts > 0.0)
    (ts, t_unit), (ys, y_unit) = normalized(ts[keep]), normalized(ys[keep])
    if ts.size < 8 or np.all(ys == ys[0]) or np.all(ts == ts[0]) or ts.min() <= 0.0:
        return None
    means_t, means_y = block_means(ts, MOST_POINTS), block_means(ys, MOST_POINTS)
    bound = -np.inf if lowest is None else lowest / y_unit
    # Times in units of the last one: every alpha then gives numbers of one size.
    end = float(means_t.max())
    fits = _fits(means_t / end, means_y, EXPONENTS, bound)
    near = int(fits[2].argmin())
    finer = np.geomspace(EXPONENTS[max(0, near - 1)], EXPONENTS[min(near + 1, EXPONENTS.size - 1)], 33)
    floors, amplitudes, losses = _fits(means_t / end, means_y, finer, bound)
    best = int(losses.argmin())
    floor, amplitude, exponent = float(floors[best]), float(amplitudes[best]), float(finer[best])
    residual = ys - floor - amplitude * (ts / end) ** -exponent
    last = float(ts.max()) / end
    with np.errstate(over="ignore"):
        return PowerLaw(
            floor=floor * y_unit,
            amplitude=float(np.float64(amplitude) * y_unit * np.power(end * t_unit, exponent)),
            exponent=exponent,
            residual_sd=MAD_TO_SD * float(np.median(np.abs(residual))) * y_unit,
            gain=amplitude * (last**-exponent - (2.0 * last) ** -exponent) * y_unit,
        )


def _fits(
    t: NDArray[np.float64], y: NDArray[np.float64], exponents: NDArray[np.float64], lowest: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Floor, amplitude and loss for every exponent, by least squares weighted anew some times (one row an exponent)."""
    with np.errstate(over="ignore"):
        shape = np.minimum(t[None, :] ** -exponents[:, None], 1e100)
    weights = np.ones_like(shape)
    scale = np.inf
    for _ in range(ROUNDS):
        floors, amplitudes = _weighted(shape, y, weights, lowest)
        residual = np.abs(y - floors[:, None] - amplitudes[:, None] * shape)
        # One scale for all exponents, of the best of them: otherwise a bad fit would excuse its own residuals.
        scale = min(scale, max(MAD_TO_SD * float(np.median(residual, axis=1).min()), 1e-12))
        weights = np.minimum(1.0, HUBER * scale / np.maximum(residual, 1e-300))
    bend = HUBER * scale
    losses = np.where(residual <= bend, 0.5 * residual * residual, bend * (residual - 0.5 * bend)).sum(axis=1)
    return floors, amplitudes, losses


def _weighted(
    shape: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.float64], lowest: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    total = weights.sum(axis=1)
    mean_shape = (weights * shape).sum(axis=1) / total
    mean_y = (weights * y).sum(axis=1) / total
    centred = shape - mean_shape[:, None]
    power = (weights * centred * centred).sum(axis=1)
    amplitudes = (weights * centred * (y - mean_y[:, None])).sum(axis=1) / np.maximum(power, 1e-300)
    floors = mean_y - amplitudes * mean_shape
    # On the bound there is one unknown left: the line through it.
    bounded = (
        (weights * shape * (y - lowest)).sum(axis=1) / (weights * shape * shape).sum(axis=1)
        if np.isfinite(lowest)
        else amplitudes
    )
    low = floors < lowest
    return np.where(low, lowest, floors), np.where(low, bounded, amplitudes)
