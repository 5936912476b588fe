"""All targets are the same.

What it is: the wrong column was read, or a filter left one class. The network says it without looking at the input,
and is always right.

How to tell: the loss goes to zero and accuracy to one within the first epoch, on validation data as well, and the
gradient norm vanishes with it.

What would refute it: the labels of one batch differ.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="all targets are the same",
    category="labels",
    symptom="poor-everywhere",
    speaks_for={
        "zero-loss": "strong",
        "loss-at-floor": "strong",
        "constant-loss": "slight",
        "plateau": "slight",
        "vanishing-gradients": "fair",
        "initial-loss-off:below-chance": "slight",
        "perfect-at-once": "strong",
        "imbalanced-classes:one-class": "decisive",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "strong",
        "flat-loss": "strong",
        "underfitting": "strong",
        "val-at-chance": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "nan-gradient": "strong",
    },
    look_alikes=(
        LookAlike(
            "fp16-overflow",
            "the gradient is not finite, and the writer shows a loss of NaN as zero",
            "full-precision",
        ),
        LookAlike("target-in-features", "the labels differ, but one input gives them away", "feature-ablation"),
        LookAlike("too-little-regularization", "validation is not at zero", "sample-census"),
    ),
    fixes=("pick-target-column",),
    avoid=("be content with the accuracy: it says nothing",),
    verify="count the labels: there must be more than one",
)
