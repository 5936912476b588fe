"""The batch is too small.

What it is: each gradient is the opinion of a few samples. Below a certain size the noise outweighs the signal, and
the loss cannot settle.

How to tell: a wide, even shaking of loss and gradient norm that does not shrink, around a level that is too high;
averaging over eight batches calms it as the root of eight.

What would refute it: with gradients of eight batches averaged the level is the same.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the batch is too small",
    category="regularization",
    symptom="instability",
    harm="choice",
    speaks_for={
        "oscillating-loss:zigzag": "strong",
        "loss-spike:repeated": "fair",
        "loss-spike:once": "slight",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "gradient-spike:repeated": "fair",
        "gradient-spike:once": "slight",
        "underfitting": "slight",
        "tiny-batch": "decisive",
    },
    speaks_against={
        "slow-descent": "strong",
        "oscillating-loss:wave": "strong",
        "diverging-loss": "fair",
        "flat-loss": "fair",
        "nan-loss": "fair",
        "periodic-loss": "fair",
        "exploding-gradients:growing": "fair",
        "overfitting": "slight",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "a lower rate calms it, a larger batch does not", "lr-bracket"),
        LookAlike("missing-gradient-clipping", "calm between rare jumps", "clipped"),
        LookAlike("lr-never-decays", "it only matters at the end", "lr-bracket"),
    ),
    fixes=("larger-batch", "accumulate-gradients", "lower-learning-rate", "add-momentum"),
    avoid=("raise the batch and keep the rate far too high: then it diverges more smoothly",),
    verify="average the gradients of eight batches: the level of the loss drops",
    reference="optimization-algorithms",
)
