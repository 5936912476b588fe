"""The network is too deep to train without skip connections.

What it is: each plain layer scales the signal and its gradient by some factor; over many layers the product runs to
zero. Deep outputs are the same for every input, and the first layers hear nothing.

How to tell: the loss lies at chance from the start with a small gradient norm, while half as many layers learn well.

What would refute it: half the depth, otherwise unchanged, is just as flat.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the network is too deep to train without skip connections",
    category="model",
    symptom="not-learning",
    speaks_for={
        "deep-without-normalization": "strong",
        "collapsed-activations:layers": "strong",
        "fading-activations": "fair",
        "bounded-activations": "fair",
        "exploding-activations": "slight",
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
        "gradient-imbalance:fades": "strong",
        "gradient-imbalance:one-layer": "fair",
        "tiny-updates": "fair",
        "unchanged-weights:some": "slight",
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
        LookAlike("saturated-activations", "a few layers suffice, when their units sit at a bound", "halved-depth"),
        LookAlike("zero-init", "even two layers do not learn", "fixed-batch-gradients"),
    ),
    never_apart="input-independent",
    fixes=("add-residuals", "add-normalization", "he-initialization"),
    avoid=("add layers: the signal that arrives becomes weaker still",),
    verify="half the depth for 100 steps: the loss leaves chance",
    reference="gradient-management",
)
