"""The gradients are never cleared.

What it is: every backward pass adds to what the last one left, so each step follows the sum of all gradients since
the beginning. It is a momentum of one: the steps grow and swing.

How to tell: the gradient norm grows nearly in proportion to the step, and the loss swings wider and wider. Under
Adam, which divides the size out, only a slow and wavy descent remains; clipping hides it as well.

What would refute it: the gradients are zero (or None) before every backward pass, or are summed over a fixed number
of steps on purpose.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the gradients are never cleared",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "exploding-gradients:growing": "strong",
        "exploding-gradients:high": "fair",
        "oscillating-loss:wave": "strong",
        "oscillating-loss:zigzag": "fair",
        "diverging-loss": "strong",
        "nan-loss:after-climbing": "fair",
        "loss-spike:repeated": "strong",
        "loss-spike:once": "slight",
        "plateau:rate-on": "slight",
        "plateau:rate-unknown": "slight",
        "slow-descent": "slight",
        "underfitting": "slight",
        "gradient-spike:repeated": "slight",
        "nan-gradient:later": "slight",
        "clipping-always": "fair",
        "huge-updates": "fair",
        "weights-diverge": "fair",
    },
    speaks_against={
        "nan-loss:from-the-start": "strong",
        "nan-loss:out-of-the-calm": "fair",
        "vanishing-gradients": "strong",
        "zero-loss": "fair",
    },
    look_alikes=(
        LookAlike(
            "momentum-too-high",
            "the gradient norm does not grow, only the loss swings",
            "fixed-batch-gradients",
        ),
        LookAlike("learning-rate-too-high", "the gradient grows only where the loss does", "lr-bracket"),
    ),
    fixes=("clear-gradients",),
    avoid=("clip the gradients: that hides the sum and keeps its stale direction",),
    verify="print the norm of the gradients just before backward: it must be zero at every step",
    reference="gradient-management",
)
