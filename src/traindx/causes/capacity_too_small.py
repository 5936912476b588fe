"""The model is too small for the task.

What it is: the model has learned what it can express. Neither more steps nor another rate will take it further.

How to tell: training and validation loss lie close together, both poor and both flat for a long time, at a rate that
is not gone.

What would refute it: twice the width ends at the same level.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the model is too small for the task",
    category="model",
    symptom="poor-everywhere",
    speaks_for={
        "underfitting:meanwhile": "strong",
        "underfitting:at-once": "fair",
        "underfitting:slowly": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "plateau:rate-gone": "slight",
        "vanishing-gradients": "slight",
        "validation-creeps": "slight",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "strong",
        "slow-descent": "strong",
        "still-improving": "strong",
        "flat-loss": "strong",
        "loss-stuck-at-known-floor": "strong",
        "zero-loss": "strong",
        "diverging-loss": "fair",
        "nan-loss": "strong",
        "loss-spike": "fair",
        "lr-zero": "strong",
        "train-at-chance": "fair",
        "tiny-updates": "fair",
        "unchanged-weights": "fair",
        "loss-high-for-accuracy": "strong",
        "val-never-learns": "strong",
        "val-better-than-train": "strong",
    },
    look_alikes=(
        LookAlike("parameters-frozen", "the model is large, and most of it does not learn", "parameter-census"),
        LookAlike("learning-rate-too-low", "it is still falling", "lr-bracket"),
        LookAlike("dropout-too-high", "it is good on its training data with dropout off", "clean-train-evaluation"),
        LookAlike("converged", "the level is as good as these data allow", "doubled-width"),
    ),
    fixes=("raise-capacity", "lower-weight-decay", "lower-dropout"),
    avoid=("enlarge it before a tenfold rate and a run without regularization were tried: they cost less",),
    verify="twice the width for the same number of steps: the loss ends lower",
)
