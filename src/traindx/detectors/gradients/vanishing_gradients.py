"""The gradient norm is near zero while the loss has not come down.

What it means: the norm over all gradients fell to a thousandth of its early level or less, or was next to nothing from
the start, and the loss stands about where it began. Of a single layer, where the log has them: it fell so, a warning.

Why it matters: nothing that asks the gradient for a direction can go on from there. Saturated or dead units, a depth
without normalisation, a mask or a detach that cuts the graph, and half precision all end here.

Not to be confused with: a run that has converged, whose gradients vanish because there is nothing left to learn; a
learning rate that is gone, which leaves the gradients as they are; a layer whose gradient is nothing by nature, as that
of a bias in front of a normalisation or of the keys of an attention.

Blind spots: the norm over all layers is mostly that of the last ones; early layers can get nothing while it looks
healthy. Norms layer by layer show that: gradient-imbalance names what is small from the start.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.schema.layers import is_slight
from traindx.signals.alignment import medians_between
from traindx.signals.robust import median
from traindx.signals.smoothing import trailing_median


@detector(series("grad/norm", "grad/norm/*", each=True), series("train/loss"), at_least=points(6), when="end")
def vanishing_gradients(
    norm: Series,
    loss: Series,
    *,
    share: float = 1e-3,  # of the early level: three decades; a converging run that keeps its loss loses one at most
    tiny: float = 1e-6,  # a norm from the start that moves no weight at any usual rate
    fallen: float = 0.1,  # of the loss at the start: who has learned that much has had gradients
) -> Findings:
    layer = norm.layer
    keep = np.isfinite(norm.values) & ((norm.values > 0) | (layer is None))
    values, steps = norm.values[keep], norm.steps[keep]
    if values.size < 6 or (layer is not None and is_slight(layer)):
        return
    level = medians_between(loss.steps, loss.values, steps)
    early = float(np.max(trailing_median(values, 3)[2 : max(3, values.size // 4)]))
    recent = trailing_median(values, 5)
    gone = recent < share * early
    if layer is None:
        gone |= recent < tiny
    elif early < tiny:
        return
    first = median(level[:3])
    still = trailing_median(level, 5) > first - fallen * abs(first)
    seen = gone & still
    seen[:5] = False
    if not seen[-1] or _learned(level, first, fallen):
        return
    began = int(np.flatnonzero(~seen)[-1]) + 1
    since = int(np.flatnonzero(~gone)[-1]) + 1 if not gone.all() else 0
    yield Finding(
        severity="error" if layer is None else "warning",
        message=f"{norm.name} is {recent[-1]:.2g} from step {steps[since]} on while the loss stands at {level[-1]:.4g}",
        series=norm.name,
        layer=layer,
        first_step=int(steps[since]),
        last_step=int(steps[-1]),
        known_step=int(steps[began]),
        open=True,
        evidence={"early": early, "now": float(recent[-1]), "from_start": since == 0, "loss_at_start": first},
    )


def _learned(level: NDArray[np.float64], first: float, fallen: float) -> bool:
    """Whether the loss was ever plainly below its start: a spoilt run, but not one without gradients."""
    return bool(np.fmin.reduce(trailing_median(level, 5)) < first - fallen * abs(first))
