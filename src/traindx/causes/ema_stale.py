"""An average of the weights is evaluated that does not follow them.

What it is: validation uses a moving average of the weights that is never updated, or has so long a memory that it
still holds the random start.

How to tell: the training loss falls while validation lies flat at chance, or follows much later.

What would refute it: the raw weights, evaluated on the same data, are just as poor.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="an average of the weights is evaluated that does not follow them",
    category="regularization",
    symptom="train-val-gap",
    speaks_for={
        "large-gap-from-start": "strong",
        "val-at-chance:at-chance": "decisive",
        "underfitting": "slight",
        "val-never-learns:far": "decisive",
        "val-never-learns:partly": "strong",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "overfitting": "fair",
        "flat-loss": "fair",
        "train-at-chance": "strong",
        "val-at-chance:below-chance": "fair",
        "double-descent": "fair",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike(
            "val-labels-shuffled",
            "the raw weights are poor as well, and the validation loss rises",
            "raw-weights-evaluation",
        ),
        LookAlike("val-preprocessing-mismatch", "the raw weights are poor as well", "raw-weights-evaluation"),
    ),
    never_apart="val-bad-from-the-first",
    fixes=("update-ema",),
    avoid=("add regularization: the trained weights are fine",),
    verify="evaluate the raw weights: their validation loss is much better",
)
