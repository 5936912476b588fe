"""Validation rows stand in the training set.

What it is: copies of the same sample, or samples of the same person, scene or day, fell on both sides of the split.
What is learned by heart there looks like understanding here.

How to tell: rows of the validation set equal rows of the training set; validation stays as good as training however
long it runs, and the result in use is worse than both.

What would refute it: no row of the one equals a row of the other, and the split is by person, scene or day.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="validation rows stand in the training set",
    category="data",
    symptom="poor-everywhere",
    speaks_for={
        "train-val-overlap": "decisive",
        "perfect-at-once": "slight",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "strong",
        "val-at-chance": "strong",
        "val-never-learns": "strong",
        "underfitting": "fair",
        "flat-loss": "fair",
        "diverging-loss": "fair",
        "nan-loss": "strong",
    },
    look_alikes=(
        LookAlike("duplicated-data", "the copies stand within the training set alone", "sample-census"),
        LookAlike("target-in-features", "one column tells the target in new data as well", "feature-ablation"),
    ),
    fixes=("split-by-group", "deduplicate-data"),
    avoid=("choose the model by this validation set: it rewards memory",),
    verify="hash every row of both sets and count the hashes that they share",
)
