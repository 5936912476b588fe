"""A sigmoid stands before a loss that has its own.

What it is: the loss takes the sigmoid of a sigmoid, which lies between .5 and .73. A sure positive keeps a loss of
.3133, a sure negative one of .6931.

How to tell: the loss ends between these two numbers, at the mean that fits the share of positives.

What would refute it: the loss of any batch lies below .3133, or the values that enter the loss leave the range from 0
to 1.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="a sigmoid stands before a loss that has its own",
    category="loss",
    symptom="loss-plateau",
    speaks_for={
        "loss-input-sums-to-one:sigmoid": "decisive",
        "loss-stuck-at-known-floor:sigmoid-twice": "decisive",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "plateau:rate-gone": "slight",
        "flat-loss:elsewhere": "fair",
        "constant-loss": "slight",
        "underfitting": "fair",
        "slow-descent": "slight",
        "still-improving": "slight",
        "vanishing-gradients": "slight",
        "train-at-chance": "slight",
        "flat-loss:at-chance": "slight",
        "loss-high-for-accuracy": "slight",
    },
    speaks_against={
        "zero-loss": "decisive",
        "negative-cross-entropy": "decisive",
        "nan-loss": "strong",
        "diverging-loss": "strong",
        "initial-loss-off:far-above-chance": "strong",
        "initial-loss-off:batch-times-chance": "strong",
        "exploding-gradients": "strong",
    },
    look_alikes=(
        LookAlike("class-imbalance", "the outputs leave the range from 0 to 1", "by-hand-metric"),
        LookAlike("capacity-too-small", "the level is no number that a formula gives", "doubled-width"),
    ),
    fixes=("pass-logits",),
    avoid=("move the decision threshold: the loss still cannot fall",),
    verify="print the smallest and largest value that enters the loss: they must leave the range from 0 to 1",
)
