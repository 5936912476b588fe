"""Rare, huge gradients are taken at full length.

What it is: recurrent and very deep networks have cliffs: now and then one gradient is ten or a hundred times longer
than usual. Unclipped, that single step throws the weights away.

How to tell: the gradient norm is calm between rare jumps of ten times and more, and each loss spike begins with one
of them, at no fixed place of the epoch.

What would refute it: clipped at one to three times the median norm, the same jumps of the loss remain.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="rare, huge gradients are taken at full length",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "gradient-spike:repeated": "decisive",
        "gradient-spike:once": "fair",
        "exploding-gradients:high": "fair",
        "exploding-gradients:growing": "slight",
        "loss-spike:repeated": "strong",
        "loss-spike:once": "fair",
        "nan-loss:after-climbing": "fair",
        "nan-loss:out-of-the-calm": "fair",
        "nan-loss:cut-off": "fair",
        "diverging-loss:from-best": "fair",
        "loss-level-shift:alone": "slight",
        "nan-gradient:later": "fair",
        "nan-gradient:passing": "slight",
        "oscillating-loss:zigzag": "slight",
        "nan-weights": "fair",
        "accuracy-collapses:from-its-level": "slight",
    },
    speaks_against={
        "loss-spike:periodic": "strong",
        "slow-descent": "fair",
        "vanishing-gradients": "fair",
        "nan-loss:from-the-start": "strong",
        "diverging-loss:above-start": "fair",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "the gradients grow all the time, not in rare jumps", "lr-bracket"),
        LookAlike("corrupt-batch", "the jumps come at the same place of every epoch", "skip-batch"),
        LookAlike("batch-too-small", "the jumps are part of a wide, even noise", "accumulated-batch"),
    ),
    fixes=("clip-gradients", "clip-gradient-values", "gated-recurrence", "lower-learning-rate"),
    avoid=("drop the batches at which it happened: other batches will do the same",),
    verify="clip at one to three times the median norm for the next 500 steps: no spike",
    reference="gradient-management",
)
