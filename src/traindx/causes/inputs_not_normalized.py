"""The inputs are not normalised.

What it is: inputs of 0 to 255, or columns of very different size, make the first layer far more sensitive than the
others. A rate that suits the rest overshoots there.

How to tell: the first loss lies well above that of chance, the first steps are noisy, and learning is slow or ends as
NaN at a usual rate. A norm layer right behind the input hides it.

What would refute it: with standardised inputs the first loss is where it was.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the inputs are not normalised",
    category="data",
    symptom="instability",
    speaks_for={
        "initial-loss-off:far-above-chance": "strong",
        "clipping-always": "fair",
        "exploding-gradients:high": "fair",
        "exploding-gradients:growing": "slight",
        "diverging-loss": "fair",
        "nan-loss:from-the-start": "fair",
        "nan-loss:cut-off": "fair",
        "nan-loss:after-climbing": "fair",
        "loss-spike:repeated": "fair",
        "loss-spike:once": "slight",
        "oscillating-loss": "fair",
        "slow-descent": "slight",
        "underfitting": "fair",
        "plateau": "slight",
        "flat-loss:elsewhere": "fair",
        "flat-loss:above-chance": "fair",
        "gradient-spike": "fair",
        "nan-gradient": "slight",
        "train-at-chance": "slight",
        "gradient-imbalance:one-layer": "fair",
        "dead-relu-units:most": "fair",
        "saturated-units": "fair",
        "first-loss-too-high": "strong",
        "error-at-variance": "fair",
        "inputs-off-scale": "decisive",
    },
    speaks_against={
        "initial-loss-off:batch-times-chance": "strong",
        "initial-loss-off:log-batch": "strong",
        "initial-loss-off:other-width": "strong",
        "initial-loss-off:below-chance": "strong",
        "loss-stuck-at-known-floor:double-softmax": "fair",
        "vanishing-gradients": "fair",
        "loss-high-for-accuracy": "fair",
    },
    look_alikes=(
        LookAlike("init-too-large", "the inputs are in order, the weights are not", "standardized-inputs"),
        LookAlike("learning-rate-too-high", "the first loss, before any step, is that of chance", "lr-bracket"),
        LookAlike("loss-summed-not-averaged", "the first loss is an exact multiple of that of chance", "halved-batch"),
    ),
    fixes=("standardize-inputs", "add-normalization", "lower-learning-rate"),
    avoid=("lower the rate until it holds: the small columns then never learn",),
    verify="standardise one batch: the first loss drops to that of chance",
    reference="gradient-management",
)
