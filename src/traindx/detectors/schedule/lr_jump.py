"""The learning rate jumps up in the middle of the run.

What it means: after it had come down, the rate is at least twice as high at one point as at the point before, and this
is neither the warm-up nor one of several restarts of a cyclic schedule.

Why it matters: a resumed run whose schedule begins anew, or a cosine whose period is shorter than the run, throws the
model out of the place it had settled in. The loss mostly jumps with the rate.

Not to be confused with: warm restarts and cyclic schedules, where the jumps come back at regular or growing distances
to the same height or a lower one; these are information only, like a jump that the loss does not answer to.

Blind spots: a rate logged once in many steps may skip the ramp of a warm-up and look like a jump.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting


@detector(
    series("lr", "lr/*"),
    series("train/loss", optional=True),
    setting("schedule", optional=True),
    at_least=points(4),
    when="event",
)
def lr_jump(
    rate: Series,
    loss: Series | None,
    schedule: object,
    *,
    ratio: float = 2.0,  # schedules move by less between two points; a restart by ten times and more
    fallen: float = 0.67,  # of the peak: before the rate has come down by a third, a rise is part of the warm-up
) -> Findings:
    keep = np.isfinite(rate.values) & (rate.values >= 0)
    values, steps = rate.values[keep], rate.steps[keep]
    jumps = _jumps(values, ratio, fallen)
    if not jumps.size:
        return
    first = int(jumps[0])
    cyclic = (
        _repeated(values, jumps)
        or _whole_cycle(values, first)
        or any(word in str(schedule).lower() for word in ("restart", "cycl", "sgdr"))
    )
    answered = None if loss is None else _answer(loss, int(steps[first - 1]), int(steps[first]))
    yield Finding(
        severity="info" if cyclic or answered is False else "warning",
        message=f"{rate.name} jumps from {values[first - 1]:.3g} to {values[first]:.3g} at step {steps[first]}",
        series=rate.name,
        first_step=int(steps[first]),
        last_step=int(steps[jumps[-1]]),
        known_step=int(steps[first + 1]),
        evidence={
            "before": float(values[first - 1]),
            "after": float(values[first]),
            "steps": [int(step) for step in steps[jumps][:20]],
            "cyclic": cyclic,
            "loss_rises": answered,
        },
    )


def _jumps(values: NDArray[np.float64], ratio: float, fallen: float) -> NDArray[np.int64]:
    if values.size < 4:
        return np.empty(0, dtype=np.int64)
    peak = np.maximum.accumulate(values)[:-1]
    # A tenth of the peak, so that leaving zero by a hair is no jump of infinite ratio.
    up = (values[1:] > ratio * values[:-1]) & (values[1:] > 0.1 * peak) & (values[:-1] < fallen * peak)
    # A ramp goes on rising at the next point, so that a jump is known one point later.
    ramp = np.append(values[2:] > 1.05 * values[1:-1], True)
    return np.flatnonzero(up & ~ramp) + 1


def _repeated(values: NDArray[np.float64], jumps: NDArray[np.int64]) -> bool:
    """Two or more jumps, at distances that stay equal or grow, to heights that stay equal or sink."""
    if jumps.size < 2:
        return False
    distances = np.diff(np.concatenate(([0], jumps)))
    heights = values[jumps]
    return bool((distances[1:] >= 0.8 * distances[:-1]).all() and (heights[1:] <= 1.1 * heights[:-1]).all())


def _whole_cycle(values: NDArray[np.float64], jump: int) -> bool:
    """Whether a course that had come to its end is gone through again: two cycles have but one jump between them."""
    again = values[jump : 2 * jump]
    ended = values[jump - 1] <= 0.02 * values[:jump].max()
    alike = np.allclose(again, values[: again.size], rtol=0.1, atol=0.02 * float(values[:jump].max()))
    return bool(ended and again.size >= 0.9 * jump and alike)


def _answer(loss: Series, before: int, after: int) -> bool | None:
    """Whether the loss stands higher after the jump than before, beyond its scatter; None where too little is known."""
    known = np.isfinite(loss.values)
    early = loss.values[known & (loss.steps <= before)][-10:]
    late = loss.values[known & (loss.steps >= after)][:5]
    if early.size < 3 or late.size < 1:
        return None
    usual = float(np.median(early))
    return bool(float(late.max()) > usual + max(0.02 * abs(usual), 2.0 * float(early.std())))
