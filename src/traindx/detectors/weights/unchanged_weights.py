"""Weights stay exactly as they were, step after step.

What it means: the norm of a tensor is the same to its last digit at every point, or its updates are exactly zero.
`all`: of every tensor, while the loss does not come down. `some`: of some, which is information.

Why it matters: nothing is trained that does not move. An optimizer that holds other tensors, one that is never stepped,
a learning rate of zero and a group without one all look like this.

Not to be confused with: layers that are frozen on purpose; norms that are logged with so few digits that a small rate
does not show, which is why the loss has a say.

Blind spots: a tensor that turns without changing its length, which is next to impossible by chance.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.progress import has_fallen


@detector(series("update/ratio/*", "weight/norm/*"), whole_run(), at_least=points(3), when="end", kinds=("all", "some"))
def unchanged_weights(
    first: Series,
    run: Run,
    *,
    enough: int = 5,  # points before all of them standing still is held against the run
) -> Findings:
    still = {}
    for layer, one in {**run.layers("weight/norm"), **run.layers("update/ratio")}.items():
        values = one.values[np.isfinite(one.values)]
        if values.size >= 3 and len(set(one.steps.tolist())) >= 3:
            constant = 0.0 if one.name.startswith("update/") else values[0]
            still[layer] = bool((values == constant).all())
    loss = run.series.get("train/loss")
    stuck = [layer for layer, stays in still.items() if stays]
    if not stuck:
        return
    everything = len(stuck) == len(still)
    if everything and (len(first) < enough or loss is None or has_fallen(loss.values)):
        return  # too little to say that nothing moves, or a norm with too few digits
    for layer in stuck[:1] if everything else stuck:
        words = f"all {len(stuck)} tensors" if everything and len(stuck) > 1 else layer
        yield Finding(
            severity="error" if everything and len(stuck) > 1 else "info",
            message=f"the weights of {words} do not change over {len(first)} points",
            series=first.name if everything else f"{first.name.rpartition(first.layer or '')[0]}{layer}",
            layer=None if everything and len(stuck) > 1 else layer,
            first_step=int(first.steps[0]),
            last_step=int(first.steps[-1]),
            known_step=int(first.steps[-1]),
            open=True,
            evidence={"kind": "all" if everything else "some", "tensors": len(stuck), "of": len(still)},
        )
