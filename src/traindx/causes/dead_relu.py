"""Most ReLU units are dead.

What it is: a large step or a negative bias has pushed units to where they answer zero to every sample. Their gradient
is zero too, so they never come back; what is left of the network cannot see the input.

How to tell: the loss jumps and then lies flat, or is flat from the start, at the entropy of the labels, with very
little noise; the gradient norm falls to almost nothing at the same step.

What would refute it: over a thousand samples few units stay at zero. Half of all entries at zero is normal; half of
all units is not.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="most ReLU units are dead",
    category="model",
    symptom="not-learning",
    speaks_for={
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
        "constant-loss": "slight",
        "loss-level-shift:alone": "fair",
        "loss-spike:once": "slight",
        "diverging-loss:from-best": "slight",
        "gradient-spike:once": "slight",
        "accuracy-never-moves": "fair",
        "dead-relu-units:nearly-all": "decisive",
        "dead-relu-units:most": "strong",
        "zero-gradients:lost": "strong",
        "zero-gradients:upstream": "strong",
        "zero-gradients:all": "fair",
        "unchanged-weights:some": "fair",
        "tiny-updates": "fair",
        "gradient-imbalance:one-layer": "fair",
        "error-at-variance": "strong",
        "flat-loss:elsewhere": "strong",
    },
    speaks_against={
        "zero-loss": "strong",
        "nan-loss:from-the-start": "fair",
        "overfitting": "strong",
        "exploding-gradients": "fair",
        "large-gap-from-start": "fair",
        "loss-high-for-accuracy": "strong",
        "evaluations-never-change": "fair",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike(
            "saturated-activations",
            "the units are stuck at their upper or lower bound, not at zero",
            "fixed-batch-gradients",
        ),
        LookAlike(
            "learning-rate-too-high",
            "the gradient stays large; killing units may be what it does next",
            "lr-bracket",
        ),
        LookAlike("zero-init", "it never moved, and the weights are all zero", "fixed-batch-gradients"),
    ),
    never_apart="input-independent",
    fixes=("leaky-activations", "lower-learning-rate", "he-initialization", "positive-bias", "add-normalization"),
    avoid=("train longer: dead units get no gradient and do not come back",),
    verify="the largest output of each unit over 1,000 samples: few may be zero",
    reference="gradient-management",
)
