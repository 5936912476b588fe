"""The loss was still falling when the run ended.

What it means: over the last third the level of the loss went down by more than its noise, and by no less a pace than
half of that in the third before.

Why it matters: the run was stopped, or its schedule ended, before it had given what it could. That is a choice, not a
fault.

Not to be confused with: the drop that comes with the end of a decaying learning rate, which ends with it.

Blind spots: noise larger than what a third of the run gains.
"""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order
from traindx.signals.levels import course


@detector(series("train/loss"), at_least=points(10), when="end")
def still_improving(
    loss: Series,
    *,
    least: float = 0.02,  # of the level, over the last third
    pace: float = 0.5,  # of the third before
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 10 or values.min() <= 0.0:
        return
    levels = course(np.log(values), 12)
    third = levels.levels.size // 3
    late = float(levels.levels[-third] - levels.levels[-1])
    before = float(levels.levels[-2 * third] - levels.levels[-third])
    if late < max(least, 4.5 * levels.error) or late < pace * before:
        return
    yield Finding(
        severity="info",
        message=f"{loss.name} still falls at the end, by {-math.expm1(-late):.1%} over the last third",
        series=loss.name,
        first_step=int(steps[levels.starts[-third]]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"late": round(late, 4), "before": round(before, 4)},
    )
