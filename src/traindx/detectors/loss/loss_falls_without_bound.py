"""The loss falls far below zero, and nothing gets better by it.

What it means: the loss is negative and many times larger than at the start, and either it falls faster and faster, or
an accuracy is logged and does not rise meanwhile.

Why it matters: what is made small is not what should be made small. With the sign of a loss turned round the model
learns to be as wrong as it can, and there is no end to how wrong that is.

Not to be confused with: logarithms of densities, rewards and similarities, which are rightly negative; they slow down
as they come near their best, and where an accuracy is logged it rises.

Blind spots: a sign that is wrong for one term of several; a run that stops before the loss has grown tenfold.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order


@detector(
    series("train/loss"),
    series("val/metric/accuracy", "train/metric/accuracy", optional=True),
    at_least=points(6),
    when="end",
    kinds=("faster", "no-gain"),
)
def loss_falls_without_bound(
    loss: Series,
    accuracy: Series | None,
    *,
    far: float = 30.0,  # times the first value; densities of normalised data gain a few units
    some: float = 5.0,  # where the accuracy says that nothing is gained
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if loss.name != "train/loss" or values.size < 6:
        return
    third = values.size // 3
    start, middle, end = (float(np.median(part)) for part in (values[: max(1, third // 3)], values[third:-third],
                                                              values[-third:]))  # fmt: skip
    unit = max(0.1, abs(float(values[0])))
    if end >= 0.0 or end > start:
        return
    faster = end < -far * unit and middle - end > start - middle
    useless = end < -some * unit and accuracy is not None and _stands(accuracy)
    if not faster and not useless:
        return
    below = int(np.argmax(values < 0.0))
    yield Finding(
        severity="warning",
        message=f"{loss.name} falls from {values[0]:.3g} to {values[-1]:.3g}, and nothing gets better by it",
        series=loss.name,
        first_step=int(steps[below]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": "no-gain" if useless else "faster", "first": float(values[0]), "last": float(values[-1])},
    )


def _stands(accuracy: Series) -> bool:
    """Whether the accuracy ends no higher than it began."""
    values = in_order(accuracy.steps, accuracy.values)[1]
    if values.size < 3:
        return False
    slack = 0.02 * (100.0 if float(values.max()) > 1.0 else 1.0)
    return float(np.median(values[-max(1, values.size // 3) :])) <= float(values[0]) + slack
