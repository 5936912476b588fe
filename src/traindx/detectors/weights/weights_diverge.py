"""The weights grow without end.

What it means: the norm of all weights, or that of the layers together, rose to several times its early level and is
still rising as fast as before, or faster.

Why it matters: weights that feed their own growth end in numbers that are not finite. A learning rate that is too high
does it, and so does a scale that nothing holds, where only the direction of a weight matters.

Not to be confused with: the slow growth of every training without weight decay, which levels off; tensors that start at
zero and grow from there: the whole is judged.

Blind spots: one layer of many that grows alone is lost in the sum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.smoothing import trailing_median


@detector(series("weight/norm", "weight/norm/*"), whole_run(), at_least=points(10), when="event")
def weights_diverge(
    first: Series,
    run: Run,
    *,
    times: float = 5.0,  # the early level: healthy small networks were seen to grow threefold from a small start
) -> Findings:
    steps, norm = _whole(first, run)
    if norm.size < 10 or not norm[:5].all():
        return
    early = float(np.median(norm[:5]))
    level = trailing_median(norm, 3)
    half = np.maximum(np.arange(norm.size) // 2, 0)
    # Growth that levels off gained most of what it has in the first half of the way.
    rising = (level - level[half]) >= 0.5 * (level - early)
    seen = np.flatnonzero((level > times * early) & rising & (np.arange(norm.size) >= 7))
    if not seen.size:
        return
    place = int(seen[0])
    yield Finding(
        severity="warning",
        message=f"the norm of the weights is {level[place]:.3g} at step {steps[place]}, after {early:.3g} at the start",
        series=first.name,
        first_step=int(steps[place]),
        last_step=int(steps[seen[-1]]),
        known_step=int(steps[place]),
        open=bool(seen[-1] == norm.size - 1),
        evidence={"early": early, "highest": float(norm.max())},
    )


def _whole(first: Series, run: Run) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The norm of all weights, where all were logged at the same steps."""
    parts = [first]
    if first.layer is not None:
        parts = [one for one in run.layers("weight/norm").values() if np.array_equal(one.steps, first.steps)]
    squares = np.sum([np.minimum(np.abs(one.values), 1e150) ** 2 for one in parts], axis=0)
    keep = np.isfinite(squares)
    return first.steps[keep], np.sqrt(squares[keep])
