"""A weight is not a finite number.

What it means: the norm of a tensor is NaN or infinite from some point on.

Why it matters: what passes through such a tensor is lost, and it never recovers. The first one tells where it began.

Not to be confused with: a norm that is too large for the number format in which it was added up, which is rare.

Blind spots: a log that leaves such values out; the step before, at which only the gradient was broken.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(series("weight/norm", "weight/norm/*", each=True), at_least=points(1), when="event")
def nan_weights(norm: Series) -> Findings:
    bad = ~np.isfinite(norm.values)
    if not bad.any():
        return
    first = int(np.argmax(bad))
    step = int(norm.steps[first])
    yield Finding(
        severity="error",
        message=f"{norm.name} is not finite from step {step} on" if bad[first:].all() else
        f"{norm.name} is not finite at {int(bad.sum())} points, the first at step {step}",
        series=norm.name,
        layer=norm.layer,
        first_step=step,
        last_step=int(norm.steps[np.flatnonzero(bad)[-1]]),
        known_step=step,
        open=bool(bad[-1]),
        evidence={"points": int(bad.sum()), "of": int(bad.size)},
    )  # fmt: skip
