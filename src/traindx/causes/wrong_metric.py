"""The metric is computed wrongly.

What it is: the largest output is looked for along the wrong axis, a threshold does not fit the outputs, or averages
of averages are taken. The model may be fine.

How to tell: the loss improves on both sets while the metric stays at chance or takes values that it cannot have.

What would refute it: ten samples counted by hand give the logged metric.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the metric is computed wrongly",
    category="pipeline",
    symptom="poor-everywhere",
    harm="display",
    speaks_for={
        "train-at-chance": "strong",
        "val-at-chance:at-chance": "fair",
        "val-at-chance:below-chance": "fair",
        "still-improving": "slight",
    },
    speaks_against={
        "flat-loss": "strong",
        "large-gap-from-start": "strong",
        "overfitting": "fair",
        "loss-stuck-at-known-floor": "strong",
        "vanishing-gradients": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "plateau": "slight",
        "underfitting": "fair",
        "constant-loss": "strong",
    },
    look_alikes=(
        LookAlike("val-labels-shuffled", "the validation loss is poor as well", "by-hand-metric"),
        LookAlike("inputs-labels-misaligned", "the loss does not improve either", "overfit-one-batch"),
    ),
    fixes=("recompute-metric",),
    avoid=("change the training: it may be in order",),
    verify="count ten samples by hand",
)
