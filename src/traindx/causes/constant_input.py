"""The network is given the same input every time.

What it is: a loader, a decoder or a mask turns every sample into the same one, often all zeros. The output cannot
depend on what it was meant to depend on.

How to tell: the loss falls to the entropy of the labels at once and lies there with very little noise; accuracy is
that of the commonest class. One batch cannot be learned by heart.

What would refute it: the inputs of one batch differ from each other.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the network is given the same input every time",
    category="data",
    symptom="not-learning",
    speaks_for={
        "collapsed-activations:inputs-alike": "decisive",
        "collapsed-activations:layers": "slight",
        "loss-stuck-at-known-floor:chance": "decisive",
        "flat-loss:at-chance": "strong",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "train-at-chance": "strong",
        "val-at-chance:at-chance": "fair",
        "underfitting:at-once": "strong",
        "underfitting:meanwhile": "slight",
        "constant-loss": "slight",
        "accuracy-never-moves": "fair",
        "accuracy-near-zero": "slight",
        "error-at-variance": "strong",
        "flat-loss:elsewhere": "strong",
        "constant-inputs:alike": "decisive",
    },
    speaks_against={
        "zero-loss": "strong",
        "nan-loss:from-the-start": "fair",
        "overfitting": "strong",
        "large-gap-from-start": "fair",
        "diverging-loss": "fair",
        "slow-descent": "fair",
        "still-improving": "fair",
        "loss-high-for-accuracy": "strong",
        "evaluations-never-change": "fair",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike("inputs-labels-misaligned", "one batch can be learned by heart", "overfit-one-batch"),
        LookAlike("zero-init", "the inputs differ, the hidden layers do not", "fixed-batch-gradients"),
    ),
    never_apart="input-independent",
    fixes=("repair-input-pipeline",),
    avoid=("train longer: nothing will ever tell the samples apart",),
    verify="print x.std(0).max() of one batch: it must not be zero",
)
