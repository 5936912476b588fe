"""The gradient norm grows by decades, or stands far above anything useful, and the loss suffers.

What it means: over several points the norm lies at thirty times its own early level and more, having climbed there
(`growing`) or leapt (`high`); or it is above a thousand over the first twenty points while the loss does not fall
(`high`, a warning). Of the whole gradient, and of each layer where the log has them.

Why it matters: steps follow the gradient. A norm that grows by itself is a loop that feeds on its own steps; it ends in
a loss of another order of magnitude, or in NaN.

Not to be confused with: a norm of 5 to 50 in a transformer, which most loops log before it is clipped; a norm that
grows slowly while the loss goes on falling, as it does when few samples are left to learn; single spikes.

Blind spots: a norm logged after clipping cannot grow. A loss summed over many samples has a large norm by construction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.alignment import medians_between
from traindx.signals.robust import median
from traindx.signals.smoothing import trailing_median


@detector(
    series("grad/norm", "grad/norm/*", each=True),
    series("train/loss"),
    at_least=points(6),
    when="event",
    kinds=("growing", "high"),
)
def exploding_gradients(
    norm: Series,
    loss: Series,
    *,
    times: float = 30.0,  # the early level: healthy norms were seen to grow fivefold, and by ten while memorising
    least: float = 10.0,  # a norm below is ordinary, whatever it was at the start (zero-initialised heads begin at 0)
    large: float = 1e3,  # a norm from the start; un-normalised but healthy regressions begin there and come down
) -> Findings:
    keep = np.isfinite(norm.values) & (norm.values > 0)
    values, steps = norm.values[keep], norm.steps[keep]
    level = np.where(steps >= loss.steps[0], medians_between(loss.steps, loss.values, steps), np.nan)
    if values.size < 6 or np.ptp(values) == 0.0 or not np.isfinite(level).any():
        return
    # What stands at a point depends on the past alone, so that a longer run finds the same beginning.
    # The first value too, lest an explosion within the first points pass for the early level; they scatter by a half.
    early = min(float(np.median(values[:5])), 1.5 * float(values[0]))
    recent = trailing_median(values, 5)
    suffers = _suffers(level)
    above = recent > max(times * early, least)
    above[:7] = False
    stuck = (recent > large) & ~_has_fallen(level)
    stuck[:20] = False
    seen = np.flatnonzero((above & suffers) | stuck)
    if not seen.size:
        return
    place = int(seen[0])
    grew = bool(above[place]) and _climbed(recent[: place + 1], early, times)
    yield Finding(
        severity="error" if above[place] else "warning",
        message=f"{norm.name} stands at {recent[place]:.3g} at step {steps[place]}, after {early:.3g} at the start",
        series=norm.name,
        layer=norm.layer,
        first_step=int(steps[place]),
        last_step=int(steps[seen[-1]]),
        known_step=int(steps[place]),
        open=bool(seen[-1] == values.size - 1),
        evidence={
            "kind": "growing" if grew else "high",
            "early": early,
            "highest": float(values.max()),
            "times": float(recent[seen].max() / early),
        },
    )


def _suffers(level: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where the loss stands plainly above the best that it had reached."""
    recent = trailing_median(level, 5)
    best = np.fmin.accumulate(recent)
    return np.asarray(recent > best + 0.3 * np.abs(best) + 1e-12)


def _has_fallen(level: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where the loss has come down since the start by a tenth."""
    first = median(level[:5])
    return np.asarray(np.fmin.accumulate(trailing_median(level, 9)) < first - 0.1 * abs(first))


def _climbed(recent: NDArray[np.float64], early: float, times: float) -> bool:
    """Whether the level was between the old and the new for a while, and did not leap."""
    between = (recent > 3.0 * early) & (recent <= times * early)
    return int(between.sum()) >= max(3, recent.size // 20)
