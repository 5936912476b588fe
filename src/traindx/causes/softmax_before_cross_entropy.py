"""A softmax stands before a cross-entropy that has its own.

What it is: the loss takes its softmax of probabilities instead of logits. These lie between 0 and 1, so even a
perfect answer keeps a loss of log(1 + (C - 1) / e) for C classes: 1.46 for ten.

How to tell: the loss begins at that of chance, falls, and ends on exactly this floor, while accuracy may still rise.
A log-softmax at the same place is harmless.

What would refute it: the loss of any batch lies below that floor, or the rows that enter the loss do not sum to one.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="a softmax stands before a cross-entropy that has its own",
    category="loss",
    symptom="loss-plateau",
    speaks_for={
        "loss-input-sums-to-one:probabilities": "decisive",
        "loss-input-sums-to-one:no-logarithm": "decisive",
        "loss-stuck-at-known-floor:double-softmax": "decisive",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "plateau:rate-gone": "slight",
        "flat-loss:elsewhere": "fair",
        "constant-loss": "slight",
        "underfitting": "fair",
        "slow-descent": "slight",
        "still-improving": "slight",
        "vanishing-gradients": "slight",
        "accuracy-never-moves": "slight",
        "loss-high-for-accuracy": "strong",
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
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike("label-smoothing-too-strong", "the floor is the entropy of the smoothed labels", "by-hand-metric"),
        LookAlike("capacity-too-small", "the level is no number that a formula gives", "doubled-width"),
        LookAlike("learning-rate-too-low", "it is still falling, at no known number", "lr-bracket"),
    ),
    fixes=("pass-logits",),
    avoid=("raise the rate or the capacity: the floor is arithmetic, no training goes below it",),
    verify="print the sums of the rows that enter the loss: they must not all be one",
)
