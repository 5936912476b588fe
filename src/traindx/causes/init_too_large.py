"""The initial weights are too large.

What it is: large weights make large logits: the network begins sure and wrong, and spends its first steps on
unlearning that.

How to tell: the first loss is far above that of chance; it falls fast, and the result stays somewhat worse than with
usual weights. The inputs are in order.

What would refute it: with weights rescaled to a usual spread the first loss is where it was.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the initial weights are too large",
    category="model",
    symptom="instability",
    speaks_for={
        "init-scale-off:too-large": "decisive",
        "exploding-activations": "strong",
        "dead-relu-units:most": "slight",
        "dead-relu-units:nearly-all": "slight",
        "gradient-imbalance:one-layer": "fair",
        "initial-loss-off:far-above-chance": "strong",
        "clipping-always": "fair",
        "exploding-gradients:high": "fair",
        "diverging-loss": "fair",
        "nan-loss:from-the-start": "fair",
        "nan-loss:cut-off": "fair",
        "nan-loss:after-climbing": "slight",
        "nan-gradient:from-the-start": "fair",
        "gradient-spike:once": "fair",
        "loss-spike:once": "slight",
        "plateau": "slight",
        "oscillating-loss": "slight",
        "flat-loss:elsewhere": "slight",
        "flat-loss:above-chance": "slight",
        "underfitting": "slight",
        "overfitting": "slight",
        "gradient-imbalance:grows": "strong",
        "nan-weights": "fair",
        "saturated-units": "fair",
        "huge-updates": "slight",
        "first-loss-too-high": "strong",
    },
    speaks_against={
        "initial-loss-off:batch-times-chance": "strong",
        "initial-loss-off:log-batch": "strong",
        "initial-loss-off:other-width": "strong",
        "initial-loss-off:below-chance": "strong",
        "vanishing-gradients": "fair",
        "slow-descent": "fair",
        "loss-high-for-accuracy": "fair",
    },
    look_alikes=(
        LookAlike("inputs-not-normalized", "the weights are in order, the inputs are not", "rescaled-weights"),
        LookAlike("loss-summed-not-averaged", "the first loss is an exact multiple of that of chance", "halved-batch"),
        LookAlike("learning-rate-too-high", "the first loss, before any step, is that of chance", "lr-bracket"),
    ),
    fixes=("he-initialization", "xavier-initialization", "orthogonal-initialization", "spectral-norm"),
    avoid=("clip the gradients and go on: the bad start is kept",),
    verify="draw the weights anew with the usual spread: the first loss is that of chance",
    reference="gradient-management",
)
