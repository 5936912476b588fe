"""The loss swings up and down without getting lower.

What it means: a slow, even `wave` of several full swings, or a `zigzag` in which nearly every point undoes the one
before, while the level itself no longer falls.

Why it matters: steps overshoot. A zigzag says that a step is longer than the valley is wide, a wave that the momentum
carries the weights past the goal. The loss can come no lower than the swings allow.

Not to be confused with: noise of small batches, which has no rhythm; restarts of the learning rate, whose period is
that of the schedule; the order of the data, which repeats with the epoch (periodic-loss); two players that chase each
other.

Blind spots: means over windows that are as long as the swing. Swings by less than a seventh are not reported.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.names import contested
from traindx.signals.autocorrelation import autocorrelation, detrended, dominant_period
from traindx.signals.axis import in_order
from traindx.signals.rhythm import rhythm
from traindx.signals.smoothing import moving_average, running_median


class Swing(NamedTuple):
    kind: str
    period: int  # points
    size: float  # from the middle, as a logarithm
    trend: str


@detector(
    series("train/loss"),
    series("lr", "lr/*", optional=True),
    setting("steps_per_epoch", optional=True),
    whole_run(),
    at_least=points(12),
    when="end",
    kinds=("wave", "zigzag"),
)
def oscillating_loss(
    loss: Series,
    rate: Series | None,
    steps_per_epoch: Any,
    run: Run,
    *,
    least: float = 0.14,  # half the height of a swing: a seventh up and down
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 12 or values.min() <= 0.0 or loss.per in ("running", "smoothed") or contested(run.series):
        return
    # The second half: what swings while it descends may settle.
    logs = np.log(values)
    begin = values.size // 3
    late = logs[begin:]
    swing = _wave(late, least) or _zigzag(late, least) or _few(logs, least)
    if (
        swing is None
        or _falls(logs)
        or (swing.kind == "wave" and _by_design(swing.period, steps, rate, steps_per_epoch))
    ):
        return
    yield Finding(
        severity="warning",
        message=f"{loss.name} swings by {np.expm1(swing.size):.0%}, a {swing.kind} of {swing.period} points",
        series=loss.name,
        first_step=int(steps[begin]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": swing.kind, "period": swing.period, "size": round(swing.size, 3), "trend": swing.trend},
    )


def _wave(logs: NDArray[np.float64], least: float) -> Swing | None:
    """A period that repeats at least three times, carries most of the variance, and rises about as long as it falls."""
    if logs.size < 24:
        return None
    found = dominant_period(logs, 6, logs.size // 3)
    rest = detrended(logs)
    if found is None or found[1] < 0.5:
        return None
    period, smooth = found[0], running_median(rest, max(1, found[0] // 6) | 1)
    size = float(np.quantile(smooth, 0.9) - np.quantile(smooth, 0.1)) / 2.0
    lag = max(1, period // 4)
    moves = smooth[lag:] - smooth[:-lag]
    rising = float((moves > 0.0).mean())
    even = 0.3 < rising < 0.7 and abs(autocorrelation(smooth, lag)) < 0.5
    if size < least or not even or float(smooth.var()) < 0.5 * float(rest.var()):
        return None
    return Swing("wave", period, size, _trend(rest))


def _zigzag(logs: NDArray[np.float64], least: float) -> Swing | None:
    """Neighbours on opposite sides: r below -.5 has no chance among twenty independent points."""
    if logs.size < 8:
        return None
    rest = (logs - moving_average(logs, 8))[2:-2]
    size = float(np.median(np.abs(np.diff(logs)))) / 2.0
    r = autocorrelation(np.clip(rest, -3.0 * size, 3.0 * size), 1)
    # A moving average of eight leaves white noise with r = -.14.
    if size < least or r > -0.5 - 1.0 / np.sqrt(rest.size):
        return None
    return Swing("zigzag", 2, size, _trend(rest))


def _few(logs: NDArray[np.float64], least: float) -> Swing | None:
    """Through so few points that half of them say too little, one even swing from the first to the last."""
    found = rhythm(logs) if logs.size < 100 else None
    if found is None or found.size < least:
        return None
    third = logs.size // 3
    return Swing("zigzag" if found.period < 2.5 else "wave", round(found.period), found.size, _trend(logs[third:]))


def _trend(rest: NDArray[np.float64]) -> str:
    half = rest.size // 2
    ratio = float(np.abs(rest[-half:]).mean()) / max(1e-300, float(np.abs(rest[:half]).mean()))
    return "growing" if ratio > 1.25 else "shrinking" if ratio < 0.8 else "steady"


def _falls(logs: NDArray[np.float64]) -> bool:
    """Whether the last third lies clearly below the third before it, with its troughs and with its crests."""
    third = logs.size // 3
    before, last = (np.quantile(part, (0.25, 0.75)) for part in (logs[-2 * third : -third], logs[-third:]))
    error = float(detrended(logs).std()) / math.sqrt(third)
    return float((before - last).min()) > max(0.1, 3.0 * error)


def _by_design(period: int, steps: NDArray[np.int64], rate: Series | None, steps_per_epoch: Any) -> bool:
    """Whether the period is that of the epoch or of the schedule."""
    spacing = float(steps[-1] - steps[0]) / max(1, steps.size - 1)
    epoch = float(steps_per_epoch) / spacing if isinstance(steps_per_epoch, int | float) and steps_per_epoch else 0.0
    if epoch and min(abs(period / epoch - whole) for whole in (0.5, 1.0, 2.0)) < 0.05:
        return True
    if rate is None:
        return False
    at, rates = in_order(rate.steps, rate.values)
    level = np.interp(steps, at, rates) if at.size else np.zeros(0)
    turns = np.flatnonzero(np.diff(level) > 0.2 * level.max(initial=0.0))
    own = dominant_period(level, 6, max(7, level.size // 2)) if level.size > 24 else None
    return bool(turns.size >= 2 or (own is not None and abs(own[0] / period - 1.0) < 0.15))
