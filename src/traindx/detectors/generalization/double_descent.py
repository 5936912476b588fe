"""Validation rose and came down again, to its old best level or below.

What it means: after a first minimum the loss on held-out data rose for several evaluations, well above its noise, and
fell again later to about the old minimum or below it.

Why it matters: where labels are noisy and the model is just large enough to fit them all, this is how a long training
goes. Stopping at the peak, as early stopping does, would have thrown the better model away.

Not to be confused with: a hump that follows the learning rate (a warm-up, a restart), which has nothing to do with it;
a single bad evaluation.

Blind spots: early stopping ends the run before the second descent. Over model size, rather than over time, one needs
several runs to see it.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.smoothing import block_starts, running_median
from traindx.signals.turning import course_noise
from traindx.signals.windows import window_medians


@detector(series("val/loss", "val/loss/*", each=True), at_least=points(12), when="end")
def double_descent(
    val: Series,
    *,
    rise: float = 0.15,  # of the first minimum; smaller humps are the ordinary wander of a validation curve
    back: float = 0.25,  # of the rise: what may be left of it at the end
    several: int = 3,
) -> Findings:
    keep = np.isfinite(val.values)
    if keep.sum() < 12:
        return
    starts = block_starts(int(keep.sum()), min(40, int(keep.sum())))
    stops = np.append(starts[1:], keep.sum())
    blocks = window_medians(val.values[keep], starts, stops)
    levels = running_median(blocks, 3)
    lows = np.minimum.accumulate(levels)
    peak = int(np.argmax(levels - lows))
    height, low = float(levels[peak] - lows[peak]), float(lows[peak])
    margin = max(rise * abs(low), 5.0 * course_noise(blocks))
    best = int(np.flatnonzero(levels[: peak + 1] == low)[-1])
    above = levels[best:] > low + 0.5 * height
    end = float(np.median(levels[-several:]))
    if height <= margin or above.sum() < several or best < 2 or end > low + back * height:
        return
    steps = val.steps[keep]
    yield Finding(
        severity="info",
        message=f"{val.name} rose from {low:.4g} to {levels[peak]:.4g} and came down again to {end:.4g}",
        series=val.name,
        first_step=int(steps[starts[best]]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        evidence={"first_minimum": low, "peak": float(levels[peak]), "peak_step": int(steps[starts[peak]]), "end": end},
    )
