"""The loss compares every output with every target.

What it is: outputs of shape (n, 1) meet targets of shape (n): their difference is an n by n table, and what makes its
mean square smallest is to say the mean of all targets.

How to tell: a regression whose loss stands at the variance of the targets, while a warning about shapes was printed.

What would refute it: outputs and targets have the same shape.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the loss compares every output with every target",
    category="loss",
    symptom="poor-everywhere",
    speaks_for={
        "loss-shapes-differ": "decisive",
        "underfitting": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "flat-loss:elsewhere": "fair",
        "error-at-variance": "fair",
    },
    speaks_against={
        "loss-stuck-at-known-floor": "strong",
        "train-at-chance": "strong",
        "initial-loss-off": "strong",
        "overfitting": "strong",
        "val-at-chance": "strong",
        "zero-loss": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "exploding-gradients": "fair",
        "negative-cross-entropy": "strong",
    },
    look_alikes=(
        LookAlike("inputs-labels-misaligned", "the shapes are equal", "overfit-one-batch"),
        LookAlike(
            "capacity-too-small",
            "one batch cannot be learned by heart with equal shapes either",
            "overfit-one-batch",
        ),
    ),
    fixes=("match-shapes",),
    avoid=("enlarge the model: the mean stays the best answer to this loss",),
    verify="print the shapes of outputs and targets where they meet",
)
