"""The labels of the validation set do not belong to its inputs.

What it is: inputs and labels of the validation set were sorted or filtered apart from each other. No network can be
right there.

How to tell: validation accuracy is that of chance for ever while training is good, and the validation loss rises as
the network becomes surer. The confusions are spread evenly.

What would refute it: a nearest-neighbour classifier that is fitted on the training data does better than chance on
the validation data.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the labels of the validation set do not belong to its inputs",
    category="labels",
    symptom="train-val-gap",
    speaks_for={
        "large-gap-from-start": "strong",
        "val-at-chance:at-chance": "decisive",
        "overfitting": "fair",
        "val-never-learns:far": "decisive",
        "val-never-learns:partly": "strong",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "flat-loss": "fair",
        "train-at-chance": "strong",
        "val-at-chance:below-chance": "fair",
        "double-descent": "fair",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike(
            "val-labels-shifted",
            "accuracy is below chance, and the confusions follow a pattern",
            "train-through-validation",
        ),
        LookAlike(
            "val-preprocessing-mismatch",
            "training samples fail in the validation pipeline as well",
            "train-through-validation",
        ),
        LookAlike("ema-stale", "the raw weights are good on validation data", "raw-weights-evaluation"),
    ),
    never_apart="val-bad-from-the-first",
    fixes=("pair-inputs-and-labels",),
    avoid=("regularize: no network can be right on these labels",),
    verify="compare the labels of ten validation inputs with your own eyes",
)
