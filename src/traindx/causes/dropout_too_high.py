"""Dropout takes too much.

What it is: so many units are switched off at each step that the rest cannot do the task. In evaluation all of them
work, so validation looks better than training.

How to tell: the training loss lies clearly above the validation loss from the beginning to the end, and both are
slow.

What would refute it: on its training data, in evaluation mode, the model is no better.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="dropout takes too much",
    category="regularization",
    symptom="poor-everywhere",
    speaks_for={
        "dropout-too-strong": "decisive",
        "val-better-than-train": "strong",
        "underfitting": "fair",
        "slow-descent": "fair",
        "plateau": "fair",
        "oscillating-loss:zigzag": "slight",
        "still-improving": "slight",
        "high-dropout": "decisive",
        "error-at-variance": "fair",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "strong",
        "val-at-chance": "strong",
        "zero-loss": "strong",
        "flat-loss": "fair",
        "nan-loss": "strong",
        "diverging-loss": "fair",
    },
    look_alikes=(
        LookAlike(
            "destructive-augmentation",
            "the augmented training samples are answered badly in evaluation mode as well",
            "clean-train-evaluation",
        ),
        LookAlike(
            "label-noise",
            "in evaluation mode training is still worse than validation",
            "clean-train-evaluation",
        ),
        LookAlike(
            "loss-is-running-mean",
            "the training loss is an average over the epoch, the validation loss is taken at its end",
            "clean-train-evaluation",
        ),
        LookAlike("capacity-too-small", "training and validation are alike", "no-dropout"),
    ),
    fixes=("lower-dropout", "raise-capacity"),
    avoid=("be glad of the small gap: both losses are worse than they need be",),
    verify="dropout of 0 for 100 steps: the training loss drops at once",
    reference="preventing-overfitting",
)
