"""Runs from arrays, what curves are made of, and the two collections that they go to."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Run, Series

Floats = NDArray[np.float64]
Curve = Callable[[int], Run]
HEALTHY: dict[str, Curve] = {}
SICK: dict[str, dict[str, Curve]] = {}


def run(series: Mapping[str, Any], *, per: str = "step", every: int = 1, start: int = 0, **settings: Any) -> Run:
    """A run from values by series name (or whole `Series`), a point every so many steps; the rest are settings.

    `steps_per_epoch` and `unit` go to the run itself.
    """
    made = {name: _series(name, values, per, every, start) for name, values in series.items()}
    own = {name: settings.pop(name) for name in ("steps_per_epoch", "unit") if name in settings}
    return Run("synthetic", "synthetic", "testing", series=made, settings=settings, **own)


def _series(name: str, values: Any, per: str, every: int, start: int) -> Series:
    if isinstance(values, Series):
        return values
    array = np.asarray(values, dtype=np.float64)
    steps = start + every * np.arange(array.size)
    return Series.of(name, steps, array, per="evaluation" if name.startswith("val/") else per)


def healthy(curve: Curve) -> Curve:
    """Adds a healthy curve under the name of its function."""
    HEALTHY[curve.__name__] = curve
    return curve


def sick(*findings: str) -> Callable[[Curve], Curve]:
    """Adds a sick curve under the ids of the findings that must be found in it."""

    def add(curve: Curve) -> Curve:
        for finding in findings:
            SICK.setdefault(finding, {})[curve.__name__] = curve
        return curve

    return add


def noise(seed: int, points: int, sd: float, r: float = 0.0) -> Floats:
    """Normal noise of standard deviation `sd` whose neighbours correlate by `r`."""
    fresh = np.random.default_rng(seed).normal(0.0, 1.0, points)
    if r == 0.0:
        return sd * fresh
    result = np.empty(points)
    state = fresh[0] if points else 0.0
    for place in range(points):
        state = fresh[0] if place == 0 else r * state + math.sqrt(1.0 - r * r) * fresh[place]
        result[place] = state
    return sd * result


def descent(points: int, start: float, floor: float, *, power: float = 0.5, scale: float = 0.02) -> Floats:
    """A power law from `start` towards `floor`; `scale` is the share of the run after which it bends."""
    place = np.arange(points) / max(1.0, scale * points)
    return floor + (start - floor) * (1.0 + place) ** -power


def cosine(points: int, peak: float = 1e-3, warmup: float = 0.05, last: float = 0.0) -> Floats:
    """A learning rate that warms up and decays as a cosine."""
    share = np.arange(points) / max(1, points - 1)
    fall = last + (peak - last) * 0.5 * (1.0 + np.cos(np.pi * np.clip((share - warmup) / (1.0 - warmup), 0.0, 1.0)))
    return np.asarray(np.where(share < warmup, peak * (share + 1.0 / points) / (warmup or 1.0), fall))


def vary(seed: int) -> np.random.Generator:
    """What a curve draws its shape from; its noise has another source."""
    return np.random.default_rng((7, seed))


def falling(seed: int, points: int, floor: float = 0.4) -> Floats:
    """A loss as it should be, for something to go wrong in."""
    return np.asarray(descent(points, 2.303, floor) * np.exp(noise(seed, points, 0.05)))
