"""Label smoothing holds the loss up.

What it is: smoothed targets are never certain, so the loss cannot fall below their entropy: .50 for ten classes at
.1. It is a choice, not a fault; with much of it the answers become timid.

How to tell: the loss ends on the entropy of the smoothed labels while accuracy is good. A validation loss without
smoothing may lie below the training loss.

What would refute it: with the smoothing off the loss ends at the same level.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="label smoothing holds the loss up",
    category="loss",
    symptom="loss-plateau",
    harm="choice",
    speaks_for={
        "loss-stuck-at-known-floor:label-smoothing": "decisive",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "plateau:rate-gone": "slight",
        "flat-loss:elsewhere": "fair",
        "constant-loss": "slight",
        "underfitting": "fair",
        "slow-descent": "slight",
        "still-improving": "slight",
        "vanishing-gradients": "slight",
        "val-better-than-train": "fair",
        "high-label-smoothing": "decisive",
        "loss-high-for-accuracy": "strong",
        "underfitting:meanwhile": "strong",
    },
    speaks_against={
        "zero-loss": "decisive",
        "negative-cross-entropy": "decisive",
        "nan-loss": "strong",
        "diverging-loss": "strong",
        "initial-loss-off:far-above-chance": "strong",
        "initial-loss-off:batch-times-chance": "strong",
        "exploding-gradients": "strong",
        "evaluations-never-change": "fair",
    },
    look_alikes=(
        LookAlike("softmax-before-cross-entropy", "the floor is log(1 + (C - 1) / e)", "by-hand-metric"),
        LookAlike("capacity-too-small", "accuracy is poor as well", "doubled-width"),
    ),
    fixes=("lower-label-smoothing",),
    avoid=("compare this loss with that of a run without smoothing: compare accuracy",),
    verify="evaluate without smoothing: the loss drops below the floor",
)
