"""The weights begin at zero.

What it is: with all weights at zero every unit gives the same output and gets the same gradient, which is zero in all
but the last layer. Only the last bias learns.

How to tell: the first loss is that of chance to the last digit; then it rests at the entropy of the labels, with a
gradient norm close to zero.

What would refute it: the weights of the first layer differ from each other at step 0.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the weights begin at zero",
    category="model",
    symptom="not-learning",
    speaks_for={
        "zero-weights:locked": "decisive",
        "zero-weights:most": "decisive",
        "collapsed-activations:layers": "fair",
        "loss-stuck-at-known-floor:chance": "decisive",
        "flat-loss:at-chance": "strong",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "train-at-chance": "strong",
        "val-at-chance:at-chance": "fair",
        "underfitting:at-once": "strong",
        "underfitting:meanwhile": "slight",
        "vanishing-gradients": "fair",
        "constant-loss": "fair",
        "accuracy-never-moves": "fair",
        "zero-gradients:upstream": "strong",
        "zero-gradients:all": "strong",
        "unchanged-weights:some": "fair",
        "tiny-updates": "slight",
        "accuracy-near-zero": "slight",
        "error-at-variance": "strong",
        "flat-loss:elsewhere": "strong",
    },
    speaks_against={
        "zero-loss": "strong",
        "nan-loss:from-the-start": "fair",
        "overfitting": "strong",
        "exploding-gradients": "strong",
        "loss-spike": "fair",
        "diverging-loss": "strong",
        "large-gap-from-start": "fair",
        "slow-descent": "fair",
        "loss-high-for-accuracy": "strong",
        "evaluations-never-change": "fair",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike("constant-input", "the weights differ, the inputs do not", "fixed-batch-gradients"),
        LookAlike("dead-relu", "the weights differ; the units are silent", "fixed-batch-gradients"),
        LookAlike(
            "too-deep-without-skips",
            "the gradient shrinks layer by layer instead of being zero in all",
            "halved-depth",
        ),
    ),
    never_apart="input-independent",
    fixes=("he-initialization", "xavier-initialization"),
    avoid=("raise the learning rate: a gradient of zero stays zero",),
    verify="print the standard deviation of each weight tensor at step 0: none may be zero",
)
