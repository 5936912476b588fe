"""Validation data are prepared differently from training data.

What it is: another scale, another order of channels, a missing normalisation or another tokenizer: the network meets
inputs of a kind that it has never seen.

How to tell: the validation loss is poor from the first evaluation on and does not follow the training loss down,
while training is in order.

What would refute it: training samples sent through the validation pipeline give the training result.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="validation data are prepared differently from training data",
    category="data",
    symptom="train-val-gap",
    speaks_for={
        "large-gap-from-start": "strong",
        "val-at-chance:at-chance": "decisive",
        "val-at-chance:below-chance": "slight",
        "overfitting": "fair",
        "double-descent": "slight",
        "val-never-learns:far": "decisive",
        "val-never-learns:partly": "strong",
        "val-inputs-differ:scaled": "decisive",
        "val-inputs-differ:shifted": "strong",
        "val-inputs-differ:width": "strong",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "underfitting": "fair",
        "flat-loss": "fair",
        "train-at-chance": "strong",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike(
            "val-labels-shifted",
            "training samples through the validation pipeline are fine; the errors follow a pattern",
            "train-through-validation",
        ),
        LookAlike(
            "too-little-regularization",
            "validation was good at first and turned later",
            "train-through-validation",
        ),
        LookAlike("ema-stale", "the trained weights themselves are good on validation data", "raw-weights-evaluation"),
    ),
    never_apart="val-bad-from-the-first",
    fixes=("same-preprocessing",),
    avoid=("add dropout or weight decay: it is not overfitting",),
    verify="send training samples through the validation pipeline: the loss must be that of training",
    reference="preventing-overfitting",
)
