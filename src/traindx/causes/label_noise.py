"""Many labels are wrong.

What it is: a share of the labels names the wrong class. The network first learns what is common to all, then learns
the errors by heart; clean validation data may look better than the training data.

How to tell: training stalls at a level that fits the share of wrong labels and later creeps down again, while the
validation loss is best early. The worst samples stay the same from epoch to epoch.

What would refute it: the twenty samples with the highest loss, seen by eye, carry the right label.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="many labels are wrong",
    category="data",
    symptom="poor-everywhere",
    speaks_for={
        "val-better-than-train": "decisive",
        "overfitting": "fair",
        "slow-descent": "slight",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "plateau:rate-gone": "slight",
        "underfitting:meanwhile": "fair",
        "underfitting:at-once": "fair",
        "underfitting:slowly": "slight",
        "double-descent": "strong",
        "large-gap-from-start": "slight",
        "loss-high-for-accuracy": "slight",
        "val-never-learns:slowly": "fair",
        "val-never-learns:partly": "fair",
        "noisy-labels": "decisive",
        "duplicate-samples:conflicting": "strong",
    },
    speaks_against={
        "val-at-chance": "strong",
        "zero-loss": "fair",
        "flat-loss": "strong",
        "diverging-loss:above-start": "strong",
        "nan-loss": "strong",
    },
    look_alikes=(
        LookAlike(
            "dropout-too-high",
            "the model is good on its training data once dropout is off",
            "clean-train-evaluation",
        ),
        LookAlike("too-little-regularization", "the samples with high loss change from epoch to epoch", "label-audit"),
        LookAlike(
            "inputs-labels-misaligned",
            "the loss never falls below the entropy of the labels",
            "overfit-one-batch",
        ),
    ),
    fixes=("clean-labels", "stop-early", "more-data"),
    avoid=("train until the training loss is zero: what it then learns are the errors",),
    verify="look at the twenty training samples with the highest loss: are their labels right?",
    reference="preventing-overfitting",
)
