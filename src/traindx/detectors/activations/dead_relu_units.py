"""Units of a layer answer zero to everything.

What it means: over the last thousand samples and more, a large share of the units of a layer never left zero. `most`:
seven of ten and more; `nearly-all`: nineteen of twenty, so that hardly anything passes; `some`: a fifth, information.

Why it matters: the gradient of such a unit is zero too, so it never comes back. The layer has lost its width.

Not to be confused with: entries at zero: a healthy ReLU layer is zero for half of all samples, each unit for others.
A wide layer of a small task keeps a fifth of its units dead without harm, and at the start half of them may be.
A net of 60 % zeros of which each unit speaks up for some sample has no dead unit, and nothing is said of it.

Blind spots: a share that was taken over few samples counts units as dead that are only rare; it is information then.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.pace import as_share
from traindx.signals.robust import median


@detector(series("act/dead/*", each=True), at_least=points(1), when="end", kinds=("some", "most", "nearly-all"))
def dead_relu_units(
    dead: Series,
    *,
    some: float = 0.2,
    most: float = 0.7,  # of the units: half of them were seen dead in healthy narrow nets before the first step
    nearly_all: float = 0.95,
    rows: int = 1000,  # samples: of fewer, rare units look dead
) -> Findings:
    values = as_share(dead.values)
    values = values[np.isfinite(values)]
    if not values.size or values.min() < 0:
        return
    now = median(values[-3:])
    if now < some:
        return
    kind = "nearly-all" if now >= nearly_all else "most" if now >= most else "some"
    few = dead.window is not None and dead.window < rows
    above = np.flatnonzero(values < some)
    since = int(above[-1]) + 1 if above.size else 0
    steps = dead.steps[np.isfinite(dead.values)]
    yield Finding(
        severity="info" if few or kind == "some" else "error" if kind == "nearly-all" else "warning",
        message=f"{now:.0%} of the units of {dead.layer} are dead",
        series=dead.name,
        layer=dead.layer,
        first_step=int(steps[min(since, len(steps) - 1)]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": kind, "share": now, "at_start": float(values[0]), "rows": dead.window},
    )
