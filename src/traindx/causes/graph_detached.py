"""Part of the model is cut off from the loss.

What it is: a tensor on the way is detached, turned into a number or an array, or computed under no_grad. Everything
below it gets no gradient at all, although it counts as trainable.

How to tell: only the layers above the cut learn: the loss falls as far as they can bring it, and the gradients of all
layers below are missing or exactly zero.

What would refute it: every trainable parameter has a gradient after backward.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="part of the model is cut off from the loss",
    category="loss",
    symptom="poor-everywhere",
    speaks_for={
        "missing-gradients:trainable": "decisive",
        "zero-gradients:upstream": "strong",
        "zero-gradients:some": "strong",
        "missing-gradients:unknown": "fair",
        "unchanged-weights:some": "strong",
        "underfitting:meanwhile": "slight",
        "underfitting:at-once": "slight",
        "plateau:rate-on": "slight",
    },
    speaks_against={
        "zero-gradients:lost": "fair",
        "overfitting": "fair",
        "exploding-gradients": "fair",
        "nan-loss": "fair",
        "diverging-loss": "fair",
    },
    look_alikes=(
        LookAlike("parameters-frozen", "requires_grad is off for the layers below", "parameter-census"),
        LookAlike("dead-relu", "the units below answer zero to everything", "fixed-batch-gradients"),
        LookAlike("zero-init", "the weights above the cut are all zero", "fixed-batch-gradients"),
    ),
    fixes=("keep-the-graph",),
    avoid=("raise the rate of the lower layers: no rate moves what gets no gradient",),
    verify="after backward: the names of trainable parameters whose grad is None",
    reference="gradient-management",
)
