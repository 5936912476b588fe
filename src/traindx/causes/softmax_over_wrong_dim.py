"""The softmax runs over the batch instead of the classes.

What it is: each sample competes with the others of its batch. What is learned is which sample of a batch is most like
a class, and the loss depends on how many there are.

How to tell: the first loss is the logarithm of the batch size, not of the number of classes; the last, smaller batch
of an epoch differs; hardly anything is learned.

What would refute it: half the batch leaves the first loss as it is.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the softmax runs over the batch instead of the classes",
    category="loss",
    symptom="not-learning",
    speaks_for={
        "output-depends-on-batch:mixed": "strong",
        "loss-input-sums-to-one:over-batch": "decisive",
        "initial-loss-off:log-batch": "decisive",
        "underfitting": "fair",
        "plateau": "fair",
        "flat-loss:elsewhere": "fair",
        "flat-loss:above-chance": "fair",
        "flat-loss:at-chance": "slight",
        "slow-descent": "slight",
        "large-gap-from-start": "fair",
        "val-at-chance": "fair",
        "train-at-chance": "fair",
        "loss-spike:periodic": "fair",
        "loss-spike:repeated": "slight",
        "periodic-loss": "slight",
        "loss-high-for-accuracy": "strong",
        "underfitting:meanwhile": "strong",
    },
    speaks_against={
        "initial-loss-off:batch-times-chance": "strong",
        "initial-loss-off:other-width": "fair",
        "zero-loss": "strong",
        "nan-loss": "fair",
    },
    look_alikes=(
        LookAlike("wrong-num-classes", "the first loss does not change with the batch", "halved-batch"),
        LookAlike(
            "inputs-not-normalized",
            "the first loss is the logarithm of no whole number",
            "standardized-inputs",
        ),
    ),
    fixes=("fix-softmax-dim",),
    avoid=("tune the batch size: the loss changes, the fault stays",),
    verify="half the batch: the first loss drops by .693",
)
