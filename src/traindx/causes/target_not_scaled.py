"""The targets of the regression are not scaled.

What it is: targets in the thousands give a loss in the millions and gradients to match. Either each step is far too
long, or, with a rate that survives this, the bias alone needs thousands of steps to get there.

How to tell: the loss is a huge number that falls slowly in relation to itself, or ends as NaN; the gradient norm is
large from the first step on.

What would refute it: with targets of mean 0 and spread 1 the curve has the same shape.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the targets of the regression are not scaled",
    category="labels",
    symptom="slow-learning",
    speaks_for={
        "output-is-cut-off:targets-beyond": "fair",
        "exploding-gradients:high": "strong",
        "exploding-gradients:growing": "slight",
        "clipping-always": "fair",
        "diverging-loss": "fair",
        "nan-loss:after-climbing": "fair",
        "slow-descent": "fair",
        "underfitting": "fair",
        "flat-loss:elsewhere": "fair",
        "loss-spike": "slight",
        "gradient-spike": "slight",
        "oscillating-loss": "slight",
        "plateau": "slight",
        "nan-gradient:later": "slight",
        "gradient-imbalance:one-layer": "slight",
        "huge-updates": "fair",
        "targets-off-scale": "decisive",
        "labels-out-of-range:probabilities": "strong",
    },
    speaks_against={
        "loss-stuck-at-known-floor": "strong",
        "train-at-chance": "strong",
        "initial-loss-off": "fair",
        "zero-loss": "strong",
        "val-at-chance": "strong",
        "error-at-variance": "strong",
    },
    look_alikes=(
        LookAlike("inputs-not-normalized", "the inputs are large, the targets are not", "standardized-inputs"),
        LookAlike("learning-rate-too-high", "the targets have a spread of about one", "lr-bracket"),
    ),
    fixes=("scale-targets", "clip-gradients"),
    avoid=("tune the rate to the scale: the next data set has another one",),
    verify="divide the targets by their standard deviation for 100 steps: the loss falls smoothly",
)
