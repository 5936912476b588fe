"""The loss scale of mixed precision falls and does not come back.

What it means: after its search at the start the scale is halved again and again without one success between
(`falling`), or it stands below one (`collapsed`), where scaling has no use.

Why it matters: each halving is a step that was skipped because a gradient was not finite. A scale that only falls says
that every step overflows: nothing is trained, or what is trained is about to break.

Not to be confused with: the usual course: a high first value that is halved until nothing overflows, then one halving
and one doubling every two thousand steps or so; a scale that is fixed.

Blind spots: a log of few points may hold the search at the start and nothing else: it is not judged.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(series("amp/scale"), at_least=points(4), when="end", kinds=("falling", "collapsed"))
def loss_scale_falling(
    scale: Series,
    *,
    search: int = 60,  # steps: from 2**32 it takes at most 32 halvings to 1, each after one or two tries
    halvings: float = 6.0,  # without a success between: usual scales lose one or two in a row
) -> Findings:
    keep = np.isfinite(scale.values) & (scale.values >= 0)
    values, steps = scale.values[keep], scale.steps[keep]
    if values.size < 4 or np.ptp(values) == 0.0:
        return
    logs = np.log2(np.maximum(values, 2.0**-60))
    up = np.flatnonzero(np.diff(logs) > 0)
    since = int(up[-1]) + 1 if up.size else 0
    later = max(since, int(np.searchsorted(steps, steps[0] + search)))
    fell = float(logs[later] - logs[-1]) if later < values.size - 1 else 0.0
    collapsed = bool(logs[-1] < 0.0 and logs.max() >= 4.0)
    if not collapsed and fell < halvings:
        return
    began = min(later, values.size - 1) if fell >= halvings else since
    yield Finding(
        severity="error" if collapsed and fell >= 2.0 else "warning",
        message=f"the loss scale fell from {values[began]:.3g} to {values[-1]:.3g} since step {steps[began]}",
        series=scale.name,
        first_step=int(steps[began]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={
            "kind": "collapsed" if collapsed else "falling",
            "highest": float(values.max()),
            "now": float(values[-1]),
            "halvings": fell,
        },
    )
