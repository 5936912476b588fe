"""Batch normalisation sees too few rows.

What it is: the mean and spread of a handful of rows are mostly noise. Training is noisy, and evaluation, which takes
running means, is another function than the one that was trained.

How to tell: training is noisy and evaluation much worse or erratic, with batches of a few rows a device.

What would refute it: with eight times the rows, or with normalisation by group, evaluation is as poor.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="batch normalisation sees too few rows",
    category="regularization",
    symptom="instability",
    speaks_for={
        "statistics-of-few-rows": "decisive",
        "val-never-learns": "slight",
        "large-gap-from-start": "slight",
        "oscillating-loss": "slight",
        "loss-spike:repeated": "slight",
    },
    speaks_against={
        "flat-loss": "fair",
        "val-better-than-train": "fair",
    },
    look_alikes=(
        LookAlike(
            "batch-too-small",
            "there is no normalisation over the batch; the gradient itself is noisy",
            "accumulated-batch",
        ),
        LookAlike("train-mode-in-validation", "evaluation changes with the size of its batches", "evaluated-twice"),
    ),
    fixes=("use-groupnorm", "larger-batch"),
    avoid=("accumulate gradients: each small batch is still normalised by itself",),
    verify="the same model with GroupNorm for 100 steps: evaluation follows training",
    reference="preventing-overfitting",
)
