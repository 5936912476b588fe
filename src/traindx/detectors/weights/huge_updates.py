"""The updates are so large that the weights do not settle.

What it means: a step changes the weights of the usual layer by more than a tenth of their size, over several points.

Why it matters: after ten such steps nothing is left of what a layer had learned. Mostly the learning rate is too high,
or gradients are summed where they should be averaged.

Not to be confused with: the first steps, and tensors that start at zero (biases, adapters, heads), whose relative
updates are large by construction; one outlier.

Blind spots: norms hide single rows that are thrown about.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.layers import is_slight
from traindx.signals.robust import median


@detector(series("update/ratio/*"), whole_run(), at_least=points(5), when="end")
def huge_updates(
    first: Series,
    run: Run,
    *,
    huge: float = 0.1,  # of the weights a step; a thousandth is usual, a hundredth is fast
    settle: float = 0.1,  # of the run, and at least two points, in which adaptive methods find their scale
) -> Findings:
    levels = {}
    for layer, one in run.layers("update/ratio").items():
        kept = one.values[max(2, round(settle * len(one))) :]
        kept = kept[np.isfinite(kept)]
        if kept.size >= 3 and not is_slight(layer):
            levels[layer] = median(kept)
    usual = median(list(levels.values()))
    if not levels or not usual > huge:
        return
    yield Finding(
        severity="warning",
        message=f"a step changes the usual layer by {usual:.2g} of its weights ({len(levels)} layers)",
        series=first.name,
        first_step=int(first.steps[0]),
        last_step=int(first.steps[-1]),
        known_step=int(first.steps[-1]),
        open=True,
        evidence={"usual": usual, "layers": len(levels), "largest": max(levels, key=lambda layer: levels[layer])},
    )
