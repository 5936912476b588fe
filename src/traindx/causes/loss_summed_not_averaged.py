"""The loss is summed over the batch instead of averaged.

What it is: loss and gradient are larger by the number of samples in a batch. Plain gradient descent then has a rate
that is too high by this factor; Adam divides it out again, all but the clipping.

How to tell: the first loss is that of chance times the batch size, and the smaller last batch of an epoch has a
smaller loss.

What would refute it: half the batch leaves the first loss as it is.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the loss is summed over the batch instead of averaged",
    category="loss",
    symptom="instability",
    speaks_for={
        "initial-loss-off:batch-times-chance": "decisive",
        "initial-loss-off:far-above-chance": "fair",
        "exploding-gradients": "strong",
        "clipping-always": "strong",
        "diverging-loss": "fair",
        "nan-loss:after-climbing": "fair",
        "oscillating-loss:zigzag": "fair",
        "loss-spike:periodic": "fair",
        "loss-spike:repeated": "slight",
        "large-gap-from-start": "fair",
        "val-better-than-train": "slight",
        "gradient-spike": "slight",
        "plateau": "slight",
        "flat-loss:elsewhere": "slight",
        "periodic-loss": "slight",
        "nan-gradient:later": "slight",
        "huge-updates": "fair",
        "weights-diverge": "fair",
        "nan-weights": "slight",
        "loss-high-for-accuracy": "slight",
        "first-loss-too-high": "strong",
    },
    speaks_against={
        "initial-loss-off:log-batch": "strong",
        "initial-loss-off:other-width": "strong",
        "slow-descent": "fair",
        "vanishing-gradients": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "the first loss is that of chance", "halved-batch"),
        LookAlike("inputs-not-normalized", "the first loss is no multiple of that of chance", "standardized-inputs"),
    ),
    fixes=("mean-reduction", "lower-learning-rate"),
    avoid=("only lower the rate: then it is wrong for every other batch size",),
    verify="half the batch: the first loss halves",
)
