"""The labels of the validation set are numbered differently.

What it is: an index that starts at one, or classes in another order: every validation answer is counted as the
neighbour of what it means.

How to tell: validation accuracy lies below chance, and its loss rises the better the network becomes. The table of
confusions is a shifted diagonal.

What would refute it: no renumbering of the classes makes the validation accuracy good.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the labels of the validation set are numbered differently",
    category="labels",
    symptom="train-val-gap",
    speaks_for={
        "large-gap-from-start": "strong",
        "val-at-chance:below-chance": "decisive",
        "val-at-chance:at-chance": "fair",
        "overfitting": "fair",
        "val-never-learns:far": "decisive",
        "val-never-learns:partly": "strong",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "flat-loss": "fair",
        "train-at-chance": "strong",
        "double-descent": "fair",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike(
            "val-labels-shuffled",
            "accuracy is at chance, not below it, and the confusions are even",
            "train-through-validation",
        ),
        LookAlike("wrong-metric", "the validation loss is good, only the metric is not", "by-hand-metric"),
        LookAlike("loss-sign-flipped", "training is below chance as well", "by-hand-metric"),
    ),
    fixes=("match-label-encoding",),
    avoid=("regularize: the network is right and the labels are not",),
    verify="compare the mapping from class to number of the two sets",
)
