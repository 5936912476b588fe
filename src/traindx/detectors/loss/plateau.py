"""The loss fell, and then stands.

What it means: for the last two fifths of the run or more the loss has kept its level within its noise, after it had
fallen before. `rate-gone`: the learning rate was next to nothing by then; `rate-on`: it was not; `rate-unknown`.

Why it matters: the time since then has changed nothing. With a rate that is gone nothing could change; with one that is
on, either the model has taken what it can from the data, or something holds it back.

Not to be confused with: a run that has converged, which stands as well, but far below its start. So the finding is a
warning only where most of the loss is left and the same data were seen three times more in vain, or where the rate was
gone for half of the run; else it is information.

Blind spots: how low a loss could go is not in the log. A late fall (after thousands of steps) begins as a plateau.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.names import contested
from traindx.signals.axis import in_order
from traindx.signals.levels import Course, course


class Stand(NamedTuple):
    begin: int  # the place from which on the level is kept
    start: float  # logarithms of the levels before and after
    end: float


@detector(
    series("train/loss"),
    series("lr", "lr/*", optional=True),
    whole_run(),
    at_least=points(10),
    when="end",
    kinds=("rate-gone", "rate-on", "rate-unknown"),
)
def plateau(
    loss: Series,
    rate: Series | None,
    run: Run,
    *,
    part: float = 0.4,  # of the points, for which the level must have been kept
    left: float = 0.6,  # of the first level; what has converged usually keeps less than half
    passes: float = 3.0,  # over the same data, while the loss stood
    gone: float = 1e-3,  # of the peak rate; cosine schedules come that low in their last fiftieth only
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 10 or values.min() <= 0.0 or contested(run.series):
        return
    stand = _stand(values, part)
    if stand is None:
        return
    begin = int(steps[stand.begin])
    kind, ratio = _rate(rate, begin, int(steps[-1]), gone), math.exp(stand.end - stand.start)
    within = values.size - 1.0 - stand.begin if loss.per == "epoch" else run.epochs_between(begin, int(steps[-1]))
    in_vain = ratio > left and within is not None and within >= passes
    cut_off = kind == "rate-gone" and ratio > left - 0.1 and stand.begin < values.size // 2
    yield Finding(
        severity="warning" if in_vain or cut_off else "info",
        message=f"{loss.name} stands at {math.exp(stand.end):.4g} from step {begin} on, {ratio:.0%} of its start",
        series=loss.name,
        first_step=begin,
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": kind, "level": math.exp(stand.end), "left": round(ratio, 4), "passes": within,
                  "share": round(1.0 - stand.begin / values.size, 3)},
    )  # fmt: skip


def _stand(values: NDArray[np.float64], part: float) -> Stand | None:
    """From where on all levels agree with the last ones, if it is early enough and the loss had fallen before."""
    logs = np.log(values)
    levels = course(logs, 20)
    count = levels.levels.size
    end = float(levels.levels[-max(2, count // 4) :].mean())
    band = max(0.015, 3.0 * levels.error)
    off = np.flatnonzero(np.abs(levels.levels - end) > band)
    first = int(off[-1]) + 1 if off.size else 0
    start = max(float(levels.levels[0]), float(np.median(logs[:3])))
    fell = start - end > max(0.015, 4.5 * levels.error)
    if not fell or count - first < max(3, math.ceil(part * count)) or _still_falls(levels, first):
        return None
    return Stand(int(levels.starts[first]), start, end)


def _still_falls(levels: Course, first: int) -> bool:
    """Whether the halves of the stretch differ, by noise or by a hundredth: then it is slow and does not stand."""
    stretch = levels.levels[first:]
    half = stretch.size // 2
    change = float(stretch[:half].mean() - stretch[-half:].mean())
    return abs(change) > max(0.01, 3.0 * levels.error / math.sqrt(max(1, half) / 2.0))


def _rate(rate: Series | None, begin: int, end: int, gone: float) -> str:
    if rate is None:
        return "rate-unknown"
    at, rates = in_order(rate.steps, rate.values)
    within = rates[(at >= begin) & (at <= end)]
    peak = float(rates.max(initial=0.0))
    if not within.size or peak <= 0.0:
        return "rate-gone" if rates.size and peak <= 0.0 else "rate-unknown"
    return "rate-gone" if float((within <= gone * peak).mean()) > 0.5 else "rate-on"
