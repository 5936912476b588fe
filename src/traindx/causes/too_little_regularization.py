"""The model learns its training data by heart.

What it is: there is more room in the model than there are data to fill it, and nothing holds it back. After the
common patterns it learns each sample.

How to tell: the training loss goes on falling while the validation loss reaches its best and rises again; the gap was
small at first.

What would refute it: more data, more decay or more dropout leave the gap as it is.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the model learns its training data by heart",
    category="regularization",
    symptom="train-val-gap",
    speaks_for={
        "no-regularization": "fair",
        "more-parameters-than-samples": "slight",
        "overfitting": "decisive",
        "zero-loss": "fair",
        "loss-at-floor": "slight",
        "plateau": "slight",
        "vanishing-gradients": "slight",
        "still-improving": "slight",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "underfitting": "strong",
        "val-at-chance": "strong",
        "flat-loss": "strong",
        "train-at-chance": "strong",
        "nan-loss": "fair",
        "double-descent": "fair",
        "large-gap-from-start": "strong",
        "loss-high-for-accuracy": "strong",
        "val-never-learns:far": "strong",
        "val-never-learns:slowly": "fair",
        "val-never-learns:partly": "strong",
    },
    look_alikes=(
        LookAlike("duplicated-data", "the samples repeat, the gap opens in the first epoch", "sample-census"),
        LookAlike(
            "val-preprocessing-mismatch",
            "validation was poor from the first evaluation on",
            "train-through-validation",
        ),
        LookAlike("label-noise", "the worst samples carry wrong labels", "label-audit"),
        LookAlike("epoch-wise-double-descent", "the validation loss falls again later", "continued"),
    ),
    fixes=(
        "stop-early",
        "add-weight-decay",
        "add-dropout",
        "augment-data",
        "more-data",
        "lower-capacity",
        "ensemble",
        "cross-validate",
    ),
    avoid=("train longer: every further step widens the gap",),
    verify="evaluate the checkpoint of the best validation step: that is the model to keep",
    reference="preventing-overfitting",
)
