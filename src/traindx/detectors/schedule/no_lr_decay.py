"""The learning rate never comes down.

What it means: from the end of the warm-up to the last point the rate stays within a tenth of its peak.

Why it matters: mostly it is a choice, and a good one for short experiments and for adaptive methods. But the noise that
the rate keeps in the weights stays as well: a decay over the last part of a run nearly always lowers the final loss.

Not to be confused with: a run that was cut short, whose decay was still to come; a schedule that a log shows in part.

Blind spots: with several parameter groups only the first is looked at.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(series("lr", "lr/*"), at_least=points(10), when="end")
def no_lr_decay(
    rate: Series,
    *,
    kept: float = 0.9,  # of the peak
    warmup: float = 0.5,  # of the points: a rate still rising then has no plateau to judge
) -> Findings:
    values = rate.values[np.isfinite(rate.values)]
    if values.size < 10 or values.max() <= 0:
        return
    top = int(np.argmax(values >= kept * values.max()))
    if top > warmup * values.size or values[top:].min() < kept * values.max():
        return
    yield Finding(
        severity="info",
        message=f"{rate.name} ends at {values[-1]:.3g}, {values[-1] / values.max():.0%} of its peak",
        series=rate.name,
        first_step=int(rate.steps[top]),
        last_step=int(rate.steps[-1]),
        known_step=int(rate.steps[-1]),
        open=True,
        evidence={"peak": float(values.max()), "last": float(values[-1])},
    )
