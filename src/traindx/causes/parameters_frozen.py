"""Most of the parameters are frozen.

What it is: layers that should learn have requires_grad switched off, so only what lies above them is trained. The
model is a linear reading of features that never change.

How to tell: training and validation loss fall fast, then stand at the same mediocre level and far above what the
model could reach; there is no sign of overfitting.

What would refute it: the count of trainable parameters is that of the whole model.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="most of the parameters are frozen",
    category="optimizer",
    symptom="poor-everywhere",
    speaks_for={
        "frozen-parameters:as-drawn": "decisive",
        "frozen-parameters:all": "decisive",
        "frozen-parameters:most": "strong",
        "frozen-parameters:some": "slight",
        "underfitting:at-once": "fair",
        "underfitting:meanwhile": "strong",
        "underfitting:slowly": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "plateau:rate-gone": "slight",
        "slow-descent": "fair",
        "still-improving": "slight",
        "vanishing-gradients": "slight",
        "unchanged-weights:some": "decisive",
        "zero-gradients:some": "strong",
        "missing-gradients:unknown": "strong",
    },
    speaks_against={
        "overfitting": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "flat-loss": "fair",
        "zero-loss": "strong",
        "exploding-gradients": "fair",
        "unchanged-weights:all": "strong",
        "zero-gradients:lost": "fair",
        "loss-high-for-accuracy": "strong",
        "val-never-learns": "strong",
        "val-better-than-train": "strong",
    },
    look_alikes=(
        LookAlike("capacity-too-small", "all parameters are trained, there are too few", "doubled-width"),
        LookAlike(
            "optimizer-holds-stale-parameters",
            "nothing learns at all, the loss is flat from the first step",
            "parameter-census",
        ),
        LookAlike("learning-rate-too-low", "the loss is still falling at the end", "lr-bracket"),
    ),
    fixes=("unfreeze-parameters",),
    avoid=("enlarge the model: the frozen part stays as it is",),
    verify="sum(p.numel() for p in model.parameters() if p.requires_grad) against the whole",
    reference="optimization-algorithms",
)
