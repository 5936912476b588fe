"""The gradients are clipped too tightly.

What it is: every gradient is cut to a length far below its usual one, so that plain gradient descent takes steps of a
fixed, small size. Adam divides the size out again and hardly notices; do not accuse clipping there.

How to tell: the loss falls slowly and in a straight line, and the logged gradient norm lies above the threshold at
every step, often by more than ten times.

What would refute it: a hundred times the threshold is no faster; or fewer than half of the steps are clipped at all.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the gradients are clipped too tightly",
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
        "exploding-gradients:high": "slight",
        "clipping-always:tight": "decisive",
        "clipping-always:mild": "slight",
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
        "nan-loss": "strong",
        "vanishing-gradients": "fair",
        "zero-loss": "strong",
        "loss-at-floor": "fair",
        "lr-zero:from-start": "decisive",
        "loss-high-for-accuracy": "fair",
        "first-loss-too-high": "fair",
        "val-never-learns": "strong",
        "val-better-than-train": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-low", "the gradient norm lies below the threshold most of the time", "unclipped"),
        LookAlike("adam-epsilon-wrong", "it concerns Adam, where clipping does not matter", "usual-epsilon"),
    ),
    never_apart="slow",
    fixes=("loosen-clipping", "raise-learning-rate"),
    avoid=("remove clipping altogether: then one bad batch can undo the run",),
    verify="a hundred times the threshold for 100 steps: the loss falls at least twice as fast",
    reference="gradient-management",
)
