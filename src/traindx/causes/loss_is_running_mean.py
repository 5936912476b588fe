"""The training loss is shown as an average since the epoch began.

What it is: many progress bars show the mean over the epoch so far. It lags behind the true loss, starts anew at every
epoch, and makes validation look better than training while both fall fast.

How to tell: a step or a sawtooth at every start of an epoch, and a validation loss below the training loss in the
early epochs only.

What would refute it: the log holds the loss of single steps.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the training loss is shown as an average since the epoch began",
    category="pipeline",
    symptom="train-val-gap",
    harm="display",
    speaks_for={
        "periodic-loss": "strong",
        "loss-spike:periodic": "fair",
        "val-better-than-train": "strong",
        "loss-level-shift:alone": "slight",
    },
    speaks_against={
        "overfitting": "slight",
        "flat-loss": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "large-gap-from-start": "strong",
        "val-at-chance": "strong",
        "underfitting": "fair",
        "gradient-spike": "strong",
        "exploding-gradients": "fair",
        "oscillating-loss": "fair",
    },
    look_alikes=(
        LookAlike("data-not-shuffled", "the loss of single steps shows the sawtooth too", "shuffled-order"),
        LookAlike("dropout-too-high", "validation stays better to the end", "clean-train-evaluation"),
    ),
    fixes=("log-step-loss",),
    avoid=("change the training: only the picture is wrong",),
    verify="log the loss of single steps beside it",
)
