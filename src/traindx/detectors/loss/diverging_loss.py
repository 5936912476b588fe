"""The loss climbs.

What it means: the level of the loss rose far above where it began (`above-start`) or above the best that it had reached
(`from-best`), by more than its noise, or it rises steadily from its first point on.

Why it matters: each update undoes more than the last one won. What comes after is wasted, and often ends as NaN.

Not to be confused with: a hump while the learning rate warms up, a restart, a harder part of a curriculum: from these
the loss comes down again, and then this is reported as information only, unless it spent a third of its time at three
times its start. Objectives with an opponent, and rewards
written as losses, have no level that should fall; they are judged only under the name of the training loss.

Blind spots: slow drifts of less than a factor of two after a good start, since a weight that is raised during training
(an annealed term) does the same.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order
from traindx.signals.relative import Scale, scales
from traindx.signals.robust import MAD_TO_SD
from traindx.signals.smoothing import block_means, trailing_median
from traindx.signals.trend import mann_kendall
from traindx.signals.windows import window_medians


class Climb(NamedTuple):
    kind: str
    onset: int
    known: int
    low: float  # the level that it left
    high: float  # the level at which it was known
    least: float  # what must be left of it at the end for it to stand


@detector(series("train/loss"), at_least=points(2), when="event", kinds=("above-start", "from-best"))
def diverging_loss(
    loss: Series,
    *,
    above_start: float = 0.405,  # the logarithm of 1.5
    from_best: float = 0.693,  # the logarithm of 2
    z: float = 8.0,  # standard errors of the level; the best of many noisy levels lies three below the truth
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    width = 3 if loss.independent else 20  # points of a level
    for scale in scales(values):
        climb = _first(scale, width, above_start, from_best, z)
        if climb is None:
            continue
        end, left = _standing(scale, climb, values, width)
        # Half of the climb, half as much again as where it began, and not far below where it was first seen.
        stands = left > 0.5 and end - climb.low > climb.least and end > climb.high - math.log(2.0)
        severe = end - climb.low > (above_start if climb.kind == "above-start" else math.log(3.0))
        yield Finding(
            severity=("error" if severe else "warning")
            if stands
            else "warning"
            if _long(scale, climb, values)
            else "info",
            message=_message(loss.name, int(steps[climb.onset]), float(values[climb.onset]), values, width, stands),
            series=loss.name,
            first_step=int(steps[climb.onset]),
            last_step=int(steps[-1]) if stands else int(steps[climb.known]),
            known_step=int(steps[climb.known]),
            open=stands,
            evidence={
                "kind": climb.kind,
                "start": float(values[0]),
                "best": float(values[: climb.known + 1].min()),
                "end": float(np.median(values[-width:])),
                "left": max(-9.0, round(left, 3)) if math.isfinite(left) else None,
            },
        )
        return


def _standing(scale: Scale, climb: Climb, values: NDArray[np.float64], width: int) -> tuple[float, float]:
    """The level at the end, and how much of the whole climb still stands then."""
    if scale.values.size < values.size:  # a loss that went below zero after a climb has left it behind
        return -math.inf, -math.inf
    y = scale.values
    end = float(np.median(y[max(climb.known, y.size - width) :]))
    top = max(climb.high, float(trailing_median(y[climb.known :], width).max()))
    return end, (end - climb.low) / (top - climb.low)


def _long(scale: Scale, climb: Climb, values: NDArray[np.float64]) -> bool:
    """Whether a loss that came back spent a third of the time at three times its start."""
    if climb.kind != "above-start" or scale.values.size < values.size:
        return False
    return float((scale.values[climb.known :] > climb.low + math.log(3.0)).mean()) > 0.3


def _message(name: str, onset: int, low: float, values: NDArray[np.float64], width: int, stands: bool) -> str:
    end = float(np.median(values[-min(width, max(1, values.size // 4)) :]))
    tail = f"and ends at {end:.4g}" if stands else f"and comes back to {end:.4g}"
    return f"{name} climbs from step {onset} on, from {low:.4g}, {tail}"


def _first(scale: Scale, width: int, above_start: float, from_best: float, z: float) -> Climb | None:
    """The earliest of the ways in which a climb shows."""
    ways = (_tenfold(scale), _by_level(scale, width, above_start, from_best, z), _steady(scale))
    found = [one for one in ways if one is not None and one.known >= scale.begin]
    return min(found, key=lambda one: one.known, default=None)


def _tenfold(scale: Scale) -> Climb | None:
    """Ten times all that was before, twice in a row or at the last point: two points are enough to see that."""
    y = scale.values
    if not scale.logarithmic or y.size < 2:
        return None
    highest = np.maximum.accumulate(y)[:-1]
    far = y[1:] > highest + math.log(10.0)
    for place in (np.flatnonzero(far) + 1).tolist():
        if place + 1 >= y.size or y[place + 1] > highest[place - 1] + math.log(3.0):
            return Climb("above-start", place, place, float(highest[place - 1]), float(y[place]), math.log(3.0))
    return None


def _by_level(scale: Scale, width: int, above_start: float, from_best: float, z: float) -> Climb | None:
    y = scale.values
    if y.size < width + 2:
        return None
    level = trailing_median(y, width)[width - 1 :]
    places = np.arange(y.size)
    # Of three values the median is one, which would leave no spread: there the second differences tell it.
    rest = (
        np.abs(np.diff(y, 2, prepend=[y[0], y[0]])) / math.sqrt(6.0)
        if width == 3
        else np.abs(y - trailing_median(y, 20))
    )
    spread = MAD_TO_SD * window_medians(rest, places - 200, places + 1)[width - 1 :]
    error = z * 1.25 * spread / math.sqrt(width)  # 1.25: a median is by so much less sure than a mean
    best = np.minimum.accumulate(level)
    over_start = level - level[0] > np.fmax(above_start, error)
    over_best = level - best > np.fmax(from_best, error)
    hits = np.flatnonzero(over_start | over_best)
    if not hits.size:
        return None
    hit = int(hits[0])
    kind = "above-start" if over_start[hit] else "from-best"
    low = float(level[0] if kind == "above-start" else best[hit])
    below = np.flatnonzero(level[:hit] <= low + 0.1 * (level[hit] - low))
    onset = int(below[-1]) + width - 1 if below.size else 0
    return Climb(kind, onset, hit + width - 1, low, float(level[hit]), above_start)


def _steady(scale: Scale) -> Climb | None:
    """Rising from the first block on: looked at in prefixes of fixed lengths, so that longer ones agree."""
    y = scale.values
    length = 10
    while scale.logarithmic and length <= y.size:
        blocks = block_means(y[:length], 10)
        tau, p = mann_kendall(blocks)
        # Clearly higher, without noise to speak of: tau .8 of ten blocks has a chance of one in a thousand.
        if tau > 0.8 and p < 2e-3 and float(blocks[-2:].mean() - blocks[:2].mean()) > math.log(1.08):
            return Climb("above-start", 0, length - 1, float(blocks[0]), float(blocks[-1]), math.log(1.08))
        length = length + 1 if length < 20 else math.ceil(length * 1.25)
    return None
