"""The epsilon of Adam is wrong.

What it is: epsilon stands beside the root of the second moment. When it is larger than that root, Adam is plain
gradient descent with a tiny rate; when it rounds to zero in half precision, the division by it gives NaN.

How to tell: a slow, straight descent at a rate that is usual for Adam; with float16 states a NaN without any climb.

What would refute it: an epsilon of 1e-8 with float32 states changes nothing.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the epsilon of Adam is wrong",
    category="optimizer",
    symptom="slow-learning",
    speaks_for={
        "slow-descent": "decisive",
        "still-improving": "slight",
        "underfitting:slowly": "strong",
        "underfitting:meanwhile": "fair",
        "underfitting:at-once": "slight",
        "flat-loss": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "nan-loss:out-of-the-calm": "fair",
        "nan-gradient:later": "slight",
        "tiny-updates": "strong",
        "error-at-variance": "strong",
        "flat-loss:elsewhere": "fair",
        "validation-creeps": "decisive",
    },
    speaks_against={
        "overfitting": "strong",
        "loss-spike": "fair",
        "diverging-loss": "strong",
        "oscillating-loss": "strong",
        "nan-loss:after-climbing": "strong",
        "exploding-gradients": "strong",
        "zero-loss": "strong",
        "loss-at-floor": "fair",
        "lr-zero:from-start": "decisive",
        "loss-high-for-accuracy": "fair",
        "first-loss-too-high": "fair",
        "val-never-learns": "strong",
        "val-better-than-train": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-low", "the rate is far below 1e-4 for Adam", "lr-bracket"),
        LookAlike("clipping-too-tight", "it concerns plain gradient descent, where there is no epsilon", "unclipped"),
    ),
    never_apart="slow",
    fixes=("fix-adam-epsilon", "raise-learning-rate"),
    avoid=("raise the rate to make up for it: entries with large gradients then overshoot",),
    verify="epsilon of 1e-8 for 100 steps: the loss falls at least twice as fast",
    reference="optimization-algorithms",
)
