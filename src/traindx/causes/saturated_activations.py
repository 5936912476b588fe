"""The activations are saturated.

What it is: sigmoid or tanh units work where their curve is flat. Their slope there is close to zero, and every layer
multiplies the gradient by it once more, so that little arrives at the first layers.

How to tell: a long flat start at the level of chance with a very small gradient norm; it may let go after thousands
of steps.

What would refute it: the share of unit outputs near their bound is small in every layer, or ReLU with a norm is no
faster.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the activations are saturated",
    category="model",
    symptom="not-learning",
    speaks_for={
        "bounded-activations": "strong",
        "collapsed-activations:layers": "fair",
        "init-scale-off:too-large": "fair",
        "loss-stuck-at-known-floor:chance": "decisive",
        "flat-loss:at-chance": "strong",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "train-at-chance": "strong",
        "val-at-chance:at-chance": "fair",
        "underfitting:at-once": "strong",
        "underfitting:meanwhile": "slight",
        "vanishing-gradients": "fair",
        "accuracy-never-moves": "fair",
        "saturated-units": "decisive",
        "gradient-imbalance:fades": "strong",
        "tiny-updates": "fair",
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
        LookAlike(
            "too-deep-without-skips",
            "the units lie in the middle of their range, there are only many layers",
            "halved-depth",
        ),
        LookAlike("learning-rate-too-low", "the gradient norm is of a usual size", "lr-bracket"),
        LookAlike("dead-relu", "the units are at zero, not at a bound", "fixed-batch-gradients"),
    ),
    never_apart="input-independent",
    fixes=("relu-activations", "add-normalization", "xavier-initialization", "add-residuals"),
    avoid=("raise the rate until it moves: the saturated units only move further out",),
    verify="replace the activations with ReLU for 100 steps: the loss leaves chance",
    reference="gradient-management",
)
