"""The sign of the loss is wrong.

What it is: the training climbs where it should descend: a likelihood is minimised instead of its negative, or a term
is subtracted. A cross-entropy then falls below zero, which it never can.

How to tell: the loss becomes negative and falls faster and faster, or the true loss rises while accuracy falls below
chance.

What would refute it: one step on one batch lowers the true loss of that batch.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the sign of the loss is wrong",
    category="loss",
    symptom="instability",
    speaks_for={
        "negative-cross-entropy": "decisive",
        "diverging-loss:above-start": "fair",
        "diverging-loss:from-best": "slight",
        "nan-loss:after-climbing": "fair",
        "nan-loss:out-of-the-calm": "fair",
        "nan-loss:cut-off": "fair",
        "nan-gradient:later": "fair",
        "val-at-chance:below-chance": "strong",
        "val-at-chance:at-chance": "slight",
        "train-at-chance": "fair",
        "large-gap-from-start": "slight",
        "overfitting": "slight",
        "exploding-gradients:growing": "fair",
        "exploding-gradients:high": "slight",
        "initial-loss-off:below-chance": "slight",
        "weights-diverge": "strong",
        "nan-weights": "fair",
        "negative-cross-entropy:out-of-range": "slight",
        "loss-falls-without-bound": "decisive",
    },
    speaks_against={
        "loss-at-floor": "fair",
        "slow-descent": "fair",
        "loss-stuck-at-known-floor": "strong",
        "vanishing-gradients": "fair",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "the loss rises in jumps, and accuracy stays at chance", "lr-bracket"),
        LookAlike("val-labels-shifted", "training accuracy is good", "by-hand-metric"),
    ),
    fixes=("fix-loss-sign",),
    avoid=("lower the rate: it then climbs more slowly, in the same direction",),
    verify="one step on one batch: its loss must fall",
    reference="gradient-management",
)
