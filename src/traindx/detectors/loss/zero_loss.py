"""The loss is exactly zero, all at once.

What it means: the loss reads 0.0, from the first point on or from one point to the next, without having come down
towards zero before.

Why it matters: no loss of a model that still learns is exactly zero. Usually the true value was not finite and was
written as zero, every target was masked out, or all targets are the same; whatever is trained from there is lost.

Not to be confused with: a loss that sinks through ever smaller values until the printed digits end, and a margin loss
(hinge, triplet) that is zero for batches without a violation: both come near zero first. Zeros that the loss leaves
again are reported as information only. So is any zero where an agent earns returns: the loss of a policy whose
advantages are taken about their mean is zero in value, and not in its gradient.

Blind spots: a log that prints few digits shows small values as zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.rewards import returns
from traindx.signals.axis import in_order


@detector(series("train/loss"), whole_run(), at_least=points(2), when="event")
def zero_loss(
    loss: Series,
    run: Run,
    *,
    near: float = 0.25,  # a loss that once stood below this share of its usual value has come down by itself
    row: int = 3,  # so many zeros in a row are no margin loss on its way down
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    zeros = values == 0.0
    if values.size < 2 or not zeros.any():
        return
    first = int(np.argmax(zeros))
    if first and _came_down(values[:first], near):
        return
    stays = bool(zeros[first:].all())
    lost = stays or (first > 0 and _longest(zeros[first:]) >= row)
    where = "at every point" if zeros.all() else f"from step {steps[first]} on" if stays else f"at step {steps[first]}"
    yield Finding(
        severity="error" if lost and returns(run) is None else "info",
        message=f"{loss.name} is exactly zero {where}",
        series=loss.name,
        first_step=int(steps[first]),
        last_step=int(steps[np.flatnonzero(zeros)[-1]]),
        known_step=int(steps[max(first, 1)]),
        open=bool(zeros[-1]),
        evidence={
            "points": int(zeros.sum()),
            "of": int(values.size),
            "before": float(values[first - 1]) if first else None,
        },
    )


def _came_down(before: NDArray[np.float64], near: float) -> bool:
    size = np.abs(before)
    # The first value too: a loss that has just climbed makes a small median of nothing.
    return bool(before.min() < 0.0 or size.min() < near * min(float(np.median(size[:10])), float(size[0])))


def _longest(flags: NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    return int((edges[1::2] - edges[::2]).max(initial=0))
