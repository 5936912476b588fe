"""The training set repeats few samples many times.

What it is: copies, careless oversampling or a short list read again and again make the set look larger than it is.
The network learns it by heart within its first epoch.

How to tell: the training loss falls steeply in the very first epoch, and the gap to validation opens at the same
time.

What would refute it: nearly all training samples are different from each other.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the training set repeats few samples many times",
    category="data",
    symptom="train-val-gap",
    speaks_for={
        "overfitting": "fair",
        "large-gap-from-start": "fair",
        "zero-loss": "fair",
        "loss-at-floor": "slight",
        "plateau": "slight",
        "vanishing-gradients": "slight",
        "duplicate-samples:copies": "decisive",
        "train-val-overlap": "fair",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "underfitting": "strong",
        "flat-loss": "strong",
        "val-at-chance": "fair",
        "nan-loss": "strong",
        "val-never-learns:far": "strong",
        "val-never-learns:slowly": "fair",
        "val-never-learns:partly": "strong",
    },
    look_alikes=(
        LookAlike("too-little-regularization", "all samples differ, they are only few", "sample-census"),
        LookAlike(
            "val-preprocessing-mismatch",
            "validation is poor before anything can be known by heart",
            "train-through-validation",
        ),
    ),
    fixes=("deduplicate-data", "more-data", "add-weight-decay"),
    avoid=("train longer: there is nothing new to be seen",),
    verify="hash all training samples: less than 95 of 100 are unique",
    reference="preventing-overfitting",
)
