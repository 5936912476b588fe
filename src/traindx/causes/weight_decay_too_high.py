"""The weight decay is too high.

What it is: the pull towards zero is stronger than what the gradient can build. The weights shrink until the outputs
hardly differ, and the loss is drawn back towards the level of chance, sometimes after a good start.

How to tell: training and validation are equally poor; the loss turns upwards smoothly, without a jump, or never
leaves chance. It gets worse with time and with the rate.

What would refute it: without any decay for a hundred steps the loss is no better.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the weight decay is too high",
    category="optimizer",
    symptom="poor-everywhere",
    speaks_for={
        "underfitting:at-once": "fair",
        "underfitting:meanwhile": "strong",
        "underfitting:slowly": "slight",
        "diverging-loss:from-best": "fair",
        "flat-loss:at-chance": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "loss-stuck-at-known-floor:chance": "fair",
        "train-at-chance": "fair",
        "val-at-chance:at-chance": "slight",
        "vanishing-gradients": "fair",
        "slow-descent": "slight",
        "high-weight-decay": "decisive",
        "accuracy-never-moves": "fair",
        "zero-gradients:lost": "fair",
        "gradient-imbalance:one-layer": "fair",
        "error-at-variance": "fair",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "fair",
        "loss-spike": "fair",
        "nan-loss": "strong",
        "zero-loss": "strong",
        "exploding-gradients": "strong",
        "weights-diverge": "strong",
        "loss-high-for-accuracy": "fair",
        "val-better-than-train": "strong",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike(
            "capacity-too-small",
            "the loss never turns up again, and the weights keep their size",
            "no-weight-decay",
        ),
        LookAlike("learning-rate-too-low", "the loss is still falling at the end", "lr-bracket"),
        LookAlike("learning-rate-too-high", "it rises in jumps and with growing gradients", "lr-bracket"),
    ),
    fixes=("lower-weight-decay", "use-adamw"),
    avoid=("enlarge the model: its weights are pulled to zero all the same",),
    verify="weight decay of 0 for 100 steps: the loss falls below where it stood",
    reference="optimization-algorithms",
)
