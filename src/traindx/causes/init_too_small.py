"""The initial weights are too small.

What it is: small weights let the signal shrink from layer to layer, and the gradient with it. The network lies on a
flat region around zero and leaves it late. With norm layers it goes unnoticed.

How to tell: the first loss is that of chance; a flat stretch follows, with a small gradient norm, and then a sudden
fall.

What would refute it: with ten times the weights the flat stretch is as long.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the initial weights are too small",
    category="model",
    symptom="slow-learning",
    speaks_for={
        "init-scale-off:too-small": "decisive",
        "fading-activations": "strong",
        "collapsed-activations:layers": "fair",
        "flat-loss:at-chance": "fair",
        "vanishing-gradients": "strong",
        "slow-descent": "fair",
        "loss-level-shift:alone": "fair",
        "plateau:rate-on": "slight",
        "underfitting": "fair",
        "still-improving": "slight",
        "loss-stuck-at-known-floor:chance": "fair",
        "train-at-chance": "slight",
        "gradient-imbalance:fades": "strong",
        "gradient-imbalance:one-layer": "fair",
        "tiny-updates": "fair",
        "unchanged-weights:some": "slight",
    },
    speaks_against={
        "initial-loss-off": "strong",
        "exploding-gradients": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "overfitting": "fair",
        "oscillating-loss": "fair",
        "loss-spike": "fair",
        "zero-loss": "fair",
    },
    look_alikes=(
        LookAlike(
            "learning-rate-too-low",
            "there is no flat stretch, the loss falls slowly from the first step on",
            "rescaled-weights",
        ),
        LookAlike("saturated-activations", "the units sit at a bound, not around zero", "fixed-batch-gradients"),
        LookAlike("too-deep-without-skips", "usual weights do not help", "rescaled-weights"),
    ),
    fixes=("he-initialization", "xavier-initialization", "add-normalization", "raise-learning-rate"),
    avoid=("give up at the flat stretch: it may let go",),
    verify="draw the weights anew with the usual spread: the flat stretch is gone",
    reference="gradient-management",
)
