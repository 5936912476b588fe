"""The model is validated in training mode.

What it is: dropout stays on, and batch norm uses the statistics of each validation batch and even updates its own
with them. The result depends on chance and on the size of the batch.

How to tell: validation is worse than it should be and shakes; the same weights evaluated twice give two results.

What would refute it: two evaluations of the same weights agree to the last digit.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the model is validated in training mode",
    category="regularization",
    symptom="train-val-gap",
    speaks_for={
        "large-gap-from-start": "fair",
        "overfitting:turned": "slight",
        "double-descent": "fair",
        "val-at-chance:at-chance": "slight",
        "underfitting": "slight",
    },
    speaks_against={
        "val-better-than-train": "strong",
        "val-at-chance:below-chance": "fair",
        "overfitting:severe": "fair",
        "flat-loss": "strong",
        "diverging-loss": "fair",
        "nan-loss": "fair",
    },
    look_alikes=(
        LookAlike("validation-set-too-small", "two evaluations of the same weights agree", "evaluated-twice"),
        LookAlike("val-preprocessing-mismatch", "in evaluation mode it is just as poor", "evaluated-twice"),
        LookAlike("too-little-regularization", "validation was good at first and turned later", "evaluated-twice"),
    ),
    fixes=("eval-mode",),
    avoid=("add regularization: dropout is on already where it should not be",),
    verify="evaluate the same weights twice: the results must agree",
    reference="preventing-overfitting",
)
