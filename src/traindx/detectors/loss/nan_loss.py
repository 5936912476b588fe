"""The loss is not a finite number.

What it means: a value of the loss is NaN or infinite. From the first such step on, the weights that took part in the
update are not finite either, unless the loop skips such a step.

Why it matters: nothing that is trained after a NaN is of use. The last finite values before it tell more than the NaN:
a loss that climbed before points at steps that are too large, one that was calm at undefined arithmetic or at one batch.

Not to be confused with: a loss scaler that finds its first scale. It lets a few early steps overflow on purpose, and
the loss that it reports is finite again at once; a few lone values that are not finite among thousands are a warning.

Blind spots: writers that leave such values out, or write zero for them, hide this from the log.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(
    series("train/loss", "train/loss/*", each=True),
    at_least=points(1),
    when="event",
    kinds=("from-the-start", "after-climbing", "out-of-the-calm", "passing"),
)
def nan_loss(
    loss: Series,
    *,
    climb: float = 3.0,  # a loss this many times its median before the NaN had left its path
) -> Findings:
    bad = ~np.isfinite(loss.values)
    if not bad.any():
        return
    first = int(np.argmax(bad))
    before = loss.values[:first]
    last_finite = float(before[-1]) if first else None
    kind = "from-the-start"
    if first:
        usual = float(np.median(before[-50:]))
        kind = "after-climbing" if last_finite is not None and last_finite > climb * abs(usual) else "out-of-the-calm"
    step = int(loss.steps[first])
    yield Finding(
        severity="error",
        message=f"{loss.name} is not finite from step {step} on" if bad[first:].all() else f"{loss.name} is not finite at step {step}",
        series=loss.name,
        first_step=step,
        last_step=int(loss.steps[np.flatnonzero(bad)[-1]]),
        known_step=step,
        open=bool(bad[-1]),
        evidence={"kind": kind, "last_finite": last_finite, "points": int(bad.sum())},
    )
